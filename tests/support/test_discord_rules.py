"""Each rule that Discord keeps beside its document: one body that breaks it, and one that just does not."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from tests.support.discord_rules import broken_rules

MESSAGES = "/channels/1/messages"
MESSAGE = "/channels/1/messages/2"
FOLLOW_UPS = "/webhooks/1/token"
ORIGINAL = "/webhooks/1/token/messages/@original"
CALLBACK = "/interactions/1/token/callback"
COMMANDS = "/applications/1/commands"
EMOJI = "/applications/1/emojis"

SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
V2 = 1 << 15


def button(name: str = "twist", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": "Twist", "custom_id": name, **more}


def buttons(count: int, first: int = 0) -> list[dict[str, Any]]:
    return [button(str(number)) for number in range(first, first + count)]


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def text(length: int) -> dict[str, Any]:
    return {"type": 10, "content": "x" * length}


def select(*values: str, **more: Any) -> dict[str, Any]:
    options = [{"label": value, "value": value} for value in values]
    return {"type": 3, "custom_id": "s", "options": options, **more}


def v2(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": V2, "components": list(components), **more}


def modal(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 9, "data": {"custom_id": "m", "title": "Buy", "components": list(components)}}


def field(name: str = "amount", **more: Any) -> dict[str, Any]:
    return {
        "type": 18,
        "label": "Amount",
        "component": {"type": 4, "style": 1, "custom_id": name, **more},
    }


def command(name: str = "stick", *options: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Take no more cards", "type": 1, "options": list(options), **more}


def option(name: str = "amount", kind: int = 4, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "In counters", "type": kind, **more}


def group(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    return option(name, 2, options=list(options))


def subcommand(name: str, *options: dict[str, Any]) -> dict[str, Any]:
    return option(name, 1, options=list(options))


def choice(value: str, name: str | None = None) -> dict[str, Any]:
    return {"name": name or value[:10], "value": value}


def picture(size: int, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(bytes(size)).decode()}"


GOOD = {
    "a plain message": ("POST", MESSAGES, {"content": "x" * 2000}),
    "a message of an upload alone": ("POST", MESSAGES, {"attachments": [{"id": 0, "filename": "a.png"}]}),
    "a picture that is uploaded": (
        "POST",
        MESSAGES,
        v2(
            {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]},
            attachments=[{"id": 0, "filename": "a.png"}],
        ),
    ),
    "an edit that keeps an upload": (
        "PATCH",
        MESSAGE,
        v2(
            {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]},
            attachments=[{"id": "7"}],
        ),
    ),
    "five rows of five": ("POST", MESSAGES, {"components": [row(*buttons(5, 5 * n)) for n in range(5)]}),
    "forty components and 4000 characters": ("POST", MESSAGES, v2(*[text(100) for _ in range(40)])),
    "rows in a container": (
        "POST",
        MESSAGES,
        v2({"type": 17, "components": [text(5), row(*buttons(5)), row(select("a", "b", max_values=2))]}),
    ),
    "a section with a button": (
        "POST",
        MESSAGES,
        v2({"type": 9, "components": [text(5)], "accessory": button()}),
    ),
    "an edit to nothing but components": ("PATCH", MESSAGE, v2(text(5), content=None, embeds=[])),
    "an edit with a token": ("PATCH", ORIGINAL, {"content": "Done"}),
    "a private follow-up": ("POST", FOLLOW_UPS, {"content": "Your hand", "flags": EPHEMERAL}),
    "a link": ("POST", MESSAGES, {"components": [row(button(style=5, url="https://a.b", custom_id=None))]}),
    "a button that is a picture": (
        "POST",
        MESSAGES,
        {"components": [row(button(label=None, emoji={"name": "x"}))]},
    ),
    "a private answer": ("POST", CALLBACK, {"type": 4, "data": {"content": "Stick", "flags": EPHEMERAL}}),
    "a private deferring": ("POST", CALLBACK, {"type": 5, "data": {"flags": EPHEMERAL}}),
    "a modal of five": ("POST", CALLBACK, modal(*[field(str(number)) for number in range(5)])),
    "no body": ("POST", MESSAGES, None),
    "a command with groups": (
        "PUT",
        COMMANDS,
        [
            command("stick"),
            command("bank", group("pass", subcommand("on", option("to")), subcommand("off"))),
            command("open", option("a", required=True), option("b"), option("c", 3, choices=[choice("x")])),
            {"name": "Show Hand", "type": 2},
        ],
    ),
    "names of other scripts": ("POST", COMMANDS, command("पत्ते", option("ไพ่"), option("stick-min_'x"))),
    "a command of 8000 characters": (
        "POST",
        COMMANDS,
        command(
            "x", option("o", 3, description="d" * 99, choices=[choice("v" * 99, "n")]), description="d" * 7799
        ),
    ),
    "an emoji": ("POST", EMOJI, {"name": "card_As", "image": picture(256 * 1024)}),
    "a route without rules": ("POST", "/users/@me/channels", {"recipient_id": "1"}),
}

BAD = {
    "content of 2001": ("POST", MESSAGES, {"content": "x" * 2001}, "content of 2001 characters"),
    "content of 2001, edited": ("PATCH", MESSAGE, {"content": "x" * 2001}, "content of 2001 characters"),
    "empty": ("POST", MESSAGES, {"content": " \n", "embeds": []}, "50006"),
    "empty answer": ("POST", CALLBACK, {"type": 4, "data": {"flags": EPHEMERAL}}, "50006"),
    "embeds of 6001 together": (
        "POST",
        MESSAGES,
        {"embeds": [{"description": "x" * 3000}, {"fields": [{"name": "n", "value": "x" * 3000}]}]},
        "6001 characters in all embeds",
    ),
    "six rows": ("POST", MESSAGES, {"components": [row(button(str(n))) for n in range(6)]}, "6 rows"),
    "a text without the flag": ("POST", MESSAGES, {"components": [text(5)]}, "flag of Components V2"),
    "the flag without components": ("POST", MESSAGES, {"flags": V2, "content": "x"}, "beside Components V2"),
    "embeds beside the flag": ("POST", MESSAGES, v2(text(5), embeds=[{"title": "x"}]), "['embeds'] cannot"),
    "41 components": (
        "POST",
        MESSAGES,
        v2({"type": 17, "components": [text(5) for _ in range(40)]}),
        "41 components",
    ),
    "4001 characters": ("POST", MESSAGES, v2(text(4000), text(1)), "4001 characters in all texts"),
    "a select beside a button": (
        "POST",
        MESSAGES,
        {"components": [row(select("a"), button())]},
        "one select",
    ),
    "two selects": (
        "POST",
        MESSAGES,
        {"components": [row(select("a"), select("a", custom_id="t"))]},
        "one select",
    ),
    "six buttons": ("POST", MESSAGES, {"components": [row(*buttons(6))]}, "6 buttons in a row"),
    "a custom_id twice": (
        "POST",
        MESSAGES,
        v2(row(button()), {"type": 17, "components": [row(button())]}),
        "custom_id 'twist' stands",
    ),
    "an id twice": ("POST", MESSAGES, {"components": [row(*(button(x, id=7) for x in "ab"))]}, "id 7 stands"),
    "a button without a custom_id": (
        "POST",
        MESSAGES,
        {"components": [row(button(custom_id=None))]},
        "has custom_id",
    ),
    "a link with a custom_id": (
        "POST",
        MESSAGES,
        {"components": [row(button(style=5, url="https://a.b"))]},
        "has url and nothing else",
    ),
    "a button of nothing": ("POST", MESSAGES, {"components": [row(button(label=""))]}, "label or an emoji"),
    "a premium button with a label": (
        "POST",
        MESSAGES,
        {"components": [row(button(style=6, sku_id="1", custom_id=None))]},
        "a premium one neither",
    ),
    "more at least than at most": (
        "POST",
        MESSAGES,
        {"components": [row(select("a", "b", min_values=2))]},
        "more values at least",
    ),
    "an option's value twice": ("POST", MESSAGES, {"components": [row(select("a", "a"))]}, "value twice"),
    "private in a channel": ("POST", MESSAGES, {"content": "x", "flags": EPHEMERAL}, "flags 0x40"),
    "private by an edit": ("PATCH", ORIGINAL, {"content": "x", "flags": EPHEMERAL}, "flags 0x40"),
    "no embeds while deferring": (
        "POST",
        CALLBACK,
        {"type": 5, "data": {"flags": SUPPRESS_EMBEDS}},
        "flags 0x4 cannot be set while deferring",
    ),
    "a picture nobody uploads": (
        "POST",
        FOLLOW_UPS,
        {
            "embeds": [{"image": {"url": "attachment://a.png"}}],
            "attachments": [{"id": 0, "filename": "b.png"}],
        },
        "attachment://a.png names no upload",
    ),
    "a message edited with six rows": (
        "POST",
        CALLBACK,
        {"type": 7, "data": {"components": [row(button(str(n))) for n in range(6)]}},
        "6 rows",
    ),
    "a modal of nothing": ("POST", CALLBACK, modal(), "0 parts in a modal"),
    "a modal of six": ("POST", CALLBACK, modal(*[field(str(n)) for n in range(6)]), "6 parts in a modal"),
    "a field twice": ("POST", CALLBACK, modal(field(), field()), "custom_id 'amount' stands"),
    "a row of two fields": (
        "POST",
        CALLBACK,
        modal(row({"type": 4, "custom_id": "a"}, {"type": 4, "custom_id": "b"})),
        "one field",
    ),
    "a field that nothing fits": (
        "POST",
        CALLBACK,
        modal(field(min_length=5, max_length=4)),
        "more characters at least",
    ),
    "a name with a blank": ("POST", COMMANDS, command("show hand"), "'show hand' is no name"),
    "a name of 33": ("POST", COMMANDS, command("x" * 33), "is no name"),
    "an option in capitals": ("POST", COMMANDS, command("x", option("Amount")), "not in lower case"),
    "no description": ("POST", COMMANDS, command("x", description=" "), "has no description"),
    "an option without one": (
        "POST",
        COMMANDS,
        command("x", option("a", description="")),
        "'a' has no description",
    ),
    "a menu with one": (
        "POST",
        COMMANDS,
        {"name": "Show", "type": 3, "description": "x"},
        "is a menu and has no description",
    ),
    "required last": (
        "POST",
        COMMANDS,
        command("x", option("a"), option("b", required=True)),
        "behind an optional one",
    ),
    "a command twice": ("PUT", COMMANDS, [command("x"), command("x")], "/x stands 2 times"),
    "an option twice": ("POST", COMMANDS, command("x", option(), option()), "name stands more than once"),
    "101 commands": ("PUT", COMMANDS, [command(f"c{n}") for n in range(101)], "101 commands of type 1"),
    "a group in a group": ("POST", COMMANDS, command("x", group("g", group("h"))), "nested too deep"),
    "a subcommand in a subcommand": (
        "POST",
        COMMANDS,
        command("x", subcommand("g", subcommand("h"))),
        "nested too deep",
    ),
    "a subcommand beside an option": (
        "POST",
        COMMANDS,
        command("x", subcommand("g"), option()),
        "beside each other",
    ),
    "choices and autocompletion": (
        "POST",
        COMMANDS,
        command("x", option("a", 3, autocomplete=True, choices=[choice("b")])),
        "exclude each other",
    ),
    "a value of 101": (
        "POST",
        COMMANDS,
        command("x", option("a", 3, choices=[choice("v" * 101)])),
        "longer than 100",
    ),
    "a choice twice": (
        "POST",
        COMMANDS,
        command("x", option("a", 3, choices=[choice("v"), choice("v")])),
        "a choice stands more than once",
    ),
    "5 at least and 4 at most": (
        "POST",
        COMMANDS,
        command("x", option("a", min_value=5, max_value=4)),
        "at least 5 and at most 4",
    ),
    "a command of 8001 characters": (
        "POST",
        "/applications/1/guilds/2/commands",
        command(
            "x", option("o", 3, description="d" * 99, choices=[choice("v" * 99, "n")]), description="d" * 7800
        ),
        "has 8001 characters",
    ),
    "a command that is longer in another language": (
        "POST",
        COMMANDS,
        command("x", description_localizations={"de": "d" * 8000}),
        "has 8001 characters",
    ),
    "an emoji with a dash": ("POST", EMOJI, {"name": "card-As", "image": picture(8)}, "no name for an emoji"),
    "a picture too large": (
        "POST",
        EMOJI,
        {"name": "card", "image": picture(256 * 1024 + 1)},
        "262145 bytes",
    ),
    "a picture of another kind": (
        "POST",
        EMOJI,
        {"name": "card", "image": picture(8, "image/bmp")},
        "no data address",
    ),
    "a picture that is no base64": (
        "POST",
        EMOJI,
        {"name": "card", "image": "data:image/png;base64,*"},
        "no base64",
    ),
}


@pytest.mark.parametrize(("method", "path", "body"), GOOD.values(), ids=GOOD)
def test_what_discord_takes_breaks_no_rule(method: str, path: str, body: Any) -> None:
    assert broken_rules(method, path, body) == []


@pytest.mark.parametrize(("method", "path", "body", "told"), BAD.values(), ids=BAD)
def test_what_discord_refuses_is_told(method: str, path: str, body: Any, told: str) -> None:
    found = broken_rules(method, path, body)
    assert any(told in sentence for sentence in found), found


ANSWERS = {
    # answer: the interactions (2 command, 3 component, 4 autocomplete, 5 modal) it may answer
    4: {2, 3, 5},
    5: {2, 3, 5},
    6: {3, 5},
    7: {3, 5},
    8: {4},
    9: {2, 3},
}


@pytest.mark.parametrize("asked", [2, 3, 4, 5])
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_fits_its_question(answer: int, asked: int) -> None:
    data = modal(field())["data"] if answer == 9 else {"content": "Stick"} if answer == 4 else {}
    found = broken_rules("POST", CALLBACK, {"type": answer, "data": data}, interaction_type=asked)
    assert (found == []) == (asked in ANSWERS[answer]), found


def test_a_modal_opened_by_a_command_has_no_message_to_edit() -> None:
    found = broken_rules("POST", CALLBACK, {"type": 7}, interaction_type=5, has_source=False)
    assert found == ["only an interaction that came from a message can edit it"]
