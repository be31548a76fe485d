"""Questions about a state that several parts ask."""

from __future__ import annotations

from typing import Any

from bot.engine.cards import Card
from bot.engine.game import Party, Purse, Seat
from bot.engine.target.hand import Hand, Sight, Standing
from bot.engine.target.state import Part, TargetState
from bot.engine.target.totals import best_total
from bot.engine.target.variant import Variant


def active(s: TargetState[Any]) -> tuple[Party, int, Hand] | None:
    """Return the punter's hand that is to be played: of the eldest unfinished seat, the leftmost."""
    hands = s.hands
    for party in s.order[:-1]:
        for index, hand in enumerate(hands[party]):
            if hand.ending is None:
                return party, index, hand
    return None


def is_bank_shown(s: TargetState[Any]) -> bool:
    """Whether the banker's cards lie face up."""
    sights = s.bank_hand.sights
    return sights.count(Sight.PUBLIC) == len(sights)


def awaited(variant: Variant[Any], s: TargetState[Any]) -> tuple[Seat, ...]:
    """Return whom the round waits for; nobody while a house step is due.

    `evolve` asks this once per event and keeps the answer in `TargetState.asked`.
    """
    if s.ended is not None or s.owed or s.banker is None:
        return ()
    match s.part:
        case Part.STAKES:
            return tuple(
                [seat for seat in s.order[:-1] if not s.hands[seat][0].stake and isinstance(seat, int)]
            )
        case Part.DOUBLING:
            looked = s.bank_hand.sights[0] is not Sight.NOBODY
            return (s.banker,) if looked and not isinstance(s.banker, Purse) else ()
        case Part.TURNS:
            turn = active(s)
            if turn is None or variant.forced(s.rules, turn[2]) is not None:
                return ()
            assert not isinstance(turn[0], Purse)
            return (turn[0],)
        case Part.BANK:
            hand = s.bank_hand
            if isinstance(s.banker, Purse) or hand.ending is not None or not is_bank_shown(s):
                return ()
            if variant.bank_forced(s.rules, hand) is not None or not variant.bank_must_play(s):
                return ()
            return (s.banker,)
        case _:
            return ()


def loose_cards(s: TargetState[Any]) -> tuple[Card, ...]:
    """Return what may be shuffled when the pack runs out: what lies under it, then what lies aside.

    Aside are the hands that are bust and still on the table, from eldest, as received.
    Source: D-PON-8.
    """
    aside = tuple(
        card
        for party in s.order[:-1]
        for hand in s.hands[party]
        if hand.ending is not None and hand.ending.is_out and not hand.is_away
        for card in hand.cards
    )
    return s.under + aside


def can_deal(s: TargetState[Any], count: int = 1) -> bool:
    """Whether so many cards could still be dealt in this round."""
    return len(s.pack) >= count or len(s.pack) + len(loose_cards(s)) >= count


def standing(variant: Variant[Any], hand: Hand) -> Standing:
    """Return what a finished hand is worth."""
    assert hand.ending is not None, "the hand is still being played"
    return Standing(hand.ending, best_total(variant.scale, hand.cards))
