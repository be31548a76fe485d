"""A member's private message: his own cards, what he may do with them, and which table they lie on."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.engine.game import Offer
from bot.presentation.amounts import quick_amounts
from bot.presentation.buttons import Local, PressId
from bot.presentation.components import PRIMARY, SECONDARY, SUCCESS, Item, Tone, button, message, rows, texts
from bot.presentation.families import family_of, is_over
from bot.presentation.header import game_name
from bot.presentation.look import Look
from bot.presentation.names import listed, party_name
from bot.presentation.table_buttons import amount_label, kind_label, local_press
from bot.views import SeatStatus, TableKind, TablePhase, TableView

Button = ui.Button[Any]


def hand_message(view: TableView, look: Look) -> ui.LayoutView:
    """Return what `view.viewer` alone may see, with buttons for exactly what he may do.

    One who has no hand is told so, and what he can do instead.
    """
    head = look.words(
        "hand.title",
        game=game_name(view.game, look.words),
        number=view.round_index,
        channel=view.channel_id,
        table=view.table_id,
    )
    blocks = [head, *_cards(view, look), _turn(view, look), _purse(view, look)]
    return message([*texts(blocks), *_rows(view, look)], Tone.PRIVATE)


def has_hand(view: TableView) -> bool:
    """Whether the viewer plays in the round on the table, so that there is something private to show."""
    if view.viewer is None or view.round is None:
        return False
    is_shown = view.phase is TablePhase.ROUND or is_over(view)
    return is_shown and family_of(view.round).is_dealt_in(view.round, view.viewer)


def _cards(view: TableView, look: Look) -> list[str]:
    if view.viewer is None or view.round is None or not has_hand(view):
        return []
    return family_of(view.round).own(view, view.round, view.viewer, look)


def _turn(view: TableView, look: Look) -> str:
    """Say what is expected of him now, or for whom he waits."""
    words = look.words
    line = next((line for line in view.seats if line.seat == view.viewer), None)
    if view.viewer is None or line is None:
        return words("hand.no_seat")
    if view.phase is TablePhase.CLOSED:
        return words("hand.closed")
    if view.phase is not TablePhase.ROUND or view.round is None:
        key = "hand.sitting_out" if line.status is SeatStatus.OUT else "hand.between_rounds"
        return words(key, **({"at": view.next_deal_at} if view.next_deal_at else {}))
    if not family_of(view.round).is_dealt_in(view.round, view.viewer):
        return words("hand.not_dealt_in")
    if not view.offers:
        waiting = [party_name(view, seat, words) for seat in view.round.waiting]
        return words("hand.waiting", names=listed(waiting, words)) if waiting else ""
    deadline = view.deadlines.get(view.viewer)
    return words("hand.your_turn", **({"at": deadline} if deadline else {}))


def _purse(view: TableView, look: Look) -> str:
    return "" if view.balance is None else look.words("hand.balance", balance=view.balance)


def _rows(view: TableView, look: Look) -> list[Item]:
    plain = [offer for offer in view.offers if not offer.amount_max]
    priced = [offer for offer in view.offers if offer.amount_max]
    made = rows([_plain_button(view, offer, look) for offer in plain])
    for offer in priced:
        made += rows(_priced_buttons(view, offer, look))
    return made or rows(_idle_buttons(view, look))


def _plain_button(view: TableView, offer: Offer, look: Look) -> Button:
    return button(_press(view, offer.kind), kind_label(view, offer.kind, look), _style(view, offer.kind))


def _priced_buttons(view: TableView, offer: Offer, look: Look) -> list[Button]:
    """Return a button for the least, a middle and the most, and one that asks for another amount."""
    quick = quick_amounts(offer.amount_min, offer.amount_max)
    made = [
        button(
            _press(view, offer.kind, str(amount)),
            amount_label(view, offer.kind, amount, look),
            _style(view, offer.kind),
        )
        for amount in quick
    ]
    if len(quick) < 3:
        return made
    press = local_press(view, Local.ASK, offer.kind, decision=_decision(view))
    return [*made, button(press, look.words("button.other_amount"), SECONDARY)]


def _idle_buttons(view: TableView, look: Look) -> list[Button]:
    """Return what one may press who is asked nothing: look again, or take part."""
    words = look.words
    if view.phase is TablePhase.CLOSED:
        return []
    if view.viewer is None:
        is_free = len(view.seats) < view.seat_max
        return [button(_table_press(view, TableKind.JOIN), words("button.join"), SUCCESS)] if is_free else []
    return [button(local_press(view, Local.MENU), words("button.menu"))]


def _style(view: TableView, kind: str) -> Any:
    return family_of(view.round).styles.get(kind, PRIMARY) if view.round is not None else PRIMARY


def _decision(view: TableView) -> int | None:
    return None if view.viewer is None else view.decisions.get(view.viewer)


def _press(view: TableView, kind: str, arg: str | None = None) -> PressId:
    return PressId(view.table_id, view.round_index, _decision(view), kind, arg)


def _table_press(view: TableView, kind: TableKind) -> PressId:
    return PressId(view.table_id, view.round_index, None, kind)
