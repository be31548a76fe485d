"""How a table drives a game: `start`, `play`, `replay`."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.game import (
    COUNTER,
    Amount,
    IllegalAction,
    Limits,
    Reason,
    Seat,
    play,
    replay,
    start,
)
from bot.engine.games.pontoon import PONTOON, PontoonRules
from bot.engine.registry import GAMES
from bot.engine.target.actions import Action, Kind
from bot.engine.target.events import TargetCarry
from tests.support.play import in_order, limits, opened, seats


def test_every_game_is_found_by_its_key() -> None:
    assert all(game.key == key for key, game in GAMES.items())
    assert GAMES["pontoon"] is PONTOON


def test_starting_runs_to_the_first_decision() -> None:
    step = opened(PONTOON, PontoonRules(), 3, Random(1))
    assert PONTOON.seats_to_act(step.state)
    assert replay(PONTOON, step.events) == step.state


def test_playing_returns_the_action_and_all_it_causes() -> None:
    step = start(PONTOON, PontoonRules(), seats(2), TargetCarry(Seat(2)), limits(seats(2)), in_order)
    after = play(PONTOON, step.state, Action(Seat(1), Kind.STAKE, COUNTER), in_order)
    assert [event.TAG for event in after.events] == ["staked", "step_done", "dealt", "step_done"]
    assert replay(PONTOON, (*step.events, *after.events)) == after.state


def test_a_refused_action_leaves_no_trace() -> None:
    step = opened(PONTOON, PontoonRules(), 2, Random(1))
    before = replay(PONTOON, step.events)
    with pytest.raises(IllegalAction) as refused:
        play(PONTOON, step.state, Action(Seat(9), Kind.STAKE, COUNTER), in_order)
    assert refused.value.reason is Reason.NOT_IN_ROUND
    assert step.state == before


def test_a_refusal_brings_the_numbers_its_sentence_needs() -> None:
    step = start(PONTOON, PontoonRules(), seats(2), TargetCarry(Seat(2)), limits(seats(2)), in_order)
    with pytest.raises(IllegalAction) as refused:
        play(PONTOON, step.state, Action(Seat(1), Kind.STAKE, Amount(900)), in_order)
    assert refused.value.reason is Reason.AMOUNT_TOO_HIGH
    assert refused.value.detail == {"min": 100, "max": 500, "amount": 900}


def test_a_round_without_an_opening_is_no_round() -> None:
    step = opened(PONTOON, PontoonRules(), 2, Random(1))
    with pytest.raises(AssertionError, match="begins with its opening"):
        replay(PONTOON, ())
    with pytest.raises(AssertionError, match="begins with its opening"):
        replay(PONTOON, step.events[1:])


def test_what_a_viewer_was_told_cannot_be_replayed() -> None:
    """A redacted log is no log: it fails instead of dealing backs."""
    step = opened(PONTOON, PontoonRules(), 2, Random(1))
    told = tuple(PONTOON.redact(event, Seat(1)) for event in step.events)
    with pytest.raises(AssertionError, match="redacted"):
        replay(PONTOON, told)


def test_nobody_sits_twice() -> None:
    with pytest.raises(AssertionError, match="every seat once"):
        PONTOON.open(PontoonRules(), (Seat(1), Seat(1)), TargetCarry(), Limits(Amount(100), Amount(500), ()))
