"""Putting a table's picture where it belongs: into its message, or into a new one."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final, Protocol

import discord

from bot.messenger.screen import Screen
from bot.messenger.trouble import FAILURES
from bot.views import TablePhase, TableView

_log = logging.getLogger(__name__)

# Discord lets a message be edited freely for its first hour only (error 30046).
_AGE_MAX: Final = timedelta(minutes=55)


class Tables(Protocol):
    """What is asked of the tables to show them."""

    def view(self, table_id: int, user_id: int | None) -> TableView: ...
    async def remember_message(self, table_id: int, channel_id: int, message_id: int) -> None: ...


class Drawing(Protocol):
    """How a table looks to the channel, and what is left where it stood before."""

    def table(self, view: TableView) -> discord.ui.LayoutView: ...
    def moved(self, link: str) -> discord.ui.LayoutView: ...


class Poster:
    """Draws tables, and posts and edits their messages. Raises what Discord refuses."""

    def __init__(
        self, client: discord.Client, tables: Tables, drawing: Drawing, *, repost_minutes: int
    ) -> None:
        self._client = client
        self._tables = tables
        self._drawing = drawing
        self._repost_age = timedelta(minutes=repost_minutes)
        self._latest: dict[int, int] = {}

    def stands_below(self, channel_id: int, message_id: int) -> None:
        """The bot has said something in the channel, so a table there has moved up."""
        self._latest[channel_id] = max(message_id, self._latest.get(channel_id, 0))

    def forget(self, channel_id: int) -> None:
        """Nothing in the channel is of interest any more."""
        self._latest.pop(channel_id, None)

    async def bring_up_to_date(self, screen: Screen) -> None:
        """Have the table's message show the table as it is, or post one that does."""
        view = self._tables.view(screen.table_id, None)
        is_post_due = self._is_post_due(screen, view)
        picture = self._drawn(screen, view)
        if is_post_due:
            channel = self._client.get_partial_messageable(screen.channel_id, guild_id=screen.guild_id)
            message = await channel.send(view=picture)
            await self.adopt(screen, message.id)
        else:
            assert screen.message_id is not None, "a table without a message is posted"
            await self._message(screen, screen.message_id).edit(view=picture)

    def picture(self, screen: Screen, message_id: int) -> discord.ui.LayoutView | None:
        """Return what a message that was clicked is to show: the table, or where it went.

        None where the table is about to be posted anew.
        """
        if screen.message_id is None and screen.task is None:
            screen.message_id = message_id
        if screen.message_id is not None and screen.message_id != message_id:
            return self._drawing.moved(link(screen, screen.message_id))
        view = self._tables.view(screen.table_id, None)
        return None if self._is_post_due(screen, view) else self._drawn(screen, view)

    def first_picture(self, screen: Screen) -> discord.ui.LayoutView:
        """Return what the first message of a table shows."""
        return self._drawn(screen, self._tables.view(screen.table_id, None))

    async def adopt(self, screen: Screen, message_id: int) -> None:
        """Take a message that shows the table for its own; the one before becomes a link to it."""
        old_id, screen.message_id = screen.message_id, message_id
        screen.must_post = False
        self.stands_below(screen.channel_id, message_id)
        await self._tables.remember_message(screen.table_id, screen.channel_id, message_id)
        if old_id is None or old_id == message_id:
            return
        try:
            await self._message(screen, old_id).edit(view=self._drawing.moved(link(screen, message_id)))
        except FAILURES as error:
            # The old picture stays as it is; its buttons say that they are old.
            _log.info("event=old_message_stays table=%d reason=%r", screen.table_id, str(error))

    def _drawn(self, screen: Screen, view: TableView) -> discord.ui.LayoutView:
        """Return the newest picture; what changes from now on is not on it."""
        screen.is_dirty = False
        screen.is_closed = view.phase is TablePhase.CLOSED
        picture = self._drawing.table(view)
        screen.round_index = view.round_index
        return picture

    def _is_post_due(self, screen: Screen, view: TableView) -> bool:
        if screen.message_id is None or screen.must_post:
            return True
        # Ids tell Discord's time, so it is Discord's time that they are held against.
        age = discord.utils.utcnow() - discord.utils.snowflake_time(screen.message_id)
        if age >= _AGE_MAX:
            return True
        begins = view.phase is TablePhase.ROUND and view.round_index != screen.round_index
        has_moved_up = self._latest.get(screen.channel_id, 0) > screen.message_id
        return begins and (age >= self._repost_age or has_moved_up)

    def _message(self, screen: Screen, message_id: int) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(screen.channel_id, guild_id=screen.guild_id)
        return channel.get_partial_message(message_id)


def link(screen: Screen, message_id: int) -> str:
    """Return the address of a message in the table's channel."""
    return f"https://discord.com/channels/{screen.guild_id}/{screen.channel_id}/{message_id}"
