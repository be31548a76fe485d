"""Where tables are kept: an action goes in whole, or not at all.

`Store` is the one interface; what is here keeps it in the SQLite file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Protocol

from bot.engine.game import NOTHING, Amount
from bot.ledger import accounts, members, results
from bot.ledger.transfers import NotCovered, Transfer, post
from bot.storage.database import Database


class Diverged(AssertionError):
    """Ours: the table on the disk is not the one in memory. It has to be read again."""


class ChannelTaken(Exception):
    """Expected: the channel has an open table on the disk."""


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
class StoredPack:
    """A promise made by the event `promised_seq`, and the server seed behind it."""

    promised_seq: int
    commitment: str
    server_seed: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a seat's decision is due, in Unix milliseconds."""

    decision: int
    due_at: int


@dataclass(frozen=True, slots=True)
class StoredAction:
    """Everything one accepted click does. `id` makes it happen once.

    `covers` is what members must have at hand before anything is moved, by user.
    `deadlines` are those that change, by seat; None where a seat is waited for no more.
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
    covers: Mapping[int, Amount] = field(default_factory=dict)
    transfers: tuple[Transfer, ...] = ()
    results: tuple[results.Result, ...] = ()
    deadlines: Mapping[int, Deadline | None] = field(default_factory=dict)
    packs: tuple[StoredPack, ...] = ()
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
        """Return once the action is on the disk.

        Raises NotCovered, ChannelTaken, Diverged: nothing was written; StorageFailed:
        whether it was is not known before it is read again.
        """
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
    _write_table(conn, action)
    if action.newcomer is not None:
        new = action.newcomer
        members.remember(conn, action.guild_id, new.user_id, new.name, action.at)
        members.open_account(conn, action.guild_id, new.user_id, new.starting, action.at)
    at_hand = _balances(conn, action.guild_id, action.covers)
    for user_id, needed in action.covers.items():
        if at_hand[user_id] < needed:
            raise NotCovered(action.guild_id, accounts.player(user_id), at_hand[user_id], needed)
    _write_log(conn, action)
    post(conn, action.transfers, action.at)
    if action.results:
        results.record(conn, action.results, action.at)
    _write_packs(conn, action)
    _write_deadlines(conn, action)
    has_moved = action.transfers or action.newcomer
    return Committed(_balances(conn, action.guild_id, action.watched if has_moved else ()))


def _balances(conn: sqlite3.Connection, guild_id: int, users: Collection[int]) -> dict[int, Amount]:
    if not users:
        return {}
    by_account = {accounts.player(user_id): user_id for user_id in users}
    rows = conn.execute(
        f"SELECT name, balance FROM accounts WHERE guild_id = ? AND name IN ({_marks(len(users))})",  # noqa: S608 - question marks
        (guild_id, *by_account),
    )
    return dict.fromkeys(users, NOTHING) | {by_account[name]: Amount(balance) for name, balance in rows}


def _write_table(conn: sqlite3.Connection, action: StoredAction) -> None:
    if action.opens_in is not None:
        channel_id, game = action.opens_in
        try:
            conn.execute(
                "INSERT INTO tables (id, guild_id, channel_id, game, status, opened_at) "
                "VALUES (?, ?, ?, ?, 'open', ?)",
                (action.table_id, action.guild_id, channel_id, game, action.at),
            )
        except sqlite3.IntegrityError as error:
            raise ChannelTaken(str(channel_id)) from error
    if action.is_closing:
        conn.execute(
            "UPDATE tables SET status = 'closed', closed_at = ? WHERE id = ?", (action.at, action.table_id)
        )


def _write_log(conn: sqlite3.Connection, action: StoredAction) -> None:
    table_id = action.table_id
    first, last = action.events[0].seq, action.events[-1].seq
    conn.execute(
        "INSERT INTO actions (id, table_id, user_id, kind, first_seq, last_seq, answer, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (action.id, table_id, action.user_id, action.kind, first, last, action.answer, action.at),
    )
    # One statement: each takes the interpreter's lock anew, and the loop is using it.
    values = [
        part for event in action.events for part in (table_id, event.seq, event.round_index, event.body)
    ]
    rows = _rows_of_marks(len(action.events))
    try:
        conn.execute(f"INSERT INTO events (table_id, seq, round_index, body) VALUES {rows}", values)  # noqa: S608 - marks
    except sqlite3.IntegrityError as error:
        raise Diverged(f"table {table_id} has an event {first} on the disk already") from error


@cache
def _marks(count: int) -> str:
    return ", ".join("?" * count)


@cache
def _rows_of_marks(count: int) -> str:
    return ", ".join(["(?, ?, ?, ?)"] * count)


def _write_packs(conn: sqlite3.Connection, action: StoredAction) -> None:
    if action.packs:
        conn.executemany(
            "INSERT INTO packs (table_id, promised_seq, commitment, server_seed) VALUES (?, ?, ?, ?)",
            [
                (action.table_id, pack.promised_seq, pack.commitment, pack.server_seed)
                for pack in action.packs
            ],
        )


def _write_deadlines(conn: sqlite3.Connection, action: StoredAction) -> None:
    """Bring the rows to what is due now, touching only those that are another's or another time's."""
    for seat, deadline in action.deadlines.items():
        if deadline is None:
            conn.execute("DELETE FROM deadlines WHERE table_id = ? AND seat = ?", (action.table_id, seat))
        else:
            conn.execute(
                "INSERT INTO deadlines (table_id, seat, decision, due_at) VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET decision = excluded.decision, due_at = excluded.due_at",
                (action.table_id, seat, deadline.decision, deadline.due_at),
            )


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it lies on the disk.

    `own` are its own events, `last_round` those of its last round. `packs` are the
    last two promises, `interactions` what was accepted since the last of them.
    """

    id: int
    guild_id: int
    channel_id: int
    game: str
    message_id: int | None
    own: tuple[StoredEvent, ...]
    last_round: tuple[StoredEvent, ...]
    deadlines: Mapping[int, Deadline]
    packs: tuple[StoredPack, ...]
    interactions: tuple[str, ...]


_OPEN: Final = (
    "SELECT id, guild_id, channel_id, game, message_id FROM tables WHERE status = 'open' ORDER BY id"
)
_OWN: Final = (
    "SELECT seq, round_index, body FROM events WHERE table_id = ? AND round_index IS NULL ORDER BY seq"
)
_LAST_ROUND: Final = (
    "SELECT seq, round_index, body FROM events WHERE table_id = ?1 AND round_index = "
    "(SELECT max(round_index) FROM events WHERE table_id = ?1) ORDER BY seq"
)
_ONE: Final = "SELECT id, guild_id, channel_id, game, message_id FROM tables WHERE id = ?"


def load_open(conn: sqlite3.Connection) -> tuple[StoredTable, ...]:
    """Return the open tables, each with what a restart needs.

    Of old rounds nothing is read: what they left is in the opening of the last.
    """
    return tuple([_load(conn, *row) for row in conn.execute(_OPEN).fetchall()])


def load_one(conn: sqlite3.Connection, table_id: int) -> StoredTable | None:
    """Return one table, open or closed; None if there is none."""
    row = conn.execute(_ONE, (table_id,)).fetchone()
    return None if row is None else _load(conn, *row)


def _load(
    conn: sqlite3.Connection, table_id: int, guild_id: int, channel_id: int, game: str, message_id: int | None
) -> StoredTable:
    packs = tuple(
        StoredPack(*row)
        for row in conn.execute(
            "SELECT promised_seq, commitment, server_seed FROM packs WHERE table_id = ? "
            "ORDER BY promised_seq DESC LIMIT 2",
            (table_id,),
        )
    )
    promised_seq = packs[0].promised_seq if packs else 0
    return StoredTable(
        table_id,
        guild_id,
        channel_id,
        game,
        message_id,
        own=_rows(conn.execute(_OWN, (table_id,))),
        last_round=_rows(conn.execute(_LAST_ROUND, (table_id,))),
        deadlines={
            seat: Deadline(decision, due_at)
            for seat, decision, due_at in conn.execute(
                "SELECT seat, decision, due_at FROM deadlines WHERE table_id = ?", (table_id,)
            )
        },
        packs=packs,
        interactions=tuple(
            action_id
            for (action_id,) in conn.execute(
                "SELECT id FROM actions WHERE table_id = ? AND first_seq > ? ORDER BY first_seq",
                (table_id, promised_seq),
            )
        ),
    )


def _rows(found: Iterable[tuple[int, int | None, str]]) -> tuple[StoredEvent, ...]:
    return tuple([StoredEvent(*row) for row in found])
