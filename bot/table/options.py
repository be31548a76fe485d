"""A game's options by name: read from text, written as text, listed for completion.

Everything is driven by the fields of the game's rules: a new field is a new option.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import fields, replace
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from bot.table.trouble import No
from bot.views import Refusal

R = TypeVar("R")

_TRUTHS = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def names(rules_type: type[Any]) -> tuple[str, ...]:
    """Return the options a game has, by name."""
    return tuple(sorted(field.name for field in fields(rules_type)))


def values(rules_type: type[Any], name: str) -> tuple[str, ...]:
    """Return what an option can be; empty for a number, or where there is no such option."""
    hint = get_type_hints(rules_type).get(name)
    if hint is bool:
        return ("on", "off")
    if get_origin(hint) is frozenset:
        hint = get_args(hint)[0]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(str(member.value) for member in hint)
    return ()


def read_pairs(text: str) -> dict[str, str]:
    """Return the `name=value` pairs of `text`, separated by blanks. Raises No for anything else."""
    found = {}
    for word in text.split():
        name, mark, value = word.partition("=")
        if not mark or not name:
            raise No(Refusal.BAD_OPTION_VALUE, name=word, value=value, allowed="name=value")
        found[name.lower()] = value.lower()
    return found


def with_options(rules: R, pairs: Mapping[str, Any]) -> R:
    """Return `rules` with the options of `pairs`, given as text or as a preset file's values. Raises No."""
    hints = get_type_hints(type(rules))
    changes = {}
    for name, value in pairs.items():
        if name not in hints:
            near = difflib.get_close_matches(name, hints, n=1, cutoff=0.4)
            raise No(Refusal.NO_SUCH_OPTION, name=name, **({"near": near[0]} if near else {}))
        changes[name] = _read(type(rules), name, hints[name], value)
    return replace(rules, **changes)  # type: ignore[type-var]  # every game's rules are a dataclass


def text_of(value: Any) -> str:
    """Return an option's value as it is typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, frozenset):
        return ",".join(sorted(text_of(part) for part in value))
    return str(value)


def differences(rules: Any, base: Any) -> tuple[tuple[str, str], ...]:
    """Return the options of `rules` that differ from those of `base`, as name and value."""
    return tuple(
        (name, text_of(getattr(rules, name)))
        for name in names(type(rules))
        if getattr(rules, name) != getattr(base, name)
    )


def _read(rules_type: type[Any], name: str, hint: Any, value: Any) -> Any:
    try:
        if hint is bool:
            return value if isinstance(value, bool) else _TRUTHS[str(value)]
        if hint is int:
            return int(value)
        if get_origin(hint) is frozenset:
            parts = value if isinstance(value, list) else str(value).split(",")
            return frozenset(get_args(hint)[0](part.strip()) for part in parts)
        return hint(value)
    except (KeyError, ValueError, TypeError):
        allowed = ", ".join(values(rules_type, name)) or "0, 1, 2 ..."
        raise No(Refusal.BAD_OPTION_VALUE, name=name, value=str(value), allowed=allowed) from None
