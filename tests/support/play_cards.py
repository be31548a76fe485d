"""Cards anywhere in a value: to list them, to swap two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any

from bot.engine.cards import Card


def cards_in(value: Any) -> Iterator[Card]:
    """Every card named anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, str | int | None):
        return
    elif is_dataclass(value) and not isinstance(value, type):
        for one in fields(value):
            yield from cards_in(getattr(value, one.name))
    elif isinstance(value, Mapping):
        for key, held in value.items():
            yield from cards_in(key)
            yield from cards_in(held)
    elif isinstance(value, tuple | list | frozenset | set):
        for held in value:
            yield from cards_in(held)


def swapped(value: Any, one: Card, other: Card) -> Any:
    """The value with two cards in each other's place."""
    if isinstance(value, Card):
        return other if value == one else one if value == other else value
    if is_dataclass(value) and not isinstance(value, type):
        changes = {name.name: swapped(getattr(value, name.name), one, other) for name in fields(value)}
        return replace(value, **changes)
    if isinstance(value, tuple):
        return tuple(swapped(held, one, other) for held in value)
    return value
