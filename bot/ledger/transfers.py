"""Moving counters: the only way a balance changes.

The database keeps the balances (data/migrations/0001_ledger.sql): a transfer that is
inserted moves both of its accounts, or is refused. What is here hands transfers over,
tells why one was refused, and refills the house.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from bot.engine.game import Amount
from bot.ledger.accounts import HOUSE, ISSUANCE

HOUSE_REFILL: Final = Amount(1_000_000)
"""10,000 counters. The house is refilled by whole multiples, or each of its losses would be two rows."""

TRANSFERS_MAX: Final = 1_000
"""In one call: a statement takes 32,766 values, and a transfer is nine."""


class TransferReason(StrEnum):
    """Why counters moved. Stored, so a value is permanent; the words live in data/strings."""

    START = "start"  # issuance -> player: a member's first counters
    TOPUP = "topup"  # issuance -> player
    REFILL = "refill"  # issuance -> house
    HOLD = "hold"  # player -> held: what the seat can lose has grown
    RELEASE = "release"  # held -> player: it has shrunk, or the round is over
    SETTLE = "settle"  # held -> player, house, pool or another held: a loss is paid
    VOID = "void"  # held -> player: the round did not count
    POOL = "pool"  # held -> pool, pool -> player: what stays on the table from round to round
    RAKE = "rake"  # held -> house
    SALE = "sale"  # the price of a bank that one member sold to another
    AUCTION = "auction"  # the bid for a bank
    GIFT = "gift"  # player -> player


@dataclass(frozen=True, slots=True)
class Transfer:
    """One movement in one guild, from the account `debit` to the account `credit`.

    `id` makes it happen once; `amount` is above zero.
    """

    id: str
    guild_id: int
    debit: str
    credit: str
    amount: Amount
    reason: str
    table_id: int | None = None
    round_index: int | None = None


class NotCovered(Exception):
    """Expected: `account` has `balance` and was to pay `amount`. Nothing of the call was posted."""

    def __init__(self, guild_id: int, account: str, balance: Amount, amount: Amount) -> None:
        super().__init__(f"{account} of guild {guild_id} has {balance} and was to pay {amount}")
        self.guild_id: Final = guild_id
        self.account: Final = account
        self.balance: Final = balance
        self.amount: Final = amount


class IdReused(AssertionError):
    """Ours: a second transfer came with the id of another. Raised with assertions switched off, too."""


def post(conn: sqlite3.Connection, transfers: Sequence[Transfer], at: int) -> None:
    """Post all of `transfers`, in order, or none of them.

    Each must be covered when its turn comes; the house always is. One that was posted
    before is passed over. `at` is in Unix milliseconds. Raises NotCovered, IdReused.
    """
    if not transfers:
        return
    try:
        _insert(conn, transfers, at)
    except sqlite3.IntegrityError:
        # Rare: posted before, not covered, or the house is short. Asking first would cost every action.
        _insert(conn, tuple(_due(conn, transfers)), at)


def _insert(conn: sqlite3.Connection, transfers: Sequence[Transfer], at: int) -> None:
    """Insert in one statement: it is atomic by itself and takes the interpreter's lock once."""
    assert len(transfers) <= TRANSFERS_MAX, f"{len(transfers)} transfers in one call"
    if not transfers:
        return
    values: list[str | int | None] = []
    for t in transfers:
        values += (t.id, t.guild_id, t.debit, t.credit, t.amount, t.reason, t.table_id, t.round_index, at)
    conn.execute(_insert_sql(len(transfers)), values)


@lru_cache(maxsize=64)
def _insert_sql(count: int) -> str:
    rows = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?, ?)"] * count)
    return (
        "INSERT INTO transfers (id, guild_id, debit, credit, amount, reason, table_id, round_index, at) "  # noqa: S608 - question marks
        f"VALUES {rows}"
    )


def _due(conn: sqlite3.Connection, transfers: Iterable[Transfer]) -> Iterable[Transfer]:
    """Give those that are still to be posted, refills of the house in between.

    Raises NotCovered at the first that its account cannot pay.
    """
    balances: dict[tuple[int, str], int] = {}
    seen: dict[str, Transfer] = {}
    for transfer in transfers:
        before = seen.get(transfer.id) or _posted(conn, transfer.id)
        if before is not None:
            if before != transfer:
                raise IdReused(f"posted was {before}, asked is {transfer}")
            continue
        seen[transfer.id] = transfer
        payer, payee = (transfer.guild_id, transfer.debit), (transfer.guild_id, transfer.credit)
        for account in (payer, payee):
            if account not in balances:
                balances[account] = balance(conn, *account)
        short = transfer.amount - balances[payer]
        if short > 0 and transfer.debit == HOUSE:
            refill = _refill(transfer, short)
            balances[payer] += refill.amount
            yield refill
        elif short > 0 and transfer.debit != ISSUANCE:
            raise NotCovered(transfer.guild_id, transfer.debit, Amount(balances[payer]), transfer.amount)
        balances[payer] -= transfer.amount
        balances[payee] += transfer.amount
        yield transfer


def _refill(cause: Transfer, short: int) -> Transfer:
    lots = -(-short // HOUSE_REFILL)
    return Transfer(
        f"refill:{cause.id}",
        cause.guild_id,
        ISSUANCE,
        HOUSE,
        Amount(lots * HOUSE_REFILL),
        TransferReason.REFILL,
        cause.table_id,
        cause.round_index,
    )


def _posted(conn: sqlite3.Connection, transfer_id: str) -> Transfer | None:
    row = conn.execute(
        "SELECT id, guild_id, debit, credit, amount, reason, table_id, round_index "
        "FROM transfers WHERE id = ?",
        (transfer_id,),
    ).fetchone()
    return None if row is None else Transfer(*row)


def was_posted(conn: sqlite3.Connection, transfer_id: str) -> bool:
    """Tell whether a transfer of this id is in the books."""
    return conn.execute("SELECT 1 FROM transfers WHERE id = ?", (transfer_id,)).fetchone() is not None


def balance(conn: sqlite3.Connection, guild_id: int, account: str) -> Amount:
    """Return what an account has; 0 for one that has never been used."""
    row = conn.execute(
        "SELECT balance FROM accounts WHERE guild_id = ? AND name = ?", (guild_id, account)
    ).fetchone()
    return Amount(0 if row is None else row[0])
