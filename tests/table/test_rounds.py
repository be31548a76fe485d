"""From the lobby through rounds and pauses to the close."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot.engine.game import COUNTER, Amount
from bot.views import Done, Refused, TablePhase
from tests.table.evening import CHANNEL, GUILD, USER_OF, Room, evening


async def deal(room: Room, **asked: object) -> None:
    await room.opens("A", **{"first_banker": "opener", **asked})
    await room.join("B", "C")
    await room.does("A deal")


# the lobby


async def test_anyone_seated_may_deal(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("C deal")
        assert room.view.phase is TablePhase.ROUND
        assert await room.refusal("B deal") == "round_running"


async def test_two_may_play_and_so_may_one_against_the_house(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.does("A deal")
        assert (room.banker, room.waiting) == ("house", "A")
        await room.play_out()
        await room.join("B")
        await room.does("A ready", "B ready")
        assert room.view.phase is TablePhase.ROUND


async def test_whoever_deals_is_dealt_in(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        await room.does("B sit_out", "B deal")
        assert room.waiting == "B"


async def test_nobody_is_dealt_in_who_cannot_cover_the_least_and_he_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=50) as room:
        await room.opens("A", first_banker="house", stake_min=20, stake_max=20)
        await room.join("B", "C")
        await room.opens("B", channel=CHANNEL + 1, first_banker="house", stake_min=5, stake_max=5)
        await room.does("B deal")  # 10 are held at the other table: 40 remain, and 40 is the least
        await room.ask("C bank_take", table=1)
        other = room.table.id
        await room.ask("B stake 5", table=other)
        outcome = await room.ask("A deal", table=1)
        assert isinstance(outcome, Done)
        assert [place.party for place in room.seen(table=1).round.places][:2] == [0, 1]


async def test_one_who_cannot_cover_is_passed_over_and_dealt_in_again_when_he_can(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=50) as room:
        await room.opens("A", first_banker="house", stake_min=1, stake_max=5)
        await room.join("B")
        await room.opens("B", channel=CHANNEL + 1, first_banker="house", stake_min=25, stake_max=25)
        await room.does("B deal")
        table = 1
        await room.ask("A deal", table=table)
        view = room.seen(table=table)
        assert [note.note for note in view.notes] == ["not_dealt_in"]
        assert view.notes[0].amount == 2 * COUNTER
        assert [place.party for place in view.round.places] == [0, "house"]
        assert [line.name for line in view.seats] == ["A", "B"]


async def test_where_nobody_can_cover_the_least_the_deal_is_refused(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=50) as room:
        await room.opens("A", first_banker="house", stake_min=30, stake_max=30)
        refused = await room.refused("A deal")
        assert (refused.reason, refused.detail) == ("entry_not_covered", {"min": 1_000, "balance": 5_000})


# the pause


async def test_after_a_round_the_next_follows_by_itself(tmp_path: Path) -> None:
    async with evening(tmp_path, pause_seconds=20) as room:
        await deal(room)
        await room.play_out()
        assert room.view.phase is TablePhase.PAUSE
        assert room.view.next_deal_at == room.clock.now() + timedelta(seconds=20)
        await room.later(19)
        assert room.view.phase is TablePhase.PAUSE
        await room.later(1)
        assert (room.view.phase, room.view.round_index) == (TablePhase.ROUND, 2)


async def test_ready_by_everybody_cuts_the_pause_short_and_by_one_does_not(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.play_out()
        due = room.view.next_deal_at
        await room.does("A ready", "A ready", "B ready")
        assert [line.is_ready for line in room.view.seats] == [True, True, False]
        assert room.view.next_deal_at == due
        assert room.view.phase is TablePhase.PAUSE
        await room.does("C ready")
        assert room.view.phase is TablePhase.ROUND
        assert [line.is_ready for line in room.view.seats] == [False] * 3


async def test_deal_in_the_pause_is_one_voice_and_not_everybodys(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.play_out()
        assert (await room.does("A deal")).kind == "ready"
        assert room.view.phase is TablePhase.PAUSE
        await room.does("B deal", "C deal")
        assert room.view.phase is TablePhase.ROUND


async def test_those_who_sit_out_are_not_waited_for(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.play_out()
        await room.does("C sit_out", "A ready", "B ready")
        assert room.view.phase is TablePhase.ROUND


async def test_whoever_is_ready_wants_to_be_dealt_in(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.play_out()
        await room.does("C sit_out", "A ready", "C ready", "B ready")
        assert len(room.view.round.places) == 3


async def test_the_pause_ends_in_the_lobby_where_too_few_can_play(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.play_out()
        round_index = room.view.round_index
        await room.does("A sit_out", "B sit_out", "C sit_out")
        await room.later(20)
        assert (room.view.phase, room.view.round_index) == (TablePhase.LOBBY, round_index)
        assert "nobody_answered" not in room.notes
        await room.does("A deal")
        assert room.view.round_index == round_index + 1


async def test_what_was_said_of_a_round_is_gone_with_the_next_deal(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.does("A limits 2 4")
        assert "limits_changed" in room.notes
        await room.play_out()
        await room.later(20)
        assert room.notes == []


# limits and the end


async def test_limits_changed_in_mid_round_hold_from_the_next_on(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room, stake_min=1, stake_max=5)
        await room.does("A limits 2 4")
        assert (room.view.round.stake_min, room.view.round.stake_max) == (100, 500)
        await room.does("B stake 1", "C stake 5")
        await room.play_out()
        await room.later(20)
        assert (room.view.round.stake_min, room.view.round.stake_max) == (200, 400)
        punter = room.waiting[0]
        assert await room.refusal(f"{punter} stake 1") == "amount_too_low"
        assert await room.refusal(f"{punter} stake 5") == "amount_too_high"


@pytest.mark.parametrize("limits", ["0 5", "5 4", "1 99999999"])
async def test_limits_that_make_no_sense_are_refused(tmp_path: Path, limits: str) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        assert await room.refusal(f"A limits {limits}") == "limits_bad"


async def test_the_last_round_is_announced_played_and_the_table_closed(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.does("A last", "A last")
        assert room.view.is_last_round
        await room.play_out()
        assert room.view.phase is TablePhase.CLOSED
        assert room.view.round is not None
        assert room.tables.open_in(CHANNEL) is None


async def test_announced_in_the_lobby_one_more_round_is_played(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        await room.does("A last", "A deal")
        assert room.view.phase is TablePhase.ROUND
        await room.play_out()
        assert room.view.phase is TablePhase.CLOSED


async def test_at_the_agreed_time_the_round_that_runs_is_the_last(tmp_path: Path) -> None:
    async with evening(tmp_path, pause_seconds=20) as room:
        await deal(room, minutes=30, clock_seconds=0)
        assert room.view.ends_at == room.clock.now() + timedelta(minutes=30)
        await room.play_out()
        await room.later(20)
        assert room.view.round_index == 2
        await room.later(30 * 60)
        assert room.view.phase is TablePhase.ROUND
        await room.play_out()
        assert room.view.phase is TablePhase.CLOSED


async def test_closing_in_mid_round_gives_every_counter_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.does("B stake 3", "C stake 2")
        assert await room.balance("B") < 1_000
        await room.does("M close")
        assert [await room.balance(letter) for letter in "ABC"] == [1_000] * 3
        assert room.view.phase is TablePhase.CLOSED
        assert "closed_by" in room.notes
        assert room.rows("SELECT count(*) FROM results") == [(0,)]
        given_back = room.rows(
            "SELECT sum(amount) FROM transfers WHERE reason = 'void' AND debit LIKE 'held:%'"
        )
        assert given_back[0][0] > 0


async def test_a_closed_table_refuses_everything_and_can_still_be_looked_at(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.does("M close")
        for line in ("B stake 1", "B join", "M close", "A deal"):
            assert await room.refusal(line) == "table_closed"
        assert room.seen("B").phase is TablePhase.CLOSED
        await room.opens("B")


async def test_the_click_that_closed_a_table_is_answered_again_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        table = await room.opens("A")
        await room.ask("M close", click=7)
        await room.restart()
        assert not room.tables.has(table)
        assert isinstance(await room.ask("M close", click=7, table=table), Done)
        assert str((await room.ask("A deal", table=table)).reason) == "table_closed"  # type: ignore[union-attr]


async def test_a_channel_or_a_server_that_is_gone_closes_its_tables(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.opens("D", channel=CHANNEL + 1)
        await room.tables.abandon(channel_id=CHANNEL)
        assert room.tables.open_in(CHANNEL) is None
        assert await room.balance("B") == 1_000
        assert room.tables.open_in(CHANNEL + 1) is not None
        await room.tables.abandon(guild_id=2)
        assert room.tables.open_in(CHANNEL + 1) is not None
        await room.tables.abandon(guild_id=1)
        assert room.tables.open_ids() == ()


async def test_closed_tables_are_forgotten_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.service.CLOSED_MAX", 3)
    async with evening(tmp_path) as room:
        for number in range(6):
            await room.opens("A", channel=200 + number)
            await room.does("M close")
        assert [room.tables.has(table) for table in range(1, 7)] == [False, False, False, True, True, True]


async def test_an_opener_who_is_in_the_round_cannot_close_the_table_over_it(tmp_path: Path) -> None:
    """Closing voids the round: he would take back what he is about to lose."""
    async with evening(tmp_path) as room:
        await deal(room)
        assert await room.refusal("A close") == "close_over_round"
        await room.play_out()
        await room.does("A close")
        assert room.view.phase is TablePhase.CLOSED


async def test_an_opener_who_sits_the_round_out_cannot_close_it_for_a_friend(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.play_out()
        await room.does("A sit_out", "B ready", "C ready")
        assert room.view.phase is TablePhase.ROUND
        assert await room.refusal("A close") == "close_over_round"


async def test_a_manager_who_plays_cannot_take_his_own_round_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        refused = await room.ask("B close", may_manage=True)
        assert refused == Refused("close_over_round")
        assert room.view.phase is TablePhase.ROUND


async def test_one_who_has_got_up_cannot_sit_out(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await deal(room)
        await room.does("B leave")
        assert await room.refusal("B sit_out") == "not_seated"


async def test_nobody_is_told_what_another_has(tmp_path: Path) -> None:
    """A refused deal speaks of the purse of whoever asked, also where a richer one is short too."""
    async with evening(tmp_path, starting_counters=10) as room:
        await room.opens("A", stake_min=8, stake_max=8)
        await room.join("B", "C")
        await room.ledger.top_up(GUILD, USER_OF["B"], Amount(1300), 1, 10**12)
        assert (await room.refused("A deal")).detail == {"min": 600, "balance": 1000}
