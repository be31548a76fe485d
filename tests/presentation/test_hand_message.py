"""The private hand: whose it is, what others see of it, and what may be done with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.game import Offer, Seat
from bot.engine.target.actions import Kind
from bot.engine.target.events import Payment
from bot.engine.target.hand import Ending
from bot.engine.target.view import Phase, TargetView
from bot.presentation.hand_message import hand_message, has_hand
from bot.views import SeatLine, SeatStatus, TablePhase
from tests.presentation.scenes import (
    ANN,
    BEN,
    CLEO,
    LOOK,
    PICTURED,
    SOON,
    counters,
    hand,
    place,
    played,
    presses,
    read,
    seen_by,
    table,
    turns,
)


def bens_turn() -> TargetView:
    mine = hand("(As) (8h) 7s", stake=6, raises=(counters(2),), total=16, is_active=True)
    return played(place(BEN, mine, is_waited_for=True), place(ANN, hand("?? ??")))


OFFERS = (Offer(Kind.STICK), Offer(Kind.TWIST), Offer(Kind.BUY, counters(1), counters(4)))


def test_a_hand_names_its_table_its_total_its_stake_and_what_the_others_see() -> None:
    assert (
        read(hand_message(seen_by(BEN, table(bens_turn()), *OFFERS), LOOK))
        == f"""\
### Your hand · Pontoon, round 3
-# Table 7 in <#42>
# **A♠ 8♥ 7♠**
Total **16** · 6 counters at stake, cards bought for 2
-# Face up: 7♠. Only you see the rest.
**It is your turn** · ends <t:{SOON.timestamp():.0f}:R>
-# At hand, not at stake: 987 counters
[Stick] [Twist]
[Buy for 1] [Buy for 2] [Buy for 4] [Other amount]"""
    )


def test_the_buttons_are_exactly_the_offers_with_the_serial_of_the_question() -> None:
    assert presses(hand_message(seen_by(BEN, table(bens_turn()), *OFFERS), LOOK)) == {
        "Stick": "vt:7:3:5:stick",
        "Twist": "vt:7:3:5:twist",
        "Buy for 1": "vt:7:3:5:buy:100",
        "Buy for 2": "vt:7:3:5:buy:200",
        "Buy for 4": "vt:7:3:5:buy:400",
        "Other amount": "vt:7:3:5:ask:buy",
    }


def test_what_is_not_offered_has_no_button() -> None:
    labels = presses(hand_message(seen_by(BEN, table(bens_turn()), Offer(Kind.TWIST)), LOOK))
    assert list(labels) == ["Twist"]


@pytest.mark.parametrize(
    ("low", "high", "labels"),
    [(2, 2, ["Buy for 2"]), (1, 2, ["Buy for 1", "Buy for 2"])],
)
def test_a_narrow_range_needs_no_other_amount(low: int, high: int, labels: list[str]) -> None:
    offer = Offer(Kind.BUY, counters(low), counters(high))
    assert list(presses(hand_message(seen_by(BEN, table(bens_turn()), offer), LOOK))) == labels


def test_large_pictures_stand_before_the_same_words() -> None:
    text = read(hand_message(seen_by(BEN, table(bens_turn()), *OFFERS), PICTURED))
    row = "".join([PICTURED.faces[name] for name in ("card_as", "card_8h", "card_7s")])
    assert f"\n# {row} **A♠ 8♥ 7♠**\n" in text


def test_many_pictures_stand_above_their_words() -> None:
    long = played(place(BEN, hand("(2s) (3s) 4s 5s", stake=1, total=14)), place(ANN, hand("?? ??")))
    row = "".join([PICTURED.faces[f"card_{rank}s"] for rank in "2345"])
    assert f"\n# {row}\n**2♠ 3♠ 4♠ 5♠**\n" in read(hand_message(seen_by(BEN, table(long)), PICTURED))


def test_a_soft_total_says_so() -> None:
    soft = played(place(BEN, hand("(As) (7h)", stake=1, total=18, is_soft=True)), place(ANN, hand("?? ??")))
    text = read(hand_message(seen_by(BEN, table(soft)), LOOK))
    assert "Total **soft 18** · 1 counter at stake\n-# All face down: only you see them." in text


def test_a_hand_that_lies_open_says_so() -> None:
    shown = played(place(BEN, hand("As Kh", stake=1, ending=Ending.NATURAL)), place(ANN, hand("?? ??")))
    text = read(hand_message(seen_by(BEN, table(shown)), LOOK))
    assert "**pontoon** · 1 counter at stake\n-# All face up: everyone sees them." in text


def test_split_hands_are_told_apart() -> None:
    first, second = hand("(7s) (3s)", stake=2, total=10, is_active=True), hand("(7h) (2s)", stake=2, total=9)
    both = played(place(BEN, first, second, is_waited_for=True), place(ANN, hand("?? ??")))
    text = read(hand_message(seen_by(BEN, table(both), Offer(Kind.TWIST)), LOOK))
    assert "▸ **Hand 1, being played**\n# **7♠ 3♠**" in text
    assert "**Hand 2**\n# **7♥ 2♠**" in text


def test_a_banker_is_told_that_nobody_has_looked() -> None:
    text = read(hand_message(seen_by(ANN, table(turns())), LOOK))
    assert "# 🂠🂠 2 face down\nNobody has looked at the face-down cards yet, not even you." in text
    assert "at stake," not in text
    assert "Waiting for Ben." in text


def test_one_who_waits_sees_for_whom() -> None:
    view = played(
        place(BEN, hand("?? ??", stake=1), is_waited_for=True),
        place(CLEO, hand("(7h) (9c)", stake=1, total=16)),
        place(ANN, hand("?? ??")),
    )
    message = hand_message(seen_by(CLEO, table(view)), LOOK)
    assert "Waiting for Ben." in read(message)
    assert presses(message) == {"More": "vt:7:3:-:menu"}


def test_after_the_round_the_hand_says_what_it_was_paid_and_why() -> None:
    mine = hand("As 8h", stake=5, total=19, is_soft=True, ending=Ending.STUCK)
    over = played(
        place(BEN, mine),
        place(ANN, hand("9s 9h", total=18, ending=Ending.STUCK)),
        phase=Phase.OVER,
        payments=(Payment(BEN, 0, counters(5), 1),),
    )
    view = seen_by(BEN, table(over, phase=TablePhase.PAUSE, next_deal_at=SOON))
    text = read(hand_message(view, LOOK))
    assert "**+5** · 19 against the bank's 18: pays 1 to 1 on 5" in text
    assert "The next deal is <t:" in text
    assert "face up" not in text


def test_a_stranger_is_offered_a_seat() -> None:
    message = hand_message(table(turns()), LOOK)
    assert "You have no seat at this table." in read(message)
    assert presses(message) == {"Join": "vt:7:3:-:join"}


def test_one_who_joined_in_mid_round_is_told_when_he_is_dealt_in() -> None:
    view = seen_by(Seat(3), table(turns(), seat_count=4))
    assert "You are dealt in when the next one begins." in read(hand_message(view, LOOK))
    assert not has_hand(view)


def test_one_who_sits_out_is_told_how_to_sit_in() -> None:
    seats = (SeatLine(BEN, 1001, "Ben", SeatStatus.OUT),)
    text = read(hand_message(seen_by(BEN, table(seats=seats)), LOOK))
    assert "You are sitting out. Press **More**, then **Sit in**" in text


def test_a_closed_table_has_nothing_to_press() -> None:
    message = hand_message(seen_by(BEN, table(phase=TablePhase.CLOSED)), LOOK)
    assert "This table is closed." in read(message)
    assert presses(message) == {}


def test_there_is_a_hand_to_show_in_a_round_and_after_it_for_those_who_play() -> None:
    assert has_hand(seen_by(BEN, table(bens_turn())))
    assert not has_hand(table(bens_turn()))
    assert not has_hand(seen_by(BEN, table()))
    assert not has_hand(seen_by(BEN, table(bens_turn(), phase=TablePhase.LOBBY)))
    assert has_hand(seen_by(BEN, table(replace(bens_turn(), phase=Phase.OVER), phase=TablePhase.PAUSE)))
