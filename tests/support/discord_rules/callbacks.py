"""Rules of the answer to an interaction: which kind fits which question, and what it may hold."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, Final

from tests.support.discord_rules.components import ROW, select, unique_ids, walk
from tests.support.discord_rules.components import SELECTS as SELECT_TYPES
from tests.support.discord_rules.messages import EPHEMERAL, edit, follow_up

MODAL_PARTS_MAX: Final = 5


class Asked(IntEnum):
    """What an interaction is."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """How it is answered."""

    MESSAGE = 4
    DEFER = 5
    DEFER_EDIT = 6
    EDIT = 7
    CHOICES = 8
    MODAL = 9


def callback(body: dict[str, Any], *, interaction_type: int | None, has_source: bool) -> Iterator[str]:
    """Rules of POST /interactions/{}/{}/callback."""
    answer = body.get("type")
    data = body.get("data") or {}
    if interaction_type is not None:
        yield from _fits(answer, interaction_type, has_source=has_source)
    if answer == Answer.MESSAGE:
        yield from follow_up(data)
    elif answer == Answer.DEFER and (strange := (data.get("flags") or 0) & ~EPHEMERAL):
        yield f"flags {strange:#x} cannot be set while deferring"
    elif answer == Answer.EDIT:
        yield from edit(data)
    elif answer == Answer.MODAL:
        yield from _modal(data.get("components") or [])


def _fits(answer: int | None, asked: int, *, has_source: bool) -> Iterator[str]:
    if (answer == Answer.CHOICES) != (asked == Asked.AUTOCOMPLETE):
        yield "choices answer an autocompletion, and nothing else does"
    if answer in {Answer.DEFER_EDIT, Answer.EDIT} and (asked == Asked.COMMAND or not has_source):
        yield "only an interaction that came from a message can edit it"
    if answer == Answer.MODAL and asked == Asked.MODAL:
        yield "a modal cannot answer a modal"


def _modal(components: list[dict[str, Any]]) -> Iterator[str]:
    if not 1 <= len(components) <= MODAL_PARTS_MAX:
        yield f"{len(components)} parts in a modal; 1 to {MODAL_PARTS_MAX}"
    everything = list(walk(components))
    yield from unique_ids(everything)
    for component in everything:
        if component["type"] == ROW and len(component["components"]) != 1:
            yield "a row of a modal holds one field"
        if component["type"] in SELECT_TYPES:
            yield from select(component)
        if (component.get("min_length") or 0) > (component.get("max_length") or 4000):
            yield "a field asks for more characters at least than at most"
