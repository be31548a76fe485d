"""What a member may do at a table beside playing: his seat, the bank, and the table itself."""

from __future__ import annotations

from typing import Any

from discord import ButtonStyle, ui

from bot.presentation.buttons import Local, PressId
from bot.presentation.components import (
    DANGER,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Item,
    Tone,
    button,
    message,
    rows,
    texts,
)
from bot.presentation.header import bank_line, game_name
from bot.presentation.look import Look
from bot.presentation.table_buttons import AUCTION, local_press
from bot.views import SeatLine, SeatStatus, TableKind, TablePhase, TableView

SALE = "sale"

Button = ui.Button[Any]


def menu_message(view: TableView, look: Look, *, may_manage: bool) -> ui.LayoutView:
    """Return the private menu of `view.viewer`. `may_manage` opens what the opener may do as well."""
    words = look.words
    line = next((line for line in view.seats if line.seat == view.viewer), None)
    is_opener = line is not None and line.user_id == view.opener_id
    title = words("menu.title", game=game_name(view.game, words), channel=view.channel_id)
    if view.phase is TablePhase.CLOSED:
        return message(texts([title, words("hand.closed")]), Tone.PRIVATE)
    parts: list[Item] = texts(["\n".join([title, bank_line(view, look)])])
    groups = [
        ("menu.seat", _seat_buttons(view, line, look)),
        ("menu.bank", _bank_buttons(view, line, look)),
        ("menu.table", _table_buttons(view, look) if is_opener or may_manage else []),
    ]
    for key, buttons in groups:
        if buttons:
            parts += [*texts([words(key)]), *rows(buttons)]
    return message(parts, Tone.PRIVATE)


def _seat_buttons(view: TableView, line: SeatLine | None, look: Look) -> list[Button]:
    if line is None:
        is_free = len(view.seats) < view.seat_max
        return [_made(view, TableKind.JOIN, look, SUCCESS)] if is_free else []
    sit = TableKind.SIT_IN if line.status is SeatStatus.OUT else TableKind.SIT_OUT
    return [
        button(local_press(view, Local.HAND), look.words("button.hand"), SUCCESS),
        _made(view, sit, look),
        _made(view, TableKind.LEAVE, look, DANGER),
    ]


def _bank_buttons(view: TableView, line: SeatLine | None, look: Look) -> list[Button]:
    """Return what the rules let this member do about the bank now."""
    if line is None or not view.bank_ways:
        return []
    words = look.words
    made = []
    if view.banker == line.seat:
        made.append(_made(view, TableKind.BANK_PASS, look))
        if SALE in view.bank_ways:
            made.append(button(local_press(view, Local.ASK, TableKind.BANK_SELL), words("button.bank_sell")))
    elif not any(other.seat == view.banker for other in view.seats):
        made.append(_made(view, TableKind.BANK_TAKE, look, PRIMARY))
    sale = view.sale
    if sale is not None and sale.buyer is None and sale.seller != line.seat and sale.to in (None, line.seat):
        # The press says the price it was drawn with: a dearer offer made since is not agreed to.
        press = PressId(view.table_id, view.round_index, None, TableKind.BANK_BUY, str(sale.price))
        made.append(button(press, words("button.bank_buy_for", price=sale.price), PRIMARY))
    if AUCTION in view.bank_ways:
        made.append(button(local_press(view, Local.ASK, TableKind.BANK_BID), words("button.bank_bid")))
    return made


def _table_buttons(view: TableView, look: Look) -> list[Button]:
    last = [] if view.is_last_round else [_made(view, TableKind.LAST, look)]
    limits = button(local_press(view, Local.ASK, TableKind.LIMITS), look.words("button.limits"))
    return [*last, limits, _made(view, TableKind.CLOSE, look, DANGER)]


def _made(view: TableView, kind: TableKind, look: Look, style: ButtonStyle = SECONDARY) -> Button:
    press = PressId(view.table_id, view.round_index, None, kind)
    return button(press, look.words.under("button", kind), style)
