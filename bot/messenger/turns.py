"""A short mention of whom the table waits for, taken away when his turn ends.

Only a new message reaches a phone: an edit of the table's notifies nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import discord

from bot.messenger.trouble import FAILURES, Trouble, trouble_of
from bot.views import TablePhase, TableView

_log = logging.getLogger(__name__)

_STOP_SECONDS: Final = 5


class Tables(Protocol):
    """What the mentions ask of the tables."""

    def view(self, table_id: int, user_id: int | None) -> TableView: ...


class Drawing(Protocol):
    """The words of a mention, and whom it may notify; None when nobody is waited for."""

    def mention(self, view: TableView, link: str | None) -> tuple[str, tuple[int, ...]] | None: ...


@dataclass(slots=True)
class _Call:
    """What stands in a channel: whom it calls, and the message. `is_quiet`: nothing may be said there."""

    users: frozenset[int] = frozenset()
    message: discord.Message | None = None
    is_dirty: bool = False
    is_quiet: bool = False
    task: asyncio.Task[None] | None = None


class Turns:
    """The mentions of every table: at most one message each."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        drawing: Drawing,
        link_of: Callable[[int], str | None],
    ) -> None:
        """`link_of` returns the address of a table's message."""
        self._client = client
        self._tables = tables
        self._drawing = drawing
        self._link_of = link_of
        self._calls: dict[int, _Call] = {}
        self._is_stopped = False

    def changed(self, table_id: int) -> None:
        """A table has changed: call whoever is waited for now, once a turn."""
        call = self._calls.setdefault(table_id, _Call())
        call.is_dirty = True
        if call.task is None and not call.is_quiet and not self._is_stopped:
            call.task = asyncio.get_running_loop().create_task(
                self._follow(table_id, call), name=f"turn-{table_id}"
            )

    async def stop(self) -> None:
        """Take every mention away and send no more."""
        self._is_stopped = True
        tasks = [call.task for call in self._calls.values() if call.task]
        if tasks:
            await asyncio.wait(tasks)
        away = [asyncio.ensure_future(self._take_away(call)) for call in self._calls.values()]
        if away:
            # A stop does not wait for Discord for long: a call that stays is no harm.
            _, late = await asyncio.wait(away, timeout=_STOP_SECONDS)
            for task in late:
                task.cancel()

    async def _follow(self, table_id: int, call: _Call) -> None:
        try:
            while call.is_dirty:
                call.is_dirty = False
                await self._bring_up_to_date(self._tables.view(table_id, None), call)
        except FAILURES as error:
            call.is_quiet = trouble_of(error) in (Trouble.FORBIDDEN, Trouble.CHANNEL_GONE)
            _log.info("event=turn_unsaid table=%d reason=%r", table_id, str(error))
        except Exception:  # noqa: BLE001 - words that cannot be made must not take the bot along
            _log.exception("event=turn_failed table=%d", table_id)
        finally:
            call.task = None

    async def _bring_up_to_date(self, view: TableView, call: _Call) -> None:
        said = None
        if view.phase is TablePhase.CLOSED:
            self._calls.pop(view.table_id, None)
        else:
            said = self._drawing.mention(view, self._link_of(view.table_id))
        users = frozenset(said[1]) if said else frozenset[int]()
        # Of several who are asked at once each answers in his own time: whoever is
        # left has been called already. The last one left is called again.
        if users == call.users or (len(users) > 1 and users < call.users):
            return
        await self._take_away(call)
        call.users = users
        if said is None:
            return
        text, user_ids = said
        channel = self._client.get_partial_messageable(view.channel_id, guild_id=view.guild_id)
        call.message = await channel.send(text, allowed_mentions=_only(user_ids))

    async def _take_away(self, call: _Call) -> None:
        message, call.message, call.users = call.message, None, frozenset()
        if message is None:
            return
        try:
            await message.delete()
        except FAILURES as error:
            _log.debug("event=turn_stays reason=%r", str(error))


def _only(user_ids: Sequence[int]) -> discord.AllowedMentions:
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)
