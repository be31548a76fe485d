"""What was acknowledged is there after the power went, whenever it went; design section 5.

The real writer and the real ledger run on the disk of `disk.py`. The same test at
NORMAL must lose something: else it would prove nothing about FULL.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from bot.engine.game import Amount
from bot.ledger import ISSUANCE, Transfer, TransferReason, audit, player, post
from bot.storage import StorageFailed
from bot.storage.database import open_writable
from bot.storage.migrations import load_migrations
from bot.storage.writer import Writer
from tests.storage.disk import Connection, Disk, DiskVFS, Survival

GUILD = 1
ROUNDS = 12
ACTIONS_AT_ONCE = 3


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def vfs(disk: Disk, tmp_path: Path) -> Iterator[str]:
    shim = DiskVFS(str(tmp_path), disk)
    yield str(tmp_path)
    shim.unregister()


def writer_on(vfs: str, path: Path, synchronous: str) -> Writer:
    def connect(path: Path) -> sqlite3.Connection:
        connection = Connection(path, vfs)
        # So small that the log is emptied into the file several times in a run.
        connection.execute("PRAGMA wal_autocheckpoint = 40")
        return cast(sqlite3.Connection, connection)

    return Writer(lambda: open_writable(path, connect, synchronous, load_migrations()))


async def act(writer: Writer, disk: Disk, name: str, user_id: int) -> None:
    """One action of two transfers, acknowledged under its name once the writer answers."""
    ids = (f"{name}:0", f"{name}:1")

    def unit(conn: sqlite3.Connection) -> None:
        given = Transfer(ids[0], GUILD, ISSUANCE, player(user_id), Amount(500), TransferReason.START)
        passed_on = Transfer(ids[1], GUILD, player(user_id), player(99), Amount(200), TransferReason.GIFT)
        post(conn, [given, passed_on], at=0)

    await writer.write(unit)
    disk.acknowledge(name)


async def play(writer: Writer, disk: Disk, rounds: int = ROUNDS, label: str = "") -> None:
    for index in range(rounds):
        await asyncio.gather(
            *(act(writer, disk, f"{label}{index}.{user}", user) for user in range(ACTIONS_AT_ONCE))
        )


class Found:
    """What is in the files after a cut, read by the sqlite3 of the standard library."""

    def __init__(self, files: dict[str, bytes], folder: Path) -> None:
        for name in ("v.db", "v.db-wal", "v.db-journal", "v.db-shm"):
            (folder / name).unlink(missing_ok=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        with contextlib.closing(sqlite3.connect(folder / "v.db")) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            self.is_made = connection.execute("PRAGMA user_version").fetchone()[0] == len(load_migrations())
            ids = connection.execute("SELECT id FROM transfers").fetchall() if self.is_made else []
            self.findings = audit(connection) if self.is_made else []
        halves = [name.rpartition(":")[0] for (name,) in ids]
        self.whole = {name for name in halves if halves.count(name) == 2}
        self.torn = set(halves) - self.whole


class Ruins:
    """A folder where the files of one cut after another are looked at."""

    def __init__(self, tmp_path: Path) -> None:
        self._folder = tmp_path / "ruins"
        self._folder.mkdir()
        self._files: dict[str, bytes] | None = None

    def look(self, disk: Disk, moment: int, survival: Survival) -> Found:
        files = disk.cut_power(moment, survival, random.Random(moment))
        if files != self._files:  # most writes change nothing that a cut would leave
            self._files, self._found = files, Found(files, self._folder)
        return self._found


@pytest.mark.parametrize("survival", Survival)
async def test_at_full_every_acknowledged_action_survives_a_cut_at_any_moment(
    disk: Disk, vfs: str, tmp_path: Path, survival: Survival
) -> None:
    writer = writer_on(vfs, tmp_path / "v.db", "FULL")
    await writer.start()
    await play(writer, disk)
    await writer.stop()

    assert len(disk.acknowledged(len(disk.log))) == ROUNDS * ACTIONS_AT_ONCE
    ruins = Ruins(tmp_path)
    for moment in range(len(disk.log) + 1):
        found = ruins.look(disk, moment, survival)
        lost = set(disk.acknowledged(moment)) - found.whole
        assert (lost, found.torn, found.findings) == (set(), set(), []), f"cut after {moment} entries"


async def test_at_normal_acknowledged_actions_are_lost(disk: Disk, vfs: str, tmp_path: Path) -> None:
    writer = writer_on(vfs, tmp_path / "v.db", "NORMAL")
    await writer.start()
    await play(writer, disk)
    await writer.stop()

    lost = set()
    ruins = Ruins(tmp_path)
    for moment in range(len(disk.log) + 1):
        found = ruins.look(disk, moment, Survival.NOTHING)
        lost |= set(disk.acknowledged(moment)) - found.whole
        assert (found.torn, found.findings) == (set(), []), "what is left is consistent all the same"
    assert lost, "the test sees no difference between FULL and NORMAL"


@pytest.mark.parametrize("rounds_before", range(1, 6))
async def test_a_sync_that_fails_takes_nothing_with_it_that_is_acknowledged_later(
    disk: Disk, vfs: str, tmp_path: Path, rounds_before: int
) -> None:
    """Wherever in the log it fails: at its head, in the middle, before it is emptied."""
    writer = writer_on(vfs, tmp_path / "v.db", "FULL")
    await writer.start()
    await play(writer, disk, rounds_before, "before ")
    disk.syncs_fail = True
    for name in ("failed", "failed again"):
        with pytest.raises(StorageFailed, match="could not be written"):
            await act(writer, disk, name, user_id=0)
    disk.syncs_fail = False
    mended = len(disk.log)
    await play(writer, disk, 4, "after ")
    await writer.stop()

    _expect_nothing_lost_since(mended, disk, tmp_path)


@pytest.mark.parametrize("rounds_before", range(1, 6))
async def test_nor_does_it_after_a_restart_of_the_program(
    disk: Disk, vfs: str, tmp_path: Path, rounds_before: int
) -> None:
    """The system still shows the new process a log that is not on the disk."""
    writer = writer_on(vfs, tmp_path / "v.db", "FULL")
    await writer.start()
    await play(writer, disk, rounds_before, "before ")
    disk.syncs_fail = True
    with pytest.raises(StorageFailed, match="could not be written"):
        await act(writer, disk, "failed", user_id=0)
    await writer.stop()
    disk.syncs_fail = False

    writer = writer_on(vfs, tmp_path / "v.db", "FULL")
    await writer.start()
    mended = len(disk.log)
    await play(writer, disk, 4, "after ")
    await writer.stop()

    _expect_nothing_lost_since(mended, disk, tmp_path)


def _expect_nothing_lost_since(start: int, disk: Disk, tmp_path: Path) -> None:
    ruins = Ruins(tmp_path)
    for survival in (Survival.NOTHING, Survival.SOME):
        for moment in range(start, len(disk.log) + 1):
            found = ruins.look(disk, moment, survival)
            lost = set(disk.acknowledged(moment)) - found.whole
            assert (lost, found.torn, found.findings) == (set(), set(), []), f"cut after {moment} entries"
