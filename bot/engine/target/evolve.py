"""How each event changes a round. Total: no rule is judged here and no chance taken."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, TypeVar

from bot.engine.cards import Card
from bot.engine.game import Amount, Drawn, Party, Purse, Seat
from bot.engine.target.events import (
    BankTaken,
    Burned,
    Called,
    Dealt,
    Ended,
    Event,
    Looked,
    PlayCalled,
    RoundEnded,
    RoundOpened,
    Settled,
    Shown,
    Split,
    Staked,
    StakesDoubled,
    StakesKept,
    StepDone,
)
from bot.engine.target.hand import Hand, Sight
from bot.engine.target.queries import awaited
from bot.engine.target.state import Owed, Part, TargetState
from bot.engine.target.variant import Variant

R = TypeVar("R")
Changes = dict[str, Any]
"""Fields of the state and their new values: one copy of a state is made per event."""

LOT = "lot:banker"
PACK = "pack"
TRICK_CARDS = 5


def opened(variant: Variant[R], event: RoundOpened) -> TargetState[R]:
    """Return the state that an opening makes."""
    rules: R = event.rules
    carried = _known(event.carry.pack)
    return TargetState(
        rules=rules,
        seats=event.seats,
        limits=event.limits,
        carry=event.carry,
        script=variant.script(rules),
        # A carried pack of another size is of no use: the number of players changed it.
        pack=carried if len(carried) == len(variant.pack(rules, len(event.seats))) else (),
    )


def evolve(variant: Variant[R], s: TargetState[R], event: Event) -> TargetState[R]:
    """Return the state after `event`."""
    version, kind = s.version + 1, type(event)
    actor = _ACTOR[kind](event)
    # Who acts has answered what he was asked; whoever is waited for after that and was not asked yet, is now.
    asked = {seat: since for seat, since in s.asked.items() if seat != actor}
    after = s._replace(version=version, asked=asked, **_CHANGES[kind](s, event))
    waiting = awaited(variant, after)
    if waiting == tuple(asked):
        return after
    return after._replace(asked={seat: asked.get(seat, version) for seat in waiting})


def _known(faces: tuple[Any, ...]) -> tuple[Card, ...]:
    assert not faces or isinstance(faces[0], Card), "a redacted event cannot be replayed"
    return faces


def _order(seats: tuple[Seat, ...], banker: Party) -> tuple[Party, ...]:
    if isinstance(banker, Purse):
        return (*seats, banker)
    place = seats.index(banker)
    return (*seats[place + 1 :], *seats[:place], banker)


def _with_hand(s: TargetState[R], party: Party, index: int, *hands: Hand, **others: Any) -> Changes:
    """Return what changes where hand `index` of `party` is replaced by `hands`."""
    old = s.hands[party]
    return {"hands": {**s.hands, party: (*old[:index], *hands, *old[index + 1 :])}, **others}


def _enter(s: TargetState[R], step: int, banker: Party | None, order: tuple[Party, ...]) -> Changes:
    """Return what changes at the beginning of script step `step`."""
    part = s.script[step]
    if part.part is not Part.DEAL:
        return {"step": step}
    owed = tuple([Owed(party, 0, part.banker if party == banker else part.punter) for party in order])
    return {"step": step, "owed": owed}


def _bank_taken(s: TargetState[R], e: BankTaken) -> Changes:
    order = _order(s.seats, e.banker)
    return {
        "banker": e.banker,
        "bank_why": e.why,
        "stake_max": e.stake_max,
        "order": order,
        # Another banker deals from a fresh pack; the carried one is of no use then.
        "pack": s.pack if e.banker == s.carry.banker else (),
        "hands": {party: (Hand(),) for party in order},
        **_enter(s, 0, e.banker, order),
    }


def _drawn(s: TargetState[R], e: Drawn) -> Changes:
    order: Any = e.order
    if e.label == LOT:
        return {"lot": order}
    if e.label == PACK:
        return {"pack": _known(order)}
    hands = {
        party: tuple(
            [h._replace(is_away=True) if h.ending is not None and h.ending.is_out else h for h in held]
        )
        for party, held in s.hands.items()
    }
    return {"pack": _known(order), "under": (), "hands": hands, "reshuffles": s.reshuffles + 1}


def _dealt(s: TargetState[R], e: Dealt) -> Changes:
    hands = dict(s.hands)
    for dealt in e.cards:
        held = hands[dealt.party]
        hand = held[dealt.hand]
        assert isinstance(dealt.card, Card), "a redacted event cannot be replayed"
        grown = hand._replace(cards=(*hand.cards, dealt.card), sights=(*hand.sights, dealt.sight))
        hands[dealt.party] = (*held[: dealt.hand], grown, *held[dealt.hand + 1 :])
    count = len(e.cards)
    return {"hands": hands, "pack": s.pack[count:], "owed": s.owed[count:]}


def _staked(s: TargetState[R], e: Staked) -> Changes:
    hand = s.hands[e.seat][0]._replace(stake=e.amount, original=e.amount)
    return _with_hand(s, e.seat, 0, hand)


def _stakes_doubled(s: TargetState[R], _e: StakesDoubled) -> Changes:
    hands = {
        party: tuple([h._replace(stake=Amount(2 * h.stake), original=Amount(2 * h.original)) for h in held])
        for party, held in s.hands.items()
    }
    return {"hands": hands, "is_doubled": True}


def _stakes_kept(_s: TargetState[R], _e: StakesKept) -> Changes:
    return {}


def _looked(s: TargetState[R], e: Looked) -> Changes:
    hand = s.hands[e.party][e.hand]
    sights = tuple([Sight.OWNER if sight is Sight.NOBODY else sight for sight in hand.sights])
    return _with_hand(s, e.party, e.hand, hand._replace(sights=sights))


def _play_called(_s: TargetState[R], _e: PlayCalled) -> Changes:
    return {"is_play_called": True}


def _called(s: TargetState[R], e: Called) -> Changes:
    hand = s.hands[e.party][e.hand]
    # The fifth card lies face up even where it was bought. Source: P8.
    is_face_up = not e.amount or len(hand.cards) + 1 == TRICK_CARDS
    called = (
        hand._replace(stake=Amount(hand.stake + e.amount), raises=(*hand.raises, e.amount))
        if e.amount
        else hand._replace(is_twisted=True)
    )
    owed = Owed(e.party, e.hand, Sight.PUBLIC if is_face_up else Sight.OWNER)
    return _with_hand(s, e.party, e.hand, called, owed=(owed,))


def _split(s: TargetState[R], e: Split) -> Changes:
    hand = s.hands[e.seat][e.hand]
    left, right = (
        Hand(
            cards=(card,),
            sights=(sight,),
            stake=hand.original,
            original=hand.original,
            is_split=True,
        )
        for card, sight in zip(hand.cards, hand.sights, strict=True)
    )
    owed = (Owed(e.seat, e.hand, Sight.OWNER), Owed(e.seat, e.hand + 1, Sight.OWNER))
    return _with_hand(s, e.seat, e.hand, left, right, owed=owed)


def _burned(s: TargetState[R], e: Burned) -> Changes:
    hand = s.hands[e.seat][e.hand]
    owed = tuple([Owed(e.seat, e.hand, Sight.OWNER) for _ in hand.cards])
    fresh = hand._replace(cards=(), sights=(), is_burned=True)
    return _with_hand(s, e.seat, e.hand, fresh, owed=owed, under=s.under + hand.cards)


def _ended(s: TargetState[R], e: Ended) -> Changes:
    hand = s.hands[e.party][e.hand]._replace(ending=e.ending, is_away=e.is_away)
    under = s.under + hand.cards if e.is_away else s.under
    return _with_hand(s, e.party, e.hand, hand, under=under)


def _shown(s: TargetState[R], e: Shown) -> Changes:
    hand = s.hands[e.party][e.hand]
    sights = tuple([Sight.PUBLIC if place in e.places else sight for place, sight in enumerate(hand.sights)])
    return _with_hand(s, e.party, e.hand, hand._replace(sights=sights))


def _step_done(s: TargetState[R], e: StepDone) -> Changes:
    return _enter(s, e.step, s.banker, s.order)


def _settled(_s: TargetState[R], e: Settled) -> Changes:
    return {"payments": e.payments}


def _round_ended(_s: TargetState[R], e: RoundEnded) -> Changes:
    return {"ended": e}


_CHANGES: dict[type[Any], Callable[[TargetState[Any], Any], Changes]] = {
    BankTaken: _bank_taken,
    Drawn: _drawn,
    Dealt: _dealt,
    Staked: _staked,
    StakesDoubled: _stakes_doubled,
    StakesKept: _stakes_kept,
    Looked: _looked,
    PlayCalled: _play_called,
    Called: _called,
    Split: _split,
    Burned: _burned,
    Ended: _ended,
    Shown: _shown,
    StepDone: _step_done,
    Settled: _settled,
    RoundEnded: _round_ended,
}


def _actor(kind: type[Any]) -> Callable[[Any], Party | None]:
    """Return how to read off an event of this kind whose act it was."""
    named = [name for name in ("party", "seat") if name in kind.__slots__]
    return attrgetter(named[0]) if named else lambda _event: None


_ACTOR = {kind: _actor(kind) for kind in _CHANGES}
