"""Golden logs: the same chance and the same actions lead to the same rounds, word for word."""

from __future__ import annotations

import pytest

from bot.engine.registry import GAMES
from tests.playthroughs.log import path_of, written


@pytest.mark.parametrize("game", list(GAMES))
def test_the_game_still_plays_as_it_is_written(game: str) -> None:
    """If the change is meant: `python -m tests.playthroughs.regenerate`, and read the diff."""
    assert path_of(game).exists(), f"no playthrough of {game} yet"
    kept, now = path_of(game).read_text("utf-8").splitlines(), written(game).splitlines()
    for number, (one, other) in enumerate(zip(kept, now, strict=False), start=1):
        assert one == other, f"line {number} of {path_of(game).name}"
    assert len(kept) == len(now)
