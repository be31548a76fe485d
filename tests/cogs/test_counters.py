"""What a member has, how he came by it, and who won most."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.fakes import text_of
from tests.cogs.world import World, a_world, stakes_are_made

A_DAY = 24 * 60 * 60


async def a_round_is_played(world: World) -> None:
    """Ann banks and loses 5; Ben loses 5, Cleo wins 10."""
    await stakes_are_made(world)
    await world.click(world.ben, "Stick")
    await world.click(world.cleo, "Twist")
    await world.click(world.cleo, "Stick")
    await world.click(world.ann, "Stick")


def board(world: World) -> list[str]:
    return text_of(world.channel.last_message).splitlines()


async def test_an_account_opens_with_the_first_question_and_once_only(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for _ in range(2):
            said = await world.slash(world.dev, "counters")
            assert "**1,000 counters** at hand" in said.text
            assert all(message.ephemeral for message in said.private)


async def test_what_lies_on_tables_is_said_too(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        said = await world.slash(world.ben, "counters")
        assert "**990 counters** at hand" in said.text
        assert "On tables for you: 10 counters" in said.text


async def test_a_topup_is_for_the_poor_and_once_a_day(tmp_path: Path) -> None:
    async with a_world(tmp_path, starting_counters=50, topup_level=200) as world:
        assert "You receive 150 counters" in (await world.slash(world.dev, "topup")).text
        assert "You have enough" in (await world.slash(world.dev, "topup")).text
    async with a_world(tmp_path / "again", starting_counters=50, topup_level=60) as world:
        await world.slash(world.ben, "pontoon open", stake_max=50, first_banker="house")
        await world.slash(world.ben, "topup")
        await world.slash(world.ben, "deal")
        await world.slash(world.ben, "stake", amount=30)
        await world.slash(world.ben, "stick")
        assert await world.balance(world.ben) < 6000, "17 against 19: lost"
        said = await world.slash(world.ben, "topup")
        assert "The next one is there <t:" in said.text
        at = int(said.text.partition("<t:")[2].partition(":")[0])
        assert at == int(world.env.now().timestamp()) + A_DAY
        await world.slash(world.ben, "table close")
        await world.env.advance_time(A_DAY)
        assert "You receive" in (await world.slash(world.ben, "topup")).text


async def test_the_history_says_what_came_and_went(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        said = (await world.slash(world.cleo, "history")).text
        assert "**1,010 counters** at hand" in said
        assert "first counters" in said
        assert "round 1" in said


async def test_the_leaderboard_has_names_in_one_column_and_no_ids(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        await world.slash(world.dev, "leaderboard", period="week", game="pontoon")
        lines = board(world)
        assert lines[1:4] == ["1. Cleo **+10**", "2. Ann **−5**", "2. Ben **−5**"]
        ids = [str(member.id) for member in (world.ann, world.ben, world.cleo)]
        assert not any(number in line for line in lines for number in ids)


async def test_the_leaderboard_calls_members_by_the_names_they_have_now(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        world.env.backend.guilds[world.guild.id].members[world.cleo.id].nick = "Cleopatra"
        await world.slash(world.dev, "leaderboard")
        assert "1. Cleopatra **+10**" in board(world)


async def test_whoever_left_the_server_is_not_on_the_board(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        world.guild.remove_member(world.cleo)
        await world.slash(world.dev, "leaderboard")
        assert board(world)[1:3] == ["1. Ann **−5**", "1. Ben **−5**"]
        asked = len([r for r in world.env.http_requests if "/members/" in r.path])
        await world.slash(world.dev, "leaderboard")
        assert len([r for r in world.env.http_requests if "/members/" in r.path]) == asked, "kept for a while"


async def test_names_that_discord_does_not_tell_are_those_last_known(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        world.env.inject_error("GET", "/guilds/*/members/*", status=500, times=None)
        await world.slash(world.dev, "leaderboard")
        assert "1. Cleo **+10**" in board(world)


async def test_a_member_can_stay_off_the_board_and_come_back(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        assert "You appear" in (await world.slash(world.cleo, "settings")).text
        assert "do not appear" in (await world.slash(world.cleo, "settings", leaderboard=False)).text
        await world.slash(world.dev, "leaderboard")
        assert not any("Cleo" in line for line in board(world))
        await world.slash(world.cleo, "settings", leaderboard=True)
        await world.slash(world.dev, "leaderboard")
        assert any("Cleo" in line for line in board(world))


async def test_a_leaderboard_notifies_nobody(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        await world.slash(world.dev, "leaderboard")
        sent = next(r.json for r in reversed(world.env.http_requests) if "Leaderboard" in str(r.json))
        assert sent["allowed_mentions"]["parse"] == []
