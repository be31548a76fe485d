"""Every game with every preset that is shipped for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.engine.registry import GAMES
from bot.table.presets import load_presets


@dataclass(frozen=True, slots=True)
class Choice:
    """What a table is opened with. `rules` is of the type `game.rules_type()`."""

    game: Any
    preset: str
    rules: Any

    def __str__(self) -> str:
        return f"{self.game.key}-{self.preset}"


def every_choice() -> list[Choice]:
    """Return the choices in the order of the registry and of the preset files."""
    presets = load_presets()
    return [
        Choice(game, name, presets.rules(key, name)[1])
        for key, game in GAMES.items()
        for name in presets.names(key)
    ]
