"""How much a public message shows, so that the largest table still fits."""

from __future__ import annotations

from enum import IntEnum


class Detail(IntEnum):
    """PICTURES shows everything; TEXT leaves the pictures out; TERSE shortens names and sentences too.

    Ten punters with four hands each and a card picture of 31 characters do not fit
    into the 4000 characters of a message: cards give way before words, and words
    before hands.
    """

    PICTURES = 0
    TEXT = 1
    TERSE = 2
