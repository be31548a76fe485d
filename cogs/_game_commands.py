"""What the cogs of all games share: `/<game> open` with its options, and `/<game> rules`.

A game's cog names its options with their types; everything they do is here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import ClassVar, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.messenger.permissions import missing_here
from bot.presentation.replies import permissions_text
from bot.presentation.rules_text import rules_message
from bot.presentation.strings import load_words
from bot.views import OpenRequest, Refused, RulesView
from cogs._house import House, asker, place
from cogs._options import asking
from cogs._replies import refuse, say, show

words = load_words()

CHOICES_MAX: Final = 25
CHOICE_LENGTH_MAX: Final = 100

Seats = app_commands.Range[int, 2, 10]
ClockSeconds = app_commands.Range[int, 0, 86_400]
Minutes = app_commands.Range[int, 1, 1_440]

FIRST_BANKERS: Final = [
    Choice(name=words.under("choice.first_banker", banker), value=banker)
    for banker in ("random", "opener", "house", "auction")
]

OPEN_OPTIONS: Final = {
    "preset": words("command.open.preset"),
    "stake_min": words("command.stake_min"),
    "stake_max": words("command.stake_max"),
    "seats": words("command.open.seats"),
    "clock": words("command.open.clock"),
    "rules": words("command.open.rules"),
    "minutes": words("command.open.minutes"),
}
"""What to describe of the options that every game's `open` has."""

BANK_OPTIONS: Final = {
    "bank": words("command.open.bank"),
    "first_banker": words("command.open.first_banker"),
}
"""The same for games in which players hold the bank."""


class GameCog(commands.Cog):
    """A game's commands. `game` is its key in the engine's registry."""

    game: ClassVar[str]

    def __init__(self, house: House) -> None:
        self.house = house

    async def open_table(self, interaction: discord.Interaction, request: OpenRequest) -> None:
        """Open a table where the command was given; the answer is the table's message."""
        look = self.house.drawing.look
        lacking = missing_here(interaction)
        if lacking:
            await say(interaction, permissions_text(lacking, look))
            return
        with self.house.board.opening(place(interaction)) as opening:
            outcome = await self.house.tables.open(
                asker(interaction), place(interaction), request, interaction.id
            )
            if isinstance(outcome, Refused):
                await refuse(interaction, outcome, look)
                return
            response = await interaction.response.send_message(view=opening.picture(outcome.table_id))
            assert response.message_id is not None, "an answer that is a message has an id"
            await opening.posted(outcome.table_id, response.message_id)
        self.house.hands.heard(outcome.table_id, interaction)

    async def show_rules(self, interaction: discord.Interaction, preset: str | None) -> None:
        """Print the rules of a preset; without one those of the channel's table, if it plays this game."""
        tables = self.house.tables
        table = tables.open_in(place(interaction))
        if preset is None and table is not None and table.game == self.game:
            rules: RulesView | Refused = tables.rules(table.id)
        else:
            rules = tables.rules_of(self.game, preset)
        if isinstance(rules, Refused):
            await refuse(interaction, rules, self.house.drawing.look)
        else:
            await show(interaction, rules_message(rules, self.house.drawing.look))


async def complete_preset(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """Propose the house rules that server owners have put into data/presets."""
    cog = _cog_of(interaction)
    return _choices(name for name in cog.house.presets.names(cog.game) if _fits(name, current))


async def complete_bank(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """Propose one more way for the bank to change hands, after those typed already."""
    cog = _cog_of(interaction)
    typed, _, last = current.rpartition(",")
    chosen = [way.strip() for way in typed.split(",") if way.strip()]
    ways = [way for way in cog.house.presets.values(cog.game, "bank_rule") if way not in chosen]
    return _choices(",".join((*chosen, way)) for way in ways if _fits(way, last))


async def complete_rules(interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    """Propose the name of an option, then its values, after those typed already."""
    cog = _cog_of(interaction)
    before, blank, last = current.rpartition(" ")
    name, is_named, value = last.partition("=")
    typed = {pair.partition("=")[0] for pair in before.split()}
    if is_named:
        known_values = cog.house.presets.values(cog.game, name)
        # A number has no list: what is typed is offered as it stands.
        ends = [f"{name}={known}" for known in known_values or (value,) if known and _fits(known, value)]
    else:
        ends = [
            f"{known}="
            for known in cog.house.presets.options(cog.game)
            if known not in typed and _fits(known, name)
        ]
    return _choices(before + blank + end for end in ends)


def open_request(
    game: str,
    *,
    preset: str | None,
    stake_min: int | None,
    stake_max: int | None,
    seats: int | None,
    clock: int | None,
    bank: str | None = None,
    first_banker: str | None = None,
    rules: str | None,
    minutes: int | None,
) -> OpenRequest:
    """Return the request for a table; stakes are whole counters, `clock` is in seconds."""
    stakes = asking("open", stake_min, stake_max)
    return OpenRequest(
        game,
        preset=preset,
        stake_min=stakes.amount,
        stake_max=stakes.amount_max,
        seats=seats,
        clock_seconds=clock,
        bank=bank,
        first_banker=first_banker,
        rules=rules,
        minutes=minutes,
    )


def _cog_of(interaction: discord.Interaction) -> GameCog:
    command = interaction.command
    assert isinstance(command, app_commands.Command), "only a command's options are completed"
    assert isinstance(command.binding, GameCog), "these completions are for a game's commands"
    return command.binding


def _fits(known: str, typed: str) -> bool:
    return typed.strip().lower() in known


def _choices(texts: Iterable[str]) -> list[Choice[str]]:
    """Return what Discord takes: at most 25, none longer than 100 characters."""
    fitting = (text for text in texts if len(text) <= CHOICE_LENGTH_MAX)
    return [Choice(name=text, value=text) for text in islice(fitting, CHOICES_MAX)]
