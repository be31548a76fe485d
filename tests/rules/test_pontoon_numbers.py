"""Pontoon by the numbers: exact combinatorics, and what fixed policies come to.

Source: rule sheet 21-family, 12.1 (exact) and 12.6 (from 3e8 simulated deals).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from bot.engine.cards import RANKS, Card, card, pack
from bot.engine.game import Reason
from bot.engine.games.pontoon import MOVES, PontoonRules, forced
from bot.engine.target.actions import Kind
from bot.engine.target.hand import Ending, Hand
from tests.support.given import given
from tests.support.play_policy import tally_on

NO_ROYAL = PontoonRules(royal=False)


def hands(size: int, packs: int = 1) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Every choice of ranks for a hand, with the number of ways to deal it from so many packs."""
    for ranks in combinations_with_replacement(RANKS, size):
        counts = Counter(ranks)
        ways = prod(comb(4 * packs, count) for count in counts.values())
        if ways:
            yield tuple(card(rank + "cdhs"[at % 4]) for at, rank in enumerate(ranks)), ways


def share(size: int, ending: Ending, packs: int = 1) -> Fraction:
    """How often the first `size` cards end a hand so."""
    found = sum(ways for cards, ways in hands(size, packs) if forced(NO_ROYAL, Hand(cards)) is ending)
    return Fraction(found, comb(52 * packs, size))


class TestCombinatorics:
    """12.1."""

    @pytest.mark.parametrize(
        ("packs", "exact"),
        [
            (1, Fraction(32, 663)),
            (2, Fraction(64, 1339)),
            (4, Fraction(128, 2691)),
            (6, Fraction(192, 4043)),
            (8, Fraction(256, 5395)),
        ],
    )
    def test_a_pontoon_in_two_cards(self, packs: int, exact: Fraction) -> None:
        assert share(2, Ending.NATURAL, packs) == exact

    def test_the_same_counted_card_by_card(self) -> None:
        """An enumeration of real cards, so that the counting by ranks is not believed blindly."""
        pairs = list(combinations(pack(), 2))
        naturals = sum(forced(NO_ROYAL, Hand(pair)) is Ending.NATURAL for pair in pairs)
        assert Fraction(naturals, len(pairs)) == Fraction(32, 663)

    def test_punter_and_banker_both(self) -> None:
        both = total = 0
        for pair in combinations(pack(), 2):
            rest = [one for one in pack() if one not in pair]
            total += comb(len(rest), 2)
            if forced(NO_ROYAL, Hand(pair)) is Ending.NATURAL:
                both += sum(
                    forced(NO_ROYAL, Hand(other)) is Ending.NATURAL for other in combinations(rest, 2)
                )
        assert Fraction(both, total) == Fraction(96, 54145)

    def test_three_sevens(self) -> None:
        found = sum(forced(PontoonRules(), Hand(three)) is Ending.ROYAL for three in combinations(pack(), 3))
        assert Fraction(found, comb(52, 3)) == Fraction(1, 5525)

    def test_a_pair_to_split(self) -> None:
        pairs = sum(Hand(two).is_pair for two in combinations(pack(), 2))
        assert Fraction(pairs, comb(52, 2)) == Fraction(1, 17)

    @pytest.mark.parametrize(("packs", "about"), [(1, 0.0538569), (2, 0.0579549), (8, 0.0609384)])
    def test_five_cards_of_twenty_one_or_less(self, packs: int, about: float) -> None:
        found = share(5, Ending.TRICK, packs)
        assert abs(float(found) - about) < 1e-7
        if packs == 1:
            assert found == Fraction(139972, 2598960)

    def test_a_trick_by_always_twisting_where_a_pontoon_stops(self) -> None:
        """Of the orders of five cards, those are out whose first two are an ace and a tenth."""
        found = Fraction(0)
        for cards, ways in hands(5):
            if forced(NO_ROYAL, Hand(cards)) is not Ending.TRICK:
                continue
            starts = list(combinations(cards, 2))
            goes_on = sum(forced(NO_ROYAL, Hand(two)) is None for two in starts)
            found += Fraction(ways * goes_on, len(starts))
        assert found / comb(52, 5) == Fraction(4799, 92820)

    def test_four_cards_whose_fifth_is_certain(self) -> None:
        state = given("seed001").deal(A="2c 3c", Z="Js 8d").stakes(A=1).state
        certain = 0
        for cards, ways in hands(4):
            refusal = MOVES[Kind.BUY].refusal(state, Hand(cards))
            certain += ways if refusal and refusal.reason is Reason.FIFTH_CARD_SAFE else 0
        assert Fraction(certain, comb(52, 4)) == Fraction(2498, 270725)


@pytest.mark.long
class TestPolicies:
    """12.6: a punter who sticks from 16 and buys for 1 up to 11, against a banker who draws to k.

    VINGT_TEST_DEALS says how many deals each preset gets; the figures hold within
    four standard errors of that run.
    """

    ANCHORS = {  # noqa: RUF012
        "seed001": ({16: -0.14289, 17: -0.17867, 18: -0.16411}, 1.2340, 0.01055, 0.00018, 0.2022),
        "parlett": ({16: -0.12895, 17: -0.16504, 18: -0.15026}, 1.2224, 0.01006, 0.00017, 0.1922),
    }

    @pytest.mark.parametrize("preset", ANCHORS)
    def test_the_punter_loses_what_the_sheet_computed(self, preset: str, seed: int) -> None:
        values, stake, trick, royal, bust = self.ANCHORS[preset]
        deals = int(os.environ.get("VINGT_TEST_DEALS", "1_000_000"))
        found = tally_on(2, preset, tuple(values), deals, seed)
        figures = {f"stands on {k}": (found.value(k), value) for k, value in values.items()} | {
            "stake": (found.stake(), stake),
            "trick": (found.share(Ending.TRICK), trick),
            "royal": (found.share(Ending.ROYAL), royal),
            "bust": (found.share(Ending.BUST), bust),
        }
        for name, ((mean, error), expected) in figures.items():
            print(f"{preset} {name}: {mean:.5f} +- {error:.5f}, sheet {expected:.5f}")
        for name, ((mean, error), expected) in figures.items():
            # The sheet rounds to the last digit printed.
            assert abs(mean - expected) <= 4 * error + 5e-5, name
