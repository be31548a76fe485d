"""Answers in a sentence: why not and what to do instead, or that it is done."""

from __future__ import annotations

from bot.engine.game import Purse
from bot.presentation.look import Look
from bot.presentation.names import listed, party_name, safe_name
from bot.presentation.strings import Words
from bot.views import Done, Refused, TableKind, TableView

AMOUNT_UNREADABLE = "amount_unreadable"
"""What was typed is no whole number of counters."""

_TYPED = frozenset({"name", "near", "value", "allowed"})
"""Details that somebody typed, or may type."""

_PEOPLE = frozenset({"banker", "buyer", "member"})
"""Details that name a player, or a purse by its code."""


def refusal_text(refused: Refused, look: Look, view: TableView | None = None) -> str:
    """Return why nothing happened and what can be done instead.

    Numbers that the refusal does not bring are left out of the sentence. The words
    are the game's own where it has some for the reason.
    """
    words = look.words
    values = {} if view is None else _of_table(view, words)
    for name, value in refused.detail.items():
        if name in _TYPED:
            values[name] = safe_text(str(value))
        elif name in _PEOPLE and value:
            values[name] = (
                words.under("name", str(value)) if value in set(Purse) else safe_name(str(value), words)
            )
        elif name not in _PEOPLE:
            values[name] = value
    key = f"refusal.{refused.reason}"
    if view is not None and words.has(words.game_key(view.game, key)):
        return words.of_game(view.game, key, **values)
    return words.under("refusal", refused.reason, **values)


def safe_text(text: str) -> str:
    """Return what somebody typed as it may be shown again: short, and in a code span."""
    return "`" + " ".join(text.replace("`", "'").split())[:200] + "`"


def done_text(done: Done, look: Look, view: TableView | None = None) -> str:
    """Return a short confirmation of what was done."""
    words = look.words
    values = {} if done.amount is None else {"amount": done.amount}
    if done.kind in set(TableKind):
        return words.under("done", done.kind, **values)
    if view is None:
        return words("done.play", **values)
    return words.of_game(view.game, f"done.{done.kind}", **values)


def _of_table(view: TableView, words: Words) -> dict[str, object]:
    """Return what the table itself can add to a sentence: its limits, its bank, who is waited for."""
    values: dict[str, object] = {
        "stake_min": view.stake_min,
        "stake_max": view.stake_max,
        "banker": party_name(view, view.banker, words),
    }
    waiting = [party_name(view, seat, words) for seat in getattr(view.round, "waiting", ())]
    if waiting:
        values["waiting"] = listed(waiting, words)
    return values
