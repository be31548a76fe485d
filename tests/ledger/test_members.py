"""An account is opened once; a poor member is topped up once a day."""

from __future__ import annotations

import sqlite3

import pytest

from bot.engine.game import Amount
from bot.ledger import (
    TopupNotNeeded,
    TopupTooSoon,
    audit,
    balance,
    open_account,
    player,
    post,
    remember,
    top_up,
)
from bot.ledger.members import held_of
from tests.ledger.books import ANN, BEN, DAY, GUILD, OTHER_GUILD, balances, give, ids, move, seat

STARTING = Amount(100_000)
LEVEL = Amount(20_000)


@pytest.fixture
def poor(conn: sqlite3.Connection) -> sqlite3.Connection:
    """Ann is known and has 50 counters."""
    remember(conn, GUILD, ANN, "Ann", at=0)
    give(conn, ANN, 5_000)
    return conn


def has(conn: sqlite3.Connection, user_id: int, guild_id: int = GUILD) -> int:
    return balance(conn, guild_id, player(user_id))


def test_an_account_is_opened_with_the_starting_counters(conn: sqlite3.Connection) -> None:
    assert open_account(conn, GUILD, ANN, STARTING, at=5)
    assert balances(conn) == {"issuance": -STARTING, "player:1": STARTING}
    assert ids(conn) == ["open:100:1"]


def test_it_is_opened_once_ever(conn: sqlite3.Connection) -> None:
    open_account(conn, GUILD, ANN, STARTING, at=5)
    post(conn, [move("lost", player(ANN), player(BEN), STARTING)], at=6)
    assert not open_account(conn, GUILD, ANN, STARTING, at=7)
    assert has(conn, ANN) == 0


def test_another_setting_of_the_server_owner_opens_it_no_second_time(conn: sqlite3.Connection) -> None:
    open_account(conn, GUILD, ANN, STARTING, at=5)
    assert not open_account(conn, GUILD, ANN, Amount(STARTING * 2), at=7)
    assert has(conn, ANN) == STARTING


def test_it_is_opened_in_each_guild(conn: sqlite3.Connection) -> None:
    assert open_account(conn, GUILD, ANN, STARTING, at=5)
    assert open_account(conn, OTHER_GUILD, ANN, STARTING, at=5)
    assert has(conn, ANN, OTHER_GUILD) == STARTING


def test_a_server_may_start_its_members_with_nothing(conn: sqlite3.Connection) -> None:
    assert not open_account(conn, GUILD, ANN, Amount(0), at=5)
    assert ids(conn) == []


def test_one_who_was_given_something_before_still_starts_in_full(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 300)
    assert open_account(conn, GUILD, ANN, STARTING, at=5)
    assert has(conn, ANN) == STARTING + 300


def test_a_poor_member_is_lifted_to_the_level(poor: sqlite3.Connection) -> None:
    assert top_up(poor, GUILD, ANN, LEVEL, interaction_id=11, at=0) == 15_000
    assert has(poor, ANN) == LEVEL
    assert ids(poor)[-1] == "topup:11"
    assert audit(poor) == []


@pytest.mark.parametrize("wealth", [LEVEL, LEVEL + 1])
def test_one_who_has_enough_is_not(conn: sqlite3.Connection, wealth: int) -> None:
    remember(conn, GUILD, ANN, "Ann", at=0)
    give(conn, ANN, wealth)
    with pytest.raises(TopupNotNeeded) as refused:
        top_up(conn, GUILD, ANN, LEVEL, interaction_id=11, at=0)
    assert (refused.value.wealth, refused.value.level) == (wealth, LEVEL)
    assert has(conn, ANN) == wealth


def test_it_is_given_once_in_24_hours(poor: sqlite3.Connection) -> None:
    top_up(poor, GUILD, ANN, LEVEL, interaction_id=11, at=1_000)
    post(poor, [move("lost", player(ANN), player(BEN), LEVEL)], at=1_001)
    with pytest.raises(TopupTooSoon) as refused:
        top_up(poor, GUILD, ANN, LEVEL, interaction_id=12, at=1_000 + DAY - 1)
    assert refused.value.again_at == 1_000 + DAY
    assert has(poor, ANN) == 0
    assert top_up(poor, GUILD, ANN, LEVEL, interaction_id=13, at=1_000 + DAY) == LEVEL


def test_the_same_interaction_is_answered_the_same_and_gives_nothing_more(poor: sqlite3.Connection) -> None:
    first = top_up(poor, GUILD, ANN, LEVEL, interaction_id=11, at=0)
    post(poor, [move("lost", player(ANN), player(BEN), LEVEL)], at=1)
    assert top_up(poor, GUILD, ANN, LEVEL, interaction_id=11, at=2) == first
    assert has(poor, ANN) == 0


def test_a_clock_that_was_set_back_gives_nothing_more(poor: sqlite3.Connection) -> None:
    top_up(poor, GUILD, ANN, LEVEL, interaction_id=11, at=10 * DAY)
    post(poor, [move("lost", player(ANN), player(BEN), LEVEL)], at=1)
    with pytest.raises(TopupTooSoon):
        top_up(poor, GUILD, ANN, LEVEL, interaction_id=12, at=5 * DAY)


def test_each_guild_tops_up_for_itself(poor: sqlite3.Connection) -> None:
    remember(poor, OTHER_GUILD, ANN, "Ann", at=0)
    top_up(poor, GUILD, ANN, LEVEL, interaction_id=11, at=0)
    assert top_up(poor, OTHER_GUILD, ANN, LEVEL, interaction_id=12, at=0) == LEVEL


def test_a_refusal_does_not_cost_the_top_up_of_the_day(conn: sqlite3.Connection) -> None:
    remember(conn, GUILD, ANN, "Ann", at=0)
    give(conn, ANN, LEVEL)
    with pytest.raises(TopupNotNeeded):
        top_up(conn, GUILD, ANN, LEVEL, interaction_id=11, at=0)
    post(conn, [move("lost", player(ANN), player(BEN), LEVEL)], at=1)
    assert top_up(conn, GUILD, ANN, LEVEL, interaction_id=12, at=2) == LEVEL


def test_nobody_is_poor_because_his_counters_lie_on_a_table(conn: sqlite3.Connection) -> None:
    remember(conn, GUILD, ANN, "Ann", at=0)
    give(conn, ANN, LEVEL)
    post(conn, [move("1", player(ANN), seat(0), 15_000), move("2", player(ANN), seat(1), 5_000)], at=1)
    assert held_of(conn, GUILD, ANN) == LEVEL
    with pytest.raises(TopupNotNeeded):
        top_up(conn, GUILD, ANN, LEVEL, interaction_id=11, at=2)


def test_what_a_seat_holds_is_his_who_sits_there_now(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    give(conn, BEN, 500)
    post(conn, [move("1", player(ANN), seat(0), 500), move("2", seat(0), player(ANN), 500)], at=1)
    post(conn, [move("3", player(BEN), seat(0), 300)], at=2)
    assert (held_of(conn, GUILD, ANN), held_of(conn, GUILD, BEN)) == (0, 300)


def test_another_guild_holds_nothing_of_it(conn: sqlite3.Connection) -> None:
    give(conn, ANN, 500)
    post(conn, [move("1", player(ANN), seat(0), 500)], at=1)
    assert held_of(conn, OTHER_GUILD, ANN) == 0


def test_a_member_has_the_name_he_was_last_seen_under(conn: sqlite3.Connection) -> None:
    remember(conn, GUILD, ANN, "Ann", at=5)
    remember(conn, GUILD, ANN, "Anna", at=6)
    (member,) = conn.execute("SELECT * FROM members").fetchall()
    assert (member["name"], member["seen_at"], member["is_present"], member["is_off_board"]) == (
        "Anna",
        6,
        1,
        0,
    )
