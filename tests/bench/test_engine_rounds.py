"""Rounds a second of the engine under random legal play, beside a baseline of this machine.

Run with `pytest -m bench tests/bench`. The baseline shuffles a pack and counts
hands: figures of two machines are compared by their ratio to it.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.engine.cards import pack
from bot.engine.game import Step, play, start
from bot.engine.games.pontoon import PONTOON, PontoonRules
from bot.engine.target.events import TargetCarry
from bot.engine.target.totals import TWENTY_ONE, best_total
from tests.support.play import chance, limits, seats, wish

pytestmark = pytest.mark.bench
BATCH = 50


def one_round(rng: Random, rules: PontoonRules, count: int) -> Step[Any, Any]:
    """Open a round and play it to its end, each decision one of its offers."""
    sitting, shuffle = seats(count), chance(rng)
    step = start(PONTOON, rules, sitting, TargetCarry(sitting[0]), limits(sitting), shuffle)
    while not PONTOON.is_over(step.state):
        seat = PONTOON.seats_to_act(step.state)[0]
        asked = wish(rng, seat, PONTOON.offers(step.state, seat))
        step = play(PONTOON, step.state, PONTOON.action(seat, asked.kind, asked.amount), shuffle)
    return step


@pytest.mark.parametrize("count", [2, 3, 6])
def test_rounds_a_second(benchmark: Any, count: int) -> None:
    rng, rules = Random(1), PontoonRules()

    def batch() -> None:
        for _ in range(BATCH):
            one_round(rng, rules, count)

    benchmark.pedantic(batch, rounds=20, warmup_rounds=2)
    benchmark.extra_info["rounds_per_second"] = round(BATCH / benchmark.stats.stats.median)


def test_baseline(benchmark: Any) -> None:
    """A pack shuffled and ten hands counted, as often as rounds are played above."""
    rng, whole = Random(1), list(pack())

    def batch() -> None:
        for _ in range(BATCH):
            rng.shuffle(whole)
            for at in range(0, 50, 5):
                best_total(TWENTY_ONE, tuple(whole[at : at + 5]))

    benchmark.pedantic(batch, rounds=20, warmup_rounds=2)
