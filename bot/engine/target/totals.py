"""Counting a hand of the twenty-one family.

Points are integers. A game that counts halves doubles everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.engine.cards import RANKS, TENTHS, Card

_PIPS: Final = {rank: 10 if rank in TENTHS else index for index, rank in enumerate(RANKS, start=1)}


@dataclass(frozen=True, slots=True)
class Scale:
    """What cards count in a game, and the total nobody may pass.

    `ace_extra` is what one ace may add to its lower count where that does not
    pass the target: 10 makes it 1 or 11, 0 leaves it at 1.
    """

    points: Mapping[str, int]
    target: int
    ace_extra: int


TWENTY_ONE: Final = Scale(points=_PIPS, target=21, ace_extra=10)


@dataclass(frozen=True, slots=True)
class Total:
    """A counted hand: `hard` with every ace low, `best` with one ace high if that helps."""

    hard: int
    best: int

    @property
    def is_soft(self) -> bool:
        """Whether an ace is being counted high."""
        return self.best != self.hard


def hard_total(scale: Scale, cards: Iterable[Card]) -> int:
    """Return the total with every ace counted low."""
    points = scale.points
    return sum([points[card.rank] for card in cards])


def best_total(scale: Scale, cards: tuple[Card, ...]) -> int:
    """Return the highest total that does not pass the target, or the hard total if all do."""
    points = scale.points
    hard = 0
    has_ace = False
    for card in cards:
        hard += points[card.rank]
        if card.rank == "A":
            has_ace = True
    return hard + scale.ace_extra if has_ace and hard + scale.ace_extra <= scale.target else hard


def total(scale: Scale, cards: tuple[Card, ...]) -> Total:
    """Return both ways of counting `cards`."""
    return Total(hard_total(scale, cards), best_total(scale, cards))
