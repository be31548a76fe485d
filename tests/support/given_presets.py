"""The presets of data/presets, read by the fields of each game's rules and nothing else."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_type_hints

from bot.engine.registry import GAMES

FOLDER = Path(__file__).parents[2] / "data" / "presets"


@cache
def presets(game: str) -> dict[str, Any]:
    """Return the rules of every preset of a game by name, the default first."""
    kind = GAMES[game].rules_type()
    written = tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))
    return {name: kind(**_read(kind, options)) for name, options in written.items()}


def every_preset() -> list[tuple[str, str]]:
    """Return game and preset of everything that can be opened, for parametrized tests."""
    return [(game, preset) for game in GAMES for preset in presets(game)]


def _read(kind: type[Any], options: dict[str, Any]) -> dict[str, Any]:
    hints = get_type_hints(kind)
    known = {option.name for option in fields(kind)}
    assert set(options) <= known, f"{kind.__name__} has no {set(options) - known}"
    return {name: _value(hints[name], value) for name, value in options.items()}


def _value(hint: Any, value: Any) -> Any:
    if isinstance(value, list):
        return frozenset(get_args(hint)[0](word) for word in value)
    return hint(value) if issubclass(hint, StrEnum) else value
