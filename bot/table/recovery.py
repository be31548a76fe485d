"""How tables come back after a stop: from the log, as they were acknowledged."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from bot.engine.game import Amount, Seat
from bot.ledger import accounts
from bot.ledger.transfers import Transfer, TransferReason, post
from bot.storage.database import Database
from bot.table import events as e
from bot.table.state import TableState, fold
from bot.table.store import Deadline, StoredEvent, StoredTable, load_one, load_open
from bot.table.table import Table, codec_of

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Restored:
    """A table from its log. `is_whole` is False where its last round could not be replayed."""

    table: Table
    is_whole: bool


async def load_all(database: Database) -> tuple[tuple[StoredTable, ...], int]:
    """Return every open table as stored, and the highest id any table has had."""

    def look(conn: sqlite3.Connection) -> tuple[tuple[StoredTable, ...], int]:
        (last,) = conn.execute("SELECT coalesce(max(id), 0) FROM tables").fetchone()
        return load_open(conn), last

    return await database.snapshot(look)


async def load(database: Database, table_id: int) -> StoredTable | None:
    """Return one table as stored, open or closed; None if there is none."""
    return await database.snapshot(lambda conn: load_one(conn, table_id))


def restore(kept: StoredTable) -> Restored | None:
    """Return the table that its log leads to; None where not even its own events can be read.

    A round that cannot be replayed is left out and has to be voided. Whatever is
    wrong with a log, it must not keep the other tables from coming back.
    """
    state: TableState | None = None
    is_whole = True
    try:
        own = _decoded(kept, kept.own)
        if kept.last_round and not _is_voided(own, kept.last_round[-1].seq):
            try:
                state = _folded([*own, *_decoded(kept, kept.last_round)])
            except Exception as error:  # noqa: BLE001 - see above
                _log.error("event=round_unreadable table=%d reason=%r", kept.id, str(error))
                is_whole = False
        if state is None:
            state = _folded(own)
    except Exception as error:  # noqa: BLE001 - see above
        _log.error("event=table_unreadable table=%d reason=%r", kept.id, str(error))
        return None
    version = max(rows[-1].seq for rows in (kept.own, kept.last_round) if rows)
    return Restored(_furnished(kept, state._replace(version=version)), is_whole)


def _decoded(kept: StoredTable, rows: Iterable[StoredEvent]) -> list[tuple[int, Any]]:
    decode = codec_of(kept.game).decode
    return [(row.seq, decode(row.body)) for row in rows]


def _folded(rows: Iterable[tuple[int, Any]]) -> TableState:
    return fold([event for _, event in sorted(rows, key=itemgetter(0))])


def _is_voided(own: Iterable[tuple[int, Any]], last_seq: int) -> bool:
    return any(seq > last_seq and isinstance(event, e.RoundVoided) for seq, event in own)


def _furnished(kept: StoredTable, state: TableState) -> Table:
    table = Table(kept.id, state)
    table.message_id = kept.message_id
    table.deadlines = dict(kept.deadlines)
    wanted = {state.pack, state.promised}
    table.seeds = {pack.commitment: pack.server_seed for pack in kept.packs if pack.commitment in wanted}
    table.interactions = kept.interactions
    return table


def give_grace(table: Table, now_ms: int, grace_ms: int) -> None:
    """Judge what fell due during the downtime from now on: nobody is late because the bot was away."""
    table.deadlines = {
        seat: Deadline(d.decision, now_ms + grace_ms) if d.due_at <= now_ms else d
        for seat, d in table.deadlines.items()
    }


async def held_at(database: Database, table: Table) -> dict[Seat, Amount]:
    """Return what the seats of a table hold by the books."""
    names = {accounts.held(table.id, x.seat): x.seat for x in table.state.sitters}
    rows = await database.read(
        f"SELECT name, balance FROM accounts WHERE guild_id = ? AND name IN ({', '.join('?' * len(names))})",  # noqa: S608 - question marks
        (table.guild_id, *names),
    )
    return {names[name]: Amount(balance) for name, balance in rows if balance}


def give_up(conn: sqlite3.Connection, kept: StoredTable, at: int) -> None:
    """Close a table that cannot be read: what seats hold goes back to those who paid it. Its log stays."""
    prefix = f"held:{kept.id}:"
    owners = conn.execute(
        "SELECT name, balance, (SELECT t.debit FROM transfers AS t WHERE t.guild_id = a.guild_id "
        "AND t.credit = a.name AND t.credit GLOB 'held:*' AND t.debit GLOB 'player:*' "
        "ORDER BY t.n DESC LIMIT 1) FROM accounts AS a "
        "WHERE guild_id = ? AND substr(name, 1, ?) = ? AND balance > 0",
        (kept.guild_id, len(prefix), prefix),
    ).fetchall()
    void = TransferReason.VOID
    transfers = [
        Transfer(f"give_up:{name}", kept.guild_id, name, player, Amount(balance), void, kept.id)
        for name, balance, player in owners
    ]
    post(conn, transfers, at)
    conn.execute("UPDATE tables SET status = 'closed', closed_at = ? WHERE id = ?", (at, kept.id))
    conn.execute("DELETE FROM deadlines WHERE table_id = ?", (kept.id,))
