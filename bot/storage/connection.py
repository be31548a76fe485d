"""How connections to the file are made, and what each must be set to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

from bot.storage.errors import StorageError

Connect = Callable[[Path], sqlite3.Connection]
"""Makes the writer's connection, without implicit transactions. Tests hand in disks that fail."""

BUSY_TIMEOUT_MS: Final = 5_000
SYNCHRONOUS: Final = {"OFF": 0, "NORMAL": 1, "FULL": 2, "EXTRA": 3}
_SQLITE_MIN: Final = (3, 37, 0)  # the first with STRICT tables


def connect(path: Path) -> sqlite3.Connection:
    """Open `path` for writing; transactions are begun and ended by the caller."""
    return sqlite3.connect(path, isolation_level=None, cached_statements=256)


def read_only_uri(path: Path) -> str:
    """Return the address of `path` under which SQLite opens it for reading only."""
    return f"{path.absolute().as_uri()}?mode=ro"


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open `path` beside a running program, in another process too. Rows are `sqlite3.Row`."""
    connection = sqlite3.connect(read_only_uri(path), uri=True, isolation_level=None)
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    return connection


def configure(connection: sqlite3.Connection, synchronous: str) -> None:
    """Set up a connection that writes. Rows are `sqlite3.Row`.

    Raises StorageError if the file will not do what durability needs.
    """
    if sqlite3.sqlite_version_info < _SQLITE_MIN:
        raise StorageError(f"SQLite {sqlite3.sqlite_version} is too old: use a Python that has 3.37 or later")
    connection.row_factory = sqlite3.Row
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StorageError(f"the database cannot use a write-ahead log (got {mode}): keep it on a local disk")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    # Only macOS has this: there a plain fsync leaves the data in the drive's own cache.
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute("PRAGMA checkpoint_fullfsync = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    # A savepoint keeps the old pages it may need. Beyond 64 KiB, some three transfers, that is a
    # temporary file: a third of an action's time, and one more disk that can be full.
    connection.execute("PRAGMA temp_store = MEMORY")
    (level,) = connection.execute("PRAGMA synchronous").fetchone()
    assert level == SYNCHRONOUS[synchronous], f"synchronous is {level}, asked was {synchronous}"
    # If a sync failed before, here or in an earlier process, the system may show a log that is not on
    # the disk: what was committed behind it would be lost with it. So what it shows is put into the
    # file and synced, and the log begun anew.
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
