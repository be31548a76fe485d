"""What players of other card bots complain of: tables that are stuck. Nobody is stuck here."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.cards import cards
from bot.table.packs import StackedPacks
from bot.views import Done, TablePhase
from tests.cogs.fakes import text_of
from tests.cogs.world import a_world, stakes_are_made
from tests.regressions.scenes import low, stakes_lie, three
from tests.table.evening import CHANNEL, GUILD, USER_OF, evening

A_DAY = 86_400


async def test_an_absent_player_does_not_block_the_others(tmp_path: Path) -> None:
    """Asked: one player is away and everybody waits."""
    async with evening(tmp_path, packs=low(), clock_seconds=60) as room:
        await stakes_lie(room)
        for _ in range(4):
            await room.later(60)
        assert room.waiting == "C"


async def test_an_absent_opener_does_not_block_the_channel(tmp_path: Path) -> None:
    """Asked: whoever opened the table went to bed, and the channel is taken."""
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A")
        await room.join("B", "C")
        await room.does("B deal")
        await room.does("A leave")
        await room.play_out()
        await room.does("B leave", "C leave")
        assert room.tables.open_in(CHANNEL) is None
    async with evening(tmp_path / "idle", idle_close_minutes=30) as room:
        await room.opens("A")
        await room.later(30 * 60)
        await room.opens("B")


async def test_leaving_on_ones_own_turn_hands_the_turn_on(tmp_path: Path) -> None:
    """Asked: a player leaves on his own turn and the table freezes."""
    async with evening(tmp_path, packs=low()) as room:
        await stakes_lie(room, clock_seconds=0)
        await room.does("B leave")
        assert room.waiting == "C"


async def test_a_player_who_left_the_server_is_played_for(tmp_path: Path) -> None:
    """Asked: a player who left the server locks the table, which has no clock either."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.guild.remove_member(world.ben)
        await world.env.advance_time(3 * 60)
        assert "**Cleo** to play" in text_of(world.public)


async def test_a_bot_that_was_removed_and_comes_back_finds_no_locked_channel(tmp_path: Path) -> None:
    """Asked: the bot was thrown out in mid-game; invited again, it says that a game is running."""
    async with evening(tmp_path, packs=low()) as room:
        await stakes_lie(room)
        await room.tables.abandon(guild_id=GUILD)
        await room.restart()
        await room.opens("B")
        assert room.view.opener_id == USER_OF["B"]


async def test_after_a_win_at_once_nobody_is_still_in_a_game(tmp_path: Path) -> None:
    """Asked: after an instant win the player is told that he is in a game."""
    bank_has_pontoon = StackedPacks([cards("5c 6c As 4d 3d Kh")])
    async with evening(tmp_path, packs=bank_has_pontoon) as room:
        await stakes_lie(room, rules="banker_check=immediate")
        assert room.view.phase is TablePhase.PAUSE, "the bank showed its pontoon and took double"
        assert await three(room) == [1_008, 996, 996]
        await room.does("B leave", "B join", "A ready", "B ready", "C ready")
        assert room.view.round_index == 2


async def test_nobody_is_in_a_game_who_is_in_none(tmp_path: Path) -> None:
    """Asked: "you are already in a game", though one is not."""
    async with evening(tmp_path, packs=low()) as room:
        await stakes_lie(room)
        await room.opens("B", channel=CHANNEL + 1)
        await room.does("B close")
        await room.opens("C", channel=CHANNEL + 1)
        await room.does("B join", "B leave", "B join")
        assert isinstance(await room.ask("B twist", table=1), Done)


async def test_friends_may_play_over_days_without_any_clock(tmp_path: Path) -> None:
    """Asked: no clock at all, for friends who make a move a day."""
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener", clock_seconds=0)
        await room.join("B", "C")
        await room.does("A deal")
        for line in ("B stake 2", "C stake 2", "B twist", "B twist"):
            await room.later(3 * A_DAY)
            await room.restart()
            assert room.waiting.startswith(line[0]), "nobody was played for"
            assert room.view.deadlines == {}
            await room.does(line)
        assert room.view.phase is TablePhase.ROUND


async def test_a_turn_that_is_skipped_says_why(tmp_path: Path) -> None:
    """Asked: a turn just skips, and nobody knows why."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world, clock=60)
        await world.env.advance_time(61)
        assert "Time ran out for Ben, who stuck." in text_of(world.public)


@pytest.mark.parametrize("leaves", [True, False])
async def test_a_turn_that_is_played_for_a_leaver_is_not_blamed_on_the_clock(
    tmp_path: Path, leaves: bool
) -> None:
    """Asked: say why a turn was skipped. Leaving is another reason than being late."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        if leaves:
            await world.slash(world.ben, "leave")
        else:
            await world.slash(world.ann, "table free", member=world.ben)
        assert "**Cleo** to play" in text_of(world.public)
        assert "a player who left is played to its end: Ben stuck" in text_of(world.public)
        assert "Time ran out" not in text_of(world.public)


async def test_the_end_of_the_clock_is_seen_and_counts_down_without_edits(tmp_path: Path) -> None:
    """Asked: show when the clock ends, without an edit a second."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world, clock=60)
        ends = int(world.env.now().timestamp()) + 60
        assert f"<t:{ends}:R>" in text_of(world.public)
        assert f"<t:{ends}:R>" in text_of(world.hand(world.ben))
        requests = len(world.env.http_requests)
        await world.env.advance_time(50)
        assert len(world.env.http_requests) == requests
