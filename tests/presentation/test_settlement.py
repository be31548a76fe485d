"""Every way a hand can end against every way the bank can, in words."""

from __future__ import annotations

import pytest

from bot.engine.game import Purse
from bot.engine.games.pontoon import PontoonRules
from bot.engine.target.events import BankWhy, Payment
from bot.engine.target.hand import Ending
from bot.engine.target.view import BankMove, HandView, Phase, TargetView
from bot.presentation.detail import Detail
from bot.presentation.target.settlement import announcement, next_bank_text, reason, settlement_texts
from tests.presentation.scenes import ANN, BEN, LOOK, counters, hand, place, played, table


def made(ending: Ending, total: int) -> HandView:
    return hand("2c 3c", stake=4, ending=ending, total=total)


@pytest.mark.parametrize(
    ("mine", "bank", "times", "words"),
    [
        ((Ending.STUCK, 19), (Ending.STUCK, 18), 1, "19 against the bank's 18: pays 1 to 1 on 4"),
        ((Ending.STUCK, 17), (Ending.STUCK, 18), -1, "17 against the bank's 18: loses the stake of 4"),
        (
            (Ending.STUCK, 18), (Ending.STUCK, 18), -1,
            "18 against the bank's 18, equal goes to the bank: loses the stake of 4",
        ),
        ((Ending.STUCK, 18), (Ending.STUCK, 18), 0, "18 against the bank's 18: the stake of 4 comes back"),
        ((Ending.STUCK, 16), (Ending.BUST, 25), 1, "16, and the bank is bust at 25: pays 1 to 1 on 4"),
        (
            (Ending.STUCK, 21), (Ending.NATURAL, 21), -2,
            "21 against the bank's pontoon: loses double the stake of 4",
        ),
        (
            (Ending.NATURAL, 21), (Ending.NATURAL, 21), -2,
            "pontoon against the bank's pontoon, equal goes to the bank: loses double the stake of 4",
        ),
        (
            (Ending.NATURAL, 21), (Ending.NATURAL, 21), 0,
            "pontoon against the bank's pontoon: the stake of 4 comes back",
        ),
        ((Ending.NATURAL, 21), (Ending.STUCK, 21), 2, "pontoon against the bank's 21: pays 2 to 1 on 4"),
        (
            (Ending.TRICK, 18), (Ending.STUCK, 20), 2,
            "five-card trick against the bank's 20: pays 2 to 1 on 4",
        ),
        (
            (Ending.ROYAL, 21), (Ending.TRICK, 20), 3,
            "royal pontoon against the bank's five-card trick: pays 3 to 1 on 4",
        ),
        ((Ending.BUST, 24), (Ending.STUCK, 18), -1, "bust at 24: loses the stake of 4"),
        ((Ending.BUST, 24), (Ending.BUST, 25), -1, "bust at 24: loses the stake of 4"),
        (
            (Ending.BUST, 24), (Ending.NATURAL, 21), -2,
            "bust at 24 against the bank's pontoon: loses double the stake of 4",
        ),
    ],
)  # fmt: skip
def test_a_payment_says_what_was_compared_and_what_it_pays(
    mine: tuple[Ending, int], bank: tuple[Ending, int], times: int, words: str
) -> None:
    assert reason("pontoon", made(*mine), made(*bank), times, LOOK) == words


def over(ending: Ending, total: int, pays_from: int | None = None) -> TargetView:
    bank = place(ANN, made(ending, total))
    return played(place(BEN, made(Ending.STUCK, 19)), bank, phase=Phase.OVER, pays_from=pays_from)


@pytest.mark.parametrize(
    ("ending", "total", "pays_from", "words"),
    [
        (Ending.STUCK, 18, 19, "Pay 19s"),
        (Ending.STUCK, 20, 21, "Pay 21s"),
        (Ending.STUCK, 21, 22, "Pay pontoons and five-card tricks"),
        (Ending.TRICK, 17, None, "Five-card trick: pay pontoons"),
        (Ending.NATURAL, 21, None, "Pontoon"),
        (Ending.BUST, 25, None, "Bust: every hand still in is paid"),
    ],
)
def test_the_banker_announces_what_is_paid(
    ending: Ending, total: int, pays_from: int | None, words: str
) -> None:
    assert announcement(table(), over(ending, total, pays_from), LOOK) == words


def test_a_trick_that_beats_everything_is_announced_as_one() -> None:
    view = table(rules=PontoonRules(banker_five_card_beats_all=True))
    assert announcement(view, over(Ending.TRICK, 17), LOOK) == "Five-card trick: it beats everything"


def test_every_hand_of_a_split_is_named_with_its_payment() -> None:
    ben = place(BEN, made(Ending.STUCK, 19), made(Ending.BUST, 23))
    paid = (Payment(BEN, 0, counters(4), 1), Payment(BEN, 1, counters(-4), -1))
    view = played(ben, place(ANN, made(Ending.STUCK, 18)), phase=Phase.OVER, payments=paid, pays_from=19)
    bank, mine = settlement_texts(table(), view, LOOK, Detail.PICTURES)
    assert bank.startswith("**Ann** · bank **0** · 18")
    assert mine.splitlines()[0] == "**Ben** **0**"
    assert "Hand 1 **+4**" in mine
    assert "Hand 2 **−4**" in mine
    assert "19 against the bank's 18: pays 1 to 1 on 4" in mine
    assert "bust at 23: loses the stake of 4" in mine


def test_in_short_every_hand_still_has_its_cards_its_worth_and_its_payment() -> None:
    view = played(
        place(BEN, made(Ending.STUCK, 19)), place(ANN, made(Ending.STUCK, 18)), phase=Phase.OVER,
        payments=(Payment(BEN, 0, counters(4), 1),), pays_from=19,
    )  # fmt: skip
    (text,) = settlement_texts(table(), view, LOOK, Detail.TERSE)
    assert "**Ben** **+4**\n**2♣ 3♣** 19" in text.replace("\ufe0e", "")


@pytest.mark.parametrize(
    ("banker", "why", "words"),
    [
        (BEN, BankWhy.NATURAL, "Next bank: **Ben**, whose pontoon beat the bank."),
        (BEN, BankWhy.ROTATION, "Next bank: **Ben**, whose turn it is."),
        (ANN, BankWhy.HELD, "**Ann** keeps the bank."),
        (Purse.HOUSE, BankWhy.HELD, "**the house** keeps the bank."),
    ],
)
def test_the_next_banker_is_named_with_the_reason(banker: object, why: BankWhy, words: str) -> None:
    move = BankMove(banker, why, is_shuffled=True)  # type: ignore[arg-type]
    view = played(place(BEN, made(Ending.STUCK, 19)), place(ANN, made(Ending.STUCK, 18)), next_bank=move)
    assert next_bank_text(table(), view, LOOK).splitlines() == [
        words,
        "-# The pack is shuffled before the next deal.",
    ]
