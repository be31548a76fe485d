"""Custom ids: what a button says when it is pressed, and a modal when it is sent.

`vt:<table>:<round>:<decision>:<kind>[:<arg>]`, `vm:` for modals. A dash stands for
no decision: such a press is judged by the presser's own state.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.engine.game import Amount
from bot.views import Asked, Request, TableKind

_GRAMMAR: Final = (
    r":(?P<table>[0-9]{1,19}):(?P<round>[0-9]{1,9}):(?P<decision>-|[0-9]{1,9})"
    r":(?P<kind>[a-z][a-z_]{0,23})(?::(?P<arg>[a-z_0-9]{1,24}))?"
)
BUTTON_TEMPLATE: Final = "vt" + _GRAMMAR
_ANY: Final = re.compile(f"(?P<sort>vt|vm){_GRAMMAR}", re.ASCII)


class Local(StrEnum):
    """Presses that show something to one person and ask nothing of the table."""

    HAND = "hand"
    RULES = "rules"
    MENU = "menu"
    ASK = "ask"


MEMBER_KINDS: Final = frozenset({TableKind.FREE})
"""Kinds whose arg is a member's id; every other arg is an amount, or (ASK) a kind."""


@dataclass(frozen=True, slots=True)
class PressId:
    """What a custom id says. `str()` of it is the custom id."""

    table_id: int
    round_index: int
    decision: int | None
    kind: str
    arg: str | None = None
    is_modal: bool = False

    def __str__(self) -> str:
        decision = "-" if self.decision is None else str(self.decision)
        sort = "vm" if self.is_modal else "vt"
        arg = "" if self.arg is None else f":{self.arg}"
        return f"{sort}:{self.table_id}:{self.round_index}:{decision}:{self.kind}{arg}"

    @property
    def asked(self) -> Asked:
        """The question it was drawn for."""
        return Asked(self.round_index, self.decision)

    def request(self, amount: Amount | None = None, amount_max: Amount | None = None) -> Request:
        """Return what is wanted of the table, with the amounts typed into a modal if there are any."""
        if self.arg is None or not self.arg.isdecimal():
            return Request(self.kind, amount, amount_max)
        if self.kind in MEMBER_KINDS:
            return Request(self.kind, member_id=int(self.arg))
        return Request(self.kind, Amount(int(self.arg)))


def read_press(custom_id: str) -> PressId | None:
    """Return what a custom id says, None for one that is not of a table."""
    found = _ANY.fullmatch(custom_id)
    if found is None:
        return None
    decision = found["decision"]
    return PressId(
        table_id=int(found["table"]),
        round_index=int(found["round"]),
        decision=None if decision == "-" else int(decision),
        kind=found["kind"],
        arg=found["arg"],
        is_modal=found["sort"] == "vm",
    )
