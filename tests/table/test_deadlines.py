"""Clocks are data: a decision has its own, the absent are played for, and downtime is nobody's fault."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine.cards import cards
from bot.table.deadlines import Clockwork
from bot.table.packs import StackedPacks
from bot.views import TablePhase
from tests.table.evening import Room, evening


def low() -> StackedPacks:
    """B gets 5 4, C gets 6 3, the banker A gets J 9; then come twos and threes."""
    return StackedPacks([cards("5c 6c Js 4d 3d 9h 2c 2d 2h 3c 3h")])


async def deal(room: Room, **asked: object) -> None:
    await room.opens("A", **{"first_banker": "opener", **asked})
    await room.join("B", "C")
    await room.does("A deal")


def due_in(room: Room, letter: str) -> float:
    return (room.view.deadlines[room.seat(letter)] - room.clock.now()).total_seconds()


async def test_each_decision_has_its_own_clock_which_others_acts_never_reset(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await deal(room, clock_seconds=45)
        assert (due_in(room, "B"), due_in(room, "C")) == (45, 45)
        await room.later(20)
        await room.does("B stake 1")
        assert due_in(room, "C") == 25
        await room.does("C stake 1")
        assert due_in(room, "B") == 45
        assert list(room.view.deadlines) == [room.seat("B")]


async def test_a_late_staker_stakes_the_least_a_late_punter_plays_by_the_absent_rule(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await deal(room, stake_min=2, stake_max=5)
        await room.does("B stake 3")
        await room.later(60)
        assert [place.hands[0].stake for place in room.view.round.places] == [300, 200, 0]
        assert "played_for_absent" in room.notes
        await room.later(59)
        assert room.waiting == "B"
        assert len(room.view.round.places[0].hands[0].cards) == 2
        await room.later(1)
        # 9 is not enough to stick: he twists, and has a fresh minute for what to do next.
        assert len(room.view.round.places[0].hands[0].cards) == 3
        assert due_in(room, "B") == 60


async def test_a_round_in_which_nobody_acts_ends_and_the_table_waits_in_the_lobby(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        for _ in range(40):
            if room.view.phase is not TablePhase.ROUND:
                break
            await room.later(60)
        assert room.view.phase is TablePhase.LOBBY
        assert "nobody_answered" in room.notes
        await room.later(600)
        assert room.view.phase is TablePhase.LOBBY
        assert room.view.round_index == 1


async def test_without_a_clock_friends_may_play_over_days(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await deal(room, clock_seconds=0)
        assert room.view.deadlines == {}
        await room.later(5 * 86_400)
        assert room.waiting == "BC"
        await room.stakes()


async def test_a_click_in_the_last_moment_counts_and_one_after_it_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await deal(room)
        button = room.asked_of("B")
        room.clock.advance(60)  # the timer has not rung yet
        await room.ask("B stake 3", asked=button)
        await room.tables.tick()
        assert [place.hands[0].stake for place in room.view.round.places][:2] == [300, 100]
        late = room.asked_of("B")
        await room.later(60)
        assert await room.refusal("B stick", asked=late) == "stale"


async def test_the_clock_and_a_click_at_once_count_once(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await deal(room)
        room.clock.advance(60)
        await asyncio.gather(
            room.tables.tick(), room.ask("B stake 3"), room.tables.tick(), room.ask("C stake 3")
        )
        assert room.waiting == "B"
        staked = room.rows("SELECT body FROM events WHERE body LIKE '%\"staked\"%'")
        assert len(staked) == 2


async def test_a_deadline_survives_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await deal(room)
        await room.later(20)
        await room.does("B stake 1")
        before = dict(room.view.deadlines)
        await room.restart()
        assert dict(room.view.deadlines) == before
        await room.later(40)
        assert room.waiting == "B"


async def test_what_fell_due_while_the_bot_was_away_is_judged_from_its_return(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low(), grace_seconds=30) as room:
        await deal(room)
        room.clock.advance(3_600)
        await room.restart()
        assert room.waiting == "BC"
        assert (due_in(room, "B"), due_in(room, "C")) == (30, 30)
        await room.later(29)
        assert room.waiting == "BC"
        await room.later(1)
        assert room.waiting == "B"


async def test_a_leaver_has_no_clock(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await deal(room)
        await room.does("C leave")
        assert list(room.view.deadlines) == [room.seat("B")]


async def test_the_clock_acts_at_every_table_that_is_due(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        for number in range(5):
            table = await room.opens("A", channel=200 + number, first_banker="opener")
            await room.ask("B join", table=table)
            await room.ask("A deal", table=table)
        await room.later(60)
        assert all(room.seen(table=table).round.places[0].has_staked for table in range(1, 6))


async def test_a_table_in_the_lobby_that_nobody_answers_closes_and_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path, idle_close_minutes=10) as room:
        await room.opens("A")
        await room.later(9 * 60)
        await room.join("B")
        await room.later(9 * 60)
        assert room.view.phase is TablePhase.LOBBY
        await room.later(60)
        assert room.view.phase is TablePhase.CLOSED
        assert room.notes == ["idle_closed"]
        await room.opens("C")


async def test_the_idle_close_counts_on_over_a_restart_and_pardons_the_downtime(tmp_path: Path) -> None:
    async with evening(tmp_path, idle_close_minutes=10, grace_seconds=30) as room:
        await room.opens("A")
        room.clock.advance(5 * 60)
        await room.restart()
        await room.later(4 * 60)
        assert room.view.phase is TablePhase.LOBBY
        room.clock.advance(60 * 60)
        await room.restart()
        await room.later(29)
        assert room.view.phase is TablePhase.LOBBY
        await room.later(1)
        assert room.view.phase is TablePhase.CLOSED


async def test_the_pause_ends_by_itself_after_a_restart_too(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low(), pause_seconds=20) as room:
        await deal(room)
        await room.play_out()
        assert room.view.next_deal_at == room.clock.now() + timedelta(seconds=20)
        await room.restart()
        assert room.view.next_deal_at == room.clock.now() + timedelta(seconds=20)
        await room.later(20)
        assert (room.view.phase, room.view.round_index) == (TablePhase.ROUND, 2)


async def test_the_timer_of_the_loop_does_what_is_due_by_itself(tmp_path: Path) -> None:
    """Nobody calls anything: one timer, a task that ends, nothing left behind."""
    async with evening(tmp_path, packs=low()) as room:
        await deal(room, clock_seconds=1)
        room.clock.advance(0.95)
        await room.restart()
        room.clock.advance(0.06)
        for _ in range(100):
            await asyncio.sleep(0.01)
            if room.waiting == "B" and len(asyncio.all_tasks()) == 1:
                break
        assert room.waiting == "B"
        assert len(asyncio.all_tasks()) == 1


async def test_a_round_whose_clock_cannot_be_judged_is_voided_and_not_stuck(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.engine.registry import GAMES

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async with evening(tmp_path, packs=low()) as room:
        await deal(room)
        with monkeypatch.context() as patched:
            patched.setattr(GAMES["pontoon"], "absent", broken)
            await room.later(60)
        assert room.view.phase is TablePhase.LOBBY
        assert "round_voided" in room.notes
        assert [await room.balance(letter) for letter in "ABC"] == [1_000] * 3


class TestClockwork:
    """One timer for many tables."""

    def test_gives_each_table_once_and_only_when_it_is_due(self) -> None:
        async def story() -> None:
            now = [0]
            clockwork = Clockwork(lambda: now[0], lambda: None)
            clockwork.set(1, 50)
            clockwork.set(2, 30)
            clockwork.set(1, 20)
            clockwork.set(3, 10)
            clockwork.set(3, None)
            assert clockwork.take_due() == ()
            now[0] = 30
            assert clockwork.take_due() == (1, 2)
            now[0] = 100
            assert clockwork.take_due() == ()
            clockwork.set(1, 40)
            assert clockwork.take_due() == (1,)
            clockwork.stop()

        asyncio.run(story())

    def test_a_table_set_anew_a_thousand_times_rings_once(self) -> None:
        async def story() -> None:
            now = [0]
            clockwork = Clockwork(lambda: now[0], lambda: None)
            for at in range(1_000, 2_000):
                clockwork.set(1, at)
            now[0] = 5_000
            assert clockwork.take_due() == (1,)
            assert clockwork._heap == []
            clockwork.stop()

        asyncio.run(story())
