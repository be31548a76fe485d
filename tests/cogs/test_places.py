"""Where a table may stand, and what becomes of it when its place or its message goes."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest

from tests.cogs.fakes import text_of
from tests.cogs.world import MEMBERS, a_world, buttons_of, stakes_are_made


async def test_a_table_stands_in_a_thread_too(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        made = world.env.backend.create_thread(world.channel.id, "the game", world.ann.id)
        await world.env.settle()
        world.channel = next(t for t in world.channel.threads if t.id == made.id)
        await stakes_are_made(world)
        await world.slash(world.ben, "twist")
        assert world.public.channel.id == made.id
        assert f"<#{made.id}>" in text_of(world.hand(world.ben))


@pytest.mark.parametrize(
    ("denied", "name"),
    [
        ({"view_channel": False}, "View Channel"),
        ({"send_messages": False}, "Send Messages"),
        ({"read_message_history": False}, "Read Message History"),
    ],
)
async def test_a_permission_that_is_missing_is_named_on_opening(
    tmp_path: Path, denied: dict[str, bool], name: str
) -> None:
    async with a_world(tmp_path) as world:
        overwrite = discord.PermissionOverwrite(**denied)
        barred = world.guild.create_text_channel("barred", overwrites={world.guild.roles["Vingt"]: overwrite})
        said = await world.slash(world.ann, "pontoon open", barred)
        assert f"**{name}**" in said.text
        assert "Administrator" not in said.text
        assert world.table(barred) is None


async def test_a_permission_that_is_missing_in_a_thread_is_that_of_threads(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        overwrite = discord.PermissionOverwrite(send_messages_in_threads=False)
        barred = world.guild.create_text_channel("barred", overwrites={world.guild.roles["Vingt"]: overwrite})
        made = world.env.backend.create_thread(barred.id, "the game", world.ann.id)
        await world.env.settle()
        thread = next(t for t in barred.threads if t.id == made.id)
        assert "**Send Messages in Threads**" in (await world.slash(world.ann, "pontoon open", thread)).text


async def test_a_table_whose_message_is_deleted_comes_back_with_the_next_action(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.env.backend.delete_message(world.channel.id, world.public.id)
        await world.slash(world.ben, "twist")
        assert "round 1" in text_of(world.public)
        assert "Stick" in buttons_of(world.public)


async def test_a_table_can_be_shown_again_at_the_foot_of_the_channel(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        old = world.public
        said = await world.slash(world.dev, "table show")
        assert "stands below" in said.text
        assert world.public.id != old.id
        assert "moved" in text_of(world.channel.history()[0])
        await world.click(world.ben, "Twist")
        moved = await world.press(world.ben, buttons_of(world.public)["Rules"], world.channel.history()[0])
        assert "Pontoon" in moved.text, "even a button of the old message answers"


async def test_a_leaderboard_below_the_table_brings_the_next_round_below_it(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.slash(world.ann, "pontoon open", first_banker="house")
        await world.slash(world.ann, "leaderboard")
        await world.click(world.ann, "Deal")
        assert "round 1" in text_of(world.channel.last_message)
        assert "moved" in text_of(world.channel.history()[0])


async def test_a_channel_that_is_deleted_closes_its_table_and_pays_back(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.env.backend.delete_channel(world.channel.id)
        await world.env.settle()
        assert world.table() is None
        assert await world.balance(world.ben) == 100_000
        assert await world.bot.ledger.audit() == []


async def test_a_thread_that_is_deleted_closes_its_table(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        made = world.env.backend.create_thread(world.channel.id, "the game", world.ann.id)
        await world.env.settle()
        world.channel = next(t for t in world.channel.threads if t.id == made.id)
        await stakes_are_made(world)
        world.env.backend.delete_channel(made.id)
        await world.env.settle()
        assert world.bot.tables.open_in(made.id) is None
        assert await world.balance(world.cleo) == 100_000


async def test_a_server_that_throws_the_bot_out_gets_every_stake_back(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.env.backend.remove_guild(world.guild.id)
        await world.env.settle()
        assert world.bot.tables.open_in(world.channel.id) is None
        for name in MEMBERS[:3]:
            assert await world.balance(getattr(world, name.lower())) == 100_000
        assert await world.bot.ledger.audit() == []


async def test_a_member_who_left_the_server_does_not_block_a_table_without_a_clock(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.guild.remove_member(world.ben)
        await world.env.advance_time(60)
        assert "**Ben** to play" in text_of(world.public), "nobody tells the bot"
        await world.env.advance_time(120)
        assert "**Cleo** to play" in text_of(world.public)
        assert "Ben" not in {line.name for line in world.view().seats if line.status == "in"}


async def test_a_member_who_is_only_slow_keeps_his_seat(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.env.advance_time(3600)
        assert "**Ben** to play" in text_of(world.public)


async def test_a_member_whose_leaving_is_told_leaves_at_once(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        payload = discord.RawMemberRemoveEvent({"guild_id": world.guild.id}, discord.Object(world.ben.id))
        with world.env._bot_scope():
            world.bot.dispatch("raw_member_remove", payload)
        await world.env.settle()
        assert "**Cleo** to play" in text_of(world.public)


async def test_the_player_to_act_is_mentioned_and_the_mention_goes_with_his_turn(tmp_path: Path) -> None:
    async with a_world(tmp_path, mention_turns=True) as world:
        await stakes_are_made(world)
        assert f"<@{world.ben.id}>, it is your turn" in text_of(world.channel.last_message)
        await world.slash(world.ben, "stick")
        mentions = [text_of(m) for m in world.channel.history() if "<@" in text_of(m)]
        assert len(mentions) == 1
        assert f"<@{world.ben.id}>" not in mentions[0]
