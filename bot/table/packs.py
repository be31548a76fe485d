"""Where the order of packs comes from: a promised seed, or for tests a stacked order."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.engine.cards import Card
from bot.engine.game import Draw
from bot.engine.shuffle import SEED_BYTES, shuffled

PACK_LABEL = "pack"


class Packs(Protocol):
    """Makes server seeds, and answers a game's call for chance."""

    def new_seed(self) -> bytes:
        """Return a fresh server seed."""
        ...

    def order(self, seed: bytes, label: str, due: Draw) -> tuple[Any, ...]:
        """Return the items of `due` in the order of chance; `label` names the stream of this table."""
        ...


class SeededPacks:
    """The real thing: seeds of the operating system, orders that anybody can recompute."""

    def new_seed(self) -> bytes:
        return secrets.token_bytes(SEED_BYTES)

    def order(self, seed: bytes, label: str, due: Draw) -> tuple[Any, ...]:
        return shuffled(seed, label, due.items)


class StackedPacks:
    """Orders laid out beforehand, for tests: each next pack takes the next of `orders`, top card first.

    A shorter order is completed by the rest of the pack in its fixed order; one
    that is no part of the pack fails. `by_label` stacks lots and other draws by
    their label. What is not stacked is random, from a seed of its own.
    """

    def __init__(
        self, orders: Sequence[Sequence[Card]] = (), by_label: Mapping[str, Sequence[Any]] | None = None
    ) -> None:
        self._orders = [tuple(order) for order in orders]
        self._by_label = dict(by_label or {})
        self._random = SeededPacks()

    def new_seed(self) -> bytes:
        return self._random.new_seed()

    def order(self, seed: bytes, label: str, due: Draw) -> tuple[Any, ...]:
        if due.label == PACK_LABEL and self._orders:
            top: tuple[Any, ...] = self._orders.pop(0)
        elif due.label in self._by_label:
            top = tuple(self._by_label[due.label])
        else:
            return self._random.order(seed, label, due)
        assert len(set(top)) == len(top) and set(top) <= set(due.items), f"no order of {due.label}: {top}"
        return top + tuple(item for item in due.items if item not in set(top))
