"""Every registered game has all that belongs to a game."""

from __future__ import annotations

import ast
import tomllib

import pytest

from bot.engine.registry import GAMES
from tests.support.repository import ROOT


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "place",
    [
        "bot/engine/games/{}.py",
        "cogs/{}.py",
        "data/presets/{}.toml",
        "tests/playthroughs/{}.txt",
        "tests/rules/test_{}.py",
        "tests/visibility/test_{}.py",
    ],
)
def test_a_game_has_its_file(key: str, place: str) -> None:
    assert (ROOT / place.format(key)).is_file()


@pytest.mark.parametrize("key", GAMES)
def test_a_games_cog_says_whose_it_is(key: str) -> None:
    tree = ast.parse((ROOT / f"cogs/{key}.py").read_text("utf-8"))
    assert key in {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_registered_under_its_key_and_ships_a_preset(key: str) -> None:
    assert GAMES[key].key == key
    assert tomllib.loads((ROOT / f"data/presets/{key}.toml").read_text("utf-8"))


def test_there_are_no_presets_without_a_game() -> None:
    assert {path.stem for path in (ROOT / "data/presets").glob("*.toml")} == set(GAMES)
