"""The private sentences with which a player is answered."""

from __future__ import annotations

import discord

from bot.presentation.look import Look
from bot.presentation.refusals import refusal_text
from bot.views import Refused, TableView


async def say(interaction: discord.Interaction, text: str) -> None:
    """Say one thing to the one who asked, and to nobody else."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


async def refuse(
    interaction: discord.Interaction, refused: Refused, look: Look, view: TableView | None = None
) -> None:
    """Say why not, and what to do instead."""
    await say(interaction, refusal_text(refused, look, view))


async def show(interaction: discord.Interaction, picture: discord.ui.LayoutView) -> int:
    """Show a private message to the one who asked; returns its id."""
    if interaction.response.is_done():
        message = await interaction.followup.send(view=picture, ephemeral=True, wait=True)
        return message.id
    response = await interaction.response.send_message(view=picture, ephemeral=True)
    assert response.message_id is not None, "an answer that is a message has an id"
    return response.message_id
