"""A disk that fails: nothing is acknowledged, nothing is lost, and the table goes on when it can."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

from bot.storage.connection import connect
from bot.views import Done, Refused, TablePhase
from tests.table.evening import CHANNEL, Room, evening


class Disk:
    """Connections whose commits fail while `fails`: before they are done, or (`after`) when they are."""

    def __init__(self) -> None:
        self.fails = False
        self.after = False

    def connect(self, path: Path) -> sqlite3.Connection:
        disk = self

        class Connection(sqlite3.Connection):
            def commit(self) -> None:
                if disk.fails and not disk.after:
                    raise sqlite3.OperationalError("disk I/O error")
                super().commit()
                if disk.fails:
                    raise sqlite3.OperationalError("disk I/O error")

        plain = connect(path)
        plain.close()
        return sqlite3.connect(path, isolation_level=None, cached_statements=256, factory=Connection)


async def deal(room: Room) -> None:
    await room.opens("A", first_banker="opener")
    await room.join("B", "C")
    await room.does("A deal")


async def test_a_commit_that_fails_is_refused_and_leaves_everything_as_it_was(tmp_path: Path) -> None:
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        await deal(room)
        heard = len(room.heard)
        disk.fails = True
        for line in ("B stake 3", "C stake 1", "B stake 3"):
            assert await room.refusal(line) == "storage_failed"
        disk.fails = False
        assert len(room.heard) == heard
        assert await room.balance("B") == 1_000 - 2
        await room.does("B stake 3", "C stake 1")
        await room.play_out()


async def test_a_commit_that_failed_and_stands_all_the_same_is_found_out(tmp_path: Path) -> None:
    """The sync reported an error and the row is there: the same click again is answered, and counts once."""
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        await deal(room)
        disk.fails = disk.after = True
        outcome = await room.ask("B stake 3", click=9)
        assert isinstance(outcome, Refused)
        assert outcome.reason == "storage_failed"
        disk.fails = False
        again = await room.ask("B stake 3", click=9)
        assert isinstance(again, Done)
        assert again.is_repeat
        assert room.view.round.places[0].hands[0].stake == 300
        assert await room.refusal("B stake 3") == "already_staked"
        assert await room.held("B") == 6


async def test_the_clock_reads_the_table_again_though_nobody_clicks(tmp_path: Path) -> None:
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        await deal(room)
        disk.fails = disk.after = True
        await room.ask("B stake 3")
        disk.fails = False
        assert room.view.round.places[0].hands[0].stake == 0
        await room.later(5)
        assert room.view.round.places[0].hands[0].stake == 300
        assert len(room.heard) > 0


async def test_a_clock_that_cannot_be_written_tries_again(tmp_path: Path) -> None:
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        await deal(room)
        disk.fails = True
        await room.later(60)
        assert room.waiting == "BC"
        disk.fails = False
        await room.later(5)
        assert all(place.has_staked for place in room.view.round.places[:-1])


async def test_an_opening_that_failed_and_stands_all_the_same_does_not_block_the_channel(
    tmp_path: Path,
) -> None:
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        disk.fails = disk.after = True
        outcome = await room.open("A", click=5)
        assert isinstance(outcome, Refused)
        assert outcome.reason == "storage_failed"
        disk.fails = False
        assert room.tables.open_in(CHANNEL) is None
        second = await room.open("B", click=6)
        assert isinstance(second, Refused)
        assert second.reason == "table_open"
        assert room.tables.open_in(CHANNEL) is not None
        await room.does("B join", "A deal")


async def test_an_opening_that_failed_is_answered_when_it_is_asked_again(tmp_path: Path) -> None:
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        disk.fails = disk.after = True
        await room.open("A", click=5)
        disk.fails = False
        again = await room.open("A", click=5)
        assert isinstance(again, Done)
        assert again.is_repeat
        assert room.seen("A").viewer == 0


async def test_a_close_that_failed_and_stands_all_the_same_frees_the_channel(tmp_path: Path) -> None:
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        await deal(room)
        disk.fails = disk.after = True
        await room.ask("M close")
        disk.fails = False
        assert await room.ask("B stake 1") == Refused("table_closed")
        assert room.tables.open_in(CHANNEL) is None
        await room.opens("B")


async def test_one_tables_trouble_is_not_anothers(tmp_path: Path) -> None:
    """Ten clicks at ten tables in one batch that fails: each is refused, each counts when asked again."""
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        tables = [await room.opens("A", channel=200 + number) for number in range(10)]
        disk.fails = True
        refused = await asyncio.gather(*(room.ask("B join", table=table) for table in tables))
        assert {getattr(one, "reason", "done") for one in refused} == {"storage_failed"}
        disk.fails = False
        done = await asyncio.gather(*(room.ask("B join", table=table) for table in tables))
        assert {type(one) for one in done} == {Done}


async def test_a_read_only_or_full_disk_loses_no_round(tmp_path: Path) -> None:
    disk = Disk()
    async with evening(tmp_path, opening=disk.connect) as room:
        await deal(room)
        await room.does("B stake 2")
        disk.fails = True
        await room.ask("C stake 2")
        await room.tables.stop()
        disk.fails = False
        await room.restart()
        assert room.waiting == "C"
        assert room.view.phase is TablePhase.ROUND
