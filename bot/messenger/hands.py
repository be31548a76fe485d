"""Private hands: each player's own message, kept up to date while Discord allows it.

A private message can be written only through a token that the player's own
click gave, and for a quarter of an hour. So the last token of every player at
every table is kept in memory, and one hand message each. Without a token there
is nothing to push to: the player presses "My hand".
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

import discord

from bot.messenger.trouble import FAILURES, Trouble, trouble_of
from bot.views import TablePhase, TableView

_log = logging.getLogger(__name__)


class Tables(Protocol):
    """What the hands ask of the tables."""

    def view(self, table_id: int, user_id: int | None) -> TableView: ...


class Drawing(Protocol):
    """How a hand looks to its owner."""

    def has_hand(self, view: TableView) -> bool: ...
    def hand(self, view: TableView) -> discord.ui.LayoutView: ...


@dataclass(frozen=True, slots=True)
class HandMessage:
    """A private message that can be edited as long as the token of `through` holds.

    `is_original` says that it answers that interaction, or is what was clicked:
    Discord calls both the original response.
    """

    through: discord.Interaction
    message_id: int
    is_original: bool

    async def edit(self, picture: discord.ui.LayoutView) -> None:
        if self.is_original:
            await self.through.edit_original_response(view=picture)
        else:
            await self.through.followup.edit_message(self.message_id, view=picture)

    async def delete(self) -> None:
        if self.is_original:
            await self.through.delete_original_response()
        else:
            await self.through.followup.delete_message(self.message_id)


@dataclass(slots=True)
class _Player:
    """One player at one table.

    `shown` is what his message shows, as Discord was given it. `answering` counts
    his clicks that are being answered: the answers bring the newest hand along.
    """

    last: discord.Interaction
    message: HandMessage | None = None
    shown: Any = None
    dismissed_round: int | None = None
    answering: int = 0
    is_dirty: bool = False
    next_at: float = 0.0
    timer: asyncio.TimerHandle | None = None
    task: asyncio.Task[None] | None = None


class Hands:
    """The private hands of every table."""

    def __init__(self, tables: Tables, drawing: Drawing, *, edit_interval_seconds: float) -> None:
        self._tables = tables
        self._drawing = drawing
        self._interval = edit_interval_seconds
        self._players: dict[int, dict[int, _Player]] = {}
        self._is_stopped = False

    def changed(self, table_id: int) -> None:
        """A table has changed: the hands follow whose owner's token still holds."""
        for user_id, player in self._players.get(table_id, {}).items():
            player.is_dirty = True
            self._start(table_id, user_id, player)

    def heard(self, table_id: int, interaction: discord.Interaction) -> None:
        """Remember how a player can be reached for the next quarter of an hour."""
        self._player(table_id, interaction)

    @contextmanager
    def answering(self, table_id: int, interaction: discord.Interaction) -> Iterator[None]:
        """While a player's click is answered nothing else is sent to him; his hand follows after it."""
        player = self._player(table_id, interaction)
        player.dismissed_round = None
        player.answering += 1
        try:
            yield
        finally:
            player.answering -= 1
            self._start(table_id, interaction.user.id, player)

    async def shown(self, table_id: int, message: HandMessage, picture: discord.ui.LayoutView) -> None:
        """Take the message that shows a player's hand now for his; an older one is cleared away."""
        player = self._player(table_id, message.through)
        old, player.message = player.message, message
        player.shown = _shape(picture)
        player.dismissed_round = None
        # A push on its way may arrive after this and show an older hand.
        player.is_dirty |= player.task is not None
        if old is None or old.message_id == message.message_id or old.through.is_expired():
            return
        try:
            await old.delete()
        except FAILURES as error:
            _log.debug("event=old_hand_stays table=%d reason=%r", table_id, str(error))

    async def stop(self) -> None:
        """Send nothing more; waits for what is on its way."""
        self._is_stopped = True
        everybody = [player for players in self._players.values() for player in players.values()]
        for player in everybody:
            if player.timer is not None:
                player.timer.cancel()
        tasks = [player.task for player in everybody if player.task]
        if tasks:
            await asyncio.wait(tasks)

    def _player(self, table_id: int, interaction: discord.Interaction) -> _Player:
        players = self._players.setdefault(table_id, {})
        player = players.setdefault(interaction.user.id, _Player(interaction))
        player.last = interaction
        return player

    def _start(self, table_id: int, user_id: int, player: _Player) -> None:
        """Send the newest hand, at once or when the interval since the last is over."""
        is_busy = player.answering > 0 or player.task is not None or player.timer is not None
        if not player.is_dirty or is_busy or self._is_stopped:
            return
        loop = asyncio.get_running_loop()
        wait = player.next_at - loop.time()
        if wait > 0:
            player.timer = loop.call_later(wait, self._due, table_id, user_id, player)
        else:
            player.task = loop.create_task(
                self._push(table_id, user_id, player), name=f"hand-{table_id}-{user_id}"
            )

    def _due(self, table_id: int, user_id: int, player: _Player) -> None:
        player.timer = None
        self._start(table_id, user_id, player)

    async def _push(self, table_id: int, user_id: int, player: _Player) -> None:
        try:
            player.is_dirty = False
            view = self._tables.view(table_id, user_id)
            if await self._bring_up_to_date(view, player):
                player.next_at = asyncio.get_running_loop().time() + self._interval
            if view.phase is TablePhase.CLOSED or view.viewer is None:
                self._forget(table_id, user_id)
        except Exception:  # noqa: BLE001 - a hand that cannot be drawn must not take the bot along
            _log.exception("event=hand_failed table=%d user=%d", table_id, user_id)
        finally:
            player.task = None
        self._start(table_id, user_id, player)

    def _forget(self, table_id: int, user_id: int) -> None:
        players = self._players.get(table_id, {})
        players.pop(user_id, None)
        if not players:
            self._players.pop(table_id, None)

    async def _bring_up_to_date(self, view: TableView, player: _Player) -> bool:
        """Edit or send what is to be shown; whether Discord was asked for anything."""
        if player.message is not None and player.message.through.is_expired():
            player.message = None
        picture = self._drawing.hand(view)
        shape = _shape(picture)
        try:
            if player.message is not None:
                if shape == player.shown:
                    return False
                await player.message.edit(picture)
            else:
                if not self._is_wanted(view, player):
                    return False
                sent = await player.last.followup.send(view=picture, ephemeral=True, wait=True)
                player.message = HandMessage(player.last, sent.id, is_original=False)
            player.shown = shape
        except FAILURES as error:
            player.message = None
            if trouble_of(error) is Trouble.MESSAGE_GONE:
                # He has put it away: it comes back with the next round, or when he acts.
                player.dismissed_round = view.round_index
            _log.info("event=hand_lost table=%d reason=%r", view.table_id, str(error))
        return True

    def _is_wanted(self, view: TableView, player: _Player) -> bool:
        return (
            self._drawing.has_hand(view)
            and player.dismissed_round != view.round_index
            and not player.last.is_expired()
        )


def _shape(picture: discord.ui.LayoutView) -> Any:
    """Return what Discord is given: equal shapes look the same."""
    return picture.to_components()  # type: ignore[no-untyped-call]  # discord.py leaves it without types
