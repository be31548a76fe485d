"""Counters, history and leaderboards: one column, names and no ids."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.engine.game import Amount
from bot.presentation.counters_text import balance_text, history_text, topup_text
from bot.presentation.fairness_text import audit_text, verify_text
from bot.presentation.leaderboard_text import leaderboard_text
from bot.presentation.limits import CONTENT_MAX, length
from tests.presentation.scenes import LOOK, NEXT_SEAL, counters, table, turns


@dataclass(frozen=True)
class Line:
    rank: int
    name: str
    net: Amount


@dataclass(frozen=True)
class Entry:
    at: int
    reason: str
    change: Amount
    balance: Amount
    table_id: int | None = None
    round_index: int | None = None


def test_a_board_is_one_column_of_names() -> None:
    rows = [Line(1, "Ann", counters(1_050)), Line(2, "*Ben*", counters(0)), Line(3, "Cleo", counters(-7.5))]
    assert leaderboard_text(rows, LOOK, period="week", game="pontoon") == (
        "### Leaderboard · Pontoon, last 7 days\n"
        "1. Ann **+1,050**\n"
        "2. \\*Ben\\* **0**\n"
        "3. Cleo **−7.50**\n"
        "-# Play money: counters cannot be bought, sold or cashed in. `/settings` keeps you off this board."
    )


def test_a_board_over_all_games_says_so_and_shows_the_biggest_wins() -> None:
    text = leaderboard_text(
        [Line(1, "Ann", counters(5))], LOOK, period="all", game=None, wins=[Line(1, "Ben", counters(40))]
    )
    assert text.startswith("### Leaderboard · all games, all time\n")
    assert "**Biggest single rounds**\n1. Ben **+40**" in text


@pytest.mark.parametrize("period", ["day", "week", "month", "all"])
def test_an_empty_board_says_so(period: str) -> None:
    assert "Nobody has finished a round yet." in leaderboard_text([], LOOK, period=period, game=None)


def test_a_board_too_long_for_a_message_is_cut_and_says_so() -> None:
    rows = [Line(n, "W" * 32, counters(10**6)) for n in range(1, 100)]
    text = leaderboard_text(rows, LOOK, period="all", game=None)
    assert length(text) <= CONTENT_MAX
    assert text.endswith("and more than one message holds")
    assert "1. WWW" in text


def test_a_balance_says_what_lies_on_tables() -> None:
    assert balance_text(counters(987), LOOK) == "You have **987 counters** at hand."
    assert balance_text(counters(987), LOOK, held=counters(1)).endswith(" On tables for you: 1 counter.")


def test_a_top_up_names_both_numbers() -> None:
    assert topup_text(counters(150), counters(200), LOOK) == (
        "You receive 150 counters and have **200 counters** at hand now."
    )


def test_a_history_says_what_moved_why_and_where() -> None:
    entries = [
        Entry(1_767_225_600_000, "settle", counters(10), counters(1_008), 7, 3),
        Entry(1_767_225_590_000, "hold", counters(-2), counters(998), 7, 3),
        Entry(1_767_225_000_000, "start", counters(1_000), counters(1_000)),
    ]
    assert history_text(entries, counters(1_008), LOOK) == (
        "You have **1,008 counters** at hand. The last that came and went:\n"
        "**+10** paid · table 7, round 3 · 1,008 left · <t:1767225600:R>\n"
        "**−2** put at stake · table 7, round 3 · 998 left · <t:1767225590:R>\n"
        "**+1,000** first counters · 1,000 left · <t:1767225000:R>"
    )


def test_a_long_history_is_cut_to_one_message() -> None:
    entry = Entry(1_767_225_600_000, "hold", counters(-(10**6)), counters(10**6), 10**6, 10**4)
    text = history_text([entry] * 100, counters(5), LOOK)
    assert length(text) <= CONTENT_MAX
    assert text.endswith("and more than one message holds")


def test_a_history_of_nothing_says_so() -> None:
    assert history_text([], counters(1_000), LOOK).endswith("Nothing has come or gone yet.")


def test_a_check_of_the_packs_says_that_all_is_well_or_what_is_not() -> None:
    assert verify_text([], LOOK).startswith("All is well")
    assert verify_text(["pack 3 is another"], LOOK).endswith("\n- pack 3 is another")


def test_a_check_of_the_packs_names_the_seals_that_stand_now_whole() -> None:
    view = table(turns())
    for findings in ([], ["pack 3 is another"]):
        text = verify_text(findings, LOOK, view)
        assert f"Seal of this pack: `{view.fairness.commitment}`" in text
        assert f"Seal of the next pack: `{NEXT_SEAL}`" in text


def test_an_audit_says_that_all_is_well_or_what_is_not() -> None:
    assert audit_text([], LOOK).startswith("All is well")
    text = audit_text([f"finding {n}" for n in range(12)], LOOK)
    assert "**12** things" in text
    assert "- finding 9\nand 2 more" in text
