"""What the table says of itself: why something happened that nobody pressed a button for."""

from __future__ import annotations

from bot.engine.game import Party
from bot.presentation.look import Look
from bot.presentation.names import party_name, safe_name
from bot.views import Note, NoteLine, TableView

NOTES_MAX = 6
"""The newest notes are shown; older ones have been read."""

_PLAYED_FOR = frozenset({Note.PLAYED_FOR_ABSENT, Note.PLAYED_FOR_LEAVER})


def notes_text(view: TableView, look: Look) -> str:
    """Return the newest notes, a line each."""
    return "\n".join([f"> {note_text(view, note, look)}" for note in view.notes[-NOTES_MAX:]])


def note_text(view: TableView, note: NoteLine, look: Look) -> str:
    """Return the sentence of one note."""
    words = look.words
    values: dict[str, object] = {}
    name = _name(view, note.seat, note.name, look)
    if name is not None:
        values["name"] = name
    if note.other is not None:
        values["other"] = party_name(view, note.other, words)
    if note.amount is not None:
        values["amount"] = note.amount
    if note.note in _PLAYED_FOR and note.kind is not None:
        values["did"] = words.of_game(view.game, f"did.{note.kind}")
    return words.under("note", note.note, **values)


def _name(view: TableView, seat: Party | None, name: str | None, look: Look) -> str | None:
    if name is not None:
        return safe_name(name, look.words)
    return None if seat is None else party_name(view, seat, look.words)
