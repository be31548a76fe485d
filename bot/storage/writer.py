"""The one who writes: a thread that commits in groups.

Units that wait are drained into one transaction, each in a savepoint of its own, and
all are answered after the one COMMIT. While the disk syncs, the next group gathers.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar, cast

from bot.storage.errors import StorageError, StorageFailed, is_disk_failure, write_failed

T = TypeVar("T")
Unit = Callable[[sqlite3.Connection], T]
"""What one caller wants done: reads and writes, without BEGIN, COMMIT, ROLLBACK or executescript.

Returns plain values, no cursor: they are read after the transaction has ended.
"""

BATCH_MAX: Final = 512
"""Bounds how long the first of a group waits for the last: some 50 ms of work."""

_logger = logging.getLogger(__name__)


class _TransactionEnded(Exception):
    """The shared transaction is gone: SQLite gave it up over a disk error, or a unit ended it."""


class _Job:
    """A unit on its way through the writer. `future` belongs to the loop, the rest to the thread."""

    __slots__ = ("error", "future", "result", "unit")

    def __init__(self, unit: Unit[Any], future: asyncio.Future[Any]) -> None:
        self.unit: Final = unit
        self.future: Final = future
        self.result: Any = None
        self.error: BaseException | None = None

    def answer(self) -> None:
        if self.future.done():  # its caller was cancelled; what he asked for is done all the same
            return
        if self.error is None:
            self.future.set_result(self.result)
        elif isinstance(self.error, StopIteration):
            # A future refuses to carry one, and its caller would wait for ever.
            self.future.set_exception(RuntimeError("a unit raised StopIteration"))
        else:
            self.future.set_exception(self.error)


class Writer:
    """Runs units on its own thread and connection.

    `connect` makes a connection that is set up and migrated; it is called on the thread,
    again after each failure of the disk. Start and use it from one event loop.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        self._connect = connect
        self._connection: sqlite3.Connection | None = None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="vingt-writer", daemon=True)
        self._is_open = False

    async def start(self) -> None:
        """Start the thread and open the connection. Raises what `connect` raises, or StorageFailed."""
        self._loop = asyncio.get_running_loop()
        self._ended = self._loop.create_future()
        self._is_open = True
        self._thread.start()
        try:
            await self.write(_nothing)
        except BaseException as error:
            await self.stop()
            if isinstance(error, StorageFailed) and isinstance(error.__cause__, StorageError):
                raise error.__cause__ from None  # `connect` said it better
            raise

    async def write(self, unit: Unit[T]) -> T:
        """Return what `unit` returns, once it is on the disk; see `Database.write`."""
        if not self._is_open:
            raise StorageError("the database is closed: nothing more can be written")
        job = _Job(unit, self._loop.create_future())
        self._jobs.put(job)
        return cast(T, await job.future)

    async def stop(self) -> None:
        """Finish what was asked before, close the connection, end the thread. A second call waits too."""
        if self._is_open:
            self._is_open = False
            self._jobs.put(None)
        await asyncio.shield(self._ended)
        self._thread.join()

    # On the thread from here on.

    def _work(self) -> None:
        is_last = False
        while not is_last:
            batch, is_last = self._next_batch()
            if batch:
                self._write_batch(batch)
                self._tell(_answer_all, batch)
        self._drop_connection()
        self._tell(self._ended.set_result, None)

    def _next_batch(self) -> tuple[list[_Job], bool]:
        """Wait for a job, then take what else is there. True once the writer is to stop."""
        batch: list[_Job] = []
        job = self._jobs.get()
        while job is not None:
            batch.append(job)
            if len(batch) == BATCH_MAX:
                return batch, False
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return batch, False
        return batch, True

    def _write_batch(self, batch: Sequence[_Job]) -> None:
        try:
            if self._connection is None:
                self._connection = self._connect()
            connection = self._connection
            connection.execute("BEGIN IMMEDIATE")
            for job in batch:
                _run(job, connection)
            connection.commit()
        except BaseException as error:  # noqa: BLE001 - a thread that died would leave every caller waiting
            _logger.error("storage_failed units=%d error=%r", len(batch), error)
            for job in batch:
                job.error = write_failed(error)
            self._drop_connection()

    def _drop_connection(self) -> None:
        """Let go of the connection. The next batch opens another, and tries again if it cannot."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        for let_go in (connection.rollback, connection.close):
            with contextlib.suppress(sqlite3.Error):
                let_go()

    def _tell(self, callback: Callable[[Any], object], argument: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody is left to be told
            self._loop.call_soon_threadsafe(callback, argument)


def _run(job: _Job, connection: sqlite3.Connection) -> None:
    """Run one unit in its savepoint. Raises only what ends the whole batch."""
    connection.execute("SAVEPOINT unit")
    try:
        job.result = job.unit(connection)
    except BaseException as error:  # whatever it is, it is the caller's
        if is_disk_failure(error):
            raise
        job.error = error
        if connection.in_transaction:
            connection.execute("ROLLBACK TO unit")
    if not connection.in_transaction:
        raise _TransactionEnded("the transaction was ended inside a unit") from job.error
    connection.execute("RELEASE unit")


def _answer_all(batch: Sequence[_Job]) -> None:
    for job in batch:
        job.answer()


def _nothing(_: sqlite3.Connection) -> None:
    pass
