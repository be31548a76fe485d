"""What players of other card bots complain of: lost games and eaten stakes. None of it happens here."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.ledger.transfers import Transfer, TransferReason, post
from bot.views import Asked, Done, TablePhase
from tests.cogs.fakes import text_of
from tests.cogs.world import a_world, buttons_of, stakes_are_made
from tests.regressions.scenes import START, back_again, low, power_cut, stakes_lie, three
from tests.table.evening import CHANNEL, GUILD, USER_OF, evening


async def test_a_crash_ends_no_hand_and_eats_no_stake(tmp_path: Path) -> None:
    """Asked: a restart or a crash ends the hand and the stake is gone."""
    async with evening(tmp_path / "before", packs=low()) as room:
        await stakes_lie(room)
        await room.does("B twist")
        left = power_cut(room, tmp_path / "after")
        state, held, deadlines = room.table.state, await room.held("B"), room.view.deadlines
    async with back_again(left, low()) as room:
        assert room.table.state == state
        assert room.view.deadlines == deadlines
        assert list(deadlines) == [room.seat("B")]
        assert await room.held("B") == held == 4
        await room.play_out()
        assert room.view.phase is TablePhase.PAUSE
        # A trick of five beats the bank's 19 and pays double; so does C's.
        assert await three(room) == [START - 8, START + 4, START + 4]


async def test_running_out_of_time_eats_no_stake(tmp_path: Path) -> None:
    """Asked: a mere time-out eats the stake. Here the cards decide, and an absent hand may win."""
    async with evening(tmp_path, packs=low(), clock_seconds=60) as room:
        await stakes_lie(room)
        while room.waiting == "B":
            await room.later(60)
        await room.play_out()
        assert await room.balance("B") == START + 4


async def test_no_stake_is_taken_where_no_round_begins(tmp_path: Path) -> None:
    """Asked: a stake is taken and no game starts."""
    async with evening(tmp_path, starting_counters=3) as room:
        await room.opens("A", first_banker="opener", stake_min=5, stake_max=10)
        await room.join("B", "C")
        assert await room.refusal("A deal") == "entry_not_covered"
        assert await three(room) == [3, 3, 3]


@pytest.mark.parametrize("end", ["M close", "bot thrown out", "channel deleted"])
async def test_a_round_that_is_broken_off_gives_every_stake_back(tmp_path: Path, end: str) -> None:
    """Asked: the game is gone, and the stake with it."""
    async with evening(tmp_path, packs=low()) as room:
        await stakes_lie(room)
        assert await three(room) != [START] * 3
        if end == "bot thrown out":
            await room.tables.abandon(guild_id=GUILD)
        elif end == "channel deleted":
            await room.tables.abandon(channel_id=CHANNEL)
        else:
            await room.does(end)
        assert await three(room) == [START] * 3
        assert sum([await room.held(letter) for letter in "ABC"]) == 0


async def test_stalling_until_a_restart_brings_no_other_cards(tmp_path: Path) -> None:
    """Asked: after a restart the cards are dealt anew, so whoever dislikes his hand waits for one."""
    async with evening(tmp_path / "here") as room:
        await stakes_lie(room)
        left = power_cut(room, tmp_path / "there")
        await room.does("B twist")
        here = room.table.state.round
    async with back_again(left) as room:
        # Another interaction, another time, another process: the same card.
        room.clock.advance(3_600)
        await room.does("B twist")
        assert room.table.state.round == here


async def test_every_button_lives_on_after_a_restart(tmp_path: Path) -> None:
    """Asked: buttons are dead after a restart."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        public, hand = world.public, world.hand(world.ben)
        await world.restart()
        for label in ("Rules", "My hand", "More"):
            assert (await world.click(world.ben, label, public)).private, label
        assert buttons_of(hand)
        await world.click(world.ben, "Stick", hand)
        assert "**Cleo** to play" in text_of(world.public)


async def test_two_commands_at_once_never_find_the_database_locked(tmp_path: Path) -> None:
    """Asked: "database is locked" under two commands at once. A reader from outside is there, too."""
    async with evening(tmp_path) as room:
        tables = [await room.opens(letter, channel=number) for number, letter in enumerate("ABCDEF", 500)]
        with closing(sqlite3.connect(room.path, timeout=0)) as outside:
            outside.execute("BEGIN")
            outside.execute("SELECT count(*) FROM transfers").fetchone()
            answers = await asyncio.gather(
                *(room.ask(f"{letter} join", table=table) for table in tables for letter in "GHIJ"),
                *(room.ledger.balance(GUILD, USER_OF[letter]) for letter in "ABCDEF"),
            )
        assert [type(answer) for answer in answers[:24]] == [Done] * 24


async def test_the_same_interaction_served_twice_acts_once(tmp_path: Path) -> None:
    """Asked: "interaction failed", tried again, and it happened twice."""
    async with evening(tmp_path, packs=low()) as room:
        await stakes_lie(room)
        # A slash command: no button's own number would notice that it is old.
        answers = await asyncio.gather(*(room.ask("B buy 2", click=7) for _ in range(2)))
        assert [isinstance(answer, Done) for answer in answers] == [True, True]
        (hand,) = room.seen("B").round.places[0].hands
        assert (len(hand.cards), hand.raises) == (3, (200,))
        assert await room.held("B") == 8


async def test_two_clicks_in_lag_stake_once(tmp_path: Path) -> None:
    """Asked: two clicks in lag stake twice. They are two interactions, and both were drawn in time."""
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        button = room.asked_of("B")
        answers = await asyncio.gather(*(room.ask("B stake 3", asked=button) for _ in range(2)))
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
        assert await room.held("B") == 6
        await room.does("C stake 1")
        button = room.asked_of("B")
        answers = await asyncio.gather(*(room.ask("B buy 2", asked=button) for _ in range(2)))
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused"]
        assert await room.held("B") == 10


async def test_a_click_that_failed_on_the_disk_can_be_made_again(tmp_path: Path) -> None:
    """Asked: the program said that it failed, and the money was gone all the same."""
    async with evening(tmp_path, packs=low()) as room:
        await stakes_lie(room)

        def broken(conn: sqlite3.Connection) -> None:
            row = Transfer("x", GUILD, f"player:{USER_OF['B']}", "house", room.table.state.stake_min, "gift")
            post(conn, [row], 0)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await room.database.write(broken)
        assert TransferReason.GIFT not in {row[0] for row in room.rows("SELECT reason FROM transfers")}
        assert await room.balance("B") == START - 4
        assert isinstance(await room.ask("B twist", asked=Asked(1, None)), Done)
