"""Seeded rounds of every game and preset, played once and looked at by many tests."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from bot.engine.game import COUNTER, Amount, Limits, start
from tests.support.choices import every_choice
from tests.support.play import PLENTY, Moment, moments, pairs, seats

COUNTS = (1, 2, 3, 5, 8, 10)
ROUNDS_EACH = 6


@dataclass(frozen=True)
class Round:
    """A round from its opening: every decision in it, the end, and all events."""

    game: Any
    rules: Any
    label: str
    limits: Limits
    moments: tuple[Moment, ...]

    @property
    def end(self) -> Any:
        return self.moments[-1].after.state

    @property
    def events(self) -> tuple[Any, ...]:
        return (*self.moments[-1].events, *self.moments[-1].after.events)


@cache
def rounds_of(name: str, seed: int) -> tuple[Round, ...]:
    """Return rounds of the choice of that name at tables of every size, the carry handed on."""
    choice = next(one for one in every_choice() if str(one) == name)
    game, rules = choice.game, choice.rules
    found = []
    for count in COUNTS:
        if not game.seat_min <= count <= game.seat_max:
            continue
        rng, sitting = Random(f"{name} {seed} {count}"), seats(count)
        carry = game.fresh_carry(rules, sitting[0])
        shuffle = pairs(rng, count)
        for number in range(ROUNDS_EACH):
            # Every other round somebody could cover little: the bank may move, its limit may be cut.
            cover = PLENTY if number % 2 else Amount(rng.randint(0, 400) * COUNTER)
            limits = Limits(
                Amount(1 * COUNTER),
                Amount(rng.choice((1, 5, 20)) * COUNTER),
                tuple((seat, cover if seat == sitting[0] else PLENTY) for seat in sitting),
            )
            opening = start(game, rules, sitting, carry, limits, shuffle)
            played = tuple(moments(game, opening, rng, shuffle=shuffle))
            label = f"{name}, {count} seats, round {number}, seed {seed}"
            found.append(Round(game, rules, label, limits, played))
            carry = game.carry(found[-1].end)
    return tuple(found)


def every_moment(rounds: tuple[Round, ...]) -> list[tuple[Round, Moment]]:
    """Return every decision of every round, with its round."""
    return [(one, moment) for one in rounds for moment in one.moments]
