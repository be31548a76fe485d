"""The public message of every table: posted, kept up to date, and posted again.

A message is a cache of a view. Whatever changed, the board draws the newest
view and brings the message to it; so nothing is queued, a burst of changes is
one edit, and a picture that did not arrive is made good by the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final, Protocol

import discord

from bot.messenger.screen import Screen
from bot.messenger.trouble import FAILURES, Trouble, trouble_of
from bot.table.clock import Clock
from bot.views import TablePhase, TableView

_log = logging.getLogger(__name__)

# Discord lets a message be edited freely for its first hour only (error 30046).
_AGE_MAX: Final = timedelta(minutes=55)
# Too many refused requests get a bot's address banned: ask again rarely.
_FORBIDDEN_SECONDS: Final = 60
_RETRY_SECONDS_MAX: Final = 60
_LAST_TRIES: Final = 5
# Pictures a second when all of them are drawn anew; Discord allows 50 requests of every kind.
_REDRAWN_PER_SECOND: Final = 20


class Tables(Protocol):
    """What the board asks of the tables."""

    def view(self, table_id: int, user_id: int | None) -> TableView: ...
    def message_of(self, table_id: int) -> int | None: ...
    async def remember_message(self, table_id: int, channel_id: int, message_id: int) -> None: ...
    async def abandon(self, *, channel_id: int) -> None: ...


class Drawing(Protocol):
    """How a table looks to the channel, and what is left where it stood before."""

    def table(self, view: TableView) -> discord.ui.LayoutView: ...
    def moved(self, link: str) -> discord.ui.LayoutView: ...


class Answer:
    """A click on a table's message, while it is being answered."""

    def __init__(self, board: Board, screen: Screen) -> None:
        self._board = board
        self._screen = screen

    def picture(self, message_id: int) -> discord.ui.LayoutView | None:
        """Return what the clicked message is to show now.

        None where the board is about to post the table anew: then it does the rest.
        """
        return self._board.picture(self._screen, message_id)


class Opening:
    """A table that is being opened by a command, whose answer shows it."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def picture(self, table_id: int) -> discord.ui.LayoutView:
        """Return what the answer is to show."""
        return self._board.first_picture(table_id)

    async def posted(self, table_id: int, message_id: int) -> None:
        """Take the answer for the table's message."""
        await self._board.posted(table_id, message_id)


class Board:
    """Every table's public message. One write at a time to each; the newest state wins."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        drawing: Drawing,
        clock: Clock,
        *,
        repost_minutes: int,
        edit_interval_seconds: float,
    ) -> None:
        self._client = client
        self._tables = tables
        self._drawing = drawing
        self._clock = clock
        self._repost_age = timedelta(minutes=repost_minutes)
        self._interval = edit_interval_seconds
        self._screens: dict[int, Screen] = {}
        self._latest: dict[int, int] = {}
        self._held_channels: set[int] = set()
        self._is_stopped = False

    # what others tell the board

    def changed(self, table_id: int) -> None:
        """A table has changed: its message follows, at most one edit per interval."""
        screen = self._screen(table_id)
        screen.is_dirty = True
        self._schedule(screen)

    def redraw(self, table_ids: Iterable[int]) -> None:
        """Draw tables anew, a few at a time: after a start their clocks may run otherwise."""
        loop = asyncio.get_running_loop()
        for place, table_id in enumerate(table_ids):
            loop.call_later(place / _REDRAWN_PER_SECOND, self.changed, table_id)

    def stands_below(self, channel_id: int, message_id: int) -> None:
        """The bot has said something else in the channel, so a table there has moved up."""
        self._latest[channel_id] = max(message_id, self._latest.get(channel_id, 0))

    def message_gone(self, message_id: int) -> None:
        """Somebody deleted a message; if it was a table's, the table is posted again."""
        for screen in self._screens.values():
            if screen.message_id == message_id:
                screen.message_id = None
                self.changed(screen.table_id)

    @contextmanager
    def answering(self, table_id: int) -> Iterator[Answer]:
        """While a click on the table's message is answered, the board itself keeps still.

        The answer carries the new picture, so that no edit is needed after it.
        """
        screen = self._screen(table_id)
        try:
            with screen.writing():
                yield Answer(self, screen)
        finally:
            self._schedule(screen)
            self._forget_if_done(screen)

    @contextmanager
    def opening(self, channel_id: int) -> Iterator[Opening]:
        """While a table is opened by a command the board keeps still: the answer is its first message."""
        self._held_channels.add(channel_id)
        try:
            yield Opening(self)
        finally:
            self._held_channels.discard(channel_id)
            for screen in self._screens.values():
                if screen.channel_id == channel_id:
                    screen.is_dirty |= screen.message_id is None
                    self._schedule(screen)

    def first_picture(self, table_id: int) -> discord.ui.LayoutView:
        """Return what a table's first message is to show; see `opening`."""
        return self._drawn(self._screen(table_id), self._tables.view(table_id, None))

    async def posted(self, table_id: int, message_id: int) -> None:
        """A message with the table's picture stands in its channel now."""
        await self._adopt(self._screen(table_id), message_id)

    async def repost(self, table_id: int) -> bool:
        """Post the table's message again at the foot of the channel; whether that went well."""
        screen = self._screen(table_id)
        screen.must_post = True
        screen.is_dirty = True
        while screen.task is not None:
            await asyncio.wait((screen.task,))
        screen.stop_timer()
        if screen.must_post:
            await self._start(screen)
        return not screen.must_post

    async def stop(self) -> None:
        """Write nothing more; waits for what is on its way."""
        self._is_stopped = True
        tasks = [screen.task for screen in self._screens.values() if screen.task is not None]
        for screen in self._screens.values():
            screen.stop_timer()
        if tasks:
            await asyncio.wait(tasks)

    def picture(self, screen: Screen, message_id: int) -> discord.ui.LayoutView | None:
        """Return what a message of the table is to show; see `Answer.picture`."""
        if screen.message_id is None and screen.task is None:
            screen.message_id = message_id
        if screen.message_id is not None and screen.message_id != message_id:
            return self._drawing.moved(self._link(screen, screen.message_id))
        view = self._tables.view(screen.table_id, None)
        if self._is_post_due(screen, view):
            return None
        return self._drawn(screen, view)

    def link(self, table_id: int) -> str | None:
        """Return the address of the table's message; None while there is none."""
        screen = self._screen(table_id)
        return None if screen.message_id is None else self._link(screen, screen.message_id)

    # when

    def _screen(self, table_id: int) -> Screen:
        screen = self._screens.get(table_id)
        if screen is None:
            view = self._tables.view(table_id, None)
            screen = Screen(
                table_id, view.guild_id, view.channel_id, self._tables.message_of(table_id), view.round_index
            )
            self._screens[table_id] = screen
        return screen

    def _schedule(self, screen: Screen) -> None:
        if self._is_owed(screen) and screen.timer is None and screen.task is None:
            loop = asyncio.get_running_loop()
            screen.timer = loop.call_later(max(0.0, screen.next_at - loop.time()), self._due, screen)

    def _due(self, screen: Screen) -> None:
        screen.timer = None
        if self._is_owed(screen):
            self._start(screen)

    def _is_owed(self, screen: Screen) -> bool:
        """Whether the board is to write: what is being answered brings the newest picture along."""
        is_free = screen.writers == 0 and screen.channel_id not in self._held_channels
        return screen.is_dirty and is_free and not self._is_stopped

    def _start(self, screen: Screen) -> asyncio.Task[None]:
        screen.task = asyncio.get_running_loop().create_task(
            self._write(screen), name=f"board-{screen.table_id}"
        )
        return screen.task

    async def _write(self, screen: Screen) -> None:
        pause: float = self._interval
        try:
            with screen.writing():
                await self._bring_up_to_date(screen)
            screen.failures = 0
        except FAILURES as error:
            pause = await self._after(screen, error)
        except Exception:  # noqa: BLE001 - a picture that cannot be drawn must not take the bot along
            screen.is_dirty = False
            _log.exception("event=board_failed table=%d", screen.table_id)
        finally:
            screen.task = None
        screen.next_at = asyncio.get_running_loop().time() + pause
        self._schedule(screen)
        self._forget_if_done(screen)

    def _forget_if_done(self, screen: Screen) -> None:
        """Keep nothing of a closed table once its last picture is out."""
        if screen.is_closed and not screen.is_dirty and not screen.writers:
            self._screens.pop(screen.table_id, None)
            self._latest.pop(screen.channel_id, None)

    # what

    async def _bring_up_to_date(self, screen: Screen) -> None:
        view = self._tables.view(screen.table_id, None)
        is_post_due = self._is_post_due(screen, view)
        picture = self._drawn(screen, view)
        if is_post_due:
            channel = self._client.get_partial_messageable(screen.channel_id, guild_id=screen.guild_id)
            message = await channel.send(view=picture)
            await self._adopt(screen, message.id)
        else:
            assert screen.message_id is not None, "a table without a message is posted"
            await self._message(screen, screen.message_id).edit(view=picture)

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
        age = self._clock.now() - discord.utils.snowflake_time(screen.message_id)
        if age >= _AGE_MAX:
            return True
        begins = view.phase is TablePhase.ROUND and view.round_index != screen.round_index
        has_moved_up = self._latest.get(screen.channel_id, 0) > screen.message_id
        return begins and (age >= self._repost_age or has_moved_up)

    async def _adopt(self, screen: Screen, message_id: int) -> None:
        old_id, screen.message_id = screen.message_id, message_id
        screen.must_post = False
        self.stands_below(screen.channel_id, message_id)
        await self._tables.remember_message(screen.table_id, screen.channel_id, message_id)
        if old_id is None or old_id == message_id:
            return
        try:
            await self._message(screen, old_id).edit(view=self._drawing.moved(self._link(screen, message_id)))
        except FAILURES as error:
            # The old picture stays as it is; its buttons say that they are old.
            _log.info("event=old_message_stays table=%d reason=%r", screen.table_id, str(error))

    async def _after(self, screen: Screen, error: BaseException) -> float:
        """Decide what follows a failed write; returns the seconds to wait before the next."""
        what = trouble_of(error)
        screen.failures += 1
        if screen.is_closed and (what is Trouble.FORBIDDEN or screen.failures >= _LAST_TRIES):
            # Nobody plays there any more: an old picture does no harm.
            screen.is_dirty = False
        _log.warning(
            "event=board_trouble table=%d channel=%d what=%s failures=%d reason=%r",
            screen.table_id, screen.channel_id, what.name, screen.failures, str(error),
        )  # fmt: skip
        match what:
            case Trouble.MESSAGE_GONE:
                screen.must_post = True
                return self._interval if screen.failures == 1 else _backoff(screen.failures)
            case Trouble.CHANNEL_GONE:
                screen.is_dirty = False
                self._screens.pop(screen.table_id, None)
                await self._tables.abandon(channel_id=screen.channel_id)
                return 0
            case Trouble.FORBIDDEN:
                return _FORBIDDEN_SECONDS
            case Trouble.UNSENDABLE:
                screen.is_dirty = False
                return self._interval
            case Trouble.LATER:
                return _backoff(screen.failures)

    def _message(self, screen: Screen, message_id: int) -> discord.PartialMessage:
        channel = self._client.get_partial_messageable(screen.channel_id, guild_id=screen.guild_id)
        return channel.get_partial_message(message_id)

    @staticmethod
    def _link(screen: Screen, message_id: int) -> str:
        return f"https://discord.com/channels/{screen.guild_id}/{screen.channel_id}/{message_id}"


def _backoff(failures: int) -> int:
    """Return the seconds to wait after so many failures in a row: 2, 4, 8 ... at most a minute."""
    return min(_RETRY_SECONDS_MAX, 1 << min(failures, 6))
