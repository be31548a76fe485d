"""The private menu: what this member may do beside playing, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from discord import ui

from bot.engine.game import Offer, Purse, Seat
from bot.engine.target.actions import Kind
from bot.presentation.amount_modal import amount_modal
from bot.presentation.buttons import PressId, read_press
from bot.presentation.limits import problems
from bot.presentation.menu_message import menu_message
from bot.views import BidView, SaleView, SeatLine, SeatStatus, TableKind, TablePhase, TableView
from tests.presentation.scenes import ANN, BEN, CLEO, LOOK, counters, presses, read, seen_by, table, turns

SEAT = {"My hand", "Sit out", "Leave"}
TABLE = {"Announce the last round", "Change stakes", "Close the table"}


def labels(view: TableView, *, may_manage: bool = False) -> set[str]:
    return set(presses(menu_message(view, LOOK, may_manage=may_manage)))


def test_the_opener_may_close_change_and_announce() -> None:
    assert labels(seen_by(ANN, table(bank_ways=frozenset()))) == SEAT | TABLE


def test_a_player_may_not() -> None:
    assert labels(seen_by(BEN, table(bank_ways=frozenset()))) == SEAT


def test_one_who_manages_the_server_may_without_a_seat() -> None:
    assert labels(table(), may_manage=True) == TABLE | {"Join"}


def test_one_who_sits_out_may_sit_in() -> None:
    seats = (SeatLine(BEN, 1001, "Ben", SeatStatus.OUT),)
    assert labels(seen_by(BEN, table(seats=seats, bank_ways=frozenset()))) == {"My hand", "Sit in", "Leave"}


def test_the_last_round_is_announced_once() -> None:
    assert "Announce the last round" not in labels(seen_by(ANN, table(is_last_round=True)))


@pytest.mark.parametrize(
    ("seat", "banker", "ways", "bank"),
    [
        (ANN, ANN, {"pontoon"}, {"Give up the bank"}),
        (ANN, ANN, {"sale"}, {"Give up the bank", "Sell the bank"}),
        (BEN, ANN, {"pontoon", "sale"}, set()),
        (BEN, Purse.HOUSE, {"pontoon"}, {"Take the bank"}),
        (BEN, None, {"pontoon"}, {"Take the bank"}),
        (BEN, ANN, {"auction"}, {"Bid for the bank"}),
    ],
)
def test_the_bank_is_spoken_of_as_far_as_the_rules_let_it_move(
    seat: Seat, banker: Seat | Purse | None, ways: set[str], bank: set[str]
) -> None:
    view = seen_by(seat, table(banker=banker, bank_ways=frozenset(ways)))
    assert labels(view) - SEAT - TABLE == bank


def test_an_offered_bank_can_be_bought_by_him_it_was_offered_to() -> None:
    view = table(bank_ways=frozenset({"sale"}), sale=SaleView(ANN, counters(20), BEN, None))
    assert "Buy the bank (20)" in labels(seen_by(BEN, view))
    assert "Buy the bank (20)" not in labels(seen_by(CLEO, view))
    assert "Buy the bank (20)" not in labels(seen_by(ANN, view))


def test_a_press_that_buys_the_bank_says_for_how_much() -> None:
    view = seen_by(BEN, table(bank_ways=frozenset({"sale"}), sale=SaleView(ANN, counters(20), None, None)))
    press = read_press(presses(menu_message(view, LOOK, may_manage=False))["Buy the bank (20)"])
    assert press is not None and press.request().amount == counters(20)


def test_the_menu_names_its_table() -> None:
    text = read(menu_message(seen_by(BEN, table()), LOOK, may_manage=False))
    assert text.startswith("### Pontoon · table in <#42>\nBank: **Ann**")


def test_a_closed_table_has_no_menu() -> None:
    message = menu_message(seen_by(ANN, table(phase=TablePhase.CLOSED)), LOOK, may_manage=True)
    assert "This table is closed." in read(message)
    assert presses(message) == {}


# The form that some of these buttons open.


def fields(modal: ui.Modal) -> dict[str, tuple[str, str | None]]:
    """Return label and description of each field by its custom id."""
    return {
        str(item.component.custom_id): (item.text, item.description)  # type: ignore[attr-defined]
        for item in modal.children
        if isinstance(item, ui.Label)
    }


def test_a_form_names_the_range_that_is_offered() -> None:
    view = seen_by(BEN, table(turns()), Offer(Kind.BUY, counters(1), counters(4)))
    modal = amount_modal(view, Kind.BUY, LOOK)
    assert modal.title == "Buy a card"
    assert read_press(modal.custom_id) == PressId(7, 3, 5, "buy", is_modal=True)
    assert fields(modal) == {"amount": ("How many counters?", "A whole number from 1 to 4")}


def test_a_form_without_an_offer_asks_for_a_whole_number() -> None:
    modal = amount_modal(seen_by(ANN, table()), TableKind.BANK_SELL, LOOK)
    assert str(read_press(modal.custom_id)) == "vm:7:3:-:bank_sell"
    assert fields(modal)["amount"][1] == "A whole number of counters, such as 5"


def test_a_bid_has_to_beat_the_highest() -> None:
    view = seen_by(CLEO, table(bid=BidView(BEN, counters(9))))
    assert fields(amount_modal(view, TableKind.BANK_BID, LOOK))["amount"][1] == "A whole number above 9"


def test_the_limits_are_two_fields_that_hold_what_is_in_force() -> None:
    modal = amount_modal(seen_by(ANN, table()), TableKind.LIMITS, LOOK)
    assert list(fields(modal)) == ["amount", "amount_max"]
    assert [item.component.default for item in modal.children] == ["1", "5"]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "kind", [Kind.STAKE, Kind.BUY, TableKind.BANK_BID, TableKind.BANK_SELL, TableKind.LIMITS]
)
def test_every_form_is_within_discords_limits(kind: str) -> None:
    view = replace(seen_by(BEN, table(turns()), Offer(kind, counters(10**7), counters(10**7 - 1))))
    assert problems(amount_modal(view, kind, LOOK)) == []


async def test_a_form_is_finished_so_that_discord_py_keeps_nothing_of_it() -> None:
    assert amount_modal(seen_by(ANN, table()), TableKind.LIMITS, LOOK).is_finished()
