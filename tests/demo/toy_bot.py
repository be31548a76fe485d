"""A bot with one command, to hold the demo's room by itself: `/remind seconds`.

It answers with a button, a form, a private message, a card's picture and a time,
and says something by itself when the time is up.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.paths import DATA
from bot.settings import Settings

FACE = "card_as"


class ToyBot(commands.AutoShardedBot):
    def __init__(self) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self._face = ""

    async def setup_hook(self) -> None:
        picture = (DATA / "cards" / "two_colour" / f"{FACE}.png").read_bytes()
        self._face = str(await self.create_application_emoji(name=FACE, image=picture))
        self.tree.add_command(app_commands.Command(name="remind", description="Remind", callback=self.remind))
        await self.tree.sync()

    async def remind(
        self, interaction: discord.Interaction, seconds: int, who: discord.Member | None = None
    ) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        asyncio.get_running_loop().call_later(seconds, self._say, interaction.channel)
        due = discord.utils.utcnow() + timedelta(seconds=seconds)
        name = who.display_name if who else "nobody"
        view = ui.LayoutView()
        view.add_item(ui.TextDisplay(f"{self._face} for {name} {discord.utils.format_dt(due, 'R')}"))
        view.add_item(
            ui.ActionRow(ui.Button(label="Look", custom_id="look"), ui.Button(label="Tell", custom_id="tell"))
        )
        view.stop()
        await interaction.response.send_message(view=view)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        match interaction.data:
            case {"custom_id": "look"}:
                await interaction.response.send_message(
                    f"{interaction.user.display_name} looks", ephemeral=True
                )
            case {"custom_id": "tell"}:
                form = ui.Modal(title="Tell", custom_id="told")
                form.add_item(ui.Label(text="What?", component=ui.TextInput(custom_id="what")))
                await interaction.response.send_modal(form)
            case {"custom_id": "told", "components": [{"component": {"value": told}}]}:
                await interaction.response.send_message(f"told {told}", ephemeral=True)

    def _say(self, channel: discord.TextChannel) -> None:
        self._saying = asyncio.get_running_loop().create_task(channel.send("time is up"))


def build(settings: Settings) -> ToyBot:
    return ToyBot()
