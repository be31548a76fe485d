"""The one way in for every button of every table, and for every modal that a button opens.

The custom id says all there is to know, so buttons work on old messages and
after restarts: nothing about a message is kept in memory. discord.py's dynamic
items are not used, for they drop, without a word, the click on a button that an
edit has just taken off its message; here such a click is told that it is old.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import discord

from bot.presentation.amount_modal import amount_modal
from bot.presentation.amounts import parse_amount
from bot.presentation.buttons import Local, PressId, read_press
from bot.presentation.menu_message import menu_message
from bot.presentation.rules_text import rules_message
from bot.views import Refusal, Refused, Request, TableView
from cogs._acting import TABLE_KINDS, act_by_press, show_hand
from cogs._errors import apologise
from cogs._house import House, asker
from cogs._replies import refuse, show

_PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


async def answer(house: House, interaction: discord.Interaction) -> None:
    """Answer an interaction if it is a table's button or a modal of one; leave any other alone."""
    data: Mapping[str, Any] = interaction.data or {}
    pressed = read_press(str(data.get("custom_id", "")))
    if pressed is not None and interaction.type in _PRESSES:
        await _press(house, interaction, pressed, typed_into(data.get("components", ())))


async def _press(
    house: House, interaction: discord.Interaction, pressed: PressId, typed: Mapping[str, str]
) -> None:
    try:
        if not house.tables.has(pressed.table_id):
            await refuse(interaction, Refused(Refusal.TABLE_CLOSED), house.drawing.look)
        elif pressed.is_modal:
            await _submitted(house, interaction, pressed, typed)
        else:
            await _pressed(house, interaction, pressed)
    except Exception as error:  # noqa: BLE001 - whatever it was, the player is answered
        await apologise(house, interaction, error, about=str(pressed))


async def _pressed(house: House, interaction: discord.Interaction, pressed: PressId) -> None:
    table_id = pressed.table_id
    match pressed.kind:
        case Local.HAND:
            await show_hand(house, interaction, table_id)
        case Local.RULES:
            await show(interaction, rules_message(house.tables.rules(table_id), house.drawing.look))
        case Local.MENU:
            view = house.tables.view(table_id, interaction.user.id)
            menu = menu_message(view, house.drawing.look, may_manage=asker(interaction).may_manage)
            await show(interaction, menu)
        case Local.ASK:
            await _ask_amount(house, interaction, pressed)
        case _:
            await act_by_press(house, interaction, table_id, pressed.asked, pressed.request())


async def _ask_amount(house: House, interaction: discord.Interaction, pressed: PressId) -> None:
    """Open the modal for an amount; without one where there is nothing to choose, or nothing to be had."""
    kind = pressed.arg
    assert kind is not None, "a button that asks for an amount says for what"
    view = house.tables.view(pressed.table_id, interaction.user.id)
    if view.viewer is None:
        await refuse(interaction, Refused(Refusal.NOT_SEATED), house.drawing.look, view)
        return
    offer = next((offer for offer in view.offers if offer.kind == kind), None)
    is_of_table = kind in TABLE_KINDS
    if is_of_table or (
        offer is not None and offer.amount_min < offer.amount_max and _is_fresh(view, pressed)
    ):
        await interaction.response.send_modal(amount_modal(view, kind, house.drawing.look))
        return
    amount = offer.amount_min if offer is not None else None
    await act_by_press(house, interaction, pressed.table_id, pressed.asked, Request(kind, amount))


def _is_fresh(view: TableView, pressed: PressId) -> bool:
    """Whether the button still asks what this seat is being asked."""
    if pressed.round_index != view.round_index:
        return False
    assert view.viewer is not None, "a viewer has a seat"
    return pressed.decision is None or pressed.decision == view.decisions.get(view.viewer)


async def _submitted(
    house: House, interaction: discord.Interaction, pressed: PressId, typed: Mapping[str, str]
) -> None:
    amounts = {name: parse_amount(text) for name, text in typed.items()}
    if None in amounts.values():
        await refuse(interaction, Refused("amount_unreadable"), house.drawing.look)
        return
    request = pressed.request(amounts.get("amount"), amounts.get("amount_max"))
    await act_by_press(house, interaction, pressed.table_id, pressed.asked, request)


def typed_into(components: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Return what was typed into the fields of a submitted modal, by the fields' ids.

    Discord sends labels that hold a field each, or rows that hold several.
    """
    fields = (
        field
        for component in components
        for field in (component.get("component"), *component.get("components", ()))
        if field is not None
    )
    return {field["custom_id"]: field["value"] for field in fields if isinstance(field.get("value"), str)}
