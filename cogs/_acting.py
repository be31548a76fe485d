"""Asking a table for something, by command or by button, and answering the player.

Discord is told nothing before the table has answered, and the table answers
only what is committed.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.messenger.hands import HandMessage
from bot.presentation.menu_message import menu_message
from bot.presentation.refusals import done_text
from bot.views import Asked, Outcome, Refusal, Refused, Request, TableKind, TableView
from cogs._house import House, asker, place
from cogs._replies import refuse, say, show

TABLE_KINDS: Final = frozenset(str(kind) for kind in TableKind)


async def act_by_command(house: House, interaction: discord.Interaction, request: Request) -> None:
    """Ask the channel's table; the answer is the player's hand, or a sentence where he has none."""
    table = house.tables.open_in(place(interaction))
    if table is None:
        await refuse(interaction, Refused(Refusal.NO_TABLE), house.drawing.look)
        return
    with house.hands.answering(table.id, interaction):
        outcome = await house.tables.act(table.id, asker(interaction), None, request, interaction.id)
        view = house.tables.view(table.id, interaction.user.id)
        is_play = not isinstance(outcome, Refused) and request.kind not in TABLE_KINDS
        if is_play and house.drawing.has_hand(view):
            await _show_hand(house, interaction, view)
        else:
            await _say_outcome(house, interaction, outcome, view)


async def show_hand(house: House, interaction: discord.Interaction, table_id: int) -> None:
    """Show a player his own hand, in a message that follows the game as long as Discord allows it."""
    view = house.tables.view(table_id, interaction.user.id)
    if view.viewer is None:
        await refuse(interaction, Refused(Refusal.NOT_SEATED), house.drawing.look, view)
        return
    with house.hands.answering(table_id, interaction):
        await _show_hand(house, interaction, view)


async def act_by_press(
    house: House, interaction: discord.Interaction, table_id: int, asked: Asked, request: Request
) -> None:
    """Answer a button, or a modal that a button opened, where it hangs."""
    assert interaction.message is not None, "a button hangs on a message"
    if interaction.message.flags.ephemeral:
        await _act_by_private_press(house, interaction, table_id, asked, request)
    else:
        await _act_by_public_press(house, interaction, interaction.message.id, table_id, asked, request)


async def _act_by_public_press(
    house: House,
    interaction: discord.Interaction,
    message_id: int,
    table_id: int,
    asked: Asked,
    request: Request,
) -> None:
    """The table's own message becomes the new table; what is private follows by itself."""
    with house.board.answering(table_id) as answer, house.hands.answering(table_id, interaction):
        outcome = await house.tables.act(table_id, asker(interaction), asked, request, interaction.id)
        refusal = outcome.reason if isinstance(outcome, Refused) else None
        if refusal in (None, Refusal.STALE):
            picture = answer.picture(message_id)
            if picture is not None:
                await interaction.response.edit_message(view=picture)
            elif refusal is None:
                await interaction.response.defer()
        if refusal is not None:
            await _say_outcome(house, interaction, outcome, house.tables.view(table_id, interaction.user.id))


async def _act_by_private_press(
    house: House, interaction: discord.Interaction, table_id: int, asked: Asked, request: Request
) -> None:
    """The private message becomes what is true now, whatever the table said; the public one follows."""
    with house.hands.answering(table_id, interaction):
        outcome = await house.tables.act(table_id, asker(interaction), asked, request, interaction.id)
        view = house.tables.view(table_id, interaction.user.id)
        if request.kind in TABLE_KINDS:
            menu = menu_message(view, house.drawing.look, may_manage=asker(interaction).may_manage)
            await interaction.response.edit_message(view=menu)
            await _say_outcome(house, interaction, outcome, view)
            return
        await _redraw_hand(house, interaction, view)
        if isinstance(outcome, Refused):
            await _say_outcome(house, interaction, outcome, view)


async def _show_hand(house: House, interaction: discord.Interaction, view: TableView) -> None:
    picture = house.drawing.hand(view)
    is_original = not interaction.response.is_done()
    message_id = await show(interaction, picture)
    await house.hands.shown(view.table_id, HandMessage(interaction, message_id, is_original), picture)


async def _redraw_hand(house: House, interaction: discord.Interaction, view: TableView) -> None:
    assert interaction.message is not None, "a button hangs on a message"
    picture = house.drawing.hand(view)
    await interaction.response.edit_message(view=picture)
    message = HandMessage(interaction, interaction.message.id, is_original=True)
    await house.hands.shown(view.table_id, message, picture)


async def _say_outcome(
    house: House, interaction: discord.Interaction, outcome: Outcome, view: TableView | None
) -> None:
    if isinstance(outcome, Refused):
        await refuse(interaction, outcome, house.drawing.look, view)
    else:
        await say(interaction, done_text(outcome, house.drawing.look, view))
