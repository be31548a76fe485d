"""What a view says beside the cards: whose turn, which part of the round, what is paid, who banks next."""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.game import Purse, Seat
from bot.engine.games.pontoon import PONTOON
from bot.engine.target.events import BankWhy
from bot.engine.target.hand import Ending, Sight
from bot.engine.target.view import BankMove, Phase
from tests.support.given import Story, given


def view(story: Story) -> Any:
    return PONTOON.view(story.state, None)


def dealt(**options: Any) -> Story:
    return given(**options).deal(A="8c 8d", B="Kd 9d", Z="Js 8h")


def test_the_phases_of_a_round_follow_each_other() -> None:
    story = dealt(banker_may_double=True)
    assert view(story).phase is Phase.STAKES
    story = story.stakes(A=1, B=1)
    assert view(story).phase is Phase.DOUBLING
    story = story.when("Z bank_play")
    assert view(story).phase is Phase.TURNS
    story = story.when("A twist 2c", "A stick", "B stick")
    assert view(story).phase is Phase.BANK
    assert view(story.when("Z stick")).phase is Phase.OVER


def test_places_go_from_eldest_to_the_banker() -> None:
    assert [place.party for place in view(dealt()).places] == [1, 2, 3]
    house = given().with_house().deal(A="8c 8d", Z="Js 8h")
    assert [place.party for place in view(house).places] == [1, Purse.HOUSE]
    assert (view(house).banker, view(house).bank_why) == (Purse.HOUSE, BankWhy.HELD)


def test_who_is_waited_for_and_who_has_staked() -> None:
    story = dealt().stakes(B=2)
    assert view(story).waiting == (1,)
    assert [place.is_waited_for for place in view(story).places] == [True, False, False]
    assert [place.has_staked for place in view(story).places] == [False, True, False]


def test_the_hand_that_is_played_is_marked() -> None:
    story = dealt().stakes(A=1, B=1)
    assert [[hand.is_active for hand in place.hands] for place in view(story).places] == [
        [True],
        [False],
        [False],
    ]
    story = story.when("A split Kc 2c", "A stick")
    assert [hand.is_active for hand in view(story).places[0].hands] == [False, True]
    assert [hand.is_split for hand in view(story).places[0].hands] == [True, True]
    assert not any(hand.is_active for place in view(dealt()).places for hand in place.hands)


def test_limits_and_the_number_of_cards_left_are_public() -> None:
    story = dealt().stakes(A=1, B=1)
    assert (view(story).stake_min, view(story).stake_max) == (100, 500)
    assert view(story).pack_count == 52 - 6
    cut = given().covering(Z=16).deal(A="8c 8d", B="Kd 9d", Z="Js 8h")
    assert view(cut).stake_max == 100


def test_what_the_banker_said_is_public() -> None:
    story = dealt(banker_may_double=True, preset="parlett").stakes(A=1, B=1)
    assert (view(story).is_doubled, view(story).is_play_called) == (False, False)
    doubled = story.when("Z bank_double")
    assert (view(doubled).is_doubled, view(doubled).is_play_called) == (True, True)
    assert not view(story.when("Z bank_play")).is_doubled


def test_how_each_hand_ended_is_public_and_its_cards_are_not() -> None:
    story = dealt().stakes(A=1, B=1).when("A twist Kc", "B stick")
    (mine,), (theirs,), (his,) = [place.hands for place in view(story).places]
    assert (mine.ending, theirs.ending, his.ending) == (Ending.BUST, Ending.STUCK, None)
    assert mine.sights == (Sight.OWNER, Sight.OWNER, Sight.PUBLIC)


def test_the_settlement_says_what_each_hand_was_paid() -> None:
    story = dealt().stakes(A=1, B=2).when("A twist Kc", "B stick", "Z stick")
    assert [(one.seat, one.hand, one.net, one.times) for one in view(story).payments] == [
        (1, 0, -100, -1),
        (2, 0, 200, 1),
    ]
    assert view(dealt()).payments == ()


@pytest.mark.parametrize(
    ("cards", "move"),
    [
        ("Ac Kc", BankMove(Seat(1), BankWhy.NATURAL, is_shuffled=True)),
        ("Qc Kc", BankMove(Seat(2), BankWhy.HELD, is_shuffled=False)),
    ],
)
def test_who_banks_next_is_told_at_the_end(cards: str, move: BankMove) -> None:
    story = given().deal(A=cards, Z="Js 8h").stakes(A=1)
    assert view(story).next_bank is None
    story = story if story.waiting == "Z" else story.when("A stick")
    assert view(story.when("Z stick")).next_bank == move


def test_a_round_whose_banker_is_still_to_be_found_is_being_opened() -> None:
    opening = PONTOON.evolve(None, dealt().events[0])
    assert PONTOON.view(opening, None).phase is Phase.OPENING
    assert PONTOON.view(opening, None).places == ()
    assert PONTOON.exposure(opening) == {}
