"""What a seat may ask for. One class: the kinds differ in who may do them when, which is data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.engine.game import Amount, IllegalAction, Reason, Seat


class Kind(StrEnum):
    """The kinds of action, in the engine's words; a game shows its own."""

    STAKE = "stake"
    STICK = "stick"
    TWIST = "twist"
    BUY = "buy"
    SPLIT = "split"
    BURN = "burn"
    BANK_DOUBLE = "bank_double"
    BANK_PLAY = "bank_play"


@dataclass(frozen=True, slots=True)
class Action:
    """A seat's wish; `amount` is None where none was named."""

    seat: Seat
    kind: Kind
    amount: Amount | None = None


def read_action(seat: Seat, kind: str, amount: Amount | None) -> Action:
    """Return the action for a kind in words.

    Raises IllegalAction for a word that is no kind of the family.
    """
    try:
        return Action(seat, Kind(kind), amount)
    except ValueError:
        raise IllegalAction(Reason.NOT_OFFERED) from None
