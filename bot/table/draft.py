"""What an action would do, worked out in memory; nothing of it is true before it is committed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from bot.engine import game as engine
from bot.engine.game import Amount, Draw, Limits, Seat
from bot.engine.shuffle import commitment, pack_seed
from bot.table import events as e
from bot.table.packs import PACK_LABEL, Packs
from bot.table.state import TableState, evolve, played


class Draft:
    """Events in the making. `state` is the table as it would be after those so far.

    `seeds` are the server seeds behind the promises, `interactions` what was accepted
    since the last one. `needs` is what members must have at hand for it, by user. `held` is what the
    seats hold by the books, where that does not follow from the state.
    """

    def __init__(
        self,
        state: TableState | None,
        packs: Packs,
        action_id: str,
        now_ms: int,
        *,
        seeds: Mapping[str, bytes] = MappingProxyType({}),
        interactions: tuple[str, ...] = (),
        exposed: Mapping[Seat, Amount] | None = None,
    ) -> None:
        self.before = state
        self.now_ms = now_ms
        self.events: list[Any] = []
        self.rounds: list[int | None] = []
        self.new_seeds: dict[str, bytes] = {}
        self.needs: dict[int, Amount] = {}
        self.held: dict[Seat, Amount] | None = None
        self._state = state
        self._packs = packs
        self._exposed_before = exposed
        self._exposed_after: Mapping[Seat, Amount] | None = None
        self._seeds = seeds
        self._interactions = (*interactions, action_id)
        self._pack_events: list[Any] = []
        self._pack: str | None = None if state is None else state.pack
        self._pack_interactions = () if state is None else state.pack_interactions
        self._has_dealt = self._pack is not None

    @property
    def state(self) -> TableState:
        """The table after the events so far."""
        assert self._state is not None, "a table begins with its opening"
        return self._state

    @property
    def exposed_before(self) -> Mapping[Seat, Amount]:
        """What each seat could lose before: asked of the game once, for it takes longer than the action."""
        if self._exposed_before is None:
            self._exposed_before = {} if self.before is None else self.before.exposure()
        return self._exposed_before

    @property
    def exposed_after(self) -> Mapping[Seat, Amount]:
        """What each seat can lose after the events; asked when they are complete."""
        if self._exposed_after is None:
            self._exposed_after = self.state.exposure()
        return self._exposed_after

    def add(self, *events: Any) -> None:
        """Let events of the table happen."""
        for event in events:
            self._state = evolve(self._state, event)
            self.events.append(event)
            self.rounds.append(None)

    def start_over(self) -> None:
        """Forget the events so far."""
        self._state = self.before
        self.events, self.rounds = [], []

    def begin_round(self, seats: tuple[Seat, ...], limits: Limits) -> None:
        """Open a round and run it to the first decision."""
        s = self.state
        opening = s.game.open(s.rules, seats, s.carry, limits)
        self._state = evolve(s, opening)
        step = engine.run_on(s.game, self._state.round, self._order)
        self._take(step, (opening,), is_opened=True)

    def play(self, action: Any) -> None:
        """Let one action of the game happen, with all that follows. Raises IllegalAction."""
        s = self.state
        self._take(engine.play(s.game, s.round, action, self._order), (), is_opened=False)

    def retire_pack(self) -> None:
        """Show the seed of the pack in use, if there is one: nothing is dealt from it any more."""
        if self.state.pack is not None:
            self.add(self._revealed(self.state.pack))
            self._pack, self._has_dealt = None, False

    def promise_pack(self) -> None:
        """Commit to the next pack."""
        self.add(self._promised())

    def _take(self, step: engine.Step[Any, Any], before: tuple[Any, ...], *, is_opened: bool) -> None:
        self._state = played(self.state, step.state, len(step.events))
        events = (*before, *step.events)
        self.events += events
        self.rounds += [self._state.round_index] * len(events)
        assert is_opened or not before
        pack_events, self._pack_events = self._pack_events, []
        self.add(*pack_events)

    def _order(self, due: Draw) -> tuple[Any, ...]:
        """Answer a call for chance from the pack in use; a new pack takes the promised seed."""
        if self._pack is None or (due.label == PACK_LABEL and self._has_dealt):
            self._begin_pack()
        if due.label == PACK_LABEL:
            self._has_dealt = True
        assert self._pack is not None
        seed = pack_seed(self._seed(self._pack), self._pack_interactions)
        return self._packs.order(seed, f"{self.state.round_index}:{due.label}", due)

    def _begin_pack(self) -> None:
        if self._pack is not None:
            self._pack_events.append(self._revealed(self._pack))
        promised = self.state.promised
        assert promised is not None, "a pack is promised before it is begun"
        self._pack, self._pack_interactions = promised, self._interactions
        self._has_dealt = False
        self._pack_events += [e.PackBegun(promised, self._interactions), self._promised()]

    def _promised(self) -> e.PackPromised:
        seed = self._packs.new_seed()
        promise = commitment(seed)
        self.new_seeds[promise] = seed
        return e.PackPromised(promise)

    def _revealed(self, promise: str) -> e.PackRevealed:
        return e.PackRevealed(promise, self._seed(promise).hex())

    def _seed(self, promise: str) -> bytes:
        return self.new_seeds.get(promise) or self._seeds[promise]
