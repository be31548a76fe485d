"""`/settings`: what a member may set for himself."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.presentation.strings import load_words
from cogs._house import House, asker
from cogs._replies import say

words = load_words()


class SettingsCog(commands.Cog, name="Settings"):
    """A member's own settings in this server."""

    def __init__(self, house: House) -> None:
        self._house = house

    @app_commands.command(name="settings", description=words("command.settings.description"))
    @app_commands.describe(leaderboard=words("command.settings.leaderboard"))
    async def settings(
        self,
        interaction: discord.Interaction,
        leaderboard: bool | None = None,
    ) -> None:
        """Show the settings, after changing what was named."""
        who = asker(interaction)
        if leaderboard is not None:
            await self._house.members.set_off_board(who, is_off_board=not leaderboard)
        is_off_board = await self._house.members.is_off_board(who)
        await say(interaction, words("reply.off_board") if is_off_board else words("reply.on_board"))
