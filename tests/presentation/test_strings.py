"""How the catalogue makes a sentence, and how it says that it cannot."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.presentation.strings import MissingKey, MissingValue, StringsError, Words, load_words

WORDS = Words(
    {
        "amount": {"counters": {"one": "{amount} counter", "other": "{amount} counters"}},
        "pay": "pay {price:counters}",
        "net": "{net:signed} of {all:amount}",
        "until": "turn[[, until {at:relative}]]",
        "seats": {"one": "one seat", "other": "{count} seats"},
        "reason": {"stale": "too late", "full": "no room"},
        "bridge": {"name": "Bridge", "family": "cards", "kind": {"pass": "Pass"}},
        "cards": {"kind": {"pass": "Skip", "play": "Play"}},
    }
)


def test_values_take_their_places() -> None:
    assert WORDS("pay", price=750) == "pay 7.50 counters"
    assert WORDS("net", net=-100, all=2_000) == "\u22121 of 20"


def test_a_text_in_double_brackets_needs_its_value() -> None:
    assert WORDS("until") == "turn"
    assert WORDS("until", at=datetime(1970, 1, 1, 0, 1, tzinfo=UTC)) == "turn, until <t:60:R>"


def test_count_chooses_the_plural() -> None:
    assert WORDS("seats", count=1) == "one seat"
    assert WORDS("seats", count=0) == "0 seats"


def test_codes_are_found_under_their_prefix() -> None:
    assert WORDS.under("reason", "stale") == "too late"


def test_a_game_has_its_own_words_and_else_those_of_its_family() -> None:
    assert WORDS.of_game("bridge", "kind.pass") == "Pass"
    assert WORDS.of_game("bridge", "kind.play") == "Play"


def test_a_missing_key_has_an_error_of_its_own() -> None:
    with pytest.raises(MissingKey, match="nothing here"):
        WORDS("nothing here")
    assert issubclass(MissingKey, StringsError)


def test_a_missing_value_names_the_sentence_and_the_value() -> None:
    with pytest.raises(MissingValue, match="pay: price"):
        WORDS("pay")
    with pytest.raises(MissingValue, match="seats: count"):
        WORDS("seats")


def test_a_time_without_a_zone_is_ours_to_mend() -> None:
    with pytest.raises(AssertionError, match="aware"):
        WORDS("until", at=datetime(2026, 1, 1))  # noqa: DTZ001


def test_the_values_that_a_sentence_needs_are_known() -> None:
    assert WORDS.fields("until") == {"at"}
    assert WORDS.needed("until") == frozenset()
    assert WORDS.needed("pay") == {"price"}
    assert WORDS.needed("seats") == {"count"}


def test_the_catalogue_is_read_once() -> None:
    assert load_words() is load_words()
