"""A table in memory: its state, its lock, and what only the program may know of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, Final

from bot.engine.game import Amount
from bot.engine.registry import GAMES
from bot.table.codec import Codec
from bot.table.events import TABLE_EVENTS
from bot.table.state import TableState
from bot.table.store import Deadline
from bot.views import TablePhase

SERVED_MAX: Final = 128
"""Answers kept in memory against double clicks; older ones are asked of the database."""


class Table:
    """One open table. Only the service changes it, under `lock`, after the commit."""

    __slots__ = (
        "balances", "deadlines", "id", "interactions", "is_stale", "lock", "message_id", "seeds", "served", "state",
    )  # fmt: skip

    def __init__(self, table_id: int, state: TableState) -> None:
        self.id: Final = table_id
        self.state = state
        self.lock = asyncio.Lock()
        self.message_id: int | None = None
        self.seeds: dict[str, bytes] = {}
        self.interactions: tuple[str, ...] = ()
        self.served: OrderedDict[str, str] = OrderedDict()
        self.balances: dict[int, Amount] = {}
        self.deadlines: dict[int, Deadline] = {}
        self.is_stale = False

    @property
    def guild_id(self) -> int:
        return self.state.opened.guild_id

    @property
    def channel_id(self) -> int:
        return self.state.opened.channel_id

    @property
    def game(self) -> str:
        """The key of the game that is played here."""
        return self.state.opened.game

    @property
    def version(self) -> int:
        """The number of events so far."""
        return self.state.version

    @property
    def round_index(self) -> int:
        """The number of rounds begun so far."""
        return self.state.round_index

    @property
    def is_closed(self) -> bool:
        return self.state.phase is TablePhase.CLOSED

    def remember(self, action_id: str, answer: str) -> None:
        """Keep an answer, so that the same interaction gets it again."""
        self.served[action_id] = answer
        if len(self.served) > SERVED_MAX:
            self.served.popitem(last=False)


_CODECS: dict[str, Codec] = {}


def codec_of(game_key: str) -> Codec:
    """Return the codec for the log of a game's tables, made once."""
    codec = _CODECS.get(game_key)
    if codec is None:
        game: Any = GAMES[game_key]
        codec = _CODECS[game_key] = Codec((*TABLE_EVENTS, *game.event_types()), game.rules_type())
    return codec
