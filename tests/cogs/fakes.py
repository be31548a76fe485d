"""Tables that do nothing but be looked at, for tests of what is posted and edited where."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import discord
import simcord
from discord import ui

from bot.engine.game import Amount, Seat
from bot.messenger.board import Board
from bot.messenger.hands import Hands
from bot.messenger.turns import Turns
from bot.views import FairnessView, SeatLine, SeatStatus, TablePhase, TableView

TABLE = 7


def a_view(channel_id: int, guild_id: int, *users: tuple[int, str]) -> TableView:
    """A table in its lobby, the users seated."""
    return TableView(
        table_id=TABLE,
        guild_id=guild_id,
        channel_id=channel_id,
        version=1,
        game="pontoon",
        preset="seed001",
        rules=None,
        options=(),
        phase=TablePhase.LOBBY,
        round_index=0,
        opener_id=users[0][0] if users else 0,
        seats=tuple(
            SeatLine(Seat(seat), user, name, SeatStatus.IN) for seat, (user, name) in enumerate(users)
        ),
        seat_max=8,
        seat_min=3,
        stake_min=Amount(100),
        stake_max=Amount(1000),
        clock_seconds=0,
        banker=None,
        viewer=None,
        round=None,
        offers=(),
        decisions={},
        deadlines={},
        next_deal_at=None,
        is_last_round=False,
        ends_at=None,
        sale=None,
        bid=None,
        notes=(),
        fairness=FairnessView(None, "00" * 32),
    )


@dataclass
class FakeTables:
    """One table. `shows` changes what it looks like."""

    state: TableView
    message_id: int | None = None
    abandoned: list[int] = field(default_factory=list)

    def view(self, table_id: int, user_id: int | None) -> TableView:
        assert table_id == TABLE
        seat = next((line.seat for line in self.state.seats if line.user_id == user_id), None)
        return replace(self.state, viewer=seat)

    def message_of(self, table_id: int) -> int | None:
        return self.message_id

    async def remember_message(self, table_id: int, channel_id: int, message_id: int) -> None:
        self.message_id = message_id

    async def abandon(self, *, channel_id: int) -> None:
        self.abandoned.append(channel_id)

    def shows(self, **changes: Any) -> None:
        self.state = replace(self.state, version=self.state.version + 1, **changes)


class PlainDrawing:
    """A table as one line of text: enough to see which state a message shows."""

    waiting: tuple[int, ...] = ()
    is_broken = False
    has_cards = True

    def table(self, view: TableView) -> ui.LayoutView:
        if self.is_broken:
            raise ZeroDivisionError("a picture that cannot be drawn")
        return _line(f"version {view.version}", f"vt:{TABLE}:{view.round_index}:-:join")

    def moved(self, link: str) -> ui.LayoutView:
        return _line(f"moved to {link}")

    def has_hand(self, view: TableView) -> bool:
        return self.has_cards and view.viewer is not None

    def hand(self, view: TableView) -> ui.LayoutView:
        return _line(f"hand {view.viewer} at {view.version}")

    def mention(self, view: TableView, link: str | None) -> tuple[str, tuple[int, ...]] | None:
        return (" ".join(f"<@{user}>" for user in self.waiting), self.waiting) if self.waiting else None


def _line(text: str, custom_id: str | None = None) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    if custom_id is not None:
        view.add_item(ui.ActionRow(ui.Button(label="Press", custom_id=custom_id)))
    view.stop()
    return view


@dataclass
class Room:
    """A channel with one fake table, and the messenger that shows it."""

    env: simcord.Env
    guild: Any
    channel: Any
    members: tuple[Any, ...]
    tables: FakeTables
    drawing: PlainDrawing
    board: Board
    hands: Hands
    turns: Turns

    async def change(self, **changes: Any) -> None:
        """The table changes, and whoever draws it is told."""
        self.shows(**changes)
        await self.env.settle()

    def shows(self, **changes: Any) -> None:
        """The same, with nothing awaited."""
        self.tables.shows(**changes)
        with self.env._bot_scope():
            self.board.changed(TABLE)
            self.hands.changed(TABLE)
            self.turns.changed(TABLE)

    def texts(self) -> list[str]:
        """What stands in the channel for all to see, oldest first."""
        return [text_of(message) for message in self.channel.history()]

    def requests(self, method: str) -> list[str]:
        """The paths of the bot's requests of this method."""
        return [request.path for request in self.env.http_requests if request.method == method]


@asynccontextmanager
async def a_room(
    *, interval: float = 0, repost_minutes: int = 30, threads: bool = False
) -> AsyncIterator[Room]:
    """A running bot that does nothing but show one table; Ann and Ben are seated, Cleo looks on."""
    bot = discord.Client(intents=discord.Intents(guilds=True))
    async with simcord.run(bot, settle_timeout=1) as env:
        guild = env.create_guild("The Card Room")
        members = tuple(
            guild.add_member(env.create_user(name.lower(), global_name=name))
            for name in ("Ann", "Ben", "Cleo")
        )
        channel = guild.create_text_channel("card-table")
        await env.settle()
        tables = FakeTables(
            a_view(channel.id, guild.id, *[(member.id, member.name) for member in members[:2]])
        )
        drawing = PlainDrawing()
        board = Board(
            bot,
            tables,
            drawing,
            repost_minutes=repost_minutes,
            edit_interval_seconds=interval,
        )
        hands = Hands(tables, drawing, edit_interval_seconds=interval)
        turns = Turns(bot, tables, drawing, board.link)
        yield Room(env, guild, channel, members, tables, drawing, board, hands, turns)
        await turns.stop()
        await hands.stop()
        await board.stop()


def text_of(message: Any) -> str:
    """The text of a message, of either kind."""
    roots = (
        message.components
        if isinstance(message, simcord.ResponseMessage)
        else [c.to_dict() for c in message.components]
    )
    parts = [c["content"] for c in simcord.components.walk_components(roots) if c.get("type") == 10]
    return "\n".join([message.content, *parts]).strip()
