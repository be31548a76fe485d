"""Every click enters here: what it asks is judged, written down, and only then true."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.engine.game import COUNTER, IllegalAction, Seat
from bot.ledger import accounts
from bot.ledger.ledger import Ledger
from bot.ledger.transfers import NotCovered
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.errors import StorageFailed
from bot.table import housework, recovery, rounds, wishes
from bot.table.clock import Clock
from bot.table.deadlines import Clockwork
from bot.table.draft import Draft
from bot.table.housework import RETRY_MS, Housework
from bot.table.keeper import Keeper
from bot.table.opening import agreed
from bot.table.packs import Packs
from bot.table.presets import Presets
from bot.table.store import ChannelTaken, Diverged, SqliteStore, Store, StoredTable
from bot.table.table import Table
from bot.table.trouble import No
from bot.table.view import preset_rules_view, rules_view, view_of
from bot.views import (
    Asked,
    Asker,
    Done,
    OpenRequest,
    Outcome,
    Refusal,
    Refused,
    Request,
    RulesView,
    TableKind,
    TablePhase,
    TableView,
)

_log = logging.getLogger(__name__)

_TABLE_KINDS: Final = frozenset(str(kind) for kind in TableKind)
_DEALING: Final = frozenset({TableKind.DEAL, TableKind.READY})
_TRIES: Final = 3
CLOSED_MAX: Final = 200
"""Closed tables that can still be looked at; older ones are forgotten."""


class Tables:
    """The open tables of every server. Use it from the event loop that started it."""

    def __init__(
        self,
        database: Database,
        presets: Presets,
        packs: Packs,
        clock: Clock,
        settings: Settings,
        *,
        store: Store | None = None,
    ) -> None:
        self._database = database
        self._ledger = Ledger(database)
        self._presets = presets
        self._packs = packs
        self._settings = settings
        self._keeper = Keeper(database, store or SqliteStore(database), clock, settings)
        self._clockwork = Clockwork(self._keeper.now_ms, self._ring)
        self._housework = Housework(self._keeper, packs, self._clockwork, self._changed)
        self._tables: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}
        self._closed: OrderedDict[int, None] = OrderedDict()
        self._last_id = 0
        self._listeners: list[Callable[[int], None]] = []
        self._ticks: set[asyncio.Task[None]] = set()

    # life

    async def start(self) -> None:
        """Bring every open table back as it was acknowledged, and wind the clocks."""
        stored, self._last_id = await recovery.load_all(self._database)
        broken = []
        for kept in stored:
            restored = recovery.restore(kept)
            if restored is None:
                await self._give_up(kept)
                continue
            recovery.give_grace(restored.table, self._keeper.now_ms(), self._settings.grace_seconds * 1000)
            self._take_in(restored.table)
            if not restored.is_whole:
                broken.append(restored.table)
        await self._keeper.refresh(self._tables.values())
        for table in broken:
            await self._void_unread(table)
        _log.info("event=tables_back count=%d broken=%d", len(self._tables), len(broken))

    async def stop(self) -> None:
        """Stop the clocks and wait for what is being done; nothing is lost, all is on the disk."""
        self._clockwork.stop()
        while self._ticks:
            await asyncio.wait(set(self._ticks))
        self._clockwork.stop()

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with a table's id after each change of it that was committed."""
        self._listeners.append(listener)

    # questions

    def open_in(self, channel_id: int) -> Table | None:
        """Return the open table of a channel or thread."""
        return self._by_channel.get(channel_id)

    async def table_in(self, channel_id: int) -> Table | None:
        """Return what `open_in` does; awaited, for those outside the program who look at its tables."""
        return self.open_in(channel_id)

    def has(self, table_id: int) -> bool:
        """Whether the table can be looked at: it is open, or was closed lately."""
        return table_id in self._tables

    def view(self, table_id: int, user_id: int | None) -> TableView:
        """Return a table as a member, or (None) the channel, may see it."""
        return view_of(self._tables[table_id], user_id)

    def open_ids(self) -> tuple[int, ...]:
        """Return the tables that are open."""
        return tuple(table.id for table in self._by_channel.values())

    def rules(self, table_id: int) -> RulesView:
        """Return the rules in force at a table."""
        return rules_view(self._tables[table_id].state)

    def rules_of(self, game: str, preset: str | None) -> RulesView | Refused:
        """Return the rules of a preset, of the default where none is named."""
        try:
            return preset_rules_view(game, *self._presets.rules(game, preset))
        except No as no:
            return no.refused

    def message_of(self, table_id: int) -> int | None:
        """Return the table's public message."""
        return self._tables[table_id].message_id

    async def remember_message(self, table_id: int, channel_id: int, message_id: int) -> None:
        """Keep where the table's public message stands."""
        table = self._tables[table_id]
        assert channel_id == table.channel_id, "a table stays in its channel"
        table.message_id = message_id
        await self._database.write(
            lambda conn: (
                conn.execute("UPDATE tables SET message_id = ? WHERE id = ?", (message_id, table_id)).rowcount
            )
        )

    # wishes

    async def open(self, who: Asker, channel_id: int, request: OpenRequest, interaction_id: int) -> Outcome:
        """Open a table in a channel; whoever opens it has the first seat."""
        action_id = str(interaction_id)
        try:
            outcome = await self._opened(who, channel_id, request, action_id)
        except No as no:
            outcome = no.refused
        except StorageFailed:
            outcome = Refused(Refusal.STORAGE_FAILED)
        _log_action(None, who, "open", outcome)
        return outcome

    async def _opened(self, who: Asker, channel_id: int, request: OpenRequest, action_id: str) -> Outcome:
        served = await self._keeper.served(action_id)
        if served is not None:
            await self._find(served.table_id)
            return served
        if channel_id in self._by_channel:
            return Refused(Refusal.TABLE_OPEN)
        draft = Draft(None, self._packs, action_id, self._keeper.now_ms())
        draft.add(agreed(self._presets, self._settings, draft.now_ms, who, channel_id, request))
        draft.promise_pack()
        wishes.join(draft, who)
        self._last_id += 1
        table = Table(self._last_id, draft.state)
        try:
            done = await self._keeper.commit(table, draft, kind="open", action_id=action_id, who=who)
        except ChannelTaken:
            # Two at once; or one whose commit failed when asked, and stood on the disk all the same.
            await self._find_in(channel_id)
            return Refused(Refusal.TABLE_OPEN)
        if not done.is_repeat:
            self._take_in(table)
            self._changed(table)
        return done

    async def act(
        self, table_id: int, who: Asker, asked: Asked | None, request: Request, interaction_id: int
    ) -> Outcome:
        """Do what a member asks of a table, or say why not.

        The same interaction again gets the same answer and changes nothing.
        `asked` is what a button was drawn for, None for a slash command.
        """
        started = time.perf_counter_ns()
        action_id = str(interaction_id)
        table = self._tables.get(table_id)
        if table is None:
            return await self._keeper.served(action_id) or Refused(Refusal.TABLE_CLOSED)
        async with table.lock:
            outcome = await self._answer(table, who, asked, request, action_id)
        if isinstance(outcome, Done) and not outcome.is_repeat:
            self._changed(table)
        _log_action(table, who, request.kind, outcome, started)
        return outcome

    async def _answer(
        self, table: Table, who: Asker, asked: Asked | None, request: Request, action_id: str
    ) -> Outcome:
        served = table.answer_to(action_id)
        if served is not None:
            return served
        try:
            if table.is_stale:
                await self._keeper.reload(table)
                self._settle(table)
            try:
                return await self._decide(table, who, asked, request, action_id)
            except No as no:
                refused = no.refused
            except IllegalAction as error:
                refused = Refused(error.reason, error.detail)
            # Refused by now; but it may be the repetition of something that was accepted.
            return await self._keeper.served(action_id) or refused
        except (StorageFailed, Diverged) as error:
            # Whether it was written is not certain before the table has been read again.
            table.is_stale = True
            self._clockwork.set(table.id, self._keeper.now_ms() + RETRY_MS)
            _log.error("event=commit_failed table=%d kind=%s reason=%r", table.id, request.kind, str(error))
            return Refused(Refusal.STORAGE_FAILED)

    async def _decide(
        self, table: Table, who: Asker, asked: Asked | None, request: Request, action_id: str
    ) -> Outcome:
        """Judge a wish and commit what it does. Raises No, IllegalAction, StorageFailed, Diverged."""
        if table.is_closed:
            raise No(Refusal.TABLE_CLOSED)
        if request.kind == TableKind.DEAL and table.state.phase is TablePhase.PAUSE:
            # A round follows by itself: nobody cuts the others' time to read short.
            request = replace(request, kind=TableKind.READY)
        for _ in range(_TRIES):
            draft = table.draft(self._packs, action_id, self._keeper.now_ms())
            seat: Seat | None = None
            if request.kind in _TABLE_KINDS:
                await self._grant(table, draft, who, asked, request)
            else:
                seat = _seat(table, who, asked)
                rounds.act(draft, seat, request.kind, request.amount)
            if not draft.events:
                # Nothing to do, such as sitting out twice: good, and nothing to write down.
                done = Done(table.id, table.version, request.kind, request.amount)
                return await self._keeper.served(action_id) or table.remember(action_id, done)
            try:
                return await self._keeper.commit(
                    table, draft, kind=request.kind, amount=request.amount, action_id=action_id, who=who
                )
            except NotCovered as lack:
                if request.kind not in _DEALING:
                    await self._refuse_uncovered(table, who, seat, request, lack)
                # Balances moved at another table between the look and the commit: look again.
        raise No(Refusal.ENTRY_NOT_COVERED)

    async def _grant(
        self, table: Table, draft: Draft, who: Asker, asked: Asked | None, request: Request
    ) -> None:
        if request.kind in _DEALING and asked is not None and asked.round_index != table.round_index:
            # A late press must not deal the round after the one it was meant for.
            raise No(Refusal.STALE)
        if wishes.may_deal(table.state, who, request.kind):
            await self._keeper.refresh([table])
        wishes.grant(draft, wishes.Wish(who, request, table.balances, self._settings.sale_multiple))

    async def _refuse_uncovered(
        self, table: Table, who: Asker, seat: Seat | None, request: Request, lack: NotCovered
    ) -> None:
        """Say how much would be covered. Raises No. Balances are read afresh: they have just proved old."""
        s = table.state
        await self._keeper.refresh([table])
        is_own = lack.account == accounts.player(who.user_id)
        reason = Refusal.NOT_COVERED if is_own else Refusal.BANK_NOT_COVERED
        if seat is None:
            # Who raises his own bid has what he bid before to put up as well.
            bid = s.bid if request.kind == TableKind.BANK_BID else None
            own_bid = bid.amount if bid is not None and s.sitter(bid.seat) == s.sitter_of(who.user_id) else 0
            raise No(reason, max=(lack.balance + own_bid) // COUNTER * COUNTER)
        offers = s.game.offers(s.round, seat)
        offer = next((offer for offer in offers if offer.kind == request.kind and offer.amount_max), None)
        if offer is None:
            raise No(reason)
        raise No(reason, max=table.cover().largest(seat, offer))

    async def abandon(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> None:
        """A server or channel is gone: its tables close and pay back. A member is gone: he leaves."""
        if guild_id is not None and user_id is not None:
            await self._ledger.mark_gone(guild_id, user_id)
        for table in list(self._by_channel.values()):
            if guild_id not in (None, table.guild_id) or channel_id not in (None, table.channel_id):
                continue
            if user_id is None:
                action_id = f"abandon:{table.id}:{table.version}"
                await self._housework.do(table, "abandon", action_id, lambda draft: rounds.close(draft, None))
            elif table.state.sitter_of(user_id) is not None:
                action_id = f"gone:{table.id}:{user_id}:{table.version}"
                await self._housework.do(
                    table, "gone", action_id, lambda draft: housework.take_away(draft, user_id)
                )

    # clocks

    def _ring(self) -> None:
        """The earliest deadline is due: a task does what has to be done, and ends."""
        task = asyncio.get_running_loop().create_task(self.tick(), name="tables-tick")
        self._ticks.add(task)
        task.add_done_callback(self._ticks.discard)

    async def tick(self) -> None:
        """Do everything that is due by now, at all tables at once."""
        due = [self._tables[table_id] for table_id in self._clockwork.take_due()]
        await asyncio.gather(*(self._attend(table) for table in due))

    async def _attend(self, table: Table) -> None:
        await self._housework.attend(table)
        if not table.is_stale:
            self._settle(table)

    # small things

    async def _give_up(self, kept: StoredTable) -> None:
        await self._database.write(lambda conn: recovery.give_up(conn, kept, self._keeper.now_ms()))

    async def _void_unread(self, table: Table) -> None:
        held = await recovery.held_at(self._database, table)

        def void(draft: Draft) -> None:
            draft.held = held
            housework.void_unread(draft)

        await self._housework.do(table, "void", f"void:{table.id}:{table.version}", void)

    async def _find_in(self, channel_id: int) -> None:
        """Take in the open table that stands in a channel on the disk, where memory does not know of it."""
        rows = await self._database.read(
            "SELECT id FROM tables WHERE channel_id = ? AND status = 'open'", (channel_id,)
        )
        for (table_id,) in rows:
            await self._find(table_id)

    async def _find(self, table_id: int) -> None:
        """Take in a table that is on the disk and not in memory, if it is open."""
        kept = None if table_id in self._tables else await recovery.load(self._database, table_id)
        restored = None if kept is None else recovery.restore(kept)
        if restored is not None and not restored.table.is_closed and table_id not in self._tables:
            await self._keeper.refresh([restored.table])
            self._take_in(restored.table)

    def _take_in(self, table: Table) -> None:
        self._last_id = max(self._last_id, table.id)
        self._tables[table.id] = table
        self._by_channel[table.channel_id] = table
        self._settle(table)

    def _changed(self, table: Table) -> None:
        """A commit has changed a table: wind its clock and tell those who listen."""
        self._settle(table)
        for listener in self._listeners:
            try:
                listener(table.id)
            except Exception:  # noqa: BLE001 - what is committed stays so, whoever does not want to hear it
                _log.exception("event=listener_failed table=%d", table.id)

    def _settle(self, table: Table) -> None:
        """Have the clock ring at the table's next deadline; a closed table gives its channel free."""
        if not table.is_closed:
            self._clockwork.set(table.id, table.due_at)
            return
        self._clockwork.set(table.id, None)
        if self._by_channel.get(table.channel_id) is table:
            del self._by_channel[table.channel_id]
        self._closed[table.id] = None
        while len(self._closed) > CLOSED_MAX:
            self._tables.pop(self._closed.popitem(last=False)[0], None)


def _seat(table: Table, who: Asker, asked: Asked | None) -> Seat:
    """Return the seat that `who` acts for. Raises No where he has none, or his button is old.

    A button drawn for another's turn is not old: the rules say whose turn it is.
    """
    s = table.state
    seat = wishes.seat_of(s, who).seat
    if asked is None:
        return seat
    if not s.is_round_running or asked.round_index != s.round_index:
        raise No(Refusal.STALE)
    is_waited_for = seat in s.game.seats_to_act(s.round)
    if is_waited_for and asked.decision not in (None, s.game.decision(s.round, seat)):
        raise No(Refusal.STALE)
    return seat


def _log_action(
    table: Table | None, who: Asker, kind: str, outcome: Outcome, started: int | None = None
) -> None:
    """One line an answer: who asked what of which table, and how long it took."""
    ms = 0 if started is None else (time.perf_counter_ns() - started) // 1_000_000
    match outcome:
        case Done(table_id=table_id, version=version):
            answer = "done"
        case Refused(reason=answer):
            table_id, version = (0, 0) if table is None else (table.id, table.version)
    _log.info(
        "event=action table=%d round=%d user=%d kind=%s answer=%s version=%d ms=%d",
        table_id, 0 if table is None else table.round_index, who.user_id, kind, answer, version, ms,
    )  # fmt: skip
