"""Members of a guild as the ledger knows them: a name, an account, a top-up a day."""

from __future__ import annotations

import sqlite3
from typing import Final

from bot.engine.game import Amount
from bot.ledger import accounts
from bot.ledger.transfers import Transfer, TransferReason, balance, post, was_posted

TOPUP_INTERVAL_MS: Final = 24 * 60 * 60 * 1000


class TopupNotNeeded(Exception):
    """Expected: the member has `wealth`, at hand and held at tables, which is `level` or more."""

    def __init__(self, wealth: Amount, level: Amount) -> None:
        super().__init__(f"has {wealth}, topped up is to {level}")
        self.wealth: Final = wealth
        self.level: Final = level


class TopupTooSoon(Exception):
    """Expected: the last top-up was less than a day ago; the next may be at `again_at` (milliseconds)."""

    def __init__(self, again_at: int) -> None:
        super().__init__(f"not before {again_at}")
        self.again_at: Final = again_at


def remember(conn: sqlite3.Connection, guild_id: int, user_id: int, name: str, at: int) -> None:
    """Note that a member was seen at `at` under this name; one who had left is back."""
    conn.execute(
        "INSERT INTO members (guild_id, user_id, name, seen_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET name = excluded.name, is_present = 1, seen_at = excluded.seen_at",
        (guild_id, user_id, name, at),
    )


def mark_gone(conn: sqlite3.Connection, guild_id: int, user_id: int) -> None:
    """Note that somebody is no member any more: he is on no board until he is seen again."""
    conn.execute("UPDATE members SET is_present = 0 WHERE guild_id = ? AND user_id = ?", (guild_id, user_id))


def set_off_board(conn: sqlite3.Connection, guild_id: int, user_id: int, *, is_off_board: bool) -> None:
    """Keep a remembered member off the leaderboards, or put him back on."""
    done = conn.execute(
        "UPDATE members SET is_off_board = ? WHERE guild_id = ? AND user_id = ?",
        (int(is_off_board), guild_id, user_id),
    )
    assert done.rowcount == 1, f"member {user_id} of guild {guild_id} was to be remembered first"


def open_account(conn: sqlite3.Connection, guild_id: int, user_id: int, starting: Amount, at: int) -> bool:
    """Give a member his first counters, once ever; True if that was now.

    Once given, another `starting` changes nothing. 0 gives nothing and may be followed by more.
    """
    transfer_id = f"open:{guild_id}:{user_id}"
    if starting == 0 or was_posted(conn, transfer_id):
        return False
    start = Transfer(
        transfer_id, guild_id, accounts.ISSUANCE, accounts.player(user_id), starting, TransferReason.START
    )
    post(conn, [start], at)
    return True


def top_up(
    conn: sqlite3.Connection, guild_id: int, user_id: int, level: Amount, interaction_id: int, at: int
) -> Amount:
    """Lift a remembered member to `level`, once in 24 hours, and return what he was given.

    What his seats hold counts as his, so nobody is poor by sitting at a table. The same
    interaction again gives the same answer. Raises TopupNotNeeded, TopupTooSoon.
    """
    transfer_id = f"topup:{interaction_id}"
    served = conn.execute("SELECT amount FROM transfers WHERE id = ?", (transfer_id,)).fetchone()
    if served is not None:
        return Amount(served[0])
    player = accounts.player(user_id)
    wealth = Amount(balance(conn, guild_id, player) + held_of(conn, guild_id, user_id))
    if wealth >= level:
        raise TopupNotNeeded(wealth, level)
    member = conn.execute(
        "SELECT last_topup_at FROM members WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
    ).fetchone()
    assert member is not None, f"member {user_id} of guild {guild_id} was to be remembered first"
    (last_at,) = member
    if last_at is not None and at < last_at + TOPUP_INTERVAL_MS:
        raise TopupTooSoon(last_at + TOPUP_INTERVAL_MS)
    given = Amount(level - wealth)
    topup = Transfer(transfer_id, guild_id, accounts.ISSUANCE, player, given, TransferReason.TOPUP)
    post(conn, [topup], at)
    conn.execute(
        "UPDATE members SET last_topup_at = ? WHERE guild_id = ? AND user_id = ?", (at, guild_id, user_id)
    )
    return given


# A seat is one member's while it holds anything: the last who paid into it.
HELD_SQL: Final = """
SELECT coalesce(sum(a.balance), 0) AS held
FROM accounts AS a
WHERE a.guild_id = :guild_id AND a.name >= 'held:' AND a.name < 'held;' AND a.balance > 0
AND :account = (
    SELECT t.debit FROM transfers AS t
    WHERE t.guild_id = a.guild_id AND t.credit = a.name
    AND substr(t.credit, 1, 5) = 'held:' AND substr(t.debit, 1, 7) = 'player:'
    ORDER BY t.n DESC LIMIT 1
)
"""


def held_of(conn: sqlite3.Connection, guild_id: int, user_id: int) -> Amount:
    """Return what the seats of a member hold at all tables of the guild."""
    row = conn.execute(HELD_SQL, {"guild_id": guild_id, "account": accounts.player(user_id)}).fetchone()
    return Amount(row[0])
