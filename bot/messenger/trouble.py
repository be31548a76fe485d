"""What it means for a table's message when Discord says no."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

import aiohttp
import discord

FAILURES: Final = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
"""Everything a request to Discord can fail with that is no fault of this program's."""

_UNKNOWN_CHANNEL: Final = 10003
_UNKNOWN_GUILD: Final = 10004
_EDITS_TOO_OFTEN_AFTER_AN_HOUR: Final = 30046
_THREAD_IS_ARCHIVED: Final = 50083


class Trouble(Enum):
    """What is to be done about a failed request."""

    MESSAGE_GONE = auto()
    """Somebody deleted it, or it may not be edited any more: post another."""
    CHANNEL_GONE = auto()
    """There is no place left for the table."""
    FORBIDDEN = auto()
    """A permission is missing: stay quiet for a good while, the table itself goes on."""
    LATER = auto()
    """Discord is busy or broken: try again soon."""
    UNSENDABLE = auto()
    """The request itself was bad, which is this program's fault: trying again changes nothing."""


def trouble_of(error: BaseException) -> Trouble:
    """Return what is to be done about `error`, one of `FAILURES`."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.LATER
    if error.code in (_UNKNOWN_CHANNEL, _UNKNOWN_GUILD):
        return Trouble.CHANNEL_GONE
    # An archived thread refuses edits, and a new message wakes it up again.
    if error.code in (_EDITS_TOO_OFTEN_AFTER_AN_HOUR, _THREAD_IS_ARCHIVED) or error.status == 404:
        return Trouble.MESSAGE_GONE
    if error.status in (401, 403):
        return Trouble.FORBIDDEN
    if error.status == 400:
        return Trouble.UNSENDABLE
    return Trouble.LATER
