"""When something breaks: an apology to the player, everything else to the log."""

from __future__ import annotations

import logging
import secrets
from typing import Final

import discord

from bot.messenger.trouble import FAILURES
from bot.presentation.look import Look
from bot.presentation.replies import apology_text
from cogs._replies import say

_log = logging.getLogger(__name__)

_UNKNOWN_INTERACTION: Final = 10062
_ALREADY_ACKNOWLEDGED: Final = 40060


async def apologise(
    interaction: discord.Interaction,
    error: BaseException,
    look: Look,
    *,
    about: str,
    version: int | None = None,
) -> None:
    """Log `error` under a short reference and give the player that reference.

    `about` names what failed: a command, or the custom id of a button, which
    holds table and round. Never raises.
    """
    if _is_too_late(error):
        # The answer took too long to reach Discord; nobody is there to be told.
        _log.warning("event=too_late about=%s user=%d", about, interaction.user.id)
        return
    # No letters that are read for one another aloud: hexadecimal, eight digits.
    reference = secrets.token_hex(4)
    _log.error(
        "event=error ref=%s about=%s guild=%s channel=%s user=%d version=%s",
        reference, about, interaction.guild_id, interaction.channel_id, interaction.user.id, version,
        exc_info=error,
    )  # fmt: skip
    try:
        await say(interaction, apology_text(reference, look))
    except FAILURES as failure:
        _log.warning("event=apology_unsaid ref=%s reason=%r", reference, str(failure))


def _is_too_late(error: BaseException) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in (
        _UNKNOWN_INTERACTION,
        _ALREADY_ACKNOWLEDGED,
    )
