"""Many tables at once, each played at random by four members who press as fast as they are answered."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from dataclasses import astuple
from itertools import count
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bot.engine.game import COUNTER, Amount, Seat
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.migrations import load_migrations, migrate
from bot.table.packs import SeededPacks
from bot.table.presets import load_presets
from bot.table.service import Tables
from bot.table.store import Committed, SqliteStore, StoredAction
from bot.table.table import Table
from bot.views import Asker, Done, OpenRequest, Request, TableKind, TablePhase
from tests.support.clock import ManualClock
from tests.support.play import wish

GUILD = 1
SEATS = 4
RICH = 1_000_000


class Recorder:
    """The store of the file, which keeps what was written: the same rows are written plainly later."""

    def __init__(self, database: Database) -> None:
        self._store = SqliteStore(database)
        self.actions: list[StoredAction] = []

    async def append(self, action: StoredAction) -> Committed:
        committed = await self._store.append(action)
        self.actions.append(action)
        return committed

    async def served(self, action_id: str) -> str | None:
        return await self._store.served(action_id)


class Crowd:
    """`tables` with everybody seated; time stands, so that no clock plays along."""

    def __init__(self, database: Database, path: Path) -> None:
        settings = Settings(_env_file=None, database=path, starting_counters=RICH)  # type: ignore[call-arg]
        self.database = database
        self.recorder = Recorder(database)
        self.tables = Tables(
            database, load_presets(), SeededPacks(), ManualClock(), settings, store=self.recorder
        )
        self._ids = count(1)
        self.refused = 0

    async def seat(self, table_count: int) -> list[Table]:
        """Open `table_count` tables at once and seat four members at each."""
        return list(await asyncio.gather(*(self._seated(number) for number in range(table_count))))

    async def _seated(self, number: int) -> Table:
        members = [person(number, seat) for seat in range(SEATS)]
        channel = 1_000 + number
        request = OpenRequest("pontoon", stake_min=Amount(COUNTER), stake_max=Amount(5 * COUNTER))
        await self.tables.open(members[0], channel, request, next(self._ids))
        table = self.tables.open_in(channel)
        assert table is not None
        for member in members[1:]:
            await self.ask(table, member, Request(TableKind.JOIN))
        return table

    async def ask(self, table: Table, who: Asker, request: Request) -> bool:
        outcome = await self.tables.act(table.id, who, None, request, next(self._ids))
        return isinstance(outcome, Done)

    async def play(self, table: Table, rng: Random, actions: int) -> None:
        """Have `actions` accepted at one table, one after the other."""
        while actions:
            who, request = _next(table, rng)
            if await self.ask(table, who, request):
                actions -= 1
            else:
                self.refused += 1

    async def to_mid_round(self, table: Table) -> None:
        """Deal, and have everybody stake: the first of them is to play."""
        rng = Random(table.id)
        while not (table.state.is_round_running and len(_waiting(table)) == 1):
            who, request = _next(table, rng)
            await self.ask(table, who, request)


@asynccontextmanager
async def a_crowd(path: Path, *, synchronous: str = "FULL") -> AsyncIterator[Crowd]:
    database = await Database.open(path, synchronous=synchronous)
    try:
        crowd = Crowd(database, path)
        await crowd.tables.start()
        yield crowd
        await crowd.tables.stop()
    finally:
        await database.close()


def person(table: int, seat: int) -> Asker:
    return Asker(GUILD, 10_000 + table * SEATS + seat, f"Member {table}-{seat}")


def _waiting(table: Table) -> tuple[Seat, ...]:
    s = table.state
    found: tuple[Seat, ...] = s.game.seats_to_act(s.round)
    return found


def _next(table: Table, rng: Random) -> tuple[Asker, Request]:
    """Return who asks next and what: an offer at random, or that the next round be dealt."""
    s = table.state
    if s.phase is TablePhase.ROUND:
        seat = rng.choice(_waiting(table))
        asked = wish(rng, seat, s.game.offers(s.round, seat))
        return _sitter(table, seat), Request(asked.kind, asked.amount)
    if s.phase is TablePhase.LOBBY:
        return _sitter(table, s.sitters[0].seat), Request(TableKind.DEAL)
    return _sitter(table, next(x.seat for x in s.sitters if not x.is_ready)), Request(TableKind.READY)


def _sitter(table: Table, seat: Seat) -> Asker:
    sitter = table.state.sitter(seat)
    assert sitter is not None
    return Asker(GUILD, sitter.user_id, sitter.name)


def write_plainly(path: Path, before: Sequence[StoredAction], measured: Sequence[StoredAction]) -> float:
    """Write the rows of actions as a plain program would; return actions a second of those measured.

    One connection, one statement a row, one commit an action. The tables, triggers and
    pragmas are those of the bot, so that nothing but the way of writing differs.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        migrate(conn, load_migrations())
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            conn.execute(f"PRAGMA {pragma}")
        # The house is refilled by the ledger as it needs it; here it has enough from the beginning.
        _insert_transfer(conn, ("house", GUILD, "issuance", "house", 10**12, "refill", None, None, 0))
        for action in before:
            _write(conn, action)
        started = perf_counter()
        for action in measured:
            _write(conn, action)
        return len(measured) / (perf_counter() - started)


def _write(conn: sqlite3.Connection, a: StoredAction) -> None:
    conn.execute("BEGIN IMMEDIATE")
    if a.opens_in is not None:
        conn.execute(
            "INSERT INTO tables (id, guild_id, channel_id, game, status, opened_at) "
            "VALUES (?, ?, ?, ?, 'open', ?)",
            (a.table_id, a.guild_id, *a.opens_in, a.at),
        )
    if a.newcomer is not None:
        start = (f"start:{a.newcomer.user_id}", a.guild_id, "issuance", f"player:{a.newcomer.user_id}")
        _insert_transfer(conn, (*start, a.newcomer.starting, "start", None, None, a.at))
    first, last = a.events[0].seq, a.events[-1].seq
    conn.execute(
        f"INSERT INTO actions VALUES {_marks('????????')}",
        (a.id, a.table_id, a.user_id, a.kind, first, last, a.answer, a.at),
    )
    for event in a.events:
        row = (a.table_id, event.seq, event.round_index, event.body)
        conn.execute(f"INSERT INTO events VALUES {_marks('????')}", row)
    for t in a.transfers:
        moved: tuple[Any, ...] = (t.id, t.guild_id, t.debit, t.credit, t.amount, t.reason)
        _insert_transfer(conn, (*moved, t.table_id, t.round_index, a.at))
    for result in a.results:
        conn.execute(
            "INSERT INTO results (guild_id, user_id, game, table_id, round_index, net, points, at) "
            f"VALUES {_marks('?' * 8)}",
            (*astuple(result), a.at),
        )
    for pack in a.packs:
        conn.execute(f"INSERT INTO packs VALUES {_marks('????')}", (a.table_id, *astuple(pack)))
    for seat, due in a.deadlines.items():
        if due is None:
            conn.execute("DELETE FROM deadlines WHERE table_id = ? AND seat = ?", (a.table_id, seat))
        else:
            clock = (a.table_id, seat, due.decision, due.due_at)
            conn.execute(f"INSERT OR REPLACE INTO deadlines VALUES {_marks('????')}", clock)
    conn.execute("COMMIT")


def _insert_transfer(conn: sqlite3.Connection, row: tuple[Any, ...]) -> None:
    conn.execute(
        "INSERT INTO transfers (id, guild_id, debit, credit, amount, reason, table_id, round_index, at) "
        f"VALUES {_marks('?' * 9)}",
        row,
    )


def _marks(each: str) -> str:
    return f"({', '.join(each)})"
