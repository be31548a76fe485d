"""The test vectors of the rule sheet of the twenty-one family, section 13, for pontoon.

Lines are those of `tests.support.given`; one that ends in `illegal` has to be
refused and change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Vector:
    """One round: stakes from 1 to 5 counters, what is dealt and played, and what it comes to."""

    id: str
    preset: str
    stakes: Mapping[str, int]
    deal: Mapping[str, str]
    play: tuple[str, ...]
    net: Mapping[str, int]
    bank_next: str = "Z"
    options: Mapping[str, Any] = field(default_factory=dict)
    bottom: str | None = None


PONTOON = (
    # The example hand of seed 001: the banker's 18 pays 19s; E splits twos, loses 18 to 18 on the
    # left and makes five cards on the right, whose fifth he may twist and not buy.
    Vector(
        id="PON-01",
        preset="seed001",
        stakes={"A": 2, "B": 5, "C": 4, "D": 1, "E": 3},
        deal={"A": "7c 4c", "B": "Ad 6d", "C": "Kd 9d", "D": "5c Th", "E": "2h 2s", "Z": "Js 8d"},
        play=(
            "A twist Kc",
            "A stick",
            "B stick",
            "C stick",
            "D twist 8s",
            "E split 6h 4s",
            "E buy 3 Tc",
            "E stick",
            "E buy 2 3d",
            "E buy 1 As",
            "E buy 1 Qs illegal",
            "E twist Qs",
            "Z stick",
        ),
        net={"A": 2, "B": -5, "C": 4, "D": -1, "E": 6, "Z": -6},
    ),
    # A banker's pontoon shown at once takes double from all, a punter's pontoon included.
    Vector(
        id="PON-02",
        preset="parlett",
        stakes={"A": 3, "B": 2},
        deal={"A": "9c 9d", "B": "Ah Qh", "Z": "As Ks"},
        play=(),
        net={"A": -6, "B": -4, "Z": 10},
    ),
    # Parlett's buys: not less than the last card, not more than all that is staked.
    Vector(
        id="PON-04",
        preset="parlett",
        stakes={"A": 2},
        deal={"A": "2c 3c", "Z": "Th 9c"},
        play=(
            "A buy 1 4d illegal",
            "A buy 3 4d illegal",
            "A buy 2 4d",
            "A buy 1 6h illegal",
            "A buy 5 6h illegal",
            "A buy 4 6h",
            "A buy 3 5s illegal",
            "A buy 8 5s",
            "Z stick",
        ),
        net={"A": 32, "Z": -32},
    ),
    # Seed 001's buys: at most the stake, never rising; the fifth may be bought at hard 12.
    Vector(
        id="PON-05",
        preset="seed001",
        stakes={"A": 4},
        deal={"A": "3s 2d", "Z": "Kh Qd"},
        play=(
            "A buy 5 4c illegal",
            "A buy 4 4c",
            "A buy 2 3h",
            "A buy 3 9d illegal",
            "A buy 2 9d",
            "Z stick",
        ),
        net={"A": 24, "Z": -24},
    ),
    # Equality goes to the banker.
    Vector(
        id="PON-07",
        preset="parlett",
        stakes={"A": 1, "B": 4, "C": 2},
        deal={"A": "Tc 8c", "B": "Kd 9d", "C": "Qs Jh", "Z": "Th 9s"},
        play=("A stick", "B stick", "C stick", "Z stick"),
        net={"A": -1, "B": -4, "C": 2, "Z": 3},
    ),
    # A banker's 21 pays pontoons and five cards only; without royals 7-7-7 is a plain 21.
    Vector(
        id="PON-08",
        preset="seed001",
        options={"royal": False},
        stakes={"A": 5, "B": 2, "C": 3, "D": 4},
        deal={"A": "Ac Jc", "B": "2c 3d", "C": "7d 7c", "D": "Kd Qh", "Z": "9s 5d"},
        play=(
            "B twist 4h",
            "B twist 2s",
            "B twist 6c",
            "C twist 7h",
            "C stick",
            "D stick",
            "Z twist 7s",
        ),
        net={"A": 10, "B": 4, "C": -3, "D": -4, "Z": -7},
        bank_next="A",
    ),
    # A royal beats even the banker's pontoon, and does not take the bank.
    Vector(
        id="PON-10",
        preset="seed001",
        stakes={"A": 2, "B": 3},
        deal={"A": "7c 7d", "B": "Td 9h", "Z": "Ad Th"},
        play=("A buy 2 7s", "B stick", "Z stick"),
        net={"A": 12, "B": -6, "Z": -6},
    ),
    # A banker who is bust keeps the stakes of those who were bust before him.
    Vector(
        id="PON-11",
        preset="parlett",
        stakes={"A": 3, "B": 2, "C": 2},
        deal={"A": "Jd 5s", "B": "9c 7h", "C": "As Qs", "Z": "Kc 6c"},
        play=("A twist 9d", "B stick", "Z twist 8s"),
        net={"A": -3, "B": 2, "C": 4, "Z": -3},
        bank_next="C",
    ),
    # Pontoons on split hands are paid; they take the bank only where the option says so.
    Vector(
        id="PON-12b",
        preset="seed001",
        options={"split_pontoon_wins_bank": False},
        stakes={"A": 2},
        deal={"A": "As Ah", "Z": "Kd Qd"},
        play=("A split Ad Qh", "A split Kc 9c", "A stick", "Z stick"),
        net={"A": 6, "Z": -6},
    ),
    # Of two pontoons the one nearest the banker's left takes the bank.
    Vector(
        id="PON-13",
        preset="parlett",
        stakes={"A": 1, "B": 1, "C": 5},
        deal={"A": "Td 9h", "B": "Ac Tc", "C": "Kh Ad", "Z": "8s 9s"},
        play=("A stick", "Z stick"),
        net={"A": 1, "B": 2, "C": 10, "Z": -13},
        bank_next="B",
    ),
    # The banker looks at his first card and doubles every stake.
    Vector(
        id="PON-15",
        preset="parlett",
        options={"banker_may_double": True},
        stakes={"A": 2, "B": 3},
        deal={"A": "Td 8d", "B": "9c 7d", "Z": "Ah 6h"},
        play=("Z bank_double", "A stick", "B stick", "Z stick"),
        net={"A": 4, "B": -6, "Z": 2},
    ),
    # Bust cards go under the pack at once, in the order of busting, as they were received.
    Vector(
        id="PON-16",
        preset="seed001",
        stakes={"A": 1, "B": 1},
        deal={"A": "Tc 6c", "B": "9d 5h", "Z": "Qd 8c"},
        play=("A twist Jd", "B twist 8d", "Z stick"),
        net={"A": -1, "B": -1, "Z": 2},
        bottom="Tc 6c Jd 9d 5h 8d",
    ),
)
