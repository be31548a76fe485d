"""kill -9 of a real process at any moment: what was acknowledged is there once, the rest wholly or not."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.ledger.audit import audit
from bot.storage.database import inspect
from bot.table.state import fold
from bot.table.table import codec_of
from tests.table.victim import fingerprint

ROOT = Path(__file__).resolve().parents[2]
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")


class Victim:
    """The process that is killed, seen from outside: what it asked, what it was answered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: dict[int, dict[str, Any]] = {}
        self.done: dict[int, dict[str, Any]] = {}
        self.refused: set[int] = set()
        self.written: set[str] = set()
        self._again: list[dict[str, Any]] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.table.victim"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )

    def live_and_die(self, rng: Random) -> None:
        """Let it play for a moment after it is ready, or kill it while it is still coming back."""
        known = [one for one in self.done.values() if str(one["done"]) in self.written]
        again = [{"id": one["done"], **self._question(one)} for one in rng.sample(known, min(3, len(known)))]
        self._again = [one for one in again if one["line"] != "open"]
        first_id = max(self.asked, default=1_000)
        order = {"path": str(self.path), "seed": rng.random(), "first_id": first_id, "again": self._again}
        self._write(order)
        pid = self._until("pid")["pid"]
        dies_early = rng.random() < 0.1
        if not dies_early:
            self._until("ready")
        deadline = time.monotonic() + rng.uniform(0.0, 0.25)
        while time.monotonic() < deadline:
            self._read(deadline - time.monotonic())
        os.kill(pid, signal.SIGKILL)
        self._until("gone")

    def end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _question(self, done: dict[str, Any]) -> dict[str, Any]:
        asked = self.asked[done["done"]]
        return {"line": asked["line"], "table": asked["table"]}

    def _write(self, order: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order).encode() + b"\n")

    def _until(self, name: str) -> dict[str, Any]:
        while True:
            fact = self._read(30)
            assert fact is not None, f"nothing was said for 30 seconds, {name} was expected"
            if name in fact:
                return fact
            assert "gone" not in fact, "it ended by itself; its last words are on standard error"

    def _read(self, seconds: float) -> dict[str, Any] | None:
        out = self._process.stdout
        assert out is not None
        with selectors.DefaultSelector() as selector:
            selector.register(out, selectors.EVENT_READ)
            if not selector.select(max(0.0, seconds)):
                return None
        line = out.readline()
        assert line, "the process that forks has ended"
        fact: dict[str, Any] = json.loads(line)
        match fact:
            case {"ask": click}:
                self.asked[click] = fact
            case {"done": click}:
                self.done[click] = fact
            case {"refused": click}:
                self.refused.add(click)
            case {"again": click, "version": version}:
                assert version == self.done[click]["version"], "the same answer again"
            case _:
                pass
        return fact


@contextlib.contextmanager
def victim(path: Path) -> Iterator[Victim]:
    one = Victim(path)
    try:
        yield one
    finally:
        one.end()


def what_is_wrong(conn: sqlite3.Connection, one: Victim) -> list[str]:
    """Hold the file against what was acknowledged."""
    actions = {
        row[0]: row[1:] for row in conn.execute("SELECT id, table_id, first_seq, last_seq FROM actions")
    }
    one.written = set(actions)
    ends = {(table_id, last) for table_id, _, last in actions.values()}
    found = [f"{click} was refused and is there" for click in one.refused if str(click) in actions]
    for click, fact in one.done.items():
        table_id, _, last = actions.get(str(click), (0, 0, 0))
        told = (fact["table"], fact["version"])
        # Sitting out twice changes nothing: such an answer names what stood already.
        if told not in ends or (last and told != (table_id, last)):
            found.append(f"{click} was acknowledged and is not there: {fact}")
    own = {"open", "refill", "topup"}
    for (transfer_id,) in conn.execute("SELECT id FROM transfers"):
        action = transfer_id.rpartition(":")[0].removeprefix("refill:")
        if transfer_id.partition(":")[0] not in own and action not in actions:
            found.append(f"transfer {transfer_id} belongs to no action")
    for table_id, count, last in conn.execute(
        "SELECT table_id, count(*), max(seq) FROM events GROUP BY table_id"
    ):
        spans = [(first, end) for at, first, end in actions.values() if at == table_id]
        if count != last or sum(end - first + 1 for first, end in spans) != last:
            found.append(f"table {table_id} has {count} events up to {last}, and actions for other numbers")
    return [*found, *_other_states(conn, one)]


def _other_states(conn: sqlite3.Connection, one: Victim) -> list[str]:
    """Fold every log again, from its first event, and compare with every print that was acknowledged."""
    decode = codec_of("pontoon").decode
    prints: dict[int, dict[int, str]] = {}
    for fact in one.done.values():
        if fact["print"]:
            prints.setdefault(fact["table"], {})[fact["version"]] = fact["print"]
    found = []
    for table_id, by_version in prints.items():
        rows = conn.execute("SELECT body FROM events WHERE table_id = ? ORDER BY seq", (table_id,)).fetchall()
        events = [decode(body) for (body,) in rows]
        found += [
            f"table {table_id} at {version} is not as it was acknowledged"
            for version in sorted(by_version)[-2:]
            if fingerprint(fold(events[:version])) != by_version[version]
        ]
    return found


def kill_again_and_again(path: Path, seed: int, times: int) -> Victim:
    rng = Random(f"{seed} kill")
    with victim(path) as one:
        for number in range(times):
            one.live_and_die(rng)
            conn_findings = inspect(path, lambda conn: [*what_is_wrong(conn, one), *audit(conn)])
            assert conn_findings == [], f"after kill {number + 1}: {conn_findings[:5]}"
        # One last time it comes back: with every table as the file has it.
        one.live_and_die(rng)
    return one


@needs_fork
def test_nothing_acknowledged_is_lost_and_nothing_is_paid_twice(tmp_path: Path, seed: int) -> None:
    one = kill_again_and_again(tmp_path / "vingt.db", seed, 15)
    assert len(one.done) > 100


@needs_fork
@pytest.mark.long
def test_nothing_acknowledged_is_lost_over_a_hundred_kills(tmp_path: Path, seed: int) -> None:
    one = kill_again_and_again(tmp_path / "vingt.db", seed, 100)
    print(f"seed {seed}: {len(one.done)} acknowledged, {len(one.refused)} refused, 100 kills")
