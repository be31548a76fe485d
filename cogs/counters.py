"""What a member has, how he came by it, and who won most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.messenger.people import Person
from bot.presentation.counters_text import balance_text, history_text, topup_text
from bot.presentation.leaderboard_text import leaderboard_text
from bot.presentation.strings import load_words
from bot.table.members import Line
from bot.views import Refused
from cogs._house import House, asker
from cogs._replies import refuse, say

words = load_words()

PERIODS: Final = [
    Choice(name=words.under("choice.period", period), value=period)
    for period in ("day", "week", "month", "all")
]
LINES_MAX: Final = 10
WINS_MAX: Final = 3
# A few more are read than shown: some may have left the server since.
_SPARE: Final = 10


class Counters(commands.Cog):
    """A member's counters, and the board of his server."""

    def __init__(self, house: House) -> None:
        self._house = house

    @app_commands.command(name="counters", description=words("command.counters.description"))
    async def counters(self, interaction: discord.Interaction) -> None:
        """Say what the member has; his account opens with the question."""
        purse = await self._house.members.purse(asker(interaction))
        await say(interaction, balance_text(purse.balance, self._house.drawing.look, held=purse.held))

    @app_commands.command(name="topup", description=words("command.topup.description"))
    async def topup(self, interaction: discord.Interaction) -> None:
        """Lift a poor member to a playable number of counters."""
        given = await self._house.members.topup(asker(interaction), interaction.id)
        if isinstance(given, Refused):
            await refuse(interaction, given, self._house.drawing.look)
        else:
            await say(interaction, topup_text(given.amount, given.balance, self._house.drawing.look))

    @app_commands.command(name="history", description=words("command.history.description"))
    async def history(self, interaction: discord.Interaction) -> None:
        """List what came and went lately."""
        who = asker(interaction)
        purse = await self._house.members.purse(who)
        lines = await self._house.members.history(who)
        await say(interaction, history_text(lines, purse.balance, self._house.drawing.look))

    @app_commands.command(name="leaderboard", description=words("command.leaderboard.description"))
    @app_commands.describe(period=words("command.leaderboard.period"), game=words("command.leaderboard.game"))
    @app_commands.choices(period=PERIODS)
    async def leaderboard(
        self, interaction: discord.Interaction, period: str = "all", game: str | None = None
    ) -> None:
        """Show the server who won most; those who have left it are not on the board."""
        guild_id = asker(interaction).guild_id
        # Names may have to be asked of Discord, which may take its time.
        await interaction.response.defer()
        board = await self._house.members.leaderboard(guild_id, period, game, LINES_MAX + _SPARE)
        lines: list[Line] = [*board.standings, *board.wins]
        people = await self._house.people.look_up(guild_id, [line.user_id for line in lines])
        for user_id, person in people.items():
            if not person.is_present:
                await self._house.members.mark_gone(guild_id, user_id)
        text = leaderboard_text(
            _present(board.standings, people)[:LINES_MAX],
            self._house.drawing.look,
            period=period,
            game=game,
            wins=_present(board.wins, people)[:WINS_MAX],
        )
        message = await interaction.followup.send(text, wait=True)
        self._house.board.stands_below(message.channel.id, message.id)

    @leaderboard.autocomplete("game")
    async def _complete_game(self, _interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        typed = current.strip().lower()
        games = {game: words.of_game(game, "name") for game in self._house.presets.games}
        return [Choice(name=name, value=game) for game, name in games.items() if typed in name.lower()]


def _present(lines: Sequence[Line], people: dict[int, Person]) -> list[Line]:
    """Return the lines of those who are there, by the names they have now, ranked among themselves."""
    there = [line for line in lines if people[line.user_id].is_present]
    ranked: list[Line] = []
    for place, line in enumerate(there, start=1):
        is_level = bool(ranked) and ranked[-1].net == line.net
        rank = ranked[-1].rank if is_level else place
        ranked.append(replace(line, rank=rank, name=people[line.user_id].name or line.name))
    return ranked
