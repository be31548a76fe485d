"""Every click enters here: what it asks is judged, written down, and only then true."""

from __future__ import annotations

import asyncio
import heapq
import json
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from bot.engine.game import COUNTER, Absence, Amount, IllegalAction, Offer, Seat
from bot.engine.registry import GAMES
from bot.ledger.ledger import Ledger
from bot.ledger.transfers import NotCovered
from bot.settings import Settings
from bot.storage.database import Database
from bot.storage.errors import StorageFailed
from bot.table import cover, money, recovery, rounds, wishes
from bot.table import events as e
from bot.table.clock import Clock, to_ms
from bot.table.deadlines import IDLE, PAUSE, Alarm, deadlines_of
from bot.table.draft import Draft
from bot.table.packs import Packs
from bot.table.presets import Presets
from bot.table.store import Newcomer, SqliteStore, Store, StoredAction, StoredEvent
from bot.table.table import Table, codec_of
from bot.table.trouble import No
from bot.table.view import rules_view, view_of
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
_STAKE_MAX_DEFAULT: Final = 10
_SEATS_DEFAULT: Final = 8
_TRIES: Final = 3


class Tables:
    """The open tables of every server. Use it from the event loop that started it."""

    def __init__(
        self, database: Database, presets: Presets, packs: Packs, clock: Clock, settings: Settings, *, store: Store | None = None
    ) -> None:  # fmt: skip
        self._database = database
        self._store: Store = store if store is not None else SqliteStore(database)
        self._ledger = Ledger(database)
        self._presets = presets
        self._packs = packs
        self._clock = clock
        self._settings = settings
        self._tables: dict[int, Table] = {}
        self._by_channel: dict[int, Table] = {}
        self._opening: dict[int, asyncio.Lock] = {}
        self._last_id = 0
        self._listeners: list[Callable[[int], None]] = []
        self._heap: list[tuple[int, int]] = []
        self._alarm = Alarm(self._ring)
        self._ticks: set[asyncio.Task[None]] = set()

    # life

    async def start(self) -> None:
        """Bring every open table back as it was acknowledged, and wind the clocks."""
        grace = self._settings.grace_seconds * 1000
        stored, self._last_id = await recovery.load(self._database)
        broken = []
        for kept in stored:
            table, is_whole = recovery.restore(kept)
            recovery.give_grace(table, self._now_ms(), grace)
            self._take_in(table)
            if not is_whole:
                broken.append(table)
        for table in broken:
            await self._house_act(table, "recovery", f"void:{table.id}:{table.version}", rounds.void)
        _log.info("event=tables_back count=%d broken=%d", len(stored), len(broken))

    async def stop(self) -> None:
        """Stop the clocks and wait for what is being done; nothing is lost, all is on the disk."""
        self._alarm.stop()
        if self._ticks:
            await asyncio.wait(set(self._ticks))

    def subscribe(self, listener: Callable[[int], None]) -> None:
        """Call `listener` with a table's id after each change of it that was committed."""
        self._listeners.append(listener)

    # questions

    def table_in(self, channel_id: int) -> Table | None:
        """Return the open table of a channel or thread."""
        return self._by_channel.get(channel_id)

    def view(self, table_id: int, user_id: int | None) -> TableView:
        """Return a table as a member, or (None) the channel, may see it. A closed one is kept a while."""
        return view_of(self._tables[table_id], user_id)

    def has(self, table_id: int) -> bool:
        """Whether the table is known: open, or closed since the program was started."""
        return table_id in self._tables

    def open_ids(self) -> tuple[int, ...]:
        """Return the tables that are open."""
        return tuple(table.id for table in self._by_channel.values())

    def rules(self, table_id: int) -> RulesView:
        """Return the rules in force at a table."""
        s = self._tables[table_id].state
        opened = s.opened
        view = rules_view(opened.game, opened.preset, opened.rules, opened.options)
        return RulesView(
            view.game, view.preset, view.rules, view.options, view.ranking, view.payouts, view.bank_ways,
            s.stake_min, s.stake_max, opened.seat_max, opened.clock_seconds,
        )  # fmt: skip

    def rules_of(self, game: str, preset: str | None) -> RulesView | Refused:
        """Return the rules of a preset, of the default where none is named."""
        try:
            name, rules = self._presets.rules(game, preset)
        except No as no:
            return no.refused
        return rules_view(game, name, rules, ())

    def message_of(self, table_id: int) -> int | None:
        """Return the table's public message."""
        return self._tables[table_id].message_id

    async def remember_message(self, table_id: int, channel_id: int, message_id: int) -> None:
        """Keep where the table's public message stands."""
        assert channel_id == self._tables[table_id].channel_id, "a table stays in its channel"
        self._tables[table_id].message_id = message_id
        await self._database.write(
            lambda conn: (
                conn.execute("UPDATE tables SET message_id = ? WHERE id = ?", (message_id, table_id)).rowcount
            )
        )

    # wishes

    async def open(self, who: Asker, channel_id: int, request: OpenRequest, interaction_id: int) -> Outcome:
        """Open a table in a channel; whoever opens it has the first seat."""
        action_id = str(interaction_id)
        lock = self._opening.setdefault(channel_id, asyncio.Lock())
        async with lock:
            try:
                served = await self._store.served(action_id)
                if served is not None:
                    return _outcome(served, is_repeat=True)
                if channel_id in self._by_channel:
                    return Refused(Refusal.TABLE_OPEN)
                opened = self._agreed(who, channel_id, request)
                table_id = self._last_id = self._last_id + 1
                draft = Draft(None, self._packs, action_id, self._now_ms(), None)
                draft.add(opened)
                wishes.join(draft, who)
                draft.promise_pack()
                table = Table(table_id, draft.state)
                outcome = await self._commit(table, draft, "open", None, action_id, who)
            except No as no:
                return no.refused
            except StorageFailed:
                return Refused(Refusal.STORAGE_FAILED)
            if isinstance(outcome, Done) and not outcome.is_repeat:
                self._take_in(table)
        return outcome

    async def act(
        self, table_id: int, who: Asker, asked: Asked | None, request: Request, interaction_id: int
    ) -> Outcome:
        """Do what a member asks of a table, or say why not.

        The same interaction again gets the same answer and changes nothing.
        `asked` is what a button was drawn for, None for a slash command.
        """
        table = self._tables.get(table_id)
        action_id = str(interaction_id)
        if table is None:
            served = await self._store.served(action_id)
            return _outcome(served, is_repeat=True) if served else Refused(Refusal.TABLE_CLOSED)
        started = time.perf_counter_ns()
        async with table.lock:
            outcome = await self._serve(table, who, asked, request, action_id)
        if isinstance(outcome, Done) and not outcome.is_repeat:
            self._tell(table)
        ms = (time.perf_counter_ns() - started) // 1_000_000
        answer = "done" if isinstance(outcome, Done) else str(outcome.reason)
        _log.info(
            "event=action table=%d round=%d user=%d kind=%s answer=%s version=%d ms=%d",
            table.id, table.round_index, who.user_id, request.kind, answer, table.version, ms,
        )  # fmt: skip
        return outcome

    async def _serve(
        self, table: Table, who: Asker, asked: Asked | None, request: Request, action_id: str
    ) -> Outcome:
        answer = table.served.get(action_id)
        if answer is not None:
            return _outcome(answer, is_repeat=True)
        try:
            if table.is_stale:
                await self._reload(table)
            outcome = await self._decided(table, who, asked, request, action_id)
        except No as no:
            outcome = no.refused
        except IllegalAction as error:
            outcome = Refused(error.reason, error.detail)
        except StorageFailed:
            # Whether it was written is not certain before it has been read again.
            table.is_stale = True
            outcome = Refused(Refusal.STORAGE_FAILED)
        if isinstance(outcome, Refused) and not table.is_stale and action_id not in table.served:
            served = await self._store.served(action_id)
            if served is not None:
                return _outcome(served, is_repeat=True)
        return outcome

    async def _decided(
        self, table: Table, who: Asker, asked: Asked | None, request: Request, action_id: str
    ) -> Outcome:
        for _ in range(_TRIES):
            draft = Draft(table.state, self._packs, action_id, self._now_ms(), table)
            balances = await self._balances(table, request)
            seat: Seat | None = None
            if request.kind in _TABLE_KINDS:
                _check_phase(table, asked, request)
                wishes.grant(draft, wishes.Wish(who, request, balances, self._settings.sale_multiple))
            else:
                seat = _seat(table, who, asked)
                rounds.act(draft, seat, request.kind, request.amount)
            if not draft.events:
                return Done(table.id, table.version, request.kind, request.amount)
            try:
                return await self._commit(table, draft, request.kind, request.amount, action_id, who)
            except NotCovered as lack:
                if request.kind in (TableKind.DEAL, TableKind.READY):
                    continue  # balances moved at another table meanwhile: look again
                return await self._not_covered(table, draft, who, seat, request, lack)
        return Refused(Refusal.ENTRY_NOT_COVERED)

    async def _not_covered(
        self, table: Table, draft: Draft, who: Asker, seat: Seat | None, request: Request, lack: NotCovered
    ) -> Refused:
        """Say how much would be covered. Balances are read afresh, for they have just proved old."""
        s = table.state
        users = [x.user_id for x in draft.state.sitters]
        table.balances.update(
            {k: Amount(v) for k, v in (await self._ledger.balances(table.guild_id, users)).items()}
        )
        is_own = lack.account == f"player:{who.user_id}"
        reason = Refusal.NOT_COVERED if is_own else Refusal.BANK_NOT_COVERED
        if seat is None or not s.is_round_running:
            return Refused(reason, {"max": lack.balance})
        offers: Sequence[Offer] = s.game.offers(s.round, seat)
        offer = next((o for o in offers if o.kind == request.kind and o.amount_max), None)
        most = cover.largest(s, seat, offer, table.balances) if offer is not None else Amount(0)
        return Refused(reason, {"max": most})

    async def _balances(self, table: Table, request: Request) -> dict[int, Amount]:
        """Return what the seated have at hand, fresh where a round may be dealt on it."""
        if request.kind in (TableKind.DEAL, TableKind.READY):
            await self._refresh(table)
        return table.balances

    async def _refresh(self, table: Table) -> None:
        users = [x.user_id for x in table.state.sitters]
        fresh = await self._ledger.balances(table.guild_id, users)
        table.balances.update({user: Amount(amount) for user, amount in fresh.items()})

    # writing

    async def _commit(
        self, table: Table, draft: Draft, kind: str, amount: Amount | None, action_id: str, who: Asker | None
    ) -> Outcome:
        """Write a draft down; only then is it the table's state. Raises NotCovered, StorageFailed."""
        before, after = draft.before, draft.state
        done = Done(table.id, after.version, kind, amount)
        answer = json.dumps([done.table_id, done.version, kind, amount])
        first = 1 if before is None else before.version + 1
        encode = codec_of(after.opened.game).encode
        deadlines = deadlines_of(
            after,
            table.deadlines,
            draft.now_ms,
            pause_seconds=self._settings.pause_seconds,
            idle_minutes=self._settings.idle_close_minutes,
        )
        is_new = before is None
        sits_down = who is not None and any(isinstance(event, e.Joined) for event in draft.events)
        committed = await self._store.append(
            StoredAction(
                id=action_id,
                table_id=table.id,
                guild_id=after.opened.guild_id,
                user_id=None if who is None else who.user_id,
                kind=kind,
                at=draft.now_ms,
                answer=answer,
                events=tuple(
                    [
                        StoredEvent(seq, round_index, encode(event))
                        for seq, (event, round_index) in enumerate(
                            zip(draft.events, draft.rounds, strict=True), start=first
                        )
                    ]
                ),
                transfers=money.transfers(table.id, before, tuple(draft.events), after, action_id),
                results=money.results(table.id, before, after),
                deadlines=deadlines if deadlines != table.deadlines else None,
                packs=tuple(draft.new_seeds.items()),
                newcomer=self._newcomer(who) if sits_down and who is not None else None,
                opens_in=(after.opened.channel_id, after.opened.game) if is_new else None,
                is_closing=after.phase is TablePhase.CLOSED,
                watched=tuple([x.user_id for x in after.sitters]),
            )
        )
        if committed.repeats is not None:
            return _outcome(committed.repeats, is_repeat=True)
        self._adopt(table, draft, action_id, answer)
        table.balances.update(committed.balances)
        table.deadlines = deadlines
        self._wind(table)
        return done

    def _adopt(self, table: Table, draft: Draft, action_id: str, answer: str) -> None:
        """Make what was committed the table's state."""
        table.state = draft.state
        table.seeds.update(draft.new_seeds)
        keep = {draft.state.pack, draft.state.promised}
        table.seeds = {promise: seed for promise, seed in table.seeds.items() if promise in keep}
        was_promised = None if draft.before is None else draft.before.promised
        if draft.state.promised != was_promised:
            table.interactions = ()
        else:
            table.interactions = (*table.interactions, action_id)
        table.remember(action_id, answer)
        if table.is_closed:
            self._by_channel.pop(table.channel_id, None)

    async def _reload(self, table: Table) -> None:
        """Read a table from the disk again, after a commit of which nobody knows how it ended."""
        kept = await recovery.load_one(self._database, table.id)
        if kept is None:
            raise No(Refusal.TABLE_CLOSED)
        fresh, is_whole = recovery.restore(kept)
        assert is_whole, "what was committed can be replayed"
        table.state, table.seeds, table.deadlines = fresh.state, fresh.seeds, fresh.deadlines
        table.interactions, table.served = fresh.interactions, fresh.served
        table.is_stale = False
        await self._refresh(table)

    def _newcomer(self, who: Asker) -> Newcomer:
        return Newcomer(who.user_id, who.name, Amount(self._settings.starting_counters * COUNTER))

    def _agreed(self, who: Asker, channel_id: int, request: OpenRequest) -> e.TableOpened:
        """Return the opening that a request asks for. Raises No."""
        name, rules, options = self._presets.agreed(request)
        game: Any = GAMES[request.game]
        low = COUNTER if request.stake_min is None else request.stake_min
        high = (
            max(Amount(_STAKE_MAX_DEFAULT * COUNTER), low) if request.stake_max is None else request.stake_max
        )
        wishes.check_limits(low, high)
        seats = min(request.seats or _SEATS_DEFAULT, game.seat_max)
        clock = self._settings.clock_seconds if request.clock_seconds is None else request.clock_seconds
        ends_at = None if request.minutes is None else self._now_ms() + request.minutes * 60_000
        return e.TableOpened(
            who.guild_id, channel_id, request.game, name, rules, options, seats, low, high, clock, who.user_id, ends_at,
        )  # fmt: skip

    # the house acts by itself

    async def _house_act(
        self, table: Table, kind: str, action_id: str, change: Callable[[Draft], None]
    ) -> None:
        """Do what nobody clicked for: a clock, a pause, a table thrown out. Tries again later if the disk fails."""
        async with table.lock:
            try:
                if table.is_stale:
                    await self._reload(table)
                draft = Draft(table.state, self._packs, action_id, self._now_ms(), table)
                change(draft)
                if not draft.events:
                    return
                await self._commit(table, draft, kind, None, action_id, None)
            except (StorageFailed, NotCovered) as error:
                table.is_stale = True
                _log.error("event=house_act_failed table=%d kind=%s reason=%r", table.id, kind, str(error))
                self._push(table, self._now_ms() + 5_000)
                return
        _log.info("event=%s table=%d round=%d version=%d", kind, table.id, table.round_index, table.version)
        self._tell(table)

    async def abandon(
        self, *, guild_id: int | None = None, channel_id: int | None = None, user_id: int | None = None
    ) -> None:
        """A server or a channel is gone: its tables close, everything is paid back. A member is gone: he leaves."""
        for table in list(self._by_channel.values()):
            if guild_id not in (None, table.guild_id) or channel_id not in (None, table.channel_id):
                continue
            if user_id is None:
                action_id = f"abandon:{table.id}:{table.version}"
                await self._house_act(table, "abandon", action_id, lambda draft: rounds.close(draft, None))
            elif table.state.sitter_of(user_id) is not None:
                action_id = f"gone:{table.id}:{user_id}:{table.version}"
                await self._house_act(table, "gone", action_id, lambda draft: _take_away(draft, user_id))

    # clocks

    def _ring(self) -> None:
        """The earliest deadline is due: a task does what has to be done, and ends."""
        task = asyncio.get_running_loop().create_task(self.tick(), name="tables-tick")
        self._ticks.add(task)
        task.add_done_callback(self._ticks.discard)

    async def tick(self) -> None:
        """Do everything that is due by now."""
        due: list[int] = []
        now = self._now_ms()
        while self._heap and self._heap[0][0] <= now:
            due.append(heapq.heappop(self._heap)[1])
        for table_id in dict.fromkeys(due):
            table = self._tables.get(table_id)
            if table is None or table.is_closed:
                continue
            try:
                await self._do_due(table)
            except Exception:
                _log.exception("event=clock_failed table=%d version=%d", table.id, table.version)
                self._push(table, self._now_ms() + 60_000)
            self._wind(table)
        self._set_alarm()

    async def _do_due(self, table: Table) -> None:
        now = self._now_ms()
        for seat, deadline in list(table.deadlines.items()):
            if deadline.due_at > now or table.deadlines.get(seat) != deadline:
                continue
            action_id = f"clock:{table.id}:{table.round_index}:{seat}:{deadline.decision}:{deadline.due_at}"
            if seat == PAUSE:
                await self._refresh(table)
                await self._house_act(table, "next_round", action_id, lambda draft: _next_round(draft, table))
            elif seat == IDLE:
                await self._house_act(
                    table, "idle_close", action_id, lambda draft: rounds.close(draft, None, is_idle=True)
                )
            else:
                late = partial(_too_late, seat=Seat(seat), decision=deadline.decision)
                await self._house_act(table, "clock", action_id, late)

    def _wind(self, table: Table) -> None:
        if table.deadlines and not table.is_closed:
            self._push(table, min(deadline.due_at for deadline in table.deadlines.values()))

    def _push(self, table: Table, at_ms: int) -> None:
        heapq.heappush(self._heap, (at_ms, table.id))
        self._set_alarm()

    def _set_alarm(self) -> None:
        self._alarm.set(self._heap[0][0] if self._heap else None, self._now_ms())

    # small things

    def _take_in(self, table: Table) -> None:
        self._tables[table.id] = table
        if not table.is_closed:
            self._by_channel[table.channel_id] = table
        self._wind(table)

    def _tell(self, table: Table) -> None:
        for listener in self._listeners:
            listener(table.id)

    def _now_ms(self) -> int:
        return to_ms(self._clock.now())


def _seat(table: Table, who: Asker, asked: Asked | None) -> Seat:
    """Return the seat that `who` acts for. Raises No where the button is old or the seat is not his."""
    s = table.state
    sitter = wishes.seat_of(s, who)
    if asked is not None:
        decision = s.game.decision(s.round, sitter.seat) if s.is_round_running else None
        is_waited = s.is_round_running and sitter.seat in s.game.seats_to_act(s.round)
        if asked.round_index != s.round_index or not s.is_round_running:
            raise No(Refusal.STALE)
        if is_waited and asked.decision is not None and asked.decision != decision:
            raise No(Refusal.STALE)
    return sitter.seat


def _check_phase(table: Table, asked: Asked | None, request: Request) -> None:
    """A button that deals is for the pause it was drawn in: a late one must not deal the next round."""
    deals = request.kind in (TableKind.DEAL, TableKind.READY)
    if asked is not None and deals and asked.round_index != table.round_index:
        raise No(Refusal.STALE)


def _outcome(answer: str, *, is_repeat: bool) -> Done:
    table_id, version, kind, amount = json.loads(answer)
    return Done(table_id, version, kind, amount, is_repeat)


def _take_away(draft: Draft, user_id: int) -> None:
    sitter = draft.state.sitter_of(user_id)
    if sitter is not None:
        rounds.free_seat(draft, sitter.seat, is_forced=True)


def _next_round(draft: Draft, table: Table) -> None:
    """The pause is over: deal, or wait in the lobby where too few can play."""
    if draft.state.phase is not TablePhase.PAUSE:
        return
    try:
        rounds.begin(draft, table.balances)
    except No:
        draft.add(e.WentToLobby())


def _too_late(draft: Draft, seat: Seat, decision: int) -> None:
    """A seat's time is up, if it is still being asked the same."""
    s = draft.state
    if (
        not s.is_round_running
        or seat not in s.game.seats_to_act(s.round)
        or s.game.decision(s.round, seat) != decision
    ):
        return
    rounds.play_for(draft, seat, Absence.LATE)
    rounds.play_for_leavers(draft)
    rounds.after_round(draft)
