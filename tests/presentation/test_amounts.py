"""Numbers are written in one place, and read leniently in one other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.game import Amount
from bot.presentation.amounts import amount, parse_amount, quick_amounts, signed
from tests.presentation.scenes import WORDS


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (500, "5"), (750, "7.50"), (705, "7.05"), (100_000, "1,000"), (123_456_789, "1,234,567.89")],
)
def test_an_amount_is_written_in_counters_and_never_as_a_float(value: int, text: str) -> None:
    assert amount(value) == text


def test_what_is_below_zero_carries_a_minus_that_is_read_aloud() -> None:
    assert amount(-750) == "\u22127.50"


@pytest.mark.parametrize(("value", "text"), [(500, "+5"), (-500, "\u22125"), (0, "0")])
def test_a_gain_carries_its_sign_and_nothing_gained_carries_none(value: int, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(100, "1 counter"), (0, "0 counters"), (150, "1.50 counters"), (200, "2 counters")]
)
def test_only_one_counter_is_singular(value: int, text: str) -> None:
    assert WORDS("history.title", balance=value).startswith(f"You have **{text}**")


@pytest.mark.parametrize("text", ["5", " 5 ", "5.0", "5.00", "005"])
def test_a_typed_amount_is_read_leniently(text: str) -> None:
    assert parse_amount(text) == Amount(500)


@pytest.mark.parametrize(
    "text",
    ["", " ", "five", "5.50", "-5", "+5", "5,0", "5e3", "\u0665", "1,00", "1000000000", "5 counters", "0x5"],
)
def test_what_is_no_whole_number_is_no_amount(text: str) -> None:
    assert parse_amount(text) is None


@given(st.integers(0, 999_999_999))
def test_every_whole_amount_reads_back_as_it_was_written(counters: int) -> None:
    assert parse_amount(amount(counters * 100)) == counters * 100


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1, 1, [1]),
        (1, 2, [1, 2]),
        (1, 5, [1, 3, 5]),
        (1, 100, [1, 50, 100]),
        (5, 500, [5, 250, 500]),
        (5, 4, []),
    ],
)
def test_quick_amounts_are_least_middle_and_most(low: int, high: int, expected: list[int]) -> None:
    assert [it // 100 for it in quick_amounts(Amount(low * 100), Amount(high * 100))] == expected


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_quick_amounts_are_whole_distinct_and_within_the_range(low: int, high: int) -> None:
    found = quick_amounts(Amount(low), Amount(high))
    assert len(found) <= 3
    assert list(found) == sorted(set(found))
    assert all(low <= it <= high and it % 100 == 0 for it in found)
