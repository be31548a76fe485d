"""Every game and preset: nobody is shown or told what he may not know.

What a viewer was told is his redacted log, and only that counts as told here:
taken from the view, a card that a view leaks would count as public. A card that
view and log leak together passes here; tests/visibility is for those.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bot.engine.cards import HIDDEN, Card
from bot.engine.game import Limits, Viewer, replay
from tests.support.play import Moment
from tests.support.play_cards import cards_in, swapped
from tests.support.play_rounds import Round, every_moment

Rounds = tuple[Round, ...]
SAMPLES = 120
SWAPS = 2


def told(game: Any, events: tuple[Any, ...], viewer: Viewer) -> tuple[Any, ...]:
    return tuple(game.redact(event, viewer) for event in events)


def viewers(state: Any) -> tuple[Viewer, ...]:
    return (None, *state.seats)


def some(rounds: Rounds, rng: Random) -> list[tuple[Round, Moment]]:
    every = every_moment(rounds)
    return rng.sample(every, min(SAMPLES, len(every)))


def with_two_untold_cards_swapped(
    one: Round, events: tuple[Any, ...], state: Any, viewer: Viewer, rng: Random
) -> Iterator[Any]:
    """States that a viewer cannot tell from `state`: two cards absent from his log are swapped in all of it.

    One of the two lies in a hand where there is such a card. A swap after which the
    house would have had something to do is none: the round stopping here tells
    everybody that it had not.
    """
    known = set(cards_in(told(one.game, events, viewer)))
    untold = sorted(set(cards_in(events)) - known, key=str)
    on_table = set(cards_in(list(state.hands.values())))
    held = [card for card in untold if card in on_table]
    for _ in range(SWAPS):
        if len(untold) < 2:
            return
        first = rng.choice(held or untold)
        second = rng.choice([card for card in untold if card != first])
        other = replay(one.game, swapped(events, first, second))
        if one.game.automatic(other) == () and one.game.chance_due(other) is None:
            yield other


def test_a_view_depends_only_on_what_its_viewer_was_told(rounds: Rounds, seed: int) -> None:
    rng, tried = Random(seed), 0
    for one, moment in some(rounds, rng):
        viewer = rng.choice(viewers(moment.state))
        view = one.game.view(moment.state, viewer)
        for other in with_two_untold_cards_swapped(one, moment.events, moment.state, viewer, rng):
            tried += 1
            assert one.game.view(other, viewer) == view, (one.label, viewer)
    assert tried > SAMPLES / 2


def test_what_is_held_depends_on_public_facts_only(rounds: Rounds, seed: int) -> None:
    """Balances and refusals can be read by anybody."""
    rng, tried = Random(seed), 0
    for one, moment in some(rounds, rng):
        exposure = one.game.exposure(moment.state)
        for other in with_two_untold_cards_swapped(one, moment.events, moment.state, None, rng):
            tried += 1
            assert one.game.exposure(other) == exposure, one.label
            assert one.game.seats_to_act(other) == one.game.seats_to_act(moment.state), one.label
    assert tried > SAMPLES / 2


def test_a_seats_offers_depend_only_on_what_it_was_told(rounds: Rounds, seed: int) -> None:
    rng = Random(seed)
    for one, moment in some(rounds, rng):
        seat = rng.choice(one.game.seats_to_act(moment.state))
        offers = one.game.offers(moment.state, seat)
        for other in with_two_untold_cards_swapped(one, moment.events, moment.state, seat, rng):
            assert one.game.offers(other, seat) == offers, (one.label, seat)


def test_the_log_names_no_card_that_the_views_had_hidden(rounds: Rounds) -> None:
    """After each event: every card a viewer was told lies open in some view he has had, and the other way."""
    for one in rounds[::3]:
        state, events = None, one.events
        seen: dict[Viewer, set[Card]] = {}
        named: dict[Viewer, set[Card]] = {}
        for event in events:
            state = one.game.evolve(state, event)
            for viewer in viewers(state):
                seen.setdefault(viewer, set()).update(cards_in(one.game.view(state, viewer)))
                named.setdefault(viewer, set()).update(cards_in(one.game.redact(event, viewer)))
                assert named[viewer] == seen[viewer], (one.label, viewer, event)


def test_the_channel_is_told_less_than_any_seat(rounds: Rounds) -> None:
    for one in rounds:
        public = set(cards_in(told(one.game, one.events[:-3], None)))
        for seat in one.end.seats:
            assert public <= set(cards_in(told(one.game, one.events[:-3], seat))), one.label


def test_no_pack_is_told_to_anybody(rounds: Rounds) -> None:
    for one in rounds:
        for viewer in viewers(one.end):
            for event in told(one.game, one.events, viewer):
                if getattr(event, "label", "").startswith(("pack", "reshuffle")):
                    assert set(event.order) == {HIDDEN}, one.label
                if hasattr(event, "carry"):
                    assert set(cards_in(event)) == set(), one.label


def test_nobody_is_told_what_others_could_cover(rounds: Rounds) -> None:
    for one in rounds:
        for viewer in viewers(one.end):
            opening = one.game.redact(one.events[0], viewer)
            assert opening.limits == Limits(one.limits.stake_min, one.limits.stake_max, ()), one.label


def test_a_view_names_no_copy_of_a_card_it_hides(rounds: Rounds) -> None:
    """A hidden card is HIDDEN: it has no rank, no suit and no copy."""
    assert not hasattr(HIDDEN, "copy")
    for one, moment in every_moment(rounds):
        view = one.game.view(moment.state, None)
        for place in view.places:
            for hand in place.hands:
                assert len(hand.cards) == len(hand.sights), one.label
                assert all(card is HIDDEN or isinstance(card, Card) for card in hand.cards), one.label


def test_a_total_is_told_to_those_who_see_every_card_of_the_hand(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        for viewer in viewers(moment.state):
            for place in one.game.view(moment.state, viewer).places:
                for hand in place.hands:
                    is_known = bool(hand.cards) and HIDDEN not in hand.cards
                    assert (hand.total is not None) == is_known, one.label
                    assert is_known or not hand.is_soft, one.label


def test_public_buttons_leave_out_nothing_that_a_seat_may_do(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        kinds = {str(kind) for kind in one.game.view(moment.state, None).kinds}
        for seat in one.game.seats_to_act(moment.state):
            assert {str(offer.kind) for offer in one.game.offers(moment.state, seat)} <= kinds, one.label


def test_everybody_sees_the_same_of_what_is_no_card(rounds: Rounds) -> None:
    """Views differ in cards and totals and in nothing else."""
    for one, moment in every_moment(rounds):
        views = [blank(one.game.view(moment.state, viewer)) for viewer in viewers(moment.state)]
        assert all(view == views[0] for view in views), one.label


def blank(view: Any) -> Any:
    places = tuple(
        replace(
            place,
            hands=tuple(
                replace(hand, cards=(HIDDEN,) * len(hand.cards), total=None, is_soft=False)
                for hand in place.hands
            ),
        )
        for place in view.places
    )
    return replace(view, places=places)
