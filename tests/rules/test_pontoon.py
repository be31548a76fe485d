"""Pontoon's round and what a punter may do. Source: rule sheet 21-family, 1.2 to 1.4."""

from __future__ import annotations

from itertools import permutations

import pytest

from bot.engine.game import Absence, Amount, IllegalAction
from bot.engine.games.pontoon import PONTOON
from bot.engine.target.events import Dealt
from tests.support.given import Story, given


def dealt_to(story: Story) -> list[list[str]]:
    """Letters of those who got a card, one list for each dealing."""
    return [
        [story.name(one.party) for one in event.cards] for event in story.events if isinstance(event, Dealt)
    ]


class TestStakes:
    """1.2 and 1.3, steps 1 and 2."""

    def test_one_card_goes_to_each_punter_from_eldest_and_to_the_banker_last(self) -> None:
        story = given().deal(A="7c 4c", B="Kd 9d", C="2h 3h", Z="Js 8d")
        assert dealt_to(story) == [["A", "B", "C", "Z"]]
        assert [story.hands(name) for name in "ABCZ"] == ["7c", "Kd", "2h", "Js"]

    def test_every_punter_is_asked_for_his_stake_at_the_same_time(self) -> None:
        story = given().deal(A="7c 4c", B="Kd 9d", C="2h 3h", Z="Js 8d")
        assert story.waiting == "ABC"
        assert [story.offers(name) for name in "ABC"] == [{"stake": (1, 5)}] * 3

    @pytest.mark.parametrize("order", list(permutations("ABC")), ids="".join)
    def test_stakes_are_made_in_any_order(self, order: tuple[str, ...]) -> None:
        story = given().deal(A="7c 4c", B="Kd 9d", C="2h 3h", Z="Js 8d").stakes(**dict.fromkeys(order, 3))
        assert story.waiting == "A"
        assert [story.staked(name) for name in "ABC"] == [[3], [3], [3]]

    def test_a_stake_lies_between_the_smallest_and_the_largest(self) -> None:
        story = given(low=2, high=4).deal(A="7c 4c", Z="Js 8d")
        assert story.refused("A stake 1") == "amount_too_low"
        assert story.refused("A stake 5") == "amount_too_high"
        for counters in (2, 3, 4):
            assert story.stakes(A=counters).staked("A") == [counters]

    def test_a_stake_is_whole_counters(self) -> None:
        story = given().deal(A="7c 4c", Z="Js 8d")
        action = PONTOON.action(story.party("A"), "stake", Amount(250))
        with pytest.raises(IllegalAction, match="amount_not_whole"):
            PONTOON.decide(story.state, action)

    def test_a_stake_has_to_be_named(self) -> None:
        assert given().deal(A="7c 4c", Z="Js 8d").refused("A stake") == "amount_missing"

    def test_nobody_may_check_or_stake_nothing(self) -> None:
        story = given().deal(A="7c 4c", Z="Js 8d")
        assert story.refused("A stake 0") == "amount_too_low"
        assert story.refused("A stick") == "stake_first"

    def test_a_stake_is_made_once(self) -> None:
        story = given().deal(A="7c 4c", B="Kd 9d", Z="Js 8d").stakes(A=3)
        refusal = story.refusal("A stake 5")
        assert refusal.reason == "already_staked"
        assert refusal.detail == {"stake": 300}

    def test_the_banker_stakes_nothing(self) -> None:
        story = given().deal(A="7c 4c", Z="Js 8d")
        assert story.offers("Z") == {}
        assert story.refused("Z stake 1") == "banker_stakes_nothing"

    def test_the_second_card_comes_once_all_have_staked(self) -> None:
        story = given().deal(A="7c 4c", B="Kd 9d", Z="Js 8d").stakes(B=1)
        assert dealt_to(story) == [["A", "B", "Z"]]
        story = story.stakes(A=1)
        assert dealt_to(story) == [["A", "B", "Z"]] * 2
        assert [story.hands(name) for name in "ABZ"] == ["7c 4c", "Kd 9d", "Js 8d"]

    def test_the_largest_stake_limits_the_original_stake_only(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=5).when("A buy 5 4c", "A buy 5 3d")
        assert story.staked("A") == [15]


class TestTurns:
    """1.3, step 6."""

    def test_punters_play_one_at_a_time_from_eldest_until_finished(self) -> None:
        story = given().deal(A="9c 2d", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        assert story.waiting == "A"
        assert story.refused("B stick") == "not_your_turn"
        story = story.when("A twist 3s")
        assert story.waiting == "A"
        story = story.when("A twist 4s", "A stick")
        assert story.waiting == "B"
        assert story.refused("A twist") == "not_your_turn"

    def test_the_banker_waits_until_every_punter_has_finished(self) -> None:
        story = given().deal(A="Kc 9c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1).when("A stick")
        assert story.refused("Z twist") == "not_your_turn"
        assert story.when("B stick").waiting == "Z"

    def test_one_who_is_not_in_the_round_may_do_nothing(self) -> None:
        story = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1)
        with pytest.raises(IllegalAction, match="not_in_round"):
            PONTOON.decide(story.state, PONTOON.action(9, "stick", None))  # type: ignore[arg-type]

    def test_nothing_is_done_in_a_round_that_is_over(self) -> None:
        story = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        assert story.refused("A twist") == "round_over"
        assert story.waiting == ""

    def test_a_stake_is_no_move(self) -> None:
        story = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1)
        assert story.refused("A stake 2") == "stakes_are_made"

    def test_a_word_that_is_no_action_is_not_offered(self) -> None:
        story = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1)
        with pytest.raises(IllegalAction, match="not_offered"):
            PONTOON.action(story.party("A"), "surrender", None)


class TestDeclarePontoon:
    """1.4, `declare pontoon`, and D-PON-3."""

    @pytest.mark.parametrize("cards", ["As Ts", "Jd Ah", "Ac Qc", "Kh Ad"])
    def test_an_ace_and_a_tenth_are_a_pontoon_and_finish_the_hand(self, cards: str) -> None:
        story = given().deal(A=cards, B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        assert story.endings("A") == ["natural"]
        assert story.waiting == "B"

    def test_a_pontoon_on_its_turn_shows_its_ace_and_nothing_else(self) -> None:
        story = given().deal(A="Qc Ah", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        assert story.seen("channel")["A"] == "?? Ah"

    def test_under_seed001_a_pontoon_comes_out_on_its_own_turn(self) -> None:
        story = given("seed001").deal(A="Kd 9d", B="Ac Tc", Z="Js 8d").stakes(A=1, B=1)
        assert story.endings("B") == [None]
        assert story.seen("channel")["B"] == "?? ??"
        assert story.when("A stick").seen("channel")["B"] == "Ac ??"

    @pytest.mark.parametrize("preset", ["parlett", "pagat"])
    def test_elsewhere_a_pontoon_comes_out_as_soon_as_the_banker_says_play(self, preset: str) -> None:
        story = given(preset).deal(A="Kd 9d", B="Ac Tc", Z="Js 8d").stakes(A=1, B=1)
        assert story.waiting == "A"
        assert story.endings("B") == ["natural"]
        assert story.seen("channel")["B"] == "Ac ??"

    def test_twenty_one_in_three_cards_is_no_pontoon(self) -> None:
        story = given().deal(A="Ac 5c", Z="Js 8d").stakes(A=1).when("A twist 5d", "A stick", "Z stick")
        assert story.endings("A") == ["stuck"]
        assert story.times("A") == [1]


class TestSplit:
    """1.4, `split`, P14."""

    def test_a_pair_becomes_two_hands_with_the_stake_on_each_and_one_card_to_each(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=3).when("A split 2c 3c")
        assert story.hands("A") == "8c 2c | 8d 3c"
        assert story.staked("A") == [3, 3]

    def test_the_new_cards_lie_face_down(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=3).when("A split 2c 3c")
        assert story.seen("channel")["A"] == "?? ?? | ?? ??"
        assert story.seen("A")["A"] == "8c 2c | 8d 3c"

    @pytest.mark.parametrize("cards", ["Kc Qc", "Tc Jc", "8c 9c", "Ac 2c"])
    def test_cards_of_different_rank_are_no_pair(self, cards: str) -> None:
        story = given(court_only=True).deal(A=cards, Z="Js 8h").stakes(A=1)
        assert "split" not in story.offers("A")
        assert story.refused("A split") == "not_a_pair"

    def test_a_hand_that_has_drawn_is_not_split(self) -> None:
        story = given().deal(A="2c 2d", Z="Js 8h").stakes(A=1)
        for draw in ("A twist 2h", "A buy 1 2h"):
            after = story.when(draw)
            assert "split" not in after.offers("A")
            assert after.refused("A split") == "cards_drawn"

    def test_a_new_pair_may_be_split_again_and_lies_to_the_right_of_its_half(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 5h").stakes(A=2).when("A split 8h 3c", "A split 2c 4c")
        assert story.hands("A") == "8c 2c | 8h 4c | 8d 3c"
        assert story.staked("A") == [2, 2, 2]

    def test_four_of_a_rank_make_four_hands_and_no_more(self) -> None:
        story = given(packs=2).deal(A="8c 8d", Z="Js 5h").stakes(A=2)
        story = story.when("A split 8h 8s", "A split 8c#1 2c", "A split 8d#1 8h#1")
        assert story.hands("A") == "8c 8d#1 | 8c#1 8h#1 | 8h 2c | 8d 8s"
        refusal = story.refusal("A split")
        assert (refusal.reason, refusal.detail) == ("hands_max", {"max": 4})
        assert "split" not in story.offers("A")

    def test_the_unfinished_hand_furthest_to_the_left_acts(self) -> None:
        story = given().deal(A="8c 8d", B="Kd 9d", Z="Js 8h").stakes(A=1, B=1).when("A split Kc 3c")
        assert story.offers("A").keys() == {"stick", "twist", "buy"}
        story = story.when("A stick")
        assert story.refused("A stick") == "below_stick_min"
        story = story.when("A twist Tc")
        assert story.hands("A") == "8c Kc | 8d 3c Tc"
        assert story.when("A stick").waiting == "B"

    def test_limits_of_buys_on_a_split_hand_are_those_of_its_own_stake(self) -> None:
        story = given().deal(A="2c 2d", Z="Js 8h").stakes(A=3)
        story = story.when("A split 3c 3d", "A buy 2 4d", "A buy 1 Tc")
        assert story.staked("A") == [6, 3]
        story = story.when("A stick")
        assert story.offers("A")["buy"] == (1, 3)

    def test_an_ace_and_a_tenth_on_a_split_hand_are_a_pontoon(self) -> None:
        story = given().deal(A="Ac Ad", Z="Js 8h").stakes(A=1).when("A split Kc 5c")
        assert story.endings("A") == ["natural", None]
        assert story.seen("channel")["A"] == "Ac ?? | ?? ??"

    def test_three_sevens_on_a_split_hand_are_royal(self) -> None:
        story = given().deal(A="7c 7d", Z="Js 8h").stakes(A=1).when("A split 7h 5c", "A twist 7s")
        assert story.endings("A") == ["royal", None]


class TestStick:
    """1.4, `stick`, P5."""

    @pytest.mark.parametrize(
        ("preset", "cards", "least"),
        [
            ("seed001", "Kc 5c", 16),
            ("parlett", "Kc 5c", 16),
            ("pagat", "Kc 4c", 15),
        ],
    )
    def test_below_the_minimum_nobody_sticks(self, preset: str, cards: str, least: int) -> None:
        story = given(preset).deal(A=cards, Z="Js 8d").stakes(A=1)
        refusal = story.refusal("A stick")
        assert refusal.reason == "below_stick_min"
        assert refusal.detail == {"total": least - 1, "min": least}
        assert "stick" not in story.offers("A")

    @pytest.mark.parametrize(
        ("preset", "cards"), [("seed001", "Kc 6c"), ("parlett", "Kc 6c"), ("pagat", "Kc 5c")]
    )
    def test_from_the_minimum_on_one_may(self, preset: str, cards: str) -> None:
        story = given(preset).deal(A=cards, Z="Js 8d").stakes(A=1)
        assert "stick" in story.offers("A")
        assert story.when("A stick").endings("A") == ["stuck"]

    def test_the_best_total_counts_an_ace_high(self) -> None:
        story = given().deal(A="Ac 5c", Z="Js 8d").stakes(A=1)
        assert "stick" in story.offers("A")
        assert "stick" not in story.when("A twist 6d").offers("A")


class TestBuy:
    """1.4, `buy`, P6 to P8."""

    def test_a_bought_card_raises_the_stake_and_lies_face_down(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=3).when("A buy 2 Kc")
        assert story.staked("A") == [5]
        assert story.seen("A")["A"] == "2c 3c Kc"
        assert story.seen("channel")["A"] == "?? ?? ??"

    def test_after_a_twist_nothing_is_bought_on_this_hand(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=3).when("A twist 4c")
        assert "buy" not in story.offers("A")
        assert story.refused("A buy 1") == "no_buy_after_twist"

    def test_a_twist_on_one_split_hand_leaves_the_other_free_to_buy(self) -> None:
        story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=1).when("A split 2c 3c", "A twist 9c", "A stick")
        assert "buy" in story.offers("A")

    def test_after_a_buy_one_may_twist(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=3).when("A buy 3 4c", "A twist 5c")
        assert story.staked("A") == [6]
        assert story.seen("channel")["A"] == "?? ?? ?? 5c"

    @pytest.mark.parametrize("preset", ["parlett", "pagat"])
    def test_a_fifth_card_lies_face_up_even_if_bought(self, preset: str) -> None:
        story = given(preset).deal(A="2c 3c", Z="Js 8d").stakes(A=1)
        story = story.when("A buy 1 4c", "A buy 1 2d", "A buy 1 5c")
        assert story.seen("channel")["A"] == "?? ?? ?? ?? 5c"

    def test_under_seed001_a_bought_fifth_lies_face_up_too(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=1)
        story = story.when("A buy 1 4c", "A buy 1 3d", "A buy 1 5c")
        assert story.seen("channel")["A"] == "?? ?? ?? ?? 5c"

    def test_a_buy_has_to_name_its_price_unless_there_is_only_one(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=3)
        assert story.refused("A buy") == "amount_missing"
        only = given("parlett").deal(A="2c 3c", Z="Js 8d").stakes(A=3)
        assert only.offers("A")["buy"] == (3, 3)
        assert only.when("A buy 4c").staked("A") == [6]


class TestTwist:
    """1.4, `twist`."""

    def test_a_twisted_card_lies_face_up_and_costs_nothing(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=3).when("A twist 4c")
        assert story.staked("A") == [3]
        assert story.seen("channel")["A"] == "?? ?? 4c"

    def test_one_may_twist_on_any_total_below_bust(self) -> None:
        story = given().deal(A="Kc Qc", Z="Js 8d").stakes(A=3)
        assert "twist" in story.offers("A")
        assert story.when("A twist Ad").hands("A") == "Kc Qc Ad"


class TestForcedEnds:
    """1.4, the rows in brackets."""

    def test_over_twenty_one_is_bust(self) -> None:
        story = given().deal(A="Kc 6c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1).when("A twist 6d")
        assert story.endings("A") == ["bust"]
        assert story.waiting == "B"

    def test_twenty_one_is_not_bust(self) -> None:
        story = given().deal(A="Kc 6c", Z="Js 8d").stakes(A=1).when("A twist 5d")
        assert story.endings("A") == [None]

    def test_aces_count_low_before_they_bust(self) -> None:
        story = given().deal(A="Ac 9c", Z="Js 8d").stakes(A=1).when("A twist 9d", "A twist Ad", "A stick")
        assert story.endings("A") == ["stuck"]
        assert story.hands("A") == "Ac 9c 9d Ad"

    def test_five_cards_of_twenty_one_or_less_are_a_five_card_trick(self) -> None:
        story = given().deal(A="2c 3c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        story = story.when("A twist 4c", "A twist 5c", "A twist 7c")
        assert story.endings("A") == ["trick"]
        assert story.waiting == "B"

    def test_five_cards_over_twenty_one_are_bust(self) -> None:
        story = given().deal(A="2c 3c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        assert story.when("A twist 4c", "A twist 5c", "A twist 8c").endings("A") == ["bust"]

    def test_three_sevens_finish_the_hand_and_are_shown_at_once(self) -> None:
        story = given().deal(A="7c 7d", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1).when("A buy 1 7h")
        assert story.endings("A") == ["royal"]
        assert story.seen("channel")["A"] == "7c 7d 7h"
        assert story.waiting == "B"

    def test_two_sevens_and_another_seven_after_a_fourth_card_are_none(self) -> None:
        story = given().deal(A="7c 2d", Z="Js 8d").stakes(A=1).when("A twist 5h", "A twist 7d", "A stick")
        assert story.endings("A") == ["stuck"]


class TestBank:
    """1.3, step 7."""

    def to_bank(self, banker: str, **options: object) -> Story:
        return given(**options).deal(A="Kc 9c", Z=banker).stakes(A=1).when("A stick")  # type: ignore[arg-type]

    def test_his_cards_are_turned_up_once_the_punters_have_finished(self) -> None:
        story = self.to_bank("2s 3s")
        assert story.seen("channel") == {"A": "?? ??", "Z": "2s 3s"}

    def test_he_may_stop_at_any_total(self) -> None:
        story = self.to_bank("2s 2d")
        assert story.offers("Z") == {"stick": None, "twist": None}
        assert story.when("Z stick").times("A") == [1]

    def test_he_may_draw_at_any_total(self) -> None:
        story = self.to_bank("Ks Qs")
        assert story.when("Z twist Ad").waiting == "Z"

    def test_his_cards_are_drawn_face_up(self) -> None:
        assert self.to_bank("2s 3s").when("Z twist 4s").seen("channel")["Z"] == "2s 3s 4s"

    @pytest.mark.parametrize("line", ["Z buy 1", "Z split", "Z burn", "Z bank_double"])
    def test_he_does_nothing_but_twist_and_stick(self, line: str) -> None:
        assert self.to_bank("2s 2d").refused(line) == "banker_only_draws"

    def test_he_stops_with_five_cards(self) -> None:
        story = self.to_bank("2s 3s").when("Z twist 4s", "Z twist 2d", "Z twist 3d")
        assert story.endings("Z") == ["trick"]
        assert story.is_over

    def test_he_stops_when_bust(self) -> None:
        story = self.to_bank("Ks 6s").when("Z twist 7d")
        assert story.endings("Z") == ["bust"]
        assert story.times("A") == [1]

    def test_an_ace_and_a_tenth_are_his_pontoon(self) -> None:
        story = self.to_bank("As Ks")
        assert story.endings("Z") == ["natural"]
        assert story.is_over

    def test_three_sevens_are_plain_twenty_one_for_him(self) -> None:
        story = self.to_bank("7s 7d").when("Z twist 7h")
        assert story.waiting == "Z"
        assert story.when("Z stick").endings("Z") == ["stuck"]

    def test_he_does_not_draw_once_every_punter_is_bust(self) -> None:
        """The sheet is silent; nothing he draws could change what is paid."""
        story = given().deal(A="Kc 6c", Z="2s 3s").stakes(A=1).when("A twist 7c")
        assert story.is_over
        assert story.seen("channel")["Z"] == "2s 3s"


class TestBankersPontoon:
    """1.3, step 5, and P4."""

    @pytest.mark.parametrize("preset", ["parlett", "pagat"])
    def test_checked_at_once_it_ends_the_round_before_anybody_acts(self, preset: str) -> None:
        story = given(preset).deal(A="8c 8d", B="Ah Qh", Z="As Ks").stakes(A=3, B=2)
        assert story.is_over
        assert story.net == {"A": -6, "B": -4, "Z": 10}

    def test_under_seed001_it_comes_out_after_all_have_played(self) -> None:
        story = given("seed001").deal(A="Kc 9c", B="Kd 8d", Z="As Ks").stakes(A=1, B=1)
        assert story.waiting == "A"
        story = story.when("A stick")
        assert story.seen("channel")["Z"] == "?? ??"
        assert story.when("B stick").seen("channel")["Z"] == "As Ks"

    def test_without_one_he_says_play(self) -> None:
        story = given("parlett").deal(A="Kc 9c", Z="Ks 8s").stakes(A=1)
        assert PONTOON.view(story.state, None).is_play_called
        assert not PONTOON.view(given().deal(A="Kc 9c", Z="Ks 8s").stakes(A=1).state, None).is_play_called


class TestAbsent:
    """D-GEN-2, D-PON-2 and the design of tables: what is done for one who does not answer."""

    def absent(self, story: Story, name: str) -> tuple[str, int | None]:
        action = PONTOON.absent(story.state, story.party(name), Absence.LATE)
        return str(action.kind), action.amount

    def test_a_stake_is_the_smallest_since_he_has_seen_a_card(self) -> None:
        assert self.absent(given(low=2).deal(A="7c 4c", Z="Js 8d"), "A") == ("stake", 200)

    def test_a_punter_sticks_where_he_may_and_twists_where_he_must(self) -> None:
        assert self.absent(given().deal(A="Kc 6c", Z="Js 8d").stakes(A=1), "A") == ("stick", None)
        assert self.absent(given().deal(A="Kc 5c", Z="Js 8d").stakes(A=1), "A") == ("twist", None)

    def test_a_banker_twists_below_seventeen_and_then_sticks(self) -> None:
        below = given().deal(A="Kc 9c", Z="Js 6d").stakes(A=1).when("A stick")
        enough = given().deal(A="Kc 9c", Z="Js 7d").stakes(A=1).when("A stick")
        assert self.absent(below, "Z") == ("twist", None)
        assert self.absent(enough, "Z") == ("stick", None)

    def test_a_banker_who_does_not_answer_leaves_the_stakes_alone(self) -> None:
        story = given(banker_may_double=True).deal(A="Kc 9c", Z="Js 6d").stakes(A=1)
        assert self.absent(story, "Z") == ("bank_play", None)
