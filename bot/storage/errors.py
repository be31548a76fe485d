"""What can go wrong with the database file. Every message is one line that says what to do."""

from __future__ import annotations

import sqlite3
from typing import Final


class StorageError(Exception):
    """The database cannot be used."""


class DatabaseIsNewer(StorageError):
    """The file was written by a later version of the program; it was left as it is."""


class DatabaseInUse(StorageError):
    """Another process holds the file."""


class StorageFailed(StorageError):
    """The disk did not take, or did not give, what was asked. Nothing was acknowledged.

    Whether the units of a failed commit are on the disk is unknown until it is read again.
    """


_DISK_CODES: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_READONLY,
    }
)


def is_disk_failure(error: BaseException) -> bool:
    """Tell a failure of the file (full, unreadable, locked, read-only) from a fault of the program.

    Wrong SQL and broken constraints are faults of the program or an answer to it; they
    say nothing about the disk.
    """
    extended = getattr(error, "sqlite_errorcode", None)
    if extended is None:  # raised by hand, as a disk that fails in a test does
        return isinstance(error, sqlite3.OperationalError)
    # The low byte is the primary code: SQLITE_IOERR_FSYNC is SQLITE_IOERR | 4 << 8.
    return (extended & 0xFF) in _DISK_CODES


def write_failed(error: BaseException) -> StorageFailed:
    """Return what the callers of a lost batch are told; one object a caller, tracebacks being attached."""
    failed = StorageFailed(
        f"the database could not be written ({_one_line(error)}): "
        "check the free space and the permissions of its folder, then try again"
    )
    failed.__cause__ = error
    return failed


def read_failed(error: BaseException) -> StorageFailed:
    """Return what the caller of a failed read is told."""
    failed = StorageFailed(
        f"the database could not be read ({_one_line(error)}): check its disk, then try again"
    )
    failed.__cause__ = error
    return failed


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
