"""What each member won or lost in a round, for leaderboards. The transfers are the truth of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine.game import Amount


@dataclass(frozen=True, slots=True)
class Result:
    """A member's share of one settled round. `net` may be below zero; `points` only where a game has them."""

    guild_id: int
    user_id: int
    game: str
    table_id: int
    round_index: int
    net: Amount
    points: int | None = None


def record(conn: sqlite3.Connection, results: Sequence[Result], at: int) -> None:
    """Write the results of a settlement; those written before are passed over.

    Raises sqlite3.IntegrityError where a member already has another result in that round.
    """
    due = [result for result in results if not _is_recorded(conn, result)]
    conn.executemany(
        "INSERT INTO results (guild_id, user_id, game, table_id, round_index, net, points, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(r.guild_id, r.user_id, r.game, r.table_id, r.round_index, r.net, r.points, at) for r in due],
    )


def _is_recorded(conn: sqlite3.Connection, result: Result) -> bool:
    row = conn.execute(
        "SELECT guild_id, user_id, game, table_id, round_index, net, points FROM results "
        "WHERE table_id = ? AND round_index = ? AND user_id = ?",
        (result.table_id, result.round_index, result.user_id),
    ).fetchone()
    return row is not None and Result(*row) == result
