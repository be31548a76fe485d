"""Whether those a table waits for are still in the server.

Without the privileged list of members nobody tells the bot that one has left, and
a table without a clock would wait for him for ever. So whoever keeps a table
waiting for long is asked about.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from bot.messenger.people import People
from bot.views import TablePhase, TableView

_log = logging.getLogger(__name__)

_FIRST_SECONDS: Final = 120
_AGAIN_SECONDS: Final = 900


class Tables(Protocol):
    """What is asked of the tables."""

    def view(self, table_id: int, user_id: int | None) -> TableView: ...
    async def abandon(self, *, guild_id: int, user_id: int) -> None: ...


class Presence:
    """Takes from their seats those who keep a table waiting because they left the server."""

    def __init__(self, tables: Tables, people: People) -> None:
        self._tables = tables
        self._people = people
        self._timers: dict[int, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, table_id: int) -> None:
        """Somebody has answered: the wait begins anew."""
        timer = self._timers.pop(table_id, None)
        if timer is not None:
            timer.cancel()
        if self._tables.view(table_id, None).phase is TablePhase.ROUND:
            self._wait(table_id, _FIRST_SECONDS)

    async def stop(self) -> None:
        """Ask about nobody any more."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    def _wait(self, table_id: int, seconds: int) -> None:
        loop = asyncio.get_running_loop()
        self._timers[table_id] = loop.call_later(seconds, self._due, table_id)

    def _due(self, table_id: int) -> None:
        self._wait(table_id, _AGAIN_SECONDS)
        task = asyncio.get_running_loop().create_task(self._ask(table_id), name=f"presence-{table_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, table_id: int) -> None:
        view = self._tables.view(table_id, None)
        waited = [line.user_id for line in view.seats if line.seat in view.decisions]
        people = await self._people.look_up(view.guild_id, waited)
        for user_id, person in people.items():
            if not person.is_present:
                _log.info("event=member_gone table=%d user=%d", table_id, user_id)
                await self._tables.abandon(guild_id=view.guild_id, user_id=user_id)
