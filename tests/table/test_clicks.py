"""A click counts once, for the one who made it, and only while it is what he is being asked."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.engine.cards import cards
from bot.table.packs import StackedPacks
from bot.views import Asked, Done, Refused, TablePhase
from tests.table.evening import evening


def low() -> StackedPacks:
    return StackedPacks([cards("5c 6c Js 4d 3d 9h 2c 2d 2h 3c 3h")])


async def test_the_same_interaction_is_answered_the_same_and_written_once(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        first = await room.ask("B stake 3", click=77)
        version, balance = room.table.version, await room.balance("B")
        again = await room.ask("B stake 3", click=77)
        assert isinstance(first, Done)
        assert isinstance(again, Done)
        assert (again.is_repeat, again.version, again.kind, again.amount) == (
            True,
            first.version,
            "stake",
            300,
        )
        assert (room.table.version, await room.balance("B")) == (version, balance)


async def test_the_same_interaction_is_answered_the_same_when_it_would_be_refused_by_now(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.ask("B stake 3", click=77)
        await room.does("C stake 1")
        assert isinstance(await room.ask("B stake 3", click=77), Done)


async def test_the_same_interaction_is_known_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        opened = await room.open("A", first_banker="opener", click=70)
        await room.join("B", "C")
        await room.does("A deal")
        staked = await room.ask("B stake 3", click=77)
        await room.restart()
        for again, first in (
            (await room.ask("B stake 3", click=77), staked),
            (await room.open("A", first_banker="opener", click=70), opened),
        ):
            assert isinstance(again, Done)
            assert isinstance(first, Done)
            assert (again.is_repeat, again.version) == (True, first.version)


async def test_the_same_interaction_twice_at_once_counts_once(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        outcomes = await asyncio.gather(*(room.ask("B stake 3", click=77) for _ in range(3)))
        assert [isinstance(outcome, Done) for outcome in outcomes] == [True] * 3
        assert sorted(outcome.is_repeat for outcome in outcomes if isinstance(outcome, Done)) == [
            False,
            True,
            True,
        ]
        assert await room.balance("B") == 1_000 - 6


async def test_opening_twice_at_once_opens_one_table(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        outcomes = await asyncio.gather(
            room.open("A", click=1), room.open("A", click=1), room.open("B", click=2)
        )
        assert sorted(str(getattr(one, "reason", "done")) for one in outcomes) == [
            "done",
            "done",
            "table_open",
        ]
        assert len(room.rows("SELECT id FROM tables")) == 1


async def test_a_double_click_is_one_click_and_a_sentence(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        button = room.asked_of("B")
        first, second = await asyncio.gather(
            room.ask("B stake 3", asked=button), room.ask("B stake 3", asked=button)
        )
        assert isinstance(first, Done)
        assert isinstance(second, Refused)
        assert second.reason == "already_staked"
        assert await room.held("B") == 6


async def test_a_double_click_on_twist_takes_one_card(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.stakes()
        button = room.asked_of("B")
        await room.ask("B twist", asked=button)
        assert await room.refusal("B twist", asked=button) == "stale"


async def test_a_button_of_an_earlier_round_is_stale(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        button = room.asked_of("B")
        await room.play_out()
        assert await room.refusal("B stake 1", asked=button) == "stale"
        await room.does("A ready", "B ready", "C ready")
        button = Asked(1, room.asked_of("B").decision)
        assert await room.refusal("B stake 1", asked=button) == "stale"


async def test_a_late_deal_button_does_not_deal_the_round_after(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        button = Asked(room.view.round_index, None)
        await room.does("A deal")
        await room.play_out()
        assert await room.refusal("B deal", asked=button) == "stale"
        assert room.view.phase is TablePhase.PAUSE


async def test_others_acts_do_not_make_a_button_stale(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C", "D")
        await room.does("A deal")
        buttons = {letter: room.asked_of(letter) for letter in "BCD"}
        for letter in "DBC":
            assert isinstance(await room.ask(f"{letter} stake 1", asked=buttons[letter]), Done)


async def test_a_button_without_a_question_is_judged_by_its_pressers_own_state(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        assert isinstance(await room.ask("B stake 1", asked=Asked(1, None)), Done)
        assert await room.refusal("B stake 1", asked=Asked(1, None)) == "already_staked"
        assert await room.refusal("A stake 1", asked=Asked(1, None)) == "banker_stakes_nothing"


async def test_a_players_turn_is_not_anothers(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.stakes()
        assert room.waiting == "B"
        assert await room.refusal("C twist", asked=room.asked_of("B")) == "not_your_turn"
        assert await room.refusal("C twist") == "not_your_turn"


@pytest.mark.parametrize(
    "line", ["X stake 1", "X twist", "X deal", "X leave", "X sit_out", "X ready", "X bank_take"]
)
async def test_a_stranger_is_told_to_sit_down(tmp_path: Path, line: str) -> None:
    from tests.table.evening import USER_OF

    USER_OF.setdefault("X", 9_999)
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        if line.split()[1] in ("stake", "twist"):
            await room.does("A deal")
        assert await room.refusal(line) == "not_seated"
        if room.view.phase is TablePhase.ROUND:
            assert await room.refusal(line, asked=room.asked_of("B")) == "not_seated"


@pytest.mark.parametrize("line", ["B close", "B free C", "B last", "B limits 2 4"])
async def test_what_the_opener_may_others_may_not_unless_they_manage_the_server(
    tmp_path: Path, line: str
) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        await room.join("B", "C")
        assert await room.refusal(line) == "not_allowed"
        await room.does(line, may_manage=True)


async def test_a_word_that_is_no_action_is_refused(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        assert await room.refusal("A twist") == "no_round"
        await room.does("A deal")
        assert await room.refusal("B declare") == "not_offered"


async def test_eight_stakes_in_the_same_second_are_all_accepted(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener", seats=9, stake_max=2)
        await room.join(*"BCDEFGHI")
        await room.does("A deal")
        buttons = {letter: room.asked_of(letter) for letter in "BCDEFGHI"}
        outcomes = await asyncio.gather(
            *(room.ask(f"{letter} stake 2", asked=button) for letter, button in buttons.items())
        )
        assert [type(outcome) for outcome in outcomes] == [Done] * 8
        assert room.view.round.stake_max == 200


async def test_different_acts_at_once_are_judged_one_after_the_other(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener", seats=3)
        outcomes = await asyncio.gather(*(room.ask(f"{letter} join") for letter in "BCDEF"))
        assert sorted(str(getattr(one, "reason", "done")) for one in outcomes) == [
            "done", "done", "table_full", "table_full", "table_full",
        ]  # fmt: skip
        assert [line.name for line in room.view.seats] == ["A", "B", "C"]


async def test_nobody_is_told_before_it_is_written_and_everybody_after(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        assert room.heard == [room.table.id]
        seen: list[int] = []
        room.tables.subscribe(
            lambda table_id: seen.append(room.rows("SELECT max(seq) FROM events")[0][0] - room.table.version)
        )
        await room.join("B")
        await room.refusal("B join")
        assert seen == [0]


async def test_a_listener_that_breaks_breaks_nothing_else(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path) as room:

        def break_down(_: int) -> None:
            raise RuntimeError("no message for you")

        room.tables.subscribe(break_down)
        told: list[int] = []
        room.tables.subscribe(told.append)
        await room.opens("A")
        await room.join("B")
        assert len(told) == 2
        assert "no message for you" in caplog.text


async def test_a_click_is_one_line_of_the_log_without_cards(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        await room.does("A deal", "B stake 1", "B twist")
        lines = [
            record.getMessage() for record in caplog.records if record.getMessage().startswith("event=action")
        ]
        assert len(lines) == 5
        assert all(word in lines[-1] for word in ("table=1 ", "round=1 ", "kind=twist ", "version=", "ms="))
        secrets = [row[0].hex() for row in room.rows("SELECT server_seed FROM packs")]
        for secret in (*secrets, "5c", "4d", "Js", "9h"):
            assert secret not in " ".join(line.replace(f"version={room.table.version}", "") for line in lines)


async def test_a_wish_that_would_do_nothing_by_now_is_answered_as_it_was(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        first = await room.ask("A sit_out", click=7)
        await room.join("B")
        await room.restart()
        again = await room.ask("A sit_out", click=7)
        assert isinstance(first, Done)
        assert isinstance(again, Done)
        assert (again.is_repeat, again.version) == (True, first.version)
