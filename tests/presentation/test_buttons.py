"""The custom-id grammar, both ways."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.game import Amount
from bot.engine.target.actions import Kind
from bot.presentation.buttons import BUTTON_TEMPLATE, Local, PressId, read_press
from bot.presentation.limits import CUSTOM_ID_MAX
from bot.views import Asked, Request, TableKind

KINDS = [*map(str, Kind), *map(str, TableKind), *map(str, Local)]

ids = st.builds(
    PressId,
    table_id=st.integers(1, 2**63 - 1),
    round_index=st.integers(0, 10**9 - 1),
    decision=st.none() | st.integers(0, 10**9 - 1),
    kind=st.sampled_from(KINDS),
    arg=st.none() | st.integers(0, 2**63).map(str) | st.sampled_from(KINDS),
    is_modal=st.booleans(),
)


@given(ids)
def test_every_custom_id_reads_back_as_what_it_was_made_from(press: PressId) -> None:
    assert read_press(str(press)) == press


@given(ids)
def test_every_custom_id_fits_into_discords_hundred_characters(press: PressId) -> None:
    assert len(str(press)) <= CUSTOM_ID_MAX


@given(ids)
def test_the_router_sees_exactly_the_buttons(press: PressId) -> None:
    assert bool(re.fullmatch(BUTTON_TEMPLATE, str(press))) is not press.is_modal


@given(st.text(max_size=40))
def test_foreign_ids_are_not_taken_for_ours(text: str) -> None:
    read = read_press(text)
    assert read is None or str(read) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "vt:1:2",
        "vt:1:2:3:stake:",
        "vt:1:2:3:stake:5:6",
        "vt:x:2:3:stake",
        "vt:1:2:3:Stake",
        "vt:1:2:3:stake\n",
    ],
)
def test_a_broken_id_is_none_of_ours(text: str) -> None:
    assert read_press(text) is None


def test_a_button_says_what_it_was_drawn_for() -> None:
    press = read_press("vt:7:3:12:buy:250")
    assert press is not None
    assert press.asked == Asked(3, 12)
    assert press.request() == Request("buy", Amount(250))


def test_a_button_of_the_table_carries_no_decision() -> None:
    press = read_press("vt:7:3:-:join")
    assert press is not None
    assert press.asked == Asked(3, None)
    assert press.request() == Request("join")


def test_the_arg_of_freeing_a_seat_is_a_member() -> None:
    press = read_press("vt:7:3:-:free:123456789012345678")
    assert press is not None
    assert press.request() == Request("free", member_id=123456789012345678)


def test_a_modal_brings_what_was_typed() -> None:
    press = read_press("vm:7:3:-:limits")
    assert press is not None
    assert press.is_modal
    assert press.request(Amount(100), Amount(500)) == Request("limits", Amount(100), Amount(500))
