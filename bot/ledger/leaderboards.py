"""Who won most. Only members who are in the guild and did not ask to be left out.

Those with the same figure share a rank; among them the lower user id comes first, so
that a board drawn twice is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.game import Amount

_DAY_MS: Final = 24 * 60 * 60 * 1000


class Period(StrEnum):
    """The last 24 hours, 7 days, 30 days, or all time: the same for members of every time zone."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"

    def since(self, now: int) -> int:
        """Return when the period began, in Unix milliseconds."""
        match self:
            case Period.DAY:
                return now - _DAY_MS
            case Period.WEEK:
                return now - 7 * _DAY_MS
            case Period.MONTH:
                return now - 30 * _DAY_MS
            case Period.ALL:
                return 0


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the board of net winnings, over `round_count` rounds."""

    rank: int
    user_id: int
    name: str
    net: Amount
    round_count: int


@dataclass(frozen=True, slots=True)
class Win:
    """A line of the board of biggest wins: the best single round of a member."""

    rank: int
    user_id: int
    name: str
    net: Amount
    game: str
    table_id: int
    round_index: int
    at: int


_COUNTED: Final = """
FROM results AS r JOIN members AS m ON m.guild_id = r.guild_id AND m.user_id = r.user_id
WHERE r.guild_id = :guild_id AND r.at >= :since AND (:game IS NULL OR r.game = :game)
AND m.is_present AND NOT m.is_off_board
"""

STANDINGS_SQL: Final = f"""
SELECT rank() OVER (ORDER BY sum(r.net) DESC) AS rank, r.user_id, m.name, sum(r.net) AS net, count(*)
{_COUNTED}
GROUP BY r.user_id ORDER BY net DESC, r.user_id LIMIT :limit
"""

# Among equal wins of one member the first counts.
WINS_SQL: Final = f"""
SELECT rank() OVER (ORDER BY net DESC) AS rank, user_id, name, net, game, table_id, round_index, at
FROM (
    SELECT r.user_id, m.name, r.net, r.game, r.table_id, r.round_index, r.at, row_number() OVER (
        PARTITION BY r.user_id ORDER BY r.net DESC, r.at, r.table_id, r.round_index
    ) AS place
    {_COUNTED} AND r.net > 0
)
WHERE place = 1 ORDER BY net DESC, user_id LIMIT :limit
"""  # noqa: S608 - put together from constants
