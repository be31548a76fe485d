"""Cards are text that is complete by itself; pictures come beside it."""

from __future__ import annotations

import pytest

from bot.engine.cards import HIDDEN, card, cards
from bot.presentation.cards import BACK, card_text, cards_text, drawn, face_name, pictures
from bot.presentation.look import Look
from tests.presentation.scenes import FACES, LOOK, PICTURED, WORDS

AS_TEXT = "\ufe0e"


@pytest.mark.parametrize(
    ("face", "text"),
    [
        ("As", "A♠"),
        ("Th", "10♥"),
        ("Qd", "Q♦"),
        ("2c", "2♣"),
        ("As#1", "A♠"),
        ("*1", "Joker"),
        ("PJ", "Joker"),
    ],
)
def test_a_card_is_its_rank_and_its_suit(face: str, text: str) -> None:
    assert card_text(card(face), WORDS).replace(AS_TEXT, "") == text


def test_suits_ask_to_be_drawn_as_text_so_that_spades_are_seen_in_dark_mode() -> None:
    assert all(card_text(card(f"9{suit}"), WORDS).endswith(AS_TEXT) for suit in "cdhs")


@pytest.mark.parametrize(
    ("face", "name"), [("As", "card_as"), ("Td", "card_td"), ("7h#1", "card_7h"), ("*2", "joker_2")]
)
def test_each_face_has_the_name_of_its_picture(face: str, name: str) -> None:
    assert face_name(card(face)) == name


def test_hidden_cards_are_counted_in_words_and_drawn_as_backs() -> None:
    text = cards_text((HIDDEN, HIDDEN, card("7s")), WORDS)
    assert text.replace(AS_TEXT, "") == f"{BACK}{BACK} 2 face down, **7♠**"


def test_the_order_of_the_cards_is_kept() -> None:
    text = cards_text((card("As"), HIDDEN, *cards("7h 2d")), WORDS, with_backs=False)
    assert text.replace(AS_TEXT, "") == "**A♠**, 1 face down, **7♥ 2♦**"


def test_pictures_stand_beside_the_text_and_never_for_it() -> None:
    text = drawn((HIDDEN, card("7s")), PICTURED)
    assert text.startswith(PICTURED.faces["card_back"] + FACES["card_7s"])
    assert text.replace(AS_TEXT, "").endswith(" 1 face down, **7♠**")


def test_a_card_without_a_picture_makes_the_whole_hand_text() -> None:
    look = Look(WORDS, {"card_as": "<:card_as:1>"})
    assert pictures(cards("As Kd"), look) == ""
    assert drawn(cards("As Kd"), look).replace(AS_TEXT, "") == "**A♠ K♦**"


def test_no_pictures_are_needed_at_all() -> None:
    assert pictures(cards("As"), LOOK) == ""
    assert pictures((), PICTURED) == ""
