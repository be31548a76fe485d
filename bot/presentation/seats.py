"""Who sits at a table, as the lobby and the pause show it."""

from __future__ import annotations

from bot.presentation.look import Look
from bot.presentation.names import listed, safe_name
from bot.views import SeatLine, SeatStatus, TablePhase, TableView


def seats_text(view: TableView, look: Look) -> str:
    """Return a line for each seat in order."""
    return "\n".join([_line(view, line, look) for line in view.seats])


def free_text(view: TableView, look: Look) -> str:
    """Return how many seats are free."""
    free = view.seat_max - len(view.seats)
    return look.words("seats.free", count=free) if free else look.words("seats.full")


def missing_count(view: TableView) -> int:
    """How many more have to sit down before cards can be dealt."""
    return max(0, view.seat_min - sum(line.status is SeatStatus.IN for line in view.seats))


def ready_text(view: TableView, look: Look) -> str:
    """Return who is ready for the next deal and who is not, while the table pauses."""
    words = look.words
    here = [line for line in view.seats if line.status is SeatStatus.IN]
    groups = (
        ("seats.ready", [line for line in here if line.is_ready]),
        ("seats.not_ready", [line for line in here if not line.is_ready]),
        ("seats.sitting_out", [line for line in view.seats if line.status is SeatStatus.OUT]),
        ("seats.leaving", [line for line in view.seats if line.status is SeatStatus.LEAVING]),
    )
    parts = [
        words(key, names=listed([safe_name(line.name, words) for line in lines], words))
        for key, lines in groups
        if lines
    ]
    return "\n".join(parts)


def _line(view: TableView, line: SeatLine, look: Look) -> str:
    words = look.words
    marks = [
        words("seats.banks") if line.seat == view.banker else "",
        words("seats.opened") if line.user_id == view.opener_id else "",
        words.under("seats.status", line.status) if line.status is not SeatStatus.IN else "",
        words("seats.is_ready") if line.is_ready and view.phase is TablePhase.PAUSE else "",
        words("seats.absent") if line.is_absent else "",
    ]
    name = words("seats.line", number=line.seat + 1, name=safe_name(line.name, words))
    return name + "".join([words("seats.apart") + mark for mark in marks if mark])
