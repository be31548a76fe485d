"""How far a raise is covered: by the seat that makes it, and by the bank it is made against.

Asked before a card is drawn: exposure right after the decision, from what everybody
knows. Judged after the draw, a refusal would tell what card comes next.
Exposure grows with the amount, so the largest that is covered is found by halving.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.engine.game import COUNTER, NOTHING, Amount, IllegalAction, Offer, Seat
from bot.table.state import TableState


def needs(
    s: TableState, exposed: Mapping[Seat, Amount], seat: Seat, kind: str, amount: Amount | None
) -> dict[Seat, Amount]:
    """Return what each seat must have at hand for the action, beside what it holds already.

    `exposed` is the exposure now. Seats that need nothing are left out. Raises IllegalAction.
    """
    game = s.game
    after = s.round
    for event in game.decide(s.round, game.action(seat, kind, amount, ())):
        after = game.evolve(after, event)
    return {
        other: Amount(most - exposed.get(other, NOTHING))
        for other, most in game.exposure(after).items()
        if most > exposed.get(other, NOTHING)
    }


@dataclass(frozen=True, slots=True)
class Cover:
    """What the members of a table have at hand, beside what the round exposes them to."""

    state: TableState
    exposed: Mapping[Seat, Amount]
    balances: Mapping[int, Amount]

    def cut(self, seat: Seat, offer: Offer) -> Offer | None:
        """Return the offer as far as it is covered, None where none of it is."""
        if self._is_enough(seat, offer, offer.amount_max):
            return offer
        if not offer.amount_max or not self._is_enough(seat, offer, offer.amount_min):
            return None
        return replace(offer, amount_max=self.largest(seat, offer))

    def largest(self, seat: Seat, offer: Offer) -> Amount:
        """Return the largest amount of the offer that is covered, in whole counters; 0 if none is."""
        low, high = offer.amount_min // COUNTER - 1, offer.amount_max // COUNTER
        while low < high:
            middle = (low + high + 1) // 2
            if self._is_enough(seat, offer, Amount(middle * COUNTER)):
                low = middle
            else:
                high = middle - 1
        return Amount(low * COUNTER) if low * COUNTER >= offer.amount_min else NOTHING

    def _is_enough(self, seat: Seat, offer: Offer, amount: Amount) -> bool:
        users = {x.seat: x.user_id for x in self.state.sitters}
        try:
            wanted = needs(self.state, self.exposed, seat, offer.kind, amount or None)
        except IllegalAction:
            return True  # not for want of counters
        return all(self.balances.get(users[other], NOTHING) >= needed for other, needed in wanted.items())
