"""Figures that a benchmark finds, told together at the end of the run; an aim is shown, never asserted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing measured. `aim` says what it should be, in words."""

    what: str
    value: float
    unit: str
    aim: str

    def __str__(self) -> str:
        digits = 0 if self.value >= 100 else 2
        line = f"{self.what:<60} {self.value:>12,.{digits}f} {self.unit}"
        return f"{line:<90} aim: {self.aim}" if self.aim else line


_FIGURES: Final = pytest.StashKey[list[Figure]]()

Tell = Callable[..., None]


@pytest.fixture
def tell(pytestconfig: pytest.Config) -> Tell:
    """Call `tell("rounds of pontoon", 7312, "a second", aim="5,000")` with what was measured."""

    def add(what: str, value: float, unit: str, *, aim: str = "") -> None:
        pytestconfig.stash.setdefault(_FIGURES, []).append(Figure(what, value, unit, aim))

    return add


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what was told."""
    if figures := config.stash.get(_FIGURES, []):
        terminalreporter.section("figures")
        for figure in figures:
            terminalreporter.write_line(str(figure))
