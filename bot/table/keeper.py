"""What the disk says is so: drafts are written down here and only then become the table's state."""

from __future__ import annotations

import json
from collections.abc import Iterable

from bot.engine.game import COUNTER, Amount
from bot.ledger.ledger import Ledger
from bot.settings import Settings
from bot.storage.database import Database
from bot.table import events as e
from bot.table import money, recovery
from bot.table.clock import Clock, to_ms
from bot.table.deadlines import changed, deadlines_of
from bot.table.draft import Draft
from bot.table.store import Newcomer, Store, StoredAction, StoredEvent, StoredPack
from bot.table.table import Table, codec_of
from bot.views import Asker, Done, TablePhase


class Keeper:
    """Commits what tables do, and reads them again where a commit left doubt."""

    def __init__(self, database: Database, store: Store, clock: Clock, settings: Settings) -> None:
        self._database = database
        self._store = store
        self._ledger = Ledger(database)
        self._clock = clock
        self._settings = settings

    def now_ms(self) -> int:
        """Return the present in Unix milliseconds."""
        return to_ms(self._clock.now())

    async def served(self, action_id: str) -> Done | None:
        """Return the answer an action was given before, if it was."""
        answer = await self._store.served(action_id)
        return None if answer is None else read_answer(answer)

    async def commit(
        self,
        table: Table,
        draft: Draft,
        *,
        kind: str,
        action_id: str,
        who: Asker | None = None,
        amount: Amount | None = None,
    ) -> Done:
        """Write a draft down; only then is it the table's state.

        Raises what `Store.append` raises; the table is as it was then.
        """
        after = draft.state
        done = Done(table.id, after.version, kind, amount)
        deadlines = deadlines_of(
            after,
            table.deadlines,
            draft.now_ms,
            pause_seconds=self._settings.pause_seconds,
            idle_minutes=self._settings.idle_close_minutes,
        )
        events = _rows(draft)
        committed = await self._store.append(
            StoredAction(
                id=action_id,
                table_id=table.id,
                guild_id=after.opened.guild_id,
                user_id=None if who is None else who.user_id,
                kind=kind,
                at=draft.now_ms,
                answer=_written(done),
                events=events,
                covers=draft.needs,
                transfers=money.transfers(table.id, draft, action_id),
                results=money.results(table.id, draft),
                deadlines=changed(table.deadlines, deadlines),
                packs=_packs(draft, events),
                newcomer=self._newcomer(draft, who),
                opens_in=(after.opened.channel_id, after.opened.game) if draft.before is None else None,
                is_closing=after.phase is TablePhase.CLOSED,
                watched=tuple([x.user_id for x in after.sitters]),
            )
        )
        if committed.repeats is not None:
            return read_answer(committed.repeats)
        table.adopt(draft, action_id, done)
        table.deadlines = deadlines
        table.balances.update(committed.balances)
        return done

    async def reload(self, table: Table) -> None:
        """Read a table from the disk again, after a commit of which nobody knows how it ended."""
        kept = await recovery.load(self._database, table.id)
        restored = None if kept is None else recovery.restore(kept)
        assert restored is not None and restored.is_whole, "what was committed can be replayed"
        table.take_from(restored.table)
        await self.refresh([table])

    async def refresh(self, tables: Iterable[Table]) -> None:
        """Ask the ledger afresh what those who sit at `tables` have at hand."""
        by_guild: dict[int, list[Table]] = {}
        for table in tables:
            by_guild.setdefault(table.guild_id, []).append(table)
        for guild_id, of_guild in by_guild.items():
            users = {x.user_id for table in of_guild for x in table.state.sitters}
            found = await self._ledger.balances(guild_id, users)
            for table in of_guild:
                table.balances = {x.user_id: Amount(found[x.user_id]) for x in table.state.sitters}

    def _newcomer(self, draft: Draft, who: Asker | None) -> Newcomer | None:
        if who is None or not any(isinstance(event, e.Joined) for event in draft.events):
            return None
        return Newcomer(who.user_id, who.name, Amount(self._settings.starting_counters * COUNTER))


def _rows(draft: Draft) -> tuple[StoredEvent, ...]:
    first = 1 if draft.before is None else draft.before.version + 1
    encode = codec_of(draft.state.opened.game).encode
    pairs = zip(draft.events, draft.rounds, strict=True)
    return tuple(
        [
            StoredEvent(seq, round_index, encode(event))
            for seq, (event, round_index) in enumerate(pairs, start=first)
        ]
    )


def _packs(draft: Draft, rows: tuple[StoredEvent, ...]) -> tuple[StoredPack, ...]:
    return tuple(
        [
            StoredPack(row.seq, event.commitment, draft.new_seeds[event.commitment])
            for row, event in zip(rows, draft.events, strict=True)
            if isinstance(event, e.PackPromised)
        ]
    )


def _written(done: Done) -> str:
    return json.dumps([done.table_id, done.version, done.kind, done.amount])


def read_answer(answer: str) -> Done:
    """Return an answer as it was given before, marked as a repetition."""
    table_id, version, kind, amount = json.loads(answer)
    return Done(table_id, version, kind, amount, is_repeat=True)
