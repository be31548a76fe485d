"""What the public message of a table says, by the phase the table is in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from bot.presentation.bank_offers import sale_text
from bot.presentation.detail import Detail
from bot.presentation.fairness_text import footer_text
from bot.presentation.families import family_of, is_over
from bot.presentation.header import bank_line, header_text
from bot.presentation.look import Look
from bot.presentation.names import plain_name
from bot.presentation.notes import notes_text
from bot.presentation.seats import free_text, missing_count, ready_text, seats_text
from bot.views import TablePhase, TableView

TERSE_NAME_MAX = 10
TERSE_NOTES_MAX = 2


@dataclass(frozen=True, slots=True)
class TableTexts:
    """The parts of the message from top to bottom; an empty text is left out.

    `body` is what lies on the table, `call` what is expected of whom.
    """

    head: str
    body: tuple[str, ...]
    call: str
    foot: str

    @property
    def all(self) -> tuple[str, ...]:
        """Every text that is shown."""
        return tuple([text for text in (self.head, *self.body, self.call, self.foot) if text])


def table_texts(view: TableView, look: Look, detail: Detail) -> TableTexts:
    """Return what the channel reads of the table."""
    if detail is Detail.TERSE:
        view = _shortened(view)
    settled = _settled(view, look, detail)
    notes = notes_text(view, look)
    match view.phase:
        case TablePhase.ROUND:
            body, call = _round(view, look, detail), _round_call(view, look)
        case TablePhase.PAUSE:
            body, call = settled, _pause_call(view, look)
        case TablePhase.LOBBY:
            seats = f"{bank_line(view, look)}\n{seats_text(view, look)}"
            body, call = (*settled, seats), _lobby_call(view, look)
        case TablePhase.CLOSED:
            body, call = settled, ""
        case _:
            assert_never(view.phase)
    return TableTexts(_head(view, look), (notes, *body), call, footer_text(view, look))


def _shortened(view: TableView) -> TableView:
    """Return the table with the beginnings of names, and with its newest notes alone."""
    seats = tuple([replace(line, name=plain_name(line.name, TERSE_NAME_MAX)) for line in view.seats])
    return replace(view, seats=seats, notes=view.notes[-TERSE_NOTES_MAX:])


def _head(view: TableView, look: Look) -> str:
    head = header_text(view, look)
    if view.phase is not TablePhase.ROUND or view.round is None:
        return head
    bank = family_of(view.round).bank(view, view.round, look)
    return f"{head}\n{bank}" if bank else head


def _round(view: TableView, look: Look, detail: Detail) -> tuple[str, ...]:
    if view.round is None:
        return ()
    return tuple(family_of(view.round).places(view, view.round, look, detail))


def _round_call(view: TableView, look: Look) -> str:
    if view.round is None:
        return ""
    return _lines(sale_text(view, look), family_of(view.round).call(view, view.round, look))


def _settled(view: TableView, look: Look, detail: Detail) -> tuple[str, ...]:
    """Return the last round's settlement; nothing if it was not played to its end."""
    if view.round is None or not is_over(view):
        return ()
    return tuple(family_of(view.round).settlement(view, view.round, look, detail))


def _pause_call(view: TableView, look: Look) -> str:
    words = look.words
    bank = family_of(view.round).next_bank(view, view.round, look) if view.round is not None else ""
    if view.is_last_round:
        return words("pause.last")
    until = {} if view.next_deal_at is None else {"at": view.next_deal_at}
    return _lines(bank, sale_text(view, look), ready_text(view, look), words("pause.next_deal", **until))


def _lobby_call(view: TableView, look: Look) -> str:
    words = look.words
    missing = missing_count(view)
    call = words("lobby.missing", count=missing) if missing else words("lobby.deal")
    return _lines(sale_text(view, look), f"{free_text(view, look)} {call}")


def _lines(*texts: str) -> str:
    return "\n".join([text for text in texts if text])
