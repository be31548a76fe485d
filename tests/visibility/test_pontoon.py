"""Who sees which card at pontoon, phase by phase, written out by hand.

A row is a viewer, a column whose cards; `??` is the back of a card. What a viewer
has been told in the log is written beside it, because a card that leaks by view
and log at once looks consistent to every other test.

Source: rule sheet 21-family, 1.1 P2 to P4, P8, P9 and 1.3, 1.4.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.engine.cards import HIDDEN
from bot.engine.game import Drawn, Seat, start
from bot.engine.games.pontoon import PONTOON
from bot.engine.target.events import Looked, RoundOpened, TargetCarry
from tests.support.given import Story, given
from tests.support.play import in_order, limits, seats
from tests.support.play_cards import cards_in

PRESETS = ("seed001", "parlett", "pagat")
AT_ONCE = ("parlett", "pagat")


def seen(story: Story) -> dict[str, str]:
    """What every viewer sees, one line each, hands of different seats apart by a slash."""
    viewers = ["channel", *(name for name, _ in story.dealt)]
    if story.table.is_house:
        viewers.remove("Z")
    return {viewer: " / ".join(story.seen(viewer).values()) for viewer in viewers}


def told(story: Story, viewer: str) -> str:
    """The cards that the log names to a viewer, in the order in which he was first told."""
    found: dict[str, None] = {}
    for event in story.heard(viewer):
        found.update(dict.fromkeys(str(card) for card in cards_in(event)))
    return " ".join(found)


def told_all(story: Story) -> dict[str, str]:
    viewers = ["channel", *(name for name, _ in story.dealt)]
    if story.table.is_house:
        viewers.remove("Z")
    return {viewer: told(story, viewer) for viewer in viewers}


class TestFirstCard:
    """1.3, steps 1 and 2; P2."""

    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_punter_sees_his_own_and_the_banker_not_even_that(self, preset: str) -> None:
        story = given(preset).deal(A="7c 4c", B="Kd 9d", Z="Js 8d")
        assert seen(story) == {
            "channel": "?? / ?? / ??",
            "A": "7c / ?? / ??",
            "B": "?? / Kd / ??",
            "Z": "?? / ?? / ??",
        }
        assert told_all(story) == {"channel": "", "A": "7c", "B": "Kd", "Z": ""}

    @pytest.mark.parametrize("preset", PRESETS)
    def test_stakes_show_no_card(self, preset: str) -> None:
        story = given(preset).deal(A="7c 4c", B="Kd 9d", Z="Js 8d").stakes(A=5)
        assert seen(story)["channel"] == "?? / ?? / ??"
        assert told(story, "B") == "Kd"

    @pytest.mark.parametrize("preset", PRESETS)
    def test_a_banker_who_may_double_looks_at_his_once_the_stakes_are_made(self, preset: str) -> None:
        story = given(preset, banker_may_double=True).deal(A="7c 4c", B="Kd 9d", Z="Js 8d").stakes(A=1)
        assert seen(story)["Z"] == "?? / ?? / ??"
        story = story.stakes(B=1)
        assert seen(story) == {
            "channel": "?? / ?? / ??",
            "A": "7c / ?? / ??",
            "B": "?? / Kd / ??",
            "Z": "?? / ?? / Js",
        }
        assert told_all(story) == {"channel": "", "A": "7c", "B": "Kd", "Z": "Js"}

    @pytest.mark.parametrize("line", ["Z bank_double", "Z bank_play"])
    def test_and_under_seed001_not_at_his_second(self, line: str) -> None:
        story = given("seed001", banker_may_double=True).deal(A="7c 4c", Z="Js 8d").stakes(A=1).when(line)
        assert seen(story) == {"channel": "?? ?? / ?? ??", "A": "7c 4c / ?? ??", "Z": "?? ?? / Js ??"}
        assert told(story, "Z") == "Js"


class TestSecondCard:
    """1.3, steps 4 and 5; P3, P4."""

    def test_under_seed001_the_bankers_cards_stay_unseen(self) -> None:
        story = given("seed001").deal(A="7c 4c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        assert seen(story) == {
            "channel": "?? ?? / ?? ?? / ?? ??",
            "A": "7c 4c / ?? ?? / ?? ??",
            "B": "?? ?? / Kd 9d / ?? ??",
            "Z": "?? ?? / ?? ?? / ?? ??",
        }
        assert told_all(story) == {"channel": "", "A": "7c 4c", "B": "Kd 9d", "Z": ""}

    @pytest.mark.parametrize("preset", AT_ONCE)
    def test_elsewhere_he_looks_at_both(self, preset: str) -> None:
        story = given(preset).deal(A="7c 4c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        assert seen(story) == {
            "channel": "?? ?? / ?? ?? / ?? ??",
            "A": "7c 4c / ?? ?? / ?? ??",
            "B": "?? ?? / Kd 9d / ?? ??",
            "Z": "?? ?? / ?? ?? / Js 8d",
        }
        assert told_all(story) == {"channel": "", "A": "7c 4c", "B": "Kd 9d", "Z": "Js 8d"}

    @pytest.mark.parametrize("preset", AT_ONCE)
    def test_a_house_that_looks_shows_nobody(self, preset: str) -> None:
        story = given(preset).with_house().deal(A="7c 4c", Z="Js 8d").stakes(A=1)
        assert seen(story) == {"channel": "?? ?? / ?? ??", "A": "7c 4c / ?? ??"}
        assert told_all(story) == {"channel": "", "A": "7c 4c"}

    @pytest.mark.parametrize("preset", AT_ONCE)
    def test_a_bankers_pontoon_ends_the_round_and_everything_is_shown(self, preset: str) -> None:
        story = given(preset).deal(A="7c 4c", B="Kd 9d", Z="Js Ad").stakes(A=1, B=1)
        assert set(seen(story).values()) == {"7c 4c / Kd 9d / Js Ad"}
        assert told(story, "channel") == "Js Ad 7c 4c Kd 9d"

    def test_under_seed001_a_bankers_pontoon_stays_down_until_all_have_played(self) -> None:
        story = given("seed001").deal(A="7c 4c", B="Kd 9d", Z="Js Ad").stakes(A=1, B=1)
        assert {seen(story)[viewer].split(" / ")[2] for viewer in ("channel", "A", "B", "Z")} == {"?? ??"}


class TestPontoon:
    """1.4, `declare pontoon`: the ace is turned up, the other card is not."""

    def test_under_seed001_nothing_shows_before_its_turn(self) -> None:
        story = given("seed001").deal(A="Kd 9d", B="Qc Ac", Z="Js 8d").stakes(A=1, B=1)
        assert seen(story)["channel"] == "?? ?? / ?? ?? / ?? ??"
        assert told(story, "A") == "Kd 9d"

    def test_and_then_the_ace(self) -> None:
        story = given("seed001").deal(A="Kd 9d", B="Qc Ac", Z="Js 8d").stakes(A=1, B=1).when("A stick")
        assert seen(story) == {
            "channel": "?? ?? / ?? Ac / Js 8d",
            "A": "Kd 9d / ?? Ac / Js 8d",
            "B": "?? ?? / Qc Ac / Js 8d",
            "Z": "?? ?? / ?? Ac / Js 8d",
        }
        assert told(story, "channel") == "Ac Js 8d"

    @pytest.mark.parametrize("preset", AT_ONCE)
    def test_elsewhere_the_ace_shows_as_soon_as_the_banker_says_play(self, preset: str) -> None:
        story = given(preset).deal(A="Kd 9d", B="Qc Ac", Z="Js 8d").stakes(A=1, B=1)
        assert seen(story) == {
            "channel": "?? ?? / ?? Ac / ?? ??",
            "A": "Kd 9d / ?? Ac / ?? ??",
            "B": "?? ?? / Qc Ac / ?? ??",
            "Z": "?? ?? / ?? Ac / Js 8d",
        }
        assert told_all(story) == {"channel": "Ac", "A": "Kd 9d Ac", "B": "Qc Ac", "Z": "Js 8d Ac"}


@pytest.mark.parametrize("preset", PRESETS)
class TestTurns:
    """1.4, P8. B watches A."""

    def turn(self, preset: str, cards: str, *lines: str, **options: bool) -> Story:
        story = given(preset, **options).deal(A=cards, B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)  # type: ignore[arg-type]
        return story.when(*lines)

    def test_a_twisted_card_is_public(self, preset: str) -> None:
        story = self.turn(preset, "7c 4c", "A twist 2c")
        assert story.seen("A")["A"] == "7c 4c 2c"
        assert [story.seen(viewer)["A"] for viewer in ("channel", "B", "Z")] == ["?? ?? 2c"] * 3
        assert told(story, "channel") == "2c"
        assert told(story, "B") == "Kd 9d 2c"

    def test_a_bought_card_is_its_owners(self, preset: str) -> None:
        story = self.turn(preset, "7c 4c", "A buy 1 2c")
        assert story.seen("A")["A"] == "7c 4c 2c"
        assert [story.seen(viewer)["A"] for viewer in ("channel", "B", "Z")] == ["?? ?? ??"] * 3
        assert told(story, "A") == "7c 4c 2c"
        assert told(story, "channel") == ""
        assert told(story, "B") == "Kd 9d"

    def test_a_bought_fifth_is_public(self, preset: str) -> None:
        story = self.turn(preset, "4c 3c", "A buy 1 2c", "A buy 1 4d", "A buy 1 5c")
        assert story.seen("A")["A"] == "4c 3c 2c 4d 5c"
        assert [story.seen(viewer)["A"] for viewer in ("channel", "B", "Z")] == ["?? ?? ?? ?? 5c"] * 3
        assert told(story, "channel") == "5c"

    def test_a_stick_shows_nothing(self, preset: str) -> None:
        story = self.turn(preset, "Kc 7c", "A stick")
        assert [story.seen(viewer)["A"] for viewer in ("channel", "B", "Z")] == ["?? ??"] * 3
        assert told(story, "channel") == ""

    def test_split_hands_are_their_owners_new_cards_too(self, preset: str) -> None:
        story = self.turn(preset, "8c 8h", "A split 2c 3c")
        assert story.seen("A")["A"] == "8c 2c | 8h 3c"
        assert [story.seen(viewer)["A"] for viewer in ("channel", "B", "Z")] == ["?? ?? | ?? ??"] * 3
        assert told(story, "A") == "8c 8h 2c 3c"
        assert told(story, "channel") == ""

    def test_a_pontoon_on_a_split_hand_shows_its_ace_in_its_turn(self, preset: str) -> None:
        story = self.turn(preset, "Ac Ah", "A split 9c Kc")
        assert story.seen("channel")["A"] == "?? ?? | ?? ??"
        story = story.when("A stick")
        assert story.seen("channel")["A"] == "?? ?? | Ah ??"
        assert told(story, "B") == "Kd 9d Ah"

    def test_a_five_card_trick_shows_what_lies_up(self, preset: str) -> None:
        story = self.turn(preset, "2c 3c", "A twist 4c", "A twist 2d", "A twist 5c")
        assert story.endings("A") == ["trick"]
        assert story.seen("channel")["A"] == "?? ?? 4c 2d 5c"

    def test_burned_cards_are_gone_and_the_new_ones_are_their_owners(self, preset: str) -> None:
        story = self.turn(preset, "Kc 3c", "A burn 7d 2d", burn13=True)
        assert story.seen("A")["A"] == "7d 2d"
        assert [story.seen(viewer)["A"] for viewer in ("channel", "B", "Z")] == ["?? ??"] * 3
        assert told(story, "A") == "Kc 3c 7d 2d"
        assert told(story, "channel") == ""


class TestEnds:
    """1.4, the rows in brackets; P9, P10."""

    @pytest.mark.parametrize("preset", ["seed001", "parlett"])
    def test_three_sevens_are_shown_at_once(self, preset: str) -> None:
        story = given(preset).deal(A="7c 7h", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1).when("A buy 1 7s")
        assert {story.seen(viewer)["A"] for viewer in ("channel", "A", "B", "Z")} == {"7c 7h 7s"}
        assert told(story, "channel") == "7c 7h 7s"

    @pytest.mark.parametrize("preset", ["seed001", "parlett"])
    def test_a_bust_hand_shows_what_lay_up_and_no_more(self, preset: str) -> None:
        story = given(preset).deal(A="Kc 2c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        story = story.when("A buy 1 3c", "A twist Qc")
        assert story.seen("A")["A"] == "Kc 2c 3c Qc"
        assert [story.seen(viewer)["A"] for viewer in ("channel", "B", "Z")] == ["?? ?? ?? Qc"] * 3
        assert told(story, "channel") == "Qc"

    def test_bust_by_a_bought_card_shows_nothing(self) -> None:
        story = given("seed001").deal(A="Kc 2c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1).when("A buy 1 Qc")
        assert story.endings("A") == ["bust"]
        assert story.seen("channel")["A"] == "?? ?? ??"
        assert told(story, "channel") == ""

    def test_under_pagat_it_is_thrown_in_face_up(self) -> None:
        story = given("pagat").deal(A="Kc 2c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1).when("A buy 1 Qc")
        assert {story.seen(viewer)["A"] for viewer in ("channel", "A", "B", "Z")} == {"Kc 2c Qc"}
        assert told(story, "channel") == "Kc 2c Qc"


@pytest.mark.parametrize("preset", PRESETS)
class TestBankAndSettlement:
    """1.3, steps 7 and 8."""

    def test_the_bankers_cards_are_turned_up_and_nobody_elses(self, preset: str) -> None:
        story = given(preset).deal(A="Kc 9c", B="Kd 7d", Z="Js 5s").stakes(A=1, B=1)
        story = story.when("A stick", "B stick")
        assert seen(story) == {
            "channel": "?? ?? / ?? ?? / Js 5s",
            "A": "Kc 9c / ?? ?? / Js 5s",
            "B": "?? ?? / Kd 7d / Js 5s",
            "Z": "?? ?? / ?? ?? / Js 5s",
        }
        assert told(story, "channel") == "Js 5s"

    def test_what_he_draws_is_public(self, preset: str) -> None:
        story = given(preset).deal(A="Kc 9c", Z="Js 5s").stakes(A=1).when("A stick", "Z twist 2s")
        assert set(seen(story).values()) == {"?? ?? / Js 5s 2s", "Kc 9c / Js 5s 2s"}
        assert told(story, "channel") == "Js 5s 2s"

    def test_at_the_settlement_every_hand_is_shown(self, preset: str) -> None:
        story = given(preset).deal(A="Kc 2c", B="Kd 7d", Z="Js 8s").stakes(A=1, B=1)
        story = story.when("A buy 1 Qc", "B stick", "Z stick")
        assert set(seen(story).values()) == {"Kc 2c Qc / Kd 7d / Js 8s"}
        assert set(told(story, "channel").split()) == {"Kc", "2c", "Qc", "Kd", "7d", "Js", "8s"}


class TestPack:
    """A pack is nobody's; who could cover what is nobody's business."""

    @pytest.mark.parametrize("viewer", ["channel", "A", "Z"])
    def test_a_shuffled_pack_is_told_as_so_many_backs(self, viewer: str) -> None:
        story = given().deal(A="7c 4c", Z="Js 8d")
        (drawn,) = [event for event in story.heard(viewer) if isinstance(event, Drawn)]
        assert drawn == Drawn("pack", (HIDDEN,) * 52)

    @pytest.mark.parametrize("viewer", ["channel", "A", "Z"])
    def test_a_reshuffled_one_too(self, viewer: str) -> None:
        story = given().deal(A="2c 4c", Z="Js 8d").stakes(A=1).when("pack 0", "A buy 1 3c")
        drawn = [event for event in story.heard(viewer) if isinstance(event, Drawn)][-1]
        assert drawn == Drawn("reshuffle:1", (HIDDEN,) * 48)
        assert set(seen(story).values()) == {"?? ?? ?? / ?? ??", "2c 4c 3c / ?? ??"}

    @pytest.mark.parametrize("viewer", [None, Seat(1), Seat(2)])
    def test_a_carried_pack_is_told_as_so_many_backs_and_covers_not_at_all(self, viewer: Any) -> None:
        first = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1).when("A stick", "Z stick")
        carry = PONTOON.carry(first.state)
        opening = start(PONTOON, first.table.rules, seats(2), carry, limits(seats(2)), in_order).events[0]
        heard = PONTOON.redact(opening, viewer)
        assert isinstance(heard, RoundOpened)
        assert heard.carry.pack == (HIDDEN,) * 52
        assert heard.limits.cover == ()

    def test_a_lot_among_seats_is_public(self) -> None:
        events = start(PONTOON, given().rules, seats(3), TargetCarry(), limits(seats(3)), in_order).events
        heard = PONTOON.redact(events[1], None)
        assert heard == Drawn("lot:banker", seats(3))

    def test_that_the_banker_looked_is_public_and_what_he_saw_is_not(self) -> None:
        story = given("parlett").deal(A="Kc 9c", Z="Js 8d").stakes(A=1)
        for viewer, cards in (("channel", (HIDDEN, HIDDEN)), ("A", (HIDDEN, HIDDEN))):
            (looked,) = [event for event in story.heard(viewer) if isinstance(event, Looked)]
            assert looked.cards == cards
        (his,) = [event for event in story.heard("Z") if isinstance(event, Looked)]
        assert " ".join(map(str, his.cards)) == "Js 8d"


class TestButtons:
    """What the channel offers tells nothing: every kind that public facts allow, whatever is held."""

    def test_stick_is_offered_below_sixteen_too(self) -> None:
        low = given().deal(A="Kc 2c", Z="Js 8d").stakes(A=1)
        high = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1)
        assert low.kinds() == high.kinds() == {"stick", "twist", "buy", "split"}
        assert set(low.offers("A")) == {"twist", "buy"}

    def test_split_is_offered_without_a_pair(self) -> None:
        pair = given().deal(A="8c 8h", Z="Js 8d").stakes(A=1)
        none = given().deal(A="8c 7h", Z="Js 8d").stakes(A=1)
        assert pair.kinds() == none.kinds()

    def test_burn_is_offered_without_a_thirteen(self) -> None:
        table = given(burn13=True)
        assert "burn" in table.deal(A="8c 9c", Z="Js 8d").stakes(A=1).kinds()
        assert "burn" in table.deal(A="8c 5c", Z="Js 8d").stakes(A=1).kinds()

    def test_a_certain_fifth_is_offered_to_buy_as_any_other(self) -> None:
        safe = given().deal(A="2c 3c", Z="Js 8d").stakes(A=1).when("A buy 1 4c", "A buy 1 2d")
        other = given().deal(A="2c 3c", Z="Js 8d").stakes(A=1).when("A buy 1 4c", "A buy 1 9d")
        assert safe.kinds() == other.kinds() == {"stick", "twist", "buy"}

    def test_what_everybody_saw_takes_a_button_away(self) -> None:
        story = given().deal(A="2c 3c", Z="Js 8d").stakes(A=1)
        assert story.when("A twist 4c").kinds() == {"stick", "twist"}
        assert story.when("A buy 1 4c").kinds() == {"stick", "twist", "buy"}

    def test_the_bank_has_two(self) -> None:
        story = given().deal(A="Kc 9c", Z="2s 2d").stakes(A=1).when("A stick")
        assert story.kinds() == {"stick", "twist"}


class TestPlaces:
    """Facts of the table that are no cards are public."""

    def test_stakes_and_buys_are(self) -> None:
        story = given().deal(A="2c 3c", B="Kd 9d", Z="Js 8d").stakes(A=4, B=1).when("A buy 3 4c")
        for viewer in (None, Seat(1), Seat(2), Seat(3)):
            (mine,) = PONTOON.view(story.state, viewer).places[0].hands
            assert (mine.stake, mine.raises) == (700, (300,))

    def test_totals_are_of_what_a_viewer_sees(self) -> None:
        story = given().deal(A="Ac 6c", B="Kd 9d", Z="Js 8d").stakes(A=1, B=1)
        (mine,) = PONTOON.view(story.state, Seat(1)).places[0].hands
        (theirs,) = PONTOON.view(story.state, Seat(2)).places[0].hands
        assert (mine.total, mine.is_soft) == (17, True)
        assert (theirs.total, theirs.is_soft) == (None, False)

    def test_the_bankers_total_is_public_once_his_cards_are(self) -> None:
        story = given().deal(A="Kc 9c", Z="Js 8d").stakes(A=1)
        assert PONTOON.view(story.state, None).places[-1].hands[0].total is None
        assert PONTOON.view(story.when("A stick").state, None).places[-1].hands[0].total == 18
