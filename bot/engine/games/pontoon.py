"""Pontoon as played at home: one banker, bought and twisted cards, five-card tricks.

Source of every rule: rule sheet of the twenty-one family, section 1. The
defaults are its preset `seed001`; `parlett` and `pagat` are data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from typing import Final

from bot.engine.cards import COURTS, TENTHS, Card, pack
from bot.engine.game import (
    COUNTER,
    Amount,
    IllegalAction,
    PayoutRow,
    Purse,
    Reason,
    RulesError,
)
from bot.engine.target import moves
from bot.engine.target.actions import Kind
from bot.engine.target.bank import first_bank, next_bank
from bot.engine.target.events import RoundEnded
from bot.engine.target.game import TargetGame
from bot.engine.target.hand import Ending, Hand, Sight, Standing
from bot.engine.target.queries import can_deal
from bot.engine.target.rules import BankerCheck, BankOptions, ShuffleOn
from bot.engine.target.state import Part, ScriptStep, TargetState
from bot.engine.target.totals import TWENTY_ONE, best_total, hard_total
from bot.engine.target.variant import AmountRange, Move, Variant

TRICK_CARDS: Final = 5
# With hard 11 or less on four cards no fifth can bust: 11 + 10 = 21.
SAFE_HARD_MAX: Final = 11
PACKS_DOUBLE_FROM: Final = 8


class BuyRule(StrEnum):
    """What a bought card may cost. Source: P6."""

    SEED001 = "seed001"
    PARLETT = "parlett"
    PAGAT = "pagat"


@dataclass(frozen=True, slots=True, kw_only=True)
class PontoonRules(BankOptions):
    """Every named option of sections 1.1, 1.8 and 11. `packs` 0 stands for one, two from eight players up."""

    banker_check: BankerCheck = BankerCheck.END
    stick_min: int = 16
    buy_rule: BuyRule = BuyRule.SEED001
    safe_fifth: bool = True
    no_bought_fifth: bool = False
    royal: bool = True
    royal_on_split: bool = True
    court_only: bool = False
    hands_max: int = 4
    split_aces_only: bool = False
    split_pontoon_wins_bank: bool = True
    burn13: bool = False
    banker_may_double: bool = False
    banker_five_card_beats_all: bool = False
    tied_pontoon_void: bool = False
    pontoon_double_from_bust: bool = False
    five_card_double_from_bust: bool = False
    bust_to_bottom: bool = True
    bust_face_up: bool = False
    shuffle_on: ShuffleOn = ShuffleOn.BANK_CHANGE
    packs: int = 0


State = TargetState[PontoonRules]

_RANGES: Final = {
    "stick_min": (12, 21),
    "bank_stick": (12, 21),
    "hands_max": (1, 4),
    "packs": (0, 2),
    "rotate_deals": (0, 99),
}


def check(rules: PontoonRules) -> None:
    """Raise RulesError where an option makes no game."""
    if not rules.bank_rule:
        raise RulesError("bank_rule")
    for name, (low, high) in _RANGES.items():
        if not low <= getattr(rules, name) <= high:
            raise RulesError(f"{name}={low}..{high}")


@cache
def script(rules: PontoonRules) -> tuple[ScriptStep, ...]:
    """Return the course of a round. Source: 1.3."""
    down = ScriptStep(Part.DEAL, punter=Sight.OWNER, banker=Sight.NOBODY)
    doubling = (ScriptStep(Part.DOUBLING),) if rules.banker_may_double else ()
    checking = (ScriptStep(Part.CHECK),) if rules.banker_check is BankerCheck.IMMEDIATE else ()
    ending = tuple(ScriptStep(part) for part in (Part.TURNS, Part.BANK, Part.SETTLE))
    return down, ScriptStep(Part.STAKES), *doubling, down, *checking, *ending


def pack_for(rules: PontoonRules, players: int) -> tuple[Card, ...]:
    """Return the cards in play. Source: P1, 1.8 `packs`."""
    return pack(rules.packs or (2 if players >= PACKS_DOUBLE_FROM else 1))


def is_pontoon(rules: PontoonRules, hand: Hand) -> bool:
    """Whether the hand is an ace and a tenth in two cards. Source: 1.4, `court_only`."""
    if len(hand.cards) != 2:
        return False
    first, second = hand.cards[0].rank, hand.cards[1].rank
    tenths = COURTS if rules.court_only else TENTHS
    return (first == "A" and second in tenths) or (second == "A" and first in tenths)


def forced(rules: PontoonRules, hand: Hand) -> Ending | None:
    """Return the ending a punter's cards bring by themselves. Source: 1.4, D-PON-3, D-PON-6."""
    count = len(hand.cards)
    if count == 2:
        return Ending.NATURAL if is_pontoon(rules, hand) else None
    if count < 2:
        return None
    if hard_total(TWENTY_ONE, hand.cards) > TWENTY_ONE.target:
        return Ending.BUST
    if count == TRICK_CARDS:
        return Ending.TRICK
    is_royal = rules.royal and count == 3 and all(card.rank == "7" for card in hand.cards)
    return Ending.ROYAL if is_royal and (rules.royal_on_split or not hand.is_split) else None


def bank_forced(rules: PontoonRules, hand: Hand) -> Ending | None:
    """Return the ending of the banker's cards: for him three sevens are 21 and no more. Source: P10."""
    ending = forced(rules, hand)
    return None if ending is Ending.ROYAL else ending


def shown_at_end(rules: PontoonRules, hand: Hand, ending: Ending) -> tuple[int, ...]:
    """Return the places of the cards turned up as the hand ends: a pontoon's ace, all of a royal."""
    match ending:
        case Ending.NATURAL:
            return tuple([place for place, card in enumerate(hand.cards) if card.rank == "A"])
        case Ending.ROYAL:
            return tuple(range(len(hand.cards)))
        case Ending.BUST if rules.bust_face_up:
            return tuple(range(len(hand.cards)))
        case _:
            return ()


def is_away_at_end(rules: PontoonRules, ending: Ending) -> bool:
    """Whether the banker puts the cards under the pack at once. Source: P9."""
    return ending is Ending.BUST and rules.bust_to_bottom


# What a punter may do. Source: 1.4.


def _stick_refusal(s: State, hand: Hand) -> IllegalAction | None:
    total = best_total(TWENTY_ONE, hand.cards)
    if total >= s.rules.stick_min or not can_deal(s):
        return None
    return IllegalAction(Reason.BELOW_STICK_MIN, total=total, min=s.rules.stick_min)


def _card_refusal(s: State, _hand: Hand) -> IllegalAction | None:
    return None if can_deal(s) else IllegalAction(Reason.NO_CARDS_LEFT)


def _may_try_buy(s: State, hand: Hand) -> IllegalAction | None:
    """What everybody can see against a buy."""
    if hand.is_twisted:
        return IllegalAction(Reason.NO_BUY_AFTER_TWIST)
    if s.rules.no_bought_fifth and len(hand.cards) == TRICK_CARDS - 1:
        return IllegalAction(Reason.FIFTH_CARD_NOT_BOUGHT)
    return _card_refusal(s, hand)


def _buy_refusal(s: State, hand: Hand) -> IllegalAction | None:
    is_certain = len(hand.cards) == TRICK_CARDS - 1 and hard_total(TWENTY_ONE, hand.cards) <= SAFE_HARD_MAX
    if s.rules.safe_fifth and is_certain and not hand.is_twisted:
        return IllegalAction(Reason.FIFTH_CARD_SAFE)
    return _may_try_buy(s, hand)


def buy_range(s: State, hand: Hand) -> AmountRange:
    """Return what the next card may cost. Source: P6."""
    return _buy_range(s.rules.buy_rule, hand.original, hand.stake, hand.raises, s.limits.stake_min)


def _buy_range(
    rule: BuyRule,
    original: Amount,
    stake: Amount,
    raises: tuple[Amount, ...],
    stake_min: Amount,
) -> AmountRange:
    match rule:
        case BuyRule.SEED001:
            return stake_min, raises[-1] if raises else original
        case BuyRule.PARLETT:
            return (raises[-1] if raises else original), stake
        case BuyRule.PAGAT:
            return original, raises[-1] if raises else Amount(2 * original)


def _may_try_split(s: State, hand: Hand) -> IllegalAction | None:
    if not hand.is_untouched:
        return IllegalAction(Reason.CARDS_DRAWN)
    hands = next(held for held in s.hands.values() if any(other is hand for other in held))
    if len(hands) >= s.rules.hands_max:
        return IllegalAction(Reason.HANDS_MAX, max=s.rules.hands_max)
    return None if can_deal(s, 2) else IllegalAction(Reason.NO_CARDS_LEFT)


def _split_refusal(s: State, hand: Hand) -> IllegalAction | None:
    refusal = _may_try_split(s, hand)
    if refusal is not None:
        return refusal
    if not hand.is_pair:
        return IllegalAction(Reason.NOT_A_PAIR)
    if s.rules.split_aces_only and hand.cards[0].rank != "A":
        return IllegalAction(Reason.ONLY_ACES_SPLIT)
    return None


def _may_try_burn(s: State, hand: Hand) -> IllegalAction | None:
    if not s.rules.burn13:
        return IllegalAction(Reason.NOT_OFFERED)
    if not hand.is_untouched or hand.is_split or hand.is_burned:
        return IllegalAction(Reason.CARDS_DRAWN)
    return None if can_deal(s, 2) else IllegalAction(Reason.NO_CARDS_LEFT)


def _burn_refusal(s: State, hand: Hand) -> IllegalAction | None:
    refusal = _may_try_burn(s, hand)
    if refusal is not None:
        return refusal
    is_soft = any(card.rank == "A" for card in hand.cards)
    is_thirteen = not is_soft and hard_total(TWENTY_ONE, hand.cards) == 13
    return None if is_thirteen else IllegalAction(Reason.NOT_THIRTEEN)


MOVES: Final[Mapping[Kind, Move[PontoonRules]]] = {
    Kind.STICK: Move(refusal=_stick_refusal, is_public=lambda _s, _hand: True, effect=moves.stick),
    Kind.TWIST: Move(
        refusal=_card_refusal,
        is_public=lambda s, hand: _card_refusal(s, hand) is None,
        effect=moves.call_card,
    ),
    Kind.BUY: Move(
        refusal=_buy_refusal,
        is_public=lambda s, hand: _may_try_buy(s, hand) is None,
        effect=moves.call_card,
        amounts=buy_range,
    ),
    Kind.SPLIT: Move(
        refusal=_split_refusal,
        is_public=lambda s, hand: _may_try_split(s, hand) is None,
        effect=moves.split,
    ),
    Kind.BURN: Move(
        refusal=_burn_refusal,
        is_public=lambda s, hand: _may_try_burn(s, hand) is None,
        effect=moves.burn,
    ),
}

BANK_MOVES: Final[Mapping[Kind, Move[PontoonRules]]] = {
    Kind.STICK: Move(
        refusal=lambda _s, _hand: None,
        is_public=lambda _s, _hand: True,
        effect=moves.stick,
    ),
    Kind.TWIST: Move(
        refusal=_card_refusal,
        is_public=lambda s, hand: _card_refusal(s, hand) is None,
        effect=moves.call_card,
    ),
}


def absent_punter(s: State, hand: Hand) -> Kind:
    """Stick where the rules allow it, else twist."""
    return Kind.STICK if _stick_refusal(s, hand) is None else Kind.TWIST


def bank_policy(s: State, hand: Hand) -> Kind:
    """What the house does as banker, and what is done for a banker who does not answer."""
    is_enough = best_total(TWENTY_ONE, hand.cards) >= s.rules.bank_stick
    return Kind.STICK if is_enough or not can_deal(s) else Kind.TWIST


def bank_must_play(s: State) -> bool:
    """Whether what the banker draws can still matter."""
    is_live = any(not (hand.ending and hand.ending.is_out) for party in s.punters for hand in s.hands[party])
    return is_live or s.rules.five_card_double_from_bust


# Who is paid what. Source: 1.5.


def times(rules: PontoonRules, hand: Standing, bank: Standing) -> int:
    """Return the multiple of its whole stake that a hand wins, negative for what it loses.

    Equality goes to the banker.
    """
    if hand.ending is Ending.BUST:
        is_double = (bank.ending is Ending.NATURAL and rules.pontoon_double_from_bust) or (
            bank.ending is Ending.TRICK and rules.five_card_double_from_bust
        )
        return -2 if is_double else -1
    if bank.ending is Ending.TRICK and rules.banker_five_card_beats_all:
        return -2
    if hand.ending is Ending.ROYAL:
        return 3
    if bank.ending is Ending.NATURAL:
        return 0 if hand.ending is Ending.NATURAL and rules.tied_pontoon_void else -2
    if hand.ending is Ending.NATURAL:
        return 2
    if bank.ending is Ending.TRICK:
        return -2
    if hand.ending is Ending.TRICK:
        return 2
    if bank.ending is Ending.BUST:
        return 1
    return 1 if hand.total > bank.total else -1


_PLAIN: Final = Standing(Ending.STUCK, 20)
_HANDS: Final = {
    "royal": Standing(Ending.ROYAL, 21),
    "natural": Standing(Ending.NATURAL, 21),
    "trick": Standing(Ending.TRICK, 20),
    "higher": Standing(Ending.STUCK, _PLAIN.total + 1),
    "equal": _PLAIN,
    "lower": Standing(Ending.STUCK, _PLAIN.total - 1),
    "bust": Standing(Ending.BUST, 22),
}
_BANKS: Final = {
    "natural": Standing(Ending.NATURAL, 21),
    "trick": Standing(Ending.TRICK, 20),
    "total": _PLAIN,
    "bust": Standing(Ending.BUST, 22),
}


def ranking(rules: PontoonRules) -> tuple[str, ...]:
    """Return the kinds of hand a punter can have, best first."""
    return (*(("royal",) if rules.royal else ()), "natural", "trick", "total", "bust")


def payouts(rules: PontoonRules) -> tuple[PayoutRow, ...]:
    """Return every cell of the table of payments, asked of `times`."""
    return tuple(
        PayoutRow(hand, against, times(rules, standing, bank))
        for hand, standing in _HANDS.items()
        for against, bank in _BANKS.items()
        if hand != "royal" or rules.royal
    )


def next_banker(s: State) -> RoundEnded:
    """Return who banks next. Source: 1.6."""
    rules = s.rules
    return next_bank(
        VARIANT,
        s,
        rules,
        split_counts=rules.split_pontoon_wins_bank,
        shuffle_on=rules.shuffle_on,
    )


# What can still be lost, from public facts.


def _doubling_factor(s: State) -> int:
    """2 while the banker may still double every stake, which a punter cannot refuse."""
    ahead = any(step.part is Part.DOUBLING for step in s.script[s.step :])
    is_decided = s.part is Part.DOUBLING and s.is_doubled
    return 2 if ahead and not is_decided and not isinstance(s.banker, Purse) else 1


def risk(s: State, hand: Hand) -> Amount:
    """Return the most a punter's hand can lose: double, where the bank may still show the better hand."""
    rules = s.rules
    stake = _doubling_factor(s) * hand.stake
    can_be_natural = not s.is_play_called
    match hand.ending:
        case Ending.BUST:
            is_double = (
                can_be_natural and rules.pontoon_double_from_bust
            ) or rules.five_card_double_from_bust
            return Amount(stake * (2 if is_double else 1))
        case Ending.ROYAL:
            return Amount(2 * stake if rules.banker_five_card_beats_all else 0)
        case Ending.NATURAL:
            loses = rules.banker_five_card_beats_all or (can_be_natural and not rules.tied_pontoon_void)
            return Amount(2 * stake if loses else 0)
        case _:
            return Amount(2 * stake)


def potential(s: State, hand: Hand) -> Amount:
    """Return the most the bank can have to pay for a hand, cards still to be bought included."""
    match hand.ending:
        case Ending.BUST:
            return Amount(0)
        case Ending.ROYAL:
            return Amount(3 * hand.stake)
        case Ending.NATURAL | Ending.TRICK:
            return Amount(2 * hand.stake)
        case Ending.STUCK:
            return Amount(hand.stake)
        case None:
            return _open_potential(s.rules, hand, s.limits.stake_min)


def _open_potential(rules: PontoonRules, hand: Hand, stake_min: Amount) -> Amount:
    stakes = _stakes_ahead(rules, hand, stake_min)
    most = 2 * stakes[-1]
    if rules.royal and len(hand.cards) < 3 and (rules.royal_on_split or not hand.is_split):
        is_called = hand.is_twisted or bool(hand.raises)
        most = max(most, 3 * stakes[0 if is_called else 1])
    return Amount(most)


def _stakes_ahead(rules: PontoonRules, hand: Hand, stake_min: Amount) -> tuple[Amount, ...]:
    """Return what may lie on the hand now and after each card it can still buy, dearest each time.

    Cards are counted by what was bought: one that is paid for and still to be dealt
    must not be counted as one that can still be bought.
    """
    last_bought = TRICK_CARDS - 1 if rules.no_bought_fifth else TRICK_CARDS
    buys = 0 if hand.is_twisted else last_bought - 2 - len(hand.raises)
    stakes, raises = [hand.stake], hand.raises
    for _ in range(buys):
        dearest = _buy_range(rules.buy_rule, hand.original, stakes[-1], raises, stake_min)[1]
        stakes.append(Amount(stakes[-1] + dearest))
        raises = (*raises, dearest)
    assert all(before <= after for before, after in pairwise(stakes))
    return tuple(stakes)


@cache
def bank_factor(rules: PontoonRules) -> int:
    """Return the most one stake can cost the bank, per unit: seed001 (1 + 1 + 1 + 1) * 2 = 8."""
    unit = Hand(stake=COUNTER, original=COUNTER)
    return _open_potential(rules, unit, COUNTER) // COUNTER


def entry_factor(rules: PontoonRules) -> int:
    """Return what a punter has to cover per unit: the bank collects double, after its own double four."""
    return 4 if rules.banker_may_double else 2


VARIANT: Final[Variant[PontoonRules]] = Variant(
    key="pontoon",
    seat_min=1,
    seat_max=10,
    rules_type=PontoonRules,
    scale=TWENTY_ONE,
    check=check,
    script=script,
    pack=pack_for,
    first_bank=first_bank,
    bank_ways=lambda rules: frozenset(rules.bank_rule),
    first_bank_ways=lambda rules: frozenset({rules.first_banker}) & {"auction"},
    moves=MOVES,
    bank_moves=BANK_MOVES,
    forced=forced,
    bank_forced=bank_forced,
    shown_at_end=shown_at_end,
    is_away_at_end=is_away_at_end,
    bank_must_play=bank_must_play,
    bank_policy=bank_policy,
    absent_punter=absent_punter,
    times=times,
    next_bank=next_banker,
    risk=risk,
    potential=potential,
    bank_factor=bank_factor,
    entry_factor=entry_factor,
    ranking=ranking,
    payouts=payouts,
)

PONTOON: Final[TargetGame[PontoonRules]] = TargetGame(VARIANT)
