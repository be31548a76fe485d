"""Opening a file: what is made, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.storage import Database, DatabaseInUse, DatabaseIsNewer, StorageError, StorageFailed
from bot.storage.database import inspect
from tests.storage.trouble import NOTES, Trouble, note

ROOT = Path(__file__).parents[2]


async def made(path: Path, *written: str) -> Path:
    """A closed database with some notes in it."""
    database = await Database.open(path, migrations=[NOTES])
    for text in written:
        await database.write(note(text))
    await database.close()
    return path


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, but for the lock, which says nothing of the database."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".lock"}


def set_pragma(path: Path, name: str, value: int) -> None:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA {name} = {value}")
        connection.commit()


@pytest.mark.parametrize(("synchronous", "level"), [("FULL", 2), ("NORMAL", 1)])
async def test_the_writer_is_set_up_as_durability_needs(tmp_path: Path, synchronous: str, level: int) -> None:
    database = await Database.open(tmp_path / "v.db", synchronous=synchronous)
    found = {
        name: await database.write(lambda conn, name=name: conn.execute(f"PRAGMA {name}").fetchone()[0])
        for name in ("synchronous", "journal_mode", "foreign_keys", "busy_timeout")
    }
    await database.close()
    assert found == {
        "synchronous": level,
        "journal_mode": "wal",
        "foreign_keys": 1,
        "busy_timeout": 5000,
    }


async def test_full_is_what_one_gets_without_asking(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db")
    assert await database.write(lambda conn: conn.execute("PRAGMA synchronous").fetchone()[0]) == 2
    await database.close()


async def test_folders_that_are_missing_are_made(tmp_path: Path) -> None:
    path = await made(tmp_path / "some" / "where" / "v.db", "one")
    assert "v.db" in contents(path.parent)


@pytest.mark.parametrize("name", ["a b.db", "what?.db", "50%.db", "#1.db", "zwölf.db"])
async def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    database = await Database.open(tmp_path / name, migrations=[NOTES])
    await database.write(note("one"))
    assert [row["text"] for row in await database.read("SELECT text FROM notes")] == ["one"]
    await database.close()
    assert name in contents(tmp_path)


async def test_what_was_written_is_there_the_next_time(tmp_path: Path) -> None:
    database = await Database.open(await made(tmp_path / "v.db", "one", "two"), migrations=[NOTES])
    rows = await database.read("SELECT text FROM notes WHERE text <> :not_this", {"not_this": "one"})
    assert [row["text"] for row in rows] == ["two"]
    await database.close()


async def test_a_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="a folder") as refused:
        await Database.open(tmp_path)
    assert "\n" not in str(refused.value)


async def test_a_path_through_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with pytest.raises(StorageError, match="cannot make the folder") as refused:
        await Database.open(tmp_path / "file" / "v.db")
    assert "\n" not in str(refused.value)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
async def test_a_folder_that_may_not_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    os.chmod(tmp_path, 0o555)  # noqa: PTH101 - not pathlib, which is not for coroutines
    with pytest.raises(StorageError, match="cannot write beside the database"):
        await Database.open(tmp_path / "v.db")
    os.chmod(tmp_path, 0o755)  # noqa: PTH101


async def test_a_file_that_may_not_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    path = await made(tmp_path / "v.db", "one")
    before = path.read_bytes()
    with pytest.raises(StorageError, match="readonly") as refused:
        await Database.open(path, connect=Trouble(read_only=True).connect, migrations=[NOTES])
    assert "\n" not in str(refused.value)
    assert path.read_bytes() == before


async def test_a_refused_opening_lets_the_file_go(tmp_path: Path) -> None:
    path = await made(tmp_path / "v.db", "one")
    threads = set(threading.enumerate())
    with pytest.raises(StorageError, match="unable to open"):
        await Database.open(path, connect=Trouble(opening=True).connect, migrations=[NOTES])
    assert set(threading.enumerate()) <= threads
    await made(path, "two")


@pytest.mark.parametrize("is_in_log", [False, True], ids=["in the file", "in the log only"])
async def test_a_newer_database_is_refused_and_left_as_it_is(tmp_path: Path, is_in_log: bool) -> None:
    path = await made(tmp_path / "v.db", "one")
    if is_in_log:
        # As a later program leaves it that was killed right after its migration.
        with contextlib.closing(sqlite3.connect(path)) as later:
            later.execute("PRAGMA user_version = 7")
            later.commit()
            (tmp_path / "killed").mkdir()
            for name in ("v.db", "v.db-wal"):
                shutil.copy(tmp_path / name, tmp_path / "killed" / name)
        path = tmp_path / "killed" / "v.db"
    else:
        set_pragma(path, "user_version", 7)
    before = contents(path.parent)

    with pytest.raises(DatabaseIsNewer, match="has version 7, this vingt knows 1: update vingt"):
        await Database.open(path, migrations=[NOTES])

    after = contents(path.parent)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) <= {"v.db-shm"}


async def test_a_database_that_never_had_a_log_is_not_given_one_by_a_refusal(tmp_path: Path) -> None:
    path = await made(tmp_path / "v.db", "one")
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
    set_pragma(path, "user_version", 7)
    before = contents(tmp_path)
    with pytest.raises(DatabaseIsNewer):
        await Database.open(path, migrations=[NOTES])
    assert contents(tmp_path) == before


async def test_a_database_of_another_program_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.db"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (address TEXT)")
    before = contents(tmp_path)
    with pytest.raises(StorageError, match="belongs to another program"):
        await Database.open(path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("content", [b"short", b"Dear diary, " * 100])
async def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(StorageError, match="is not a database"):
        await Database.open(path)
    assert contents(tmp_path) == {"diary.txt": content}


async def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    (tmp_path / "v.db").touch()
    await made(tmp_path / "v.db", "one")


async def test_a_second_opening_in_the_same_process_is_refused(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db", migrations=[NOTES])
    (tmp_path / "other name.db").symlink_to(tmp_path / "v.db")
    for name in ("v.db", "other name.db"):
        with pytest.raises(DatabaseInUse, match="stop the other vingt first"):
            await Database.open(tmp_path / name, migrations=[NOTES])
    await database.write(note("still open"))
    await database.close()
    await made(tmp_path / "v.db", "free again")


HOLDER = """
import asyncio, pathlib, sys
from bot.storage import Database
from tests.storage.trouble import NOTES, note

async def hold():
    database = await Database.open(pathlib.Path(sys.argv[1]), migrations=[NOTES])
    await database.write(note("acknowledged"))
    print("held", flush=True)
    await asyncio.sleep(60)

asyncio.run(hold())
"""


@contextlib.contextmanager
def another_process(path: Path) -> Iterator[subprocess.Popen[str]]:
    """One that holds the database, and is killed in the end."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline() == "held\n"
            yield holder
        finally:
            holder.kill()


async def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "v.db"
    with another_process(path) as holder:
        with pytest.raises(DatabaseInUse, match=f"in use by process {holder.pid}: stop") as refused:
            await Database.open(path, migrations=[NOTES])
        assert "\n" not in str(refused.value)

    database = await Database.open(path, migrations=[NOTES])
    assert [row["text"] for row in await database.read("SELECT text FROM notes")] == ["acknowledged"]
    await database.close()


CRASHER = """
import asyncio, pathlib, sys
from bot.storage import Database

async def crash():
    database = await Database.open(pathlib.Path(sys.argv[1]))
    await database.read("SELECT 1")
    raise SystemExit("crashed")

asyncio.run(crash())
"""


def test_a_program_that_crashes_before_closing_comes_to_its_end(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", CRASHER, str(tmp_path / "v.db")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert run.returncode == 1
    assert "crashed" in run.stderr


async def test_reading_cannot_write(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db", migrations=[NOTES])
    await database.write(note("one"))
    with pytest.raises(StorageFailed, match="readonly"):
        await database.read("DELETE FROM notes")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await database.read("SELECT * FROM nowhere")
    assert len(await database.read("SELECT * FROM notes")) == 1
    await database.close()


async def test_a_snapshot_sees_one_moment(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db")
    looked, written = threading.Event(), threading.Event()

    def look(conn: sqlite3.Connection) -> tuple[int, int]:
        count = "SELECT count(*) FROM members"
        (first,) = conn.execute(count).fetchone()
        looked.set()
        assert written.wait(10)
        (second,) = conn.execute(count).fetchone()
        return first, second

    def meet(conn: sqlite3.Connection) -> None:
        assert looked.wait(10)
        conn.execute("INSERT INTO members (guild_id, user_id, name, seen_at) VALUES (1, 2, 'Ann', 0)")

    seen = asyncio.create_task(database.snapshot(look))
    await database.write(meet)
    written.set()
    assert await seen == (0, 0)
    assert (
        await database.snapshot(lambda conn: conn.execute("SELECT count(*) FROM members").fetchone()[0]) == 1
    )
    await database.close()


async def test_a_database_can_be_inspected_beside_the_program_that_has_it(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db")
    assert (
        inspect(tmp_path / "v.db", lambda conn: conn.execute("SELECT count(*) FROM transfers").fetchone()[0])
        == 0
    )
    with pytest.raises(StorageFailed, match="readonly"):
        inspect(tmp_path / "v.db", lambda conn: conn.execute("DELETE FROM members"))
    await database.close()


def test_inspecting_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="there is no database"):
        inspect(tmp_path / "v.db", lambda _: None)
    assert list(tmp_path.iterdir()) == []


async def test_inspecting_an_older_database_says_how_to_bring_it_up(tmp_path: Path) -> None:
    path = await made(tmp_path / "v.db")
    set_pragma(path, "user_version", 0)
    with pytest.raises(StorageError, match="start it once on this file"):
        inspect(path, lambda _: None)
