"""`/pontoon open` and `/pontoon rules`."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.presentation.strings import load_words
from cogs._game_commands import (
    BANK_OPTIONS,
    FIRST_BANKERS,
    OPEN_OPTIONS,
    ClockSeconds,
    GameCog,
    Minutes,
    Seats,
    complete_bank,
    complete_preset,
    complete_rules,
    open_request,
)
from cogs._options import Counters

words = load_words()


class Pontoon(GameCog):
    """Pontoon as played at home, with a banker among the players."""

    game = "pontoon"

    pontoon = app_commands.Group(name="pontoon", description=words("command.pontoon.description"))

    @pontoon.command(name="open", description=words("command.open.description"))
    @app_commands.describe(**OPEN_OPTIONS, **BANK_OPTIONS)
    @app_commands.choices(first_banker=FIRST_BANKERS)
    @app_commands.autocomplete(preset=complete_preset, bank=complete_bank, rules=complete_rules)
    async def open(
        self,
        interaction: discord.Interaction,
        preset: str | None = None,
        stake_min: Counters | None = None,
        stake_max: Counters | None = None,
        seats: Seats | None = None,
        clock: ClockSeconds | None = None,
        bank: str | None = None,
        first_banker: str | None = None,
        rules: str | None = None,
        minutes: Minutes | None = None,
    ) -> None:
        """Open a table in this channel, with the opener seated."""
        request = open_request(
            self.game,
            preset=preset,
            stake_min=stake_min,
            stake_max=stake_max,
            seats=seats,
            clock=clock,
            bank=bank,
            first_banker=first_banker,
            rules=rules,
            minutes=minutes,
        )
        await self.open_table(interaction, request)

    @pontoon.command(name="rules", description=words("command.game_rules.description"))
    @app_commands.describe(preset=words("command.game_rules.preset"))
    @app_commands.autocomplete(preset=complete_preset)
    async def rules(self, interaction: discord.Interaction, preset: str | None = None) -> None:
        """Print the rules of this table, or of a preset."""
        await self.show_rules(interaction, preset)
