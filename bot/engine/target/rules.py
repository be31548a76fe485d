"""Options that several games of the family share, by the names of the rule sheet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class BankRule(StrEnum):
    """How the bank changes hands; several may hold at once. Source: 1.6, 10a."""

    PONTOON = "pontoon"
    ROTATE = "rotate"
    SALE = "sale"
    AUCTION = "auction"


class FirstBanker(StrEnum):
    """Who banks the first round. Source: D-PON-1, 10a."""

    RANDOM = "random"
    OPENER = "opener"
    HOUSE = "house"
    AUCTION = "auction"


class BankerCheck(StrEnum):
    """When a banker's natural comes out: before anybody acts, or after everybody has. Source: P4."""

    END = "end"
    IMMEDIATE = "immediate"


class ShuffleOn(StrEnum):
    """What makes the pack be shuffled between rounds. Source: P13."""

    BANK_CHANGE = "bank_change"
    ANY_PONTOON = "any_pontoon"


@dataclass(frozen=True, slots=True, kw_only=True)
class BankOptions:
    """The options of every game in which players hold the bank.

    `rotate_deals` is how many rounds each banks under `rotate`; 0 stands for as
    many as there are players. `bank_stick` is where the house, or a banker who
    does not answer, stops drawing.
    """

    bank_rule: frozenset[BankRule] = frozenset({BankRule.PONTOON})
    first_banker: FirstBanker = FirstBanker.RANDOM
    rotate_deals: int = 0
    bank_stick: int = 17


class BankedRules(Protocol):
    """What shared code reads of a game's rules when players hold the bank."""

    @property
    def bank_rule(self) -> frozenset[BankRule]: ...
    @property
    def first_banker(self) -> FirstBanker: ...
    @property
    def rotate_deals(self) -> int: ...
    @property
    def bank_stick(self) -> int: ...
