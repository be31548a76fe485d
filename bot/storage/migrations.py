"""Bring a file to the shape this program knows: numbered SQL files, applied once each, in order."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.paths import DATA
from bot.storage.errors import StorageError

FOLDER: Final = DATA / "migrations"
_FILE_NAME: Final = re.compile(r"(\d{4})_\w+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step. `number` becomes the file's user_version."""

    number: int
    name: str
    sql: str


def load_migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """Return the steps in `folder` in order, numbered from 1 without a gap."""
    steps = []
    for path in sorted(folder.glob("*.sql")):
        match = _FILE_NAME.fullmatch(path.name)
        assert match, f"a migration is called NNNN_words.sql, not {path.name}"
        steps.append(Migration(int(match[1]), path.stem, path.read_text(encoding="utf-8")))
    numbers = [step.number for step in steps]
    assert numbers == list(range(1, len(steps) + 1)), f"migrations are numbered 1, 2, 3 ..., not {numbers}"
    assert steps, f"no migrations in {folder}"
    return tuple(steps)


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Apply what the file has not seen yet, each step in a transaction with its number.

    Killed at any point, the file is as before a step or as after it. Raises StorageError.
    """
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    assert version <= len(migrations), f"version {version} was to be refused before"
    for step in migrations[version:]:
        try:
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{step.sql}\n;PRAGMA user_version = {step.number};\nCOMMIT;"
            )
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                connection.rollback()
            raise StorageError(
                f"the database could not be brought to {step.name} ({error}): it is unchanged, check its disk"
            ) from error
