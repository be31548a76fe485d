"""The short message that calls whoever is waited for, and goes away with his turn."""

from __future__ import annotations

from bot.presentation.families import is_over
from bot.presentation.look import Look
from bot.presentation.names import listed
from bot.views import TablePhase, TableView


def turn_mention(view: TableView, look: Look, link: str | None = None) -> tuple[str, tuple[int, ...]] | None:
    """Return the call and the users it may ping; None when nobody with a seat is waited for.

    `link` leads to the table message.
    """
    if view.phase is not TablePhase.ROUND or view.round is None or is_over(view):
        return None
    called = [line for line in view.seats if line.seat in view.round.waiting]
    if not called:
        return None
    words = look.words
    deadlines = [view.deadlines[line.seat] for line in called if line.seat in view.deadlines]
    text = words(
        "mention.call",
        count=len(called),
        names=listed([f"<@{line.user_id}>" for line in called], words),
        **({"at": min(deadlines)} if deadlines else {}),
        **({"link": link} if link else {}),
    )
    return text, tuple(line.user_id for line in called)
