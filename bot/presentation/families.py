"""Which family draws a round: found by the type of its view, never by the name of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Protocol

from discord import ButtonStyle

from bot.engine.game import Amount, Seat
from bot.engine.target.view import Phase, TargetView
from bot.presentation.detail import Detail
from bot.presentation.look import Look
from bot.presentation.target import choices, own, play, settlement
from bot.views import TableView


class Played(Protocol):
    """What every family's view of a round tells: whom it waits for and what everybody may press."""

    @property
    def waiting(self) -> tuple[Seat, ...]: ...
    @property
    def kinds(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class Family:
    """How one family shows its rounds. The functions take the table, its round and the look.

    `places` and `settlement` give a text per place, for everybody's eyes; `own` a
    text per hand, for its owner's. `call` says who is waited for and until when,
    `bank` who banks and why, `next_bank` who will. `public_range` is the range of
    an amount as far as everybody knows it.
    """

    is_over: Callable[[Any], bool]
    places: Callable[[TableView, Any, Look, Detail], list[str]]
    call: Callable[[TableView, Any, Look], str]
    bank: Callable[[TableView, Any, Look], str]
    settlement: Callable[[TableView, Any, Look, Detail], list[str]]
    next_bank: Callable[[TableView, Any, Look], str]
    own: Callable[[TableView, Any, Seat, Look], list[str]]
    is_dealt_in: Callable[[Any, Seat], bool]
    public_range: Callable[[Any, str], tuple[Amount, Amount] | None]
    amount_kinds: frozenset[str]
    styles: Mapping[str, ButtonStyle]


_FAMILIES: Final[Mapping[type, Family]] = MappingProxyType(
    {
        TargetView: Family(
            is_over=lambda played: played.phase is Phase.OVER,
            places=play.places_texts,
            call=play.call_text,
            bank=play.bank_text,
            settlement=settlement.settlement_texts,
            next_bank=settlement.next_bank_text,
            own=own.own_texts,
            is_dealt_in=own.is_dealt_in,
            public_range=choices.public_range,
            amount_kinds=choices.AMOUNT_KINDS,
            styles=choices.STYLES,
        )
    }
)


def family_of(played: Played) -> Family:
    """Return how this round is shown."""
    return _FAMILIES[type(played)]


def is_over(view: TableView) -> bool:
    """Whether the table's round is there and played to its end."""
    return view.round is not None and family_of(view.round).is_over(view.round)
