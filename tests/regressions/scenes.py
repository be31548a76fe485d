"""What the tests of complaints begin with: three at a table, their stakes made, and a program that dies."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from bot.engine.cards import cards
from bot.engine.game import COUNTER, Amount
from bot.ledger import accounts
from bot.ledger.transfers import Transfer, TransferReason, post
from bot.table.packs import Packs, StackedPacks
from tests.table.evening import GUILD, USER_OF, Room, evening

START = 1_000
"""What everybody has at first, in counters."""


def low() -> StackedPacks:
    """B gets 5 4, C gets 6 3, the banker A gets J 9; then come twos and threes."""
    return StackedPacks([cards("5c 6c Js 4d 3d 9h 2c 2d 2h 3c 3h")])


async def stakes_lie(room: Room, **asked: object) -> None:
    """A banks, B and C have staked 2 each, and it is B's turn."""
    await room.opens("A", **{"first_banker": "opener", **asked})
    await room.join("B", "C")
    await room.does("A deal")
    await room.stakes(2)


async def three(room: Room) -> list[float]:
    """What A, B and C have at hand."""
    return [await room.balance(letter) for letter in "ABC"]


def power_cut(room: Room, folder: Path) -> Path:
    """Copy the files as they lie there at this instant: what a killed program leaves behind."""
    folder.mkdir()
    for file in room.path.parent.glob("vingt.db*"):
        shutil.copy(file, folder / file.name)
    return folder


@asynccontextmanager
async def back_again(folder: Path, packs: Packs | None = None) -> AsyncIterator[Room]:
    """Start on the files that a power cut left; clicks have new ids, as Discord's have."""
    async with evening(folder, packs=packs) as room:
        room._ids = count(50_000)
        yield room


async def gives(room: Room, giver: str, taker: str, counters: int, *, gift: str = "gift") -> None:
    """Move counters from one member to another, past every table."""
    debit, credit = (accounts.player(USER_OF[letter]) for letter in (giver, taker))
    row = Transfer(gift, GUILD, debit, credit, Amount(counters * COUNTER), TransferReason.GIFT)
    await room.database.write(lambda conn: post(conn, [row], 0))


def pack(text: str) -> StackedPacks:
    """Return a pack with these cards on top."""
    return StackedPacks([cards(text)])
