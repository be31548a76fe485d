"""Rules of application commands."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

CHAT: Final = 1
SUBCOMMAND: Final = 1
GROUP: Final = 2
STRING: Final = 3
# What each may hold beside options.
_NESTING: Final = {GROUP: frozenset({SUBCOMMAND}), SUBCOMMAND: frozenset[int]()}
_NUMBERS: Final = frozenset({4, 10})

NAME_MAX: Final = 32
SIZE_MAX: Final = 8000
VALUE_MAX: Final = 100
# Chat commands, user menus, message menus, entry points.
COUNTS_MAX: Final = {1: 100, 2: 15, 3: 15, 4: 1}

Command = dict[str, Any]


def commands(body: list[Command]) -> Iterator[str]:
    """Rules of PUT .../commands: all commands at once."""
    counts = Counter(one.get("type") or CHAT for one in body)
    for kind, count in counts.items():
        if count > COUNTS_MAX[kind]:
            yield f"{count} commands of type {kind}; {COUNTS_MAX[kind]} at most"
    names = Counter((one.get("type") or CHAT, one["name"]) for one in body)
    for (_, name), count in names.items():
        if count > 1:
            yield f"/{name} stands {count} times"
    for one in body:
        yield from command(one)


def command(body: Command) -> Iterator[str]:
    """Rules of one command."""
    if (size := _size(body)) > SIZE_MAX:
        yield f"/{body['name']} has {size} characters in names, descriptions and values; {SIZE_MAX} at most"
    if (body.get("type") or CHAT) != CHAT:
        if body.get("description"):
            yield f"{body['name']} is a menu and has no description"
        return
    yield from _named(body, f"/{body['name']}")
    yield from _options(body, f"/{body['name']}", frozenset(_NESTING))


def _named(thing: Command, where: str) -> Iterator[str]:
    name = thing["name"]
    if not 1 <= len(name) <= NAME_MAX or not all(map(_is_name_character, name)):
        yield f"{where}: {name!r} is no name for a command or an option"
    if name != name.lower():
        yield f"{where}: {name!r} is not in lower case"
    if not (thing.get("description") or "").strip():
        yield f"{where}: {name!r} has no description"


def _is_name_character(character: str) -> bool:
    if character in "-_'" or unicodedata.category(character)[0] in "LN":
        return True
    # These two scripts write vowels as marks, which no other script may use here.
    return unicodedata.name(character, "").startswith(("DEVANAGARI", "THAI"))


def _options(thing: Command, where: str, may_hold: frozenset[int]) -> Iterator[str]:
    options = thing.get("options") or []
    nested = [one for one in options if one["type"] in _NESTING]
    if nested and len(nested) < len(options):
        yield f"{where}: subcommands and options beside each other"
    names = [one["name"] for one in options]
    if len(set(names)) < len(names):
        yield f"{where}: an option's name stands more than once"
    required = [bool(one.get("required")) for one in options]
    if required != sorted(required, reverse=True):
        yield f"{where}: a required option stands behind an optional one"
    for one in options:
        inside = f"{where} {one['name']}"
        yield from _named(one, inside)
        if one["type"] not in _NESTING:
            yield from _option(one, inside)
        elif one["type"] not in may_hold:
            yield f"{inside}: nested too deep"
        else:
            yield from _options(one, inside, _NESTING[one["type"]])


def _option(option: Command, where: str) -> Iterator[str]:
    choices = option.get("choices") or []
    if option.get("autocomplete") and choices:
        yield f"{where}: choices and autocompletion exclude each other"
    if option["type"] == STRING and any(len(one["value"]) > VALUE_MAX for one in choices):
        yield f"{where}: a choice's value is longer than {VALUE_MAX}"
    if len({one["name"] for one in choices}) < len(choices):
        yield f"{where}: a choice stands more than once"
    low, high = option.get("min_value"), option.get("max_value")
    if option["type"] in _NUMBERS and low is not None and high is not None and low > high:
        yield f"{where}: at least {low} and at most {high}"


def _size(thing: Command) -> int:
    """Characters that count toward the size of a command; of translations the longest."""
    own = sum(
        max(map(len, [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]))
        for key in ("name", "description")
    )
    value = thing.get("value")
    parts = [*(thing.get("options") or ()), *(thing.get("choices") or ())]
    return own + (len(value) if isinstance(value, str) else 0) + sum(map(_size, parts))
