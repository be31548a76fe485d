"""Who banks at pontoon and what it takes to.

Source: rule sheet 21-family, 1.2, 1.6, 10a; what has to be covered: the design of the ledger.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bot.engine.game import COUNTER, Amount, Draw, Limits, Purse, Seat, Step, start
from bot.engine.games.pontoon import PONTOON, BuyRule, PontoonRules
from bot.engine.target.events import BankWhy, TargetCarry
from bot.engine.target.rules import BankRule, FirstBanker
from tests.support.given import given
from tests.support.given_presets import presets
from tests.support.play import PLENTY, in_order, last_first, moments, opened, round_of, seats

PLAIN = PontoonRules()


def rules_with(**options: Any) -> PontoonRules:
    return PontoonRules(**options)


def bank_by(*ways: BankRule) -> frozenset[BankRule]:
    return frozenset(ways)


def open_with(
    rules: PontoonRules = PLAIN,
    covers: Sequence[int] = (10_000, 10_000, 10_000),
    *,
    banker: Any = None,
    opener: int = 1,
    low: int = 1,
    high: int = 5,
    shuffler: Any = in_order,
) -> Step[Any, Any]:
    """Open a round of as many seats as there are covers, each in counters."""
    sitting = seats(len(covers))
    limits = Limits(
        Amount(low * COUNTER),
        Amount(high * COUNTER),
        tuple((seat, Amount(cover * COUNTER)) for seat, cover in zip(sitting, covers, strict=True)),
    )
    carry = TargetCarry(banker, 0, (), Seat(opener))
    return start(PONTOON, rules, sitting, carry, limits, shuffler)


class TestFirstBanker:
    """D-PON-1 and 10a."""

    def test_by_default_a_lot_among_all_seats_says(self) -> None:
        assert PLAIN.first_banker is FirstBanker.RANDOM
        asked: list[Draw] = []

        def shuffler(draw: Draw) -> tuple[Any, ...]:
            asked.append(draw)
            return last_first(draw)

        state = open_with(shuffler=shuffler).state
        assert asked[0].items == (1, 2, 3)
        assert (state.banker, state.bank_why) == (3, BankWhy.LOT)

    def test_the_lot_is_drawn_among_those_who_can_cover_the_bank(self) -> None:
        # Two punters, stakes of 1, each may come to 8: 16 counters.
        state = open_with(covers=(15, 16, 15), shuffler=last_first).state
        assert (state.banker, state.bank_why) == (2, BankWhy.LOT)

    @pytest.mark.parametrize("opener", [1, 2, 3])
    def test_the_opener_may_bank_first(self, opener: int) -> None:
        state = open_with(rules_with(first_banker=FirstBanker.OPENER), opener=opener).state
        assert (state.banker, state.bank_why) == (opener, BankWhy.OPENER)

    def test_the_house_may_bank_first(self) -> None:
        state = open_with(rules_with(first_banker=FirstBanker.HOUSE)).state
        assert (state.banker, state.bank_why) == (Purse.HOUSE, BankWhy.HOUSE)
        assert state.order == (1, 2, 3, Purse.HOUSE)

    def test_an_auction_without_a_bid_ends_in_the_lot(self) -> None:
        state = open_with(rules_with(first_banker=FirstBanker.AUCTION), shuffler=last_first).state
        assert (state.banker, state.bank_why) == (3, BankWhy.LOT)

    def test_who_got_the_bank_before_the_first_round_keeps_it(self) -> None:
        """A bid that won, a sale: the table hands the bank over in the carry."""
        rules = rules_with(first_banker=FirstBanker.AUCTION)
        carry = PONTOON.give_bank(PONTOON.fresh_carry(rules, Seat(1)), Seat(2))
        state = opened(PONTOON, rules, 3, Random(1), carry=carry).state
        assert (state.banker, state.bank_why) == (2, BankWhy.HELD)


class TestOrder:
    """0: seats clockwise from eldest, the banker last."""

    @pytest.mark.parametrize(
        ("banker", "order"), [(1, (2, 3, 4, 1)), (2, (3, 4, 1, 2)), (3, (4, 1, 2, 3)), (4, (1, 2, 3, 4))]
    )
    def test_eldest_sits_to_the_bankers_left(self, banker: int, order: tuple[int, ...]) -> None:
        assert open_with(covers=(10_000,) * 4, banker=banker).state.order == order

    def test_empty_places_are_passed_over(self) -> None:
        sitting = (Seat(2), Seat(5), Seat(9))
        limits = Limits(Amount(100), Amount(500), tuple((seat, PLENTY) for seat in sitting))
        state = start(PONTOON, PLAIN, sitting, TargetCarry(Seat(5)), limits, in_order).state
        assert state.order == (9, 2, 5)


class TestPontoonTakesTheBank:
    """1.6, `pontoon`."""

    def test_a_pontoon_that_beat_the_banker_banks_next(self) -> None:
        story = given().deal(A="Kd 9d", B="Ac Kc", Z="Js 8d").stakes(A=1, B=1).when("A stick", "Z stick")
        assert story.bank_next == "B"
        assert story.state.ended.why is BankWhy.NATURAL

    def test_it_does_so_against_a_bankers_five_cards_too(self) -> None:
        story = given().deal(A="Ac Kc", Z="2s 3s").stakes(A=1).when("Z twist 2h", "Z twist 3h", "Z twist 4h")
        assert story.bank_next == "A"

    def test_of_several_the_nearest_to_the_bankers_left_banks(self) -> None:
        story = given().deal(A="Kd 9d", B="Ac Kc", C="Ad Qd", Z="Js 8d").stakes(A=1, B=5, C=5)
        assert story.when("A stick", "Z stick").bank_next == "B"

    def test_nothing_changes_when_the_banker_has_one_too(self) -> None:
        story = given("seed001").deal(A="Ac Kc", Z="As Ks").stakes(A=1)
        assert story.bank_next == "Z"
        assert given("parlett").deal(A="Ac Kc", Z="As Ks").stakes(A=1).bank_next == "Z"

    def test_nor_when_the_tie_is_void(self) -> None:
        story = given(tied_pontoon_void=True).deal(A="Ac Kc", Z="As Ks").stakes(A=1)
        assert story.bank_next == "Z"

    def test_nor_when_the_bankers_five_cards_beat_it(self) -> None:
        story = given(banker_five_card_beats_all=True).deal(A="Ac Kc", Z="2s 3s").stakes(A=1)
        assert story.when("Z twist 2h", "Z twist 3h", "Z twist 4h").bank_next == "Z"

    def test_five_cards_never_take_the_bank(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=1)
        story = story.when("A twist 4c", "A twist 2d", "A twist 3d", "Z stick")
        assert story.times("A") == [2]
        assert story.bank_next == "Z"

    def test_nor_does_a_royal_pontoon(self) -> None:
        story = given().deal(A="7c 7d", Z="Js 8d").stakes(A=1).when("A twist 7h", "Z stick")
        assert story.times("A") == [3]
        assert story.bank_next == "Z"

    @pytest.mark.parametrize(("preset", "winner"), [("seed001", "A"), ("parlett", "A"), ("pagat", "Z")])
    def test_one_made_by_splitting_does_so_where_the_preset_says(self, preset: str, winner: str) -> None:
        story = given(preset).deal(A="Ac Ad", Z="Js 8d").stakes(A=1)
        story = story.when("A split Kc 8c", "A stick", "Z stick")
        assert story.times("A") == [2, 1]
        assert story.bank_next == winner

    def test_a_split_pontoon_that_does_not_count_leaves_the_bank_to_the_next_one(self) -> None:
        story = given(split_pontoon_wins_bank=False).deal(A="Ac Ad", B="Ah Kh", Z="Js 8d").stakes(A=1, B=1)
        assert story.when("A split Kc 8c", "A stick", "Z stick").bank_next == "B"

    def test_without_that_rule_no_pontoon_moves_the_bank(self) -> None:
        story = given(bank_rule=bank_by(BankRule.SALE)).deal(A="Ac Kc", Z="Js 8d").stakes(A=1).when("Z stick")
        assert story.bank_next == "Z"
        assert story.state.ended.why is BankWhy.HELD

    def test_it_takes_the_bank_from_the_house(self) -> None:
        story = given().with_house().deal(A="Kd 9d", B="Ac Kc", Z="Js 8d").stakes(A=1, B=1).when("A stick")
        assert story.bank_next == "B"


class TestRotation:
    """1.6, `rotate`: each banks for N deals, then his left."""

    def bankers(self, rules: PontoonRules, players: int, rounds: int) -> list[int]:
        """Who banked in each of several rounds, the first by lot at seat 1."""
        rng, carry, found = Random(5), PONTOON.give_bank(TargetCarry(), Seat(1)), []
        for _ in range(rounds):
            end = round_of(PONTOON, rules, players, rng, carry=carry)
            found.append(end.state.banker)
            carry = PONTOON.carry(end.state)
        return found

    def test_each_banks_for_as_many_deals_as_there_are_players_by_default(self) -> None:
        rules = rules_with(bank_rule=bank_by(BankRule.ROTATE))
        assert rules.rotate_deals == 0
        assert self.bankers(rules, 3, 10) == [1, 1, 1, 2, 2, 2, 3, 3, 3, 1]

    @pytest.mark.parametrize("deals", [1, 2, 4])
    def test_each_banks_for_the_deals_that_were_agreed(self, deals: int) -> None:
        rules = rules_with(bank_rule=bank_by(BankRule.ROTATE), rotate_deals=deals)
        expected = [seat for seat in (1, 2, 3, 1) for _ in range(deals)]
        assert self.bankers(rules, 3, 4 * deals) == expected

    def test_the_house_hands_the_bank_on_after_as_many_deals_as_there_are_players(self) -> None:
        rules = rules_with(bank_rule=bank_by(BankRule.ROTATE))
        rng, carry, found = Random(5), PONTOON.give_bank(TargetCarry(), Purse.HOUSE), []
        for _ in range(4):
            end = round_of(PONTOON, rules, 2, rng, carry=carry)
            found.append(end.state.banker)
            carry = PONTOON.carry(end.state)
        assert found == [Purse.HOUSE, Purse.HOUSE, 1, 1]

    def test_a_pontoon_comes_before_the_turn_of_the_next(self) -> None:
        both = bank_by(BankRule.ROTATE, BankRule.PONTOON)
        story = given(bank_rule=both, rotate_deals=1).deal(A="Kd 9d", B="Ac Kc", Z="Js 8d").stakes(A=1, B=1)
        story = story.when("A stick", "Z stick")
        assert (story.bank_next, story.state.ended.why) == ("B", BankWhy.NATURAL)

    def test_without_a_pontoon_the_next_has_his_turn(self) -> None:
        both = bank_by(BankRule.ROTATE, BankRule.PONTOON)
        story = given(bank_rule=both, rotate_deals=1).deal(A="Kd 9d", B="9c Kc", Z="Js 8d").stakes(A=1, B=1)
        story = story.when("A stick", "B stick", "Z stick")
        assert (story.bank_next, story.state.ended.why) == ("A", BankWhy.ROTATION)

    def test_one_to_whom_an_uncovered_bank_passes_begins_to_count_anew(self) -> None:
        rules = rules_with(bank_rule=bank_by(BankRule.ROTATE), rotate_deals=3)
        carry = TargetCarry(Seat(1), 2)
        poor = Limits(Amount(100), Amount(500), ((Seat(1), Amount(0)), (Seat(2), PLENTY), (Seat(3), PLENTY)))
        opening = start(PONTOON, rules, seats(3), carry, poor, in_order)
        *_, last = moments(PONTOON, opening, Random(5))
        assert last.after.state.banker == 2
        kept = PONTOON.carry(last.after.state)
        assert (kept.banker, kept.deals_held) == (2, 1)

    def test_deals_are_counted_from_the_day_one_got_the_bank(self) -> None:
        rules = rules_with(bank_rule=bank_by(BankRule.ROTATE), rotate_deals=2)
        carry = PONTOON.carry(round_of(PONTOON, rules, 3, Random(5), carry=TargetCarry(Seat(1))).state)
        assert (carry.banker, carry.deals_held) == (1, 1)
        assert PONTOON.give_bank(carry, Seat(2)).deals_held == 0


class TestBetweenRounds:
    """1.6, `sale`, `auction`, and a bank that is given up; 10a."""

    @pytest.mark.parametrize("way", list(BankRule))
    def test_the_ways_a_bank_may_move_are_those_of_the_rule(self, way: BankRule) -> None:
        assert PONTOON.bank_ways(rules_with(bank_rule=bank_by(way))) == {way}

    def test_a_first_banker_by_auction_is_a_way_of_its_own(self) -> None:
        assert PONTOON.bank_ways(rules_with(first_banker=FirstBanker.AUCTION)) == {"pontoon", "auction"}

    def test_a_bank_that_is_handed_over_starts_afresh(self) -> None:
        carry = PONTOON.carry(round_of(PONTOON, PLAIN, 3, Random(6), carry=TargetCarry(Seat(1))).state)
        given_on = PONTOON.give_bank(carry, Seat(3))
        assert PONTOON.banker(given_on) == 3
        assert (given_on.deals_held, given_on.pack) == (0, ())

    def test_a_bank_handed_to_its_holder_changes_nothing(self) -> None:
        carry = PONTOON.carry(round_of(PONTOON, PLAIN, 3, Random(6), carry=TargetCarry(Seat(1))).state)
        assert PONTOON.give_bank(carry, Seat(1)) == carry

    @pytest.mark.parametrize(("leaves", "heir"), [(1, 2), (2, 3), (3, 1)])
    def test_a_banker_who_leaves_passes_the_bank_to_his_left(self, leaves: int, heir: int) -> None:
        staying = tuple(seat for seat in seats(3) if seat != leaves)
        carry = PONTOON.reseat(PLAIN, TargetCarry(Seat(leaves), 2), staying, Seat(leaves))
        assert (carry.banker, carry.deals_held) == (heir, 0)

    def test_a_punter_who_leaves_leaves_the_bank_where_it_is(self) -> None:
        carry = TargetCarry(Seat(1), 2)
        assert PONTOON.reseat(PLAIN, carry, (Seat(1), Seat(3)), Seat(2)) == carry

    def test_the_last_to_leave_leaves_no_banker(self) -> None:
        assert PONTOON.banker(PONTOON.reseat(PLAIN, TargetCarry(Seat(1), 2), (), Seat(1))) is None

    def test_a_banker_who_sits_a_round_out_passes_the_bank_to_his_left(self) -> None:
        sitting = (Seat(1), Seat(3))
        limits = Limits(Amount(100), Amount(500), tuple((seat, PLENTY) for seat in sitting))
        state = start(PONTOON, PLAIN, sitting, TargetCarry(Seat(2), 1), limits, in_order).state
        assert state.banker == 3


class TestCover:
    """A banker covers the worst that stakes and buys can cost him, or the bank moves on."""

    def test_one_who_cannot_cover_the_smallest_stakes_passes_the_bank_left(self) -> None:
        state = open_with(covers=(10_000, 15, 10_000), banker=2).state
        assert (state.banker, state.bank_why) == (3, BankWhy.NOT_COVERED)

    def test_it_passes_over_others_who_cannot(self) -> None:
        state = open_with(covers=(16, 15, 15), banker=2).state
        assert (state.banker, state.bank_why) == (1, BankWhy.NOT_COVERED)

    def test_it_goes_to_the_house_if_nobody_can(self) -> None:
        state = open_with(covers=(15, 15, 15), banker=2).state
        assert (state.banker, state.bank_why) == (Purse.HOUSE, BankWhy.NOT_COVERED)
        assert state.stake_max == 500

    def test_a_first_banker_is_the_house_too_if_nobody_can(self) -> None:
        state = open_with(covers=(15, 15, 15)).state
        assert (state.banker, state.bank_why) == (Purse.HOUSE, BankWhy.NOT_COVERED)

    def test_an_opener_who_cannot_passes_it_left(self) -> None:
        state = open_with(rules_with(first_banker=FirstBanker.OPENER), covers=(15, 10_000, 10_000)).state
        assert (state.banker, state.bank_why) == (2, BankWhy.NOT_COVERED)

    def test_one_alone_plays_against_the_house(self) -> None:
        """10a: one and the house may play all the same."""
        assert open_with(covers=(10_000,), banker=1).state.banker is Purse.HOUSE

    @pytest.mark.parametrize(
        ("cover", "highest"), [(16, 1), (31, 1), (32, 2), (47, 2), (48, 3), (80, 5), (10_000, 5)]
    )
    def test_the_limit_is_cut_to_whole_counters_for_all_punters_alike(self, cover: int, highest: int) -> None:
        state = open_with(covers=(10_000, cover, 10_000), banker=2).state
        assert state.banker == 2
        assert state.stake_max == highest * COUNTER
        for seat in (Seat(1), Seat(3)):
            (offer,) = PONTOON.offers(state, seat)
            assert (offer.amount_min, offer.amount_max) == (COUNTER, highest * COUNTER)

    def test_the_house_covers_every_limit(self) -> None:
        assert open_with(covers=(1, 1, 1), banker=Purse.HOUSE).state.stake_max == 500

    @pytest.mark.parametrize(
        ("rule", "no_bought_fifth", "factor"),
        [
            # All stakes on five cards, doubled: (1+1+1+1), (1+1+2+4), (1+2+2+2).
            (BuyRule.SEED001, False, 8),
            (BuyRule.PARLETT, False, 16),
            (BuyRule.PAGAT, False, 14),
            # Four cards bought, the fifth twisted.
            (BuyRule.SEED001, True, 6),
            (BuyRule.PARLETT, True, 8),
            (BuyRule.PAGAT, True, 10),
        ],
    )
    def test_the_worst_is_a_trick_with_every_buy_at_its_highest(
        self, rule: BuyRule, no_bought_fifth: bool, factor: int
    ) -> None:
        assert PONTOON.bank_factor(rules_with(buy_rule=rule, no_bought_fifth=no_bought_fifth)) == factor

    @pytest.mark.parametrize(("preset", "factor"), [("seed001", 8), ("parlett", 16), ("pagat", 14)])
    def test_the_worst_under_each_preset(self, preset: str, factor: int) -> None:
        assert PONTOON.bank_factor(presets("pontoon")[preset]) == factor

    def test_a_punter_must_cover_the_double_of_the_smallest_stake(self) -> None:
        limits = Limits(Amount(200), Amount(500), ())
        assert PONTOON.entry(PLAIN, limits) == 400
        assert PONTOON.entry(rules_with(banker_may_double=True), limits) == 800


class TestHouseAsBanker:
    """1.2, 10a: the house plays a stated policy."""

    def test_it_twists_below_seventeen_and_then_sticks(self) -> None:
        story = given().with_house().deal(A="Kd 9d", Z="2s 3s").stakes(A=2)
        story = story.when("Z draws 4s 5s 3d", "A stick")
        assert story.hands("Z") == "2s 3s 4s 5s 3d"
        assert story.endings("Z") == ["trick"]

    @pytest.mark.parametrize(
        ("cards", "drawn"), [("Ks 6s", "Ks 6s 2h"), ("Ks 7s", "Ks 7s"), ("As 6s", "As 6s")]
    )
    def test_it_stops_at_seventeen_hard_or_soft(self, cards: str, drawn: str) -> None:
        story = given().with_house().deal(A="Kd 9d", Z=cards).stakes(A=2).when("Z draws 2h", "A stick")
        assert story.is_over
        assert story.hands("Z") == drawn

    def test_it_wins_and_loses_like_any_banker(self) -> None:
        story = given().with_house().deal(A="Kd 9d", B="Kh 7h", Z="Ks 8s").stakes(A=2, B=5)
        assert story.when("A stick", "B stick").net == {"A": 2, "B": -5, "Z": 3}

    def test_it_is_never_waited_for(self) -> None:
        story = given(banker_may_double=True).with_house().deal(A="Kd 9d", Z="Ks 8s")
        assert story.waiting == "A"
        assert story.stakes(A=1).waiting == "A"
        assert story.stakes(A=1).staked("A") == [1]

    def test_its_pontoon_checked_at_once_ends_the_round(self) -> None:
        story = given("parlett").with_house().deal(A="Kd 9d", Z="Ks As").stakes(A=2)
        assert story.net == {"A": -4, "Z": 4}

    def test_it_has_no_exposure(self) -> None:
        assert given().with_house().deal(A="Kd 9d", Z="Ks 8s").exposure() == {"A": 2}

    def test_nobody_is_held_for_a_double_that_the_house_never_makes(self) -> None:
        story = given(banker_may_double=True).with_house().deal(A="Kd 9d", Z="Ks 8s")
        assert story.exposure() == {"A": 2}
        assert story.stakes(A=3).exposure() == {"A": 6}


class TestExposure:
    """What is held while a round runs, told from public facts."""

    def test_before_the_stakes_the_bank_answers_for_the_largest_and_punters_for_the_smallest(self) -> None:
        story = given().deal(A="Kd 9d", B="Kh 7h", Z="Js 8d")
        assert story.exposure() == {"A": 2, "B": 2, "Z": 5 * 8 * 2}

    def test_a_punter_answers_for_twice_what_he_staked(self) -> None:
        story = given().deal(A="Kd 9d", B="Kh 7h", Z="Js 8d").stakes(A=3)
        assert story.exposure() == {"A": 6, "B": 2, "Z": 3 * 8 + 5 * 8}

    def test_for_four_times_where_the_banker_may_still_double(self) -> None:
        story = given(banker_may_double=True).deal(A="Kd 9d", Z="Js 8d")
        assert story.exposure() == {"A": 4, "Z": 40}
        story = story.stakes(A=3)
        assert story.exposure() == {"A": 12, "Z": 24}
        assert story.when("Z bank_play").exposure() == {"A": 6, "Z": 24}
        assert story.when("Z bank_double").exposure() == {"A": 12, "Z": 48}

    def test_a_buy_adds_to_the_punters_and_never_to_the_banks(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=4)
        assert story.exposure() == {"A": 8, "Z": 32}
        story = story.when("A buy 4 4c")
        assert story.exposure() == {"A": 16, "Z": 32}
        # 4 + 4 + 2, and one more card for at most 2.
        story = story.when("A buy 2 2d")
        assert story.exposure() == {"A": 20, "Z": 24}

    def test_a_twist_ends_what_may_be_bought(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=4).when("A twist 4c")
        assert story.exposure() == {"A": 8, "Z": 8}

    def test_three_sevens_may_cost_the_bank_three_times(self) -> None:
        story = given(no_bought_fifth=True).deal(A="7c 7d", Z="Js 8d").stakes(A=2).when("A buy 2 7h")
        assert story.exposure() == {"A": 0, "Z": 12}

    def test_a_royal_in_two_cards_and_a_twist_is_counted_before_it_happens(self) -> None:
        """2 + 2 + 2 doubled is 12, and 3 times 2 + 2 is 12 too: neither may be less."""
        story = given(no_bought_fifth=True).deal(A="7c 7d", Z="Js 8d").stakes(A=2)
        assert story.exposure()["Z"] == 12

    def test_a_split_raises_both(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=2)
        assert story.exposure() == {"A": 4, "Z": 16}
        assert story.when("A split 2c 3c").exposure() == {"A": 8, "Z": 32}

    def test_a_hand_that_sticks_can_cost_the_bank_its_stake(self) -> None:
        story = given().deal(A="Kd 9d", Z="Js 8d").stakes(A=2).when("A stick")
        assert story.exposure() == {"A": 4, "Z": 2}

    def test_a_bust_hand_answers_for_its_stake_alone(self) -> None:
        story = given().deal(A="Kd 6d", B="Kh 7h", Z="Js 8d").stakes(A=2, B=1).when("A twist Kc")
        assert story.exposure() == {"A": 2, "B": 2, "Z": 8}

    @pytest.mark.parametrize(
        ("preset", "option", "most"),
        [
            ("seed001", "pontoon_double_from_bust", 4),
            ("parlett", "pontoon_double_from_bust", 2),
            ("seed001", "five_card_double_from_bust", 4),
            ("parlett", "five_card_double_from_bust", 4),
        ],
    )
    def test_or_for_twice_where_the_banker_may_take_double_from_it(
        self, preset: str, option: str, most: int
    ) -> None:
        story = given(preset, **{option: True}).deal(A="Kd 6d", B="Kh 7h", Z="Js 8d").stakes(A=2, B=1)
        assert story.when("A twist Kc").exposure()["A"] == most

    @pytest.mark.parametrize(("preset", "most"), [("seed001", 4), ("parlett", 0)])
    def test_a_pontoon_is_safe_once_the_banker_said_play(self, preset: str, most: int) -> None:
        story = given(preset).deal(A="Ac Kc", B="Kh 7h", Z="Js 8d").stakes(A=2, B=1)
        assert story.exposure()["A"] == most

    def test_a_void_tie_makes_it_safe_at_once(self) -> None:
        story = given(tied_pontoon_void=True).deal(A="Ac Kc", B="Kh 7h", Z="Js 8d").stakes(A=2, B=1)
        assert story.exposure()["A"] == 0

    def test_a_bankers_five_cards_that_beat_all_keep_it_in_danger(self) -> None:
        story = given("parlett", banker_five_card_beats_all=True).deal(A="Ac Kc", B="7d 7h", Z="Js 8d")
        story = story.stakes(A=2, B=1).when("B twist 7s")
        assert story.exposure() == {"A": 4, "B": 2, "Z": 7}

    def test_after_the_round_nothing_is_held(self) -> None:
        assert given().deal(A="Kd 9d", Z="Js 8d").stakes(A=2).when("A stick", "Z stick").exposure() == {}
