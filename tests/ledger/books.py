"""Short ways to say who has what."""

from __future__ import annotations

import sqlite3

from bot.engine.game import Amount, Seat
from bot.ledger import ISSUANCE, Transfer, TransferReason, held, player, post
from bot.storage.migrations import load_migrations, migrate

GUILD, OTHER_GUILD = 100, 200
ANN, BEN, CLEO, DEV = 1, 2, 3, 4
TABLE = 7
DAY = 24 * 60 * 60 * 1000


def new_books() -> sqlite3.Connection:
    """Books without a transfer. Rows are `sqlite3.Row`, as the writer's are."""
    books = sqlite3.connect(":memory:", isolation_level=None)
    books.row_factory = sqlite3.Row
    migrate(books, load_migrations()[:1])
    return books


def move(
    id_: str,
    debit: str,
    credit: str,
    amount: int,
    *,
    guild_id: int = GUILD,
    reason: str = TransferReason.HOLD,
) -> Transfer:
    """A transfer of the first round at TABLE."""
    return Transfer(id_, guild_id, debit, credit, Amount(amount), reason, TABLE, 1)


def give(conn: sqlite3.Connection, user_id: int, amount: int, *, guild_id: int = GUILD, at: int = 0) -> None:
    """Counters out of nowhere."""
    (count,) = conn.execute("SELECT count(*) FROM transfers").fetchone()
    given = move(
        f"given:{count}",
        ISSUANCE,
        player(user_id),
        amount,
        guild_id=guild_id,
        reason=TransferReason.START,
    )
    post(conn, [given], at)


def seat(index: int) -> str:
    """What a seat of TABLE holds."""
    return held(TABLE, Seat(index))


def balances(conn: sqlite3.Connection, guild_id: int = GUILD) -> dict[str, int]:
    """Every account that has something."""
    rows = conn.execute("SELECT name, balance FROM accounts WHERE guild_id = ? AND balance <> 0", (guild_id,))
    return {row["name"]: row["balance"] for row in rows}


def ids(conn: sqlite3.Connection) -> list[str]:
    """Every transfer, in order."""
    return [row["id"] for row in conn.execute("SELECT id FROM transfers ORDER BY n")]
