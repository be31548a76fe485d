"""When something breaks: an apology to the player, everything else to the log."""

from __future__ import annotations

import logging
import secrets
from typing import Final

import discord

from bot.messenger.trouble import FAILURES
from bot.presentation.replies import apology_text
from cogs._house import House
from cogs._replies import say

_log = logging.getLogger(__name__)

_UNKNOWN_INTERACTION: Final = 10062
_ALREADY_ACKNOWLEDGED: Final = 40060


async def apologise(
    house: House, interaction: discord.Interaction, error: BaseException, *, about: str
) -> None:
    """Log `error` under a short reference and give the player that reference.

    `about` names what failed: a command, or the custom id of a button. Never raises.
    """
    if _is_too_late(error):
        # The answer took too long to reach Discord; nobody is there to be told.
        _log.warning("event=too_late about=%s user=%d", about, interaction.user.id)
        return
    # Eight hexadecimal digits: none is read for another, and a log holds each once.
    reference = secrets.token_hex(4)
    table = house.tables.open_in(interaction.channel_id or 0)
    where = "" if table is None else f" table={table.id} round={table.round_index} version={table.version}"
    _log.error(
        "event=error ref=%s about=%s%s guild=%s channel=%s user=%d",
        reference, about, where, interaction.guild_id, interaction.channel_id, interaction.user.id,
        exc_info=error,
    )  # fmt: skip
    try:
        await say(interaction, apology_text(reference, house.drawing.look))
    except FAILURES as failure:
        _log.warning("event=apology_unsaid ref=%s reason=%r", reference, str(failure))


def _is_too_late(error: BaseException) -> bool:
    return isinstance(error, discord.HTTPException) and error.code in (
        _UNKNOWN_INTERACTION,
        _ALREADY_ACKNOWLEDGED,
    )
