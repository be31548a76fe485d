"""Every game there is. Adding one means adding its line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.engine.game import Game
from bot.engine.games.pontoon import PONTOON

GAMES: Final[Mapping[str, Game[Any, Any, Any, Any, Any, Any]]] = MappingProxyType(
    {game.key: game for game in (PONTOON,)}
)
