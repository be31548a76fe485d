"""The database keeps the books by itself, whoever speaks to it; design section 4."""

from __future__ import annotations

import sqlite3

import pytest

from bot.engine.game import Amount
from bot.ledger import Result, audit, player, record
from tests.ledger.books import ANN, BEN, GUILD, balances, give, ids

COLUMNS = "id, guild_id, debit, credit, amount, reason, at"


def insert(conn: sqlite3.Connection, payer: str, payee: str, amount: object, word: str = "INSERT") -> None:
    """One row, past everything that Python would say about it; `amount` is SQL."""
    conn.execute(
        f"{word} INTO transfers ({COLUMNS}) VALUES ('x', 100, '{payer}', '{payee}', {amount}, 'gift', 0)"
    )


@pytest.fixture
def books(conn: sqlite3.Connection) -> sqlite3.Connection:
    """Ann has 500, Ben 300, and there is one result."""
    give(conn, ANN, 500)
    give(conn, BEN, 300)
    record(conn, [Result(GUILD, ANN, "pontoon", 7, 1, Amount(200))], at=0)
    return conn


def everything(conn: sqlite3.Connection) -> list[tuple[object, ...]]:
    return [
        tuple(row)
        for table in ("transfers", "accounts", "results")
        for row in conn.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3")
    ]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE transfers SET amount = 1",
        "UPDATE transfers SET reason = reason",
        "UPDATE OR REPLACE transfers SET id = 'given:1' WHERE id = 'given:0'",
        "UPDATE OR IGNORE transfers SET amount = 1",
        "INSERT INTO transfers SELECT * FROM transfers WHERE true ON CONFLICT DO UPDATE SET amount = 1",
        "UPDATE results SET net = 1",
    ],
)
def test_what_has_happened_is_never_changed(books: sqlite3.Connection, sql: str) -> None:
    before = everything(books)
    with pytest.raises(sqlite3.IntegrityError, match=r"is never (changed|replaced)"):
        books.execute(sql)
    assert everything(books) == before


@pytest.mark.parametrize(
    "sql", ["DELETE FROM transfers", "DELETE FROM transfers WHERE id = 'given:0'", "DELETE FROM results"]
)
def test_what_has_happened_is_never_deleted(books: sqlite3.Connection, sql: str) -> None:
    before = everything(books)
    with pytest.raises(sqlite3.IntegrityError, match="is never deleted"):
        books.execute(sql)
    assert everything(books) == before


@pytest.mark.parametrize(
    "word", ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE", "INSERT OR FAIL", "INSERT"]
)
@pytest.mark.parametrize(
    ("columns", "values"),
    [
        (COLUMNS, "'given:0', 100, 'issuance', 'player:1', 9, 'start', 0"),
        (f"n, {COLUMNS}", "1, 'fresh', 100, 'issuance', 'player:1', 9, 'start', 0"),
        (f"rowid, {COLUMNS}", "1, 'fresh', 100, 'issuance', 'player:1', 9, 'start', 0"),
    ],
    ids=["by its id", "by its place", "by its rowid"],
)
def test_a_transfer_is_never_replaced(
    books: sqlite3.Connection, word: str, columns: str, values: str
) -> None:
    before = everything(books)
    with pytest.raises(sqlite3.IntegrityError, match="a transfer is never replaced"):
        books.execute(f"{word} INTO transfers ({columns}) VALUES ({values})")
    assert everything(books) == before


@pytest.mark.parametrize("word", ["INSERT OR REPLACE", "INSERT OR IGNORE", "INSERT"])
def test_a_result_is_never_replaced(books: sqlite3.Connection, word: str) -> None:
    before = everything(books)
    with pytest.raises(sqlite3.IntegrityError, match="a result is never replaced"):
        books.execute(
            f"{word} INTO results (table_id, round_index, user_id, guild_id, game, net, at) "
            "VALUES (7, 1, 1, 100, 'pontoon', 999, 0)"
        )
    assert everything(books) == before


WORDS = ["INSERT", "INSERT OR REPLACE", "INSERT OR IGNORE", "INSERT OR FAIL", "INSERT OR ABORT"]


@pytest.mark.parametrize("word", WORDS)
def test_a_transfer_moves_both_balances_whoever_inserts_it(books: sqlite3.Connection, word: str) -> None:
    books.execute(
        f"{word} INTO transfers ({COLUMNS}) VALUES ('x', 100, 'player:1', 'player:2', 200, 'gift', 0)"
    )
    assert balances(books) == {"issuance": -800, "player:1": 300, "player:2": 500}
    assert audit(books) == []


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "payer", ["player:1", "player:99", "house"], ids=["too poor", "unknown", "the house"]
)
def test_a_transfer_that_is_not_covered_is_refused_whoever_inserts_it(
    books: sqlite3.Connection, word: str, payer: str
) -> None:
    before = everything(books)
    with pytest.raises(sqlite3.IntegrityError, match="not covered"):
        insert(books, payer, "player:2", 501, word)
    assert everything(books) == before


@pytest.mark.parametrize("amount", [0, -1])
@pytest.mark.parametrize("word", ["INSERT", "INSERT OR REPLACE"])
def test_a_transfer_moves_something(books: sqlite3.Connection, word: str, amount: int) -> None:
    before = everything(books)
    with pytest.raises(sqlite3.IntegrityError, match="moves_something"):
        insert(books, "player:1", "player:2", amount, word)
    assert everything(books) == before


def test_a_transfer_moves_somewhere(books: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="moves_somewhere"):
        insert(books, "house", "house", 1)


@pytest.mark.parametrize("amount", ["1.5", "'a lot'", "NULL", "9223372036854775808"])
def test_an_amount_is_a_whole_number(books: sqlite3.Connection, amount: str) -> None:
    before = everything(books)
    with pytest.raises(sqlite3.IntegrityError):
        insert(books, "issuance", "player:2", amount)
    assert everything(books) == before


def test_no_balance_but_that_of_issuance_goes_below_zero(books: sqlite3.Connection) -> None:
    for name in (player(ANN), "house", "held:1:1", "pool:1"):
        with pytest.raises(sqlite3.IntegrityError, match="not_below_zero"):
            books.execute("INSERT OR REPLACE INTO accounts VALUES (?, ?, -1)", (GUILD, name))
    assert ids(books) == ["given:0", "given:1"]
    assert balances(books)["issuance"] == -800
