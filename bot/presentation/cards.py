"""Cards as text, which is complete by itself, and as pictures beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from bot.engine.cards import HIDDEN, JOKER, PRINTED_JOKER, Card, Face
from bot.presentation.look import Look
from bot.presentation.strings import Words

# The variation selector asks for the plain glyph in the colour of the text. As an
# emoji, spades and clubs are near black and vanish in dark mode.
_AS_TEXT: Final = "\ufe0e"
_SUITS: Final = {suit: glyph + _AS_TEXT for suit, glyph in zip("cdhs", "♣♦♥♠", strict=True)}
BACK: Final = "\U0001f0a0"
BACK_NAME: Final = "card_back"


def card_text(card: Card, words: Words) -> str:
    """Return rank and suit, `A♠` or `10♥`; a joker by its name."""
    if card.rank in (JOKER, PRINTED_JOKER):
        return words("card.joker")
    return ("10" if card.rank == "T" else card.rank) + _SUITS[card.suit]


def face_name(face: Face) -> str:
    """Return the name of the emoji that shows it: `card_as`, `joker_1`, `card_back`."""
    if not isinstance(face, Card):
        return BACK_NAME
    if face.rank == JOKER:
        return f"joker_{face.suit}"
    if face.rank == PRINTED_JOKER:
        return "joker_printed"
    return f"card_{face.rank}{face.suit}".lower()


def pictures(faces: Iterable[Face], look: Look) -> str:
    """Return the cards as emoji in a row; nothing if one of them has no picture."""
    found = [look.faces.get(face_name(face)) for face in faces]
    return "".join([markup for markup in found if markup]) if found and all(found) else ""


def cards_text(faces: Sequence[Face], words: Words, *, with_backs: bool = True) -> str:
    """Return the cards as text, in order: what is hidden as a count, what is seen in bold.

    `with_backs` draws a back for each hidden card before the count, for those who
    see no pictures.
    """
    parts = []
    for is_hidden, group in groupby(faces, key=lambda face: face is HIDDEN):
        run = list(group)
        if is_hidden:
            count = words("card.face_down", count=len(run))
            parts.append(f"{BACK * len(run)} {count}" if with_backs else count)
        else:
            shown = [card_text(face, words) for face in run if isinstance(face, Card)]
            parts.append(f"**{' '.join(shown)}**")
    return words("card.apart").join(parts)


def drawn(faces: Sequence[Face], look: Look) -> str:
    """Return pictures where there are any, and the text beside them in any case."""
    row = pictures(faces, look)
    text = cards_text(faces, look.words, with_backs=not row)
    return f"{row} {text}" if row else text
