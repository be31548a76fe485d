"""The state of a round of the twenty-one family, and the script it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from bot.engine.cards import Card
from bot.engine.game import NOTHING, Amount, Limits, Party, Seat
from bot.engine.target.events import BankWhy, Payment, RoundEnded, TargetCarry
from bot.engine.target.hand import Hand, Sight

R = TypeVar("R")


class Part(StrEnum):
    """What a step of the script does."""

    DEAL = "deal"
    STAKES = "stakes"
    DOUBLING = "doubling"
    CHECK = "check"
    TURNS = "turns"
    BANK = "bank"
    SETTLE = "settle"


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """One step of a round. The sights are those of a card dealt in it."""

    part: Part
    punter: Sight = Sight.OWNER
    banker: Sight = Sight.NOBODY


@dataclass(frozen=True, slots=True)
class Owed:
    """A card that a hand is to get from the top of the pack."""

    party: Party
    hand: int
    sight: Sight


class TargetState(NamedTuple, Generic[R]):
    """A round between two events.

    A named tuple, because a round makes a new state per event and nothing that
    is frozen is copied faster.

    `order` is eldest first, banker last. `under` lies below the pack, first put
    there first. `asked` holds, for each seat waited for, the number of the event
    that put its question; `version` counts the events.
    """

    rules: R
    seats: tuple[Seat, ...]
    limits: Limits
    carry: TargetCarry
    script: tuple[ScriptStep, ...]
    step: int = 0
    banker: Party | None = None
    bank_why: BankWhy | None = None
    lot: tuple[Seat, ...] = ()
    order: tuple[Party, ...] = ()
    stake_max: Amount = NOTHING
    hands: Mapping[Party, tuple[Hand, ...]] = MappingProxyType({})
    pack: tuple[Card, ...] = ()
    under: tuple[Card, ...] = ()
    owed: tuple[Owed, ...] = ()
    is_play_called: bool = False
    is_doubled: bool = False
    reshuffles: int = 0
    payments: tuple[Payment, ...] = ()
    ended: RoundEnded | None = None
    version: int = 1
    asked: Mapping[Seat, int] = MappingProxyType({})

    @property
    def part(self) -> Part:
        """The part being played."""
        return self.script[self.step].part

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Whom the round waits for."""
        return tuple(self.asked)

    @property
    def punters(self) -> tuple[Party, ...]:
        """Everybody but the banker, eldest first."""
        return self.order[:-1]

    @property
    def bank_hand(self) -> Hand:
        """The banker's one hand."""
        assert self.banker is not None
        return self.hands[self.banker][0]

    @property
    def carry_deals(self) -> int:
        """How many rounds in a row this banker has dealt before this one."""
        return self.carry.deals_held if self.banker == self.carry.banker else 0

    @property
    def is_fresh(self) -> bool:
        """Whether no card has left the pack in this round."""
        return not self.under and not any(hand.cards for held in self.hands.values() for hand in held)
