"""Every option of pontoon: what it does by default, and what each other value changes.

Source: rule sheet 21-family, 1.1, 1.5, 1.8, 10a, 11. `@option(name, value)` says
which value a test is about; the last test sees that none is without.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from enum import StrEnum
from random import Random
from typing import Any, TypeVar, get_args, get_type_hints

import pytest

from bot.engine.game import Purse, RulesError, Seat
from bot.engine.games.pontoon import PONTOON, BuyRule, PontoonRules
from bot.engine.target.events import BankWhy, TargetCarry
from bot.engine.target.rules import BankerCheck, BankRule, FirstBanker, ShuffleOn
from tests.support.given import Story, given
from tests.support.given_presets import presets
from tests.support.play import opened, round_of

TESTED: set[tuple[str, Any]] = set()
F = TypeVar("F", bound=Callable[..., None])


def option(name: str, *values: Any) -> Callable[[F], F]:
    """Say that a test shows what these values of an option do."""

    def mark(test: F) -> F:
        TESTED.update((name, value) for value in values)
        return test

    return mark


def after_a_pontoon(**options: Any) -> Story:
    """B makes a pontoon, A does not, the banker stops at 18."""
    story = given("seed001", **options).deal(A="Kd 9d", B="Ac Kc", Z="Js 8d").stakes(A=1, B=1)
    return story.when("A stick", "Z stick")


def first_banker(**options: Any) -> Any:
    return opened(PONTOON, PontoonRules(**options), 3, Random(1)).state


class TestBankRule:
    @option("bank_rule", frozenset({BankRule.PONTOON}))
    def test_by_default_a_pontoon_moves_the_bank(self) -> None:
        assert PontoonRules().bank_rule == {BankRule.PONTOON}
        assert after_a_pontoon().bank_next == "B"

    @option("bank_rule", frozenset({BankRule.ROTATE}))
    def test_rotate_moves_it_left_after_the_agreed_deals(self) -> None:
        story = after_a_pontoon(bank_rule=frozenset({BankRule.ROTATE}), rotate_deals=1)
        assert (story.bank_next, story.state.ended.why) == ("A", BankWhy.ROTATION)

    @option("bank_rule", frozenset({BankRule.SALE}), frozenset({BankRule.AUCTION}))
    @pytest.mark.parametrize("way", [BankRule.SALE, BankRule.AUCTION])
    def test_sale_and_auction_move_it_between_rounds_only(self, way: BankRule) -> None:
        rules = {"bank_rule": frozenset({way})}
        assert after_a_pontoon(**rules).bank_next == "Z"
        assert PONTOON.bank_ways(PontoonRules(**rules)) == {way}  # type: ignore[arg-type]

    def test_ways_may_be_combined(self) -> None:
        ways = frozenset(BankRule)
        assert PONTOON.bank_ways(PontoonRules(bank_rule=ways)) == {"pontoon", "rotate", "sale", "auction"}

    def test_a_bank_that_could_never_move_is_no_rule(self) -> None:
        with pytest.raises(RulesError, match="bank_rule"):
            PONTOON.check(PontoonRules(bank_rule=frozenset()))


class TestFirstBanker:
    @option("first_banker", FirstBanker.RANDOM)
    def test_by_default_it_is_a_lot(self) -> None:
        assert PontoonRules().first_banker is FirstBanker.RANDOM
        assert first_banker().bank_why is BankWhy.LOT

    @option("first_banker", FirstBanker.OPENER)
    def test_it_may_be_who_opened_the_table(self) -> None:
        state = first_banker(first_banker=FirstBanker.OPENER)
        assert (state.banker, state.bank_why) == (1, BankWhy.OPENER)

    @option("first_banker", FirstBanker.HOUSE)
    def test_it_may_be_the_house(self) -> None:
        assert first_banker(first_banker=FirstBanker.HOUSE).banker is Purse.HOUSE

    @option("first_banker", FirstBanker.AUCTION)
    def test_it_may_be_who_bids_most_and_without_bids_a_lot(self) -> None:
        rules = PontoonRules(first_banker=FirstBanker.AUCTION)
        assert "auction" in PONTOON.bank_ways(rules)
        assert first_banker(first_banker=FirstBanker.AUCTION).bank_why is BankWhy.LOT


class TestRotateDeals:
    def bank_after(self, deals: int, held: int) -> Any:
        """Who banks next of three, when the banker 1 has dealt `held` times with this round."""
        rules = PontoonRules(bank_rule=frozenset({BankRule.ROTATE}), rotate_deals=deals)
        carry = TargetCarry(Seat(1), held - 1)
        return PONTOON.carry(round_of(PONTOON, rules, 3, Random(2), carry=carry).state).banker

    @option("rotate_deals", 0)
    def test_by_default_each_banks_as_often_as_there_are_players(self) -> None:
        assert PontoonRules().rotate_deals == 0
        assert [self.bank_after(0, held) for held in (1, 2, 3)] == [1, 1, 2]

    @option("rotate_deals", 2)
    def test_another_number_may_be_agreed(self) -> None:
        assert [self.bank_after(2, held) for held in (1, 2)] == [1, 2]


class TestBankStick:
    def house_draws(self, **options: int) -> str:
        story = given("seed001", **options).with_house().deal(A="Kd 9d", Z="Ks 5s").stakes(A=1)
        return story.when("Z draws Ah Ad 2h", "A stick").hands("Z")

    @option("bank_stick", 17)
    def test_by_default_the_house_stops_at_seventeen(self) -> None:
        assert PontoonRules().bank_stick == 17
        assert self.house_draws() == "Ks 5s Ah Ad"

    @option("bank_stick", 15, 16)
    @pytest.mark.parametrize(("least", "hand"), [(15, "Ks 5s"), (16, "Ks 5s Ah")])
    def test_it_may_stop_elsewhere(self, least: int, hand: str) -> None:
        assert self.house_draws(bank_stick=least) == hand


class TestBankerCheck:
    def with_a_bankers_pontoon(self, **options: Any) -> Story:
        return given("seed001", **options).deal(A="Kd 9d", Z="As Ks").stakes(A=1)

    @option("banker_check", BankerCheck.END)
    def test_by_default_a_bankers_pontoon_comes_out_at_the_end(self) -> None:
        assert PontoonRules().banker_check is BankerCheck.END
        assert self.with_a_bankers_pontoon().waiting == "A"

    @option("banker_check", BankerCheck.IMMEDIATE)
    def test_it_may_come_out_before_anybody_acts(self) -> None:
        story = self.with_a_bankers_pontoon(banker_check=BankerCheck.IMMEDIATE)
        assert story.is_over
        assert story.net == {"A": -2, "Z": 2}


class TestStickMin:
    def offers(self, cards: str, **options: int) -> set[str]:
        return set(given("seed001", **options).deal(A=cards, Z="Js 8d").stakes(A=1).offers("A"))

    @option("stick_min", 16)
    def test_by_default_one_sticks_from_sixteen(self) -> None:
        assert PontoonRules().stick_min == 16
        assert "stick" not in self.offers("Kd 5d")
        assert "stick" in self.offers("Kd 6d")

    @option("stick_min", 15, 12, 21)
    @pytest.mark.parametrize(
        ("least", "below", "enough"), [(15, "Kd 4d", "Kd 5d"), (12, "9d 2d", "Kd 2d"), (21, "Kd Qd", "Ad Td")]
    )
    def test_another_total_may_be_agreed(self, least: int, below: str, enough: str) -> None:
        # An ace and a ten are no pontoon here, but the only 21 in two cards.
        options = {"stick_min": least, "court_only": True}
        assert "stick" not in self.offers(below, **options)
        assert "stick" in self.offers(enough, **options)

    @pytest.mark.parametrize("total", [11, 22])
    def test_a_total_that_makes_no_game_is_no_rule(self, total: int) -> None:
        with pytest.raises(RulesError, match="stick_min"):
            PONTOON.check(PontoonRules(stick_min=total))


class TestBuyRule:
    """P6. A stakes 3 of 1 to 5."""

    def ranges(self, rule: BuyRule, *amounts: int) -> list[Any]:
        """What each card may cost, the earlier ones bought for `amounts`."""
        story = given("seed001", buy_rule=rule, safe_fifth=False).deal(A="2c 2h", Z="Js 8d").stakes(A=3)
        found = [story.offers("A")["buy"]]
        for amount, card in zip(amounts, ("2d", "3d"), strict=False):
            story = story.when(f"A buy {amount} {card}")
            found.append(story.offers("A")["buy"])
        return found

    @option("buy_rule", BuyRule.SEED001)
    def test_seed001_at_most_the_stake_and_never_more_than_before(self) -> None:
        assert PontoonRules().buy_rule is BuyRule.SEED001
        assert self.ranges(BuyRule.SEED001, 3, 2) == [(1, 3), (1, 3), (1, 2)]
        assert self.ranges(BuyRule.SEED001, 1, 1) == [(1, 3), (1, 1), (1, 1)]

    @option("buy_rule", BuyRule.PARLETT)
    def test_parlett_at_least_the_card_before_and_at_most_all_that_is_staked(self) -> None:
        assert self.ranges(BuyRule.PARLETT, 3, 6) == [(3, 3), (3, 6), (6, 12)]
        assert self.ranges(BuyRule.PARLETT, 3, 3) == [(3, 3), (3, 6), (3, 9)]

    @option("buy_rule", BuyRule.PAGAT)
    def test_pagat_one_to_two_stakes_then_one_stake_to_the_card_before(self) -> None:
        assert self.ranges(BuyRule.PAGAT, 6, 4) == [(3, 6), (3, 6), (3, 4)]
        assert self.ranges(BuyRule.PAGAT, 3, 3) == [(3, 6), (3, 3), (3, 3)]

    def test_the_floor_of_a_seed001_buy_is_the_smallest_stake(self) -> None:
        story = given("seed001", low=2).deal(A="2c 3c", Z="Js 8d").stakes(A=4)
        assert story.offers("A")["buy"] == (2, 4)
        assert story.refused("A buy 1") == "amount_too_low"

    def test_after_the_bankers_double_the_original_stake_is_the_doubled_one(self) -> None:
        story = given("seed001", banker_may_double=True).deal(A="2c 3c", Z="Js 8d").stakes(A=5)
        assert story.when("Z bank_double").offers("A")["buy"] == (1, 10)


class TestFifthCard:
    """P7 and `no_bought_fifth`."""

    def on_four_cards(self, fourth: str, **options: bool) -> Story:
        """A has bought 2, 3, 4 and a fourth card."""
        story = given("seed001", **options).deal(A="2c 3c", Z="Js 8d").stakes(A=1)
        return story.when("A buy 1 4c", f"A buy 1 {fourth}")

    @option("safe_fifth", True)
    def test_by_default_a_certain_fifth_is_twisted_and_not_bought(self) -> None:
        assert PontoonRules().safe_fifth
        safe = self.on_four_cards("2d")  # hard 11
        assert safe.offers("A") == {"twist": None}
        assert safe.refused("A buy 1") == "fifth_card_safe"
        assert self.on_four_cards("3d").offers("A") == {"twist": None, "buy": (1, 1)}  # hard 12

    def test_an_ace_counts_low_for_that(self) -> None:
        assert self.on_four_cards("Ad").refused("A buy 1") == "fifth_card_safe"

    def test_a_fourth_card_may_be_bought_at_any_total(self) -> None:
        story = given("seed001").deal(A="2c 3c", Z="Js 8d").stakes(A=1).when("A buy 1 4c")
        assert "buy" in story.offers("A")

    @option("safe_fifth", False)
    def test_without_it_a_certain_fifth_may_be_bought(self) -> None:
        assert "buy" in self.on_four_cards("2d", safe_fifth=False).offers("A")

    @option("no_bought_fifth", False)
    def test_by_default_a_fifth_that_can_bust_may_be_bought(self) -> None:
        assert not PontoonRules().no_bought_fifth
        assert "buy" in self.on_four_cards("9d").offers("A")

    @option("no_bought_fifth", True)
    def test_no_fifth_at_all_may_be_bought_where_that_is_agreed(self) -> None:
        story = self.on_four_cards("9d", no_bought_fifth=True, safe_fifth=False)
        assert story.refused("A buy 1") == "fifth_card_not_bought"
        assert story.offers("A") == {"stick": None, "twist": None}
        before = given("seed001", no_bought_fifth=True).deal(A="2c 3c", Z="Js 8d").stakes(A=1)
        assert "buy" in before.when("A buy 1 4c").offers("A")


class TestRoyal:
    """P10, D-PON-6."""

    def three_sevens(self, **options: bool) -> Story:
        story = given("seed001", **options).deal(A="7c 7d", Z="Js 8d").stakes(A=2)
        return story.when("A twist 7h")

    def three_sevens_on_a_split_hand(self, **options: bool) -> Story:
        story = given("seed001", **options).deal(A="7c 7d", Z="Js 8d").stakes(A=2)
        return story.when("A split 7h 9c", "A twist 7s")

    @option("royal", True)
    def test_by_default_three_sevens_pay_triple(self) -> None:
        assert PontoonRules().royal
        assert self.three_sevens().when("Z stick").times("A") == [3]

    @option("royal", False)
    def test_without_it_they_are_a_plain_twenty_one_to_be_played_on(self) -> None:
        story = self.three_sevens(royal=False)
        assert story.offers("A").keys() == {"stick", "twist"}
        assert story.when("A stick", "Z stick").times("A") == [1]

    @option("royal_on_split", True)
    def test_by_default_split_hands_can_be_royal(self) -> None:
        assert PontoonRules().royal_on_split
        assert self.three_sevens_on_a_split_hand().endings("A") == ["royal", None]

    @option("royal_on_split", False)
    def test_they_may_be_left_out(self) -> None:
        story = self.three_sevens_on_a_split_hand(royal_on_split=False)
        assert story.endings("A") == [None, None]
        assert story.when("A stick", "A stick", "Z stick").times("A") == [1, -1]
        assert self.three_sevens(royal_on_split=False).endings("A") == ["royal"]


class TestCourtOnly:
    @option("court_only", False)
    def test_by_default_an_ace_and_a_ten_are_a_pontoon(self) -> None:
        assert not PontoonRules().court_only
        story = given("seed001").deal(A="Ac Tc", Z="Js 8d").stakes(A=1)
        assert story.endings("A") == ["natural"]

    @option("court_only", True)
    def test_it_may_take_a_court(self) -> None:
        table = given("seed001", court_only=True)
        assert table.deal(A="Ac Jc", Z="Js 8d").stakes(A=1).endings("A") == ["natural"]
        ten = table.deal(A="Ac Tc", Z="Js 8d").stakes(A=1)
        assert ten.endings("A") == [None]
        assert ten.when("A stick", "Z stick").times("A") == [1]

    def test_and_then_the_banker_needs_one_too(self) -> None:
        story = given("seed001", court_only=True).deal(A="Kc 9c", Z="As Ts").stakes(A=1).when("A stick")
        assert story.waiting == "Z"
        assert story.when("Z stick").times("A") == [-1]


class TestSplits:
    @option("hands_max", 4)
    def test_by_default_four_hands_may_come_of_one(self) -> None:
        assert PontoonRules().hands_max == 4
        story = given("seed001").deal(A="8c 8d", Z="Js 5h").stakes(A=1)
        story = story.when("A split 8h 8s", "A split 2c 3c")
        assert len(story.endings("A")) == 3
        assert story.refused("A split") == "not_a_pair"

    @option("hands_max", 1, 2, 3)
    @pytest.mark.parametrize("most", [1, 2, 3])
    def test_fewer_may_be_agreed(self, most: int) -> None:
        story = given("seed001", hands_max=most, packs=2).deal(A="8c 8d", Z="Js 5h").stakes(A=1)
        for cards in ("8h 8s", "8c#1 8d#1")[: most - 1]:
            story = story.when(f"A split {cards}")
        assert len(story.endings("A")) == most
        assert story.refused("A split") == "hands_max"

    @option("split_aces_only", False)
    def test_by_default_any_pair_is_split(self) -> None:
        assert not PontoonRules().split_aces_only
        assert "split" in given("seed001").deal(A="Kc Kd", Z="Js 5h").stakes(A=1).offers("A")

    @option("split_aces_only", True)
    def test_only_aces_may_be(self) -> None:
        table = given("seed001", split_aces_only=True)
        kings = table.deal(A="Kc Kd", Z="Js 5h").stakes(A=1)
        assert kings.refused("A split") == "only_aces_split"
        assert "split" not in kings.offers("A")
        assert "split" in table.deal(A="Ac Ad", Z="Js 5h").stakes(A=1).offers("A")

    def pontoon_on_a_split_hand(self, **options: bool) -> Story:
        story = given("seed001", **options).deal(A="Ac Ad", Z="Js 8d").stakes(A=1)
        return story.when("A split Kc 8c", "A stick", "Z stick")

    @option("split_pontoon_wins_bank", True)
    def test_by_default_a_pontoon_on_a_split_hand_takes_the_bank(self) -> None:
        assert PontoonRules().split_pontoon_wins_bank
        assert self.pontoon_on_a_split_hand().bank_next == "A"

    @option("split_pontoon_wins_bank", False)
    def test_it_may_be_paid_and_not_take_it(self) -> None:
        story = self.pontoon_on_a_split_hand(split_pontoon_wins_bank=False)
        assert story.bank_next == "Z"
        assert story.times("A") == [2, 1]


class TestBurn:
    @option("burn13", False)
    def test_by_default_nothing_is_burned(self) -> None:
        assert not PontoonRules().burn13
        story = given("seed001").deal(A="Kc 3c", Z="Js 8h").stakes(A=1)
        assert "burn" not in story.offers("A")
        assert story.refused("A burn") == "not_offered"
        assert "burn" not in story.kinds()

    @option("burn13", True)
    @pytest.mark.parametrize("cards", ["Kc 3c", "9c 4c", "5c 8c", "7c 6c"])
    def test_a_hard_thirteen_on_two_cards_may_be_thrown_in_for_two_new_ones(self, cards: str) -> None:
        story = given("seed001", burn13=True).deal(A=cards, Z="Js 8h").stakes(A=2)
        assert "burn" in story.offers("A")
        after = story.when("A burn 9d Kd")
        assert after.hands("A") == "9d Kd"
        assert after.staked("A") == [2]

    @pytest.mark.parametrize("cards", ["Kc 2c", "Kc 4c", "Ac 2c"])
    def test_no_other_total_may_be(self, cards: str) -> None:
        story = given("seed001", burn13=True).deal(A=cards, Z="Js 8h").stakes(A=1)
        assert story.refused("A burn") == "not_thirteen"
        assert "burn" not in story.offers("A")

    def test_nor_thirteen_on_three_cards_nor_twice_nor_on_a_split_hand(self) -> None:
        table = given("seed001", burn13=True)
        story = table.deal(A="6c 3c", Z="Js 8h").stakes(A=1).when("A twist 4c")
        assert story.refused("A burn") == "cards_drawn"
        story = table.deal(A="Kc 3c", Z="Js 8h").stakes(A=1).when("A burn 9c 4c")
        assert story.refused("A burn") == "cards_drawn"
        story = table.deal(A="3c 3d", Z="Js 8h").stakes(A=1).when("A split Kc 4c")
        assert story.refused("A burn") == "cards_drawn"

    def test_the_new_cards_may_be_a_pontoon_or_a_pair(self) -> None:
        story = given("seed001", burn13=True).deal(A="Kc 3c", Z="Js 8h").stakes(A=1)
        assert story.when("A burn Ad Kd").endings("A") == ["natural"]
        assert "split" in story.when("A burn 9d 9h").offers("A")


class TestBankerMayDouble:
    def staked(self, **options: bool) -> Story:
        return given("seed001", **options).deal(A="Td 8d", B="9c 7d", Z="Ah 6h").stakes(A=2, B=3)

    @option("banker_may_double", False)
    def test_by_default_he_may_not(self) -> None:
        assert not PontoonRules().banker_may_double
        story = self.staked()
        assert story.waiting == "A"
        assert story.refused("Z bank_double") == "not_your_turn"

    @option("banker_may_double", True)
    def test_he_looks_at_his_first_card_and_may_order_every_stake_doubled(self) -> None:
        story = self.staked(banker_may_double=True)
        assert story.waiting == "Z"
        assert story.offers("Z") == {"bank_play": None, "bank_double": None}
        doubled = story.when("Z bank_double")
        assert [doubled.staked(name) for name in "AB"] == [[4], [6]]
        assert [story.when("Z bank_play").staked(name) for name in "AB"] == [[2], [3]]

    def test_once_and_before_the_second_card(self) -> None:
        story = self.staked(banker_may_double=True)
        assert story.hands("A") == "Td"
        assert story.refused("A stick") == "not_your_turn"
        assert story.refused("Z stick") == "double_or_play"
        after = story.when("Z bank_double")
        assert after.hands("A") == "Td 8d"
        assert after.refused("Z bank_double") == "not_your_turn"

    def test_the_house_never_does(self) -> None:
        story = given("seed001", banker_may_double=True).with_house().deal(A="Td 8d", Z="Ah 6h").stakes(A=2)
        assert (story.waiting, story.staked("A")) == ("A", [2])


class TestDoubles:
    """The rules under which the banker takes or pays differently; every cell is in the tests of payment."""

    def bust_against(self, banker: str, *draws: str, **options: bool) -> list[int]:
        story = given("seed001", **options).deal(A="Kc 6c", B="Qd Jd", Z=banker).stakes(A=1, B=1)
        return story.when("A twist Kd", "B stick", *draws).times("A")

    TRICK = ("Z twist 2h", "Z twist 3h", "Z twist 4h")

    @option("banker_five_card_beats_all", False)
    def test_by_default_a_pontoon_beats_the_bankers_five_cards(self) -> None:
        assert not PontoonRules().banker_five_card_beats_all
        story = given("seed001").deal(A="Ac Kc", Z="2s 3s").stakes(A=1).when(*self.TRICK)
        assert story.times("A") == [2]

    @option("banker_five_card_beats_all", True)
    def test_they_may_beat_everything(self) -> None:
        story = given("seed001", banker_five_card_beats_all=True).deal(A="Ac Kc", Z="2s 3s").stakes(A=1)
        assert story.when(*self.TRICK).times("A") == [-2]

    @option("tied_pontoon_void", False)
    def test_by_default_a_tied_pontoon_loses_double(self) -> None:
        assert not PontoonRules().tied_pontoon_void
        assert given("seed001").deal(A="Ac Kc", Z="As Ks").stakes(A=1).times("A") == [-2]

    @option("tied_pontoon_void", True)
    def test_it_may_be_void(self) -> None:
        story = given("seed001", tied_pontoon_void=True).deal(A="Ac Kc", Z="As Ks").stakes(A=1)
        assert story.net == {"A": 0, "Z": 0}

    @option("pontoon_double_from_bust", False)
    def test_by_default_a_bust_hand_has_lost_its_stake_once(self) -> None:
        assert not PontoonRules().pontoon_double_from_bust
        assert self.bust_against("As Ks") == [-1]

    @option("pontoon_double_from_bust", True)
    def test_a_bankers_pontoon_may_take_double_from_it(self) -> None:
        assert self.bust_against("As Ks", pontoon_double_from_bust=True) == [-2]

    @option("five_card_double_from_bust", False)
    def test_by_default_the_bankers_five_cards_do_not(self) -> None:
        assert not PontoonRules().five_card_double_from_bust
        assert self.bust_against("2s 3s", *self.TRICK) == [-1]

    @option("five_card_double_from_bust", True)
    def test_they_may_take_double_from_it_too(self) -> None:
        assert self.bust_against("2s 3s", *self.TRICK, five_card_double_from_bust=True) == [-2]


class TestBustHands:
    """P9."""

    def bust(self, **options: bool) -> Story:
        story = given("seed001", **options).deal(A="Kc 6c", B="Qd Jd", Z="Js 8h").stakes(A=1, B=1)
        return story.when("A twist Kd")

    @option("bust_to_bottom", True)
    def test_by_default_their_cards_go_under_the_pack_at_once(self) -> None:
        assert PontoonRules().bust_to_bottom
        assert self.bust().under == "Kc 6c Kd"

    @option("bust_to_bottom", False)
    def test_they_may_wait_for_the_end_of_the_round(self) -> None:
        assert self.bust(bust_to_bottom=False).under == ""

    @option("bust_face_up", False)
    def test_by_default_the_hidden_ones_stay_down(self) -> None:
        assert not PontoonRules().bust_face_up
        assert self.bust().seen("B")["A"] == "?? ?? Kd"

    @option("bust_face_up", True)
    def test_they_may_be_thrown_in_face_up(self) -> None:
        assert self.bust(bust_face_up=True).seen("channel")["A"] == "Kc 6c Kd"


class TestPack:
    """P1, P13."""

    def shuffled(self, **options: Any) -> tuple[bool, bool]:
        """Whether the pack is shuffled after a banker's pontoon, and after one that moved the bank."""
        tied = given("seed001", **options).deal(A="Kd 9d", Z="As Ks").stakes(A=1).when("A stick")
        return tied.is_shuffled, after_a_pontoon(**options).is_shuffled

    @option("shuffle_on", ShuffleOn.BANK_CHANGE)
    def test_by_default_a_change_of_the_bank_has_it_shuffled(self) -> None:
        assert PontoonRules().shuffle_on is ShuffleOn.BANK_CHANGE
        assert self.shuffled() == (False, True)

    @option("shuffle_on", ShuffleOn.ANY_PONTOON)
    def test_any_pontoon_may_do_so(self) -> None:
        assert self.shuffled(shuffle_on=ShuffleOn.ANY_PONTOON) == (True, True)

    def cards(self, players: int, packs: int) -> int:
        """How many cards are in play."""
        state = opened(PONTOON, PontoonRules(packs=packs), players, Random(1)).state
        return len(state.pack) + players

    @option("packs", 0)
    def test_by_default_there_are_two_packs_from_eight_players_up(self) -> None:
        assert PontoonRules().packs == 0
        assert [self.cards(players, 0) for players in (2, 7, 8, 10)] == [52, 52, 104, 104]

    @option("packs", 1, 2)
    @pytest.mark.parametrize("packs", [1, 2])
    def test_the_number_may_be_fixed(self, packs: int) -> None:
        assert [self.cards(players, packs) for players in (2, 10)] == [52 * packs] * 2


class TestPresets:
    """1.1, column by column. What is not named is the default."""

    DIFFERENCES = {  # noqa: RUF012
        "seed001": {},
        "parlett": {
            "banker_check": "immediate",
            "buy_rule": "parlett",
            "safe_fifth": False,
            "bust_to_bottom": False,
        },
        "pagat": {
            "banker_check": "immediate",
            "stick_min": 15,
            "buy_rule": "pagat",
            "safe_fifth": False,
            "royal": False,
            "split_pontoon_wins_bank": False,
            "bust_face_up": True,
            "shuffle_on": "any_pontoon",
        },
    }

    @pytest.mark.parametrize("preset", DIFFERENCES)
    def test_a_preset_is_its_column(self, preset: str) -> None:
        assert presets("pontoon")[preset] == PontoonRules(**self.typed(preset))

    def test_the_default_preset_comes_first(self) -> None:
        assert next(iter(presets("pontoon"))) == "seed001"
        assert presets("pontoon")["seed001"] == PontoonRules()

    @pytest.mark.parametrize("preset", DIFFERENCES)
    def test_every_preset_can_be_played(self, preset: str) -> None:
        PONTOON.check(presets("pontoon")[preset])

    def typed(self, preset: str) -> dict[str, Any]:
        kinds = get_type_hints(PontoonRules)
        return {
            name: kinds[name](value) if issubclass(kinds[name], StrEnum) else value
            for name, value in self.DIFFERENCES[preset].items()  # type: ignore[attr-defined]
        }


@pytest.mark.parametrize(
    ("name", "values"),
    [("bank_stick", (11, 22)), ("hands_max", (0, 5)), ("packs", (-1, 3)), ("rotate_deals", (-1, 100))],
)
def test_a_number_outside_its_range_is_no_rule(name: str, values: tuple[int, ...]) -> None:
    for value in values:
        with pytest.raises(RulesError, match=name):
            PONTOON.check(PontoonRules(**{name: value}))  # type: ignore[arg-type]


def test_every_value_of_every_option_has_its_test() -> None:
    """Numbers: the default and one other."""
    kinds = get_type_hints(PontoonRules)
    for one in fields(PontoonRules):
        default = one.default if one.default is not MISSING else None
        kind, tested = kinds[one.name], {value for name, value in TESTED if name == one.name}
        if kind is bool:
            assert tested == {True, False}, one.name
        elif kind is int:
            assert default in tested, one.name
            assert len(tested) > 1, one.name
        elif one.name == "bank_rule":
            (member,) = get_args(kind)
            assert tested == {frozenset({way}) for way in member}
        else:
            assert tested == set(kind), one.name
