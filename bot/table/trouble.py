"""A table's no, on its way to the player."""

from __future__ import annotations

from typing import Final

from bot.views import Refused


class No(Exception):
    """Expected: what was asked cannot be done, for `reason`; nothing was written."""

    def __init__(self, reason: str, **detail: int | str) -> None:
        super().__init__(reason)
        self.refused: Final = Refused(reason, detail)
