"""The public message of a table: what everybody in the channel sees."""

from __future__ import annotations

from discord import ui

from bot.presentation.bank_offers import sale_text
from bot.presentation.components import Item, Tone, message, rule, texts
from bot.presentation.detail import Detail
from bot.presentation.fairness_text import footer_text
from bot.presentation.families import family_of, is_over
from bot.presentation.header import bank_line, header_text
from bot.presentation.limits import COMPONENTS_MAX, TEXT_MAX, length
from bot.presentation.look import Look
from bot.presentation.notes import notes_text
from bot.presentation.seats import free_text, missing_count, ready_text, seats_text
from bot.presentation.table_buttons import table_rows
from bot.views import TablePhase, TableView


def table_message(view: TableView, look: Look) -> ui.LayoutView:
    """Return the table as the channel may see it, as full as Discord's limits allow.

    `view` is the channel's: it holds no secret, whoever asked for it.
    """
    assert view.viewer is None, "the channel's view, nobody's own"
    for detail in Detail:
        blocks = _texts(view, look, detail)
        if _fits(blocks):
            break
    head, body, foot = blocks
    rows = table_rows(view, look)
    parts: list[Item] = [*texts(head), rule(), *texts(body)] if any(body) else texts(head)
    return message([*parts, *rows, *texts(foot)], _tone(view))


def moved_message(link: str, look: Look) -> ui.LayoutView:
    """Return what an older table message is reduced to: a link to the newer one."""
    return message(texts([look.words("table.moved", link=link)]), Tone.QUIET)


_Blocks = tuple[list[str], list[str], list[str]]


def _texts(view: TableView, look: Look, detail: Detail) -> _Blocks:
    """Return the texts of head, body and foot."""
    match view.phase:
        case TablePhase.ROUND:
            body = _round(view, look, detail)
            bank = family_of(view.round).bank(view, view.round, look) if view.round is not None else ""
        case TablePhase.PAUSE:
            body, bank = [*_settled(view, look, detail), *_pause(view, look)], ""
        case TablePhase.LOBBY:
            body, bank = [*_settled(view, look, detail), *_lobby(view, look)], ""
        case TablePhase.CLOSED:
            body, bank = _settled(view, look, detail), ""
    head = [text for text in (header_text(view, look), bank) if text]
    return ["\n".join(head)], [notes_text(view, look), *body], [footer_text(view, look)]


def _round(view: TableView, look: Look, detail: Detail) -> list[str]:
    if view.round is None:
        return []
    family = family_of(view.round)
    places = family.places(view, view.round, look, detail)
    return [*places, sale_text(view, look), family.call(view, view.round, look)]


def _settled(view: TableView, look: Look, detail: Detail) -> list[str]:
    """Return the last round's settlement; nothing if it was not played to its end."""
    if view.round is None or not is_over(view):
        return []
    family = family_of(view.round)
    closing = family.next_bank(view, view.round, look) if view.phase is TablePhase.PAUSE else ""
    return [*family.settlement(view, view.round, look, detail), closing]


def _pause(view: TableView, look: Look) -> list[str]:
    words = look.words
    if view.is_last_round:
        return [words("pause.last")]
    until = {} if view.next_deal_at is None else {"at": view.next_deal_at}
    return [sale_text(view, look), ready_text(view, look), words("pause.next_deal", **until)]


def _lobby(view: TableView, look: Look) -> list[str]:
    words = look.words
    missing = missing_count(view)
    call = words("lobby.missing", count=missing) if missing else words("lobby.deal")
    seats = f"{bank_line(view, look)}\n{seats_text(view, look)}"
    return [seats, sale_text(view, look), f"{free_text(view, look)} {call}"]


def _fits(blocks: _Blocks) -> bool:
    """Whether the texts leave room for every button there can be."""
    contents = [text for block in blocks for text in block if text]
    is_short = sum(map(length, contents)) <= TEXT_MAX
    return is_short and len(contents) <= COMPONENTS_MAX - _BUTTON_COMPONENTS


# The container, the rule, and three rows of five.
_BUTTON_COMPONENTS = 1 + 1 + 3 * 6


def _tone(view: TableView) -> Tone:
    match view.phase:
        case TablePhase.PAUSE:
            return Tone.PAID
        case TablePhase.CLOSED:
            return Tone.QUIET
        case _:
            return Tone.PLAY
