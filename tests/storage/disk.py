"""A disk whose power can be cut: SQLite's own view of it, written down write by write.

SQLite runs on real files through `apsw`, whose VFS can be written in Python. Beside
them a log is kept of what was written, cut and synced, file by file, and of what the
program acknowledged meanwhile. From any place in that log the files can be made as a
cut at that moment would have left them: what was synced is there; of what was not, as
much as the `Survival` says.

A sync can be made to fail the way it fails on Linux: the pages that could not be
written are dropped, later syncs succeed without them, and readers go on seeing them.
"""

from __future__ import annotations

import random
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
"""What a disk writes at once; a power cut leaves each sector old or new."""


class Survival(Enum):
    """What became of the writes that were not synced."""

    NOTHING = auto()
    EVERYTHING = auto()
    SOME = auto()


@dataclass(frozen=True, slots=True)
class Write:
    inode: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Truncate:
    inode: int
    size: int


@dataclass(frozen=True, slots=True)
class Sync:
    inode: int


@dataclass(frozen=True, slots=True)
class LostSync:
    """A sync that failed: what it was to write is gone, and no later sync brings it back."""

    inode: int


@dataclass(frozen=True, slots=True)
class Create:
    name: str
    inode: int


@dataclass(frozen=True, slots=True)
class Delete:
    name: str


@dataclass(frozen=True, slots=True)
class SyncFolder:
    """Names that came and went are on the disk."""


@dataclass(frozen=True, slots=True)
class Acknowledged:
    what: str


Change = Write | Truncate
Naming = Create | Delete
Entry = Change | Naming | Sync | LostSync | SyncFolder | Acknowledged


@dataclass(slots=True)
class Disk:
    """The log, and the switch that makes syncs fail."""

    log: list[Entry] = field(default_factory=list)
    syncs_fail: bool = False
    _inodes: dict[str, int] = field(default_factory=dict)

    def acknowledge(self, what: str) -> None:
        self.log.append(Acknowledged(what))

    def acknowledged(self, until: int) -> list[str]:
        """What had been acknowledged by the time the log had `until` entries."""
        return [entry.what for entry in self.log[:until] if isinstance(entry, Acknowledged)]

    def inode(self, name: str) -> int:
        """The file that has this name now; a new one if none has."""
        if name not in self._inodes:
            self._inodes[name] = len(self.log)  # unlike any before
            self.log.append(Create(name, self._inodes[name]))
        return self._inodes[name]

    def delete(self, name: str) -> None:
        if self._inodes.pop(name, None) is not None:
            self.log.append(Delete(name))

    def cut_power(self, until: int, survival: Survival, chance: random.Random) -> dict[str, bytes]:
        """The files, by name, that a cut after `until` entries of the log leaves."""
        contents: dict[int, bytearray] = defaultdict(bytearray)
        names: dict[str, int] = {}
        unsynced: dict[int, list[Change]] = defaultdict(list)
        unnamed: list[Naming] = []
        for entry in self.log[:until]:
            match entry:
                case Write(inode) | Truncate(inode):
                    unsynced[inode].append(entry)
                case Sync(inode):
                    _change(contents[inode], unsynced.pop(inode, []))
                case LostSync(inode):
                    unsynced.pop(inode, None)
                case Create() | Delete():
                    unnamed.append(entry)
                case SyncFolder():
                    _name(names, unnamed)
                    unnamed = []
        if survival is Survival.EVERYTHING:
            _name(names, unnamed)
        elif survival is Survival.SOME:  # file systems keep the order of names, not of contents
            _name(names, unnamed[: chance.randint(0, len(unnamed))])
        for inode, changes in unsynced.items():
            match survival:
                case Survival.EVERYTHING:
                    _change(contents[inode], changes)
                case Survival.SOME:
                    _change(contents[inode], _some(changes, chance))
        return {name: bytes(contents[inode]) for name, inode in names.items()}


def _name(names: dict[str, int], namings: Iterable[Naming]) -> None:
    for naming in namings:
        if isinstance(naming, Create):
            names[naming.name] = naming.inode
        else:
            names.pop(naming.name, None)


def _change(content: bytearray, changes: Iterable[Change]) -> None:
    for change in changes:
        if isinstance(change, Truncate):
            del content[change.size :]
            continue
        end = change.offset + len(change.data)
        content.extend(bytes(max(0, end - len(content))))
        content[change.offset : end] = change.data


def _some(changes: Iterable[Change], chance: random.Random) -> list[Change]:
    """Any sectors of any writes, in no order that anybody asked for."""
    pieces: list[Change] = []
    for change in changes:
        if isinstance(change, Truncate):
            pieces.append(change)
            continue
        at = change.offset
        while at < change.offset + len(change.data):
            end = min((at // SECTOR + 1) * SECTOR, change.offset + len(change.data))
            pieces.append(Write(change.inode, at, change.data[at - change.offset : end - change.offset]))
            at = end
    return [piece for piece in pieces if chance.random() < 0.5]


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        asked = flags[0]
        super().__init__("", name, flags)
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        assert path, "with temp_store = MEMORY there are no files without a name"
        self._disk = disk
        self._inode = disk.inode(Path(path).name)
        # As SQLite does on Unix: the first sync of a journal or log that it made syncs the folder too.
        self._folder_is_due = bool(asked & apsw.SQLITE_OPEN_CREATE and asked & _JOURNALS)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802 - SQLite's name
        super().xWrite(data, offset)
        self._disk.log.append(Write(self._inode, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - SQLite's name
        super().xTruncate(newsize)
        self._disk.log.append(Truncate(self._inode, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802 - SQLite's name
        # The real file need not be synced: the log is the disk.
        if self._disk.syncs_fail:
            self._disk.log.append(LostSync(self._inode))
            failure = apsw.IOError("the disk does not sync")
            failure.extendedresult = apsw.SQLITE_IOERR_FSYNC  # what SQLite is told
            raise failure
        self._disk.log.append(Sync(self._inode))
        if self._folder_is_due:
            self._folder_is_due = False
            self._disk.log.append(SyncFolder())


_JOURNALS = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL


class DiskVFS(apsw.VFS):
    """Puts a `Disk` between SQLite and the files of a folder."""

    def __init__(self, name: str, disk: Disk) -> None:
        self._disk = disk
        super().__init__(name, "")

    def xOpen(  # noqa: N802 - SQLite's name
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        return _File(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - SQLite's name
        super().xDelete(filename, syncdir)
        self._disk.delete(Path(filename).name)
        if syncdir:
            self._disk.log.append(SyncFolder())


class Connection:
    """An apsw connection as far as the writer and the ledger need a sqlite3 one."""

    def __init__(self, path: Path, vfs: str) -> None:
        self._apsw = apsw.Connection(str(path), vfs=vfs)
        self.row_factory: object = None

    @property
    def in_transaction(self) -> bool:
        return bool(self._apsw.in_transaction)

    def execute(self, sql: str, params: Any = ()) -> Any:
        return _as_sqlite3(lambda: self._apsw.execute(sql, params))

    def executescript(self, sql: str) -> Any:
        return _as_sqlite3(lambda: self._apsw.execute(sql))

    def commit(self) -> None:
        if self.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        if self.in_transaction:
            self.execute("ROLLBACK")

    def close(self) -> None:
        _as_sqlite3(self._apsw.close)


def _as_sqlite3(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except apsw.Error as error:
        kind = sqlite3.IntegrityError if isinstance(error, apsw.ConstraintError) else sqlite3.OperationalError
        raised = kind(str(error))
        raised.sqlite_errorcode = getattr(error, "extendedresult", sqlite3.SQLITE_ERROR)
        raise raised from error
