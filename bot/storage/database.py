"""The database file: opened once, written by one thread, read beside it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.storage.connection import (
    BUSY_TIMEOUT_MS,
    SYNCHRONOUS,
    Connect,
    configure,
    connect,
    connect_read_only,
    read_only_uri,
)
from bot.storage.errors import StorageError, is_disk_failure, read_failed
from bot.storage.header import check_header
from bot.storage.lock import ProcessLock
from bot.storage.migrations import Migration, load_migrations, migrate
from bot.storage.writer import Unit, Writer

T = TypeVar("T")
Parameters = Sequence[Any] | Mapping[str, Any]


class Database:
    """One SQLite file. Use it from the event loop that opened it."""

    def __init__(self, path: Path, lock: ProcessLock, writer: Writer, reader: aiosqlite.Connection) -> None:
        self.path = path
        self._lock = lock
        self._writer = writer
        self._reader = reader
        self._is_open = True

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        synchronous: str = "FULL",
        connect: Connect = connect,
        migrations: Sequence[Migration] | None = None,
    ) -> Database:
        """Take the file for this process, make or migrate it, and start the writer.

        `connect` makes the writer's connection and `migrations` are those of the program
        unless a test brings its own. Raises StorageError, DatabaseIsNewer or DatabaseInUse,
        and leaves nothing running then.
        """
        assert synchronous in SYNCHRONOUS, f"synchronous is one of {sorted(SYNCHRONOUS)}, not {synchronous!r}"
        steps = load_migrations() if migrations is None else tuple(migrations)
        async with contextlib.AsyncExitStack() as undo:
            path, lock = _claim(path)
            undo.callback(lock.release)
            check_header(path, newest=len(steps))

            def ready() -> sqlite3.Connection:
                return open_writable(path, connect, synchronous, steps)

            writer = Writer(ready)
            await writer.start()
            undo.push_async_callback(writer.stop)
            # A file that may only be read opens all the same; the first to write would find out.
            await writer.write(lambda conn: conn.execute(f"PRAGMA user_version = {len(steps)}").close())
            reader = await _open_reader(path, writer)
            undo.pop_all()
        return cls(path, lock, writer, reader)

    async def write(self, unit: Unit[T]) -> T:
        """Run `unit` on the writer's connection and return its result once it is on the disk.

        It runs in a savepoint: what it raises rolls back its own changes alone and is raised
        here. Raises StorageFailed if the commit did not succeed; then nothing is certain
        until it is read again. Cancelling the wait does not take the unit back.
        """
        return await self._writer.write(unit)

    async def read(self, sql: str, params: Parameters = ()) -> list[sqlite3.Row]:
        """Return the rows of one statement, with everything in it that was acknowledged before."""
        if not self._is_open:
            raise StorageError("the database is closed: nothing more can be read")
        with _reading():
            return list(await self._reader.execute_fetchall(sql, params))

    async def snapshot(self, look: Callable[[sqlite3.Connection], T]) -> T:
        """Run `look` on a thread with a connection that sees one moment, and return its result.

        For what asks several questions that must agree, or takes long.
        """
        # The file's head may lag behind its log, and this process has migrated it: nothing to check.
        return await asyncio.to_thread(_look, self.path, look)

    async def close(self) -> None:
        """Finish what was asked before, then let the file go; a second call does nothing."""
        if not self._is_open:
            return
        self._is_open = False
        # The writer last: whoever closes last tidies the log away, and a reader may not.
        try:
            await self._reader.close()
        finally:
            try:
                await self._writer.stop()
            finally:
                self._lock.release()


def inspect(path: Path, look: Callable[[sqlite3.Connection], T]) -> T:
    """Return what `look` finds in the file at one moment, also while another process has it.

    Raises StorageError for a file that is missing, foreign, older or newer, StorageFailed
    where it cannot be read.
    """
    if not path.is_file():
        raise StorageError(f"there is no database: check the path: {path}")
    newest = len(load_migrations())
    version = check_header(path, newest).user_version
    if version < newest:
        raise StorageError(
            f"the database has version {version}, this vingt needs {newest}: "
            f"start it once on this file, that brings it up: {path}"
        )
    return _look(path, look)


def _look(path: Path, look: Callable[[sqlite3.Connection], T]) -> T:
    with _reading(), contextlib.closing(connect_read_only(path)) as connection:
        connection.execute("BEGIN")
        return look(connection)


def _claim(path: Path) -> tuple[Path, ProcessLock]:
    """Return the real path, its folder made, and its lock. Raises StorageError."""
    try:
        real = path.expanduser().resolve()  # one lock, whatever name the file goes by
        real.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StorageError(f"cannot make the folder of the database: {reason}: {path}") from error
    if real.is_dir():
        raise StorageError(f"the database is to be a file, and this is a folder: {path}")
    return real, ProcessLock.take(real)


def open_writable(
    path: Path, connect: Connect, synchronous: str, migrations: Sequence[Migration]
) -> sqlite3.Connection:
    """Return a connection that is set up and migrated, as the writer needs it. Raises StorageError."""
    try:
        connection = connect(path)
    except sqlite3.Error as error:
        raise StorageError(f"cannot open the database ({error}): check its folder: {path}") from error
    try:
        configure(connection, synchronous)
        migrate(connection, migrations)
    except sqlite3.Error as error:
        connection.close()
        raise StorageError(f"cannot use the database ({error}): check its permissions: {path}") from error
    except BaseException:
        connection.close()
        raise
    return connection


async def _open_reader(path: Path, writer: Writer) -> aiosqlite.Connection:
    def make(_: sqlite3.Connection) -> aiosqlite.Connection:
        return aiosqlite.connect(read_only_uri(path), uri=True, isolation_level=None)

    # It has a thread of its own, which is a daemon if it is made on one. Made elsewhere it would
    # keep a program alive that crashed before it could close.
    reader = await writer.write(make)
    await reader
    try:
        reader.row_factory = sqlite3.Row
        await reader.execute_fetchall(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        await reader.execute_fetchall("PRAGMA query_only = ON")
    except BaseException:
        await reader.close()
        raise
    return reader


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        if is_disk_failure(error):
            raise read_failed(error) from error
        raise
