"""What the moves of a hand do, shared by every game that has them."""

from __future__ import annotations

from typing import Any

from bot.engine.game import Amount, Party
from bot.engine.target.events import Burned, Called, Ended, Event, Split
from bot.engine.target.hand import Ending
from bot.engine.target.state import TargetState


def stick(_s: TargetState[Any], party: Party, hand: int, _amount: Amount) -> tuple[Event, ...]:
    """The hand stands as it is."""
    return (Ended(party, hand, Ending.STUCK),)


def call_card(_s: TargetState[Any], party: Party, hand: int, amount: Amount) -> tuple[Event, ...]:
    """A card is asked for: bought for `amount`, or twisted for 0."""
    return (Called(party, hand, amount),)


def split(_s: TargetState[Any], party: Party, hand: int, _amount: Amount) -> tuple[Event, ...]:
    """A pair becomes two hands."""
    assert isinstance(party, int), "a bank does not split"
    return (Split(party, hand),)


def burn(_s: TargetState[Any], party: Party, hand: int, _amount: Amount) -> tuple[Event, ...]:
    """The first two cards go for two new ones."""
    assert isinstance(party, int), "a bank does not burn"
    return (Burned(party, hand),)
