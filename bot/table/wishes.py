"""What members may ask of a table itself, one function a wish. Each adds events or says no."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bot.engine.game import COUNTER, Amount, Seat
from bot.table import bank, rounds
from bot.table import events as e
from bot.table.draft import Draft
from bot.table.state import Sitter, TableState
from bot.table.trouble import No
from bot.views import Asker, Refusal, Request, SeatStatus, TableKind


@dataclass(frozen=True, slots=True)
class Wish:
    """A request of somebody, with what has to be known to judge it."""

    who: Asker
    request: Request
    balances: Mapping[int, Amount]
    sale_multiple: int


def grant(draft: Draft, wish: Wish) -> None:
    """Do what is wished. Raises No."""
    _WISHES[TableKind(wish.request.kind)](draft, wish)


def may_deal(s: TableState, who: Asker, kind: str) -> bool:
    """Whether a round may be dealt on this wish, so that balances have to be fresh."""
    return kind == TableKind.DEAL or (kind == TableKind.READY and not _unready(s) - {who.user_id})


def seat_of(s: TableState, who: Asker) -> Sitter:
    """Return where somebody sits. Raises No if nowhere."""
    sitter = s.sitter_of(who.user_id)
    if sitter is None:
        raise No(Refusal.NOT_SEATED)
    return sitter


def _stays(s: TableState, who: Asker) -> Sitter:
    """Return where somebody sits who has not got up. Raises No: one who leaves agrees to nothing any more."""
    sitter = seat_of(s, who)
    if sitter.status is SeatStatus.LEAVING:
        raise No(Refusal.NOT_SEATED)
    return sitter


def free_seat(s: TableState) -> Seat:
    """Return the next seat to sit down in: to the left of everybody, so that seats follow joining."""
    taken = {x.seat for x in s.sitters}
    if len(taken) >= s.opened.seat_max:
        raise No(Refusal.TABLE_FULL)
    return Seat(max(taken, default=-1) + 1)


def join(draft: Draft, who: Asker) -> None:
    """Sit down. Raises No."""
    s = draft.state
    sitter = s.sitter_of(who.user_id)
    if sitter is not None and sitter.status is SeatStatus.LEAVING:
        draft.add(e.SatIn(sitter.seat))
        return
    if sitter is not None:
        raise No(Refusal.ALREADY_SEATED)
    draft.add(e.Joined(free_seat(s), who.user_id, who.name))


def _join(draft: Draft, wish: Wish) -> None:
    join(draft, wish.who)


def _leave(draft: Draft, wish: Wish) -> None:
    sitter = seat_of(draft.state, wish.who)
    if sitter.status is not SeatStatus.LEAVING:
        rounds.free_seat(draft, sitter.seat, is_forced=False)


def _sit_out(draft: Draft, wish: Wish) -> None:
    sitter = _stays(draft.state, wish.who)
    if sitter.status is SeatStatus.IN:
        rounds.drop_agreements_of(draft, sitter.seat)
        draft.add(e.SatOut(sitter.seat))


def _sit_in(draft: Draft, wish: Wish) -> None:
    sitter = seat_of(draft.state, wish.who)
    if sitter.status is not SeatStatus.IN:
        draft.add(e.SatIn(sitter.seat))


def _deal(draft: Draft, wish: Wish) -> None:
    sitter = seat_of(draft.state, wish.who)
    if draft.state.is_round_running:
        raise No(Refusal.ROUND_RUNNING)
    bank.sit_in(draft, sitter)
    draft.add(e.Readied(sitter.seat))
    rounds.begin(draft, wish.balances, sitter.seat)


def _ready(draft: Draft, wish: Wish) -> None:
    sitter = seat_of(draft.state, wish.who)
    if draft.state.is_round_running:
        raise No(Refusal.ROUND_RUNNING)
    bank.sit_in(draft, sitter)
    if not sitter.is_ready:
        draft.add(e.Readied(sitter.seat))
    if not _unready(draft.state):
        rounds.begin(draft, wish.balances, sitter.seat)


def _unready(s: TableState) -> set[int]:
    """Return the members whom the next deal still waits for."""
    return {x.user_id for x in s.sitters if x.status is SeatStatus.IN and not x.is_ready}


def _close(draft: Draft, wish: Wish) -> None:
    s = draft.state
    needs_say(s, wish.who)
    sitter = s.sitter_of(wish.who.user_id)
    is_in_round = sitter is not None and sitter.seat in s.dealt
    if s.is_round_running and (is_in_round or not wish.who.may_manage):
        # Closing voids the round: nobody may take back what he, or a friend, is about to lose.
        raise No(Refusal.CLOSE_OVER_ROUND)
    rounds.close(draft, wish.who.name)


def _free(draft: Draft, wish: Wish) -> None:
    needs_say(draft.state, wish.who)
    member = wish.request.member_id
    sitter = None if member is None else draft.state.sitter_of(member)
    if sitter is None:
        raise No(Refusal.NOT_A_MEMBER)
    rounds.free_seat(draft, sitter.seat, is_forced=True)


def _last(draft: Draft, wish: Wish) -> None:
    needs_say(draft.state, wish.who)
    if draft.state.is_last_round:
        return
    draft.add(e.LastRoundAnnounced(wish.who.name))


def _limits(draft: Draft, wish: Wish) -> None:
    needs_say(draft.state, wish.who)
    s, request = draft.state, wish.request
    low = s.stake_min if request.amount is None else request.amount
    high = s.stake_max if request.amount_max is None else request.amount_max
    check_limits(low, high)
    draft.add(e.LimitsChanged(low, high))


def check_limits(low: Amount, high: Amount) -> None:
    """Raise No unless the limits are whole counters, the smaller first."""
    if low < COUNTER or high < low or low % COUNTER or high % COUNTER or high > STAKE_CEILING:
        raise No(Refusal.LIMITS_BAD, max=STAKE_CEILING)


STAKE_CEILING = Amount(1_000_000 * COUNTER)


def needs_say(s: TableState, who: Asker) -> None:
    """Raise No unless `who` opened the table or may manage the server."""
    if who.user_id != s.opened.opener_id and not who.may_manage:
        raise No(Refusal.NOT_ALLOWED)


def _bank_take(draft: Draft, wish: Wish) -> None:
    bank.take(draft, _stays(draft.state, wish.who))


def _bank_pass(draft: Draft, wish: Wish) -> None:
    bank.give_up(draft, _stays(draft.state, wish.who))


def _bank_sell(draft: Draft, wish: Wish) -> None:
    request = wish.request
    bank.sell(draft, _stays(draft.state, wish.who), request.amount, request.member_id, wish.sale_multiple)


def _bank_buy(draft: Draft, wish: Wish) -> None:
    bank.buy(draft, _stays(draft.state, wish.who), wish.request.amount)


def _bank_bid(draft: Draft, wish: Wish) -> None:
    bank.bid(draft, _stays(draft.state, wish.who), wish.request.amount, wish.sale_multiple)


_WISHES: Mapping[TableKind, Callable[[Draft, Wish], None]] = {
    TableKind.JOIN: _join,
    TableKind.LEAVE: _leave,
    TableKind.SIT_OUT: _sit_out,
    TableKind.SIT_IN: _sit_in,
    TableKind.DEAL: _deal,
    TableKind.READY: _ready,
    TableKind.CLOSE: _close,
    TableKind.FREE: _free,
    TableKind.LAST: _last,
    TableKind.LIMITS: _limits,
    TableKind.BANK_TAKE: _bank_take,
    TableKind.BANK_PASS: _bank_pass,
    TableKind.BANK_SELL: _bank_sell,
    TableKind.BANK_BUY: _bank_buy,
    TableKind.BANK_BID: _bank_bid,
}
