"""The form that asks for an amount."""

from __future__ import annotations

from typing import Any

from discord import TextStyle, ui

from bot.engine.game import Amount
from bot.presentation.amounts import amount
from bot.presentation.buttons import PressId
from bot.presentation.limits import problems
from bot.presentation.look import Look
from bot.views import TableKind, TableView

AMOUNT = "amount"
AMOUNT_MAX = "amount_max"
# Nine digits with their commas, and a fraction of zero.
_TYPED_MAX = 14


def amount_modal(view: TableView, kind: str, look: Look) -> ui.Modal:
    """Return the form for the amount of `kind`, with the range if `view.viewer` is offered one.

    Sent and forgotten: it is read by its custom id, like a button.
    """
    words = look.words
    is_of_game = kind not in set(TableKind)
    decision = view.decisions.get(view.viewer) if is_of_game and view.viewer is not None else None
    press = PressId(view.table_id, view.round_index, decision, kind, is_modal=True)
    title = words.of_game(view.game, f"modal.{kind}") if is_of_game else words.under("modal", kind)
    modal = ui.Modal(title=title, custom_id=str(press), timeout=None)
    for field in _fields(view, kind, look):
        modal.add_item(field)
    modal.stop()
    assert not problems(modal), f"Discord will refuse this: {problems(modal)}"
    return modal


def _fields(view: TableView, kind: str, look: Look) -> list[ui.Label[Any]]:
    words = look.words
    if kind == TableKind.LIMITS:
        return [
            _field(AMOUNT, words("modal.stake_min"), words("modal.whole"), view.stake_min),
            _field(AMOUNT_MAX, words("modal.stake_max"), words("modal.whole"), view.stake_max),
        ]
    return [_field(AMOUNT, words("modal.amount"), _range(view, kind, look), None)]


def _range(view: TableView, kind: str, look: Look) -> str:
    words = look.words
    offer = next((offer for offer in view.offers if offer.kind == kind), None)
    if offer is not None:
        return words("modal.range", low=offer.amount_min, high=offer.amount_max)
    if kind == TableKind.BANK_BID and view.bid is not None:
        return words("modal.above", amount=view.bid.amount)
    return words("modal.whole")


def _field(custom_id: str, label: str, description: str, default: Amount | None) -> ui.Label[Any]:
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=custom_id,
        style=TextStyle.short,
        min_length=1,
        max_length=_TYPED_MAX,
        default=None if default is None else amount(default),
    )
    return ui.Label(text=label, description=description, component=field)
