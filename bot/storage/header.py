"""What a file says about itself, found out without changing it in any way."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.storage.connection import connect_read_only
from bot.storage.errors import DatabaseIsNewer, StorageError

APPLICATION_ID: Final = 0x56494E47
"""The bytes `VING`, set by the first migration."""

_MAGIC: Final = b"SQLite format 3\x00"
_HEADER_SIZE: Final = 100


@dataclass(frozen=True, slots=True)
class Header:
    """Three numbers of a SQLite file; all are 0 in a new one."""

    user_version: int
    application_id: int
    schema_version: int


def read_header(path: Path) -> Header:
    """Return what the file says; a missing or empty one says nothing.

    Raises StorageError for a file that is no database.
    """
    try:
        with path.open("rb") as file:
            start = file.read(_HEADER_SIZE)
    except FileNotFoundError:
        return Header(0, 0, 0)
    except OSError as error:
        raise StorageError(f"cannot read the database: {error.strerror}: {path}") from error
    if not start:
        return Header(0, 0, 0)
    if len(start) < _HEADER_SIZE or not start.startswith(_MAGIC):
        raise StorageError(f"this file is not a database: choose another: {path}")
    if _log_is_empty(path):
        # Bytes 60, 68 and 40 of the SQLite file format. Even a read-only connection would leave files behind.
        return Header(*(int.from_bytes(start[at : at + 4], "big", signed=True) for at in (60, 68, 40)))
    return _ask_sqlite(path)


def check_header(path: Path, newest: int) -> Header:
    """Return the header, or raise unless the program, whose last migration is `newest`, may work on the file.

    Raises DatabaseIsNewer for a file of a later program, StorageError for a foreign one.
    """
    header = read_header(path)
    if header.application_id != APPLICATION_ID and header != Header(0, 0, 0):
        raise StorageError(f"this database belongs to another program: choose another file: {path}")
    if header.user_version > newest:
        raise DatabaseIsNewer(
            f"the database has version {header.user_version}, this vingt knows {newest}: "
            f"update vingt, or choose another file: {path}"
        )
    return header


def _log_is_empty(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return not log.exists() or log.stat().st_size == 0


def _ask_sqlite(path: Path) -> Header:
    """Read through the write-ahead log: its first page may be newer than the one in the file."""
    try:
        with contextlib.closing(connect_read_only(path)) as connection:
            return Header(
                *(
                    int(connection.execute(f"PRAGMA {name}").fetchone()[0])
                    for name in ("user_version", "application_id", "schema_version")
                )
            )
    except sqlite3.Error as error:
        raise StorageError(f"cannot read the database ({error}): {path}") from error
