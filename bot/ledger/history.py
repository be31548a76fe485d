"""What happened to a member's counters, in codes and numbers; the words are made elsewhere."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.engine.game import Amount


@dataclass(frozen=True, slots=True)
class Entry:
    """One movement on a member's account, and what he had at hand after it.

    `serial` grows with time over all entries; `change` is below zero where he paid;
    `other` is the account at the other end.
    """

    serial: int
    at: int
    reason: str
    change: Amount
    balance: Amount
    other: str
    table_id: int | None
    round_index: int | None


# Newest first. Each side is cut before they are merged: a long history costs no more than a short one.
PAGE_SQL: Final = """
SELECT n, at, reason, change, other, table_id, round_index,
    (SELECT balance FROM accounts WHERE guild_id = :guild_id AND name = :account) AS balance_now
FROM (
    SELECT * FROM (
        SELECT n, at, reason, -amount AS change, credit AS other, table_id, round_index FROM transfers
        WHERE guild_id = :guild_id AND debit = :account AND substr(debit, 1, 7) = 'player:' AND n < :before
        ORDER BY n DESC LIMIT :limit
    )
    UNION ALL
    SELECT * FROM (
        SELECT n, at, reason, amount, debit, table_id, round_index FROM transfers
        WHERE guild_id = :guild_id AND credit = :account AND substr(credit, 1, 7) = 'player:' AND n < :before
        ORDER BY n DESC LIMIT :limit
    )
)
ORDER BY n DESC LIMIT :limit
"""

NEWEST: Final = (1 << 63) - 1
"""Before this comes every entry."""


def entries(rows: Sequence[sqlite3.Row], before: Entry | None) -> tuple[Entry, ...]:
    """Return the page that `rows` of PAGE_SQL make, which follows `before`."""
    page = []
    # What the account had after an entry, less its change, is what it had after the one before it.
    balance = before.balance - before.change if before else None
    for row in rows:
        n, at, reason, change, other, table_id, round_index, balance_now = row
        balance = balance_now if balance is None else balance
        page.append(Entry(n, at, reason, Amount(change), Amount(balance), other, table_id, round_index))
        balance -= change
    return tuple(page)
