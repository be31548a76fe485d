"""How far a raise is covered: by the seat that makes it, and by the bank it is made against.

Exposure grows with the amount, so the largest that is covered is found by halving.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.game import COUNTER, NOTHING, Amount, IllegalAction, Offer, Seat
from bot.table import money
from bot.table.state import TableState


def is_covered(
    s: TableState, seat: Seat, offer: Offer, amount: Amount, balances: Mapping[int, Amount]
) -> bool:
    """Whether everybody could hold what an offer taken at `amount` would expose."""
    return not lacking(s, seat, offer.kind, amount, balances)


def lacking(
    s: TableState, seat: Seat, kind: str, amount: Amount | None, balances: Mapping[int, Amount]
) -> frozenset[Seat]:
    """Return the seats that could not hold what they would stand to lose after the action."""
    try:
        events = s.game.decide(s.round, s.game.action(seat, kind, amount, ()))
    except IllegalAction:
        return frozenset()
    after = s.round
    for event in events:
        after = s.game.evolve(after, event)
    held = money.due(s)
    users = {x.seat: x.user_id for x in s.sitters}
    before = s.game.exposure(s.round)
    return frozenset(
        other
        for other, exposed in s.game.exposure(after).items()
        if exposed > before.get(other, NOTHING)
        and exposed - held.get(other, NOTHING) > balances.get(users[other], NOTHING)
    )


def cut(s: TableState, seat: Seat, offer: Offer, balances: Mapping[int, Amount]) -> Offer | None:
    """Return the offer as far as it is covered, None where none of it is."""
    if is_covered(s, seat, offer, offer.amount_max, balances):
        return offer
    if not offer.amount_max or not is_covered(s, seat, offer, offer.amount_min, balances):
        return None
    return replace(offer, amount_max=largest(s, seat, offer, balances))


def largest(s: TableState, seat: Seat, offer: Offer, balances: Mapping[int, Amount]) -> Amount:
    """Return the largest amount of the offer that is covered, 0 if none is."""
    low, high = offer.amount_min // COUNTER - 1, offer.amount_max // COUNTER
    while low < high:
        middle = (low + high + 1) // 2
        if is_covered(s, seat, offer, Amount(middle * COUNTER), balances):
            low = middle
        else:
            high = middle - 1
    return Amount(low * COUNTER) if low * COUNTER >= offer.amount_min else NOTHING
