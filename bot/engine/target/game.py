"""A game of the twenty-one family behind the contract that every table speaks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from bot.engine.cards import Card
from bot.engine.game import (
    Absence,
    Amount,
    ClockKind,
    Draw,
    Limits,
    Offer,
    Party,
    PayoutRow,
    Purse,
    Seat,
    Viewer,
)
from bot.engine.target import (
    automatic,
    bank,
    decide,
    evolve,
    exposure,
    project,
)
from bot.engine.target.actions import Action, read_action
from bot.engine.target.events import EVENT_TYPES, Event, RoundOpened, TargetCarry
from bot.engine.target.state import Part, TargetState
from bot.engine.target.variant import Variant, left_of
from bot.engine.target.view import TargetView

R = TypeVar("R")

_CLOCKS = {
    Part.STAKES: ClockKind.STAKE,
    Part.DOUBLING: ClockKind.BANK,
    Part.BANK: ClockKind.BANK,
}


class TargetGame(Generic[R]):
    """The family's part of the contract; everything a game adds lies in its `Variant`."""

    def __init__(self, variant: Variant[R]) -> None:
        self.variant = variant
        self.key = variant.key
        self.seat_min = variant.seat_min
        self.seat_max = variant.seat_max

    def rules_type(self) -> type[R]:
        return self.variant.rules_type

    def event_types(self) -> tuple[type[Any], ...]:
        return EVENT_TYPES

    def check(self, rules: R) -> None:
        self.variant.check(rules)

    def carry(self, s: TargetState[R]) -> TargetCarry:
        return bank.carry_on(s)

    def fresh_carry(self, rules: R, opener: Seat) -> TargetCarry:
        return TargetCarry(opener=opener)

    def reseat(self, rules: R, carry: TargetCarry, seats: tuple[Seat, ...], left: Seat | None) -> TargetCarry:
        """A banker who leaves passes the bank to his left."""
        if left is None or carry.banker != left:
            return carry
        return bank.hand_over(carry, left_of(seats, left)) if seats else TargetCarry(opener=carry.opener)

    def banker(self, carry: TargetCarry) -> Party | None:
        return carry.banker

    def give_bank(self, carry: TargetCarry, to: Party) -> TargetCarry:
        return bank.hand_over(carry, to)

    def entry(self, rules: R, limits: Limits) -> Amount:
        return exposure.entry(self.variant, rules, limits)

    def open(self, rules: R, seats: tuple[Seat, ...], carry: TargetCarry, limits: Limits) -> Event:
        assert list(seats) == sorted(set(seats)), "every seat once, clockwise"
        if not isinstance(carry.banker, Purse) and carry.banker not in seats:
            banker = None if carry.banker is None else left_of(seats, carry.banker)
            carry = TargetCarry(banker, 0, (), carry.opener)
        return RoundOpened(rules, seats, carry, limits)

    def chance_due(self, s: TargetState[R]) -> Draw | None:
        return automatic.chance_due(self.variant, s)

    def seats_to_act(self, s: TargetState[R]) -> tuple[Seat, ...]:
        return s.waiting

    def decision(self, s: TargetState[R], seat: Seat) -> int:
        return s.asked.get(seat, 0)

    def offers(self, s: TargetState[R], seat: Seat) -> tuple[Offer, ...]:
        return decide.offers(self.variant, s, seat)

    def action(self, seat: Seat, kind: str, amount: Amount | None, cards: tuple[Card, ...] = ()) -> Action:
        return read_action(seat, kind, amount)

    def decide(self, s: TargetState[R], action: Action) -> tuple[Event, ...]:
        return decide.decide(self.variant, s, action)

    def automatic(self, s: TargetState[R]) -> tuple[Event, ...]:
        return automatic.automatic(self.variant, s)

    def evolve(self, s: TargetState[R] | None, event: Event) -> TargetState[R]:
        if s is None:
            assert isinstance(event, RoundOpened), "a round begins with its opening"
            return evolve.opened(self.variant, event)
        return evolve.evolve(self.variant, s, event)

    def view(self, s: TargetState[R], viewer: Viewer) -> TargetView:
        return project.view(self.variant, s, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return project.redact(event, viewer)

    def clock(self, s: TargetState[R], seat: Seat) -> ClockKind:
        return _CLOCKS.get(s.part, ClockKind.TURN)

    def absent(self, s: TargetState[R], seat: Seat, why: Absence) -> Action:
        return decide.absent(self.variant, s, seat, why)

    def exposure(self, s: TargetState[R]) -> Mapping[Seat, Amount]:
        return exposure.exposure(self.variant, s)

    def bank_factor(self, rules: R) -> int:
        return self.variant.bank_factor(rules)

    def bank_ways(self, rules: R, banker: Party | None = None) -> frozenset[str]:
        """An auction of the first bank is over once somebody holds it."""
        ways = self.variant.bank_ways(rules)
        return ways | self.variant.first_bank_ways(rules) if banker is None else ways

    def ranking(self, rules: R) -> tuple[str, ...]:
        return self.variant.ranking(rules)

    def payouts(self, rules: R) -> tuple[PayoutRow, ...]:
        return self.variant.payouts(rules)

    def payoffs(self, s: TargetState[R]) -> Mapping[Party, Amount]:
        assert s.ended is not None and s.banker is not None, "the round is still being played"
        net: dict[Party, int] = dict.fromkeys(s.order, 0)
        for payment in s.payments:
            net[payment.seat] += payment.net
            net[s.banker] -= payment.net
        return {party: Amount(amount) for party, amount in net.items()}

    def is_over(self, s: TargetState[R]) -> bool:
        return s.ended is not None
