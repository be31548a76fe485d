"""How far a raise is covered: by the seat that makes it, and by the bank it is made against.

Asked before a card is drawn: exposure right after the decision, from what everybody
knows. Judged after the draw, a refusal would tell what card comes next.
Exposure grows with the amount, so the largest that is covered is found by halving.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.game import COUNTER, NOTHING, Amount, IllegalAction, Offer, Seat
from bot.table.state import TableState


def needs(s: TableState, seat: Seat, kind: str, amount: Amount | None) -> dict[Seat, Amount]:
    """Return what each seat must have at hand for the action, beside what it holds already.

    Seats that need nothing are left out. Raises IllegalAction.
    """
    game = s.game
    after = s.round
    for event in game.decide(s.round, game.action(seat, kind, amount, ())):
        after = game.evolve(after, event)
    before = game.exposure(s.round)
    return {
        other: Amount(exposed - before.get(other, NOTHING))
        for other, exposed in game.exposure(after).items()
        if exposed > before.get(other, NOTHING)
    }


def is_covered(
    s: TableState, seat: Seat, offer: Offer, amount: Amount, balances: Mapping[int, Amount]
) -> bool:
    """Whether everybody could hold what an offer taken at `amount` would expose."""
    users = {x.seat: x.user_id for x in s.sitters}
    try:
        wanted = needs(s, seat, offer.kind, amount or None)
    except IllegalAction:
        return True  # not for want of counters
    return all(balances.get(users[other], NOTHING) >= needed for other, needed in wanted.items())


def cut(s: TableState, seat: Seat, offer: Offer, balances: Mapping[int, Amount]) -> Offer | None:
    """Return the offer as far as it is covered, None where none of it is."""
    if is_covered(s, seat, offer, offer.amount_max, balances):
        return offer
    if not offer.amount_max or not is_covered(s, seat, offer, offer.amount_min, balances):
        return None
    return replace(offer, amount_max=largest(s, seat, offer, balances))


def largest(s: TableState, seat: Seat, offer: Offer, balances: Mapping[int, Amount]) -> Amount:
    """Return the largest amount of the offer that is covered, in whole counters; 0 if none is."""
    low, high = offer.amount_min // COUNTER - 1, offer.amount_max // COUNTER
    while low < high:
        middle = (low + high + 1) // 2
        if is_covered(s, seat, offer, Amount(middle * COUNTER), balances):
            low = middle
        else:
            high = middle - 1
    return Amount(low * COUNTER) if low * COUNTER >= offer.amount_min else NOTHING
