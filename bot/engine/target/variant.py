"""What makes one game of the family differ from another: data, and functions with names.

A game's file builds one `Variant`. Shared code asks it and never asks which game
it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from bot.engine.cards import Card
from bot.engine.game import Amount, IllegalAction, Party, PayoutRow, Seat
from bot.engine.target.actions import Kind
from bot.engine.target.events import BankWhy, Event, RoundEnded, TargetCarry
from bot.engine.target.hand import Ending, Hand, Standing
from bot.engine.target.state import ScriptStep, TargetState
from bot.engine.target.totals import Scale

R = TypeVar("R")
AmountRange = tuple[Amount, Amount]


@dataclass(frozen=True, slots=True)
class Move(Generic[R]):
    """One kind of action a hand may take, with its precondition and its effect.

    `refusal` returns why it is not allowed, or None. `is_public` answers the same
    question from what everybody knows, so that the channel's buttons tell nothing.
    `amounts` is the range of the amount it takes, None where it takes none.
    """

    refusal: Callable[[TargetState[R], Hand], IllegalAction | None]
    is_public: Callable[[TargetState[R], Hand], bool]
    effect: Callable[[TargetState[R], Party, int, Amount], tuple[Event, ...]]
    amounts: Callable[[TargetState[R], Hand], AmountRange] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant(Generic[R]):
    """A game of the family.

    `first_bank` names who is to bank when nobody does yet: a party with the
    reason, or None to draw a lot. `times` is the multiple of its stake that a
    hand wins from the bank, negative for a loss. `risk` and `potential` are the
    most a hand can still lose, and the most the bank can still have to pay it,
    both from public facts. `shown_at_end` are the places of the cards that turn
    up as a hand ends.
    """

    key: str
    seat_min: int
    seat_max: int
    rules_type: type[R]
    scale: Scale
    check: Callable[[R], None]
    script: Callable[[R], tuple[ScriptStep, ...]]
    pack: Callable[[R, int], tuple[Card, ...]]
    first_bank: Callable[[R, TargetCarry], tuple[Party, BankWhy] | None]
    bank_ways: Callable[[R], frozenset[str]]
    first_bank_ways: Callable[[R], frozenset[str]]
    moves: Mapping[Kind, Move[R]]
    bank_moves: Mapping[Kind, Move[R]]
    forced: Callable[[R, Hand], Ending | None]
    bank_forced: Callable[[R, Hand], Ending | None]
    shown_at_end: Callable[[R, Hand, Ending], tuple[int, ...]]
    is_away_at_end: Callable[[R, Ending], bool]
    bank_must_play: Callable[[TargetState[R]], bool]
    bank_policy: Callable[[TargetState[R], Hand], Kind]
    absent_punter: Callable[[TargetState[R], Hand], Kind]
    times: Callable[[R, Standing, Standing], int]
    next_bank: Callable[[TargetState[R]], RoundEnded]
    risk: Callable[[TargetState[R], Hand], Amount]
    potential: Callable[[TargetState[R], Hand], Amount]
    bank_factor: Callable[[R], int]
    entry_factor: Callable[[R], int]
    ranking: Callable[[R], tuple[str, ...]]
    payouts: Callable[[R], tuple[PayoutRow, ...]]


def left_of(seats: tuple[Seat, ...], seat: Party | None) -> Seat:
    """Return who sits next to the left of `seat`, who may have left himself; the first if nobody did."""
    assert seats, "somebody has to sit there"
    if not isinstance(seat, int):
        return seats[0]
    return next((other for other in seats if other > seat), seats[0])
