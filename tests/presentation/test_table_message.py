"""The public table in each phase, as it is read; and the presses of its buttons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.game import Purse, Seat
from bot.engine.target.actions import Kind
from bot.engine.target.events import BankWhy
from bot.engine.target.hand import Ending
from bot.engine.target.view import Phase
from bot.presentation.table_message import moved_message, table_message
from bot.views import (
    BidView,
    FairnessView,
    Note,
    NoteLine,
    SaleView,
    SeatLine,
    SeatStatus,
    TableKind,
    TablePhase,
)
from tests.presentation.scenes import (
    ANN,
    BEN,
    CLEO,
    LOOK,
    NEXT_SEAL,
    NOW,
    PICTURED,
    SEAL,
    SEED,
    SOON,
    counters,
    hand,
    place,
    played,
    presses,
    read,
    seen_by,
    settled,
    table,
    turns,
)


def test_a_lobby_shows_seats_limits_and_what_to_press() -> None:
    view = table(banker=None, fairness=FairnessView(None, NEXT_SEAL))
    assert (
        read(table_message(view, LOOK))
        == f"""\
### Pontoon · open table
-# Home rules · stakes 1 to 5 · 60 s clock
---
Bank: found when the cards are dealt
1 · **Ann** · opened the table
2 · **Ben**
3 · **Cleo**

7 seats are free: press **Join**. Anyone seated may press **Deal**.
[Deal] [Join] [Rules] [More]
-# Seal of the next pack: {NEXT_SEAL}"""
    )


def test_stakes_show_who_is_still_choosing_and_offer_amounts() -> None:
    ben, cleo = place(BEN, hand("??", stake=3)), place(CLEO, hand("??"), is_waited_for=True)
    view = table(played(ben, cleo, place(ANN, hand("??")), phase=Phase.STAKES, kinds=(Kind.STAKE,)))
    assert (
        read(table_message(view, LOOK))
        == f"""\
### Pontoon · round 3
-# Home rules · stakes 1 to 5 · 60 s clock
-# Bank: Ann
---
**Ben** · 3 counters
**Cleo** · choosing a stake

**Stakes, please** · 1 to 5 counters · ends <t:{SOON.timestamp():.0f}:R>
[Stake 1] [Stake 3] [Stake 5] [Other stake]
[My hand] [Join] [Rules] [More]
-# Seal of this pack: 3f1c3f1c3f1c…
-# Seal of the next pack: {NEXT_SEAL[:12]}…"""
    )


def test_a_turn_shows_every_hand_and_tells_face_up_from_face_down_in_words() -> None:
    assert (
        read(table_message(table(turns()), LOOK))
        == f"""\
### Pontoon · round 3
-# Home rules · stakes 1 to 5 · 60 s clock
-# Bank: Ann
---
▸ **Ben** · 4 counters
🂠🂠 2 face down, **7♠**
**Cleo** · 2 counters
🂠🂠 2 face down
**Ann** · bank
🂠🂠 2 face down

**Ben** to play · ends <t:{SOON.timestamp():.0f}:R>
[Stick] [Twist]
[My hand] [Join] [Rules] [More]
-# Seal of this pack: 3f1c3f1c3f1c…
-# Seal of the next pack: {NEXT_SEAL[:12]}…"""
    )


def test_pictures_come_before_the_same_words() -> None:
    back, seven = PICTURED.faces["card_back"], PICTURED.faces["card_7s"]
    assert f"{back}{back}{seven} 2 face down, **7♠**\n" in read(table_message(table(turns()), PICTURED))


def test_a_pause_shows_every_hand_what_it_was_paid_and_why() -> None:
    view = table(
        settled(),
        phase=TablePhase.PAUSE,
        next_deal_at=SOON,
        fairness=FairnessView(None, NEXT_SEAL, (SEAL, SEED)),
    )
    assert (
        read(table_message(view, LOOK))
        == f"""\
### Pontoon · round 3, paid
-# Home rules · stakes 1 to 5 · 60 s clock
---
**Ann** · bank **−3** · 18
**9♠ 9♥**
> Pay 19s.
**Ben** **+5**
**A♠ 8♥**
-# 19 against the bank's 18: pays 1 to 1 on 5
**Cleo** **−2**
**10♦ 4♣ 9♣**
-# bust at 23: loses the stake of 2

**Ann** keeps the bank.
-# The pack is not shuffled: these cards go face down under it.
Not ready yet: Ann, Ben and Cleo
Next deal <t:{SOON.timestamp():.0f}:R>, or as soon as everyone has pressed **Ready**.
[Ready] [Join] [Rules] [More]
-# Seal 3f1c3f1c3f1c… opened, check with /verify. Its seed: {SEED}
-# Seal of the next pack: {NEXT_SEAL}"""
    )


def test_a_closed_table_keeps_the_last_settlement_and_has_no_buttons() -> None:
    notes = (NoteLine(Note.CLOSED_BY, name="Ann"),)
    view = table(settled(), phase=TablePhase.CLOSED, notes=notes)
    text = read(table_message(view, LOOK))
    assert text.startswith("### Pontoon · table closed\n---\n> The table was closed by Ann.")
    assert "19 against the bank's 18: pays 1 to 1 on 5" in text
    assert presses(table_message(view, LOOK)) == {}


def test_an_old_message_becomes_a_link() -> None:
    link = "https://discord.com/channels/1/42/99"
    assert read(moved_message(link, LOOK)) == f"The table has moved on: [go to it]({link})"


def test_the_channels_buttons_are_those_of_public_knowledge() -> None:
    kinds = (Kind.STICK, Kind.TWIST, Kind.BUY, Kind.SPLIT)
    assert presses(table_message(table(replace(turns(), kinds=kinds)), LOOK)) == {
        "Stick": "vt:7:3:5:stick",
        "Twist": "vt:7:3:5:twist",
        "Buy": "vt:7:3:5:ask:buy",
        "Split": "vt:7:3:5:split",
        "My hand": "vt:7:3:-:hand",
        "Join": "vt:7:3:-:join",
        "Rules": "vt:7:3:-:rules",
        "More": "vt:7:3:-:menu",
    }


def test_a_member_s_own_view_is_never_drawn_for_the_channel() -> None:
    with pytest.raises(AssertionError, match="nobody's own"):
        table_message(seen_by(BEN, table(turns())), LOOK)


def stakes_of(*waiting: Seat) -> object:
    places = [place(seat, hand("??"), is_waited_for=seat in waiting) for seat in (BEN, CLEO)]
    return played(*places, place(ANN, hand("??")), phase=Phase.STAKES, kinds=(Kind.STAKE,))


def test_stakes_asked_together_share_the_serial_they_were_asked_with() -> None:
    view = table(stakes_of(BEN, CLEO), decisions={BEN: 5, CLEO: 5})  # type: ignore[arg-type]
    assert presses(table_message(view, LOOK))["Stake 1"] == "vt:7:3:5:stake:100"


def test_stakes_asked_apart_carry_no_serial() -> None:
    view = table(stakes_of(BEN, CLEO), decisions={BEN: 5, CLEO: 6})  # type: ignore[arg-type]
    assert presses(table_message(view, LOOK))["Stake 1"] == "vt:7:3:-:stake:100"


def test_one_possible_stake_is_one_button() -> None:
    view = table(replace(stakes_of(BEN), stake_max=counters(1)))  # type: ignore[type-var]
    labels = list(presses(table_message(view, LOOK)))
    assert labels[:2] == ["Stake 1", "My hand"]


def test_split_hands_are_numbered_and_the_one_being_played_is_marked() -> None:
    ben = place(BEN, hand("?? ?? 4c", stake=2, is_active=True), hand("?? ??", stake=2), is_waited_for=True)
    text = read(table_message(table(played(ben, place(ANN, hand("?? ??")))), PICTURED))
    assert "▸ **Ben**\n▸ Hand 1 · 2 counters\n" in text
    assert "\nHand 2 · 2 counters\n" in text


@pytest.mark.parametrize(
    ("cards", "ending", "total", "text"),
    [
        ("?? ??", Ending.STUCK, None, "**Ben** · 2 counters · stuck"),
        ("7s 8h 6c", Ending.STUCK, 21, "**Ben** · 2 counters · stuck on 21"),
        ("As ??", Ending.NATURAL, None, "**Ben** · 2 counters · pontoon"),
        ("Ts 9h 8c", Ending.BUST, 27, "**Ben** · 2 counters · bust at 27"),
        ("?? ?? 8c", Ending.BUST, None, "**Ben** · 2 counters · bust"),
        ("?? ?? 2c 3c 4c", Ending.TRICK, None, "**Ben** · 2 counters · five-card trick"),
        ("7s 7h 7d", Ending.ROYAL, 21, "**Ben** · 2 counters · royal pontoon"),
    ],
)
def test_a_finished_hand_says_how_as_far_as_everybody_knows(
    cards: str, ending: Ending, total: int | None, text: str
) -> None:
    ben = place(BEN, hand(cards, stake=2, ending=ending, total=total))
    assert f"{text}\n" in read(table_message(table(played(ben, place(ANN, hand("?? ??")))), LOOK))


def test_the_house_banks_by_its_name() -> None:
    view = table(played(place(BEN, hand("?? ??")), place(Purse.HOUSE, hand("?? ??")), bank_why=BankWhy.HOUSE))
    text = read(table_message(view, LOOK))
    assert "-# Bank: the house, as this table's rules have it" in text
    assert "**the house** · bank" in text


def test_a_limit_cut_to_the_bank_is_said() -> None:
    text = read(table_message(table(replace(turns(), stake_max=counters(2))), LOOK))
    assert "-# Stakes go up to 2 counters in this round: that is what the bank can cover." in text


def test_what_is_agreed_about_the_end_is_said() -> None:
    text = read(table_message(table(is_last_round=True, ends_at=NOW, options=(("royal", "off"),)), LOOK))
    assert "**This is the last round.**" in text
    assert f"-# Agreed end: <t:{NOW.timestamp():.0f}:t>" in text
    assert "-# 1 house rule of its own: press Rules" in text


def test_too_few_seated_says_how_many_are_missing_and_hides_deal() -> None:
    message = table_message(table(seat_count=1), LOOK)
    assert "**One more player** has to sit down" in read(message)
    assert "Deal" not in presses(message)


def test_a_full_table_offers_no_seat() -> None:
    message = table_message(table(seat_count=10), LOOK)
    assert "Every seat is taken." in read(message)
    assert "Join" not in presses(message)


def test_marks_of_a_seat_are_words() -> None:
    seats = (
        SeatLine(ANN, 1000, "Ann", SeatStatus.IN),
        SeatLine(BEN, 1001, "Ben", SeatStatus.OUT),
        SeatLine(CLEO, 1002, "Cleo", SeatStatus.LEAVING, is_absent=True),
    )
    text = read(table_message(table(seats=seats), LOOK))
    assert "1 · **Ann** · holds the bank · opened the table" in text
    assert "2 · **Ben** · sits out" in text
    assert "3 · **Cleo** · leaves after the round · away" in text


def test_the_pause_says_who_is_ready() -> None:
    seats = (
        SeatLine(ANN, 1000, "Ann", SeatStatus.IN, is_ready=True),
        SeatLine(BEN, 1001, "Ben", SeatStatus.IN),
        SeatLine(CLEO, 1002, "Cleo", SeatStatus.OUT),
    )
    text = read(table_message(table(settled(), phase=TablePhase.PAUSE, seats=seats), LOOK))
    assert "Ready: Ann\nNot ready yet: Ben\nSitting out: Cleo" in text


def test_a_bank_for_sale_can_be_bought_from_the_table() -> None:
    view = table(sale=SaleView(ANN, counters(20), None, None), bank_ways=frozenset({"sale"}))
    message = table_message(view, LOOK)
    assert "Ann sells the bank for **20 counters**" in read(message)
    assert presses(message)["Buy the bank (20)"] == "vt:7:3:-:bank_buy:2000"


def test_a_bank_that_is_sold_is_not_offered_again() -> None:
    message = table_message(table(sale=SaleView(ANN, counters(20), None, BEN)), LOOK)
    assert "Ben takes the bank over from Ann for 20 counters after this round." in read(message)
    assert not any(label.startswith("Buy") for label in presses(message))


def test_an_auction_shows_the_highest_bid_and_takes_more() -> None:
    message = table_message(table(bid=BidView(BEN, counters(9)), bank_ways=frozenset({"auction"})), LOOK)
    assert "Highest bid for the bank: **9 counters** from Ben." in read(message)
    assert presses(message)["Bid for the bank"] == "vt:7:3:-:ask:bank_bid"


@pytest.mark.parametrize("kind", [TableKind.BANK_SELL, TableKind.BANK_BID])
def test_a_bank_that_cannot_move_is_not_spoken_of(kind: TableKind) -> None:
    ids = presses(table_message(table(bank_ways=frozenset()), LOOK)).values()
    assert not any(kind in custom_id for custom_id in ids)


def test_a_round_that_was_voided_is_not_drawn_as_if_it_counted() -> None:
    text = read(
        table_message(table(turns(), phase=TablePhase.LOBBY, notes=(NoteLine(Note.ROUND_VOIDED),)), LOOK)
    )
    assert "> The round was voided." in text
    assert "face down" not in text


def test_the_newest_notes_are_kept_when_there_are_many() -> None:
    notes = tuple(NoteLine(Note.SEAT_FREED, name=f"N{n}") for n in range(9))
    text = read(table_message(table(notes=notes), LOOK))
    assert "The seat of N8" in text
    assert "The seat of N2" not in text
