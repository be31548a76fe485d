"""What a table is opened with: the request read, checked and completed by defaults."""

from __future__ import annotations

from typing import Any, Final

from bot.engine.game import COUNTER, Amount
from bot.engine.registry import GAMES
from bot.settings import Settings
from bot.table import events as e
from bot.table.presets import Presets
from bot.table.wishes import check_limits
from bot.views import Asker, OpenRequest

STAKE_MAX_DEFAULT: Final = Amount(10 * COUNTER)
SEATS_DEFAULT: Final = 8


def agreed(
    presets: Presets, settings: Settings, now_ms: int, who: Asker, channel_id: int, request: OpenRequest
) -> e.TableOpened:
    """Return the opening that a request asks for. Raises No."""
    preset, rules, options = presets.agreed(request)
    game: Any = GAMES[request.game]
    low = COUNTER if request.stake_min is None else request.stake_min
    high = max(STAKE_MAX_DEFAULT, low) if request.stake_max is None else request.stake_max
    check_limits(low, high)
    seats = request.seats or SEATS_DEFAULT
    return e.TableOpened(
        guild_id=who.guild_id,
        channel_id=channel_id,
        game=request.game,
        preset=preset,
        rules=rules,
        options=options,
        seat_max=max(game.seat_min, min(seats, game.seat_max)),
        stake_min=low,
        stake_max=high,
        clock_seconds=settings.clock_seconds if request.clock_seconds is None else request.clock_seconds,
        opener_id=who.user_id,
        ends_at=None if request.minutes is None else now_ms + request.minutes * 60_000,
    )
