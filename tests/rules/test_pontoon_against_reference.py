"""The engine beside a second Pontoon that was written from the sheet alone.

Thousands of tables with options at random play a few rounds each. At every
decision both must name the same seats, the same kinds and the same amounts, and
refuse the same things; at the end the same money, bank and order of the pack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from random import Random
from typing import Any, get_type_hints

import pytest

from bot.engine.cards import Card, card
from bot.engine.game import (
    COUNTER,
    Amount,
    Draw,
    IllegalAction,
    Limits,
    Purse,
    Seat,
    Step,
    play,
    start,
)
from bot.engine.games.pontoon import PONTOON, PontoonRules
from bot.engine.target.rules import BankRule, FirstBanker
from tests.support import reference
from tests.support.play import seats as first_seats
from tests.support.play import wish

KINDS = ("stake", "stick", "twist", "buy", "split", "burn", "bank_double", "bank_play")
ROUNDS = 3


def random_rules(rng: Random) -> PontoonRules:
    """Every option at random; half of the tables play a preset's defaults with a few changes."""
    hints = get_type_hints(PontoonRules)
    numbers = {
        "rotate_deals": (0, 1, 2),
        "bank_stick": tuple(range(12, 22)),
        "stick_min": tuple(range(12, 22)),
        "hands_max": (1, 2, 3, 4),
        "packs": (0, 1, 2),
    }
    share = rng.choice((0.1, 0.5))
    chosen: dict[str, Any] = {}
    for option in fields(PontoonRules):
        kind = hints[option.name]
        if rng.random() > share:
            continue
        if option.name == "bank_rule":
            chosen[option.name] = frozenset(rng.sample(list(BankRule), rng.randint(1, 4)))
        elif kind is bool:
            chosen[option.name] = rng.random() < 0.5
        elif kind is int:
            chosen[option.name] = rng.choice(numbers[option.name])
        else:
            assert issubclass(kind, StrEnum)
            chosen[option.name] = rng.choice(list(kind))
    return PontoonRules(**chosen)


def plain(rules: PontoonRules) -> dict[str, Any]:
    """The options as the reference reads them: words, numbers and truths."""
    found: dict[str, Any] = {}
    for option in fields(rules):
        value = getattr(rules, option.name)
        if isinstance(value, frozenset):
            value = frozenset(str(word) for word in value)
        found[option.name] = str(value) if isinstance(value, StrEnum) else value
    return found


def party(who: Any) -> reference.Party:
    return reference.HOUSE if isinstance(who, Purse) else int(who)


class Style(StrEnum):
    """What chance favours: rare hands have to be met often enough to be compared."""

    EVEN = "even"
    LOW = "low"
    RIGGED = "rigged"


@dataclass
class Chance:
    """Seeded chance that remembers what it was asked; both games get the same answers."""

    rng: Random
    style: Style
    places: int

    def __post_init__(self) -> None:
        self.asked: list[Draw] = []
        self.answers: list[tuple[Any, ...]] = []

    def __call__(self, draw: Draw) -> tuple[Any, ...]:
        items = list(draw.items)
        self.rng.shuffle(items)
        if isinstance(items[0], Card):
            if self.style is not Style.EVEN:
                # Low cards first: long hands and tricks, and with many hands a pack that runs out.
                items.sort(key=lambda one: reference.PIPS[one.rank] // 4)
            if self.style is Style.RIGGED:
                self.rig(items)
        self.asked.append(draw)
        self.answers.append(tuple(items))
        return tuple(items)

    def rig(self, items: list[Card]) -> None:
        """Give places pairs, sevens and naturals, and let more of the same rank follow."""
        wanted: dict[int, str] = {}
        after = 2 * self.places
        for place in range(self.places):
            rank = self.rng.choice("AA2345677789TK")
            second = self.rng.choice("TJQK") if rank == "A" and self.rng.random() < 0.5 else rank
            wanted |= {place: rank, place + self.places: second}
            for _ in range(self.rng.randint(0, 2)):
                wanted[after] = rank
                after += 1
        for at in sorted(wanted):
            found = next((i for i in range(at, len(items)) if items[i].rank == wanted[at]), None)
            if found is not None:
                items[at], items[found] = items[found], items[at]


class Pair:
    """One table, played by the engine and by the reference."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = rng = Random(seed)
        self.rules = random_rules(rng)
        self.seats = first_seats(rng.randint(1 if rng.random() < 0.1 else 2, 10))
        is_crowded = rng.random() < 0.2
        if is_crowded:
            # Ten at one pack who split and twist: the pack runs out within a round.
            self.rules = replace(self.rules, packs=1, hands_max=4, split_aces_only=False)
            self.seats = first_seats(10)
        self.options = plain(self.rules)
        places = len(self.seats) + (self.rules.first_banker is FirstBanker.HOUSE)
        self.chance = Chance(rng, rng.choice(list(Style)), places)
        self.is_greedy = is_crowded or rng.random() < 0.3
        self.low = rng.choice((1, 1, 2))
        self.high = self.low + rng.choice((0, 1, 4, 9))
        self.reshuffles: Iterator[tuple[Draw, tuple[Any, ...]]] = iter(())

    def limits(self) -> Limits:
        factor = reference.bank_factor(self.options)
        most = factor * (len(self.seats) - 1) * self.high * COUNTER
        poor = self.rng.random() < 0.3
        return Limits(
            Amount(self.low * COUNTER),
            Amount(self.high * COUNTER),
            tuple((seat, Amount(self.rng.randint(0, most) if poor else most)) for seat in self.seats),
        )

    def play(self) -> None:
        carry = PONTOON.fresh_carry(self.rules, self.rng.choice(self.seats))
        held = 0
        for _ in range(ROUNDS):
            before, limits = carry, self.limits()
            asked = len(self.chance.asked)
            step = start(PONTOON, self.rules, self.seats, carry, limits, self.chance)
            banker, stake_max = self.banker(before, limits, asked)
            held = held if banker == (None if before.banker is None else party(before.banker)) else 0
            assert (party(step.state.banker), step.state.stake_max) == (banker, stake_max), self.seed
            ref = reference.Round(
                self.options,
                [int(seat) for seat in self.seats],
                banker,
                self.pack(before, banker, asked),
                self.low * COUNTER,
                stake_max,
                self.reshuffle,
                held,
            )
            carry = self.run(step, ref)
            held = held + 1 if ref.next_banker() == banker else 0

    def banker(self, carry: Any, limits: Limits, asked: int) -> tuple[reference.Party, int]:
        """Who has to bank, by the sheet; a lot is whatever chance said, among those who can."""
        seats = [int(seat) for seat in self.seats]
        cover = {int(seat): amount for seat, amount in limits.cover}
        first: reference.Party
        if carry.banker is not None:
            first = party(carry.banker)
        elif self.rules.first_banker is FirstBanker.HOUSE:
            first = reference.HOUSE
        elif self.rules.first_banker is FirstBanker.OPENER:
            first = int(carry.opener)
        else:
            able = [
                seat
                for seat in seats
                if reference.limit_of(self.options, len(seats), cover[seat], limits.stake_max)
                >= limits.stake_min
            ]
            first = reference.HOUSE
            if able:
                assert [int(seat) for seat in self.chance.asked[asked].items] == able, self.seed
                first = int(self.chance.answers[asked][0])
        return reference.find_banker(self.options, seats, first, cover, limits.stake_min, limits.stake_max)

    def pack(self, carry: Any, banker: reference.Party, asked: int) -> list[str]:
        """The pack as it must lie: carried where the bank stayed and nothing else moved, else as shuffled."""
        drawn = [
            answer
            for draw, answer in zip(self.chance.asked[asked:], self.chance.answers[asked:], strict=True)
            if draw.label == "pack"
        ]
        carried = [str(one) for one in carry.pack]
        if carried and banker == party(carry.banker):
            assert not drawn, self.seed
            return carried
        copies = self.rules.packs or (2 if len(self.seats) >= 8 else 1)
        assert len(drawn) == 1 and len(set(drawn[0])) == 52 * copies, self.seed
        return [str(one) for one in drawn[0]]

    def reshuffle(self, due: list[str]) -> list[str]:
        """The engine goes first, so chance has answered already; it was asked for the same cards."""
        draw, answer = next(self.reshuffles)
        assert sorted(str(one) for one in draw.items) == sorted(due), self.seed
        return [str(one) for one in answer]

    def run(self, step: Step[Any, Any], ref: reference.Round) -> Any:
        state = step.state
        while not PONTOON.is_over(state):
            self.compare(state, ref)
            seat = self.rng.choice(PONTOON.seats_to_act(state))
            asked = wish(self.rng, seat, self.liked(PONTOON.offers(state, seat)))
            before = len(self.chance.asked)
            state = play(
                PONTOON, state, PONTOON.action(asked.seat, asked.kind, asked.amount), self.chance
            ).state
            self.reshuffles = zip(self.chance.asked[before:], self.chance.answers[before:], strict=True)
            ref.do(int(seat), asked.kind, asked.amount)
            assert next(self.reshuffles, None) is None, self.seed
        return self.settled(state, ref)

    def liked(self, offers: tuple[Any, ...]) -> tuple[Any, ...]:
        """Greedy tables stick rarely and split what they can, so that packs run out."""
        if not self.is_greedy or self.rng.random() < 0.05:
            return offers
        more = tuple(offer for offer in offers if offer.kind != "stick")
        splits = tuple(offer for offer in offers if offer.kind == "split")
        return splits or more or offers

    def compare(self, state: Any, ref: reference.Round) -> None:
        """Both must agree on whom the round waits for and on what is legal, and refuse the same."""
        waiting = PONTOON.seats_to_act(state)
        assert {int(seat) for seat in waiting} == ref.waiting(), self.seed
        for seat in self.seats:
            legal = ref.legal(int(seat))
            offers = {
                str(offer.kind): (offer.amount_min, offer.amount_max) for offer in PONTOON.offers(state, seat)
            }
            assert offers == legal, (self.seed, seat, offers, legal)
        for seat in {self.rng.choice(waiting), self.rng.choice(self.seats)}:
            legal = ref.legal(int(seat))
            for kind in KINDS:
                for amount in self.amounts(legal.get(kind)):
                    asked = (seat, kind, amount)
                    verdict = self.is_legal(legal.get(kind), amount)
                    assert self.is_taken(state, *asked) == verdict, (self.seed, asked)
        mine = [
            [[str(one) for one in hand.cards] for hand in state.hands[Seat(seat)]] for seat in ref.punters
        ]
        assert mine == [[hand.cards for hand in ref.hands[seat]] for seat in ref.punters], self.seed

    def amounts(self, bounds: tuple[int, int] | None) -> tuple[int | None, ...]:
        low, high = bounds or (self.low * COUNTER, self.high * COUNTER)
        if not high:
            return (None,)
        between = self.rng.randint(low, high)
        return (None, low - COUNTER, low, high, high + COUNTER, low + 50, between, 0, -COUNTER)

    @staticmethod
    def is_legal(bounds: tuple[int, int] | None, amount: int | None) -> bool:
        """Within the range in whole counters; unnamed only where there is one amount to name."""
        if bounds is None:
            return False
        low, high = bounds
        if amount is None:
            return low == high
        return low <= amount <= high and amount % COUNTER == 0

    @staticmethod
    def is_taken(state: Any, seat: Seat, kind: str, amount: int | None) -> bool:
        try:
            PONTOON.decide(state, PONTOON.action(seat, kind, None if amount is None else Amount(amount)))
        except IllegalAction:
            return False
        return True

    def settled(self, state: Any, ref: reference.Round) -> Any:
        assert ref.phase == "over", self.seed
        paid = {party(who): int(amount) for who, amount in PONTOON.payoffs(state).items()}
        assert paid == ref.net(), self.seed
        times = [
            [payment.times for payment in state.payments if payment.seat == seat] for seat in ref.punters
        ]
        assert times == [ref.hand_times(seat) for seat in ref.punters], self.seed
        carry = PONTOON.carry(state)
        assert party(carry.banker) == ref.next_banker(), self.seed
        assert (not carry.pack) == ref.is_shuffled(), self.seed
        if carry.pack:
            assert [str(one) for one in carry.pack] == ref.next_pack(), self.seed
            assert len(set(carry.pack)) == len(carry.pack) and carry.pack[0] == card(str(carry.pack[0]))
        return carry


def test_the_engine_and_the_sheet_agree_at_every_step() -> None:
    """A failure names its seed: `Pair(seed).play()` repeats it."""
    for number in range(60):
        Pair(number).play()


def test_they_agree_on_tables_never_seen_before(seed: int) -> None:
    for number in range(seed, seed + 40):
        Pair(number).play()


@pytest.mark.long
def test_they_agree_over_many_thousand_tables() -> None:
    for number in range(1_000_000, 1_020_000):
        Pair(number).play()
