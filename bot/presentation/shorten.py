"""Lists that may be longer than a message."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presentation.limits import CONTENT_MAX, length
from bot.presentation.look import Look


def cut(lines: Sequence[str], look: Look) -> str:
    """Return the lines as one text; from the top, with a word about the rest, if not all fit."""
    if length("\n".join(lines)) <= CONTENT_MAX:
        return "\n".join(lines)
    more = look.words("list.more")
    kept = list(lines)
    while length("\n".join([*kept, more])) > CONTENT_MAX:
        kept.pop()
    return "\n".join([*kept, more])
