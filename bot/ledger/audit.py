"""Checks the books against themselves. Each finding is one line with both figures; none is good news."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Mapping
from functools import cache

from bot.ledger.accounts import table_of
from bot.storage.migrations import load_migrations, migrate


def audit(conn: sqlite3.Connection, guild_id: int | None = None) -> list[str]:
    """Return what is wrong in the file, in words for a server owner; empty when all is well.

    With `guild_id` of that guild and the file alone: what others have is not its owner's business.
    Run it on a connection that sees one moment (`Database.snapshot`, `inspect`).
    """
    of_file = (_file_is_sound, _rules_are_in_force)
    of_guilds = (_balances_follow, _guilds_sum_to_zero, _closed_tables_hold_nothing)
    found = [finding for check in of_file for finding in check(conn)]
    for check in of_guilds:
        found += [f"guild {guild}: {what}" for guild, what in check(conn) if guild_id in (None, guild)]
    return found


def _file_is_sound(conn: sqlite3.Connection) -> Iterator[str]:
    for (line,) in conn.execute("PRAGMA quick_check"):
        if line != "ok":
            yield f"the file is damaged: {line}"


_RULES_SQL = """
SELECT type, name, sql FROM sqlite_schema
WHERE tbl_name IN ('accounts', 'transfers', 'results') AND type IN ('table', 'trigger') ORDER BY name
"""


def _rules_are_in_force(conn: sqlite3.Connection) -> Iterator[str]:
    """Compare with a fresh database: somebody may have dropped a trigger to change a row."""
    expected, found = _our_rules(), _rules_of(conn)
    for kind, name in sorted(expected.keys() | found.keys()):
        ours, theirs = expected.get((kind, name)), found.get((kind, name))
        if theirs is None:
            yield f"the {kind} {name} is missing"
        elif ours is None:
            yield f"the {kind} {name} is not ours"
        elif ours != theirs:
            yield f"the {kind} {name} was changed"


@cache
def _our_rules() -> Mapping[tuple[str, str], str]:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, load_migrations())
        return _rules_of(fresh)


def _rules_of(conn: sqlite3.Connection) -> Mapping[tuple[str, str], str]:
    return {(kind, name): sql for kind, name, sql in conn.execute(_RULES_SQL)}


_BALANCES_SQL = """
WITH moved (guild_id, name, amount) AS (
    SELECT guild_id, debit, -amount FROM transfers UNION ALL SELECT guild_id, credit, amount FROM transfers
), derived AS (
    SELECT guild_id, name, sum(amount) AS amount FROM moved GROUP BY guild_id, name
), named AS (
    SELECT guild_id, name FROM accounts UNION SELECT guild_id, name FROM derived
)
SELECT guild_id, name, coalesce(a.balance, 0) AS balance, coalesce(d.amount, 0) AS derived
FROM named LEFT JOIN accounts AS a USING (guild_id, name) LEFT JOIN derived AS d USING (guild_id, name)
ORDER BY guild_id, name
"""


def _balances_follow(conn: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    for guild_id, name, balance, derived in conn.execute(_BALANCES_SQL):
        if balance != derived:
            yield guild_id, f"{name} has {balance}, its transfers come to {derived}"
        if min(balance, derived) < 0 and name != "issuance":
            yield guild_id, f"{name} is below zero: has {balance}, its transfers come to {derived}"


def _guilds_sum_to_zero(conn: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    for guild_id, total in conn.execute(
        "SELECT guild_id, sum(balance) AS total FROM accounts GROUP BY guild_id HAVING total <> 0"
    ):
        yield guild_id, f"all accounts together have {total}, it should be 0"


def _closed_tables_hold_nothing(conn: sqlite3.Connection) -> Iterator[tuple[int, str]]:
    if not conn.execute("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'tables'").fetchone():
        return
    status = dict(map(tuple, conn.execute("SELECT id, status FROM tables")))
    for guild_id, name, balance in conn.execute(
        "SELECT guild_id, name, balance FROM accounts "
        "WHERE balance <> 0 AND (name GLOB 'held:*' OR name GLOB 'pool:*')"
    ):
        of_table = status.get(table_of(name))
        if of_table is None:
            yield guild_id, f"{name} has {balance}, and there is no such table"
        elif of_table == "closed":
            yield guild_id, f"{name} has {balance}, and the table is closed"
