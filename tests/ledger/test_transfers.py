"""Posting: all or none, once, covered, each guild for itself; design section 4."""

from __future__ import annotations

import sqlite3
from dataclasses import replace

import pytest

from bot.engine.game import Amount
from bot.ledger import (
    HOUSE,
    ISSUANCE,
    IdReused,
    NotCovered,
    Transfer,
    TransferReason,
    audit,
    balance,
    player,
    post,
)
from bot.ledger import pool as pool_of
from bot.ledger.transfers import HOUSE_REFILL, TRANSFERS_MAX
from tests.ledger.books import ANN, BEN, CLEO, GUILD, OTHER_GUILD, TABLE, balances, give, ids, move, seat


def test_a_stake_is_held_and_a_win_is_paid(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 1_000)
    give(conn, BEN, 1_000)
    post(conn, [move("stake", player(ANN), seat(0), 200), move("cover", player(BEN), seat(1), 400)], at=1)
    assert balances(conn) == {ISSUANCE: -2_000, "player:1": 800, "player:2": 600, seat(0): 200, seat(1): 400}

    post(
        conn,
        [
            move("win", seat(1), player(ANN), 200, reason=TransferReason.SETTLE),
            move("back", seat(0), player(ANN), 200, reason=TransferReason.RELEASE),
            move("rest", seat(1), player(BEN), 200, reason=TransferReason.RELEASE),
        ],
        at=2,
    )
    assert balances(conn) == {ISSUANCE: -2_000, "player:1": 1_200, "player:2": 800}
    assert audit(conn) == []


def test_a_transfer_is_kept_with_all_it_says(conn: sqlite3.Connection) -> None:
    gift = Transfer("42:0", GUILD, ISSUANCE, pool_of(TABLE), Amount(3), "pool", TABLE, 9)
    post(conn, [gift], at=1_234)
    row = conn.execute("SELECT * FROM transfers").fetchone()
    assert dict(row) == {
        "n": 1,
        "id": "42:0",
        "guild_id": GUILD,
        "debit": "issuance",
        "credit": "pool:7",
        "amount": 3,
        "reason": "pool",
        "table_id": TABLE,
        "round_index": 9,
        "at": 1_234,
    }


def test_nothing_to_post_is_nothing_posted(conn: sqlite3.Connection) -> None:
    post(conn, [], at=0)
    assert ids(conn) == []


def test_posting_again_changes_nothing(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    stake = [move("1", player(ANN), seat(0), 200), move("2", seat(0), pool_of(TABLE), 50)]
    post(conn, stake, at=1)
    before = balances(conn)
    post(conn, stake, at=2)
    post(conn, stake[::-1], at=3)
    assert balances(conn) == before
    assert [row["at"] for row in conn.execute("SELECT at FROM transfers WHERE id <> 'given:0'")] == [1, 1]


def test_posting_again_what_is_no_longer_covered_changes_nothing(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    post(conn, [move("1", player(ANN), seat(0), 500)], at=1)
    post(conn, [move("1", player(ANN), seat(0), 500)], at=1)
    assert balance(conn, GUILD, player(ANN)) == 0


def test_of_a_list_that_was_posted_in_part_the_rest_is_posted(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    first, second = move("1", player(ANN), seat(0), 200), move("2", player(ANN), seat(0), 100)
    post(conn, [first], at=1)
    post(conn, [first, second], at=2)
    assert ids(conn) == ["given:0", "1", "2"]
    assert balance(conn, GUILD, seat(0)) == 300


def test_the_rest_of_a_list_may_pay_with_what_the_rest_of_it_brings(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    first = move("1", player(ANN), seat(0), 200)
    post(conn, [first], at=1)
    post(
        conn,
        [first, move("2", player(ANN), player(BEN), 300), move("3", player(BEN), player(CLEO), 300)],
        at=2,
    )
    assert balances(conn) == {ISSUANCE: -500, seat(0): 200, "player:3": 300}


def test_twice_in_one_list_is_once(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    stake = move("1", player(ANN), seat(0), 200)
    post(conn, [stake, stake], at=1)
    assert balance(conn, GUILD, seat(0)) == 200


@pytest.mark.parametrize(
    "other",
    [
        {"amount": Amount(201)},
        {"credit": seat(1)},
        {"debit": player(BEN)},
        {"guild_id": OTHER_GUILD},
        {"reason": "gift"},
        {"table_id": None},
        {"round_index": 2},
    ],
    ids=lambda other: next(iter(other)),
)
def test_an_id_with_another_content_is_our_fault(conn: sqlite3.Connection, other: dict[str, object]) -> None:
    give(conn, ANN, 500)
    stake = move("1", player(ANN), seat(0), 200)
    post(conn, [stake], at=1)
    before = balances(conn)
    with pytest.raises(IdReused):
        post(conn, [move("2", player(ANN), seat(0), 1), replace(stake, **other)], at=1)
    assert balances(conn) == before
    with pytest.raises(AssertionError):
        post(conn, [move("3", player(ANN), seat(0), 1), move("3", player(ANN), seat(0), 2)], at=1)
    assert balances(conn) == before


def test_not_covered_says_whose_what_he_has_and_what_he_was_to_pay(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    with pytest.raises(NotCovered) as refused:
        post(conn, [move("1", player(ANN), seat(0), 200), move("2", player(ANN), seat(0), 301)], at=1)
    error = refused.value
    assert (error.guild_id, error.account, error.balance, error.amount) == (GUILD, "player:1", 300, 301)


def test_what_is_not_covered_takes_back_the_whole_call(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    before = balances(conn)
    calls = [move("1", player(ANN), seat(0), 200), move("2", player(BEN), seat(1), 1)]
    with pytest.raises(NotCovered):
        post(conn, calls, at=1)
    assert balances(conn) == before
    assert ids(conn) == ["given:0"]
    post(conn, calls[:1], at=1)
    assert balance(conn, GUILD, seat(0)) == 200


def test_a_unit_may_go_on_after_a_refusal(conn: sqlite3.Connection) -> None:
    conn.execute("BEGIN")
    give(conn, ANN, 500)
    with pytest.raises(NotCovered):
        post(conn, [move("1", player(ANN), seat(0), 100), move("2", player(ANN), seat(0), 500)], at=1)
    post(conn, [move("3", player(ANN), seat(0), 500)], at=1)
    conn.execute("COMMIT")
    assert balances(conn) == {ISSUANCE: -500, seat(0): 500}


def test_each_transfer_is_covered_when_its_turn_comes(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    paid, passed_on = move("1", player(ANN), player(BEN), 500), move("2", player(BEN), player(CLEO), 500)
    with pytest.raises(NotCovered):
        post(conn, [passed_on, paid], at=1)
    post(conn, [paid, passed_on], at=1)
    assert balances(conn) == {ISSUANCE: -500, "player:3": 500}


def test_guilds_do_not_share_counters(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    give(conn, ANN, 70, guild_id=OTHER_GUILD)
    assert balances(conn) == {ISSUANCE: -500, "player:1": 500}
    assert balances(conn, OTHER_GUILD) == {ISSUANCE: -70, "player:1": 70}
    with pytest.raises(NotCovered) as refused:
        post(conn, [move("1", player(ANN), seat(0), 71, guild_id=OTHER_GUILD)], at=1)
    assert refused.value.balance == 70


def test_one_call_may_post_in_several_guilds(conn: sqlite3.Connection) -> None:
    post(
        conn,
        [move("1", ISSUANCE, player(ANN), 5), move("2", ISSUANCE, player(ANN), 6, guild_id=OTHER_GUILD)],
        at=1,
    )
    assert (balance(conn, GUILD, "player:1"), balance(conn, OTHER_GUILD, "player:1")) == (5, 6)


def test_a_house_that_is_short_is_refilled_by_a_recorded_transfer(conn: sqlite3.Connection) -> None:
    post(conn, [move("win", HOUSE, player(ANN), 250)], at=1)
    refill, win = conn.execute("SELECT * FROM transfers ORDER BY n").fetchall()
    assert (refill["id"], refill["debit"], refill["credit"]) == ("refill:win", ISSUANCE, HOUSE)
    assert (refill["amount"], refill["reason"]) == (HOUSE_REFILL, "refill")
    assert (refill["table_id"], refill["round_index"]) == (win["table_id"], win["round_index"])
    assert balances(conn) == {ISSUANCE: -HOUSE_REFILL, HOUSE: HOUSE_REFILL - 250, "player:1": 250}
    assert audit(conn) == []


def test_a_house_that_has_enough_is_not_refilled(conn: sqlite3.Connection) -> None:
    post(conn, [move("1", ISSUANCE, HOUSE, 300), move("2", HOUSE, player(ANN), 300)], at=1)
    assert ids(conn) == ["1", "2"]


def test_what_the_house_takes_first_is_there_for_what_it_pays_then(conn: sqlite3.Connection) -> None:
    give(conn, BEN, 300)
    post(conn, [move("1", player(BEN), HOUSE, 300), move("2", HOUSE, player(ANN), 200)], at=1)
    assert ids(conn) == ["given:0", "1", "2"]


def test_a_large_loss_is_refilled_by_as_many_lots_as_it_takes(conn: sqlite3.Connection) -> None:
    post(conn, [move("1", HOUSE, player(ANN), 2 * HOUSE_REFILL + 1)], at=1)
    assert balance(conn, GUILD, ISSUANCE) == -3 * HOUSE_REFILL


def test_posting_again_does_not_refill_again(conn: sqlite3.Connection) -> None:
    wins = [move("1", HOUSE, player(ANN), HOUSE_REFILL), move("2", HOUSE, player(BEN), 5)]
    post(conn, wins, at=1)
    before = balances(conn), ids(conn)
    post(conn, wins, at=2)
    assert (balances(conn), ids(conn)) == before


def test_a_refusal_behind_a_refill_takes_the_refill_back(conn: sqlite3.Connection) -> None:
    with pytest.raises(NotCovered):
        post(conn, [move("1", HOUSE, player(ANN), 5), move("2", player(BEN), seat(0), 1)], at=1)
    assert ids(conn) == []
    assert balances(conn) == {}


def test_each_guild_has_its_own_house(conn: sqlite3.Connection) -> None:
    post(conn, [move("1", ISSUANCE, HOUSE, 300)], at=1)
    post(conn, [move("2", HOUSE, player(ANN), 300, guild_id=OTHER_GUILD)], at=1)
    assert balance(conn, GUILD, HOUSE) == 300


@pytest.mark.parametrize("amount", [0, -5])
def test_an_amount_that_is_not_above_zero_is_our_fault(conn: sqlite3.Connection, amount: int) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="moves_something"):
        post(conn, [move("1", ISSUANCE, player(ANN), amount)], at=1)
    assert ids(conn) == []


def test_a_long_list_is_posted_whole(conn: sqlite3.Connection) -> None:
    post(conn, [move(f"{index}", ISSUANCE, player(index), 1) for index in range(TRANSFERS_MAX)], at=1)
    assert balance(conn, GUILD, ISSUANCE) == -TRANSFERS_MAX
    with pytest.raises(AssertionError):
        post(conn, [move(f"{index}", ISSUANCE, player(index), 1) for index in range(TRANSFERS_MAX + 1)], at=1)
