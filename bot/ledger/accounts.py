"""The names of accounts. Each guild has its own set; the names do not say which guild."""

from __future__ import annotations

from typing import Final

from bot.engine.game import Seat

ISSUANCE: Final = "issuance"
"""Where counters come from; the only account that may be below zero."""

HOUSE: Final = "house"
"""Plays the bank where no member does; refilled from issuance when it is short."""


def player(user_id: int) -> str:
    """Return the account of what a member has at hand."""
    return f"player:{user_id}"


def held(table_id: int, seat: Seat) -> str:
    """Return the account of what a seat can still lose."""
    return f"held:{table_id}:{seat}"


def pool(table_id: int) -> str:
    """Return the account of what lies on a table and belongs to nobody yet."""
    return f"pool:{table_id}"


def table_of(account: str) -> int | None:
    """Return the table a held or pool account is of; None for any other account."""
    kind, _, rest = account.partition(":")
    return int(rest.partition(":")[0]) if kind in ("held", "pool") else None
