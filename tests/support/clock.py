"""A clock that stands until it is moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

NEW_YEAR = datetime(2026, 1, 1, 20, tzinfo=UTC)


class ManualClock:
    """Tells the time it was given; `advance` is the only way it moves."""

    def __init__(self, at: datetime = NEW_YEAR) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self._at += timedelta(seconds=seconds)
