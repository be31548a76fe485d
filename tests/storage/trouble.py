"""A small database to write to, and connections that get into trouble when told to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.storage.header import APPLICATION_ID
from bot.storage.migrations import Migration

NOTES = Migration(
    1,
    "0001_notes",
    f"PRAGMA application_id = {APPLICATION_ID}; CREATE TABLE notes (text TEXT NOT NULL UNIQUE) STRICT;",
)


def note(text: str) -> Callable[[sqlite3.Connection], str]:
    """A unit that writes one row and returns its text."""

    def unit(conn: sqlite3.Connection) -> str:
        conn.execute("INSERT INTO notes VALUES (?)", (text,))
        return text

    return unit


@dataclass(slots=True)
class Trouble:
    """What the next connections and commits meet. Counts the commits that went well."""

    opening: bool = False
    beginning: bool = False
    committing: bool = False
    read_only: bool = False
    page_count_max: int = 0
    commit_count: int = 0

    def connect(self, path: Path) -> sqlite3.Connection:
        """The `connect` of `Database.open`."""
        if self.opening:
            raise sqlite3.OperationalError("unable to open database file")
        trouble = self

        class Connection(sqlite3.Connection):
            def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
                if trouble.beginning and sql.startswith("BEGIN"):
                    raise sqlite3.OperationalError("disk I/O error")
                return super().execute(sql, *args)

            def commit(self) -> None:
                if trouble.committing:
                    raise sqlite3.OperationalError("database or disk is full")
                super().commit()
                trouble.commit_count += 1

        mode = "ro" if self.read_only else "rwc"
        connection = sqlite3.connect(
            f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None, factory=Connection
        )
        if self.page_count_max:
            connection.execute(f"PRAGMA max_page_count = {self.page_count_max}")
        return connection
