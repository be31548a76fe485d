"""The pack at pontoon: its order between deals, when it is shuffled, what happens when it runs out.

Source: rule sheet 21-family, 1.7, P9, P13, D-PON-7, D-PON-8.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.engine.cards import card, pack, text
from bot.engine.game import Amount, Draw, IllegalAction, Limits, Offer, Purse, Seat, Step, play, start
from bot.engine.games.pontoon import PONTOON, PontoonRules
from bot.engine.target.events import TargetCarry
from bot.engine.target.rules import BankRule, ShuffleOn
from tests.support.given import Story, given
from tests.support.play import PLENTY, Wish, in_order, limits, moments, opened, round_of, seats


def kept(story: Story) -> list[str]:
    """The pack for the next round, top card first."""
    return text(PONTOON.carry(story.state).pack).split()


class TestOrderUnderThePack:
    """D-PON-7: by seat from eldest, hands left to right, cards as received, banker last."""

    def test_everything_dealt_goes_under_what_is_left(self) -> None:
        story = given().deal(A="Kc 9c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        story = story.when("A stick", "B twist 2h", "B stick", "Z twist 3h", "Z stick")
        dealt = "Kc 9c Kd 9d 2h Js 8d 3h"
        assert " ".join(kept(story)[-8:]) == dealt
        rest = [str(card) for card in pack() if str(card) not in dealt.split()]
        assert kept(story)[:-8] == rest

    def test_split_hands_lie_from_left_to_right(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=1)
        story = story.when("A split 2c 3c", "A twist Kc", "A stick", "A twist Kd", "A stick", "Z stick")
        assert story.bottom == "8c 2c Kc 8d 3c Kd Js 8h"

    @pytest.mark.parametrize("preset", ["seed001", "pagat"])
    def test_bust_hands_are_there_already_in_the_order_of_busting(self, preset: str) -> None:
        story = given(preset).deal(A="Kc 9c", B="Kd 6d", C="Kh 6h", Z="Js 8d").stakes(A=1, B=1, C=1)
        story = story.when("A stick", "B twist Qd")
        assert story.under == "Kd 6d Qd"
        story = story.when("C twist Qh")
        assert story.under == "Kd 6d Qd Kh 6h Qh"
        assert story.when("Z stick").bottom == "Kd 6d Qd Kh 6h Qh Kc 9c Js 8d"

    def test_under_parlett_they_wait_for_the_end_of_the_round(self) -> None:
        story = given("parlett").deal(A="Kc 9c", B="Kd 6d", C="Kh 6h", Z="Js 8d").stakes(A=1, B=1, C=1)
        story = story.when("A stick", "B twist Qd", "C twist Qh")
        assert story.under == ""
        assert story.when("Z stick").bottom == "Kc 9c Kd 6d Qd Kh 6h Qh Js 8d"

    def test_one_of_two_split_hands_may_be_bust(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=1)
        story = story.when("A split 7c Kd", "A twist Kc", "A stick", "Z stick")
        assert story.bottom == "8c 7c Kc 8d Kd Js 8h"

    def test_burned_cards_go_under_the_pack_at_once(self) -> None:
        """The sheet says "thrown in"; where to is a decision of the engine."""
        story = given(burn13=True).deal(A="Kc 3c", Z="Js 8h").stakes(A=1).when("A burn 9d Kd")
        assert story.under == "Kc 3c"
        assert story.when("A stick", "Z stick").bottom == "Kc 3c 9d Kd Js 8h"

    def test_a_round_ended_by_the_banker_keeps_the_same_order(self) -> None:
        story = given("parlett").deal(A="8c 8d", B="Ah Qh", Z="As Ks").stakes(A=3, B=2)
        assert story.bottom == "8c 8d Ah Qh As Ks"

    def test_the_next_round_is_dealt_from_the_top_of_what_was_kept(self) -> None:
        first = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        carry = PONTOON.carry(first.state)
        second = opened(PONTOON, first.table.rules, 2, Random(0), carry=carry)
        top = [hand.cards[0] for (hand,) in second.state.hands.values()]
        assert top == list(carry.pack[:2])
        assert second.state.pack == carry.pack[2:]

    def test_no_card_is_lost_over_an_evening(self) -> None:
        rng, carry = Random(11), TargetCarry(Seat(1))
        rules = PontoonRules(bank_rule=frozenset({BankRule.SALE}))
        for _ in range(30):
            carry = PONTOON.carry(round_of(PONTOON, rules, 5, rng, carry=carry).state)
            assert sorted(carry.pack, key=str) == sorted(pack(), key=str)


class TestShuffle:
    """P13."""

    def test_the_first_deal_is_from_a_shuffled_pack(self) -> None:
        labels: list[str] = []

        def shuffler(draw: Draw) -> tuple[Any, ...]:
            labels.append(draw.label)
            assert draw.label != "pack" or draw.items == pack()
            return draw.items[::-1]

        opening = opened_with(PontoonRules(), TargetCarry(), shuffler)
        assert labels == ["lot:banker", "pack"]
        assert opening.state.pack == pack()[::-1][3:]

    @pytest.mark.parametrize("preset", ["seed001", "parlett", "pagat"])
    def test_while_nothing_happens_it_is_not_shuffled(self, preset: str) -> None:
        story = given(preset).deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        assert not story.is_shuffled

    @pytest.mark.parametrize("preset", ["seed001", "parlett", "pagat"])
    def test_a_pontoon_that_moves_the_bank_has_it_shuffled(self, preset: str) -> None:
        story = given(preset).deal(A="Kc Ac", Z="Js 8d").stakes(A=1).when("Z stick")
        assert story.is_shuffled
        assert story.state.ended.is_shuffled

    @pytest.mark.parametrize(("preset", "does"), [("seed001", False), ("parlett", False), ("pagat", True)])
    def test_a_bankers_pontoon_does_so_only_where_any_does(self, preset: str, does: bool) -> None:
        story = given(preset).deal(A="Kc 9c", Z="As Ks").stakes(A=1)
        story = story if story.is_over else story.when("A stick")
        assert story.is_shuffled is does

    def test_any_pontoon_is_enough_where_that_is_the_rule_also_on_a_split_hand(self) -> None:
        story = given("pagat").deal(A="Ac Ad", Z="Js 8d").stakes(A=1)
        story = story.when("A split Kc 8c", "A stick", "Z stick")
        assert story.bank_next == "Z"
        assert story.is_shuffled

    def test_any_change_of_the_bank_has_it_shuffled(self) -> None:
        story = given(bank_rule=frozenset({BankRule.ROTATE}), rotate_deals=1)
        told = story.deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        assert told.bank_next == "A"
        assert told.is_shuffled

    def test_so_it_does_where_any_pontoon_counts_and_there_was_none(self) -> None:
        rotating = given("pagat", bank_rule=frozenset({BankRule.ROTATE}), rotate_deals=1)
        told = rotating.deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        assert told.bank_next == "A"
        assert told.is_shuffled

    def test_a_banker_who_sits_out_has_it_shuffled_for_his_heir(self) -> None:
        carry = PONTOON.carry(round_of(PONTOON, NEVER, 3, Random(3), carry=TargetCarry(Seat(2))).state)
        assert (carry.banker, len(carry.pack)) == (2, 52)
        sitting, labels = (Seat(1), Seat(3)), []

        def shuffler(draw: Draw) -> tuple[Any, ...]:
            labels.append(draw.label)
            return draw.items

        state = start(PONTOON, NEVER, sitting, carry, limits(sitting), shuffler).state
        assert (state.banker, labels) == (3, ["pack"])

    def test_a_bank_that_is_handed_over_between_rounds_too(self) -> None:
        story = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        carry = PONTOON.carry(story.state)
        assert len(carry.pack) == 52
        assert PONTOON.give_bank(carry, Purse.HOUSE).pack == ()

    def test_a_bank_that_moves_because_it_is_not_covered_too(self) -> None:
        story = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        carry = PONTOON.carry(story.state)
        labels: list[str] = []

        def shuffler(draw: Draw) -> tuple[Any, ...]:
            labels.append(draw.label)
            return draw.items

        opened_with(story.table.rules, carry, shuffler, poor=2)
        assert labels == ["pack"]

    def test_a_pack_of_another_size_is_not_used_on(self) -> None:
        """Two packs from eight players up: an eighth who joins brings a fresh shuffle."""
        carry = PONTOON.carry(round_of(PONTOON, NEVER, 7, Random(3), carry=TargetCarry(Seat(1))).state)
        assert len(carry.pack) == 52
        opening = opened(PONTOON, NEVER, 8, Random(4), carry=carry)
        assert len(opening.state.pack) == 104 - 8
        back = PONTOON.carry(round_of(PONTOON, NEVER, 8, Random(3), carry=TargetCarry(Seat(1))).state)
        assert len(opened(PONTOON, NEVER, 7, Random(4), carry=back).state.pack) == 52 - 7


NEVER = PontoonRules(bank_rule=frozenset({BankRule.SALE}), shuffle_on=ShuffleOn.BANK_CHANGE)


def opened_with(
    rules: PontoonRules, carry: TargetCarry, shuffler: Any, *, poor: int | None = None
) -> Step[Any, Any]:
    sitting = (Seat(1), Seat(2), Seat(3))
    cover = tuple((seat, Amount(0) if seat == poor else PLENTY) for seat in sitting)
    return start(PONTOON, rules, sitting, carry, Limits(Amount(100), Amount(500), cover), shuffler)


class TestExhaustion:
    """D-PON-8: when the pack runs out within a round, whatever is under it or aside is shuffled."""

    def test_what_lies_under_is_shuffled_when_the_next_card_is_needed(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=1).when("pack 1", "A twist 4c")
        assert story.pack == ""
        drawn = story.when("A twist 2d")
        assert [event.label for event in drawn.events if hasattr(event, "label")][-1] == "reshuffle:1"
        assert drawn.hands("A") == "2c 3c 4c 2d"
        assert len(drawn.pack.split()) == 52 - 2 - 2 - 2
        assert drawn.under == ""

    def test_a_deal_of_several_cards_goes_on_from_the_new_pack(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=1).when("pack 1", "A split 2c 3c")
        assert story.hands("A") == "8c 2c | 8d 3c"

    def test_bust_hands_that_lie_aside_come_back_too(self) -> None:
        """Under parlett nothing lies under the pack before the end of the round."""
        story = given("parlett").deal(A="Kc 6c", B="2d 3d", Z="Js 8d").stakes(A=1, B=1).when("A twist Kd")
        state = thinned(story, left=0)
        asked: list[Draw] = []

        def shuffler(draw: Draw) -> tuple[Any, ...]:
            asked.append(draw)
            return draw.items

        step = next_card(state, "B", shuffler)
        assert text(asked[0].items) == "Kc 6c Kd"
        assert text(step.state.hands[2][0].cards) == "2d 3d Kc"
        # They lie in the pack now, and are not put under it a second time.
        assert text(step.state.pack) == "6c Kd"

    def test_a_card_that_came_back_is_not_kept_twice(self) -> None:
        story = given("parlett").deal(A="Kc 6c", B="2d 3d", Z="Js 8d").stakes(A=1, B=1).when("A twist Kd")
        step = next_card(thinned(story, left=0), "B", in_order)
        *_, last = moments(PONTOON, step, Random(1))
        kept_cards = PONTOON.carry(last.after.state).pack
        assert len(set(kept_cards)) == len(kept_cards)

    def test_with_no_card_left_anywhere_a_punter_may_stick_on_anything_and_only_that(self) -> None:
        story = given("parlett").deal(A="2c 3c", Z="Js 8d").stakes(A=1)
        state = thinned(story, left=0)
        assert [str(offer.kind) for offer in PONTOON.offers(state, Seat(1))] == ["stick"]
        for kind in ("twist", "buy"):
            with pytest.raises(IllegalAction, match="no_cards_left"):
                PONTOON.decide(state, PONTOON.action(Seat(1), kind, None))

    def test_with_one_card_left_nobody_splits(self) -> None:
        state = thinned(given("parlett").deal(A="8c 8d", Z="Js 8h").stakes(A=1), left=1)
        assert "split" not in {str(offer.kind) for offer in PONTOON.offers(state, Seat(1))}
        assert "twist" in {str(offer.kind) for offer in PONTOON.offers(state, Seat(1))}

    def test_a_banker_without_cards_may_only_stick(self) -> None:
        state = thinned(given("parlett").deal(A="Kc 9d", Z="2s 3s").stakes(A=1).when("A stick"), left=0)
        assert [str(offer.kind) for offer in PONTOON.offers(state, Seat(2))] == ["stick"]

    def test_a_house_without_cards_stops(self) -> None:
        story = given("parlett").with_house().deal(A="Kc 9d", Z="2s 3s").stakes(A=1)
        state = play(PONTOON, thinned(story, left=0), PONTOON.action(Seat(1), "stick", None), in_order).state
        assert PONTOON.payoffs(state) == {1: 100, Purse.HOUSE: -100}

    @pytest.mark.parametrize("preset", ["seed001", "parlett"])
    def test_a_full_table_at_one_pack_plays_on_to_the_end(self, preset: str) -> None:
        """Nine punters are dealt pairs, split and twist whatever they may: more than 52 cards."""
        rules = given(preset, packs=1).rules
        for seed in range(20):
            rng = Random(seed)
            opening = start(PONTOON, rules, seats(10), TargetCarry(Seat(10)), limits(seats(10)), pairs_first)
            *_, last = moments(PONTOON, opening, rng, choose=greedily)
            end = last.after.state
            assert end.reshuffles
            assert sum(PONTOON.payoffs(end).values()) == 0
            carried = PONTOON.carry(end).pack
            assert not carried or sorted(carried, key=str) == sorted(pack(), key=str)


def pairs_first(draw: Draw) -> tuple[Any, ...]:
    """Ten places get pairs in the first twenty cards; a reshuffle leaves what is due as it is."""
    if draw.label != "pack":
        return draw.items
    pairs = [card(rank + suit) for suit in "cd" for rank in "A23456789T"]
    return (*pairs, *(one for one in draw.items if one not in pairs))


def thinned(story: Story, *, left: int) -> Any:
    """The state with all but the top `left` cards of the pack gone."""
    return story.state._replace(pack=story.state.pack[:left])


def next_card(state: Any, name: str, shuffler: Any) -> Step[Any, Any]:
    return play(PONTOON, state, PONTOON.action(Seat("ABC".index(name) + 1), "twist", None), shuffler)


def greedily(state: Any, seat: Seat, offers: tuple[Offer, ...]) -> Wish:
    by_kind = {str(offer.kind): offer for offer in offers}
    for kind in ("stake", "split", "twist", "stick"):
        if kind in by_kind:
            return Wish(seat, kind, by_kind[kind].amount_min or None)
    raise AssertionError(by_kind)
