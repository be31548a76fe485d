"""The life of a round at a table: who is dealt in, who is played for, what follows its end."""

from __future__ import annotations

from collections.abc import Mapping

from bot.engine.game import NOTHING, Absence, Amount, Limits, Reason, Seat
from bot.table import bank, cover
from bot.table import events as e
from bot.table.draft import Draft
from bot.table.state import MISSED_MAX, TableState
from bot.table.trouble import No
from bot.views import Refusal, SeatStatus, TablePhase


def dealt_in(
    s: TableState, at_hand: Mapping[Seat, Amount]
) -> tuple[tuple[Seat, ...], tuple[Seat, ...], Amount]:
    """Return who can be dealt in, who cannot for want of counters, and what it takes."""
    limits = Limits(s.stake_min, s.stake_max, ())
    needs = s.game.entry(s.rules, limits)
    able = tuple([seat for seat in s.seats_in if at_hand.get(seat, NOTHING) >= needs])
    return able, tuple([seat for seat in s.seats_in if seat not in able]), needs


def cover_of(s: TableState, balances: Mapping[int, Amount]) -> dict[Seat, Amount]:
    """Return what each seat could hold in a round, from what its member has at hand."""
    return {x.seat: balances.get(x.user_id, NOTHING) for x in s.sitters}


def begin(draft: Draft, balances: Mapping[int, Amount], asking: Seat | None = None) -> None:
    """Settle what was agreed about the bank, and deal. Raises No where too few can play.

    `asking` is who wants it dealt: he is told of his own purse, and of nobody else's.
    """
    draft.add(e.DealBegun(draft.state.round_index + 1))
    if is_time_up(draft.state, draft.now_ms):
        raise No(Refusal.LAST_ROUND_PLAYED)
    bank.settle_agreements(draft)
    s = draft.state
    at_hand = cover_of(s, _after_prices(draft, balances))
    able, lacking, needs = dealt_in(s, at_hand)
    if len(able) < s.game.seat_min or not able:
        if asking in lacking:
            has = at_hand.get(asking, NOTHING)
            raise No(Refusal.ENTRY_NOT_COVERED, min=needs - has, balance=has)
        raise No(Refusal.TOO_FEW_SEATED, count=max(1, s.game.seat_min - len(s.seats_in)))
    draft.add(*[e.NotDealtIn(seat, needs) for seat in lacking])
    covers = tuple((seat, at_hand[seat]) for seat in able)
    draft.begin_round(able, Limits(s.stake_min, s.stake_max, covers))
    play_for_leavers(draft)
    after_round(draft)


def _after_prices(draft: Draft, balances: Mapping[int, Amount]) -> dict[int, Amount]:
    """Return the balances once the prices settled in this draft are paid: they are spent or received."""
    users = {x.seat: x.user_id for x in draft.state.sitters}
    found = dict(balances)
    for event in draft.events:
        match event:
            case e.BankSold(seller=seller, price=price):
                found[users[seller]] = Amount(found.get(users[seller], NOTHING) + price)
            case e.BankAuctioned(shares=shares):
                for seat, share in shares:
                    found[users[seat]] = Amount(found.get(users[seat], NOTHING) + share)
            case _:
                pass
    return found


def act(draft: Draft, seat: Seat, kind: str, amount: Amount | None) -> None:
    """Let a member decide for himself. Raises IllegalAction or No."""
    s = draft.state
    if not s.is_round_running:
        raise No(Refusal.NO_ROUND)
    if seat not in s.dealt:
        raise No(Reason.NOT_IN_ROUND)
    sitter = s.sitter(seat)
    assert sitter is not None
    if not sitter.has_answered:
        draft.add(e.Answered(seat))
    users = {x.seat: x.user_id for x in s.sitters}
    needed = cover.needs(s, draft.exposed_before, seat, kind, amount)
    draft.needs = {users[other]: most for other, most in needed.items()}
    draft.play(s.game.action(seat, kind, amount, ()))
    play_for_leavers(draft)
    after_round(draft)


def play_for(draft: Draft, seat: Seat, why: Absence) -> None:
    """Do what the game does for one who is late or has left."""
    s = draft.state
    action = s.game.absent(s.round, seat, why)
    draft.add(e.PlayedForAbsent(seat, str(action.kind)))
    draft.play(action)


def play_for_leavers(draft: Draft) -> None:
    """Play for those who have left until none of them is waited for."""
    while (seat := _leaver_waited_for(draft.state)) is not None:
        play_for(draft, seat, Absence.LEFT)


def _leaver_waited_for(s: TableState) -> Seat | None:
    if not s.is_round_running:
        return None
    leaving = {x.seat for x in s.sitters if x.status is SeatStatus.LEAVING}
    waited: tuple[Seat, ...] = s.game.seats_to_act(s.round)
    return next((seat for seat in waited if seat in leaving), None)


def after_round(draft: Draft) -> None:
    """What follows when a round has just ended: seats, bank, pack, and whether the table goes on."""
    before = draft.before
    was_running = before is not None and before.is_round_running
    began = any(round_index is not None for round_index in draft.rounds)
    if draft.state.phase is not TablePhase.PAUSE or not (was_running or began):
        return
    s = draft.state
    is_answered = any(x.has_answered for x in s.sitters if x.seat in s.dealt)
    draft.add(
        *[e.Missed(x.seat) for x in s.sitters if x.seat in s.dealt and x.was_absent and not x.has_answered]
    )
    for sitter in draft.state.sitters:
        is_missing = sitter.missed >= MISSED_MAX
        if is_missing or sitter.status is SeatStatus.LEAVING:
            drop_agreements_of(draft, sitter.seat)
            draft.add(
                e.SeatFreed(sitter.seat, is_forced=is_missing and sitter.status is not SeatStatus.LEAVING)
            )
    bank.settle_agreements(draft, auctions=False)
    retire_if_done(draft)
    s = draft.state
    if s.is_last_round or is_time_up(s, draft.now_ms) or not s.sitters:
        close(draft, None)
    elif not is_answered:
        draft.add(e.WentToLobby())


def is_time_up(s: TableState, now_ms: int) -> bool:
    """Whether the time agreed on opening is over."""
    return s.opened.ends_at is not None and now_ms >= s.opened.ends_at


def retire_if_done(draft: Draft) -> None:
    """Show the seed of a pack that the game has done with."""
    carried = getattr(draft.state.carry, "pack", ())
    if not carried and not draft.state.is_round_running:
        draft.retire_pack()


def void(draft: Draft) -> None:
    """Break the round off: nothing of it counts, and its pack is shown."""
    if draft.state.is_round_running:
        draft.add(e.RoundVoided(draft.state.banker()))
    draft.retire_pack()


def close(draft: Draft, by: str | None, *, is_idle: bool = False) -> None:
    """Close the table; a round in the middle of it is voided, everything is paid back."""
    void(draft)
    draft.add(e.TableClosed(by, is_idle))


def free_seat(draft: Draft, seat: Seat, *, is_forced: bool) -> None:
    """Let a seat go: at once between rounds, after the round for one who is in it."""
    s = draft.state
    drop_agreements_of(draft, seat)
    if s.is_round_running and seat in s.dealt:
        draft.add(e.Leaving(seat))
        play_for_leavers(draft)
        after_round(draft)
        return
    draft.add(e.SeatFreed(seat, is_forced))
    retire_if_done(draft)
    if not draft.state.sitters:
        close(draft, None)


def drop_agreements_of(draft: Draft, seat: Seat) -> None:
    """Let go of what a leaving member had offered or promised for the bank."""
    s = draft.state
    if s.sale is not None and seat in (s.sale.seller, s.sale.to, s.sale.buyer):
        draft.add(e.SaleLapsed())
    if s.bid is not None and s.bid.seat == seat:
        draft.add(e.BidLapsed())
