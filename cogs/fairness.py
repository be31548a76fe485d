"""The shuffles against their promises, and the books against themselves: for anybody to check."""

from __future__ import annotations

import io

import discord
from discord import app_commands
from discord.ext import commands

from bot.presentation.fairness_text import audit_text, books_text, verify_text
from bot.presentation.strings import load_words
from bot.views import Refusal, Refused
from cogs._house import House, asker, place
from cogs._replies import refuse, say

words = load_words()


class Fairness(commands.Cog):
    """`/verify` for players, `/audit` for those who manage the server."""

    def __init__(self, house: House) -> None:
        self._house = house

    @app_commands.command(name="verify", description=words("command.verify.description"))
    async def verify(self, interaction: discord.Interaction) -> None:
        """Recompute the packs of the channel's last table that are spent; the log goes along as a file."""
        await interaction.response.defer(ephemeral=True)
        checked = await self._house.fairness.check(asker(interaction).guild_id, place(interaction))
        if isinstance(checked, Refused):
            await refuse(interaction, checked, self._house.drawing.look)
            return
        log = discord.File(
            io.BytesIO(checked.export.encode()), filename=f"vingt-table-{checked.table_id}.json"
        )
        table = self._house.tables.open_in(place(interaction))
        view = None if table is None else self._house.tables.view(table.id, None)
        text = verify_text(checked.findings, self._house.drawing.look, view)
        await interaction.followup.send(text, file=log, ephemeral=True)

    @app_commands.command(name="audit", description=words("command.audit.description"))
    @app_commands.default_permissions(manage_guild=True)
    async def audit(self, interaction: discord.Interaction) -> None:
        """Count every counter again."""
        if not asker(interaction).may_manage:
            await refuse(interaction, Refused(Refusal.NOT_ALLOWED), self._house.drawing.look)
            return
        await interaction.response.defer(ephemeral=True)
        look = self._house.drawing.look
        guild_id = asker(interaction).guild_id
        found = audit_text(await self._house.audit(guild_id), look)
        books = books_text(await self._house.members.books(guild_id), look)
        await say(interaction, f"{found}\n{books}")
