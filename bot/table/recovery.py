"""How tables come back after a stop: from the log, as they were acknowledged."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import replace

from bot.ledger import accounts
from bot.ledger.transfers import balance
from bot.storage.database import Database
from bot.table import events as e
from bot.table.codec import UnreadableEvent
from bot.table.state import TableState, evolve
from bot.table.store import Deadline, StoredTable, load_open
from bot.table.table import Table, codec_of
from bot.views import TablePhase

_log = logging.getLogger(__name__)


async def load(database: Database) -> tuple[list[StoredTable], int]:
    """Return every open table as stored, and the highest id any table has had."""

    def look(conn: sqlite3.Connection) -> tuple[list[StoredTable], int]:
        (last,) = conn.execute("SELECT coalesce(max(id), 0) FROM tables").fetchone()
        return load_open(conn), last

    return await database.snapshot(look)


async def load_one(database: Database, table_id: int) -> StoredTable | None:
    """Return one open table as stored; None if it is closed."""
    found = await database.snapshot(lambda conn: load_open(conn, table_id))
    return found[0] if found else None


def restore(kept: StoredTable) -> tuple[Table, bool]:
    """Return the table its log leads to, and whether the log could be read to its end.

    A round that cannot be replayed leaves the table between rounds; it is to be
    voided then. Its log stays as it is.
    """
    s: TableState | None = None
    is_whole = True
    game = None
    for stored in kept.events:
        if not is_whole and stored.round_index is not None:
            continue
        try:
            if game is None:
                game = _game_of(stored.body)
            event = codec_of(game).decode(stored.body)
            if s is not None and stored.round_index is not None and stored.round_index != s.round_index:
                # Rounds before the last are not read: their number is taken from the row.
                s = replace(s, round_index=stored.round_index - 1, phase=TablePhase.LOBBY)
            s = replace(evolve(s, event), version=stored.seq)
            if isinstance(event, e.PackPromised):
                s = replace(s, promised_at=stored.seq)
        except (UnreadableEvent, AssertionError, KeyError, IndexError, ValueError, TypeError) as error:
            if s is None:
                raise
            is_whole = False
            _log.error("event=replay_failed table=%d seq=%d reason=%r", kept.id, stored.seq, str(error))
    assert s is not None, f"table {kept.id} has no opening"
    s = replace(s, version=kept.version)
    table = Table(kept.id, s)
    table.message_id = kept.message_id
    table.deadlines = dict(kept.deadlines)
    wanted = {s.pack, s.promised}
    table.seeds = {promise: seed for promise, seed in kept.packs.items() if promise in wanted}
    table.interactions = tuple([action for action, first, _ in kept.actions if first > s.promised_at])
    for action, _, answer in kept.actions:
        table.remember(action, answer)
    table.balances = dict(kept.balances)
    return table, is_whole


def give_grace(table: Table, now_ms: int, grace_ms: int) -> None:
    """Judge what fell due during the downtime from now on: nobody is late because the bot was away."""
    table.deadlines = {
        seat: Deadline(d.decision, now_ms + grace_ms) if d.due_at <= now_ms else d
        for seat, d in table.deadlines.items()
    }


def read_balances(conn: sqlite3.Connection, table: Table) -> None:
    """Fill in what the seated have at hand."""
    for sitter in table.state.sitters:
        table.balances[sitter.user_id] = balance(conn, table.guild_id, accounts.player(sitter.user_id))


def _game_of(body: str) -> str:
    """Return the game that an opening names; the codec of its events follows from it."""
    import json

    return str(json.loads(body)["game"])
