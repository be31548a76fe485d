"""Names that people chose cannot break a message."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.game import Purse, Seat
from bot.presentation.names import NAME_MAX, listed, party_name, plain_name, safe_name
from tests.presentation.scenes import ANN, WORDS, table


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("**Ann**", "\\*\\*Ann\\*\\*"),
        ("@everyone", "\\@everyone"),
        ("<@123>", "\\<\\@123\\>"),
        ("`x`", "\\`x\\`"),
        ("https://x.y", "https\\://x.y"),
        ("# big", "\\# big"),
    ],
)
def test_marks_lose_their_meaning(name: str, shown: str) -> None:
    assert safe_name(name, WORDS) == shown


def test_a_name_stays_on_one_line_and_in_one_direction() -> None:
    assert plain_name("An\nn\u202e \t ie\u200b") == "An n ie"


def test_a_long_name_is_cut() -> None:
    assert plain_name("x" * 40) == "x" * (NAME_MAX - 1) + "…"


def test_a_name_of_nothing_is_replaced() -> None:
    assert safe_name(" \u200b ", WORDS) == "nobody"


@given(st.text())
def test_no_name_is_long_or_has_a_line_of_its_own(name: str) -> None:
    shown = plain_name(name)
    assert len(shown) <= NAME_MAX
    assert "\n" not in shown


def test_the_house_and_those_who_left_have_names_too() -> None:
    view = table()
    assert party_name(view, ANN, WORDS) == "Ann"
    assert party_name(view, Purse.HOUSE, WORDS) == "the house"
    assert party_name(view, Seat(6), WORDS) == "seat 7"
    assert party_name(view, None, WORDS) == "nobody"


@pytest.mark.parametrize(
    ("names", "text"),
    [([], ""), (["Ann"], "Ann"), (["Ann", "Ben"], "Ann and Ben"), (["A", "B", "C"], "A, B and C")],
)
def test_names_are_listed_as_in_a_sentence(names: list[str], text: str) -> None:
    assert listed(names, WORDS) == text
