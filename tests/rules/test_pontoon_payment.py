"""Who is paid what at pontoon, every cell of the table. Source: rule sheet 21-family, 1.5."""

from __future__ import annotations

import pytest

from bot.engine.games.pontoon import PONTOON, PontoonRules
from tests.support.given import Story, given

STAKE = 2

# What A is dealt and draws; what Z is dealt and draws. B sticks on 20, so that the bank always plays.
PUNTERS = {
    "royal": ("7c 7d", ("A twist 7h",)),
    "pontoon": ("Ac Kc", ()),
    "trick": ("2c 3c", ("A twist 4c", "A twist 2d", "A twist 3d")),
    "21": ("Kc 5c", ("A twist 6c", "A stick")),
    "20": ("Kc Qc", ("A stick",)),
    "19": ("Kc 9c", ("A stick",)),
    "18": ("Kc 8c", ("A stick",)),
    "bust": ("Kc 6c", ("A twist Kd",)),
}
BANKS = {
    "pontoon": ("As Qs", ()),
    "trick": ("2s 3s", ("Z twist 2h", "Z twist 3h", "Z twist 4h")),
    "21": ("Js 9s", ("Z twist 2h", "Z stick")),
    "19": ("Js 9s", ("Z stick",)),
    "bust": ("Js 6s", ("Z twist Jh",)),
}
TABLE = {
    ("royal", "pontoon"): 3,
    ("royal", "trick"): 3,
    ("royal", "21"): 3,
    ("royal", "19"): 3,
    ("royal", "bust"): 3,
    ("pontoon", "pontoon"): -2,
    ("pontoon", "trick"): 2,
    ("pontoon", "21"): 2,
    ("pontoon", "19"): 2,
    ("pontoon", "bust"): 2,
    ("trick", "pontoon"): -2,
    ("trick", "trick"): -2,
    ("trick", "21"): 2,
    ("trick", "19"): 2,
    ("trick", "bust"): 2,
    ("21", "pontoon"): -2,
    ("21", "trick"): -2,
    ("21", "21"): -1,
    ("21", "19"): 1,
    ("21", "bust"): 1,
    ("20", "pontoon"): -2,
    ("20", "trick"): -2,
    ("20", "21"): -1,
    ("20", "19"): 1,
    ("20", "bust"): 1,
    ("19", "pontoon"): -2,
    ("19", "trick"): -2,
    ("19", "21"): -1,
    ("19", "19"): -1,
    ("19", "bust"): 1,
    ("18", "pontoon"): -2,
    ("18", "trick"): -2,
    ("18", "21"): -1,
    ("18", "19"): -1,
    ("18", "bust"): 1,
    ("bust", "pontoon"): -1,
    ("bust", "trick"): -1,
    ("bust", "21"): -1,
    ("bust", "19"): -1,
    ("bust", "bust"): -1,
}


def met(punter: str, bank: str, **options: bool) -> Story:
    """A round in which A's hand meets the bank's."""
    mine, my_lines = PUNTERS[punter]
    his, his_lines = BANKS[bank]
    story = given("seed001", **options).deal(A=mine, B="Qd Jd", Z=his).stakes(A=STAKE, B=1)
    return story.when(*my_lines, "B stick", *his_lines)


@pytest.mark.parametrize(("punter", "bank"), TABLE, ids=lambda kind: kind)
def test_every_cell_pays_its_multiple_of_the_stake(punter: str, bank: str) -> None:
    story = met(punter, bank)
    assert story.times("A") == [TABLE[punter, bank]]
    assert story.net["A"] == TABLE[punter, bank] * STAKE


def test_the_table_has_a_cell_for_every_pair() -> None:
    assert set(TABLE) == {(punter, bank) for punter in PUNTERS for bank in BANKS}


@pytest.mark.parametrize(("punter", "bank"), TABLE, ids=lambda kind: kind)
def test_what_punters_win_the_bank_loses(punter: str, bank: str) -> None:
    assert sum(met(punter, bank).net.values()) == 0


def test_multiples_are_of_the_whole_stake_buys_included() -> None:
    story = given().deal(A="2c 3c", Z="Js 9s").stakes(A=4)
    story = story.when("A buy 4 4c", "A buy 2 2d", "A twist 3d", "Z stick")
    assert story.staked("A") == [10]
    assert story.net == {"A": 20, "Z": -20}


def test_each_hand_of_a_split_is_paid_by_itself() -> None:
    story = given().deal(A="8c 8d", Z="Js 8h").stakes(A=2)
    story = story.when("A split Kc 2c", "A stick", "A buy 1 9c", "A stick", "Z stick")
    assert story.times("A") == [-1, 1]
    assert story.net == {"A": 1, "Z": -1}


def test_totals_are_compared_with_an_ace_as_it_serves_best() -> None:
    story = given().deal(A="Ac 8c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
    assert story.times("A") == [1]


def test_no_total_beats_a_five_card_trick_and_no_trick_beats_another() -> None:
    """All five-card tricks are equal, their total ignored; equality goes to the banker."""
    low = met("trick", "trick")
    assert low.times("A") == [-2]
    assert met("trick", "21").times("A") == [2]


class TestHouseRules:
    """1.8, as far as they change the table."""

    @pytest.mark.parametrize("punter", ["royal", "pontoon", "trick", "21", "18"])
    def test_a_bankers_five_cards_may_beat_everything_for_double(self, punter: str) -> None:
        assert met(punter, "trick", banker_five_card_beats_all=True).times("A") == [-2]

    @pytest.mark.parametrize("bank", ["pontoon", "21", "19", "bust"])
    @pytest.mark.parametrize("punter", PUNTERS)
    def test_that_rule_changes_no_other_cell(self, punter: str, bank: str) -> None:
        assert met(punter, bank, banker_five_card_beats_all=True).times("A") == [TABLE[punter, bank]]

    def test_it_does_not_double_what_is_bust(self) -> None:
        assert met("bust", "trick", banker_five_card_beats_all=True).times("A") == [-1]

    @pytest.mark.parametrize("bank", BANKS)
    @pytest.mark.parametrize("punter", PUNTERS)
    def test_tied_pontoons_may_be_void_and_nothing_else(self, punter: str, bank: str) -> None:
        times = 0 if punter == bank == "pontoon" else TABLE[punter, bank]
        assert met(punter, bank, tied_pontoon_void=True).times("A") == [times]

    def test_tied_pontoons_are_void_also_where_the_banker_checks_at_once(self) -> None:
        story = given("parlett", tied_pontoon_void=True).deal(A="Ac Kc", B="Kd 9d", Z="As Qs")
        assert story.stakes(A=2, B=2).net == {"A": 0, "B": -4, "Z": 4}

    @pytest.mark.parametrize("bank", BANKS)
    @pytest.mark.parametrize("punter", PUNTERS)
    def test_a_pontoon_may_take_double_from_the_bust(self, punter: str, bank: str) -> None:
        times = -2 if (punter, bank) == ("bust", "pontoon") else TABLE[punter, bank]
        assert met(punter, bank, pontoon_double_from_bust=True).times("A") == [times]

    @pytest.mark.parametrize("bank", BANKS)
    @pytest.mark.parametrize("punter", PUNTERS)
    def test_five_cards_may_take_double_from_the_bust(self, punter: str, bank: str) -> None:
        times = -2 if (punter, bank) == ("bust", "trick") else TABLE[punter, bank]
        assert met(punter, bank, five_card_double_from_bust=True).times("A") == [times]

    def test_then_the_banker_draws_although_everybody_is_bust(self) -> None:
        story = given(five_card_double_from_bust=True).deal(A="Kc 6c", Z="2s 3s").stakes(A=2)
        story = story.when("A twist Kd")
        assert story.waiting == "Z"
        assert story.when("Z twist 2h", "Z twist 3h", "Z twist 4h").net == {"A": -4, "Z": 4}


class TestPrintedTable:
    """`/rules` prints what `payouts` says: it has to be the table that pays."""

    NAMES = {"natural": "pontoon", "trick": "trick", "bust": "bust", "royal": "royal"}  # noqa: RUF012
    BY_TOTAL = {"higher": "20", "equal": "19", "lower": "18"}  # noqa: RUF012

    def test_it_says_of_every_cell_what_is_paid(self) -> None:
        printed = {(row.hand, row.against): row.times for row in PONTOON.payouts(PontoonRules())}
        assert len(printed) == 7 * 4
        for (hand, against), times in printed.items():
            bank = "19" if against == "total" else self.NAMES[against]
            punter = self.BY_TOTAL.get(hand) or self.NAMES[hand]
            assert times == TABLE[punter, bank], (hand, against)

    def test_without_royals_it_has_no_row_for_them(self) -> None:
        rows = PONTOON.payouts(PontoonRules(royal=False))
        assert {row.hand for row in rows} == {"natural", "trick", "higher", "equal", "lower", "bust"}

    def test_the_ranking_is_royal_pontoon_trick_total_bust(self) -> None:
        assert PONTOON.ranking(PontoonRules()) == ("royal", "natural", "trick", "total", "bust")
        assert PONTOON.ranking(PontoonRules(royal=False)) == ("natural", "trick", "total", "bust")


class TestAnnouncement:
    """1.5: what the banker says he pays."""

    @pytest.mark.parametrize("total", range(12, 21))
    def test_a_banker_who_stands_pays_the_next_total(self, total: int) -> None:
        cards = {12: "Js 2s", 13: "Js 3s", 14: "Js 4s", 15: "Js 5s", 16: "Js 6s", 17: "Js 7s"}
        more = {18: "Js 8s", 19: "Js 9s", 20: "Js Qs"}
        story = given().deal(A="Kc Qc", Z=(cards | more)[total]).stakes(A=1).when("A stick", "Z stick")
        assert PONTOON.view(story.state, None).pays_from == total + 1

    def test_at_twenty_one_he_pays_what_beats_every_total(self) -> None:
        assert PONTOON.view(met("18", "21").state, None).pays_from == 22

    @pytest.mark.parametrize("bank", ["pontoon", "trick", "bust"])
    def test_with_anything_else_there_is_no_lowest_total(self, bank: str) -> None:
        assert PONTOON.view(met("18", bank).state, None).pays_from is None
