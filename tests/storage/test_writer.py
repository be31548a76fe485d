"""Units are committed in groups, each on its own feet; design section 5."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Database, StorageError, StorageFailed
from tests.storage.trouble import NOTES, Trouble, note


@pytest.fixture
def trouble() -> Trouble:
    return Trouble()


@pytest.fixture
async def database(tmp_path: Path, trouble: Trouble) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "v.db", connect=trouble.connect, migrations=[NOTES])
    yield opened
    await opened.close()


async def texts(database: Database) -> list[str]:
    return [row["text"] for row in await database.read("SELECT text FROM notes ORDER BY text")]


async def together(database: Database, *units: object) -> list[object]:
    """The answers to units that are all in one group, exceptions included."""
    started, gate = threading.Event(), threading.Event()

    def hold_up(_: sqlite3.Connection) -> None:
        started.set()
        gate.wait()

    first = asyncio.create_task(database.write(hold_up))
    await asyncio.to_thread(started.wait)
    waiting = [asyncio.create_task(database.write(unit)) for unit in units]  # type: ignore[arg-type]
    await asyncio.sleep(0)
    gate.set()
    _, *answers = await asyncio.gather(first, *waiting, return_exceptions=True)
    return answers


async def test_each_caller_is_given_what_his_own_unit_returned(database: Database) -> None:
    answers = await asyncio.gather(*(database.write(note(f"{index}")) for index in range(50)))
    assert answers == [f"{index}" for index in range(50)]


async def test_many_who_write_at_once_share_few_commits(database: Database, trouble: Trouble) -> None:
    before = trouble.commit_count
    await together(database, *(note(f"{index}") for index in range(100)))
    assert trouble.commit_count - before == 2, "the one that held them up, and theirs"
    assert len(await texts(database)) == 100


async def test_what_was_answered_can_be_read_at_once(database: Database) -> None:
    for index in range(20):
        await database.write(note(f"{index}"))
        assert len(await texts(database)) == index + 1


async def test_units_run_in_the_order_they_were_asked(database: Database) -> None:
    order: list[int] = []
    await asyncio.gather(*(database.write(lambda _, index=index: order.append(index)) for index in range(30)))
    assert order == list(range(30))


async def test_a_unit_that_raises_takes_back_its_own_writes_alone(database: Database) -> None:
    class Refused(Exception):
        pass

    def writes_then_raises(conn: sqlite3.Connection) -> None:
        conn.execute("INSERT INTO notes VALUES ('never')")
        raise Refused

    answers = await together(database, note("before"), writes_then_raises, note("after"))

    assert isinstance(answers[1], Refused)
    assert (answers[0], answers[2]) == ("before", "after")
    assert await texts(database) == ["after", "before"]


async def test_a_broken_constraint_is_the_answer_of_its_own_unit(database: Database) -> None:
    answers = await together(database, note("same"), note("same"), note("other"))
    assert isinstance(answers[1], sqlite3.IntegrityError)
    assert await texts(database) == ["other", "same"]


async def test_wrong_sql_is_our_fault_and_no_failure_of_the_disk(database: Database) -> None:
    answers = await together(database, note("one"), lambda conn: conn.execute("SELEKT"))
    assert isinstance(answers[1], sqlite3.OperationalError)
    assert await texts(database) == ["one"]


async def test_stop_iteration_does_not_leave_its_caller_waiting(database: Database) -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await asyncio.wait_for(database.write(lambda _: next(iter(()))), 5)


async def test_a_unit_that_ends_the_transaction_is_found_out(database: Database) -> None:
    with pytest.raises(StorageFailed, match="ended inside a unit"):
        await database.write(lambda conn: conn.execute("COMMIT"))
    assert await database.write(note("later")) == "later"


async def test_a_caller_who_gave_up_waiting_keeps_nobody_from_his_answer(database: Database) -> None:
    gate = threading.Event()
    first = asyncio.create_task(database.write(lambda _: gate.wait()))
    gone = asyncio.create_task(database.write(note("asked for")))
    other = asyncio.create_task(database.write(note("other")))
    await asyncio.sleep(0)
    gone.cancel()
    gate.set()
    assert await other == "other"
    await first
    assert await texts(database) == ["asked for", "other"]


async def test_a_commit_that_fails_fails_everybody_in_it(database: Database, trouble: Trouble) -> None:
    await database.write(note("kept"))
    trouble.committing = True
    answers = await together(database, note("one"), note("two"))
    assert all(isinstance(answer, StorageFailed) for answer in answers)
    assert len({id(answer) for answer in answers}) == 2, "an exception of his own for each caller"
    assert await texts(database) == ["kept"]


async def test_writing_works_again_once_the_disk_does(database: Database, trouble: Trouble) -> None:
    trouble.committing = True
    with pytest.raises(StorageFailed, match="database or disk is full") as failed:
        await database.write(note("lost"))
    assert "\n" not in str(failed.value)
    assert "free space" in str(failed.value)
    trouble.committing = False
    assert await database.write(note("mended")) == "mended"
    assert await texts(database) == ["mended"]


async def test_a_transaction_that_cannot_begin_fails_everybody_too(
    database: Database, trouble: Trouble
) -> None:
    trouble.beginning = True
    with pytest.raises(StorageFailed, match="disk I/O error"):
        await database.write(note("lost"))
    trouble.beginning = False
    assert await database.write(note("mended")) == "mended"


async def test_a_file_that_cannot_be_opened_again_is_tried_with_every_write(
    database: Database, trouble: Trouble
) -> None:
    trouble.committing = trouble.opening = True
    for _ in range(3):
        with pytest.raises(StorageFailed):
            await database.write(note("lost"))
    trouble.committing = trouble.opening = False
    assert await database.write(note("mended")) == "mended"


async def test_a_file_that_turned_read_only_is_not_written(database: Database, trouble: Trouble) -> None:
    await database.write(note("kept"))
    trouble.committing = trouble.read_only = True
    with pytest.raises(StorageFailed):
        await database.write(note("lost"))
    trouble.committing = False
    with pytest.raises(StorageFailed, match="readonly"):
        await database.write(note("lost too"))
    trouble.read_only = False
    assert await database.write(note("mended")) == "mended"
    assert await texts(database) == ["kept", "mended"]


async def test_a_disk_that_is_really_full_acknowledges_nothing(tmp_path: Path) -> None:
    trouble = Trouble(page_count_max=20)
    database = await Database.open(tmp_path / "v.db", connect=trouble.connect, migrations=[NOTES])
    big = [note(f"{index:03}" + "x" * 2_000) for index in range(100)]
    answers = [await asyncio.gather(database.write(unit), return_exceptions=True) for unit in big]
    written = [answer for (answer,) in answers if isinstance(answer, str)]
    assert 0 < len(written) < 100
    assert all(isinstance(answer, StorageFailed) for (answer,) in answers[len(written) :])

    answers = await together(database, note("small"), note("y" * 100_000))
    assert all(isinstance(answer, StorageFailed) for answer in answers), (
        "the one that fits is in the same group"
    )
    assert await texts(database) == written

    trouble.page_count_max = 0
    trouble.committing = True  # so that the writer opens the file anew, without the bound
    with pytest.raises(StorageFailed):
        await database.write(note("lost"))
    trouble.committing = False
    assert await database.write(note("z" * 100_000))
    await database.close()


async def test_closing_finishes_what_was_asked_before(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db", migrations=[NOTES])
    waiting = [asyncio.create_task(database.write(note(f"{index}"))) for index in range(20)]
    await asyncio.sleep(0)
    await database.close()
    assert await asyncio.gather(*waiting) == [f"{index}" for index in range(20)]


async def test_nothing_can_be_asked_of_a_closed_database(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db", migrations=[NOTES])
    await database.close()
    await database.close()
    with pytest.raises(StorageError, match="is closed"):
        await database.write(note("late"))
    with pytest.raises(StorageError, match="is closed"):
        await database.read("SELECT 1")


async def test_closing_leaves_no_thread_and_no_log_behind(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    database = await Database.open(tmp_path / "v.db", migrations=[NOTES])
    await database.write(note("one"))
    await database.close()
    assert set(threading.enumerate()) <= before
    assert _names(tmp_path) == ["v.db", "v.db.lock"]


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
