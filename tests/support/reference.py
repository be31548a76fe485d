"""Pontoon a second time: slow, obvious, and written from the rule sheet alone.

Nothing here imports the engine. Cards are their text, options a plain mapping
of names to words, numbers and truths, hands are mutable. The engine is played
beside this and every difference is a fault of one of the two; the sheet says of
which (21-family, sections 0, 1 and 10a).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

HOUSE = "house"
COUNTER = 100
PIPS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9} | dict.fromkeys("TJQK", 10)

Party = int | str
Options = Mapping[str, Any]


# --- counting (section 0) -----------------------------------------------------------


def hard(cards: Sequence[str]) -> int:
    """Aces count 1."""
    return sum(PIPS[card[0]] for card in cards)


def best(cards: Sequence[str]) -> int:
    """The hard total, 10 more with an ace where that does not pass 21."""
    total = hard(cards)
    has_ace = any(card[0] == "A" for card in cards)
    return total + 10 if has_ace and total + 10 <= 21 else total


def is_pontoon(cards: Sequence[str], options: Options) -> bool:
    """Exactly two cards, an ace and a tenth (`court_only`: a court)."""
    if len(cards) != 2:
        return False
    tenths = "JQK" if options["court_only"] else "TJQK"
    ranks = [card[0] for card in cards]
    return any(a == "A" and b in tenths for a, b in (ranks, ranks[::-1]))


@dataclass
class Hand:
    """One hand and what was done with it; amounts in hundredths."""

    cards: list[str]
    stake: int = 0
    original: int = 0
    raises: list[int] = field(default_factory=list)
    has_twisted: bool = False
    is_split: bool = False
    has_burned: bool = False
    has_stuck: bool = False
    is_in_pack: bool = False

    @property
    def is_bust(self) -> bool:
        return hard(self.cards) > 21


def kind(hand: Hand, options: Options) -> str:
    """What a hand is: `bust`, `royal`, `pontoon`, `trick` or `total` (1.4, 1.5)."""
    if hand.is_bust:
        return "bust"
    is_three_sevens = [card[0] for card in hand.cards] == ["7", "7", "7"]
    if is_three_sevens and options["royal"] and (options["royal_on_split"] or not hand.is_split):
        return "royal"
    if is_pontoon(hand.cards, options):
        return "pontoon"
    if len(hand.cards) == 5:
        return "trick"
    return "total"


def bank_kind(cards: Sequence[str], options: Options) -> str:
    """What the bank has. It has no royal."""
    if hard(cards) > 21:
        return "bust"
    if is_pontoon(cards, options):
        return "pontoon"
    return "trick" if len(cards) == 5 else "total"


# --- payment (1.5 and the house rules of 1.8) ----------------------------------------

TABLE: dict[str, dict[str, int | None]] = {
    # bank: royal, pontoon, trick, total (None: compare the totals)
    "pontoon": {"royal": 3, "pontoon": -2, "trick": -2, "total": -2},
    "trick": {"royal": 3, "pontoon": 2, "trick": -2, "total": -2},
    "total": {"royal": 3, "pontoon": 2, "trick": 2, "total": None},
    "bust": {"royal": 3, "pontoon": 2, "trick": 2, "total": 1},
}


def times(hand: Hand, bank: Sequence[str], options: Options) -> int:
    """The multiple of its whole stake that a hand wins from the bank, below zero for a loss."""
    punter, against = kind(hand, options), bank_kind(bank, options)
    if punter == "bust":
        if against == "pontoon" and options["pontoon_double_from_bust"] and options["banker_check"] == "end":
            return -2
        return -2 if against == "trick" and options["five_card_double_from_bust"] else -1
    if against == "trick" and options["banker_five_card_beats_all"]:
        return -2
    if against == punter == "pontoon" and options["tied_pontoon_void"]:
        return 0
    multiple = TABLE[against][punter]
    if multiple is not None:
        return multiple
    return 1 if best(hand.cards) > best(bank) else -1


def bank_factor(options: Options) -> int:
    """The most the bank loses per unit of original stake: every buy at its highest, then a double.

    Five cards are three buys, four cards two where no fifth may be bought.
    """
    buys = 2 if options["no_bought_fifth"] else 3
    if options["buy_rule"] == "seed001":
        total = 1 + buys
    elif options["buy_rule"] == "parlett":
        total = 2**buys
    else:
        total = 1 + 2 * buys
    return 2 * total


# --- before the round (1.2, 1.6, 10a; design 4) --------------------------------------


def limit_of(options: Options, players: int, cover: int, stake_max: int) -> int:
    """Return the highest stake, in whole counters, with which `cover` pays everybody at the worst."""
    if players < 2:
        return 0
    each = cover // (bank_factor(options) * (players - 1))
    return min(stake_max, each - each % COUNTER)


def find_banker(
    options: Options,
    seats: Sequence[int],
    first_choice: Party,
    cover: Mapping[int, int],
    stake_min: int,
    stake_max: int,
) -> tuple[Party, int]:
    """Return who banks and the stake limit his cover allows.

    The bank goes left until somebody can cover the smallest stakes of all, else
    to the house.
    """
    if first_choice != HOUSE:
        at = seats.index(int(first_choice))
        for seat in [*seats[at:], *seats[:at]]:
            limit = limit_of(options, len(seats), cover[seat], stake_max)
            if limit >= stake_min:
                return seat, limit
    return HOUSE, stake_max


# --- the round (1.3, 1.4) ------------------------------------------------------------


class Illegal(Exception):
    """The sheet does not allow it."""


class Round:
    """One round. `reshuffle` is given cards to put in random order and returns them, first drawn first."""

    def __init__(
        self,
        options: Options,
        seats: Sequence[int],
        banker: Party,
        pack: Sequence[str],
        stake_min: int,
        stake_max: int,
        reshuffle: Callable[[list[str]], list[str]],
        deals_held: int = 0,
    ) -> None:
        self.options = options
        self.seats = list(seats)
        self.banker = banker
        self.pack = list(pack)
        self.under: list[str] = []
        self.stake_min, self.stake_max = stake_min, stake_max
        self.reshuffle = reshuffle
        self.deals_held = deals_held
        self.phase = "stakes"
        self.stakes: dict[int, int] = {}
        if banker == HOUSE:
            self.punters = list(seats)
        else:
            at = self.seats.index(int(banker))
            self.punters = self.seats[at + 1 :] + self.seats[:at]
        self.hands: dict[int, list[Hand]] = {seat: [Hand([])] for seat in self.punters}
        self.bank: list[str] = []
        self.has_bank_stuck = False
        self._deal_round()

    # cards

    def _aside(self) -> list[Hand]:
        """Bust hands whose cards wait for the end of the round."""
        return [
            hand for seat in self.punters for hand in self.hands[seat] if hand.is_bust and not hand.is_in_pack
        ]

    def cards_left(self) -> int:
        """How many cards can still be dealt, a shuffle of what is under and aside included (D-PON-8)."""
        return len(self.pack) + len(self.under) + sum(len(hand.cards) for hand in self._aside())

    def _take(self) -> str:
        if not self.pack:
            due = list(self.under)
            for hand in self._aside():
                due += hand.cards
                hand.is_in_pack = True
            self.pack, self.under = self.reshuffle(due), []
        return self.pack.pop(0)

    def _deal_round(self) -> None:
        for seat in self.punters:
            self.hands[seat][0].cards.append(self._take())
        self.bank.append(self._take())

    # who may do what

    def turn(self) -> tuple[int, Hand] | None:
        """The punter whose turn it is and his unfinished hand furthest to the left."""
        for seat in self.punters:
            for hand in self.hands[seat]:
                if not self.is_done(hand):
                    return seat, hand
        return None

    def is_done(self, hand: Hand) -> bool:
        """Whether the hand is finished, by its owner or by itself (1.4)."""
        return hand.has_stuck or kind(hand, self.options) != "total"

    def legal(self, seat: int) -> dict[str, tuple[int, int]]:
        """What a seat may do now, with the range of the amount."""
        if self.phase == "stakes":
            if seat in self.punters and seat not in self.stakes:
                return {"stake": (self.stake_min, self.stake_max)}
            return {}
        if self.phase == "doubling":
            return {"bank_double": (0, 0), "bank_play": (0, 0)} if seat == self.banker else {}
        if self.phase == "bank":
            if seat != self.banker:
                return {}
            return {"stick": (0, 0)} | ({"twist": (0, 0)} if self.cards_left() else {})
        if self.phase == "turns":
            turn = self.turn()
            assert turn is not None
            return self._turn_kinds(seat, turn[1]) if seat == turn[0] else {}
        return {}

    def _turn_kinds(self, seat: int, hand: Hand) -> dict[str, tuple[int, int]]:
        o, left = self.options, self.cards_left()
        found = {}
        if best(hand.cards) >= o["stick_min"] or not left:
            found["stick"] = (0, 0)
        if left:
            found["twist"] = (0, 0)
            if self._may_buy(hand):
                found["buy"] = self._buy_range(hand)
        ranks = [card[0] for card in hand.cards]
        if (
            len(ranks) == 2
            and ranks[0] == ranks[1]
            and len(self.hands[seat]) < o["hands_max"]
            and (ranks[0] == "A" or not o["split_aces_only"])
            and left >= 2
        ):
            found["split"] = (0, 0)
        # "Hard 13 on two cards": the sheet is silent on split hands and on burning twice; neither is done.
        may_burn = o["burn13"] and not hand.is_split and not hand.has_burned and left >= 2
        if may_burn and len(ranks) == 2 and hard(hand.cards) == 13:
            found["burn"] = (0, 0)
        return found

    def _may_buy(self, hand: Hand) -> bool:
        if hand.has_twisted:
            return False
        if len(hand.cards) == 4:
            if self.options["no_bought_fifth"]:
                return False
            if self.options["safe_fifth"] and hard(hand.cards) <= 11:
                return False
        return True

    def _buy_range(self, hand: Hand) -> tuple[int, int]:
        """P6."""
        previous = hand.raises[-1] if hand.raises else hand.original
        if self.options["buy_rule"] == "seed001":
            return self.stake_min, previous
        if self.options["buy_rule"] == "parlett":
            return previous, hand.stake
        if not hand.raises:
            return hand.original, 2 * hand.original
        return hand.original, hand.raises[-1]

    def waiting(self) -> set[int]:
        """Whom the round waits for."""
        return {seat for seat in self.seats if self.legal(seat)}

    # doing it

    def do(self, seat: int, what: str, amount: int | None = None) -> None:
        """Do it, and all that follows of itself. Raises Illegal, and then nothing has happened."""
        allowed = self.legal(seat).get(what)
        if allowed is None:
            raise Illegal(f"{seat} {what}")
        if allowed != (0, 0) and (
            amount is None or not allowed[0] <= amount <= allowed[1] or amount % COUNTER
        ):
            raise Illegal(f"{seat} {what} {amount}")
        if self.phase == "stakes":
            assert amount is not None
            self._stake(seat, amount)
        elif self.phase == "doubling":
            if what == "bank_double":
                for hands in self.hands.values():
                    hands[0].stake *= 2
                    hands[0].original *= 2
            self._second_cards()
        elif self.phase == "bank":
            if what == "twist":
                self.bank.append(self._take())
            else:
                self.has_bank_stuck = True
        else:
            self._turn(seat, what, amount)
        self._go_on()

    def _stake(self, seat: int, amount: int) -> None:
        self.stakes[seat] = amount
        self.hands[seat][0].stake = self.hands[seat][0].original = amount
        if len(self.stakes) == len(self.punters):
            if self.options["banker_may_double"] and self.banker != HOUSE:
                self.phase = "doubling"
            else:
                self._second_cards()

    def _second_cards(self) -> None:
        self._deal_round()
        is_over = self.options["banker_check"] == "immediate" and is_pontoon(self.bank, self.options)
        self.phase = "over" if is_over else "turns"

    def _turn(self, seat: int, what: str, amount: int | None) -> None:
        hands = self.hands[seat]
        turn = self.turn()
        assert turn is not None
        hand = turn[1]
        if what == "stick":
            hand.has_stuck = True
        elif what == "twist":
            hand.has_twisted = True
            hand.cards.append(self._take())
        elif what == "buy":
            assert amount is not None
            hand.stake += amount
            hand.raises.append(amount)
            hand.cards.append(self._take())
        elif what == "split":
            right = Hand([hand.cards.pop()], hand.original, hand.original, is_split=True)
            hand.is_split = True
            hands.insert(hands.index(hand) + 1, right)
            hand.cards.append(self._take())
            right.cards.append(self._take())
        else:
            assert what == "burn"
            self.under += hand.cards
            hand.cards = []
            hand.has_burned = True
            hand.cards = [self._take(), self._take()]
        if hand.is_bust and self.options["bust_to_bottom"]:
            self.under += hand.cards
            hand.is_in_pack = True

    def _go_on(self) -> None:
        if self.phase == "turns" and self.turn() is None:
            self.phase = "bank"
            if not self._bank_matters():
                # The sheet is silent for pontoon; D-CP-4 says it of the casino's: nothing left to draw for.
                self.has_bank_stuck = True
            elif self.banker == HOUSE:
                while (
                    best(self.bank) < self.options["bank_stick"] and len(self.bank) < 5 and self.cards_left()
                ):
                    self.bank.append(self._take())
                self.has_bank_stuck = True
        if self.phase == "bank" and (self.has_bank_stuck or bank_kind(self.bank, self.options) != "total"):
            self.phase = "over"

    def _bank_matters(self) -> bool:
        """Whether any hand may still win, or lose more than it has lost."""
        is_live = any(not hand.is_bust for hands in self.hands.values() for hand in hands)
        return is_live or bool(self.options["five_card_double_from_bust"])

    # what it comes to

    def hand_times(self, seat: int) -> list[int]:
        return [times(hand, self.bank, self.options) for hand in self.hands[seat]]

    def net(self) -> dict[Party, int]:
        """What everybody has won, the bank included."""
        found: dict[Party, int] = {
            seat: sum(times(hand, self.bank, self.options) * hand.stake for hand in hands)
            for seat, hands in self.hands.items()
        }
        found[self.banker] = -sum(found.values())
        return found

    def next_banker(self) -> Party:
        """1.6. A pontoon that beat the bank comes before the turn of the next in rotation."""
        rule = self.options["bank_rule"]
        if "pontoon" in rule:
            for seat in self.punters:
                for hand in self.hands[seat]:
                    won = kind(hand, self.options) == "pontoon" and times(hand, self.bank, self.options) > 0
                    if won and (self.options["split_pontoon_wins_bank"] or not hand.is_split):
                        return seat
        deals = self.options["rotate_deals"] or len(self.seats)
        if "rotate" in rule and self.deals_held + 1 >= deals:
            return self.punters[0]
        return self.banker

    def is_shuffled(self) -> bool:
        """Whether the pack is shuffled before the next round (P13)."""
        if self.next_banker() != self.banker:
            return True
        if self.options["shuffle_on"] != "any_pontoon":
            return False
        hands = [hand.cards for held in self.hands.values() for hand in held]
        return any(is_pontoon(cards, self.options) for cards in [*hands, self.bank])

    def next_pack(self) -> list[str]:
        """The pack for the next round (1.7): what is left, what is under it, then all cards by seat."""
        rest = [
            card
            for seat in self.punters
            for hand in self.hands[seat]
            if not hand.is_in_pack
            for card in hand.cards
        ]
        return [*self.pack, *self.under, *rest, *self.bank]
