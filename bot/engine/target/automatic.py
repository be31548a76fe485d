"""What the round does by itself: chance it calls for, and the house steps that are due."""

from __future__ import annotations

from typing import TypeVar

from bot.engine.game import Amount, Draw, Party, Purse
from bot.engine.target.actions import Kind
from bot.engine.target.bank import able, bank_taken, find_banker
from bot.engine.target.events import (
    Called,
    Dealt,
    DealtCard,
    Ended,
    Event,
    Looked,
    Payment,
    PlayCalled,
    Settled,
    Shown,
    StepDone,
)
from bot.engine.target.evolve import LOT, PACK
from bot.engine.target.hand import Ending, Hand, Sight
from bot.engine.target.queries import active, is_bank_shown, loose_cards, standing
from bot.engine.target.state import Part, TargetState
from bot.engine.target.variant import Variant

R = TypeVar("R")
Events = tuple[Event, ...]


def chance_due(variant: Variant[R], s: TargetState[R]) -> Draw | None:
    """Return what has to be put in random order before anything else can happen."""
    if s.banker is None:
        if find_banker(variant, s) is not None:
            return None
        return Draw(LOT, able(s, variant.bank_factor(s.rules)))
    if s.pack or not s.owed or s.ended is not None:
        return None
    if s.is_fresh:
        return Draw(PACK, variant.pack(s.rules, len(s.seats)))
    return Draw(f"reshuffle:{s.reshuffles + 1}", loose_cards(s))


def automatic(variant: Variant[R], s: TargetState[R]) -> Events:
    """Return the house steps that are due now; empty where somebody is to decide, or all is over."""
    if s.asked or s.ended is not None:
        return ()
    if s.banker is None:
        found = find_banker(variant, s)
        assert found is not None, "a lot was due"
        return (bank_taken(variant, s, found),)
    if s.owed:
        return _deal(s)
    match s.part:
        case Part.DEAL:
            return _next(s)
        case Part.STAKES:
            return _next(s) if all(s.hands[party][0].stake for party in s.punters) else ()
        case Part.DOUBLING:
            return _doubling(s)
        case Part.CHECK:
            return _check(variant, s)
        case Part.TURNS:
            return _turns(variant, s)
        case Part.BANK:
            return _bank(variant, s)
        case Part.SETTLE:
            return _settle(variant, s)


def _next(s: TargetState[R]) -> Events:
    return (StepDone(s.step + 1),)


def _deal(s: TargetState[R]) -> Events:
    """Deal what is owed, as far as the pack goes."""
    dealt = Dealt(
        tuple(
            [
                DealtCard(owed.party, owed.hand, card, owed.sight)
                for owed, card in zip(s.owed, s.pack, strict=False)
            ]
        )
    )
    if s.part is Part.DEAL and len(s.pack) >= len(s.owed):
        return dealt, StepDone(s.step + 1)
    return (dealt,)


def _doubling(s: TargetState[R]) -> Events:
    """The banker looks at his first card; the house never doubles."""
    assert s.banker is not None
    if isinstance(s.banker, Purse):
        return _next(s)
    if s.bank_hand.sights[0] is Sight.NOBODY:
        return (Looked(s.banker, 0, s.bank_hand.cards),)
    return ()


def _check(variant: Variant[R], s: TargetState[R]) -> Events:
    """The banker looks at both cards: a natural ends the round, else everybody's naturals come out."""
    assert s.banker is not None
    bank = s.bank_hand
    looked: Events = () if isinstance(s.banker, Purse) else (Looked(s.banker, 0, bank.cards),)
    if variant.bank_forced(s.rules, bank) is Ending.NATURAL:
        settle = next(i for i, step in enumerate(s.script) if step.part is Part.SETTLE)
        return (
            *looked,
            *_show_all(s.banker, 0, bank),
            Ended(s.banker, 0, Ending.NATURAL),
            StepDone(settle),
        )
    declared = [
        event
        for party in s.punters
        if variant.forced(s.rules, s.hands[party][0]) is Ending.NATURAL
        for event in _end(variant, s, party, 0, s.hands[party][0], Ending.NATURAL)
    ]
    return *looked, PlayCalled(), *declared, StepDone(s.step + 1)


def _turns(variant: Variant[R], s: TargetState[R]) -> Events:
    turn = active(s)
    if turn is None:
        return _next(s)
    party, index, hand = turn
    ending = variant.forced(s.rules, hand)
    return () if ending is None else _end(variant, s, party, index, hand, ending)


def _end(
    variant: Variant[R],
    s: TargetState[R],
    party: Party,
    index: int,
    hand: Hand,
    ending: Ending,
) -> Events:
    """A hand is finished by its cards, which turn up as far as the rules say."""
    places = tuple(
        [
            place
            for place in variant.shown_at_end(s.rules, hand, ending)
            if hand.sights[place] is not Sight.PUBLIC
        ]
    )
    ended = Ended(party, index, ending, is_away=variant.is_away_at_end(s.rules, ending))
    if not places:
        return (ended,)
    return Shown(party, index, places, tuple([hand.cards[place] for place in places])), ended


def _show_all(party: Party, index: int, hand: Hand) -> Events:
    places = tuple([place for place, sight in enumerate(hand.sights) if sight is not Sight.PUBLIC])
    return (Shown(party, index, places, tuple([hand.cards[place] for place in places])),) if places else ()


def _bank(variant: Variant[R], s: TargetState[R]) -> Events:
    assert s.banker is not None
    bank = s.bank_hand
    if bank.ending is not None:
        return _next(s)
    if not is_bank_shown(s):
        return _show_all(s.banker, 0, bank)
    ending = variant.bank_forced(s.rules, bank)
    if ending is not None:
        return (Ended(s.banker, 0, ending),)
    if not variant.bank_must_play(s):
        return (Ended(s.banker, 0, Ending.STUCK),)
    if isinstance(s.banker, Purse):
        if variant.bank_policy(s, bank) is Kind.TWIST:
            return (Called(s.banker, 0, Amount(0)),)
        return (Ended(s.banker, 0, Ending.STUCK),)
    return ()


def _settle(variant: Variant[R], s: TargetState[R]) -> Events:
    """Everything is shown and paid, and the next banker named."""
    if s.bank_hand.ending is None:
        assert s.banker is not None
        return (Ended(s.banker, 0, Ending.STUCK),)
    unfinished = [
        Ended(party, index, variant.forced(s.rules, hand) or Ending.STUCK)
        for party in s.punters
        for index, hand in enumerate(s.hands[party])
        if hand.ending is None
    ]
    if unfinished:
        return tuple(unfinished)
    shown = [
        event
        for party in s.order
        for index, hand in enumerate(s.hands[party])
        for event in _show_all(party, index, hand)
    ]
    return *shown, Settled(payments(variant, s)), variant.next_bank(s)


def payments(variant: Variant[R], s: TargetState[R]) -> tuple[Payment, ...]:
    """Return what each hand wins from the bank, in hundredths. Source: 1.5."""
    bank = standing(variant, s.bank_hand)
    found = []
    for party in s.punters:
        assert not isinstance(party, Purse)
        for index, hand in enumerate(s.hands[party]):
            times = variant.times(s.rules, standing(variant, hand), bank)
            found.append(Payment(party, index, Amount(times * hand.stake), times))
    return tuple(found)
