"""Clocks as data: when each decision is due, and one timer for the earliest of all.

A deadline belongs to the seat's own decision, so the acts of others never move it.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.game import Seat
from bot.table.state import TableState
from bot.table.store import Deadline
from bot.views import SeatStatus, TablePhase

PAUSE: Final = -1
IDLE: Final = -2
# A timer is never set for longer: a computer that slept would be late by so much at most.
_SLEEP_MAX_SECONDS: Final = 600.0


def deadlines_of(
    s: TableState, before: Mapping[int, Deadline], now_ms: int, *, pause_seconds: int, idle_minutes: int
) -> dict[int, Deadline]:
    """Return what is due after an action at `now_ms`: kept where the question is the same.

    The idle close counts from the last action; while a round runs under no clock
    nothing is due at all: friends may play over days.
    """
    if s.phase is TablePhase.CLOSED:
        return {}
    found: dict[int, Deadline] = {}
    if s.is_round_running:
        seconds = s.opened.clock_seconds
        for seat in _waited_for(s) if seconds else ():
            decision = s.game.decision(s.round, seat)
            old = before.get(seat)
            is_same = old is not None and old.decision == decision
            found[seat] = old if is_same and old is not None else Deadline(decision, now_ms + seconds * 1000)
        return found
    found[IDLE] = Deadline(0, now_ms + idle_minutes * 60_000)
    if s.phase is TablePhase.PAUSE:
        old = before.get(PAUSE)
        is_same = old is not None and old.decision == s.round_index
        due_at = old.due_at if is_same and old is not None else now_ms + pause_seconds * 1000
        found[PAUSE] = Deadline(s.round_index, due_at)
    return found


def changed(before: Mapping[int, Deadline], after: Mapping[int, Deadline]) -> dict[int, Deadline | None]:
    """Return what is to be written of the deadlines; None for a seat that has none any more."""
    gone: dict[int, Deadline | None] = {seat: None for seat in before if seat not in after}
    return gone | {seat: deadline for seat, deadline in after.items() if deadline != before.get(seat)}


def _waited_for(s: TableState) -> tuple[Seat, ...]:
    leaving = {x.seat for x in s.sitters if x.status is SeatStatus.LEAVING}
    waited: tuple[Seat, ...] = s.game.seats_to_act(s.round)
    return tuple([seat for seat in waited if seat not in leaving])


class Clockwork:
    """When each table wants to be looked at, and one timer of the event loop for the earliest of all.

    `ring` is called when that moment has come. A timer and not a task: nothing is
    parked, so a program that waits for rest finds it.
    """

    def __init__(self, now_ms: Callable[[], int], ring: Callable[[], None]) -> None:
        self._now_ms = now_ms
        self._ring = ring
        self._due: dict[int, int] = {}
        self._heap: list[tuple[int, int]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._set_for: int | None = None

    def set(self, table_id: int, at_ms: int | None) -> None:
        """Have a table looked at at `at_ms` instead of when it was to be before; None is never."""
        if at_ms == self._due.get(table_id):
            return
        if at_ms is None:
            del self._due[table_id]
        else:
            self._due[table_id] = at_ms
            heapq.heappush(self._heap, (at_ms, table_id))
        self._wind()

    def take_due(self) -> tuple[int, ...]:
        """Return the tables whose moment has come, each once; the timer goes on to the next."""
        now = self._now_ms()
        found = []
        while self._earliest() is not None and self._heap[0][0] <= now:
            table_id = heapq.heappop(self._heap)[1]
            del self._due[table_id]
            found.append(table_id)
        self._wind()
        return tuple(found)

    def stop(self) -> None:
        """Ring no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._set_for = None

    def _earliest(self) -> int | None:
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)  # it was set anew since
        return self._heap[0][0] if self._heap else None

    def _wind(self) -> None:
        at_ms = self._earliest()
        if at_ms == self._set_for:
            return
        self.stop()
        if at_ms is None:
            return
        self._set_for = at_ms
        seconds = min(max(0, at_ms - self._now_ms()) / 1000, _SLEEP_MAX_SECONDS)
        self._timer = asyncio.get_running_loop().call_later(seconds, self._rang)

    def _rang(self) -> None:
        self._timer = self._set_for = None
        self._ring()
