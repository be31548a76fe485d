"""What one viewer may know of a state or an event. Nothing hidden leaves through here."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from bot.engine.cards import HIDDEN, Face
from bot.engine.game import Drawn, Limits, Party, Viewer
from bot.engine.target.decide import public_kinds
from bot.engine.target.events import Dealt, Event, Looked, RoundOpened
from bot.engine.target.hand import Ending, Hand, Sight, Standing
from bot.engine.target.queries import active, standing
from bot.engine.target.state import Part, TargetState
from bot.engine.target.totals import total
from bot.engine.target.variant import Variant
from bot.engine.target.view import BankMove, HandView, Phase, PlaceView, TargetView

R = TypeVar("R")

_PHASES = {
    Part.DEAL: Phase.OPENING,
    Part.STAKES: Phase.STAKES,
    Part.DOUBLING: Phase.DOUBLING,
    Part.CHECK: Phase.OPENING,
    Part.TURNS: Phase.TURNS,
    Part.BANK: Phase.BANK,
    Part.SETTLE: Phase.OVER,
}


def view(variant: Variant[R], s: TargetState[R], viewer: Viewer) -> TargetView:
    """Return the round as `viewer` may see it."""
    waiting = s.waiting
    turn = active(s) if s.part is Part.TURNS and waiting else None
    active_hand = turn[:2] if turn else None
    ended = s.ended
    return TargetView(
        phase=Phase.OPENING if s.banker is None else Phase.OVER if ended else _PHASES[s.part],
        banker=s.banker,
        bank_why=s.bank_why,
        stake_min=s.limits.stake_min,
        stake_max=s.stake_max,
        places=tuple(
            [
                PlaceView(
                    party=party,
                    hands=tuple(
                        [
                            _hand_view(variant, hand, party, viewer, is_active=(party, index) == active_hand)
                            for index, hand in enumerate(s.hands[party])
                        ]
                    ),
                    is_waited_for=party in waiting,
                    has_staked=bool(s.hands[party][0].stake),
                )
                for party in s.order
            ]
        ),
        waiting=waiting,
        kinds=public_kinds(variant, s),
        pack_count=len(s.pack),
        is_play_called=s.is_play_called,
        is_doubled=s.is_doubled,
        pays_from=_pays_from(variant, s),
        payments=s.payments,
        next_bank=BankMove(ended.banker, ended.why, ended.is_shuffled) if ended else None,
    )


def redact(event: Event, viewer: Viewer) -> Event:
    """Return the event with every card that `viewer` may not see turned down."""
    match event:
        case RoundOpened():
            carry = replace(event.carry, pack=_backs(event.carry.pack))
            limits = Limits(event.limits.stake_min, event.limits.stake_max, ())
            return replace(event, carry=carry, limits=limits)
        case Drawn():
            # A lot among seats is public; a pack is not.
            is_pack = bool(event.order) and not isinstance(event.order[0], int)
            return replace(event, order=tuple([HIDDEN for _ in event.order])) if is_pack else event
        case Dealt():
            return replace(
                event,
                cards=tuple(
                    [
                        dealt if _may_see(dealt.sight, dealt.party, viewer) else replace(dealt, card=HIDDEN)
                        for dealt in event.cards
                    ]
                ),
            )
        case Looked():
            return event if event.party == viewer else replace(event, cards=_backs(event.cards))
        case _:
            return event


def _backs(faces: tuple[Face, ...]) -> tuple[Face, ...]:
    return tuple([HIDDEN for _ in faces])


def _may_see(sight: Sight, party: Party, viewer: Viewer) -> bool:
    return sight is Sight.PUBLIC or (sight is Sight.OWNER and viewer is not None and party == viewer)


def _hand_view(variant: Variant[R], hand: Hand, party: Party, viewer: Viewer, *, is_active: bool) -> HandView:
    faces = tuple(
        [
            card if _may_see(sight, party, viewer) else HIDDEN
            for card, sight in zip(hand.cards, hand.sights, strict=True)
        ]
    )
    is_known = bool(faces) and HIDDEN not in faces
    counted = total(variant.scale, hand.cards) if is_known else None
    return HandView(
        cards=faces,
        sights=hand.sights,
        stake=hand.stake,
        raises=hand.raises,
        total=counted.best if counted else None,
        is_soft=counted.is_soft if counted else False,
        ending=hand.ending,
        is_split=hand.is_split,
        is_active=is_active,
    )


def _pays_from(variant: Variant[R], s: TargetState[R]) -> int | None:
    """The lowest plain total the bank pays, once it stands: read from the function that pays."""
    if s.banker is None or s.bank_hand.ending is not Ending.STUCK:
        return None
    bank = standing(variant, s.bank_hand)
    target = variant.scale.target
    paid = (t for t in range(target + 1) if variant.times(s.rules, Standing(Ending.STUCK, t), bank) > 0)
    return next(paid, target + 1)
