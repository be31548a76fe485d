"""The buttons of the public table message, from what everybody knows and nothing else."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.engine.game import Amount
from bot.presentation.amounts import quick_amounts
from bot.presentation.buttons import Local, PressId
from bot.presentation.components import PRIMARY, SECONDARY, SUCCESS, Item, button, rows
from bot.presentation.families import Played, family_of
from bot.presentation.look import Look
from bot.presentation.seats import missing_count
from bot.views import SeatStatus, TableKind, TablePhase, TableView

AUCTION = "auction"

Button = ui.Button[Any]


def table_rows(view: TableView, look: Look) -> list[Item]:
    """Return the rows of buttons that the table's phase calls for; none once it is closed."""
    match view.phase:
        case TablePhase.CLOSED:
            return []
        case TablePhase.ROUND:
            hand = button(local_press(view, Local.HAND), look.words("button.hand"), SUCCESS)
            beside = [hand, *_join_button(view, look), *_info_buttons(view, look)]
            return [*rows(_game_buttons(view, view.round, look)), *rows(beside)]
        case TablePhase.PAUSE:
            first = [_table_button(view, TableKind.READY, look, PRIMARY)]
        case TablePhase.LOBBY:
            first = [] if missing_count(view) else [_table_button(view, TableKind.DEAL, look, PRIMARY)]
    buttons = [*first, *_join_button(view, look), *_bank_buttons(view, look)]
    return rows([*buttons, *_info_buttons(view, look)])


def kind_label(view: TableView, kind: str, look: Look) -> str:
    """Return the short word on a button: the game's own for a kind of the game."""
    words = look.words
    if kind in set(TableKind):
        return words.under("button", kind)
    return words.of_game(view.game, f"kind.{kind}")


def amount_label(view: TableView, kind: str, amount: Amount, look: Look) -> str:
    """Return the label of a kind with its amount: "Stake 5", "Buy for 2"."""
    return look.words.of_game(view.game, f"kind_amount.{kind}", amount=amount)


def local_press(
    view: TableView, local: Local, arg: str | None = None, *, decision: int | None = None
) -> PressId:
    """Return a press that shows something to one person."""
    return PressId(view.table_id, view.round_index, decision, local, arg)


def _game_buttons(view: TableView, played: Played | None, look: Look) -> list[Button]:
    if played is None:
        return []
    decision = _shared_decision(view, played)
    return [made for kind in played.kinds for made in _kind_buttons(view, played, kind, decision, look)]


def _kind_buttons(
    view: TableView, played: Played, kind: str, decision: int | None, look: Look
) -> list[Button]:
    family = family_of(played)
    style = family.styles.get(kind, PRIMARY)
    if kind not in family.amount_kinds:
        press = PressId(view.table_id, view.round_index, decision, kind)
        return [button(press, kind_label(view, kind, look), style)]
    ask = button(
        local_press(view, Local.ASK, kind, decision=decision),
        look.words.of_game(view.game, f"kind_ask.{kind}"),
        SECONDARY if family.public_range(played, kind) else style,
    )
    known = family.public_range(played, kind)
    if known is None:
        return [ask]
    quick = [
        button(
            PressId(view.table_id, view.round_index, decision, kind, str(amount)),
            amount_label(view, kind, amount, look),
            style,
        )
        for amount in quick_amounts(*known)
    ]
    return quick if known[0] == known[1] else [*quick, ask]


def _shared_decision(view: TableView, played: Played) -> int | None:
    """Return the serial that all who are waited for share; None where they were asked apart."""
    serials = {view.decisions.get(seat) for seat in played.waiting}
    return serials.pop() if len(serials) == 1 else None


def _info_buttons(view: TableView, look: Look) -> list[Button]:
    return [
        button(local_press(view, Local.RULES), look.words("button.rules")),
        button(local_press(view, Local.MENU), look.words("button.menu")),
    ]


def _join_button(view: TableView, look: Look) -> list[Button]:
    if len(view.seats) >= view.seat_max:
        return []
    style = SECONDARY if view.phase is TablePhase.ROUND else SUCCESS
    return [_table_button(view, TableKind.JOIN, look, style)]


def _bank_buttons(view: TableView, look: Look) -> list[Button]:
    """Return what can be pressed about the bank by anybody seated: buy it as offered, bid for it."""
    made = []
    if view.sale is not None and view.sale.buyer is None:
        label = look.words("button.bank_buy_for", price=view.sale.price)
        # The press says the price it was drawn with: a dearer offer made since is not agreed to.
        press = PressId(view.table_id, view.round_index, None, TableKind.BANK_BUY, str(view.sale.price))
        made.append(button(press, label))
    if AUCTION in view.bank_ways and any(line.status is SeatStatus.IN for line in view.seats):
        made.append(button(local_press(view, Local.ASK, TableKind.BANK_BID), look.words("button.bank_bid")))
    return made


def _table_button(view: TableView, kind: TableKind, look: Look, style: Any) -> Button:
    return button(_table_press(view, kind), look.words.under("button", kind), style)


def _table_press(view: TableView, kind: TableKind) -> PressId:
    return PressId(view.table_id, view.round_index, None, kind)
