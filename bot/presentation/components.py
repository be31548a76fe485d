"""Small helpers that build what Discord shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, Final

from discord import ButtonStyle, ui

from bot.presentation.buttons import PressId
from bot.presentation.limits import ROW_MAX, problems

Item = ui.Item[Any]


class Tone(IntEnum):
    """The colour of a message's edge."""

    PLAY = 0x2F8F5B
    PRIVATE = 0x4C7BD9
    PAID = 0xC9A227
    QUIET = 0x6B7280


PRIMARY: Final = ButtonStyle.primary
SECONDARY: Final = ButtonStyle.secondary
SUCCESS: Final = ButtonStyle.success
DANGER: Final = ButtonStyle.danger


def button(press: PressId, label: str, style: ButtonStyle = SECONDARY) -> ui.Button[Any]:
    """Return a button that says `press` when it is pressed."""
    return ui.Button(custom_id=str(press), label=label, style=style)


def rows(buttons: Sequence[ui.Button[Any]]) -> list[Item]:
    """Return the buttons in rows of at most five."""
    return [ui.ActionRow(*buttons[start : start + ROW_MAX]) for start in range(0, len(buttons), ROW_MAX)]


def texts(contents: Iterable[str]) -> list[Item]:
    """Return a block for each text that is not empty."""
    return [ui.TextDisplay(content) for content in contents if content]


def rule() -> Item:
    """Return a thin line between two parts of a message."""
    return ui.Separator()


def space() -> Item:
    """Return a little room between two parts that belong together."""
    return ui.Separator(visible=False)


def message(items: Iterable[Item], tone: Tone) -> ui.LayoutView:
    """Return a finished message: sent and forgotten, so that it is never stored and never times out.

    A stopped view is serialised like any other; its presses reach the one router by
    their custom ids.
    """
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=int(tone)))
    view.stop()
    assert not problems(view), f"Discord will refuse this: {problems(view)}"
    return view
