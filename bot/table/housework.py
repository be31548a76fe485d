"""What tables do without a click: a clock runs out, a pause ends, a server is gone.

The same path as a click: a draft, a commit, and only then the table's state.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Final

from bot.engine.game import Absence, Amount, Seat
from bot.ledger.transfers import NotCovered
from bot.storage.errors import StorageFailed
from bot.table import events as e
from bot.table import rounds
from bot.table.deadlines import IDLE, PAUSE, Clockwork
from bot.table.draft import Draft
from bot.table.keeper import Keeper
from bot.table.packs import Packs
from bot.table.store import Deadline, Diverged
from bot.table.table import Table
from bot.table.trouble import No
from bot.views import TablePhase

_log = logging.getLogger(__name__)

RETRY_MS: Final = 5_000
"""How long a table waits after the disk has failed it."""

Change = Callable[[Draft], None]


class Housework:
    """Acts for tables. `tell` hears of each table that was changed, or closed."""

    def __init__(
        self, keeper: Keeper, packs: Packs, clockwork: Clockwork, tell: Callable[[Table], None]
    ) -> None:
        self._keeper = keeper
        self._packs = packs
        self._clockwork = clockwork
        self._tell = tell

    async def do(self, table: Table, kind: str, action_id: str, change: Change) -> None:
        """Let `change` happen at a table. Where the disk fails it is tried again later, by the clock."""
        async with table.lock:
            try:
                if table.is_stale:
                    await self._keeper.reload(table)
                draft = table.draft(self._packs, action_id, self._keeper.now_ms())
                change(draft)
                if not draft.events:
                    return
                await self._keeper.commit(table, draft, kind=kind, action_id=action_id)
            except (StorageFailed, Diverged, NotCovered) as error:
                table.is_stale = True
                _log.error("event=house_act_failed table=%d kind=%s reason=%r", table.id, kind, str(error))
                self._clockwork.set(table.id, self._keeper.now_ms() + RETRY_MS)
                return
        _log.info("event=%s table=%d round=%d version=%d", kind, table.id, table.round_index, table.version)
        self._tell(table)

    async def attend(self, table: Table) -> None:
        """Do everything that is due at a table. A round in which that is impossible is voided."""
        if table.is_stale and not await self._read_again(table):
            return
        try:
            for seat in sorted(table.deadlines):
                deadline = table.deadlines.get(seat)
                if deadline is not None and deadline.due_at <= self._keeper.now_ms():
                    await self._do_due(table, seat, deadline)
        except Exception:  # noqa: BLE001 - a table must not be stuck, whatever is wrong with its round
            _log.exception("event=clock_failed table=%d version=%d", table.id, table.version)
            await self.do(table, "void", f"void:{table.id}:{table.version}", rounds.void)

    async def _read_again(self, table: Table) -> bool:
        """Find out how a commit ended that failed; False where the disk still does not answer."""
        async with table.lock:
            try:
                if table.is_stale:
                    await self._keeper.reload(table)
            except StorageFailed as error:
                _log.error("event=reload_failed table=%d reason=%r", table.id, str(error))
                self._clockwork.set(table.id, self._keeper.now_ms() + RETRY_MS)
                return False
        self._tell(table)
        return True

    async def _do_due(self, table: Table, seat: int, deadline: Deadline) -> None:
        action_id = f"clock:{table.id}:{table.round_index}:{seat}:{deadline.decision}"
        if seat == PAUSE:
            await self._keeper.refresh([table])
            await self.do(table, "next_round", action_id, lambda draft: next_round(draft, table.balances))
        elif seat == IDLE:
            # A table idles more than once; each time after another event.
            action_id = f"idle:{table.id}:{table.version}"
            await self.do(table, "idle_close", action_id, close_idle)
        else:
            await self.do(
                table, "clock", action_id, lambda draft: too_late(draft, Seat(seat), deadline.decision)
            )


def next_round(draft: Draft, balances: Mapping[int, Amount]) -> None:
    """The pause is over: deal, or wait in the lobby where too few can play."""
    if draft.state.phase is not TablePhase.PAUSE:
        return
    try:
        rounds.begin(draft, balances)
    except No:
        draft.start_over()
        draft.add(e.WentToLobby(is_short=True))


def close_idle(draft: Draft) -> None:
    """Nobody has pressed anything for long."""
    if not draft.state.is_round_running:
        rounds.close(draft, None, is_idle=True)


def too_late(draft: Draft, seat: Seat, decision: int) -> None:
    """A seat's time is up, if it is still being asked the same."""
    s = draft.state
    is_asked = s.is_round_running and seat in s.game.seats_to_act(s.round)
    if is_asked and s.game.decision(s.round, seat) == decision:
        rounds.play_for(draft, seat, Absence.LATE)
        rounds.play_for_leavers(draft)
        rounds.after_round(draft)


def void_unread(draft: Draft) -> None:
    """The last round could not be read: it does not count, and what it held goes back."""
    draft.add(e.RoundVoided(None))
    draft.retire_pack()


def take_away(draft: Draft, user_id: int) -> None:
    """A member has left the server: his seat is as one he has left."""
    sitter = draft.state.sitter_of(user_id)
    if sitter is not None:
        rounds.free_seat(draft, sitter.seat, is_forced=True)
