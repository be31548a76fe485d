"""What a press can be in a round of the twenty-one family, as far as its buttons need to know."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from discord import ButtonStyle

from bot.engine.game import Amount
from bot.engine.target.actions import Kind
from bot.engine.target.view import TargetView

STYLES: Final[Mapping[str, ButtonStyle]] = MappingProxyType(
    {
        Kind.STICK: ButtonStyle.secondary,
        Kind.SPLIT: ButtonStyle.secondary,
        Kind.BURN: ButtonStyle.secondary,
        Kind.BANK_DOUBLE: ButtonStyle.danger,
    }
)
"""The colours of the kinds that are not of the usual one."""

AMOUNT_KINDS: Final[frozenset[str]] = frozenset({Kind.STAKE, Kind.BUY})
"""Kinds that take an amount."""


def public_range(played: TargetView, kind: str) -> tuple[Amount, Amount] | None:
    """Return the range of an amount as far as everybody knows it; None where only its owner is told.

    What a card may cost follows from a hand's stakes by rules that are the engine's
    to apply, so that a buy asks its owner.
    """
    return (played.stake_min, played.stake_max) if kind == Kind.STAKE else None
