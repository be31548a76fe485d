"""Numbers as people read and type them: the one place that formats an amount."""

from __future__ import annotations

import re
from typing import Final

from bot.engine.game import COUNTER, Amount

MINUS: Final = "\u2212"  # Read aloud as "minus"; a hyphen is passed over.

# Whole counters, with or without thousands: 5, 1000, 1,000, 5.00. Nine digits hold every balance.
_TYPED: Final = re.compile(r"(\d{1,3}(?:,\d{3}){1,2}|\d{1,9})(?:\.0{1,2})?")


def amount(value: int) -> str:
    """Return hundredths as counters: `5`, `7.50`, `1,000`, with a minus before what is below zero."""
    whole, rest = divmod(abs(value), COUNTER)
    digits = f"{whole:,}" if not rest else f"{whole:,}.{rest:02d}"
    return MINUS + digits if value < 0 else digits


def signed(value: int) -> str:
    """Return what was won or lost: `+5`, `−7.50`, and a plain `0`."""
    return f"+{amount(value)}" if value > 0 else amount(value)


def plural_count(value: int) -> int:
    """Return the number whose plural an amount takes: 1 for one counter and for nothing else."""
    return 1 if abs(value) == COUNTER else 2


def parse_amount(text: str) -> Amount | None:
    """Return the hundredths that a typed number of whole counters stands for, None if it is none.

    Blanks around it and a fraction of zero are forgiven; `5.50` is no whole number.
    """
    found = _TYPED.fullmatch(text.strip())
    if found is None or not text.strip().isascii():
        return None
    return Amount(int(found.group(1).replace(",", "")) * COUNTER)


def quick_amounts(low: Amount, high: Amount) -> tuple[Amount, ...]:
    """Return at most three whole amounts worth a button of their own: least, middle, most.

    The middle is a round number where the range is wide: of 1 to 100 it is 50.
    """
    first, last = -(-low // COUNTER), high // COUNTER
    if first > last:
        return ()
    half = (first + last) // 2
    step = next((step for step in (1000, 500, 100, 50, 10, 5) if last - first >= 9 * step), 1)
    middle = half - half % step
    counters = sorted({first, max(first, middle), last})
    return tuple(Amount(counter * COUNTER) for counter in counters)
