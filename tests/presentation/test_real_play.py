"""Messages of real rounds: they fit, and no card is in them that its reader may not know.

What a reader may know is taken from the state of the round, not from the view that
is drawn, so that a card which leaks into the view is found here.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.cards import Card
from bot.engine.game import Amount, Draw, Limits, Seat, play, start
from bot.engine.registry import GAMES
from bot.engine.target.hand import Sight
from bot.presentation.hand_message import hand_message
from bot.presentation.limits import problems
from bot.presentation.table_message import table_message
from bot.views import SeatLine, SeatStatus, TablePhase, TableView
from tests.presentation.scenes import NAMES, PICTURED, SOON, counters, read, table
from tests.support.choices import Choice

STEPS_MAX = 200
ROUNDS = 6
LIMITS = (counters(1), counters(5))
_SUITS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_WRITTEN = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])")
_PICTURED = re.compile(r"<:card_([a2-9tjqk][cdhs]):")


def rounds(choice: Choice, seed: int) -> Iterator[tuple[Any, Any]]:
    """Yield every state of a few rounds of random play, with one or two who bank in turn."""
    dice = random.Random(seed)
    for n in range(ROUNDS):
        # Up to seven play with one pack, in which every card is told by its face.
        seats = tuple(Seat(k) for k in range(2 + n % 6))
        limits = Limits(*LIMITS, tuple((seat, counters(100_000)) for seat in seats))
        rules = choice.rules

        def shuffle(draw: Draw) -> tuple[Any, ...]:
            return tuple(dice.sample(draw.items, len(draw.items)))

        carry = choice.game.fresh_carry(rules, seats[0])
        state = start(choice.game, rules, seats, carry, limits, shuffle).state
        for _ in range(STEPS_MAX):
            yield state, seats
            waiting = choice.game.seats_to_act(state)
            if not waiting:
                break
            seat = dice.choice(waiting)
            offer = dice.choice(choice.game.offers(state, seat))
            amount = Amount(dice.choice([offer.amount_min, offer.amount_max]))
            action = choice.game.action(seat, offer.kind, amount or None, ())
            state = play(choice.game, state, action, shuffle).state
        assert choice.game.is_over(state), "a round ends"


def seen(choice: Choice, state: Any, seats: tuple[Seat, ...], viewer: Seat | None) -> TableView:
    game = choice.game
    waiting = game.seats_to_act(state)
    return table(
        None,
        phase=TablePhase.PAUSE if game.is_over(state) else TablePhase.ROUND,
        game=game.key,
        preset=choice.preset,
        rules=choice.rules,
        seats=tuple(SeatLine(seat, 1000 + seat, NAMES[seat], SeatStatus.IN) for seat in seats),
        banker=state.banker,
        viewer=viewer,
        round=game.view(state, viewer),
        offers=() if viewer is None else game.offers(state, viewer),
        decisions={seat: game.decision(state, seat) for seat in waiting},
        deadlines=dict.fromkeys(waiting, SOON),
    )


def may_know(state: Any, viewer: Seat | None) -> set[str]:
    """Return the faces that `viewer` may know, read from the state itself."""
    return {
        card.face
        for party, hands in state.hands.items()
        for hand in hands
        for card, sight in zip(hand.cards, hand.sights, strict=True)
        if sight is Sight.PUBLIC or (sight is Sight.OWNER and party == viewer)
    }


def told(text: str) -> set[str]:
    """Return the faces that a message names or shows."""
    written = {("T" if rank == "10" else rank) + _SUITS[suit] for rank, suit in _WRITTEN.findall(text)}
    shown = {face[0].upper() + face[1] for face in _PICTURED.findall(text)}
    return written | shown


def test_every_message_of_real_rounds_fits_and_tells_no_secret(choice: Choice, seed: int) -> None:
    for state, seats in rounds(choice, seed):
        message = table_message(seen(choice, state, seats, None), PICTURED)
        assert problems(message) == []
        assert told(read(message)) <= may_know(state, None)
        for seat in seats:
            own = hand_message(seen(choice, state, seats, seat), PICTURED)
            assert problems(own) == []
            assert told(read(own)) <= may_know(state, seat)


def test_a_player_is_told_every_card_of_his_own_that_he_may_know(choice: Choice, seed: int) -> None:
    for state, seats in rounds(choice, seed):
        for seat in seats:
            mine = {card.face for hand in state.hands[seat] for card in hand.cards}
            own = told(read(hand_message(seen(choice, state, seats, seat), PICTURED)))
            assert mine & may_know(state, seat) <= own


def test_the_channel_is_told_every_card_that_lies_face_up(choice: Choice, seed: int) -> None:
    for state, seats in rounds(choice, seed):
        text = read(table_message(seen(choice, state, seats, None), PICTURED))
        assert may_know(state, None) <= told(text)


def test_a_card_that_leaks_into_the_view_would_be_found() -> None:
    choice = next(iter_choices())
    state, seats = next(iter(rounds(choice, 1)))
    view = seen(choice, state, seats, None)
    place = view.round.places[-1]
    leaked = replace(place, hands=(replace(place.hands[0], cards=(Card("A", "s"),)),))
    shown = replace(view, round=replace(view.round, phase="turns", places=(leaked,)))
    assert not told(read(table_message(shown, PICTURED))) <= may_know(state, None)


def iter_choices() -> Iterator[Choice]:
    from tests.support.choices import every_choice

    yield from every_choice()


def test_every_game_is_played_here() -> None:
    assert {choice.game.key for choice in iter_choices()} == set(GAMES)


@pytest.mark.parametrize("text", ["**A♠ 10♥**", "<:card_as:1><:card_th:2>"])
def test_cards_are_found_in_words_and_in_pictures(text: str) -> None:
    assert told(text) == {"As", "Th"}
