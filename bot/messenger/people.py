"""What members are called now, and whether they are still there.

The members of a server are a privileged list, which a card game has no need of.
The few names a leaderboard shows are asked for one by one and kept for a while.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import discord

from bot.messenger.trouble import FAILURES
from bot.table.clock import Clock

_log = logging.getLogger(__name__)

_KEPT: Final = timedelta(minutes=10)
_KEPT_MAX: Final = 10_000
_UNKNOWN_MEMBER: Final = 10007
_UNKNOWN_USER: Final = 10013


@dataclass(frozen=True, slots=True)
class Person:
    """What Discord says of a member. `name` is None where it did not answer: use the last one known."""

    is_present: bool
    name: str | None


class People:
    """Members by guild and id."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._kept: dict[tuple[int, int], tuple[datetime, Person]] = {}

    async def look_up(self, guild_id: int, user_ids: Iterable[int]) -> dict[int, Person]:
        """Return who these are now. Asks Discord for those not asked about lately."""
        wanted = list(dict.fromkeys(user_ids))
        found = await asyncio.gather(*(self._person(guild_id, user_id) for user_id in wanted))
        return dict(zip(wanted, found, strict=True))

    async def _person(self, guild_id: int, user_id: int) -> Person:
        kept = self._kept.get((guild_id, user_id))
        if kept is not None and self._clock.now() - kept[0] < _KEPT:
            return kept[1]
        person = await self._asked(guild_id, user_id)
        if person.name is not None or not person.is_present:
            if len(self._kept) >= _KEPT_MAX:
                self._kept.clear()
            self._kept[guild_id, user_id] = (self._clock.now(), person)
        return person

    async def _asked(self, guild_id: int, user_id: int) -> Person:
        guild = self._client.get_guild(guild_id)
        if guild is None:
            return Person(is_present=True, name=None)
        try:
            member = guild.get_member(user_id) or await guild.fetch_member(user_id)
        except discord.NotFound as error:
            return Person(is_present=error.code not in (_UNKNOWN_MEMBER, _UNKNOWN_USER), name=None)
        except FAILURES as error:
            _log.info("event=member_unknown guild=%d reason=%r", guild_id, str(error))
            return Person(is_present=True, name=None)
        return Person(is_present=True, name=member.display_name)
