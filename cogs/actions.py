"""What a player may do in a round, and with the bank: as commands, beside the buttons that do the same."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.presentation.strings import load_words
from bot.views import TableKind
from cogs._acting import act_by_command
from cogs._house import House
from cogs._options import Counters, asking

words = load_words()


class Actions(commands.Cog):
    """One command an action. The table says which of them its game knows and allows now."""

    bank = app_commands.Group(name="bank", description=words("command.bank.description"))

    def __init__(self, house: House) -> None:
        self._house = house

    @app_commands.command(name="stake", description=words("command.stake.description"))
    @app_commands.describe(amount=words("command.stake.amount"))
    async def stake(self, interaction: discord.Interaction, amount: Counters) -> None:
        """Stake on the first card."""
        await act_by_command(self._house, interaction, asking("stake", amount))

    @app_commands.command(name="twist", description=words("command.twist.description"))
    async def twist(self, interaction: discord.Interaction) -> None:
        """Take a card face up."""
        await act_by_command(self._house, interaction, asking("twist"))

    @app_commands.command(name="stick", description=words("command.stick.description"))
    async def stick(self, interaction: discord.Interaction) -> None:
        """Take no more cards."""
        await act_by_command(self._house, interaction, asking("stick"))

    @app_commands.command(name="buy", description=words("command.buy.description"))
    @app_commands.describe(amount=words("command.buy.amount"))
    async def buy(self, interaction: discord.Interaction, amount: Counters) -> None:
        """Buy a card face down."""
        await act_by_command(self._house, interaction, asking("buy", amount))

    @app_commands.command(name="split", description=words("command.split.description"))
    async def split(self, interaction: discord.Interaction) -> None:
        """Make two hands of a pair."""
        await act_by_command(self._house, interaction, asking("split"))

    @app_commands.command(name="burn", description=words("command.burn.description"))
    async def burn(self, interaction: discord.Interaction) -> None:
        """Throw a hand in for a new one, where the house rules know that."""
        await act_by_command(self._house, interaction, asking("burn"))

    @bank.command(name="take", description=words("command.bank.take.description"))
    async def bank_take(self, interaction: discord.Interaction) -> None:
        """Take the bank over from the house."""
        await act_by_command(self._house, interaction, asking(TableKind.BANK_TAKE))

    @bank.command(name="pass", description=words("command.bank.pass.description"))
    async def bank_pass(self, interaction: discord.Interaction) -> None:
        """Give the bank up; it goes to the left."""
        await act_by_command(self._house, interaction, asking(TableKind.BANK_PASS))

    @bank.command(name="sell", description=words("command.bank.sell.description"))
    @app_commands.describe(amount=words("command.bank.sell.amount"), member=words("command.bank.sell.member"))
    async def bank_sell(
        self, interaction: discord.Interaction, amount: Counters, member: discord.User | None = None
    ) -> None:
        """Offer the bank for a price, to one member or to anyone seated."""
        to = None if member is None else member.id
        await act_by_command(self._house, interaction, asking(TableKind.BANK_SELL, amount, member_id=to))

    @bank.command(name="buy", description=words("command.bank.buy.description"))
    async def bank_buy(self, interaction: discord.Interaction) -> None:
        """Agree to the price at which the bank is offered."""
        await act_by_command(self._house, interaction, asking(TableKind.BANK_BUY))

    @bank.command(name="bid", description=words("command.bank.bid.description"))
    @app_commands.describe(amount=words("command.bank.bid.amount"))
    async def bank_bid(self, interaction: discord.Interaction, amount: Counters) -> None:
        """Bid for the bank where it is auctioned."""
        await act_by_command(self._house, interaction, asking(TableKind.BANK_BID, amount))

    @bank.command(name="double", description=words("command.bank.double.description"))
    async def bank_double(self, interaction: discord.Interaction) -> None:
        """As banker, double every stake on the strength of the first card."""
        await act_by_command(self._house, interaction, asking("bank_double"))

    @bank.command(name="play", description=words("command.bank.play.description"))
    async def bank_play(self, interaction: discord.Interaction) -> None:
        """As banker, leave the stakes as they are."""
        await act_by_command(self._house, interaction, asking("bank_play"))
