"""A table service with people at it, told in words and whole counters.

    async with evening(tmp_path) as room:
        await room.opens("A", seats=3)
        await room.join("B", "C")
        await room.does("B deal", "C stake 2")

People are letters; what a line asks is a kind of the table or of its game. `does`
insists on yes, `refusal` on no. Time stands until `later`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from typing import Any, Final

from bot.engine.game import COUNTER, Amount, Seat
from bot.ledger.ledger import Ledger
from bot.settings import Settings
from bot.storage.connection import Connect, connect
from bot.storage.database import Database
from bot.table.packs import Packs, SeededPacks
from bot.table.presets import load_presets
from bot.table.service import Tables
from bot.table.table import Table
from bot.views import Asked, Asker, Done, OpenRequest, Outcome, Refused, Request, TableView
from tests.support.clock import ManualClock

GUILD = 1
CHANNEL = 100
USER_OF = {letter: 1_000 + number for number, letter in enumerate("ABCDEFGHIJKLMNOP")}

Chooser = Callable[[str, tuple[str, ...]], str]

_PLAIN = {"clock_seconds": 60, "pause_seconds": 20, "grace_seconds": 30, "idle_close_minutes": 30}


MANAGER: Final = "M"
"""Who manages the server and has no seat."""


def person(letter: str, *, may_manage: bool = False, guild: int = GUILD) -> Asker:
    """Return the member of that letter."""
    return Asker(guild, USER_OF[letter], letter, may_manage)


class Room:
    """One database with its tables. Every click has an id of its own, counted up."""

    def __init__(self, path: Path, packs: Packs, settings: dict[str, Any], opening: Connect) -> None:
        self.path = path
        self.packs = packs
        self.clock = ManualClock()
        self.settings = Settings(_env_file=None, database=path, **{**_PLAIN, **settings})  # type: ignore[call-arg]
        self.heard: list[int] = []
        self._connect = opening
        self._ids = count(10_000)
        self.database: Database
        self.ledger: Ledger
        self.tables: Tables

    # the program's life

    async def begin(self) -> None:
        self.database = await Database.open(self.path, synchronous="OFF", connect=self._connect)
        self.ledger = Ledger(self.database)
        self.tables = Tables(
            database=self.database,
            presets=load_presets(),
            packs=self.packs,
            clock=self.clock,
            settings=self.settings,
        )
        self.tables.subscribe(self.heard.append)
        await self.tables.start()

    async def end(self) -> None:
        await self.tables.stop()
        await self.database.close()

    async def restart(self) -> None:
        """Stop and come back on the same file: what is in memory is gone."""
        await self.end()
        await self.begin()

    # asking

    def next_id(self) -> int:
        return next(self._ids)

    async def open(
        self, letter: str, *, channel: int = CHANNEL, click: int | None = None, **asked: Any
    ) -> Outcome:
        """Ask for a table; stakes in counters."""
        for name in ("stake_min", "stake_max"):
            if name in asked:
                asked[name] = Amount(asked[name] * COUNTER)
        request = OpenRequest(**{"game": "pontoon", **asked})
        return await self.tables.open(person(letter), channel, request, click or self.next_id())

    async def opens(self, letter: str = "A", **asked: Any) -> int:
        """Open a table and return its id."""
        outcome = await self.open(letter, **asked)
        assert isinstance(outcome, Done), outcome
        return outcome.table_id

    async def join(self, *letters: str) -> None:
        for letter in letters:
            await self.does(f"{letter} join")

    async def ask(
        self,
        line: str,
        *,
        asked: Asked | None = None,
        click: int | None = None,
        table: int | None = None,
        may_manage: bool = False,
    ) -> Outcome:
        """Ask what a line says: letter, kind, then an amount, two amounts, or a letter."""
        letter, kind, *rest = line.split()
        amounts = [Amount(int(word) * COUNTER) for word in rest if word.isdecimal()]
        members = [USER_OF[word] for word in rest if word in USER_OF]
        request = Request(kind, *amounts[:2], **({"member_id": members[0]} if members else {}))
        at = self.table.id if table is None else table
        who = person(letter, may_manage=may_manage or letter == MANAGER)
        return await self.tables.act(at, who, asked, request, click or self.next_id())

    async def does(self, *lines: str, may_manage: bool = False) -> Done:
        """Do one line after the other; each must be accepted. Returns the last answer."""
        for line in lines:
            outcome = await self.ask(line, may_manage=may_manage)
            assert isinstance(outcome, Done), f"{line}: {outcome}"
        return outcome

    async def refused(self, line: str, **more: Any) -> Refused:
        """Ask for what is refused; nothing may have changed by it."""
        before = (self.table.version, self.table.state)
        outcome = await self.ask(line, **more)
        assert isinstance(outcome, Refused), f"{line}: {outcome}"
        assert (self.table.version, self.table.state) == before, "a refusal changes nothing"
        return outcome

    async def refusal(self, line: str, **more: Any) -> str:
        """Ask for what is refused, and return why."""
        return str((await self.refused(line, **more)).reason)

    async def later(self, seconds: float) -> None:
        """Let time pass, and the clocks ring."""
        self.clock.advance(seconds)
        await self.tables.tick()

    # looking

    @property
    def table(self) -> Table:
        """The table of the first channel, the last one if it is closed."""
        return self.tables._tables[max(self.tables._tables)]

    @property
    def view(self) -> TableView:
        """What the channel sees."""
        return self.seen()

    def seen(self, letter: str | None = None, table: int | None = None) -> TableView:
        user = None if letter is None else USER_OF[letter]
        return self.tables.view(self.table.id if table is None else table, user)

    def seat(self, letter: str) -> Seat:
        sitter = self.table.state.sitter_of(USER_OF[letter])
        assert sitter is not None, f"{letter} has no seat"
        return sitter.seat

    def letter(self, seat: Any) -> str:
        """Who sits there; `house` or `None` where nobody does."""
        return next((line.name for line in self.view.seats if line.seat == seat), str(seat))

    @property
    def waiting(self) -> str:
        """Letters of those the table waits for."""
        state = self.table.state
        seats = state.game.seats_to_act(state.round) if state.is_round_running else ()
        return "".join(self.letter(seat) for seat in seats)

    @property
    def banker(self) -> str:
        return self.letter(self.view.banker)

    def asked_of(self, letter: str) -> Asked:
        """What a button carries that is drawn for this member now."""
        view = self.view
        return Asked(view.round_index, view.decisions.get(self.seat(letter)))

    @property
    def notes(self) -> list[str]:
        return [str(note.note) for note in self.view.notes]

    async def balance(self, letter: str) -> float:
        """Counters at hand."""
        return await self.ledger.balance(GUILD, USER_OF[letter]) / COUNTER

    async def held(self, letter: str) -> float:
        """Counters a member's seats hold."""
        return await self.ledger.held(GUILD, USER_OF[letter]) / COUNTER

    async def audit(self) -> list[str]:
        return await self.ledger.audit()

    def rows(self, sql: str, *params: Any) -> list[tuple[Any, ...]]:
        """Look into the file as another program would."""
        with closing(sqlite3.connect(self.path)) as connection:
            return [tuple(row) for row in connection.execute(sql, params)]

    # playing

    async def stakes(self, amount: int = 1) -> None:
        """Everybody who is asked for a stake puts down `amount`."""
        for letter in self.waiting:
            await self.does(f"{letter} stake {amount}")

    async def play_out(self, kind: Chooser | None = None) -> None:
        """Play the round to its end: stakes of one, then stick where allowed, else twist."""
        await self.play_until("", kind)

    async def play_until(self, letters: str, kind: Chooser | None = None) -> None:
        """The same, but only until one of `letters` is waited for first."""
        while self.waiting and self.waiting[0] not in letters:
            letter = self.waiting[0]
            kinds = tuple(offer.kind for offer in self.seen(letter).offers)
            chosen = kind(letter, kinds) if kind else _calm(kinds)
            await self.does(f"{letter} {chosen}" + (" 1" if chosen == "stake" else ""))


def _calm(kinds: tuple[str, ...]) -> str:
    return next(kind for kind in ("stake", "bank_play", "stick", "twist") if kind in kinds)


@asynccontextmanager
async def evening(
    folder: Path, *, packs: Packs | None = None, opening: Connect = connect, **settings: Any
) -> AsyncIterator[Room]:
    """A room for the length of a test; the books are audited when it is left in good order."""
    room = Room(folder / "vingt.db", packs or SeededPacks(), settings, opening)
    await room.begin()
    try:
        yield room
        assert await room.audit() == []
    finally:
        await room.end()
