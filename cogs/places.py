"""What becomes of a table whose place goes: the server, the channel, the message, a player.

The bot listens to servers only. A message that was deleted is found out by the
next edit, a member who left by his clock; where an operator grants more events
they are used.
"""

from __future__ import annotations

import discord
from discord.ext import commands

from cogs._house import House


class Places(commands.Cog):
    """Listens for what ends a table, or takes a player from it."""

    def __init__(self, house: House) -> None:
        self._house = house

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Thrown out of a server: every table there is closed, every hold goes back."""
        await self._house.tables.abandon(guild_id=guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone, and with it its table."""
        await self._house.tables.abandon(channel_id=channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, and with it its table."""
        await self._house.tables.abandon(channel_id=payload.thread_id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """A table's message is gone: the table is posted again."""
        self._house.board.message_gone(payload.message_id)

    @commands.Cog.listener()
    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Somebody left the server: at his tables he has left."""
        await self._house.tables.abandon(guild_id=payload.guild_id, user_id=payload.user.id)
