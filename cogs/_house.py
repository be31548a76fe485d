"""What every cog is handed: the parts of the program it may speak to."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import discord

from bot.messenger.board import Board
from bot.messenger.drawing import Drawing
from bot.messenger.hands import Hands
from bot.messenger.people import People
from bot.settings import Settings
from bot.table.clock import Clock
from bot.table.fairness import Fairness
from bot.table.members import Members
from bot.table.presets import Presets
from bot.table.service import Tables
from bot.views import Asker


@dataclass(frozen=True, slots=True)
class House:
    """The running bot as its commands and buttons see it. `audit` checks a server's books."""

    settings: Settings
    clock: Clock
    tables: Tables
    members: Members
    presets: Presets
    fairness: Fairness
    drawing: Drawing
    board: Board
    hands: Hands
    people: People
    audit: Callable[[int], Awaitable[list[str]]]


def asker(interaction: discord.Interaction) -> Asker:
    """Return who acts, with what his server lets him do; no cache is asked."""
    assert interaction.guild_id is not None, "commands and tables exist in servers only"
    allowed = interaction.permissions
    return Asker(
        interaction.guild_id,
        interaction.user.id,
        interaction.user.display_name,
        may_manage=allowed.manage_guild or allowed.administrator,
    )


def place(interaction: discord.Interaction) -> int:
    """Return the channel or thread the interaction happened in."""
    assert interaction.channel_id is not None, "an interaction in a server happens in a channel"
    return interaction.channel_id
