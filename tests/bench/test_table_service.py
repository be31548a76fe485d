"""Durable actions a second through the table service, a restart, and what a table weighs.

Run with `pytest -m bench tests/bench`. Every action is on the disk (synchronous FULL)
before it counts. Beside it stand, in the same run, plain sqlite3 with a commit per
action for the very rows that the service wrote: the ratio is what compares machines.
"""

from __future__ import annotations

import asyncio
import gc
import os
import tracemalloc
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import pytest

from bot.storage.database import Database
from bot.table.packs import SeededPacks
from bot.views import SeatLine, TablePhase
from tests.bench.conftest import Tell
from tests.bench.crowd import Crowd, a_crowd, write_plainly
from tests.cogs.world import World, a_world, three_sit_down

pytestmark = pytest.mark.bench
MANY = 1_000


def test_a_sync_of_the_disk(tmp_path: Path, tell: Tell) -> None:
    """What one commit cannot be faster than, on this machine."""
    took = []
    with (tmp_path / "sync").open("wb", buffering=0) as file:
        for _ in range(200):
            file.write(bytes(4096))
            started = perf_counter()
            os.fsync(file.fileno())
            took.append(perf_counter() - started)
    tell("sync of the disk, median", median(took) * 1000, "ms")


@pytest.mark.parametrize(("tables", "actions"), [(1, 300), (32, 60), (256, 10)])
async def test_durable_actions_a_second(tmp_path: Path, tell: Tell, tables: int, actions: int) -> None:
    async with a_crowd(tmp_path / "vingt.db") as crowd:
        seated = await crowd.seat(tables)
        await asyncio.gather(*(crowd.play(table, Random(table.id), 5) for table in seated))
        before = len(crowd.recorder.actions)
        started = perf_counter()
        await asyncio.gather(*(crowd.play(table, Random(-table.id), actions) for table in seated))
        rate = tables * actions / (perf_counter() - started)
        written = crowd.recorder.actions
    plain = write_plainly(tmp_path / "plain.db", written[:before], written[before:])
    aim = "1.5" if tables == 32 else ""
    tell(f"{tables} tables: durable actions through the service", rate, "a second")
    tell(f"{tables} tables: plain sqlite3, a commit for each", plain, "a second")
    tell(f"{tables} tables: service to plain", rate / plain, "times", aim=aim)


async def test_a_restart_with_a_thousand_tables_in_mid_round(tmp_path: Path, tell: Tell) -> None:
    path = tmp_path / "vingt.db"
    async with a_crowd(path, synchronous="OFF") as crowd:
        tables = await crowd.seat(MANY)
        await asyncio.gather(*(crowd.to_mid_round(table) for table in tables))
    started, worked = perf_counter(), process_time()
    database = await Database.open(path)
    again = Crowd(database, path)
    await again.tables.start()
    took, work = perf_counter() - started, process_time() - worked
    assert len(again.tables.open_ids()) == MANY
    await again.tables.stop()
    await database.close()
    tell(f"restart with {MANY:,} tables in mid-round", took, "s", aim="under 3")
    tell(f"restart with {MANY:,} tables in mid-round, of the processor", work, "s")


async def test_what_an_idle_table_weighs(tmp_path: Path, tell: Tell) -> None:
    """Measured after a restart, as what is kept and not what was once needed."""
    path = tmp_path / "vingt.db"
    async with a_crowd(path, synchronous="OFF") as crowd:
        tables = await crowd.seat(MANY)
        tell("a table in the lobby, after a restart", await _weight(path, crowd), "KiB", aim="under 40")
        await asyncio.gather(*(crowd.to_mid_round(table) for table in tables))
        tell("a table in mid-round, after a restart", await _weight(path, crowd), "KiB", aim="under 40")


async def _weight(path: Path, crowd: Crowd) -> float:
    """Return the KiB of one table: the file's tables are read once more, beside those of `crowd`."""
    again = Crowd(crowd.database, path)
    gc.collect()
    tracemalloc.start()
    await again.tables.start()
    gc.collect()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    await again.tables.stop()
    return size / MANY / 1024


async def test_from_the_click_to_the_answer(tmp_path: Path, tell: Tell) -> None:
    """The whole bot in an offline Discord: a click's answer, and all that follows it, has arrived."""
    took = []
    async with a_world(tmp_path, packs=SeededPacks()) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        for _ in range(150):
            who, label = _next_click(world)
            started = perf_counter()
            await world.click(who, label)
            took.append(perf_counter() - started)
    tell("click to answer in simcord, median", median(took) * 1000, "ms")
    tell("click to answer in simcord, 99 of 100", quantiles(took, n=100)[98] * 1000, "ms")


def _next_click(world: World) -> tuple[Any, str]:
    """Return who clicks next, and on what: the smallest stakes, and no card that need not be taken."""
    view = world.view()
    if view.phase is not TablePhase.ROUND:
        return _member(world, next(line for line in view.seats if not line.is_ready)), "Ready"
    member = _member(world, next(line for line in view.seats if line.seat in view.decisions))
    kinds = {offer.kind for offer in world.view(member).offers}
    return member, "Stake 1" if "stake" in kinds else "Stick" if "stick" in kinds else "Twist"


def _member(world: World, line: SeatLine) -> Any:
    return getattr(world, line.name.lower())
