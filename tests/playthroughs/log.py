"""Rounds of a game as text: a golden log that is compared in tests and read in reviews."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from random import Random
from typing import Any

from bot.engine.cards import Card, Hidden
from bot.engine.game import COUNTER, Offer, Seat, Step, start
from bot.engine.registry import GAMES
from tests.support.given_presets import presets
from tests.support.play import Chooser, Wish, limits, moments, pairs, seats, wish

FOLDER = Path(__file__).parent
ROUNDS, SEATS, SEED = 4, 4, 21


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def written(game: str) -> str:
    """Return a few rounds of every preset of a game, always the same."""
    lines = [f"# {game}: {ROUNDS} rounds of every preset, {SEATS} seats, stakes from 1 to 5 counters."]
    lines += ["# Amounts in hundredths. Regenerate: python -m tests.playthroughs.regenerate"]
    for preset, rules in presets(game).items():
        lines += ["", f"## {preset}", *_rounds(GAMES[game], preset, rules)]
    return "\n".join(lines) + "\n"


def _rounds(game: Any, preset: str, rules: Any) -> Iterator[str]:
    rng, sitting = Random(f"{game.key} {preset} {SEED}"), seats(SEATS)
    shuffle = pairs(rng, SEATS)
    carry = game.fresh_carry(rules, sitting[0])
    for number in range(1, ROUNDS + 1):
        yield from ("", f"### round {number}", "")
        opening = start(game, rules, sitting, carry, limits(sitting), shuffle)
        yield from _events(opening.events)
        end: Step[Any, Any] = opening
        for moment in moments(game, opening, rng, _rare_first(rng), shuffle=shuffle):
            yield from _standing(game, moment.state)
            end = moment.after
            action = moment.action
            amount = f" {action.amount // COUNTER}" if action.amount else ""
            yield f"> {action.seat} {action.kind.value}{amount}"
            yield from _events(end.events)
        yield f"  = payoffs {_pairs(game.payoffs(end.state))}"
        carry = game.carry(end.state)
        yield f"  = carried {_text(carry)}"


def _rare_first(rng: Random) -> Chooser:
    """Players who more often than not take the offer that is named last: the rarest."""

    def choose(_state: Any, seat: Seat, offers: tuple[Offer, ...]) -> Wish:
        return wish(rng, seat, offers[-1:] if rng.random() < 0.5 else offers)

    return choose


def _standing(game: Any, state: Any) -> Iterator[str]:
    """What everybody sees, what is held, and what each seat that is waited for may do."""
    view = game.view(state, None)
    yield f"  = channel {view.phase.value}: {' / '.join(_place(place) for place in view.places)}"
    yield f"  = exposure {_pairs(game.exposure(state))}"
    for seat in game.seats_to_act(state):
        yield f"  = {seat} may {', '.join(_offer(offer) for offer in game.offers(state, seat))}"


def _place(place: Any) -> str:
    return f"{_text(place.party)} " + " | ".join(_text(hand.cards) for hand in place.hands)


def _offer(offer: Any) -> str:
    kind = _text(offer.kind)
    if not offer.amount_max:
        return kind
    return f"{kind} {offer.amount_min // COUNTER}..{offer.amount_max // COUNTER}"


def _pairs(amounts: Any) -> str:
    return ", ".join(f"{_text(party)}: {amount}" for party, amount in amounts.items()) or "none"


def _events(events: Iterable[Any]) -> Iterator[str]:
    for event in events:
        yield f"  {event.TAG}: {_text(event)}"


def _text(value: Any) -> str:
    """Any value of an event: cards as they are written, names before what they name, defaults left out."""
    if isinstance(value, Enum) and not isinstance(value, Hidden):
        return str(value.value)
    if isinstance(value, Card | Hidden | str | int | None):
        return str(value)
    if isinstance(value, frozenset):
        return "{" + " ".join(sorted(_text(part) for part in value)) + "}"
    if isinstance(value, tuple):
        is_plain = all(isinstance(part, Card | Hidden | str | int) for part in value)
        return "(" + (" " if is_plain else "; ").join(_text(part) for part in value) + ")"
    assert is_dataclass(value), f"no way to write {value!r}"
    parts = [(one.name, getattr(value, one.name)) for one in fields(value) if one.init]
    defaults = {one.name: one.default for one in fields(value)}
    return ", ".join(f"{name} {_text(part)}" for name, part in parts if part != defaults[name]) or "as usual"
