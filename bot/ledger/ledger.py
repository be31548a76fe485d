"""The ledger as the rest of the program asks it: whole questions, each answered from one moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from bot.engine.game import Amount
from bot.ledger import accounts, members
from bot.ledger.audit import audit
from bot.ledger.history import NEWEST, PAGE_SQL, Entry, entries
from bot.ledger.leaderboards import STANDINGS_SQL, WINS_SQL, Period, Standing, Win
from bot.storage.database import Database


class Ledger:
    """Balances, boards and members of every guild. Amounts are hundredths, times Unix milliseconds.

    Every method raises StorageFailed where the disk does not answer.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def balance(self, guild_id: int, user_id: int) -> int:
        """Return what a member has at hand; 0 where no account was opened."""
        return (await self.balances(guild_id, [user_id]))[user_id]

    async def balances(self, guild_id: int, user_ids: Iterable[int]) -> dict[int, int]:
        """Return what each of the members has at hand."""
        asked = {accounts.player(user_id): user_id for user_id in user_ids}
        places = ", ".join("?" * len(asked))
        rows = await self._database.read(
            f"SELECT name, balance FROM accounts WHERE guild_id = ? AND name IN ({places})",  # noqa: S608 - question marks
            (guild_id, *asked),
        )
        return dict.fromkeys(asked.values(), 0) | {asked[name]: balance for name, balance in rows}

    async def held(self, guild_id: int, user_id: int) -> int:
        """Return what a member's seats hold at all tables of the guild."""
        ((held,),) = await self._database.read(
            members.HELD_SQL, {"guild_id": guild_id, "account": accounts.player(user_id)}
        )
        return int(held)

    async def history(
        self, guild_id: int, user_id: int, limit: int = 20, *, before: Entry | None = None
    ) -> tuple[Entry, ...]:
        """Return the newest `limit` movements of a member's account, or those next older than `before`."""
        rows = await self._database.read(
            PAGE_SQL,
            {
                "guild_id": guild_id,
                "account": accounts.player(user_id),
                "before": before.serial if before else NEWEST,
                "limit": limit,
            },
        )
        return entries(rows, before)

    async def leaderboard(
        self,
        guild_id: int,
        *,
        now: int,
        period: Period = Period.ALL,
        game: str | None = None,
        limit: int = 10,
    ) -> tuple[Standing, ...]:
        """Return who won most, net, in the period; in one game or, where `game` is None, in all."""
        rows = await self._board(STANDINGS_SQL, guild_id, now, period, game, limit)
        return tuple(Standing(*row) for row in rows)

    async def biggest_wins(
        self,
        guild_id: int,
        *,
        now: int,
        period: Period = Period.ALL,
        game: str | None = None,
        limit: int = 10,
    ) -> tuple[Win, ...]:
        """Return the best single rounds of the period, one a member."""
        rows = await self._board(WINS_SQL, guild_id, now, period, game, limit)
        return tuple(Win(*row) for row in rows)

    async def _board(
        self, sql: str, guild_id: int, now: int, period: Period, game: str | None, limit: int
    ) -> list[sqlite3.Row]:
        return await self._database.read(
            sql, {"guild_id": guild_id, "since": period.since(now), "game": game, "limit": limit}
        )

    async def totals(self, guild_id: int) -> dict[str, int]:
        """Return what the accounts of a guild have together, by their kind: `player`, `held`, `house` ..."""
        rows = await self._database.read(
            "SELECT substr(name, 1, instr(name || ':', ':') - 1) AS kind, sum(balance) FROM accounts "
            "WHERE guild_id = ? GROUP BY kind",
            (guild_id,),
        )
        return dict(map(tuple, rows))

    async def audit(self, guild_id: int | None = None) -> list[str]:
        """Return what is wrong in the books of a guild, or (None) of all; empty when all is well."""
        return await self._database.snapshot(lambda conn: audit(conn, guild_id))

    async def open_account(self, guild_id: int, user_id: int, name: str, starting: Amount, at: int) -> bool:
        """Remember a member and give him his first counters, once ever; True if that was now."""

        def unit(conn: sqlite3.Connection) -> bool:
            members.remember(conn, guild_id, user_id, name, at)
            return members.open_account(conn, guild_id, user_id, starting, at)

        return await self._database.write(unit)

    async def top_up(
        self, guild_id: int, user_id: int, level: Amount, interaction_id: int, at: int
    ) -> Amount:
        """Lift a remembered member to `level` once in 24 hours; return what he was given.

        Raises TopupNotNeeded, TopupTooSoon.
        """
        return await self._database.write(
            lambda conn: members.top_up(conn, guild_id, user_id, level, interaction_id, at)
        )

    async def set_off_board(self, guild_id: int, user_id: int, *, is_off_board: bool) -> None:
        """Keep a remembered member off the leaderboards, or put him back on."""
        await self._database.write(
            lambda conn: members.set_off_board(conn, guild_id, user_id, is_off_board=is_off_board)
        )

    async def is_off_board(self, guild_id: int, user_id: int) -> bool:
        """Whether a member stays off the leaderboards."""
        rows = await self._database.read(
            "SELECT is_off_board FROM members WHERE guild_id = ? AND user_id = ?", (guild_id, user_id)
        )
        return bool(rows and rows[0][0])

    async def mark_gone(self, guild_id: int, user_id: int) -> None:
        """Note that somebody left the guild."""
        await self._database.write(lambda conn: members.mark_gone(conn, guild_id, user_id))
