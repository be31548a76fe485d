"""One punter and one banker at pontoon by fixed policies, a fresh pack each round.

Source: rule sheet 21-family, 12.6: the punter sticks from 16, else buys for 1
while he has at most 11 and may buy, else twists; the banker draws until he has
at least k or five cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from bot.engine.game import COUNTER, Amount, Seat, play, start
from bot.engine.games.pontoon import PONTOON
from bot.engine.target.actions import Action, Kind
from bot.engine.target.events import TargetCarry
from bot.engine.target.hand import Ending
from bot.engine.target.totals import TWENTY_ONE, best_total
from tests.support.given_presets import presets
from tests.support.play import chance, limits, seats

PUNTER, BANKER = Seat(1), Seat(2)


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums over `rounds` rounds. `nets` and `squares` go by the banker's k, in counters."""

    rounds: int
    nets: dict[int, int]
    squares: dict[int, int]
    staked: int
    staked_squares: int
    endings: dict[str, int]

    def __add__(self, other: Tally) -> Tally:
        def join(one: dict[Any, int], two: dict[Any, int]) -> dict[Any, int]:
            return {key: one.get(key, 0) + two.get(key, 0) for key in one | two}

        return Tally(
            self.rounds + other.rounds,
            join(self.nets, other.nets),
            join(self.squares, other.squares),
            self.staked + other.staked,
            self.staked_squares + other.staked_squares,
            join(self.endings, other.endings),
        )

    def value(self, k: int) -> tuple[float, float]:
        """The punter's mean net per round and its standard error."""
        return _mean(self.nets[k], self.squares[k], self.rounds)

    def stake(self) -> tuple[float, float]:
        """The mean of all that is staked, and its standard error."""
        return _mean(self.staked, self.staked_squares, self.rounds)

    def share(self, ending: Ending) -> tuple[float, float]:
        """How often the punter's hand ends so, and the standard error."""
        count = self.endings.get(ending, 0)
        return _mean(count, count, self.rounds)


def _mean(total: int, squares: int, rounds: int) -> tuple[float, float]:
    mean = total / rounds
    return mean, sqrt((squares / rounds - mean * mean) / rounds)


def tally(preset: str, ks: Sequence[int], rounds: int, seed: int) -> Tally:
    """Play `rounds` rounds; every k finishes the same round, from where the banker begins."""
    rules = presets("pontoon")[preset]
    shuffle, sitting, carry = chance(Random(seed)), seats(2), TargetCarry(BANKER)
    stakes = limits(sitting)
    nets, squares = dict.fromkeys(ks, 0), dict.fromkeys(ks, 0)
    endings: dict[str, int] = {}
    staked = staked_squares = 0
    for _ in range(rounds):
        state = start(PONTOON, rules, sitting, carry, stakes, shuffle).state
        state = play(PONTOON, state, Action(PUNTER, Kind.STAKE, COUNTER), shuffle).state
        while PONTOON.seats_to_act(state) == (PUNTER,):
            state = play(PONTOON, state, _punter(state), shuffle).state
        for k in ks:
            end = state
            while not PONTOON.is_over(end):
                end = play(PONTOON, end, _banker(end, k), shuffle).state
            net = PONTOON.payoffs(end)[PUNTER] // COUNTER
            nets[k] += net
            squares[k] += net * net
        (hand,) = end.hands[PUNTER]
        assert hand.ending is not None
        endings[hand.ending] = endings.get(hand.ending, 0) + 1
        counters = hand.stake // COUNTER
        staked += counters
        staked_squares += counters * counters
    return Tally(rounds, nets, squares, staked, staked_squares, endings)


def tally_on(processes: int, preset: str, ks: Sequence[int], rounds: int, seed: int) -> Tally:
    """The same on several processes, each with a seed of its own."""
    with ProcessPoolExecutor(processes) as pool:
        parts = [
            pool.submit(tally, preset, ks, rounds // processes, seed + part) for part in range(processes)
        ]
        first, *others = [part.result() for part in parts]
    return sum(others, first)


def _punter(state: Any) -> Action:
    (hand,) = state.hands[PUNTER]
    best = best_total(TWENTY_ONE, hand.cards)
    if best >= 16:
        return Action(PUNTER, Kind.STICK)
    kinds = {offer.kind for offer in PONTOON.offers(state, PUNTER)}
    if best <= 11 and Kind.BUY in kinds:
        return Action(PUNTER, Kind.BUY, COUNTER)
    return Action(PUNTER, Kind.TWIST)


def _banker(state: Any, k: int) -> Action:
    is_enough = best_total(TWENTY_ONE, state.bank_hand.cards) >= k
    return Action(BANKER, Kind.STICK if is_enough else Kind.TWIST, Amount(0))
