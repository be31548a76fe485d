"""The public message of a table: what everybody in the channel sees."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ui

from bot.presentation.components import Item, Tone, message, rule, space, texts
from bot.presentation.detail import Detail
from bot.presentation.limits import COMPONENTS_MAX, TEXT_MAX, length
from bot.presentation.look import Look
from bot.presentation.table_buttons import table_rows
from bot.presentation.table_texts import TableTexts, table_texts
from bot.views import TablePhase, TableView


def table_message(view: TableView, look: Look) -> ui.LayoutView:
    """Return the table as the channel may see it, as full as Discord's limits allow.

    `view` is the channel's: it holds no secret, whoever asked for it.
    """
    assert view.viewer is None, "the channel's view, nobody's own"
    rows = table_rows(view, look)
    told = _as_full_as_fits(view, look, rows)
    parts = texts([told.head])
    if any(told.body):
        parts += [rule(), *texts(told.body)]
    if told.call:
        parts += [space(), *texts([told.call])]
    return message([*parts, *rows, *texts([told.foot])], _tone(view))


def moved_message(link: str, look: Look) -> ui.LayoutView:
    """Return what an older table message is reduced to: a link to the newer one."""
    return message(texts([look.words("table.moved", link=link)]), Tone.QUIET)


def _as_full_as_fits(view: TableView, look: Look, rows: Sequence[Item]) -> TableTexts:
    for detail in Detail:
        told = table_texts(view, look, detail)
        if _fits(told, rows):
            break
    return told


def _fits(told: TableTexts, rows: Sequence[Item]) -> bool:
    in_rows = sum([1 + len(row.children) for row in rows if isinstance(row, ui.ActionRow)])
    # The container, the rule above what lies on the table and the space below it.
    components = 1 + 2 + len(told.all) + in_rows
    return components <= COMPONENTS_MAX and sum(map(length, told.all)) <= TEXT_MAX


def _tone(view: TableView) -> Tone:
    match view.phase:
        case TablePhase.PAUSE:
            return Tone.PAID
        case TablePhase.CLOSED:
            return Tone.QUIET
        case _:
            return Tone.PLAY
