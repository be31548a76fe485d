"""What happens in a round of the twenty-one family, as it is logged. Tags are for ever."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from bot.engine.cards import Card, Face
from bot.engine.game import Amount, Drawn, Limits, Party, Seat
from bot.engine.target.hand import Ending, Sight


class BankWhy(StrEnum):
    """Why somebody holds or gets the bank."""

    HELD = "held"
    LOT = "lot"
    OPENER = "opener"
    HOUSE = "house"
    NOT_COVERED = "not_covered"
    NATURAL = "natural"
    ROTATION = "rotation"
    GIVEN = "given"


@dataclass(frozen=True, slots=True)
class TargetCarry:
    """What a table keeps from one round to the next.

    `banker` is None until somebody is found. `pack` is the whole pack in its
    order, next card first; empty asks for a fresh shuffle. `deals_held` counts
    the rounds this banker has dealt. `opener` is offered the bank first where
    the rules say so.
    """

    banker: Party | None = None
    deals_held: int = 0
    pack: tuple[Face, ...] = ()
    opener: Seat | None = None


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """The first event: everything a replay needs. `seats` go clockwise as they sit."""

    TAG: ClassVar[str] = "opened"
    rules: Any
    seats: tuple[Seat, ...]
    carry: TargetCarry
    limits: Limits


@dataclass(frozen=True, slots=True)
class BankTaken:
    """Who banks this round, and the stake limit his cover allows."""

    TAG: ClassVar[str] = "bank_taken"
    banker: Party
    why: BankWhy
    stake_max: Amount


@dataclass(frozen=True, slots=True)
class DealtCard:
    """One card to one hand, and who may look at it."""

    party: Party
    hand: int
    card: Face
    sight: Sight


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards from the top of the pack, in dealing order."""

    TAG: ClassVar[str] = "dealt"
    cards: tuple[DealtCard, ...]


@dataclass(frozen=True, slots=True)
class Staked:
    TAG: ClassVar[str] = "staked"
    seat: Seat
    amount: Amount


@dataclass(frozen=True, slots=True)
class StakesDoubled:
    """The banker looked at his first card and doubled every stake."""

    TAG: ClassVar[str] = "stakes_doubled"
    seat: Seat


@dataclass(frozen=True, slots=True)
class StakesKept:
    """The banker looked at his first card and left the stakes alone."""

    TAG: ClassVar[str] = "stakes_kept"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Looked:
    """The owner has looked at cards that nobody had seen."""

    TAG: ClassVar[str] = "looked"
    party: Party
    hand: int
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class PlayCalled:
    """The banker looked for a natural and has none."""

    TAG: ClassVar[str] = "play_called"


@dataclass(frozen=True, slots=True)
class Called:
    """A card was asked for: bought for `amount`, or twisted for nothing."""

    TAG: ClassVar[str] = "called"
    party: Party
    hand: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class Split:
    """A pair became two hands, the new one to the right."""

    TAG: ClassVar[str] = "split"
    seat: Seat
    hand: int


@dataclass(frozen=True, slots=True)
class Burned:
    """The first two cards were thrown in for two new ones."""

    TAG: ClassVar[str] = "burned"
    seat: Seat
    hand: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand is finished. `is_away` sends its cards under the pack at once."""

    TAG: ClassVar[str] = "ended"
    party: Party
    hand: int
    ending: Ending
    is_away: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """Cards of a hand, by their place in it, turned face up."""

    TAG: ClassVar[str] = "shown"
    party: Party
    hand: int
    places: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StepDone:
    """A part of the round is over; `step` is the place in the script that begins."""

    TAG: ClassVar[str] = "step_done"
    step: int


@dataclass(frozen=True, slots=True)
class Payment:
    """What one hand wins from the bank, negative for a loss; `times` is its multiple of the stake."""

    seat: Seat
    hand: int
    net: Amount
    times: int


@dataclass(frozen=True, slots=True)
class Settled:
    TAG: ClassVar[str] = "settled"
    payments: tuple[Payment, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """Who banks next and why, and whether the pack is shuffled before."""

    TAG: ClassVar[str] = "ended_round"
    banker: Party
    why: BankWhy
    is_shuffled: bool


Event = (
    RoundOpened | BankTaken | Drawn | Dealt | Staked | StakesDoubled | StakesKept | Looked | PlayCalled
    | Called | Split | Burned | Ended | Shown | StepDone | Settled | RoundEnded
)  # fmt: skip

EVENT_TYPES: tuple[type[Any], ...] = (
    RoundOpened, BankTaken, Drawn, Dealt, Staked, StakesDoubled, StakesKept, Looked, PlayCalled,
    Called, Split, Burned, Ended, Shown, StepDone, Settled, RoundEnded,
)  # fmt: skip
