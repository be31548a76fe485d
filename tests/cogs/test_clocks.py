"""Clocks on the screen: they run out by themselves, say why, and nothing waits for somebody absent."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.fakes import text_of
from tests.cogs.world import a_world, stakes_are_made, three_sit_down


async def test_a_turn_that_runs_out_is_played_and_the_table_says_for_whom(tmp_path: Path) -> None:
    async with a_world(tmp_path, clock_seconds=60) as world:
        await stakes_are_made(world)
        due = int(world.env.now().timestamp()) + 60
        assert f"<t:{due}:R>" in text_of(world.public), "the clock is shown without an edit a second"
        before = len(world.env.http_requests)
        await world.env.advance_time(59)
        assert len(world.env.http_requests) == before
        await world.env.advance_time(2)
        assert "Time ran out for Ben" in text_of(world.public)
        assert "**Cleo** to play" in text_of(world.public)


async def test_a_table_that_everybody_left_alone_settles_and_waits_and_closes(tmp_path: Path) -> None:
    async with a_world(tmp_path, clock_seconds=60, pause_seconds=20, idle_close_minutes=30) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        await world.env.advance_time(10 * 60)
        assert "Nobody played in the last round" in text_of(world.public)
        await world.env.advance_time(31 * 60)
        assert world.table() is None
        assert "table closed" in text_of(world.channel.last_message)
        assert await world.bot.ledger.audit() == []


async def test_leaving_on_ones_own_turn_does_not_freeze_the_table(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.slash(world.ben, "leave")
        assert "**Cleo** to play" in text_of(world.public)


async def test_the_opener_may_leave_and_the_others_play_on(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.slash(world.ann, "leave")
        await world.click(world.ben, "Stick")
        await world.click(world.cleo, "Twist")
        await world.click(world.cleo, "Stick")
        assert "paid" in text_of(world.public), "the bank plays by its policy"
        assert "opener" not in text_of(world.public)
        assert [line.name for line in world.view().seats] == ["Ben", "Cleo"]


async def test_the_next_round_is_dealt_after_the_pause_by_itself(tmp_path: Path) -> None:
    async with a_world(tmp_path, pause_seconds=20) as world:
        await stakes_are_made(world)
        await world.click(world.ben, "Stick")
        await world.click(world.cleo, "Twist")
        await world.click(world.cleo, "Stick")
        await world.click(world.ann, "Stick")
        await world.env.advance_time(21)
        assert "round 2" in text_of(world.public)
        assert "round 2" in text_of(world.hand(world.ben)), "and everybody is shown his new card"
