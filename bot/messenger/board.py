"""The public message of every table: posted, kept up to date, and posted again.

A message is a cache of a view. Whatever changed, the board draws the newest
view and brings the message to it; so nothing is queued, a burst of changes is
one edit, and a picture that did not arrive is made good by the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol

import discord

from bot.messenger import poster
from bot.messenger.screen import Screen
from bot.messenger.trouble import FAILURES, Trouble, trouble_of

_log = logging.getLogger(__name__)

# Too many refused requests get a bot's address banned: ask again rarely.
_FORBIDDEN_SECONDS: Final = 60
_RETRY_SECONDS_MAX: Final = 60
_LAST_TRIES: Final = 5
# Pictures a second when all of them are drawn anew; Discord allows 50 requests of every kind.
_REDRAWN_PER_SECOND: Final = 20


class Tables(poster.Tables, Protocol):
    """What the board asks of the tables."""

    def message_of(self, table_id: int) -> int | None: ...
    async def abandon(self, *, channel_id: int) -> None: ...


class Answer:
    """A click on a table's message, while it is being answered."""

    def __init__(self, posts: poster.Poster, screen: Screen) -> None:
        self._posts = posts
        self._screen = screen

    def picture(self, message_id: int) -> discord.ui.LayoutView | None:
        """Return what the clicked message is to show now.

        None where the board is about to post the table anew: then it does the rest.
        """
        return self._posts.picture(self._screen, message_id)


class Opening:
    """A table that is being opened by a command, whose answer shows it."""

    def __init__(self, posts: poster.Poster, screen_of: Callable[[int], Screen]) -> None:
        self._posts = posts
        self._screen_of = screen_of

    def picture(self, table_id: int) -> discord.ui.LayoutView:
        """Return what the answer is to show."""
        return self._posts.first_picture(self._screen_of(table_id))

    async def posted(self, table_id: int, message_id: int) -> None:
        """Take the answer for the table's message."""
        await self._posts.adopt(self._screen_of(table_id), message_id)


class Board:
    """Every table's public message. One write at a time to each; the newest state wins."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        drawing: poster.Drawing,
        *,
        repost_minutes: int,
        edit_interval_seconds: float,
    ) -> None:
        self._tables = tables
        self._poster = poster.Poster(client, tables, drawing, repost_minutes=repost_minutes)
        self._interval = edit_interval_seconds
        self._screens: dict[int, Screen] = {}
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
        self._poster.stands_below(channel_id, message_id)

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
                yield Answer(self._poster, screen)
        finally:
            self._schedule(screen)
            self._forget_if_done(screen)

    @contextmanager
    def opening(self, channel_id: int) -> Iterator[Opening]:
        """While a table is opened by a command the board keeps still: the answer is its first message."""
        self._held_channels.add(channel_id)
        try:
            yield Opening(self._poster, self._screen)
        finally:
            self._held_channels.discard(channel_id)
            for screen in self._screens.values():
                if screen.channel_id == channel_id:
                    screen.is_dirty |= screen.message_id is None
                    self._schedule(screen)

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

    def link(self, table_id: int) -> str | None:
        """Return the address of the table's message; None while there is none."""
        screen = self._screen(table_id)
        return None if screen.message_id is None else poster.link(screen, screen.message_id)

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
                await self._poster.bring_up_to_date(screen)
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
            self._poster.forget(screen.channel_id)

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


def _backoff(failures: int) -> int:
    """Return the seconds to wait after so many failures in a row: 2, 4, 8 ... at most a minute."""
    return min(_RETRY_SECONDS_MAX, 1 << min(failures, 6))
