"""Where tables are kept: an action goes in whole, or not at all.

`Store` is the one interface; what is here keeps it in the SQLite file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.engine.game import Amount
from bot.ledger import accounts, members, results
from bot.ledger.transfers import Transfer, balance, post
from bot.storage.database import Database

OPEN_SQL = "SELECT id, guild_id, channel_id, message_id FROM tables WHERE status = 'open' ORDER BY id"


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A member who sits down: he is remembered, and his account opened with `starting`."""

    user_id: int
    name: str
    starting: Amount


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as a row; `round_index` is None for one of the table itself."""

    seq: int
    round_index: int | None
    body: str


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a seat's decision is due, in Unix milliseconds."""

    decision: int
    due_at: int


@dataclass(frozen=True, slots=True)
class StoredAction:
    """Everything one accepted click does. `id` makes it happen once.

    `deadlines` are all that the table has after it; None leaves them as they are.
    `watched` are the members whose balances the caller wants to know.
    """

    id: str
    table_id: int
    guild_id: int
    user_id: int | None
    kind: str
    at: int
    answer: str
    events: tuple[StoredEvent, ...]
    transfers: tuple[Transfer, ...] = ()
    results: tuple[results.Result, ...] = ()
    deadlines: Mapping[int, Deadline] | None = None
    packs: tuple[tuple[str, bytes], ...] = ()
    newcomer: Newcomer | None = None
    opens_in: tuple[int, str] | None = None
    is_closing: bool = False
    watched: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Committed:
    """It is on the disk. `repeats` is the answer given before, if this action was served already."""

    balances: Mapping[int, Amount] = field(default_factory=dict)
    repeats: str | None = None


class Store(Protocol):
    """Keeps actions. Another database may stand behind it."""

    async def append(self, action: StoredAction) -> Committed:
        """Return once the action is on the disk. Raises NotCovered, StorageFailed: nothing was written."""
        ...

    async def served(self, action_id: str) -> str | None:
        """Return the answer an action was given, None if there was none of this id."""
        ...


class SqliteStore:
    """The store in the database file."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, action: StoredAction) -> Committed:
        return await self._database.write(lambda conn: _append(conn, action))

    async def served(self, action_id: str) -> str | None:
        rows = await self._database.read("SELECT answer FROM actions WHERE id = ?", (action_id,))
        return rows[0][0] if rows else None


def _append(conn: sqlite3.Connection, action: StoredAction) -> Committed:
    row = conn.execute("SELECT answer FROM actions WHERE id = ?", (action.id,)).fetchone()
    if row is not None:
        return Committed(repeats=row[0])
    table_id, at = action.table_id, action.at
    if action.opens_in is not None:
        channel_id, game = action.opens_in
        conn.execute(
            "INSERT INTO tables (id, guild_id, channel_id, game, status, opened_at) "
            "VALUES (?, ?, ?, ?, 'open', ?)",
            (table_id, action.guild_id, channel_id, game, at),
        )
    if action.newcomer is not None:
        new = action.newcomer
        members.remember(conn, action.guild_id, new.user_id, new.name, at)
        members.open_account(conn, action.guild_id, new.user_id, new.starting, at)
    first, last = action.events[0].seq, action.events[-1].seq
    conn.execute(
        "INSERT INTO actions (id, table_id, user_id, kind, first_seq, last_seq, answer, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (action.id, table_id, action.user_id, action.kind, first, last, action.answer, at),
    )
    conn.executemany(
        "INSERT INTO events (table_id, seq, round_index, body) VALUES (?, ?, ?, ?)",
        [(table_id, event.seq, event.round_index, event.body) for event in action.events],
    )
    post(conn, action.transfers, at)
    if action.results:
        results.record(conn, action.results, at)
    if action.packs:
        conn.executemany(
            "INSERT INTO packs (commitment, table_id, server_seed) VALUES (?, ?, ?)",
            [(commitment, table_id, seed) for commitment, seed in action.packs],
        )
    if action.deadlines is not None:
        conn.execute("DELETE FROM deadlines WHERE table_id = ?", (table_id,))
        conn.executemany(
            "INSERT INTO deadlines (table_id, seat, decision, due_at) VALUES (?, ?, ?, ?)",
            [(table_id, seat, d.decision, d.due_at) for seat, d in action.deadlines.items()],
        )
    if action.is_closing:
        conn.execute("UPDATE tables SET status = 'closed', closed_at = ? WHERE id = ?", (at, table_id))
    return Committed(
        {user_id: balance(conn, action.guild_id, accounts.player(user_id)) for user_id in action.watched}
    )


@dataclass(slots=True)
class StoredTable:
    """An open table as it lies on the disk: its own events, those of its last round, and what is due."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    events: list[StoredEvent] = field(default_factory=list)
    version: int = 0
    deadlines: dict[int, Deadline] = field(default_factory=dict)
    packs: dict[str, bytes] = field(default_factory=dict)
    actions: list[tuple[str, int, str]] = field(default_factory=list)
    balances: dict[int, Amount] = field(default_factory=dict)


_LAST_ROUND = (
    "SELECT table_id, max(round_index) AS last FROM events "
    "WHERE table_id IN (SELECT id FROM tables WHERE status = 'open') GROUP BY table_id"
)


def load_open(conn: sqlite3.Connection, only: int | None = None) -> list[StoredTable]:
    """Return the open tables, or the one of this id, each with what a restart needs.

    Of old rounds nothing is read: what they left is in the opening of the last.
    """
    found = {row[0]: StoredTable(*row) for row in conn.execute(OPEN_SQL) if only in (None, row[0])}
    for table_id, seq, round_index, body in conn.execute(
        f"WITH rounds AS ({_LAST_ROUND}) "  # noqa: S608 - a constant
        "SELECT e.table_id, e.seq, e.round_index, e.body FROM rounds AS r "
        "JOIN events AS e ON e.table_id = r.table_id "
        "AND (e.round_index IS NULL OR e.round_index = r.last) ORDER BY e.table_id, e.seq"
    ):
        if table_id in found:
            found[table_id].events.append(StoredEvent(seq, round_index, body))
            found[table_id].version = seq
    for table_id, seat, decision, due_at in conn.execute(
        "SELECT table_id, seat, decision, due_at FROM deadlines"
    ):
        if table_id in found:
            found[table_id].deadlines[seat] = Deadline(decision, due_at)
    for table_id, commitment, seed in conn.execute(
        "SELECT table_id, commitment, server_seed FROM packs "
        "WHERE table_id IN (SELECT id FROM tables WHERE status = 'open')"
    ):
        if table_id in found:
            found[table_id].packs[commitment] = seed
    for table_id, action_id, first_seq, answer in conn.execute(
        "SELECT table_id, id, first_seq, answer FROM actions "
        "WHERE table_id IN (SELECT id FROM tables WHERE status = 'open') ORDER BY table_id, last_seq"
    ):
        if table_id in found:
            found[table_id].actions.append((action_id, first_seq, answer))
    return list(found.values())
