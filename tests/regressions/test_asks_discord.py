"""What players of other card bots complain of: Discord's own limits. They are kept to here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot.engine.cards import cards
from bot.table.packs import StackedPacks
from tests.cogs.fakes import text_of
from tests.cogs.world import World, a_world, buttons_of, stakes_are_made, three_sit_down

MINUTE = 60


def edits(world: World, since: int = 0) -> list[Any]:
    """The edits of messages of the channel, in order."""
    found = [r for r in world.env.http_requests if r.method == "PATCH" and r.path.startswith("/channels/")]
    return found[since:]


async def test_no_message_carries_the_game_for_longer_than_an_hour(tmp_path: Path) -> None:
    """Asked: one message is edited all evening, and after an hour Discord slows it down (30046)."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        first = world.public
        await world.env.advance_time(31 * MINUTE)
        for member, word in ((world.ben, "stick"), (world.cleo, "twist"), (world.cleo, "stick")):
            await world.slash(member, word)
        await world.slash(world.ann, "stick")
        for member in (world.ann, world.ben, world.cleo):
            await world.slash(member, "ready")
        second = world.public
        assert second.id != first.id, "the next round has a message of its own"
        assert f"/{second.id}" in text_of(world.channel.history()[0]), "the old one is a link to it"
        assert buttons_of(world.channel.history()[0]) == {}
        before = len(edits(world))
        await world.env.advance_time(61 * MINUTE)
        await world.slash(world.ben, "stake", amount=1)
        assert world.public.id != second.id, "what is too old to be edited is posted anew in mid-round, too"
        (last,) = [edit for edit in edits(world, before) if str(second.id) in edit.path]
        assert "moved on" in str(last.json), "its last edit makes it a link"
        assert "**Ben** · 1 counter" in text_of(world.public)


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (503, 0)])
async def test_edits_that_are_denied_lose_nothing_on_the_screen(
    tmp_path: Path, status: int, code: int
) -> None:
    """Asked: edits denied under load lose the state of the game on the screen."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.slash(world.ben, "twist")
        world.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=2)
        await world.slash(world.ben, "stick")
        await world.env.advance_time(MINUTE)
        assert "4♣" in text_of(world.public)
        assert "**Cleo** to play" in text_of(world.public)


async def test_a_private_hand_answers_after_a_quarter_of_an_hour(tmp_path: Path) -> None:
    """Asked: private views stop answering after 15 minutes."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.env.advance_time(16 * MINUTE)
        assert (await world.click(world.ben, "Twist", world.hand(world.ben))).is_answered
        assert "4♣" in text_of(world.hand(world.ben))
        await world.env.advance_time(16 * MINUTE)
        assert "4♣" in (await world.click(world.ben, "My hand")).text


async def test_a_strangers_click_is_answered_and_only_to_him(tmp_path: Path) -> None:
    """Asked: a stranger's click is ignored, and Discord says that the interaction failed."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        for label in buttons_of(world.public):
            if label not in ("Join", "Rules", "More"):
                said = await world.click(world.dev, label)
                assert "no seat at this table" in said.text, label
                assert len(said.private) == 1, label


async def test_a_full_table_keeps_within_the_buttons_of_a_message(tmp_path: Path) -> None:
    """Asked: cards and controls do not fit into the 25 buttons of a message."""
    async with a_world(tmp_path, packs=StackedPacks([cards("2c")])) as world:
        eight = [world.guild.add_member(world.env.create_user(f"p{n}")) for n in range(8)]
        await world.slash(world.ann, "pontoon open", seats=9, first_banker="opener")
        for member in eight:
            await world.slash(member, "join")
        await world.slash(world.ann, "deal")
        for message in (world.public, (await world.click(eight[0], "My hand")).private[0]):
            parts = message.components
            raw = [part if isinstance(part, dict) else part.to_dict() for part in parts]
            everything = list(walk_components(raw))
            rows = [part for part in everything if part.get("type") == 1]
            assert len(everything) <= 40
            assert rows
            assert all(len(row["components"]) <= 5 for row in rows)


async def test_cards_are_words_too_where_their_pictures_are_blank(tmp_path: Path) -> None:
    """Asked: emoji of another server are blank on one's own bot. These are the bot's own, beside text."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.slash(world.ben, "twist")
        for message, wanted in (
            (world.hand(world.ben), ("9♥", "8♠", "4♣", "**21**")),
            (world.public, ("4♣", "2 face down")),
        ):
            shown = text_of(message)
            assert re.search(r"<:card_\w+:\d+>", shown), "pictures are there"
            without = re.sub(r"<:\w+:\d+>", "", shown)
            assert [word for word in wanted if word not in without] == []
        uploads = {r.path.split("/")[1] for r in world.env.http_requests if r.path.endswith("/emojis")}
        assert uploads == {"applications"}


async def test_commands_are_there_on_a_new_server_at_once(tmp_path: Path) -> None:
    """Asked: slash commands do not appear on a new server."""
    async with a_world(tmp_path) as world:
        guild = world.env.create_guild("Another Room")
        newcomer = guild.add_member(world.env.create_user("eve"))
        channel = guild.create_text_channel("first")
        await world.env.settle()
        assert {"pontoon", "join", "counters"} <= {
            name.split(" ")[0] for name in newcomer.available_commands(channel)
        }
        await world.slash(newcomer, "pontoon open", channel)
        assert world.table(channel) is not None


@pytest.mark.parametrize("denied", ["view_channel", "send_messages", "read_message_history"])
async def test_the_permission_that_is_missing_is_named(tmp_path: Path, denied: str) -> None:
    """Asked: "give it Administrator" as the cure for whatever is missing."""
    async with a_world(tmp_path) as world:
        overwrite = discord.PermissionOverwrite(**{denied: False})
        barred = world.guild.create_text_channel("barred", overwrites={world.guild.roles["Vingt"]: overwrite})
        said = (await world.slash(world.ann, "pontoon open", barred)).text
        assert denied.replace("_", " ").title() in said
        assert "dministrator" not in said
        assert world.table(barred) is None


async def test_a_refusal_is_a_sentence_and_never_silence(tmp_path: Path) -> None:
    """Asked: "interaction failed". Whatever a seated player presses at the wrong time is answered."""
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        old = dict(buttons_of(world.public))
        await world.slash(world.ben, "stake", amount=1)
        await world.slash(world.cleo, "stake", amount=1)
        for label, custom_id in old.items():
            for member in (world.ann, world.ben, world.cleo):
                said = await world.press(member, custom_id)
                assert said.is_answered, label
                assert said.text or said.modal, label
