"""The vectors of the rule sheet, played through the engine. Source: 21-family, section 13."""

from __future__ import annotations

import pytest

from tests.rules.vectors import PONTOON, Vector
from tests.support.given import given

ILLEGAL = " illegal"


@pytest.mark.parametrize("vector", PONTOON, ids=lambda vector: vector.id)
def test_the_round_comes_to_what_the_sheet_says(vector: Vector) -> None:
    story = given(vector.preset, **vector.options).deal(**vector.deal).stakes(**vector.stakes)
    for line in vector.play:
        if line.endswith(ILLEGAL):
            before = story.state
            story.refusal(line.removesuffix(ILLEGAL))
            assert story.state == before
        elif not story.is_over:
            # A hand at a forced end is finished without an action, and the round may be with it.
            story = story.when(line)
    if not story.is_over:
        story = story.when("Z stick")
    assert story.net == vector.net
    assert story.bank_next == vector.bank_next
    if vector.bottom is not None:
        assert story.bottom.startswith(vector.bottom)
