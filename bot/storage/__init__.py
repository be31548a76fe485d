"""Where everything that must survive is kept: one SQLite file, one writer.

Decisions
2026-12 Commits in groups: waiting units share one transaction, because the sync
        of the disk, not SQL, is what an action waits for.
2026-12 A connection begins by emptying the log into the file. After a sync that failed,
        the system goes on showing what never reached the disk, and SQLite would put
        later commits behind it (tests/storage/test_power_cut.py).
2026-12 Migrations run on the writer's own connection, not through aiosqlite: a file is
        ready before anything can be asked of it, and they can fail as the disk does.
"""

from bot.storage.database import Database
from bot.storage.errors import DatabaseInUse, DatabaseIsNewer, StorageError, StorageFailed

__all__ = ["Database", "DatabaseInUse", "DatabaseIsNewer", "StorageError", "StorageFailed"]
