"""Rounds at random: seeded chance, seeded players, and every step they come through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.engine.game import COUNTER, Amount, Draw, Limits, Offer, Seat, Step, play, start

PLENTY = Amount(1_000_000 * COUNTER)


def chance(rng: Random) -> Callable[[Draw], tuple[Any, ...]]:
    """Return a shuffler that answers from `rng`."""

    def shuffle(draw: Draw) -> tuple[Any, ...]:
        return tuple(sorted(draw.items, key=lambda _: rng.random()))

    return shuffle


def limits(seats: tuple[Seat, ...], low: int = 1, high: int = 5, cover: Amount = PLENTY) -> Limits:
    """Return limits in counters under which every seat can cover `cover`."""
    return Limits(Amount(low * COUNTER), Amount(high * COUNTER), tuple((seat, cover) for seat in seats))


def seats(count: int) -> tuple[Seat, ...]:
    """Return the first `count` seats, clockwise."""
    return tuple(Seat(number) for number in range(1, count + 1))


@dataclass(frozen=True, slots=True)
class Wish:
    """One action that a seat may ask for, before the game has read it."""

    seat: Seat
    kind: str
    amount: Amount | None


def wish(rng: Random, seat: Seat, offers: tuple[Offer, ...]) -> Wish:
    """Return one of the offers, its amount anywhere in its range, in whole counters."""
    offer = rng.choice(offers)
    if not offer.amount_max:
        return Wish(seat, offer.kind, None)
    low, high = offer.amount_min // COUNTER, offer.amount_max // COUNTER
    counters = low + int((high - low + 1) * rng.random())
    return Wish(seat, offer.kind, Amount(counters * COUNTER))


Chooser = Callable[[Any, Seat, tuple[Offer, ...]], Wish]


@dataclass(frozen=True, slots=True)
class Moment:
    """A state in which somebody is to act, all events that led to it, and what comes next there."""

    state: Any
    events: tuple[Any, ...]
    action: Any
    after: Step[Any, Any]


def moments(
    game: Any,
    opening: Step[Any, Any],
    rng: Random,
    choose: Chooser | None = None,
    *,
    shuffle: Callable[[Draw], tuple[Any, ...]] | None = None,
    actions_max: int = 1_000,
) -> Iterator[Moment]:
    """Play a round to its end and yield every decision in it; `opening` is what `start` returned."""
    state, events = opening.state, opening.events
    answer = shuffle or chance(rng)
    for _ in range(actions_max):
        if game.is_over(state):
            return
        seat = rng.choice(game.seats_to_act(state))
        offers = game.offers(state, seat)
        asked = choose(state, seat, offers) if choose else wish(rng, seat, offers)
        action = game.action(asked.seat, asked.kind, asked.amount, ())
        after = play(game, state, action, answer)
        yield Moment(state, events, action, after)
        state, events = after.state, (*events, *after.events)
    raise AssertionError(f"{game.key}: no end after {actions_max} actions")


def opened(
    game: Any, rules: Any, count: int, rng: Random, *, carry: Any = None, high: int = 5
) -> Step[Any, Any]:
    """Open a round of `count` seats with plenty of cover."""
    sitting = seats(count)
    kept = game.fresh_carry(rules, sitting[0]) if carry is None else carry
    return start(game, rules, sitting, kept, limits(sitting, high=high), chance(rng))


def round_of(game: Any, rules: Any, count: int, rng: Random, *, carry: Any = None) -> Step[Any, Any]:
    """Play a whole round and return its end, with every event."""
    opening = opened(game, rules, count, rng, carry=carry)
    end = opening
    for moment in moments(game, opening, rng):
        end = Step(moment.after.state, (*moment.events, *moment.after.events))
    return end


def in_order(draw: Draw) -> tuple[Any, ...]:
    """A shuffler that leaves everything as it is."""
    return draw.items


def last_first(draw: Draw) -> tuple[Any, ...]:
    """A shuffler that turns everything round."""
    return draw.items[::-1]


def pairs(rng: Random, places: int) -> Callable[[Draw], tuple[Any, ...]]:
    """Chance that gives about half of the places two cards of one rank, so that splits are met."""
    even = chance(rng)

    def shuffle(draw: Draw) -> tuple[Any, ...]:
        items = list(even(draw))
        for at in range(min(places, len(items) - places)):
            other = at + places
            rank = getattr(items[at], "rank", None)
            same = [i for i in range(other, len(items)) if getattr(items[i], "rank", None) == rank]
            if rank and same and rng.random() < 0.5:
                items[other], items[same[0]] = items[same[0]], items[other]
        return tuple(items)

    return shuffle
