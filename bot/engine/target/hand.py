"""A hand on the table: its cards, who may see each, what is staked on it, how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.engine.cards import Card
from bot.engine.game import NOTHING, Amount


class Sight(StrEnum):
    """Who may look at a card."""

    PUBLIC = "public"
    OWNER = "owner"
    NOBODY = "none"


class Ending(StrEnum):
    """How a hand was finished; what it ranks as follows from it and its total."""

    STUCK = "stuck"
    NATURAL = "natural"
    TRICK = "trick"
    ROYAL = "royal"
    BUST = "bust"

    @property
    def is_out(self) -> bool:
        """Whether the hand has lost already, whatever the bank makes."""
        return self is Ending.BUST


class Hand(NamedTuple):
    """The cards of one stake; a seat has several after a split.

    `stake` is all that lies on it, `original` what lay there before any raise.
    `away` says that its cards have gone back to the pack; they are kept here to
    be shown, and count as lying in the pack.
    """

    cards: tuple[Card, ...] = ()
    sights: tuple[Sight, ...] = ()
    stake: Amount = NOTHING
    original: Amount = NOTHING
    raises: tuple[Amount, ...] = ()
    is_twisted: bool = False
    is_split: bool = False
    is_burned: bool = False
    ending: Ending | None = None
    is_away: bool = False

    @property
    def is_untouched(self) -> bool:
        """Whether it still holds its first two cards and nothing was done with it."""
        return len(self.cards) == 2 and not self.is_twisted and not self.raises

    @property
    def is_pair(self) -> bool:
        """Whether it is two cards of the same rank."""
        return len(self.cards) == 2 and self.cards[0].rank == self.cards[1].rank


@dataclass(frozen=True, slots=True)
class Standing:
    """What a finished hand is worth in a comparison: how it ended, and its best total."""

    ending: Ending
    total: int
