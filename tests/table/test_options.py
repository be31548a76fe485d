"""House rules by name: typed, read from files, listed for completion."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from bot.engine.games.pontoon import BuyRule, PontoonRules
from bot.engine.registry import GAMES
from bot.engine.target.rules import BankRule, FirstBanker
from bot.table import options
from bot.table.presets import load_presets
from bot.table.trouble import No


@pytest.mark.parametrize(
    ("typed", "field", "value"),
    [
        ("stick_min=17", "stick_min", 17),
        ("royal=off", "royal", False),
        ("royal=ON", "royal", True),
        ("Royal=no", "royal", False),
        ("buy_rule=pagat", "buy_rule", BuyRule.PAGAT),
        ("bank_rule=rotate,sale", "bank_rule", frozenset({BankRule.ROTATE, BankRule.SALE})),
        ("first_banker=house", "first_banker", FirstBanker.HOUSE),
    ],
)
def test_an_option_is_read_by_the_type_of_its_field(typed: str, field: str, value: Any) -> None:
    rules = options.with_options(PontoonRules(), options.read_pairs(typed))
    assert getattr(rules, field) == value
    assert rules == replace(PontoonRules(), **{field: value})


def test_every_option_is_written_as_it_is_read() -> None:
    for field in fields(PontoonRules):
        text = options.text_of(getattr(PontoonRules(), field.name))
        assert options.with_options(PontoonRules(), {field.name: text}) == PontoonRules(), field.name


def test_every_value_that_is_proposed_is_taken() -> None:
    for name in options.names(PontoonRules):
        for value in options.values(PontoonRules, name):
            rules = options.with_options(PontoonRules(), {name: value})
            assert options.text_of(getattr(rules, name)) == value


def test_only_what_differs_is_told() -> None:
    rules = replace(PontoonRules(), royal=False, stick_min=17)
    assert options.differences(rules, PontoonRules()) == (("royal", "off"), ("stick_min", "17"))
    assert options.differences(rules, rules) == ()


@pytest.mark.parametrize(
    ("typed", "detail"),
    [
        ("stik_min=16", {"name": "stik_min", "near": "stick_min"}),
        ("xyzzy=1", {"name": "xyzzy"}),
        ("stick_min=", {"name": "stick_min"}),
        ("royal=maybe", {"name": "royal", "value": "maybe", "allowed": "on, off"}),
        ("bank_rule=", {"name": "bank_rule"}),
        ("packs=two", {"name": "packs", "value": "two"}),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_can(typed: str, detail: dict[str, str]) -> None:
    with pytest.raises(No) as caught:
        options.with_options(PontoonRules(), options.read_pairs(typed))
    assert detail.items() <= caught.value.refused.detail.items()


# files


def test_the_presets_that_are_shipped_are_all_there_and_seed001_comes_first() -> None:
    presets = load_presets()
    assert presets.names("pontoon") == ("seed001", "parlett", "pagat")
    assert presets.rules("pontoon", None) == ("seed001", PontoonRules())
    assert presets.rules("pontoon", "pagat")[1].stick_min == 15
    for key, game in GAMES.items():
        assert set(presets.options(key)) == {field.name for field in fields(game.rules_type())}


def test_completion_knows_options_and_their_values() -> None:
    presets = load_presets()
    assert "stick_min" in presets.options("pontoon")
    assert presets.values("pontoon", "bank_rule") == ("pontoon", "rotate", "sale", "auction")
    assert presets.values("pontoon", "royal") == ("on", "off")
    assert presets.values("pontoon", "stick_min") == ()
    assert presets.values("pontoon", "no_such") == ()


def test_a_preset_of_ones_own_needs_no_code(tmp_path: Path) -> None:
    (tmp_path / "pontoon.toml").write_text(
        '[ours]\nstick_min = 15\nbank_rule = ["rotate", "sale"]\nroyal = false\n'
    )
    presets = load_presets(tmp_path)
    assert presets.names("pontoon") == ("ours",)
    assert presets.rules("pontoon", "ours")[1] == replace(
        PontoonRules(), stick_min=15, royal=False, bank_rule=frozenset({BankRule.ROTATE, BankRule.SALE})
    )


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ("stick_min = 15\nbuy_rule = 'mine'", "line=7 preset=second name='buy_rule' value='mine'"),
        ("stik_min = 15", "line=6 preset=second name='stik_min' near='stick_min'"),
        ("stick_min = 99", "line=6 preset=second name='stick_min=12..21'"),
        ("royal = 'perhaps'", "line=6 preset=second name='royal' value='perhaps' allowed='on, off'"),
    ],
)
def test_a_broken_preset_is_left_out_with_file_and_line_and_the_others_stay(
    tmp_path: Path, broken: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = f"# ours\n[first]\nstick_min = 14\n\n[second]\n{broken}\n\n[third]\nroyal = false\n"
    (tmp_path / "pontoon.toml").write_text(text)
    assert load_presets(tmp_path).names("pontoon") == ("first", "third")
    assert f"event=preset_left_out file=pontoon.toml {told}" in caplog.text


def test_a_file_that_is_no_toml_is_told_with_its_line_and_the_default_rules_stay(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "pontoon.toml").write_text("[ours]\nstick_min = = 3\n")
    presets = load_presets(tmp_path)
    assert presets.names("pontoon") == ("default",)
    assert presets.rules("pontoon", None)[1] == PontoonRules()
    assert "file=pontoon.toml" in caplog.text
    assert "line 2" in caplog.text


def test_a_missing_file_leaves_the_default_rules(tmp_path: Path) -> None:
    assert load_presets(tmp_path).names("pontoon") == ("default",)
