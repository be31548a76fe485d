"""The largest table there can be still fits into one message, with every hand on it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from bot.engine.cards import Card, pack
from bot.engine.game import Purse, Seat
from bot.engine.target.actions import Kind
from bot.engine.target.events import BankWhy, Payment
from bot.engine.target.hand import Ending, Sight
from bot.engine.target.view import BankMove, HandView, Phase, PlaceView, TargetView
from bot.presentation.hand_message import hand_message
from bot.presentation.limits import problems
from bot.presentation.look import Look
from bot.presentation.table_message import table_message
from bot.views import (
    BidView,
    FairnessView,
    Note,
    NoteLine,
    SaleView,
    SeatLine,
    SeatStatus,
    TablePhase,
    TableView,
)
from tests.presentation.scenes import (
    LOOK,
    NEXT_SEAL,
    NOW,
    PICTURED,
    SEAL,
    SEED,
    SOON,
    counters,
    read,
    seen_by,
    table,
)

PUNTERS = 10
HANDS_EACH = 4
# A name of nothing but marks: each is written with a backslash before it.
NAMES = [f"{'*' * 30}{n}" for n in range(PUNTERS)]
MILLION = counters(1_000_000)


def open_hand(
    cards: tuple[Card, ...], total: int, ending: Ending | None, *, is_active: bool = False
) -> HandView:
    return HandView(
        cards=cards, sights=(Sight.PUBLIC,) * len(cards), stake=MILLION, raises=(), total=total,
        is_soft=False, ending=ending, is_split=True, is_active=is_active,
    )  # fmt: skip


def crowded(ending: Ending | None) -> TargetView:
    """Return a round of ten punters against the house, split as far as it goes, two packs dealt out."""
    deck = iter(pack(2))
    places = []
    for n in range(PUNTERS):
        hands = []
        for k in range(HANDS_EACH):
            # 104 cards: two for each of forty hands, five for the bank, and a third for nineteen.
            cards = tuple(islice(deck, 3 if n * HANDS_EACH + k < 19 else 2))
            hands.append(open_hand(cards, 19, ending, is_active=n == k == 0))
        places.append(PlaceView(Seat(n), tuple(hands), is_waited_for=n == 0, has_staked=True))
    rest = tuple(deck)
    assert len(rest) == 5
    bank = open_hand(rest, 18, ending)
    return TargetView(
        Phase.TURNS, Purse.HOUSE, BankWhy.NOT_COVERED, counters(1), MILLION,
        (*places, PlaceView(Purse.HOUSE, (bank,), is_waited_for=False, has_staked=False)),
        (Seat(0),), (Kind.STICK, Kind.TWIST, Kind.BUY, Kind.SPLIT, Kind.BURN), 0, is_play_called=True,
        is_doubled=True, pays_from=None, payments=(), next_bank=None,
    )  # fmt: skip


def settled_crowd() -> TargetView:
    payments = tuple(
        Payment(Seat(n), k, counters(-2_000_000), -2) for n in range(PUNTERS) for k in range(HANDS_EACH)
    )
    return replace(
        crowded(Ending.TRICK),
        phase=Phase.OVER,
        payments=payments,
        waiting=(),
        kinds=(),
        next_bank=BankMove(Seat(3), BankWhy.NOT_COVERED, is_shuffled=True),
    )


def full(played: TargetView, phase: TablePhase) -> TableView:
    """Return everything at once that a table can have to say."""
    return table(
        played,
        phase=phase,
        seats=tuple(SeatLine(Seat(n), 1000 + n, NAMES[n], SeatStatus.IN) for n in range(PUNTERS)),
        stake_max=counters(2_000_000),
        options=(("royal", "off"), ("packs", "2")),
        is_last_round=phase is TablePhase.ROUND,
        ends_at=NOW,
        next_deal_at=SOON,
        sale=SaleView(Seat(1), MILLION, None, None),
        bid=BidView(Seat(2), MILLION),
        bank_ways=frozenset({"sale", "auction"}),
        notes=tuple(NoteLine(Note.PLAYED_FOR_ABSENT, Seat(n), kind="stake") for n in range(9)),
        fairness=FairnessView(SEAL, NEXT_SEAL, (SEAL, SEED)),
    )


@pytest.mark.parametrize("look", [LOOK, PICTURED], ids=["text", "pictures"])
@pytest.mark.parametrize("phase", [TablePhase.ROUND, TablePhase.PAUSE, TablePhase.LOBBY, TablePhase.CLOSED])
def test_the_largest_table_fits_in_every_phase(look: Look, phase: TablePhase) -> None:
    played = crowded(Ending.STUCK) if phase is TablePhase.ROUND else settled_crowd()
    assert problems(table_message(full(played, phase), look)) == []


def test_every_hand_is_named_in_play() -> None:
    text = read(table_message(full(crowded(None), TablePhase.ROUND), PICTURED))
    assert sum(text.count(f"Hand {k} ") for k in range(1, 5)) == PUNTERS * HANDS_EACH


def test_every_hand_is_named_with_its_payment_at_the_settlement() -> None:
    text = read(table_message(full(settled_crowd(), TablePhase.PAUSE), PICTURED))
    assert text.count("**−2,000,000**") == PUNTERS * HANDS_EACH


def test_a_small_table_keeps_its_pictures_and_a_middling_one_its_reasons() -> None:
    crowd = settled_crowd()
    few = replace(
        crowd,
        places=(*crowd.places[:2], crowd.places[-1]),
        payments=tuple(payment for payment in crowd.payments if payment.seat < 2),
    )
    assert "<:card_" in read(table_message(full(few, TablePhase.CLOSED), PICTURED))
    half = replace(
        crowd,
        places=(*crowd.places[:3], crowd.places[-1]),
        payments=tuple(payment for payment in crowd.payments if payment.seat < 3),
    )
    text = read(table_message(full(half, TablePhase.CLOSED), PICTURED))
    assert "<:card_" not in text
    assert "loses double" in text


def test_four_hands_of_one_player_fit_into_his_private_message() -> None:
    view = seen_by(Seat(0), full(crowded(None), TablePhase.ROUND))
    assert problems(hand_message(view, PICTURED)) == []
