"""Tables of any game: sitting down and getting up, dealing, closing; and every button."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.messenger.permissions import missing_here
from bot.presentation.replies import permissions_text
from bot.presentation.rules_text import rules_message
from bot.presentation.strings import load_words
from bot.views import Refusal, Refused, Request, TableKind
from cogs._acting import act_by_command, show_hand
from cogs._house import House, place
from cogs._options import Counters, asking
from cogs._replies import refuse, say, show
from cogs._router import answer

words = load_words()


class Tables(commands.Cog):
    """What can be asked of a table, whatever its game."""

    sit = app_commands.Group(name="sit", description=words("command.sit.description"))
    table = app_commands.Group(name="table", description=words("command.table.description"))

    def __init__(self, house: House) -> None:
        self._house = house

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Answer every button of every table, and every modal that a button opens."""
        await answer(self._house, interaction)

    @app_commands.command(name="join", description=words("command.join.description"))
    async def join(self, interaction: discord.Interaction) -> None:
        """Take a seat at the channel's table."""
        await act_by_command(self._house, interaction, Request(TableKind.JOIN))

    @app_commands.command(name="leave", description=words("command.leave.description"))
    async def leave(self, interaction: discord.Interaction) -> None:
        """Give the seat up; a running round is finished by the absent rule."""
        await act_by_command(self._house, interaction, Request(TableKind.LEAVE))

    @sit.command(name="out", description=words("command.sit.out.description"))
    async def sit_out(self, interaction: discord.Interaction) -> None:
        """Keep the seat and take no cards from the next round on."""
        await act_by_command(self._house, interaction, Request(TableKind.SIT_OUT))

    @sit.command(name="in", description=words("command.sit.in.description"))
    async def sit_in(self, interaction: discord.Interaction) -> None:
        """Be dealt in again from the next round on."""
        await act_by_command(self._house, interaction, Request(TableKind.SIT_IN))

    @app_commands.command(name="deal", description=words("command.deal.description"))
    async def deal(self, interaction: discord.Interaction) -> None:
        """Start a round; anyone seated may."""
        await act_by_command(self._house, interaction, Request(TableKind.DEAL))

    @app_commands.command(name="ready", description=words("command.ready.description"))
    async def ready(self, interaction: discord.Interaction) -> None:
        """Cut the pause between two rounds short."""
        await act_by_command(self._house, interaction, Request(TableKind.READY))

    @app_commands.command(name="hand", description=words("command.hand.description"))
    async def hand(self, interaction: discord.Interaction) -> None:
        """Show a player his own cards."""
        table = self._house.tables.open_in(place(interaction))
        if table is None:
            await refuse(interaction, Refused(Refusal.NO_TABLE), self._house.drawing.look)
        else:
            await show_hand(self._house, interaction, table.id)

    @app_commands.command(name="rules", description=words("command.rules.description"))
    async def rules(self, interaction: discord.Interaction) -> None:
        """Print the rules in force at the channel's table."""
        table = self._house.tables.open_in(place(interaction))
        if table is None:
            await refuse(interaction, Refused(Refusal.NO_TABLE), self._house.drawing.look)
        else:
            await show(
                interaction, rules_message(self._house.tables.rules(table.id), self._house.drawing.look)
            )

    @table.command(name="show", description=words("command.table.show.description"))
    async def show(self, interaction: discord.Interaction) -> None:
        """Post the table's message again, at the foot of the channel."""
        look = self._house.drawing.look
        table = self._house.tables.open_in(place(interaction))
        if table is None:
            await refuse(interaction, Refused(Refusal.NO_TABLE), look)
            return
        lacking = missing_here(interaction)
        if lacking:
            await say(interaction, permissions_text(lacking, look))
            return
        await interaction.response.defer(ephemeral=True)
        is_shown = await self._house.board.repost(table.id)
        await say(interaction, words("reply.table_shown") if is_shown else words("reply.table_not_shown"))

    @table.command(name="close", description=words("command.table.close.description"))
    async def close(self, interaction: discord.Interaction) -> None:
        """Close the table; a running round is void and every stake goes back."""
        await act_by_command(self._house, interaction, Request(TableKind.CLOSE))

    @table.command(name="last", description=words("command.table.last.description"))
    async def last(self, interaction: discord.Interaction) -> None:
        """Announce the last round."""
        await act_by_command(self._house, interaction, Request(TableKind.LAST))

    @table.command(name="free", description=words("command.table.free.description"))
    @app_commands.describe(member=words("command.table.free.member"))
    async def free(self, interaction: discord.Interaction, member: discord.User) -> None:
        """Free the seat of somebody who is not there."""
        await act_by_command(self._house, interaction, Request(TableKind.FREE, member_id=member.id))

    @table.command(name="limits", description=words("command.table.limits.description"))
    @app_commands.describe(stake_min=words("command.stake_min"), stake_max=words("command.stake_max"))
    async def limits(
        self, interaction: discord.Interaction, stake_min: Counters, stake_max: Counters
    ) -> None:
        """Set the limits of the stakes from the next round on."""
        await act_by_command(self._house, interaction, asking(TableKind.LIMITS, stake_min, stake_max))
