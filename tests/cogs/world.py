"""A card room with people in it: the whole bot in an offline Discord, driven as people drive it."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import discord
import simcord
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.enums import ComponentType, InteractionType

from bot.app import Vingt, create_bot
from bot.engine.cards import cards
from bot.settings import Settings
from bot.table.packs import Packs, StackedPacks
from bot.views import TableView
from tests.cogs.fakes import text_of
from tests.support.openapi import document_path, validate

MEMBERS = ("Ann", "Ben", "Cleo", "Dev")

# Ben 9 8, Cleo K 5, the bank 7 10; then 4, 2 and 6 are drawn.
A_PLAIN_DEAL = cards("9h Kd 7c 8s 5d Td 4c 2h 6s")


class World:
    """One server with a channel and four members; Ann may manage the server."""

    def __init__(self, settings: Settings, packs: Packs | None) -> None:
        self.settings = settings
        self.packs = packs
        self.bot = self._new_bot()
        self.env: simcord.Env
        self.guild: Any
        self.channel: Any
        self.ann: Any
        self.ben: Any
        self.cleo: Any
        self.dev: Any

    def _new_bot(self) -> Vingt:
        return create_bot(self.settings, packs=self.packs)

    async def furnish(self, env: simcord.Env) -> None:
        """Make the server and its people."""
        self.env = env
        env.backend.edit_bot_profile("Vingt")
        self.guild = env.create_guild("The Card Room")
        manager = self.guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
        for name in MEMBERS:
            roles = [manager] if name == "Ann" else []
            user = env.create_user(name.lower(), global_name=name)
            setattr(self, name.lower(), self.guild.add_member(user, roles=roles))
        self.channel = self.guild.create_text_channel("card-table")
        await env.settle()

    # what stands where

    @property
    def public(self) -> discord.Message:
        """The table's message: the newest in the channel with buttons."""
        return next(m for m in reversed(self.channel.history()) if buttons_of(m))

    def private(self, member: Any) -> list[discord.Message]:
        """What only this member sees, oldest first."""
        shown = {message.id for message in self.channel.history()}
        return [m for m in self.channel.history(viewer=member) if m.id not in shown]

    def hand(self, member: Any) -> discord.Message:
        """The private message with this member's hand."""
        return next(m for m in reversed(self.private(member)) if "Your hand" in text_of(m))

    def table(self, channel: Any = None) -> Any:
        """The open table of the channel."""
        return self.bot.tables.open_in((channel or self.channel).id)

    def view(self, member: Any = None) -> TableView:
        """The open table as a member, or the channel, sees it."""
        return self.bot.tables.view(self.table().id, None if member is None else member.id)

    async def balance(self, member: Any) -> int:
        """What a member has at hand, in hundredths."""
        return await self.bot.ledger.balance(self.guild.id, member.id)

    # what people do

    async def slash(self, member: Any, command: str, channel: Any = None, /, **options: Any) -> Said:
        """Type a slash command."""
        return answered(await member.slash(channel or self.channel, command, **options))

    async def click(self, member: Any, label: str, message: Any = None) -> Said:
        """Press a button of the table's message, or of another, by what is on it."""
        target = message or self.public
        return answered(await member.click(target, custom_id=buttons_of(target)[label]))

    async def press(self, member: Any, custom_id: str, message: Any = None) -> Said:
        """Press a button that may not be there any more, as one does in lag."""
        target = message or self.public
        stored = self.env.backend.get_message(target.channel.id, target.id)
        result = await member._dispatch_interaction(
            InteractionType.MESSAGE_COMPONENT,
            self.channel,
            {"custom_id": custom_id, "component_type": ComponentType.BUTTON},
            extra={"message": dict(serializers.message_payload(self.env.backend, stored))},
            source_message_id=stored.id,
        )
        return Said(result)

    async def press_at_once(self, presses: Sequence[tuple[Any, str]]) -> list[Said]:
        """Press buttons of the table's message in the same instant, each before any is answered."""
        records = []
        stored = self.env.backend.get_message(self.channel.id, self.public.id)
        for member, custom_id in presses:
            record, payload = simcord.interactions.base_payload(
                self.env.backend,
                type=InteractionType.MESSAGE_COMPONENT,
                channel_id=self.channel.id,
                guild_id=self.guild.id,
                user_id=member.id,
                data={"custom_id": custom_id, "component_type": ComponentType.BUTTON},
            )
            payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
            record.source_message_id = stored.id
            records.append((record, payload))
        for _, payload in records:
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle()
        return [Said(simcord.InteractionResult(self.env, record)) for record, _ in records]

    async def type_into(self, member: Any, shown: Said, **fields: str) -> Said:
        """Fill a form that a button opened, and send it."""
        return answered(await member.submit_modal(shown.result, fields))

    async def restart(self) -> None:
        """Stop the bot cleanly and start another on the same database."""
        await self.bot.close()
        self.bot = self._new_bot()
        await self.env.restart_bot(self.bot)


class Said:
    """What one interaction brought: the answer, and what followed it."""

    def __init__(self, result: simcord.InteractionResult) -> None:
        self.result = result

    @property
    def is_answered(self) -> bool:
        return self.result.acknowledged

    @property
    def modal(self) -> dict[str, Any] | None:
        return self.result.modal

    @property
    def private(self) -> list[Any]:
        """The private messages among the answers."""
        response = self.result.response
        answers = [*([] if response is None else [response]), *self.result.followups]
        return [message for message in answers if message.ephemeral]

    @property
    def text(self) -> str:
        """What was said privately, all of it."""
        return "\n".join(text_of(message) for message in self.private)


def answered(result: simcord.InteractionResult) -> Said:
    """Hold an interaction to it that nobody is left without an answer."""
    assert result.acknowledged, "Discord would say: the interaction failed"
    return Said(result)


def buttons_of(message: Any) -> dict[str, str]:
    """The custom ids of a message's buttons that can be pressed, by label."""
    is_response = isinstance(message, simcord.ResponseMessage)
    roots = message.components if is_response else [c.to_dict() for c in message.components]
    return {
        c["label"]: c["custom_id"]
        for c in walk_components(roots)
        if c.get("type") == ComponentType.BUTTON and not c.get("disabled") and "custom_id" in c
    }


@asynccontextmanager
async def a_world(
    folder: Path,
    *,
    packs: Packs | None = None,
    before: Callable[[simcord.Env], None] = lambda env: None,
    **settings: Any,
) -> AsyncIterator[World]:
    """The bot, started on a fresh database; every timer of a few seconds is switched off.

    `before` arranges the world before the bot comes into it. Whatever the bot asks
    of Discord is held against what Discord takes.
    """
    quick = {"edit_interval_seconds": 0, "mention_turns": False, "clock_seconds": 0} | settings
    world = World(Settings(database=folder / "vingt.db", **quick), packs or StackedPacks([A_PLAIN_DEAL] * 9))
    runner = simcord.run(world.bot, shard_count=1)
    before(runner._env)
    async with runner as env:
        await world.furnish(env)
        try:
            yield world
        finally:
            await world.bot.close()
    assert refused_by_discord(env) == []


def refused_by_discord(env: simcord.Env) -> list[str]:
    """What Discord would refuse of all that the bot asked of it; nothing is judged without the document.

    Uploads of card faces are left out: all are alike, and one test looks at them.
    """
    if document_path() is None:
        return []
    types = {str(record.id): record.type for record in env.backend.interactions.values()}
    found = []
    for request in env.http_requests:
        if request.path.endswith("/emojis"):
            continue
        interaction_type = types.get(request.path.split("/")[2]) if "/callback" in request.path else None
        body = json.dumps(request.json)
        found += _judged(
            request.method, _one_like(request.path), _one_like(body), interaction_type=interaction_type
        )
    return found


@cache
def _judged(method: str, path: str, body: str, *, interaction_type: int | None) -> tuple[str, ...]:
    """What is wrong with a request; one that differs in ids and seals alone is judged once a run."""
    problems = validate(method, path, json.loads(body), interaction_type=interaction_type)
    return tuple(f"{method} {path}: {problem}" for problem in problems)


def _one_like(text: str) -> str:
    """The same text with ids counted from one, and one seal in place of all seals."""
    text = re.sub(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{12}\b(?=…|\\u2026)", "0" * 64, text)
    ids: dict[str, str] = {}
    return re.sub(
        r"\b145\d{16}\b", lambda found: ids.setdefault(found[0], f"{1450 * 10**15 + len(ids)}"), text
    )


async def three_sit_down(world: World, **options: Any) -> None:
    """Ann opens a table of Pontoon and banks; Ben and Cleo join, in this order."""
    await world.slash(world.ann, "pontoon open", **({"first_banker": "opener"} | options))
    await world.click(world.ben, "Join")
    await world.click(world.cleo, "Join")


async def stakes_are_made(world: World, **options: Any) -> None:
    """Three sit down and are dealt in; Ben has staked 5 and Cleo 10, and it is Ben's turn."""
    await three_sit_down(world, **options)
    await world.click(world.ann, "Deal")
    await world.click(world.ben, "Stake 5")
    await world.click(world.cleo, "Stake 10")
