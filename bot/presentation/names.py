"""Names that people chose, made safe to stand in a message."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from bot.engine.game import Party, Purse
from bot.presentation.strings import Words
from bot.views import TableView

NAME_MAX: Final = 24
# A backslash before these makes them plain text: no bold, no mention, no link, no emoji.
_MARKS: Final = frozenset("\\*_~`|<>[]@#:")


def plain_name(name: str, length_max: int = NAME_MAX) -> str:
    """Return a name on one line, without control characters, cut to `length_max`."""
    seen = "".join([" " if char.isspace() else char for char in name])
    kept = "".join([char for char in seen if unicodedata.category(char) not in _UNSEEN])
    short = " ".join(kept.split())
    return short if len(short) <= length_max else short[: length_max - 1].rstrip() + "…"


def safe_name(name: str, words: Words) -> str:
    """Return a name for use inside a text, its marks escaped."""
    short = plain_name(name) or words("name.nobody")
    return "".join([f"\\{char}" if char in _MARKS else char for char in short])


def party_name(view: TableView, party: Party | None, words: Words) -> str:
    """Return who sits there, for use inside a text; the house by its word, a gone player by his seat."""
    if party is None:
        return words("name.nobody")
    if isinstance(party, Purse):
        return words.under("name", party)
    name = view.name_of(party)
    return words("name.seat", number=party + 1) if name is None else safe_name(name, words)


def listed(names: Sequence[str], words: Words) -> str:
    """Return names as a sentence lists them: "Ann, Ben and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return words("name.comma").join(names[:-1]) + words("name.and") + names[-1]


# Control, surrogate, private and unassigned characters; format characters (Cf) hold the
# direction overrides, but also the joiner inside many emoji, which is a small loss.
_UNSEEN: Final = frozenset({"Cc", "Cs", "Co", "Cn", "Cf"})
