"""The head of a public table message: game, house rules, limits, bank, what is agreed about the end."""

from __future__ import annotations

from bot.presentation.look import Look
from bot.presentation.names import party_name
from bot.presentation.strings import Words
from bot.views import TablePhase, TableView


def game_name(game: str, words: Words) -> str:
    """Return a game's name."""
    return words.of_game(game, "name")


def preset_name(game: str, preset: str, words: Words) -> str:
    """Return a preset's name; a server owner's own preset is called what its file calls it."""
    key = words.game_key(game, f"preset.{preset}")
    return words(key) if words.has(key) else preset


def clock_text(seconds: int, words: Words, *, key: str = "clock.seconds") -> str:
    """Return how long a decision may take; `key` says it in more or fewer words."""
    return words(key, count=seconds) if seconds else words("clock.none")


def header_text(view: TableView, look: Look) -> str:
    """Return the head of the message, in a few lines."""
    words = look.words
    title = words.under("table.title", view.phase, game=game_name(view.game, words), number=view.round_index)
    if view.phase is TablePhase.CLOSED:
        return title
    line = words(
        "table.line",
        preset=preset_name(view.game, view.preset, words),
        low=view.stake_min,
        high=view.stake_max,
        clock=clock_text(view.clock_seconds, words, key="clock.brief"),
    )
    more = [
        words("table.options_changed", count=len(view.options)) if view.options else "",
        words("table.last_round") if view.is_last_round else "",
        words("table.ends_at", at=view.ends_at) if view.ends_at else "",
    ]
    return "\n".join([title, f"-# {line}", *[f"-# {text}" for text in more if text]])


def bank_line(view: TableView, look: Look) -> str:
    """Return who holds the bank between rounds."""
    words = look.words
    if view.banker is None:
        return words("table.bank_open")
    return words("table.bank", banker=party_name(view, view.banker, words))
