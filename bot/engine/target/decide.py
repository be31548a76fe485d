"""The one place that says no, and the list of what may be done instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bot.engine.game import (
    COUNTER,
    Absence,
    Amount,
    IllegalAction,
    Offer,
    Party,
    Purse,
    Reason,
    Seat,
)
from bot.engine.target.actions import Action, Kind
from bot.engine.target.events import Event, Staked, StakesDoubled, StakesKept, StepDone
from bot.engine.target.hand import Hand
from bot.engine.target.queries import active
from bot.engine.target.state import Part, TargetState
from bot.engine.target.variant import AmountRange, Move, Variant

R = TypeVar("R")

_DOUBLING = (Kind.BANK_PLAY, Kind.BANK_DOUBLE)


def decide(variant: Variant[R], s: TargetState[R], action: Action) -> tuple[Event, ...]:
    """Return what `action` does to the round.

    Raises IllegalAction, with a reason and the numbers its sentence needs.
    """
    if s.ended is not None:
        raise IllegalAction(Reason.ROUND_OVER)
    if action.seat not in s.order:
        raise IllegalAction(Reason.NOT_IN_ROUND)
    match s.part:
        case Part.STAKES:
            return _decide_stake(s, action)
        case Part.DOUBLING:
            return _decide_doubling(s, action)
        case _:
            return _decide_move(variant, s, action)


def offers(variant: Variant[R], s: TargetState[R], seat: Seat) -> tuple[Offer, ...]:
    """Return what `seat` may do now, for his own eyes: this knows his cards."""
    if seat not in s.waiting:
        return ()
    match s.part:
        case Part.STAKES:
            return (Offer(Kind.STAKE, s.limits.stake_min, s.stake_max),)
        case Part.DOUBLING:
            return tuple([Offer(kind) for kind in _DOUBLING])
        case _:
            _, _, hand, moves = _turn_of(variant, s, seat)
            return tuple(
                [
                    Offer(kind, *_range(s, hand, move))
                    for kind, move in moves.items()
                    if move.refusal(s, hand) is None
                ]
            )


def public_kinds(variant: Variant[R], s: TargetState[R]) -> tuple[Kind, ...]:
    """Return the kinds that public knowledge allows now, which is what the channel's buttons are."""
    waiting = s.waiting
    if not waiting:
        return ()
    match s.part:
        case Part.STAKES:
            return (Kind.STAKE,)
        case Part.DOUBLING:
            return _DOUBLING
        case _:
            _, _, hand, moves = _turn_of(variant, s, waiting[0])
            return tuple([kind for kind, move in moves.items() if move.is_public(s, hand)])


def absent(variant: Variant[R], s: TargetState[R], seat: Seat, _why: Absence) -> Action:
    """Return what is done for one who does not answer.

    The smallest stake, since he has seen a card; no doubling; a hand by the
    game's own rule; a bank by its stated policy.
    """
    match s.part:
        case Part.STAKES:
            return Action(seat, Kind.STAKE, s.limits.stake_min)
        case Part.DOUBLING:
            return Action(seat, Kind.BANK_PLAY)
        case Part.BANK:
            return Action(seat, variant.bank_policy(s, s.bank_hand))
        case _:
            turn = active(s)
            assert turn is not None and turn[0] == seat, "only one who is waited for can be absent"
            return Action(seat, variant.absent_punter(s, turn[2]))


def _decide_stake(s: TargetState[R], action: Action) -> tuple[Event, ...]:
    if action.seat == s.banker:
        raise IllegalAction(Reason.BANKER_STAKES_NOTHING)
    if action.seat not in s.waiting:
        raise IllegalAction(Reason.ALREADY_STAKED, stake=s.hands[action.seat][0].stake)
    if action.kind is not Kind.STAKE:
        raise IllegalAction(Reason.STAKE_FIRST, min=s.limits.stake_min, max=s.stake_max)
    amount = _amount(action.amount, (s.limits.stake_min, s.stake_max))
    return (Staked(action.seat, amount),)


def _decide_doubling(s: TargetState[R], action: Action) -> tuple[Event, ...]:
    if action.seat != s.banker:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    if action.kind not in _DOUBLING:
        raise IllegalAction(Reason.DOUBLE_OR_PLAY)
    event = StakesDoubled if action.kind is Kind.BANK_DOUBLE else StakesKept
    return event(action.seat), StepDone(s.step + 1)


def _decide_move(variant: Variant[R], s: TargetState[R], action: Action) -> tuple[Event, ...]:
    if action.kind is Kind.STAKE:
        raise IllegalAction(Reason.STAKES_ARE_MADE)
    if action.seat not in s.waiting:
        raise IllegalAction(Reason.NOT_YOUR_TURN)
    party, index, hand, moves = _turn_of(variant, s, action.seat)
    move = moves.get(action.kind)
    if move is None:
        raise IllegalAction(Reason.BANKER_ONLY_DRAWS if party == s.banker else Reason.NOT_OFFERED)
    refusal = move.refusal(s, hand)
    if refusal is not None:
        raise refusal
    amount = Amount(0) if move.amounts is None else _amount(action.amount, move.amounts(s, hand))
    return move.effect(s, party, index, amount)


def _turn_of(
    variant: Variant[R], s: TargetState[R], seat: Seat
) -> tuple[Party, int, Hand, Mapping[Kind, Move[R]]]:
    if s.part is Part.BANK:
        return seat, 0, s.bank_hand, variant.bank_moves
    turn = active(s)
    assert turn is not None and not isinstance(turn[0], Purse), "somebody is waited for"
    return *turn, variant.moves


def _range(s: TargetState[R], hand: Hand, move: Move[R]) -> AmountRange:
    return (Amount(0), Amount(0)) if move.amounts is None else move.amounts(s, hand)


def _amount(amount: Amount | None, bounds: AmountRange) -> Amount:
    """Return `amount` if it lies within `bounds` in whole counters; unnamed, the only one there is."""
    low, high = bounds
    if amount is None:
        if low != high:
            raise IllegalAction(Reason.AMOUNT_MISSING, min=low, max=high)
        return low
    if amount < low:
        raise IllegalAction(Reason.AMOUNT_TOO_LOW, min=low, max=high, amount=amount)
    if amount > high:
        raise IllegalAction(Reason.AMOUNT_TOO_HIGH, min=low, max=high, amount=amount)
    if amount % COUNTER:
        raise IllegalAction(Reason.AMOUNT_NOT_WHOLE, min=low, max=high, amount=amount)
    return amount
