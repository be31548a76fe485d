"""The rounds that every contract test looks at."""

from __future__ import annotations

import pytest

from tests.support.choices import Choice
from tests.support.play_rounds import Round, rounds_of


@pytest.fixture
def rounds(choice: Choice, seed: int) -> tuple[Round, ...]:
    """A few rounds of a game's preset at tables of every size, one after the other."""
    return rounds_of(str(choice), seed)
