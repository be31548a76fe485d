"""The audit is silent about good books and names each fault, with both figures."""

from __future__ import annotations

import sqlite3

import pytest

from bot.ledger import audit, player, pool, post
from tests.ledger.books import ANN, BEN, TABLE, give, move, seat


@pytest.fixture
def books(conn: sqlite3.Connection) -> sqlite3.Connection:
    """Ann has 300 and 200 in a seat, Ben has 400."""
    give(conn, ANN, 500)
    give(conn, BEN, 400)
    post(conn, [move("1", player(ANN), seat(0), 200)], at=1)
    return conn


def test_good_books_have_no_findings(books: sqlite3.Connection) -> None:
    assert audit(books) == []


def test_books_without_an_entry_have_no_findings(conn: sqlite3.Connection) -> None:
    assert audit(conn) == []


def test_a_balance_that_was_written_by_hand(books: sqlite3.Connection) -> None:
    books.execute("UPDATE accounts SET balance = 301 WHERE name = 'player:1'")
    assert audit(books) == [
        "guild 100: player:1 has 301, its transfers come to 300",
        "guild 100: all accounts together have 1, it should be 0",
    ]


def test_counters_that_were_moved_without_a_transfer(books: sqlite3.Connection) -> None:
    books.execute("UPDATE accounts SET balance = balance + 50 WHERE name = 'player:1'")
    books.execute("UPDATE accounts SET balance = balance - 50 WHERE name = 'player:2'")
    assert audit(books) == [
        "guild 100: player:1 has 350, its transfers come to 300",
        "guild 100: player:2 has 350, its transfers come to 400",
    ]


def test_an_account_that_vanished(books: sqlite3.Connection) -> None:
    books.execute("DELETE FROM accounts WHERE name = 'player:1'")
    assert "guild 100: player:1 has 0, its transfers come to 300" in audit(books)


def test_an_account_that_no_transfer_ever_touched(books: sqlite3.Connection) -> None:
    books.execute("INSERT INTO accounts VALUES (100, 'player:9', 7)")
    assert "guild 100: player:9 has 7, its transfers come to 0" in audit(books)


def test_a_transfer_that_was_taken_out(books: sqlite3.Connection) -> None:
    (trigger,) = books.execute(
        "SELECT sql FROM sqlite_schema WHERE name = 'transfers_refuse_delete'"
    ).fetchone()
    books.execute("DROP TRIGGER transfers_refuse_delete")
    books.execute("DELETE FROM transfers WHERE id = '1'")
    assert "the trigger transfers_refuse_delete is missing" in audit(books)
    books.execute(trigger)
    assert audit(books) == [
        "guild 100: held:7:0 has 200, its transfers come to 0",
        "guild 100: player:1 has 300, its transfers come to 500",
    ]


def test_an_account_below_zero(books: sqlite3.Connection) -> None:
    books.execute("PRAGMA ignore_check_constraints = ON")
    books.execute("UPDATE accounts SET balance = -1 WHERE name = 'player:1'")
    books.execute("PRAGMA ignore_check_constraints = OFF")
    assert "guild 100: player:1 is below zero: has -1, its transfers come to 300" in audit(books)


@pytest.mark.parametrize(
    "name",
    [
        "transfers_refuse_update",
        "transfers_refuse_delete",
        "transfers_refuse_replace",
        "transfers_open_issuance",
        "transfers_move_balances",
        "results_refuse_update",
        "results_refuse_delete",
        "results_refuse_replace",
    ],
)
def test_a_trigger_that_is_missing_or_does_something_else(books: sqlite3.Connection, name: str) -> None:
    table = name.partition("_")[0]
    books.execute(f"DROP TRIGGER {name}")
    assert audit(books) == [f"the trigger {name} is missing"]
    books.execute(f"CREATE TRIGGER {name} BEFORE DELETE ON {table} BEGIN SELECT 1; END")
    assert audit(books) == [f"the trigger {name} was changed"]


def test_a_trigger_that_is_not_ours(books: sqlite3.Connection) -> None:
    books.execute("CREATE TRIGGER extra AFTER INSERT ON transfers BEGIN DELETE FROM members; END")
    assert audit(books) == ["the trigger extra is not ours"]


def test_a_closed_table_that_still_holds_something(books: sqlite3.Connection) -> None:
    books.execute("CREATE TABLE tables (id INTEGER PRIMARY KEY, status TEXT NOT NULL) STRICT")
    books.execute("INSERT INTO tables VALUES (?, 'open')", (TABLE,))
    post(books, [move("2", player(BEN), pool(TABLE), 30)], at=2)
    assert audit(books) == [], "an open table may"

    books.execute("UPDATE tables SET status = 'closed'")
    assert audit(books) == [
        "guild 100: held:7:0 has 200, and the table is closed",
        "guild 100: pool:7 has 30, and the table is closed",
    ]

    post(books, [move("3", seat(0), player(ANN), 200), move("4", pool(TABLE), player(BEN), 30)], at=3)
    assert audit(books) == []


def test_a_table_that_never_was(books: sqlite3.Connection) -> None:
    books.execute("CREATE TABLE tables (id INTEGER PRIMARY KEY, status TEXT NOT NULL) STRICT")
    assert audit(books) == ["guild 100: held:7:0 has 200, and there is no such table"]


def test_faults_of_every_guild_are_named(books: sqlite3.Connection) -> None:
    give(books, ANN, 10, guild_id=200)
    books.execute("UPDATE accounts SET balance = 11 WHERE guild_id = 200 AND name = 'player:1'")
    assert "guild 200: player:1 has 11, its transfers come to 10" in audit(books)
