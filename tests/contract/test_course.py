"""Every game and preset: the course of a round is what the contract says."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from bot.engine.cards import Card
from bot.engine.game import COUNTER, Absence, Amount, IllegalAction, Step, play, replay, start
from bot.engine.target.state import TargetState
from tests.support.play import chance, limits, seats
from tests.support.play_rounds import COUNTS, Round, every_moment

Rounds = tuple[Round, ...]
STRANGE = 99


def kinds_of(rounds: Rounds) -> set[str]:
    """Every kind of action that was offered to anybody."""
    return {
        str(offer.kind)
        for one, moment in every_moment(rounds)
        for seat in one.game.seats_to_act(moment.state)
        for offer in one.game.offers(moment.state, seat)
    }


def is_taken(game: Any, state: Any, seat: Any, kind: str, amount: Any) -> bool:
    try:
        game.decide(state, game.action(seat, kind, amount, ()))
    except IllegalAction:
        return False
    return True


def test_a_round_ends(rounds: Rounds) -> None:
    for one in rounds:
        assert one.game.is_over(one.end), one.label
        assert one.game.seats_to_act(one.end) == (), one.label


def test_while_it_runs_somebody_is_waited_for_and_nothing_else_is_due(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        assert one.game.seats_to_act(moment.state), one.label
        assert one.game.chance_due(moment.state) is None, one.label
        assert one.game.automatic(moment.state) == (), one.label
        assert not one.game.is_over(moment.state), one.label


def test_seats_waited_for_have_offers_and_others_have_none(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        waiting = one.game.seats_to_act(moment.state)
        assert len(set(waiting)) == len(waiting), one.label
        for seat in moment.state.seats:
            assert bool(one.game.offers(moment.state, seat)) == (seat in waiting), one.label


def test_an_offer_is_accepted_at_both_ends_of_its_range_and_refused_beyond(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        for seat in one.game.seats_to_act(moment.state):
            for offer in one.game.offers(moment.state, seat):
                low, high = offer.amount_min, offer.amount_max
                if not high:
                    assert is_taken(one.game, moment.state, seat, offer.kind, None), one.label
                    continue
                assert 0 < low <= high, one.label
                for amount in (low, high):
                    assert is_taken(one.game, moment.state, seat, offer.kind, amount), one.label
                for amount in (low - COUNTER, high + COUNTER, low + 1, high - 1, Amount(0), -high):
                    is_within = low <= amount <= high and amount % COUNTER == 0
                    assert is_taken(one.game, moment.state, seat, offer.kind, amount) == is_within, one.label


def test_what_is_not_offered_is_refused(rounds: Rounds) -> None:
    kinds = kinds_of(rounds)
    for one, moment in every_moment(rounds):
        for seat in (*moment.state.seats, STRANGE):
            offered = {str(offer.kind) for offer in one.game.offers(moment.state, seat)}
            for kind in kinds - offered:
                for amount in (None, COUNTER):
                    assert not is_taken(one.game, moment.state, seat, kind, amount), (one.label, kind)


def test_a_word_that_is_no_kind_is_refused(game: Any) -> None:
    with pytest.raises(IllegalAction, match="not_offered"):
        game.action(seats(1)[0], "no such thing", None, ())


def test_a_refusal_and_a_question_change_nothing(rounds: Rounds) -> None:
    """States are frozen values: whatever is asked of one, it stays what it was."""
    for one in rounds:
        for moment in one.moments:
            before = replay(one.game, moment.events)
            is_taken(one.game, moment.state, STRANGE, moment.action.kind, None)
            one.game.view(moment.state, None)
            one.game.exposure(moment.state)
            assert moment.state == before, one.label


def test_after_the_end_everything_is_refused(rounds: Rounds) -> None:
    kinds = kinds_of(rounds)
    for one in rounds:
        for seat in one.end.seats:
            assert one.game.offers(one.end, seat) == (), one.label
            for kind in kinds:
                assert not is_taken(one.game, one.end, seat, kind, None), one.label


def test_the_events_rebuild_the_state(rounds: Rounds) -> None:
    for one in rounds:
        for moment in one.moments:
            assert replay(one.game, moment.events) == moment.state, one.label
        assert replay(one.game, one.events) == one.end, one.label


def test_the_same_actions_and_chance_give_the_same_round(rounds: Rounds) -> None:
    """Nothing but what is handed in has a say: the log's draws and actions make the log again."""
    for one in rounds:
        drawn = iter([event for event in one.events if getattr(event, "TAG", "") == "drawn"])

        def answer(draw: Any, drawn: Any = drawn) -> tuple[Any, ...]:
            event = next(drawn)
            assert event.label == draw.label
            return event.order  # type: ignore[no-any-return]

        opening = one.events[0]
        step = start(one.game, one.rules, opening.seats, opening.carry, opening.limits, answer)
        events = step.events
        for moment in one.moments:
            step = play(one.game, step.state, moment.action, answer)
            events += step.events
        assert (events, step.state) == (one.events, one.end), one.label


def test_every_event_is_of_a_type_the_game_names_with_a_tag_of_its_own(rounds: Rounds, game: Any) -> None:
    types = game.event_types()
    tags = [kind.TAG for kind in types]
    assert len(set(tags)) == len(tags)
    for one in rounds:
        assert {type(event) for event in one.events} <= set(types), one.label


def test_the_version_counts_the_events(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        assert moment.state.version == len(moment.events), one.label


def test_a_decision_is_one_seats_own(rounds: Rounds) -> None:
    """Another's act never changes what a seat is asked; its own act always does."""
    for one, moment in every_moment(rounds):
        before, after = moment.state, moment.after.state
        for seat in one.game.seats_to_act(before):
            serial = one.game.decision(before, seat)
            assert 0 < serial <= before.version, one.label
            if seat in one.game.seats_to_act(after):
                is_same = one.game.decision(after, seat) == serial
                assert is_same == (seat != moment.action.seat), one.label


def test_no_two_questions_of_a_round_have_the_same_decision(rounds: Rounds) -> None:
    for one in rounds:
        answered: set[tuple[Any, int]] = set()
        for moment in one.moments:
            key = (moment.action.seat, one.game.decision(moment.state, moment.action.seat))
            assert key not in answered, one.label
            answered.add(key)


def test_no_card_is_made_or_lost(rounds: Rounds) -> None:
    for one in rounds:
        packs = [event.order for event in one.events if getattr(event, "label", "") == "pack"]
        whole = Counter(packs[0] if packs else one.events[0].carry.pack)
        assert set(whole.values()) == {1}, one.label
        for moment in one.moments:
            assert Counter(cards_of(moment.state)) == whole, one.label
        assert Counter(cards_of(one.end)) == whole, one.label


def cards_of(state: Any) -> list[Card]:
    """Every card of a round, where it lies. A family of its own says here where that is."""
    assert isinstance(state, TargetState)
    return [
        *state.pack,
        *state.under,
        *(one for held in state.hands.values() for hand in held if not hand.is_away for one in hand.cards),
    ]


def test_the_absent_are_always_played_for(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        for seat in one.game.seats_to_act(moment.state):
            for why in Absence:
                action = one.game.absent(moment.state, seat, why)
                assert action.seat == seat, one.label
                assert one.game.decide(moment.state, action), one.label


@pytest.mark.parametrize("count", COUNTS)
def test_a_round_of_nobody_but_absent_ends(game: Any, rules: Any, count: int, seed: int) -> None:
    rng, sitting = Random(seed), seats(count)
    shuffle = chance(rng)
    step: Step[Any, Any] = start(
        game, rules, sitting, game.fresh_carry(rules, sitting[0]), limits(sitting), shuffle
    )
    for _ in range(200):
        if game.is_over(step.state):
            return
        seat = rng.choice(game.seats_to_act(step.state))
        step = play(game, step.state, game.absent(step.state, seat, rng.choice(list(Absence))), shuffle)
    raise AssertionError("no end")


def test_a_clock_is_named_for_every_decision(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        for seat in one.game.seats_to_act(moment.state):
            assert one.game.clock(moment.state, seat), one.label


def test_a_stacked_order_that_is_no_permutation_fails(game: Any, rules: Any) -> None:
    sitting = seats(3)
    with pytest.raises(AssertionError, match="no permutation"):
        start(
            game,
            rules,
            sitting,
            game.fresh_carry(rules, sitting[0]),
            limits(sitting),
            lambda draw: (*draw.items[:-1], draw.items[0]),
        )


def test_what_is_carried_opens_the_next_round(rounds: Rounds) -> None:
    """The first event of the next round holds what the last one left."""
    for one in rounds:
        carry = one.game.carry(one.end)
        sitting = one.end.seats
        opening = start(one.game, one.rules, sitting, carry, limits(sitting), chance(Random(1))).events[0]
        assert opening.carry == carry, one.label
        assert opening.seats == sitting, one.label


def test_the_rounds_are_worth_looking_at(rounds: Rounds) -> None:
    """Seeds under which little happens would prove little."""
    assert len(kinds_of(rounds)) > 3
    assert len(every_moment(rounds)) > 300
