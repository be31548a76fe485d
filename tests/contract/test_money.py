"""Every game and preset: what is won and lost is covered, and sums to nothing."""

from __future__ import annotations

from bot.engine.game import Amount, Purse, Seat
from tests.support.play import Moment
from tests.support.play_rounds import Round, every_moment

Rounds = tuple[Round, ...]

# Raises of choice that others may put on the bank; everything else is covered from the start.
RAISES_THE_BANK = {"split", "double", "redouble"}
DOUBLES_ITSELF = {"bank_double"}


def test_what_is_won_is_lost_by_somebody(rounds: Rounds) -> None:
    for one in rounds:
        paid = one.game.payoffs(one.end)
        assert sum(paid.values()) == 0, one.label
        assert all(isinstance(amount, int) for amount in paid.values()), one.label
        assert set(paid) - set(Purse) <= set(one.end.seats), one.label


def test_payments_by_hand_make_up_the_payoffs(rounds: Rounds) -> None:
    for one in rounds:
        view, paid = one.game.view(one.end, None), one.game.payoffs(one.end)
        by_seat = dict.fromkeys(paid, 0)
        for payment in view.payments:
            by_seat[payment.seat] += payment.net
            by_seat[view.banker] -= payment.net
        assert by_seat == dict(paid), one.label


def test_nobody_ever_stands_to_lose_less_than_nothing(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        exposure = one.game.exposure(moment.state)
        assert all(amount >= 0 for amount in exposure.values()), one.label
        assert set(exposure) <= set(moment.state.seats), one.label


def test_after_the_round_nothing_is_held(rounds: Rounds) -> None:
    for one in rounds:
        assert not any(one.game.exposure(one.end).values()), one.label


def asked_for(one: Round, moment: Moment) -> dict[Seat, Amount]:
    """What stands to be lost by the action itself, before cards fall: what a table has to hold for it.

    It may be more than before, which is a raise, and the house steps that follow may
    end the round with it.
    """
    state = moment.state
    for event in one.game.decide(state, moment.action):
        state = one.game.evolve(state, event)
    return dict(one.game.exposure(state))


def test_no_house_step_raises_what_anybody_stands_to_lose(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        held = asked_for(one, moment)
        for seat, amount in one.game.exposure(moment.after.state).items():
            assert amount <= held[seat], (one.label, moment.action)


def test_nobody_loses_more_than_the_last_action_asked_him_to_hold(rounds: Rounds) -> None:
    for one in rounds:
        paid, held = one.game.payoffs(one.end), asked_for(one, one.moments[-1])
        for seat in one.end.seats:
            assert -paid.get(seat, 0) <= held.get(seat, 0), one.label


def test_nobody_loses_more_than_at_any_moment_and_what_was_raised_since(rounds: Rounds) -> None:
    for one in rounds:
        paid = one.game.payoffs(one.end)
        for seat in one.end.seats:
            raised = 0
            for moment in reversed(one.moments):
                before = one.game.exposure(moment.state).get(seat, 0)
                raised += max(0, asked_for(one, moment).get(seat, 0) - before)
                assert -paid.get(seat, 0) <= before + raised, one.label


def test_only_his_own_act_raises_what_a_punter_stands_to_lose(rounds: Rounds) -> None:
    for one, moment in every_moment(rounds):
        banker = one.game.view(moment.state, None).banker
        before, after = one.game.exposure(moment.state), asked_for(one, moment)
        for seat in moment.state.seats:
            if seat not in (banker, moment.action.seat):
                assert after.get(seat, 0) <= before.get(seat, 0), (one.label, moment.action)


def test_only_splits_and_doubles_raise_what_the_bank_stands_to_lose(rounds: Rounds) -> None:
    """A stake, a buy, a twist never does: they never compete for the bank's cover."""
    for one, moment in every_moment(rounds):
        banker = one.game.view(moment.state, None).banker
        before, after = one.game.exposure(moment.state), asked_for(one, moment)
        if after.get(banker, 0) > before.get(banker, 0):
            kind = str(moment.action.kind)
            is_own = moment.action.seat == banker
            assert kind in (DOUBLES_ITSELF if is_own else RAISES_THE_BANK), (one.label, kind)


def test_the_bank_is_opened_within_its_cover(rounds: Rounds) -> None:
    for one in rounds:
        banker = one.game.view(one.moments[0].state, None).banker
        if banker is None or isinstance(banker, Purse):
            continue
        cover = dict(one.limits.cover)[banker]
        assert one.game.exposure(one.moments[0].state)[banker] <= cover, one.label


def test_a_punter_is_opened_within_the_entry(rounds: Rounds) -> None:
    for one in rounds:
        state = one.moments[0].state
        banker, entry = one.game.view(state, None).banker, one.game.entry(one.rules, one.limits)
        for seat, amount in one.game.exposure(state).items():
            assert seat == banker or amount <= entry, one.label


def test_what_the_bank_stands_to_lose_is_its_factor_times_the_largest_stakes(rounds: Rounds) -> None:
    for one in rounds:
        state = one.moments[0].state
        view = one.game.view(state, None)
        if view.banker is None or isinstance(view.banker, Purse):
            continue
        punters = len(state.seats) - 1
        most = one.game.bank_factor(one.rules) * punters * view.stake_max
        assert one.game.exposure(state)[view.banker] == most, one.label
