"""A banker whom everybody plays against: who he is, what his cover allows, who is next."""

from __future__ import annotations

from typing import Any

from bot.engine.game import COUNTER, Amount, Party, Purse, Seat
from bot.engine.target.events import BankTaken, BankWhy, RoundEnded, TargetCarry
from bot.engine.target.hand import Ending
from bot.engine.target.queries import standing
from bot.engine.target.rules import BankedRules, BankRule, FirstBanker, ShuffleOn
from bot.engine.target.state import TargetState
from bot.engine.target.variant import Variant, left_of


def stake_limit(s: TargetState[Any], factor: int, banker: Party) -> Amount:
    """Return the highest stake, in whole counters, that `banker` can cover for every punter alike.

    It may be below the smallest stake: then he cannot hold the bank. The house
    covers everything.
    """
    if isinstance(banker, Purse):
        return s.limits.stake_max
    cover = dict(s.limits.cover).get(banker, Amount(0))
    punters = len(s.seats) - 1
    if not punters:
        return Amount(0)
    counters = cover // (punters * factor * COUNTER)
    return min(s.limits.stake_max, Amount(counters * COUNTER))


def able(s: TargetState[Any], factor: int) -> tuple[Seat, ...]:
    """Return the seats that can cover the smallest stake of everyone else."""
    return tuple([seat for seat in s.seats if stake_limit(s, factor, seat) >= s.limits.stake_min])


def find_banker(variant: Variant[Any], s: TargetState[Any]) -> tuple[Party, BankWhy] | None:
    """Return who banks this round and why, or None if a lot among the able has to say.

    A banker who cannot cover the smallest stakes gives up the bank: it passes to
    his left, to the house if nobody can. Source: design of the ledger, D-GEN-1.
    """
    if s.lot:
        return s.lot[0], BankWhy.LOT
    held = s.carry.banker
    chosen = (held, BankWhy.HELD) if held is not None else variant.first_bank(s.rules, s.carry)
    factor = variant.bank_factor(s.rules)
    if chosen is not None and stake_limit(s, factor, chosen[0]) >= s.limits.stake_min:
        return chosen
    can = able(s, factor)
    if not can:
        return Purse.HOUSE, BankWhy.NOT_COVERED
    return None if chosen is None else (left_of(can, chosen[0]), BankWhy.NOT_COVERED)


def bank_taken(variant: Variant[Any], s: TargetState[Any], found: tuple[Party, BankWhy]) -> BankTaken:
    """Return the event that puts the banker in his place."""
    banker, why = found
    return BankTaken(banker, why, stake_limit(s, variant.bank_factor(s.rules), banker))


def first_bank(rules: BankedRules, carry: TargetCarry) -> tuple[Party, BankWhy] | None:
    """Return whom the rules name as the first banker; None asks for a lot.

    An auction without a bid ends in the lot. Source: D-PON-1, 10a.
    """
    match rules.first_banker:
        case FirstBanker.HOUSE:
            return Purse.HOUSE, BankWhy.HOUSE
        case FirstBanker.OPENER if carry.opener is not None:
            return carry.opener, BankWhy.OPENER
        case _:
            return None


def next_bank(
    variant: Variant[Any],
    s: TargetState[Any],
    rules: BankedRules,
    *,
    split_counts: bool,
    shuffle_on: ShuffleOn,
) -> RoundEnded:
    """Return who banks next where a natural, a rotation or nothing moves the bank.

    A natural that beat the banker comes first, nearest the banker's left if there
    are several. Source: 1.6.
    """
    assert s.banker is not None
    banker, why = s.banker, BankWhy.HELD
    winner = _natural_winner(variant, s, split_counts=split_counts)
    deals = rules.rotate_deals or len(s.seats)
    if BankRule.PONTOON in rules.bank_rule and winner is not None:
        banker, why = winner, BankWhy.NATURAL
    elif BankRule.ROTATE in rules.bank_rule and s.carry_deals + 1 >= deals:
        banker, why = s.order[0], BankWhy.ROTATION
    is_shuffled = banker != s.banker
    if shuffle_on is ShuffleOn.ANY_PONTOON:
        is_shuffled = is_shuffled or any(
            hand.ending is Ending.NATURAL for held in s.hands.values() for hand in held
        )
    return RoundEnded(banker, why, is_shuffled)


def _natural_winner(variant: Variant[Any], s: TargetState[Any], *, split_counts: bool) -> Party | None:
    bank = standing(variant, s.bank_hand)
    for party in s.punters:
        for hand in s.hands[party]:
            if hand.ending is not Ending.NATURAL or (hand.is_split and not split_counts):
                continue
            if variant.times(s.rules, standing(variant, hand), bank) > 0:
                return party
    return None


def carry_on(s: TargetState[Any]) -> TargetCarry:
    """Return what the table keeps after the round.

    Unshuffled, everything is squared and put face down under what is left of the
    pack: by seat from eldest, hands left to right, cards as received, the banker
    last; what went under during the round is there already. Source: D-PON-7.
    """
    assert s.ended is not None and s.banker is not None, "the round is still being played"
    held = s.carry_deals + 1 if s.ended.banker == s.banker else 0
    if s.ended.is_shuffled:
        return TargetCarry(s.ended.banker, held, (), s.carry.opener)
    squared = tuple(
        [card for party in s.order for hand in s.hands[party] if not hand.is_away for card in hand.cards]
    )
    return TargetCarry(s.ended.banker, held, s.pack + s.under + squared, s.carry.opener)


def hand_over(carry: TargetCarry, to: Party) -> TargetCarry:
    """Return the carry with the bank given to `to`; a new banker shuffles before his first deal."""
    if to == carry.banker:
        return carry
    return TargetCarry(to, 0, (), carry.opener)
