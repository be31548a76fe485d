"""What the bot must be allowed in a channel to keep a table there."""

from __future__ import annotations

from typing import Final

import discord

_ANYWHERE: Final = ("view_channel", "read_message_history")
_IN_CHANNELS: Final = "send_messages"
_IN_THREADS: Final = "send_messages_in_threads"


def needed(*, is_thread: bool) -> tuple[str, ...]:
    """Return the names of the permissions a table needs, as `discord.Permissions` spells them.

    Embed Links is not among them: a table message holds no embed and no link
    preview. Administrator never is: it would hide which one is missing.
    """
    return (*_ANYWHERE, _IN_THREADS if is_thread else _IN_CHANNELS)


def missing(allowed: discord.Permissions, *, is_thread: bool) -> tuple[str, ...]:
    """Return the needed permissions that `allowed` lacks; empty when all is well.

    `allowed` is what Discord sends along with an interaction (`app_permissions`),
    overwrites of the channel included, so that no cache has to be right.
    """
    if allowed.administrator:
        return ()
    return tuple(name for name in needed(is_thread=is_thread) if not getattr(allowed, name))


def missing_here(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return what the bot lacks where the interaction happened."""
    return missing(interaction.app_permissions, is_thread=isinstance(interaction.channel, discord.Thread))
