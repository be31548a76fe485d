"""Numbered steps, each once, each whole or not at all."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.storage import Database, StorageError
from bot.storage.migrations import FOLDER, Migration, load_migrations, migrate
from tests.storage.trouble import NOTES, note

PAGES = Migration(2, "0002_pages", "ALTER TABLE notes ADD COLUMN page INTEGER; UPDATE notes SET page = 1;")
BROKEN = Migration(3, "0003_broken", "CREATE TABLE half (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);")


def shape(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return list(connection.execute("SELECT name, sql FROM sqlite_schema ORDER BY name"))


def version_of(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_a_new_file_gets_every_step_and_a_second_run_changes_nothing() -> None:
    steps = load_migrations()
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, steps)
        first = shape(connection)
        assert connection.execute("PRAGMA user_version").fetchone() == (len(steps),)
        migrate(connection, steps)
        assert shape(connection) == first


def test_every_table_is_strict() -> None:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, load_migrations())
        loose = connection.execute(
            "SELECT name FROM pragma_table_list WHERE NOT strict AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
    assert loose == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.sql")), ids=lambda path: path.stem)
def test_every_step_begins_with_its_reason(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("--")


async def test_a_file_is_brought_up_and_keeps_what_it_has(tmp_path: Path) -> None:
    database = await Database.open(tmp_path / "v.db", migrations=[NOTES])
    await database.write(note("one"))
    await database.close()

    database = await Database.open(tmp_path / "v.db", migrations=[NOTES, PAGES])
    assert [tuple(row) for row in await database.read("SELECT text, page FROM notes")] == [("one", 1)]
    await database.close()
    assert version_of(tmp_path / "v.db") == 2


async def test_a_step_that_fails_leaves_the_file_at_the_step_before(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="could not be brought to 0003_broken") as failed:
        await Database.open(tmp_path / "v.db", migrations=[NOTES, PAGES, BROKEN])
    assert "\n" not in str(failed.value)

    assert version_of(tmp_path / "v.db") == 2
    database = await Database.open(tmp_path / "v.db", migrations=[NOTES, PAGES])
    assert await database.read("SELECT name FROM sqlite_schema WHERE name = 'half'") == []
    await database.close()


@pytest.mark.parametrize(
    "names", [["0001_a.sql", "0003_c.sql"], ["0001_a.sql", "0001_b.sql"], ["1_a.sql"], ["0000_a.sql"], []]
)
def test_numbers_that_are_missing_double_or_misspelt_are_our_fault(tmp_path: Path, names: list[str]) -> None:
    for name in names:
        (tmp_path / name).write_text("-- nothing")
    with pytest.raises(AssertionError):
        load_migrations(tmp_path)
