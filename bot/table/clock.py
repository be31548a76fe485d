"""What time it is: handed in, so that tests and the demo decide it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the present moment, in UTC and aware of it."""
        ...


class SystemClock:
    """The computer's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def to_ms(moment: datetime) -> int:
    """Return Unix milliseconds, the form in which times are stored."""
    return int(moment.timestamp() * 1000)


def from_ms(ms: int) -> datetime:
    """Return the moment, aware of UTC."""
    return datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)
