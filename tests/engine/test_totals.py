"""Counting, against a count that knows nothing of scales. Source: rule sheet 21-family, 0."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import Card, cards, pack
from bot.engine.target.totals import TWENTY_ONE, Scale, best_total, hard_total, total
from tests.support import reference

HANDS = st.lists(st.sampled_from(pack(2)), max_size=8, unique=True).map(tuple)


@given(HANDS)
def test_the_engine_counts_as_the_reference_does(hand: tuple[Card, ...]) -> None:
    words = [str(one) for one in hand]
    assert hard_total(TWENTY_ONE, hand) == reference.hard(words)
    assert best_total(TWENTY_ONE, hand) == reference.best(words)


@given(HANDS)
def test_a_total_is_both_counts_and_says_whether_an_ace_counts_high(hand: tuple[Card, ...]) -> None:
    counted = total(TWENTY_ONE, hand)
    assert counted.hard == hard_total(TWENTY_ONE, hand)
    assert counted.best == best_total(TWENTY_ONE, hand)
    assert counted.is_soft == (counted.best == counted.hard + 10)


@given(HANDS)
def test_the_order_of_cards_does_not_matter(hand: tuple[Card, ...]) -> None:
    assert total(TWENTY_ONE, hand) == total(TWENTY_ONE, hand[::-1])


@pytest.mark.parametrize(
    ("hand", "hard", "best"),
    [
        ("", 0, 0),
        ("As", 1, 11),
        ("As Ah", 2, 12),
        ("As Kh", 11, 21),
        ("As 9h Kd", 20, 20),
        ("As Ah 9d", 11, 21),
        ("As Ah Ad Ac", 4, 14),
        ("Kh Qh 2d", 22, 22),
        ("7h 7d 7c", 21, 21),
        ("As 2h 3d 4c", 10, 20),
        ("As 5h 5d", 11, 21),
        ("As 6h 5d", 12, 12),
    ],
)
def test_aces_count_one_and_one_of_them_eleven_where_that_helps(hand: str, hard: int, best: int) -> None:
    counted = total(TWENTY_ONE, cards(hand))
    assert (counted.hard, counted.best) == (hard, best)


def test_a_scale_may_leave_aces_at_one_and_count_in_halves() -> None:
    """Seven and a half, doubled: a court card is 1, an ace 2, the target 15."""
    points = {rank: 2 * value for value, rank in enumerate("A234567", start=1)} | dict.fromkeys("JQK", 1)
    scale = Scale(points=points, target=15, ace_extra=0)
    assert best_total(scale, cards("7h Kd")) == 15
    assert best_total(scale, cards("Ah Kd")) == 3
