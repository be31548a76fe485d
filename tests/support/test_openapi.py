"""The judge itself: it lets pass what is good, and names what is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.openapi import needs_document, validate

pytestmark = needs_document

MESSAGE = {
    "flags": 1 << 15,
    "components": [
        {
            "type": 17,
            "components": [
                {"type": 10, "content": "## Pontoon"},
                {"type": 14, "divider": True, "spacing": 1},
                {
                    "type": 1,
                    "components": [
                        {
                            "type": 2,
                            "style": 1,
                            "label": "Twist",
                            "custom_id": "vt:1:1:1:twist",
                            "disabled": False,
                        },
                        {"type": 2, "style": 2, "label": "Stick", "custom_id": "vt:1:1:1:stick"},
                    ],
                },
            ],
        }
    ],
}
COMMAND = {
    "name": "stake",
    "description": "Stake on your first card",
    "type": 1,
    "options": [{"type": 4, "name": "amount", "description": "Whole counters", "required": True}],
}

GOOD = [
    ("POST", "/channels/1/messages", MESSAGE),
    ("POST", "/channels/1/messages", {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}),
    ("POST", "https://discord.com/api/v10/channels/1/messages?x=1", MESSAGE),
    ("PATCH", "/channels/1/messages/2", MESSAGE),
    ("DELETE", "/channels/1/messages/2", None),
    ("POST", "/interactions/1/aW50/callback", {"type": 4, "data": {**MESSAGE, "flags": 1 << 15 | 1 << 6}}),
    ("POST", "/interactions/1/aW50/callback", {"type": 7, "data": MESSAGE}),
    ("POST", "/interactions/1/aW50/callback", {"type": 6}),
    (
        "POST",
        "/interactions/1/aW50/callback",
        {"type": 8, "data": {"choices": [{"name": "a", "value": "b"}]}},
    ),
    ("POST", "/webhooks/1/token", MESSAGE),
    ("PATCH", "/webhooks/1/token/messages/@original", MESSAGE),
    ("PATCH", "/webhooks/1/token/messages/3", MESSAGE),
    ("PUT", "/applications/1/commands", [COMMAND]),
    ("PUT", "/applications/1/guilds/2/commands", [COMMAND]),
    ("POST", "/applications/1/emojis", {"name": "As", "image": "data:image/png;base64,AAAA"}),
]

BAD: list[tuple[str, str, Any, str]] = [
    ("POST", "/channels/1/massages", MESSAGE, "no such route"),
    ("PUT", "/channels/1/messages", MESSAGE, "no such route"),
    ("POST", "/channels/1/messages", None, "a body is required"),
    ("POST", "/channels/1/messages", {"content": 7}, "content: 7 is not of type"),
    ("POST", "/channels/1/messages", {"embeds": [{"title": "x" * 257}]}, "embeds[0].title"),
    ("POST", "/channels/1/messages", {"content": "x" * 2001}, "2000 at most"),
    ("POST", "/interactions/1/t/callback", {"type": 9, "data": {"title": "x" * 46}}, "data"),
    ("PUT", "/applications/1/commands", [{**COMMAND, "description": "x" * 101}], "[0].description"),
    ("PUT", "/applications/1/commands", [{"description": "x"}], "'name' is a required property"),
]


@pytest.mark.parametrize(("method", "path", "body"), GOOD)
def test_a_good_body_passes(method: str, path: str, body: Any) -> None:
    assert validate(method, path, body) == []


@pytest.mark.parametrize(("method", "path", "body", "told"), BAD)
def test_a_bad_body_is_told(method: str, path: str, body: Any, told: str) -> None:
    found = validate(method, path, body)
    assert any(told in sentence for sentence in found), found


def test_the_fault_is_told_where_it_is() -> None:
    long = {"type": 2, "style": 1, "label": "x" * 81, "custom_id": "a"}
    body = {"flags": 1 << 15, "components": [{"type": 17, "components": [{"type": 1, "components": [long]}]}]}
    (found,) = validate("POST", "/channels/1/messages", body)
    assert found.startswith("components[0].components[0].components[0].label:")
    assert "too long" in found
