"""Writes every playthrough anew: `python -m tests.playthroughs.regenerate`. Look at the diff."""

from __future__ import annotations

from bot.engine.registry import GAMES
from tests.playthroughs.log import path_of, written


def main() -> None:
    for game in GAMES:
        path_of(game).write_text(written(game), "utf-8")
        print(path_of(game))


if __name__ == "__main__":
    main()
