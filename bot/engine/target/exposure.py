"""What each seat can still lose, from what everybody knows. It is what has to be held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bot.engine.game import Amount, Limits, Purse, Seat
from bot.engine.target.state import TargetState
from bot.engine.target.variant import Variant

R = TypeVar("R")


def exposure(variant: Variant[R], s: TargetState[R]) -> Mapping[Seat, Amount]:
    """Return the most each seat can still lose, in hundredths, if nobody splits or doubles by choice.

    A stake not yet made counts as the smallest for its punter, who may not fold,
    and as the largest for the bank, so that stakes made in the same second never
    compete for the bank's cover. What a punter may still buy is counted for the
    bank likewise.
    """
    if s.ended is not None or s.banker is None:
        return {}
    found: dict[Seat, Amount] = {}
    bank = 0
    for party in s.punters:
        assert not isinstance(party, Purse), "punters sit"
        risk = 0
        for hand in s.hands[party]:
            low = high = hand
            if not hand.stake:
                low = hand._replace(stake=s.limits.stake_min, original=s.limits.stake_min)
                high = hand._replace(stake=s.stake_max, original=s.stake_max)
            risk += variant.risk(s, low)
            bank += variant.potential(s, high)
        found[party] = Amount(risk)
    if not isinstance(s.banker, Purse):
        found[s.banker] = Amount(bank)
    return found


def entry(variant: Variant[R], rules: R, limits: Limits) -> Amount:
    """Return what a punter must be able to hold to be dealt in: all that the smallest stake can lose."""
    return Amount(variant.entry_factor(rules) * limits.stake_min)
