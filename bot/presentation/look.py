"""How this bot speaks and what its cards look like: handed to everything that draws."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.presentation.strings import Words


@dataclass(frozen=True, slots=True)
class Look:
    """The words, and the pictures of cards by name.

    `faces` maps `card_as`, `card_td`, `card_back`, `joker_1` ... to the markup of an
    emoji, whichever set was uploaded. Empty, or short of a card, cards are text.
    """

    words: Words
    faces: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def without_faces(self) -> Look:
        """Return the same look with cards as text only."""
        return Look(self.words)
