"""Cards and packs, as text and back."""

from __future__ import annotations

import pytest

from bot.engine.cards import HIDDEN, Card, UnreadableCard, card, cards, pack, text


class TestCard:
    def test_a_card_is_its_rank_and_suit(self) -> None:
        assert card("As") == Card("A", "s")
        assert str(card("Td")) == "Td"

    def test_a_second_copy_is_another_card_with_the_same_face(self) -> None:
        first, second = card("As"), card("As#1")
        assert first != second
        assert (str(second), second.face) == ("As#1", "As")

    def test_jokers_are_numbered_and_rummys_printed_joker_has_a_name(self) -> None:
        assert str(card("*2")) == "*2"
        assert str(card("PJ")) == "PJ"

    @pytest.mark.parametrize(
        "word", ["", "A", "As ", "1s", "10s", "sA", "as", "AS", "*0", "*", "As#", "As#x", "P"]
    )
    def test_anything_else_is_no_card(self, word: str) -> None:
        with pytest.raises(UnreadableCard):
            card(word)

    @pytest.mark.parametrize("one", pack(2, jokers=2), ids=str)
    def test_every_card_reads_back(self, one: Card) -> None:
        assert card(str(one)) == one


class TestCards:
    def test_cards_are_apart_by_blanks(self) -> None:
        assert cards("As Td  7h") == (card("As"), card("Td"), card("7h"))
        assert cards("") == ()

    def test_a_face_that_comes_again_is_its_next_copy(self) -> None:
        assert cards("7h 7h 7h") == (card("7h"), card("7h#1"), card("7h#2"))
        assert cards("7h#1 7h") == (card("7h#1"), card("7h"))

    def test_text_is_what_cards_reads(self) -> None:
        assert text(cards("As 7h 7h")) == "As 7h 7h#1"

    def test_a_back_is_written_as_two_question_marks(self) -> None:
        assert text((card("As"), HIDDEN)) == "As ??"


class TestPack:
    @pytest.mark.parametrize("copies", [1, 2, 6, 8])
    def test_packs_hold_52_different_cards_each(self, copies: int) -> None:
        found = pack(copies)
        assert len(found) == len(set(found)) == 52 * copies
        assert len({one.face for one in found}) == 52

    def test_a_pack_is_in_the_order_of_suits_and_ranks(self) -> None:
        assert text(pack()[:14]) == "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad"

    def test_ranks_and_faces_may_be_left_out(self) -> None:
        stripped = pack(without=frozenset({"8", "9", "T"}))
        assert len(stripped) == 40
        assert len(pack(without=frozenset({"6c"}))) == 51

    def test_jokers_may_be_added_to_each(self) -> None:
        assert text(pack(jokers=2)[-2:]) == "*1 *2"
        assert len(set(pack(3, jokers=1))) == 159
