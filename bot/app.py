"""Where the parts are put together: the only file that knows them all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.ledger.ledger import Ledger
from bot.messenger.board import Board
from bot.messenger.clock import DiscordClock
from bot.messenger.drawing import Drawing
from bot.messenger.emoji import CardFaces
from bot.messenger.hands import Hands
from bot.messenger.people import People
from bot.messenger.presence import Presence
from bot.messenger.registration import register_commands
from bot.messenger.turns import Turns
from bot.paths import DATA
from bot.presentation.strings import load_words
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.facts import Facts
from bot.table.clock import Clock
from bot.table.fairness import Fairness
from bot.table.members import Members
from bot.table.packs import Packs, SeededPacks
from bot.table.presets import load_presets
from bot.table.service import Tables
from bot.views import TablePhase
from cogs._errors import apologise
from cogs._house import House
from cogs.actions import Actions
from cogs.counters import Counters
from cogs.fairness import Fairness as FairnessCog
from cogs.places import Places
from cogs.pontoon import Pontoon
from cogs.settings import SettingsCog
from cogs.tables import Tables as TablesCog

_log = logging.getLogger(__name__)

_RUNNING: Final = (TablePhase.ROUND, TablePhase.PAUSE)


class Vingt(commands.AutoShardedBot):
    """The bot. What it is made of exists from `setup_hook` to `close`.

    `ledger` answers for balances and the audit, `tables` for the tables; both
    are also what outside checks rely on.
    """

    ledger: Ledger
    tables: Tables
    house: House

    def __init__(self, settings: Settings, packs: Packs | None, clock: Clock | None) -> None:
        super().__init__(
            # There are slash commands only: the bot reads nobody's messages.
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            shard_count=settings.shard_count,
            # A longer wait is an error the board deals with, not a request that hangs.
            max_ratelimit_timeout=30.0,
        )
        self._settings = settings
        self._packs = packs
        self._clock = clock or DiscordClock()
        self._resources = contextlib.AsyncExitStack()
        self._faces_task: asyncio.Task[None] | None = None
        self.tree.error(self._command_failed)

    async def setup_hook(self) -> None:
        """Open the database and bring every table back, before the first event arrives.

        Raises StorageError with a sentence for whoever started the bot.
        """
        await self._let_go()  # the same object may be started again
        async with contextlib.AsyncExitStack() as stack:
            database = await Database.open(self._settings.database)
            stack.push_async_callback(database.close)
            await self._furnish(database, stack)
            self._resources = stack.pop_all()
        running = [t for t in self.tables.open_ids() if self.tables.view(t, None).phase in _RUNNING]
        self.house.board.redraw(running)
        facts = Facts(database)
        await register_commands(self.tree, self._settings.dev_guild_id, facts.recall, facts.remember)

    async def close(self) -> None:
        """Stop cleanly: nothing is lost, for nothing is kept in memory alone."""
        await self._let_go()
        await super().close()

    async def on_ready(self) -> None:
        """Say that the bot is there; Discord may say so several times."""
        _log.info("event=ready user=%s guilds=%d", self.user, len(self.guilds))

    async def _furnish(self, database: Database, stack: contextlib.AsyncExitStack) -> None:
        """Put the parts together, lowest first; what is to be stopped is stopped in the other order."""
        settings, clock = self._settings, self._clock
        presets = load_presets()
        self.ledger = Ledger(database)
        self.tables = Tables(
            database=database,
            presets=presets,
            packs=self._packs or SeededPacks(),
            clock=clock,
            settings=settings,
        )
        faces = CardFaces(self, DATA / "cards", is_four_colour=settings.four_colour)
        drawing = Drawing(load_words(), faces)
        board = Board(
            self,
            self.tables,
            drawing,
            repost_minutes=settings.repost_minutes,
            edit_interval_seconds=settings.edit_interval_seconds,
        )
        hands = Hands(self.tables, drawing, edit_interval_seconds=settings.edit_interval_seconds)
        people = People(self, clock)
        presence = Presence(self.tables, people)
        self.tables.subscribe(board.changed)
        self.tables.subscribe(hands.changed)
        self.tables.subscribe(presence.changed)
        await self.tables.start()
        stack.push_async_callback(self.tables.stop)
        stack.push_async_callback(board.stop)
        stack.push_async_callback(hands.stop)
        stack.push_async_callback(presence.stop)
        if settings.mention_turns:
            turns = Turns(self, self.tables, drawing, board.link)
            self.tables.subscribe(turns.changed)
            stack.push_async_callback(turns.stop)
        self.house = House(
            settings=settings,
            clock=clock,
            tables=self.tables,
            members=Members(self.ledger, clock, settings),
            presets=presets,
            fairness=Fairness(database),
            drawing=drawing,
            board=board,
            hands=hands,
            people=people,
            audit=self.ledger.audit,
        )
        for cog in (
            TablesCog(self.house),
            Actions(self.house),
            Counters(self.house),
            FairnessCog(self.house),
            SettingsCog(self.house),
            Places(self.house),
            Pontoon(self.house),
        ):
            await self.add_cog(cog, override=True)
        self._faces_task = asyncio.create_task(faces.load(), name="faces")

    async def _let_go(self) -> None:
        if self._faces_task is not None:
            self._faces_task.cancel()
            self._faces_task = None
        await self._resources.aclose()

    async def _command_failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError, /
    ) -> None:
        """Answer for a command that broke, whatever broke it."""
        name = interaction.command.qualified_name if interaction.command is not None else "?"
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await apologise(self.house, interaction, cause, about=f"/{name}")


def create_bot(settings: Settings, *, packs: Packs | None = None, clock: Clock | None = None) -> Vingt:
    """Return the bot, not yet started.

    `packs` and `clock` stand in for chance and time in tests. Its database is
    opened as it logs in; StorageError is raised then.
    """
    return Vingt(settings, packs, clock)
