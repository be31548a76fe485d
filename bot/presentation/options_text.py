"""The options of a set of rules as sentences, read from the rules themselves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from bot.presentation.look import Look


def option_names(rules: Any) -> tuple[str, ...]:
    """Return the names of every option, in the order of the rules."""
    return tuple(field.name for field in fields(rules))


def value_text(value: Any) -> str:
    """Return a value as it is typed: `on`, `16`, `pagat`, `pontoon,sale`."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, frozenset | tuple):
        return ",".join(sorted(map(str, value)))
    return str(value)


def option_text(game: str, rules: Any, name: str, look: Look) -> str:
    """Return what an option says with the value it has.

    A value with a sentence of its own gets that one; a number fills the sentence of
    its option; of several values each says its own.
    """
    value = getattr(rules, name)
    if isinstance(value, frozenset | tuple):
        return " ".join([_sentence(game, name, value_text(part), look) for part in sorted(map(str, value))])
    return _sentence(game, name, value_text(value), look)


def option_line(game: str, rules: Any, name: str, look: Look, *, is_changed: bool) -> str:
    """Return what an option says and how it is typed, with a mark if it differs from the preset."""
    key = "rules.option_changed" if is_changed else "rules.option"
    value = value_text(getattr(rules, name))
    return look.words(key, name=name, value=value, text=option_text(game, rules, name, look))


def options_brief(rules: Any, names: Iterable[str], look: Look) -> str:
    """Return several options as they are typed and no more, where room is short."""
    typed = [f"`{name}={value_text(getattr(rules, name))}`" for name in names]
    return look.words("rules.options_brief", options=look.words("name.comma").join(typed))


def switched_on(rules: Any) -> tuple[str, ...]:
    """Return the names of the options that are on."""
    return tuple(name for name in option_names(rules) if getattr(rules, name) is True)


def option_lines(game: str, rules: Any, names: Iterable[str], changed: Iterable[str], look: Look) -> str:
    """Return the lines of several options."""
    marked = frozenset(changed)
    return "\n".join([option_line(game, rules, name, look, is_changed=name in marked) for name in names])


def _sentence(game: str, name: str, value: str, look: Look) -> str:
    words = look.words
    key = words.game_key(game, f"option.{name}.{value}")
    return words(key) if words.has(key) else words.of_game(game, f"option.{name}.any", value=value)
