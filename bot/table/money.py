"""What a table's events mean in counters: from states to transfers.

After each action `held:<table>:<seat>` equals what the seat can still lose plus
what it has promised for the bank; only the difference is moved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.engine.game import NOTHING, Amount, Party, Purse, Seat
from bot.ledger import accounts
from bot.ledger.results import Result
from bot.ledger.transfers import Transfer, TransferReason
from bot.table import events as e
from bot.table.draft import Draft
from bot.table.state import TableState, promises

Move = tuple[str, str, int, TransferReason]


def due(s: TableState, exposed: Mapping[Seat, Amount]) -> dict[Seat, Amount]:
    """Return what each seat has to hold now, in hundredths: what it can lose, and what it has promised."""
    found = promises(s)
    for seat, amount in exposed.items():
        found[seat] = Amount(found.get(seat, NOTHING) + amount)
    return {seat: amount for seat, amount in found.items() if amount}


def transfers(table_id: int, draft: Draft, action: str) -> tuple[Transfer, ...]:
    """Return what an action moves, in an order in which everything is covered when its turn comes."""
    before, events, after = draft.before, draft.events, draft.state
    if before is None:
        return ()
    held: dict[Seat, int] = dict(due(before, draft.exposed_before) if draft.held is None else draft.held)
    users = {x.seat: x.user_id for x in (*after.sitters, *before.sitters)}
    moves: list[Move] = []
    moves += _bank_prices(table_id, before, events, held, users)
    if _is_settled(before, after):
        moves += _settlement(table_id, after, held, users)
        reason = TransferReason.RELEASE
    else:
        is_void = any(isinstance(event, e.RoundVoided) for event in events)
        reason = TransferReason.VOID if is_void else TransferReason.RELEASE
    moves += _difference(table_id, held, due(after, draft.exposed_after), users, reason)
    guild_id, round_index = after.opened.guild_id, after.round_index
    return tuple(
        Transfer(f"{action}:{n}", guild_id, debit, credit, Amount(amount), why, table_id, round_index)
        for n, (debit, credit, amount, why) in enumerate(moves)
    )


def results(table_id: int, draft: Draft) -> tuple[Result, ...]:
    """Return what each member won or lost, if the action settled a round."""
    before, after = draft.before, draft.state
    if before is None or not _is_settled(before, after):
        return ()
    users = {x.seat: x.user_id for x in (*after.sitters, *before.sitters)}
    opened = after.opened
    return tuple(
        Result(opened.guild_id, users[party], opened.game, table_id, after.round_index, net)
        for party, net in after.game.payoffs(after.round).items()
        if not isinstance(party, Purse)
    )


def _is_settled(before: TableState, after: TableState) -> bool:
    """Whether a round came to its end between the two; a voided one leaves no round behind."""
    is_new = before.is_round_running or before.round_index != after.round_index
    return is_new and after.round is not None and bool(after.game.is_over(after.round))


def _difference(
    table_id: int,
    held: Mapping[Seat, int],
    wanted: Mapping[Seat, int],
    users: Mapping[Seat, int],
    reason: TransferReason,
) -> Iterator[Move]:
    releases, holds = [], []
    for seat in sorted({*held, *wanted}):
        more = wanted.get(seat, 0) - held.get(seat, 0)
        player, account = accounts.player(users[seat]), accounts.held(table_id, seat)
        if more > 0:
            holds.append((player, account, more, TransferReason.HOLD))
        elif more < 0:
            releases.append((account, player, -more, reason))
    yield from releases
    yield from holds


def _settlement(
    table_id: int, s: TableState, held: dict[Seat, int], users: Mapping[Seat, int]
) -> Iterator[Move]:
    """Losers pay winners, who are paid in the order of the round."""
    payoffs: Mapping[Party, Amount] = s.game.payoffs(s.round)
    winners = [party for party, net in payoffs.items() if net > 0]
    unpaid: dict[Party, int] = {party: payoffs[party] for party in winners}
    for party, net in payoffs.items():
        if net >= 0:
            continue
        owed: int = -net
        if not isinstance(party, Purse):
            short = owed - held.get(party, 0)
            if short > 0:
                # A raise and the end of the round in one action: what it costs was never held.
                account = accounts.held(table_id, party)
                yield accounts.player(users[party]), account, short, TransferReason.HOLD
                held[party] = owed
            held[party] -= owed
        while owed:
            winner = winners[0]
            paid = min(owed, unpaid[winner])
            payer = _purse(table_id, party) if isinstance(party, Purse) else accounts.held(table_id, party)
            payee = _purse(table_id, winner) if isinstance(winner, Purse) else accounts.player(users[winner])
            yield payer, payee, paid, TransferReason.SETTLE
            owed -= paid
            unpaid[winner] -= paid
            if not unpaid[winner]:
                winners.pop(0)
    assert not winners, "what is won is lost by somebody"


def _purse(table_id: int, purse: Purse) -> str:
    return accounts.HOUSE if purse is Purse.HOUSE else accounts.pool(table_id)


def _bank_prices(
    table_id: int,
    before: TableState,
    events: Iterable[object],
    held: dict[Seat, int],
    users: Mapping[Seat, int],
) -> Iterator[Move]:
    for event in events:
        match event:
            case e.BankSold(seller=seller, buyer=buyer, price=price):
                payer = accounts.player(users[buyer])
                # Agreed and done in one action, it was never held.
                if before.sale is not None and before.sale.buyer == buyer:
                    held[buyer] -= price
                    payer = accounts.held(table_id, buyer)
                yield payer, accounts.player(users[seller]), price, TransferReason.SALE
            case e.BankAuctioned(seat=seat, amount=amount, shares=shares):
                held[seat] -= amount
                for other, share in shares:
                    if share:
                        yield (
                            accounts.held(table_id, seat),
                            accounts.player(users[other]),
                            share,
                            TransferReason.AUCTION,
                        )
            case _:
                pass
