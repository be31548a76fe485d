"""Cards, packs and their text form.

A card is written as rank and suit, `As Td 7h`; a joker is `*1`, rummy's printed
joker is `PJ`. A card that is not the first of its kind carries its copy, `As#1`,
so that two packs hold 104 different cards and none can be lost or shown unseen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
TENTHS: Final = frozenset("TJQK")
COURTS: Final = frozenset("JQK")
JOKER: Final = "*"
PRINTED_JOKER: Final = "P"


@dataclass(frozen=True, slots=True)
class Card:
    """One physical card; `copy` tells identical faces of several packs apart."""

    rank: str
    suit: str
    copy: int = 0

    def __str__(self) -> str:
        face = self.rank + self.suit
        return face if self.copy == 0 else f"{face}#{self.copy}"

    @property
    def face(self) -> str:
        """What is printed on it, without its copy: `As`."""
        return self.rank + self.suit


class Hidden(Enum):
    """Stands where a viewer may know that a card lies, and not which."""

    HIDDEN = "??"

    def __str__(self) -> str:
        return self.value


HIDDEN: Final = Hidden.HIDDEN

Face = Card | Hidden
"""A card as somebody sees it: the card itself, or its back."""


_FACES: Final = frozenset(
    [rank + suit for rank in RANKS for suit in SUITS]
    + [f"{JOKER}{number}" for number in range(1, 10)]
    + [f"{PRINTED_JOKER}J"]
)


class UnreadableCard(ValueError):
    """Raised for text that names no card."""


@cache
def card(text: str) -> Card:
    """Return the one card that `text` names; equal texts give the same object.

    Raises UnreadableCard for anything else.
    """
    face, mark, copy = text.partition("#")
    if mark and not copy.isdecimal():
        raise UnreadableCard(text)
    if face not in _FACES:
        raise UnreadableCard(text)
    return Card(face[0], face[1], int(copy) if mark else 0)


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of `text`, separated by blanks: `cards("As Td 7h")`.

    A face that comes again without a copy of its own is the next copy:
    `cards("7h 7h")` are two different cards.
    """
    seen: dict[str, int] = {}
    found = []
    for word in text.split():
        if "#" in word:
            found.append(card(word))
            continue
        copy = seen.get(word, 0)
        seen[word] = copy + 1
        found.append(card(word if copy == 0 else f"{word}#{copy}"))
    return tuple(found)


def text(faces: Iterable[Face]) -> str:
    """Return the cards as `cards` reads them, hidden ones as `??`."""
    return " ".join(map(str, faces))


@cache
def pack(copies: int = 1, *, without: frozenset[str] = frozenset(), jokers: int = 0) -> tuple[Card, ...]:
    """Return `copies` packs of 52 in suit and rank order.

    `without` names ranks ("8") and faces ("6c") that are taken out of each
    pack; `jokers` is how many jokers each pack has.
    """
    return tuple(
        card(face if copy == 0 else f"{face}#{copy}")
        for copy in range(copies)
        for face in (
            *(
                rank + suit
                for suit in SUITS
                for rank in RANKS
                if rank not in without and rank + suit not in without
            ),
            *(f"{JOKER}{number}" for number in range(1, jokers + 1)),
        )
    )
