"""Telling Discord which slash commands there are, when it does not know them yet.

Registering is limited per day, so an unchanged set is not sent again: a print of
it is kept with the bot's data. What Discord holds is asked all the same, for a
bot may be given a new application, or somebody may have cleared its commands.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

_log = logging.getLogger(__name__)

Recall = Callable[[str], Awaitable[str | None]]
Remember = Callable[[str, str], Awaitable[None]]


async def register_commands(
    tree: app_commands.CommandTree[Any], guild_id: int | None, recall: Recall, remember: Remember
) -> None:
    """Register the tree's commands everywhere, or in one guild, where they differ from what is there.

    `recall` and `remember` keep one text by name. A refusal of Discord's is
    logged: the tables that are open go on by their buttons.
    """
    guild = None if guild_id is None else discord.Object(guild_id)
    if guild is not None:
        tree.copy_global_to(guild=guild)
    commands = tree.get_commands(guild=guild, type=discord.AppCommandType.chat_input)
    name = f"commands:{tree.client.application_id}:{guild_id or 'global'}"
    printed = _print_of(tree, commands)
    try:
        there = {command.name for command in await tree.fetch_commands(guild=guild)}
        if there == {command.name for command in commands} and await recall(name) == printed:
            return
        await tree.sync(guild=guild)
    except discord.DiscordException as error:
        _log.error("event=commands_not_registered reason=%r", str(error))
        return
    await remember(name, printed)
    _log.info("event=commands_registered count=%d guild=%s", len(commands), guild_id or "all")


def _print_of(tree: app_commands.CommandTree[Any], commands: list[Any]) -> str:
    payload = sorted((command.to_dict(tree) for command in commands), key=lambda made: str(made["name"]))
    return hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
