"""A table in memory: its state, its lock, and what only the program may know of it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Final

from bot.engine.game import Amount, Seat
from bot.engine.registry import GAMES
from bot.table.codec import Codec
from bot.table.cover import Cover
from bot.table.draft import Draft
from bot.table.events import TABLE_EVENTS
from bot.table.packs import Packs
from bot.table.state import TableState
from bot.table.store import Deadline
from bot.views import Done, TablePhase

SERVED_MAX: Final = 16
"""Answers kept in memory against a click that comes twice; older ones are asked of the database."""


class Table:
    """One table. Only the service changes it, under `lock`, after the commit.

    `seeds` are the server seeds of the packs in use and promised, `interactions`
    what was accepted since the last promise. `is_stale` says that memory and disk
    may differ: the table is read again before anything else.
    """

    __slots__ = (
        "_exposed", "balances", "deadlines", "id", "interactions", "is_stale", "lock", "message_id",
        "seeds", "served", "state",
    )  # fmt: skip

    def __init__(self, table_id: int, state: TableState) -> None:
        self.id: Final = table_id
        self.state = state
        self.lock = asyncio.Lock()
        self.message_id: int | None = None
        self.seeds: dict[str, bytes] = {}
        self.interactions: tuple[str, ...] = ()
        self.served: OrderedDict[str, Done] = OrderedDict()
        self.balances: dict[int, Amount] = {}
        self.deadlines: dict[int, Deadline] = {}
        self.is_stale = False
        self._exposed: Mapping[Seat, Amount] | None = None

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

    @property
    def due_at(self) -> int | None:
        """When the earliest deadline falls, in Unix milliseconds; None while nothing is due."""
        return min([deadline.due_at for deadline in self.deadlines.values()], default=None)

    def draft(self, packs: Packs, action_id: str, now_ms: int) -> Draft:
        """Return an empty draft of what an action would do here."""
        return Draft(
            self.state,
            packs,
            action_id,
            now_ms,
            seeds=self.seeds,
            interactions=self.interactions,
            exposed=self._exposed,
        )

    def cover(self) -> Cover:
        """Return what those who sit here can cover now."""
        if self._exposed is None:
            self._exposed = self.state.exposure()
        return Cover(self.state, self._exposed, self.balances)

    def answer_to(self, action_id: str) -> Done | None:
        """Return the answer that an action was given lately."""
        return self.served.get(action_id)

    def adopt(self, draft: Draft, action_id: str, done: Done) -> None:
        """Make what was committed the table's state."""
        was_promised = None if draft.before is None else draft.before.promised
        self.state = draft.state
        self._exposed = draft.exposed_after
        wanted = {self.state.pack, self.state.promised}
        seeds = {**self.seeds, **draft.new_seeds}
        self.seeds = {promise: seed for promise, seed in seeds.items() if promise in wanted}
        is_promised_anew = self.state.promised != was_promised
        self.interactions = () if is_promised_anew else (*self.interactions, action_id)
        self.remember(action_id, done)

    def remember(self, action_id: str, done: Done) -> Done:
        """Keep an answer for when the same is asked again, and return it."""
        self.served[action_id] = replace(done, is_repeat=True)
        if len(self.served) > SERVED_MAX:
            self.served.popitem(last=False)
        return done

    def take_from(self, fresh: Table) -> None:
        """Become what was read from the disk."""
        self.state, self.seeds, self.interactions = fresh.state, fresh.seeds, fresh.interactions
        self.deadlines, self._exposed = fresh.deadlines, None
        self.served.clear()
        self.is_stale = False


@cache
def codec_of(game_key: str) -> Codec:
    """Return the codec for the log of a game's tables."""
    game: Any = GAMES[game_key]
    return Codec((*TABLE_EVENTS, *game.event_types()), game.rules_type())
