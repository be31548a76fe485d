"""Members and their counters, as the commands ask for them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.game import COUNTER, Amount
from bot.ledger.history import Entry
from bot.ledger.leaderboards import Period, Standing, Win
from bot.ledger.ledger import Ledger
from bot.ledger.members import TopupNotNeeded, TopupTooSoon
from bot.settings import Settings
from bot.storage.errors import StorageFailed
from bot.table.clock import Clock, to_ms
from bot.views import Asker, Books, Refusal, Refused

HISTORY_MAX = 15

Line = Standing | Win
"""A line of a board; both kinds have a rank, a name and a net."""


@dataclass(frozen=True, slots=True)
class Holding:
    """What a member has at hand, and what his seats hold."""

    balance: Amount
    held: Amount


@dataclass(frozen=True, slots=True)
class Topup:
    """What a member was given, and what he has now."""

    amount: Amount
    balance: Amount


@dataclass(frozen=True, slots=True)
class Leaders:
    """Who won most, net, and the biggest single wins."""

    standings: tuple[Standing, ...]
    wins: tuple[Win, ...]


class Members:
    """What a member may ask of the ledger, in his server."""

    def __init__(self, ledger: Ledger, clock: Clock, settings: Settings) -> None:
        self._ledger = ledger
        self._clock = clock
        self._settings = settings

    async def purse(self, who: Asker) -> Holding:
        """Return what a member has; his account opens with the question."""
        await self._open(who)
        balance = await self._ledger.balance(who.guild_id, who.user_id)
        held = await self._ledger.held(who.guild_id, who.user_id)
        return Holding(Amount(balance), Amount(held))

    async def topup(self, who: Asker, interaction_id: int) -> Topup | Refused:
        """Lift a poor member to the level of the server, once a day."""
        level = Amount(self._settings.topup_level * COUNTER)
        try:
            await self._open(who)
            given = await self._ledger.top_up(
                who.guild_id, who.user_id, level, interaction_id, to_ms(self._clock.now())
            )
        except TopupNotNeeded as error:
            return Refused(Refusal.TOPUP_NOT_NEEDED, {"min": error.level, "balance": error.wealth})
        except TopupTooSoon as error:
            return Refused(Refusal.TOPUP_TOO_SOON, {"at": error.again_at // 1000})
        except StorageFailed:
            return Refused(Refusal.STORAGE_FAILED)
        return Topup(given, Amount(await self._ledger.balance(who.guild_id, who.user_id)))

    async def history(self, who: Asker) -> tuple[Entry, ...]:
        """Return a member's newest movements, the newest first."""
        return await self._ledger.history(who.guild_id, who.user_id, HISTORY_MAX)

    async def leaderboard(self, guild_id: int, period: str, game: str | None, limit: int) -> Leaders:
        """Return the boards of a server for a period, in one game or (None) in all."""
        now, span = to_ms(self._clock.now()), Period(period)
        standings = await self._ledger.leaderboard(guild_id, now=now, period=span, game=game, limit=limit)
        wins = await self._ledger.biggest_wins(guild_id, now=now, period=span, game=game, limit=limit)
        return Leaders(standings, wins)

    async def books(self, guild_id: int) -> Books:
        """Return where a server's counters come from and where they are."""
        totals = await self._ledger.totals(guild_id)
        return Books(
            issued=Amount(-totals.get("issuance", 0)),
            at_hand=Amount(totals.get("player", 0)),
            on_tables=Amount(totals.get("held", 0) + totals.get("pool", 0)),
            house=Amount(totals.get("house", 0)),
        )

    async def mark_gone(self, guild_id: int, user_id: int) -> None:
        """Note that somebody is no member of the server any more."""
        await self._ledger.mark_gone(guild_id, user_id)

    async def set_off_board(self, who: Asker, *, is_off_board: bool) -> None:
        """Keep a member off the boards, or put him back on."""
        await self._open(who)
        await self._ledger.set_off_board(who.guild_id, who.user_id, is_off_board=is_off_board)

    async def is_off_board(self, who: Asker) -> bool:
        """Whether the member stays off the boards."""
        await self._open(who)
        return await self._ledger.is_off_board(who.guild_id, who.user_id)

    async def _open(self, who: Asker) -> None:
        starting = Amount(self._settings.starting_counters * COUNTER)
        await self._ledger.open_account(
            who.guild_id, who.user_id, who.name, starting, to_ms(self._clock.now())
        )
