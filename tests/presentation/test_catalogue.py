"""The catalogue and the code hold each other: no key missing, none unused, every value fits.

What is written in a call is read from the source. What is put together from a
code (a reason, a kind, a phase) is enumerated here, both ways.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.engine.game import Purse, Reason
from bot.engine.registry import GAMES
from bot.engine.target.actions import Kind
from bot.engine.target.events import BankWhy
from bot.engine.target.hand import Ending
from bot.engine.target.rules import FirstBanker
from bot.ledger.leaderboards import Period
from bot.ledger.transfers import TransferReason
from bot.messenger.permissions import needed
from bot.presentation.refusals import AMOUNT_UNREADABLE
from bot.presentation.strings import Words
from bot.presentation.target.choices import AMOUNT_KINDS
from bot.views import Note, Refusal, SeatStatus, TableKind, TablePhase
from tests.presentation.scenes import WORDS

ROOT = Path(__file__).parents[2]
SOURCES = [path for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py")]
CATALOGUE = (ROOT / "data" / "strings" / "en.toml").read_text(encoding="utf-8")

# Kinds that a button asks for without an amount; those with one have labels of their own.
BUTTON_KINDS = set(TableKind) - {
    TableKind.FREE, TableKind.LIMITS, TableKind.BANK_SELL, TableKind.BANK_BUY, TableKind.BANK_BID,
}  # fmt: skip
LABELS = {"limits", "bank_sell", "bank_buy_for", "bank_bid", "hand", "rules", "menu", "other_amount"}

CODES: dict[str, set[str]] = {
    "refusal": {*Refusal, *Reason, AMOUNT_UNREADABLE},
    "note": set(Note),
    "done": {*TableKind, "play"},
    "button": {*BUTTON_KINDS, *LABELS},
    "table.title": set(TablePhase),
    "seats.status": set(SeatStatus) - {SeatStatus.IN},
    "times": {"pays", "back", "lost", "double"},
    "board.period": set(Period),
    "choice.period": set(Period),
    "choice.first_banker": set(FirstBanker),
    "history.reason": set(TransferReason),
}
"""Prefixes whose keys are exactly these codes."""

GAME_CODES: dict[str, set[str]] = {
    "kind": set(Kind) - {Kind.STAKE, Kind.BUY},
    "kind_amount": set(AMOUNT_KINDS),
    "kind_ask": set(AMOUNT_KINDS),
    "modal": set(AMOUNT_KINDS),
    "did": set(Kind),
    "done": set(Kind),
    "bank_why": set(BankWhy),
    "next_bank": set(BankWhy),
    "hand": {*(set(Ending) - {Ending.STUCK}), "bust_at", "stuck", "stuck_on"},
    "announce": {*(set(Ending) - {Ending.STUCK}), "from", "from_22", "trick_takes_all"},
    "settle": {"bust", "bank_bust", "level", "versus"},
}
"""What every game of the family needs, in words of its own or of its family."""

PARTS: dict[str, set[str]] = {
    "name": set(Purse),
    "modal": {TableKind.BANK_SELL, TableKind.BANK_BID, TableKind.LIMITS},
    "permission": {*needed(is_thread=True), *needed(is_thread=False)},
}
"""Prefixes that have these codes among other keys."""

INSIDE = {"amount.counters", *[f"{game}.family" for game in GAMES]}
"""Keys that the catalogue itself uses."""

# What only a game can say: its family has no words for these.
GAME_ALONE = re.compile(r"(name|family|how|(preset|option|rank|rank_if|payout_hand|against|refusal)\..+)$")


@dataclass(frozen=True)
class Call:
    """One call of the catalogue in the source."""

    where: str
    method: str
    keys: tuple[str, ...]
    values: frozenset[str] | None

    def __str__(self) -> str:
        return f"{self.where}: {' or '.join(self.keys)}"


def calls() -> Iterator[Call]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and (method := method_of(node.func)) and node.args:
                first = (
                    node.args[1] if method in ("of_game", "game_key") and len(node.args) > 1 else node.args[0]
                )
                named = [keyword.arg for keyword in node.keywords]
                values = None if None in named else frozenset(name for name in named if name)
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield Call(where, method, tuple(literals(first)), values)


def method_of(func: ast.expr) -> str:
    """Return how the catalogue is called: `words` itself, or one of its methods; empty if it is not."""
    match func:
        case ast.Name("words") | ast.Attribute(attr="words"):
            return "words"
        case ast.Attribute(value=ast.Name("words") | ast.Attribute(attr="words"), attr=attr):
            return attr if attr in ("under", "of_game", "game_key") else ""
        case _:
            return ""


def literals(node: ast.expr) -> Iterator[str]:
    """Yield the keys an argument can be: a literal, both sides of a condition, the head of an f-string."""
    match node:
        case ast.Constant(str(value)):
            yield value
        case ast.IfExp():
            yield from literals(node.body)
            yield from literals(node.orelse)
        case ast.JoinedStr([ast.Constant(str(head)), *_]):
            yield head + "*"


CALLS = list(calls())
PLAIN = [call for call in CALLS if call.method == "words" and call.keys]
STRINGS = {
    node.value
    for path in SOURCES
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Constant) and isinstance(node.value, str)
}


FAMILIES = {WORDS(f"{game}.family") for game in GAMES}


def own_keys(prefix: str) -> set[str]:
    """Return the last parts of the keys directly under a prefix."""
    return {key.removeprefix(f"{prefix}.") for key in WORDS.keys if key.startswith(f"{prefix}.")}


@pytest.mark.parametrize("call", PLAIN, ids=str)
def test_every_key_that_is_called_for_exists(call: Call) -> None:
    for key in call.keys:
        assert WORDS.has(key), f"{call.where} asks for {key}"


@pytest.mark.parametrize("call", [call for call in PLAIN if call.values is not None], ids=str)
def test_every_call_brings_the_values_of_its_sentence_and_no_others(call: Call) -> None:
    assert call.values is not None
    for key in call.keys:
        missing = WORDS.needed(key) - call.values
        assert not missing, f"{call.where}: {key} needs {sorted(missing)}"
    named = frozenset().union(*[WORDS.fields(key) | {"count"} for key in call.keys])
    assert call.values <= named, f"{call.where}: {sorted(call.values - named)} stand in no sentence"


@pytest.mark.parametrize("prefix", CODES)
def test_every_code_has_its_sentence_and_every_sentence_its_code(prefix: str) -> None:
    found = {key for key in own_keys(prefix) if "." not in key}
    assert found == {str(code) for code in CODES[prefix]}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("prefix", GAME_CODES)
def test_every_game_has_words_for_every_code_of_its_family(game: str, prefix: str) -> None:
    for code in GAME_CODES[prefix]:
        assert WORDS.has(WORDS.game_key(game, f"{prefix}.{code}")), f"{game} has no {prefix}.{code}"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "key", [key for call in CALLS if call.method == "of_game" for key in call.keys if not key.endswith("*")]
)
def test_every_game_has_the_words_that_are_named_in_the_code(game: str, key: str) -> None:
    assert WORDS.has(WORDS.game_key(game, key))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_s_own_words_are_words_of_its_family_too(game: str) -> None:
    family = WORDS(f"{game}.family")
    told = {key for key in own_keys(game) if not GAME_ALONE.match(key)}
    strays = {key for key in told if not WORDS.has(f"{family}.{key}")}
    assert not strays


@pytest.mark.parametrize("game", GAMES)
def test_a_refusal_in_a_game_s_own_words_is_a_refusal(game: str) -> None:
    codes = {key.removeprefix("refusal.") for key in own_keys(game) if key.startswith("refusal.")}
    assert codes <= {str(code) for code in CODES["refusal"]}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_s_own_words_need_no_value_that_its_family_s_do_not(game: str) -> None:
    family = WORDS(f"{game}.family")
    for key in own_keys(game):
        common = f"{family}.{key}" if not key.startswith("refusal.") else key
        if WORDS.has(common) and not key.startswith("option."):
            assert WORDS.needed(f"{game}.{key}") <= WORDS.fields(common), key


@pytest.mark.parametrize("prefix", PARTS)
def test_every_code_has_its_words_among_others(prefix: str) -> None:
    assert {str(code) for code in PARTS[prefix]} <= own_keys(prefix)


@pytest.mark.parametrize("call", [call for call in CALLS if call.method == "under"], ids=str)
def test_every_prefix_that_takes_a_code_is_enumerated_here(call: Call) -> None:
    for prefix in call.keys:
        assert prefix in CODES or prefix in PARTS, f"{call.where}: say which codes {prefix} takes"


def test_no_sentence_is_left_that_nobody_says() -> None:
    heads = {key[:-1] for call in CALLS for key in call.keys if key.endswith("*")}
    prefixes = tuple(heads | {f"{prefix}." for prefix in [*CODES, *GAME_CODES]})
    by_code = {f"{prefix}.{code}" for prefix, codes in PARTS.items() for code in codes}
    unused = set()
    for key in WORDS.keys - by_code - INSIDE:
        owner, _, rest = key.partition(".")
        told = rest if owner in {*GAMES, *FAMILIES} else key
        if not {key, told} & STRINGS and not key.startswith(prefixes) and not told.startswith(prefixes):
            unused.add(key)
    assert not unused


def test_every_text_is_tidy() -> None:
    for line in CATALOGUE.splitlines():
        assert line == line.rstrip()
        assert "  " not in line, line
    texts = " ".join(re.findall(r'"(.+?)"', CATALOGUE))
    assert "TODO" not in texts
    for word in ("coins", "credits", "wager", "deck", "lobby"):
        assert word not in texts.lower(), f"{word}: not one of our words"


def test_every_way_of_showing_a_value_is_known() -> None:
    specs = set(re.findall(r"\{\w+:(\w+)\}", CATALOGUE))
    values: dict[str, Any] = {"amount": 100, "counters": 100, "signed": 100, "relative": 0, "clock": 0}
    assert specs <= set(values)
    for spec, value in values.items():
        words = Words(
            {"amount": {"counters": {"one": "{amount}", "other": "{amount}"}}, "x": f"{{v:{spec}}}"}
        )
        assert words("x", v=value)
