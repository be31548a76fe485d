"""One process at a time: a lock of the operating system beside the database.

The system drops the lock when its holder dies, however it dies, so nothing has to
be cleaned up by hand. The lock file itself stays: removing it would let a third
process lock a new file of the same name beside a second one still holding the old.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bot.storage.errors import DatabaseInUse, StorageError

if sys.platform == "win32":
    import msvcrt

    # Far beyond the text, as Windows keeps others from reading the locked bytes.
    _LOCKED_BYTE = 1 << 30

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class ProcessLock:
    """The right to write one database, held until `release`."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    @classmethod
    def take(cls, database: Path) -> ProcessLock:
        """Lock `database` through `<database>.lock`.

        Raises DatabaseInUse if it is held, by this process too; StorageError if the lock
        file cannot be made.
        """
        path = database.with_name(database.name + ".lock")
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise StorageError(f"cannot write beside the database: {error.strerror}: {path}") from error
        try:
            _lock(descriptor)
        except BlockingIOError as error:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            os.close(descriptor)
            by = f" by process {holder}" if holder else ""
            raise DatabaseInUse(
                f"the database is in use{by}: stop the other vingt first, or choose another file: {database}"
            ) from error
        except OSError as error:
            os.close(descriptor)
            raise StorageError(
                f"cannot lock the database ({error.strerror}): keep it on a local disk: {path}"
            ) from error
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode("ascii"))
        return cls(descriptor)

    def release(self) -> None:
        """Let go; a second call does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
