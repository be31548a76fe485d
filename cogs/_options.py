"""Options that several commands take, spelt and bounded alike."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot.presentation.amounts import parse_amount
from bot.views import Request

COUNTERS_MAX: Final = 999_999_999

Counters = app_commands.Range[int, 1, COUNTERS_MAX]
"""Whole counters, as people type them."""


def asking(
    kind: str, amount: int | None = None, amount_max: int | None = None, member_id: int | None = None
) -> Request:
    """Return the request for `kind`; amounts are whole counters."""
    low, high = (
        None if counters is None else parse_amount(str(counters)) for counters in (amount, amount_max)
    )
    return Request(kind, low, high, member_id)
