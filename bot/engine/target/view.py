"""What one viewer may know of a round. These types have no place for a secret."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.cards import Face
from bot.engine.game import Amount, Party, Seat
from bot.engine.target.actions import Kind
from bot.engine.target.events import BankWhy, Payment
from bot.engine.target.hand import Ending, Sight


class Phase(StrEnum):
    """The part of a round that is being played."""

    OPENING = "opening"
    STAKES = "stakes"
    DOUBLING = "doubling"
    TURNS = "turns"
    BANK = "bank"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class HandView:
    """One hand. `total` is None while the viewer does not know every card of it.

    `sights` says of each card how it lies on the table, so that an owner sees
    which of his cards the others see too.
    """

    cards: tuple[Face, ...]
    sights: tuple[Sight, ...]
    stake: Amount
    raises: tuple[Amount, ...]
    total: int | None
    is_soft: bool
    ending: Ending | None
    is_split: bool
    is_active: bool


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A seat (or the house as banker) with its hands."""

    party: Party
    hands: tuple[HandView, ...]
    is_waited_for: bool
    has_staked: bool


@dataclass(frozen=True, slots=True)
class BankMove:
    """Who banks next."""

    banker: Party
    why: BankWhy
    is_shuffled: bool


@dataclass(frozen=True, slots=True)
class TargetView:
    """A round as one viewer sees it. `places` go from eldest to the banker, who is last.

    `kinds` are the kinds of action that public knowledge allows now, whoever looks.
    `pays_from` is the lowest plain total the bank pays once it stands: 22 when it
    pays only hands that beat every plain total.
    """

    phase: Phase
    banker: Party | None
    bank_why: BankWhy | None
    stake_min: Amount
    stake_max: Amount
    places: tuple[PlaceView, ...]
    waiting: tuple[Seat, ...]
    kinds: tuple[Kind, ...]
    pack_count: int
    is_play_called: bool
    is_doubled: bool
    pays_from: int | None
    payments: tuple[Payment, ...]
    next_bank: BankMove | None
