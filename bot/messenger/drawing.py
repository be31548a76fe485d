"""How things look, with the words and the card faces this bot has."""

from __future__ import annotations

import discord

from bot.messenger.emoji import CardFaces
from bot.presentation.hand_message import hand_message, has_hand
from bot.presentation.look import Look
from bot.presentation.mention import turn_mention
from bot.presentation.strings import Words
from bot.presentation.table_message import moved_message, table_message
from bot.views import TableView


class Drawing:
    """The messages of a table. The faces may come later than the first table."""

    def __init__(self, words: Words, faces: CardFaces) -> None:
        self._words = words
        self._faces = faces

    @property
    def look(self) -> Look:
        """The words, and the faces known at this moment."""
        return Look(self._words, self._faces.emoji)

    def table(self, view: TableView) -> discord.ui.LayoutView:
        """Return the table as the channel sees it."""
        return table_message(view, self.look)

    def moved(self, link: str) -> discord.ui.LayoutView:
        """Return what stays where the table stood."""
        return moved_message(link, self.look)

    def has_hand(self, view: TableView) -> bool:
        """Whether the viewer has anything private to see."""
        return has_hand(view)

    def hand(self, view: TableView) -> discord.ui.LayoutView:
        """Return the viewer's own hand."""
        return hand_message(view, self.look)

    def mention(self, view: TableView, link: str | None) -> tuple[str, tuple[int, ...]] | None:
        """Return the call to those who are waited for, and their user ids; `link` leads to the table."""
        return turn_mention(view, self.look, link)
