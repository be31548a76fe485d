"""Card faces as application emoji: uploaded when missing, and never in the way.

An application emoji belongs to the bot and shows in every server, so a bot that
somebody runs for himself has faces too. Until they are there, and where they
cannot be, cards are text, which is complete by itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import discord

_log = logging.getLogger(__name__)

_FOUR_COLOUR_PREFIX: Final = "four_"


class CardFaces:
    """What a card's face is called in a message, once Discord knows it.

    `emoji` goes from a face's name (`card_as`, `card_back`) to the text that
    shows it (`<:card_as:123>`). It is replaced as a whole, never changed.
    """

    def __init__(self, client: discord.Client, folder: Path, *, is_four_colour: bool) -> None:
        self._client = client
        self._folder = folder / ("four_colour" if is_four_colour else "two_colour")
        self._prefix = _FOUR_COLOUR_PREFIX if is_four_colour else ""
        self.emoji: Mapping[str, str] = MappingProxyType({})

    async def load(self) -> None:
        """Upload the faces that are missing and learn the names of all.

        A refusal of Discord's is logged and leaves the cards as text: no failure
        here may keep the bot from starting.
        """
        known: dict[str, str] = {}
        try:
            there = {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}
            for face, path in self._files():
                name = self._emoji_name(face)
                emoji = there.get(name) or await self._client.create_application_emoji(
                    name=name, image=path.read_bytes()
                )
                known[face] = str(emoji)
        except (discord.DiscordException, OSError) as error:
            _log.warning("event=faces_incomplete known=%d reason=%r", len(known), str(error))
        self.emoji = MappingProxyType(known)
        _log.info("event=faces known=%d", len(known))

    def _files(self) -> Iterator[tuple[str, Path]]:
        for path in sorted(self._folder.glob("*.png")):
            yield path.stem.removeprefix(_FOUR_COLOUR_PREFIX), path

    def _emoji_name(self, face: str) -> str:
        # Both sets may live beside each other in one application, so that a
        # change of the setting needs no deletion.
        return f"{self._prefix}{face}"
