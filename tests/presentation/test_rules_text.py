"""What `/rules` prints is what the rules say and what the game pays."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any, get_args, get_type_hints

import pytest

from bot.engine.game import Game, PayoutRow, RulesError
from bot.engine.games.pontoon import PONTOON, BuyRule, PontoonRules
from bot.engine.target.rules import BankRule, FirstBanker, ShuffleOn
from bot.presentation.limits import problems
from bot.presentation.options_text import option_text, value_text
from bot.presentation.payouts_text import times_text
from bot.presentation.rules_text import rules_message, rules_text
from bot.views import RulesView
from tests.presentation.scenes import LOOK, WORDS, counters

AnyGame = Game[Any, Any, Any, Any, Any, Any]


def view_of(rules: Any, *changed: str, game: AnyGame = PONTOON, preset: str = "seed001") -> RulesView:
    options = tuple((name, value_text(getattr(rules, name))) for name in changed)
    return RulesView(
        game.key, preset, rules, options, game.ranking(rules), game.payouts(rules), game.bank_ways(rules),
        counters(1), counters(5), 10, 60,
    )  # fmt: skip


def payout_lines(text: str) -> dict[str, str]:
    """Return what is said of each hand in the table of payments, by the hand."""
    block = text.split("**What it is paid")[1].split("\n\n", maxsplit=1)[0]
    return dict(re.findall(r"^- \*\*(.+?)\*\* (.+)$", block, re.MULTILINE))


def said(text: str, row: PayoutRow, game: str) -> str:
    """Return the result that a line of the table gives for the bank's hand of `row`."""
    line = payout_lines(text)[WORDS.of_game(game, f"payout_hand.{row.hand}")]
    usual, *cases = line.removesuffix(", whatever the bank has").split("; ")
    bank = WORDS.of_game(game, f"against.{row.against}")
    for case in cases:
        match = re.fullmatch(r"against (.+?) (pays .+|loses.+|the stake.+)", case)
        assert match is not None, case
        if bank in match[1].split(" or "):
            return match[2]
    return usual


def test_every_payment_is_printed_as_it_is_paid(game: AnyGame, rules: Any) -> None:
    text = rules_text(view_of(rules, game=game), LOOK)
    for row in game.payouts(rules):
        assert said(text, row, game.key) == times_text(row.times, LOOK), row


@pytest.mark.parametrize(
    "option",
    [
        "banker_five_card_beats_all",
        "tied_pontoon_void",
        "pontoon_double_from_bust",
        "five_card_double_from_bust",
    ],
)
def test_an_option_that_changes_a_payment_changes_what_is_printed(option: str) -> None:
    rules = replace(PontoonRules(), **{option: True})
    text = rules_text(view_of(rules, option), LOOK)
    assert payout_lines(text) != payout_lines(rules_text(view_of(PontoonRules()), LOOK))
    for row in PONTOON.payouts(rules):
        assert said(text, row, "pontoon") == times_text(row.times, LOOK), row


def test_the_ranking_is_printed_best_first(game: AnyGame, rules: Any) -> None:
    text = rules_text(view_of(rules, game=game), LOOK)
    places = [text.index(f"\n{place}. ") for place in range(1, len(game.ranking(rules)) + 1)]
    assert places == sorted(places)
    for place, code in enumerate(game.ranking(rules), 1):
        assert f"\n{place}. {WORDS.of_game(game.key, f'rank.{code}')}" in text


def test_a_ranking_without_royals_names_none() -> None:
    ranking = rules_text(view_of(PontoonRules(royal=False)), LOOK).split("best first")[1].split("\n\n")[0]
    assert "oyal" not in ranking


def test_an_option_that_changes_a_hand_changes_its_description() -> None:
    text = rules_text(view_of(PontoonRules(court_only=True), "court_only"), LOOK)
    assert "Pontoon: an ace and a king, queen or jack, in two cards" in text
    assert "ten-card" not in text


def test_every_option_is_printed_with_its_value(game: AnyGame, rules: Any) -> None:
    text = rules_text(view_of(rules, game=game), LOOK)
    for field in fields(rules):
        assert f"`{field.name}={value_text(getattr(rules, field.name))}`" in text


def test_options_that_differ_from_the_preset_are_marked_and_no_others_are() -> None:
    text = rules_text(view_of(PontoonRules(royal=False, stick_min=15), "royal", "stick_min"), LOOK)
    assert "**2 options** differ from these house rules; they are marked ◆." in text
    assert re.findall(r"◆ \*\*.+\*\* `(\w+)=", text) == ["stick_min", "royal"]


def test_without_changes_that_is_said() -> None:
    text = rules_text(view_of(PontoonRules()), LOOK)
    assert "Every option is as these house rules have it." in text
    assert "◆" not in text


def test_how_the_bank_passes_is_told_for_every_way_in_force() -> None:
    text = rules_text(view_of(PontoonRules(bank_rule=frozenset(BankRule))), LOOK)
    block = text.split("**The bank**")[1].split("\n\n")[0]
    for way in BankRule:
        assert WORDS.of_game("pontoon", f"option.bank_rule.{way}") in block
    assert "passes the bank to the left" in block


def test_stakes_seats_and_clock_of_the_table_are_named() -> None:
    text = rules_text(view_of(PontoonRules()), LOOK)
    assert "First stakes from 1 to 5 counters." in text
    assert "Up to 10 seats." in text
    assert "Time to decide: 60-second clock." in text


def test_rules_that_nobody_plays_yet_have_no_table_to_name() -> None:
    view = replace(view_of(PontoonRules()), stake_min=None, stake_max=None, seat_max=None, clock_seconds=None)
    text = rules_text(view, LOOK)
    assert "seats" not in text.split("**What")[0]
    assert text.startswith("### Pontoon · Home rules\n")


def test_a_preset_of_a_server_owner_is_called_what_he_calls_it() -> None:
    assert rules_text(view_of(PontoonRules(), preset="friday"), LOOK).startswith("### Pontoon · friday\n")


def every_value(game: AnyGame, rules: Any, name: str) -> list[Any]:
    """Return `rules` with each value that the option can have."""
    hint = get_type_hints(game.rules_type())[name]
    if hint is bool:
        values: list[Any] = [False, True]
    elif hint is int:
        values = list(range(100))
    elif isinstance(hint, type) and issubclass(hint, StrEnum):
        values = list(hint)
    else:
        values = [frozenset({member}) for member in get_args(hint)[0]]
    every = [replace(rules, **{name: value}) for value in values]
    return [changed for changed in every if is_playable(game, changed)]


def is_playable(game: AnyGame, rules: Any) -> bool:
    try:
        game.check(rules)
    except RulesError:
        return False
    return True


def test_every_option_has_a_sentence_of_its_own_for_each_of_its_values(game: AnyGame, rules: Any) -> None:
    for field in fields(rules):
        values = every_value(game, rules, field.name)
        told = [option_text(game.key, changed, field.name, LOOK) for changed in values]
        assert all(sentence.endswith(".") for sentence in told), field.name
        assert len(values) > 1, field.name
        assert len(set(told)) == len(told), field.name


LONGEST = PontoonRules(
    bank_rule=frozenset(BankRule), first_banker=FirstBanker.AUCTION, buy_rule=BuyRule.PAGAT, court_only=True,
    burn13=True, banker_may_double=True, banker_five_card_beats_all=True, pontoon_double_from_bust=True,
    five_card_double_from_bust=True, shuffle_on=ShuffleOn.ANY_PONTOON,
)  # fmt: skip


@pytest.mark.parametrize("changed", [[], ["royal"], [field.name for field in fields(PontoonRules)]])
def test_the_longest_rules_fit_into_one_message(changed: list[str]) -> None:
    view = view_of(LONGEST, *changed)
    assert problems(rules_message(view, LOOK)) == []
    for name in changed:
        assert f"`{name}={value_text(getattr(LONGEST, name))}`" in rules_text(view, LOOK)
