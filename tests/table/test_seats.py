"""Sitting down, sitting out, leaving: nobody blocks a table, and nobody loses what he staked."""

from __future__ import annotations

from pathlib import Path

from bot.engine.cards import cards
from bot.engine.game import Seat
from bot.table.packs import StackedPacks
from bot.views import SeatStatus, TablePhase
from tests.table.evening import CHANNEL, USER_OF, evening, person


def low() -> StackedPacks:
    """B gets 5 4, C gets 6 3, the banker A gets J 9; then come twos and threes."""
    return StackedPacks([cards("5c 6c Js 4d 3d 9h 2c 2d 2h 3c 3h")])


async def test_the_opener_sits_at_once_and_the_others_in_order_of_joining(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("B")
        await room.join("C", "A")
        assert [line.name for line in room.view.seats] == ["B", "C", "A"]
        assert [line.seat for line in room.view.seats] == [0, 1, 2]


async def test_a_first_seat_brings_the_first_counters(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=40) as room:
        await room.opens("A")
        await room.join("B")
        assert [await room.balance(letter) for letter in "AB"] == [40, 40]
        await room.does("B leave", "B join")
        assert await room.balance("B") == 40


async def test_nobody_sits_twice_and_nobody_beyond_the_last_seat(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", seats=2)
        await room.join("B")
        assert await room.refusal("B join") == "already_seated"
        assert await room.refusal("C join") == "table_full"


async def test_a_member_may_sit_at_several_tables_of_a_server(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        other = await room.opens("B", channel=CHANNEL + 1)
        await room.ask("A join", table=other)
        assert [line.name for line in room.seen(table=other).seats] == ["B", "A"]


async def test_one_who_joins_in_mid_round_is_dealt_in_from_the_next(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.join("D")
        assert room.waiting == "BC"
        assert await room.refusal("D stake 1") == "not_in_round"
        assert room.seen("D").offers == ()
        await room.play_out()
        await room.does("A ready", "B ready", "C ready", "D ready")
        assert "D" in room.waiting


async def test_one_who_sits_out_plays_his_round_and_is_dealt_in_when_he_sits_in_again(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener", bank="rotate", rules="rotate_deals=9")
        await room.join("B", "C")
        await room.does("A deal", "B sit_out", "B sit_out")
        assert "B" in room.waiting
        await room.play_out()
        await room.does("A ready", "C ready")
        assert room.waiting == "C"
        await room.does("B sit_in")
        await room.play_out()
        await room.does("A ready", "B ready", "C ready")
        assert room.waiting == "BC"


async def test_a_banker_who_sits_out_passes_the_bank_to_his_left(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener", bank="rotate", rules="rotate_deals=9")
        await room.join("B", "C")
        await room.does("A deal")
        await room.play_out()
        await room.does("A sit_out", "B ready", "C ready")
        assert room.banker == "B"


async def test_leaving_between_rounds_frees_the_seat_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        await room.join("B", "C")
        await room.does("B leave")
        assert [line.name for line in room.view.seats] == ["A", "C"]
        assert await room.refusal("B leave") == "not_seated"


async def test_leaving_on_ones_own_turn_does_not_freeze_the_table(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.stakes(2)
        assert room.waiting == "B"
        await room.does("B leave")
        # 9 twists: 2, 2, 2 come and make a trick of five with 15.
        assert room.waiting == "C"
        assert room.view.seats[1].status is SeatStatus.LEAVING
        await room.play_out()
        assert [line.name for line in room.view.seats] == ["A", "C"]
        assert await room.held("B") == 0
        assert await room.balance("B") == 1_000 + 4


async def test_leaving_before_ones_turn_is_played_for_when_it_comes(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "C leave")
        # He has seen a card: he stakes the least, and is played for after Ben.
        assert room.waiting == "B"
        await room.does("B stake 1", "B twist", "B twist")
        assert room.waiting == "B"
        await room.does("B twist")
        assert room.waiting == "A"


async def test_a_banker_who_leaves_is_played_for_by_the_stated_policy(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "A leave")
        await room.play_out()
        assert [line.name for line in room.view.seats] == ["B", "C"]
        assert room.view.phase is TablePhase.PAUSE
        assert room.banker == "B"


async def test_when_everybody_leaves_the_round_is_finished_and_the_table_closed(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        await room.does("A deal", "A leave", "B leave")
        assert room.view.phase is TablePhase.CLOSED
        assert room.tables.open_in(CHANNEL) is None
        assert await room.held("A") + await room.held("B") == 0


async def test_one_who_left_may_come_back_while_his_round_still_runs(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "B stake 1", "C leave", "C join")
        assert room.view.seats[2].status is SeatStatus.IN
        await room.play_out()
        assert len(room.view.seats) == 3


async def test_an_absent_opener_blocks_nobody(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A")
        await room.join("B", "C")
        await room.does("A leave", "B deal")
        await room.play_out()
        await room.does("B ready", "C ready")
        assert room.view.phase is TablePhase.ROUND
        # He opened the table and may still close it.
        await room.does("M close")


async def test_the_last_one_to_leave_closes_the_table(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        await room.does("A leave")
        assert room.view.phase is TablePhase.CLOSED
        assert await room.refusal("B join") == "table_closed"
        await room.opens("B")


async def test_a_seat_is_freed_by_the_opener_and_the_round_goes_on(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.stakes()
        assert (await room.refused("A free D")).reason == "not_a_member"
        await room.does("A free B")
        assert room.waiting == "C"
        await room.play_out()
        assert [line.name for line in room.view.seats] == ["A", "C"]


async def test_two_missed_rounds_free_the_seat_and_one_does_not(tmp_path: Path) -> None:
    async with evening(tmp_path, pause_seconds=10) as room:
        await room.opens("A", first_banker="opener", bank="rotate", rules="rotate_deals=99 stick_min=12")
        await room.join("B", "C", "D")
        await room.does("A deal")
        for seats_left in (4, 3):
            assert room.view.phase is TablePhase.ROUND
            await room.does("B stake 1", "C stake 1")
            while room.waiting:
                await room.play_until("D")
                await room.later(60 if room.waiting else 0)
            assert len(room.view.seats) == seats_left
            assert ("seat_freed" in room.notes) == (seats_left == 3)
            await room.later(10)
        assert [line.name for line in room.view.seats] == ["A", "B", "C"]


async def test_a_member_who_left_the_server_leaves_his_tables(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.stakes()
        await room.tables.abandon(guild_id=1, user_id=USER_OF["B"])
        assert room.waiting == "C"
        await room.tables.abandon(guild_id=2, user_id=USER_OF["C"])
        assert room.waiting == "C"
        assert room.rows("SELECT is_present FROM members WHERE user_id = ?", USER_OF["B"]) == [(0,)]


async def test_a_newcomer_in_a_freed_seat_does_not_see_the_cards_of_the_one_before(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "C leave")
        await room.play_out()
        await room.join("D")
        assert room.seat("D") == Seat(2)
        assert room.seen("D").round == room.view.round


async def test_names_and_who_may_manage_are_taken_from_the_one_who_asks(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        assert room.view.opener_id == person("A").user_id
        assert room.view.name_of(Seat(0)) == "A"
