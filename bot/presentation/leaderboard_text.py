"""The boards of a server: one column, names and no ids, readable on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.engine.game import Amount
from bot.presentation.header import game_name
from bot.presentation.look import Look
from bot.presentation.names import safe_name
from bot.presentation.shorten import cut


class BoardLine(Protocol):
    """A member's line: his rank, shared with those who have as much, and his net in hundredths."""

    @property
    def rank(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def net(self) -> Amount: ...


def leaderboard_text(
    rows: Sequence[BoardLine],
    look: Look,
    *,
    period: str,
    game: str | None,
    wins: Sequence[BoardLine] = (),
) -> str:
    """Return the net winnings of a period (`day`, `week`, `month`, `all`), and the biggest single wins.

    As many lines as a message holds; the rest is left out and said so.
    """
    words = look.words
    scope = words("board.all_games") if game is None else game_name(game, words)
    lines = [words("board.title", period=words.under("board.period", period), game=scope)]
    lines += [_line(row, look) for row in rows] if rows else [words("board.empty")]
    if wins:
        lines += [words("board.wins"), *[_line(win, look) for win in wins]]
    return cut([*lines, words("board.foot")], look)


def _line(row: BoardLine, look: Look) -> str:
    words = look.words
    return words("board.line", rank=row.rank, name=safe_name(row.name, words), net=row.net)
