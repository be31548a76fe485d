"""A real process that plays and is killed: started once, it forks a player for each order on its input.

An order is one line of JSON. The player opens the database, plays at random at
several tables, and writes a line for every question before it is asked and for
every answer after it was given. Whoever reads the lines knows what was acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import traceback
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from bot.engine.cards import Card
from bot.storage.database import Database
from bot.table.clock import SystemClock
from bot.table.packs import SeededPacks
from bot.table.presets import load_presets
from bot.table.service import Tables
from bot.views import Done
from tests.table.evening import Room
from tests.table.strolls import a_wish

TABLES = 4
MEMBERS = "ABCDE"
RULES = (
    {"bank": "pontoon,sale,auction"},
    {"preset": "parlett", "bank": "rotate,sale", "rules": "rotate_deals=2"},
    {"preset": "pagat", "bank": "rotate,auction", "rules": "rotate_deals=1"},
    {"rules": "banker_may_double=on burn13=on"},
)


def fingerprint(value: Any) -> str:
    """Return what two equal states of two processes have in common, and two different ones do not."""
    return sha256(json.dumps(_stable(value)).encode()).hexdigest()[:16]


def _stable(value: Any) -> Any:
    if isinstance(value, Card | Enum) or value is None or isinstance(value, str | int):
        return str(value)
    if isinstance(value, frozenset):
        return sorted(map(_stable, value))
    if hasattr(value, "items"):
        return sorted([[_stable(key), _stable(part)] for key, part in value.items()])
    if is_dataclass(value):
        return [_stable(getattr(value, field.name)) for field in fields(value)]
    return [_stable(part) for part in value]


class Player(Room):
    """A room on the real clock and a disk that syncs, whose clicks are numbered on by the order."""

    def __init__(self, path: Path, first_id: int) -> None:
        super().__init__(path, SeededPacks(), {"pause_seconds": 1, "starting_counters": 200}, None)  # type: ignore[arg-type]
        self._first_id = first_id

    def next_id(self) -> int:
        self._first_id += 1
        return self._first_id

    async def begin(self) -> None:
        self.database = await Database.open(self.path)
        self.tables = Tables(self.database, load_presets(), SeededPacks(), SystemClock(), self.settings)
        await self.tables.start()


def say(**facts: Any) -> None:
    """Write one line whole; the pipe takes it before this process can die of it."""
    os.write(1, json.dumps(facts).encode() + b"\n")


async def play(order: dict[str, Any]) -> None:
    """Carry out an order until killed."""
    room = Player(Path(order["path"]), order["first_id"])
    await room.begin()
    for asked in order["again"]:
        outcome = await room.ask(asked["line"], click=asked["id"], table=asked["table"])
        assert isinstance(outcome, Done) and outcome.is_repeat, f"{asked} -> {outcome}"
        say(again=asked["id"], version=outcome.version)
    say(ready=True)
    # Two at each table, so that clicks meet.
    hands = [(number, half) for number in range(TABLES) for half in (0, 1)]
    rngs = [Random(f"{order['seed']} {number} {half}") for number, half in hands]
    await asyncio.gather(*(_at_one_table(room, rng, hand[0]) for rng, hand in zip(rngs, hands, strict=True)))


async def _at_one_table(room: Player, rng: Random, number: int) -> None:
    channel = 500 + number
    while True:
        table = room.tables.open_in(channel)
        click = room.next_id()
        if table is None:
            say(ask=click, line="open", table=0)
            outcome = await room.open(
                rng.choice(MEMBERS), channel=channel, click=click, stake_max=4, **RULES[number]
            )
        else:
            line = a_wish(rng, room, MEMBERS, table.id)
            say(ask=click, line=line, table=table.id)
            outcome = await room.ask(line, click=click, table=table.id)
        if isinstance(outcome, Done):
            state = room.tables._tables[outcome.table_id].state
            is_newest = state.version == outcome.version
            say(
                done=click,
                table=outcome.table_id,
                version=outcome.version,
                print=fingerprint(state) if is_newest else "",
            )
        else:
            say(refused=click)
        await asyncio.sleep(0)


def main() -> None:
    """Fork a player for each order, and say when it is gone."""
    for text in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(play(json.loads(text)))
            except BaseException:
                traceback.print_exc()
            os._exit(1)
        say(pid=child)
        os.waitpid(child, 0)
        say(gone=child)


if __name__ == "__main__":
    main()
