"""The presets of data/presets, as a table reads them."""

from __future__ import annotations

from functools import cache
from typing import Any

from bot.engine.registry import GAMES
from bot.table.presets import load_presets


@cache
def presets(game: str) -> dict[str, Any]:
    """Return the rules of every preset of a game by name, the default first."""
    loaded = load_presets()
    return {name: loaded.rules(game, name)[1] for name in loaded.names(game)}


def every_preset() -> list[tuple[str, str]]:
    """Return game and preset of everything that can be opened, for parametrized tests."""
    return [(game, preset) for game in GAMES for preset in presets(game)]
