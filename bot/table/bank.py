"""The bank between rounds: given up, taken from the house, sold, auctioned. Source: 1.6, 10a.

Agreed may be at any time; what was agreed takes effect when no round is running.
"""

from __future__ import annotations

from bot.engine.game import Amount, Party, Purse, Seat
from bot.table import events as e
from bot.table.draft import Draft
from bot.table.state import Sitter, TableState
from bot.table.trouble import No
from bot.views import Refusal, SeatStatus

SALE = "sale"
AUCTION = "auction"


def settle_agreements(draft: Draft, *, auctions: bool = True) -> None:
    """Let what was agreed about the bank happen; an auction ends when the next round is dealt."""
    assert not draft.state.is_round_running, "agreements wait for the end of the round"
    _settle_wish(draft)
    _settle_sale(draft)
    if auctions:
        _settle_bid(draft)


def take(draft: Draft, sitter: Sitter) -> None:
    """Take the bank from the house. Raises No where a member holds it."""
    s = draft.state
    _needs_bank(s)
    banker = s.banker()
    if banker == sitter.seat:
        raise No(Refusal.ALREADY_BANK_HOLDER)
    if banker is not Purse.HOUSE:
        raise No(Refusal.BANK_NOT_FREE, banker=_name(s, banker))
    if s.wish is not None and s.wish.seat != sitter.seat:
        raise No(Refusal.BANK_NOT_FREE, banker=_name(s, s.wish.seat))
    sit_in(draft, sitter)
    draft.add(e.BankWished(sitter.seat, is_pass=False))
    if not s.is_round_running:
        _settle_wish(draft)


def give_up(draft: Draft, sitter: Sitter) -> None:
    """Give the bank up: it passes to the left, after the round. Raises No."""
    s = draft.state
    _needs_bank(s)
    _needs_holder(s, sitter)
    if s.sale is not None and s.sale.buyer is not None:
        raise No(Refusal.SALE_AGREED_ALREADY, buyer=_name(s, s.sale.buyer))
    draft.add(e.BankWished(sitter.seat, is_pass=True))
    if not s.is_round_running:
        _settle_wish(draft)


def sell(draft: Draft, sitter: Sitter, price: Amount | None, member_id: int | None, multiple: int) -> None:
    """Offer the bank for `price`, to one member or to anyone. Raises No."""
    s = draft.state
    if SALE not in s.game.bank_ways(s.rules):
        raise No(Refusal.BANK_NOT_SOLD_HERE)
    _needs_holder(s, sitter)
    if s.sale is not None and s.sale.buyer is not None:
        raise No(Refusal.SALE_AGREED_ALREADY, buyer=_name(s, s.sale.buyer))
    most = multiple * s.stake_max
    if price is None or price <= 0:
        raise No(Refusal.AMOUNT_NEEDED, max=most)
    if price > most:
        raise No(Refusal.SALE_TOO_DEAR, max=most, amount=price)
    to = None
    if member_id is not None:
        buyer = s.sitter_of(member_id)
        if buyer is None or buyer.seat == sitter.seat:
            raise No(Refusal.NOT_A_MEMBER)
        to = buyer.seat
    draft.add(e.SaleOffered(sitter.seat, price, to))


def buy(draft: Draft, sitter: Sitter, price: Amount | None) -> None:
    """Agree to the bank's price, which is held at once. Raises No.

    `price` is what the presser's button said, None where it said nothing.
    """
    s = draft.state
    if s.sale is None:
        raise No(Refusal.NO_SALE_OFFERED)
    if s.sale.buyer is not None:
        raise No(Refusal.SALE_AGREED_ALREADY, buyer=_name(s, s.sale.buyer))
    if s.sale.to not in (None, sitter.seat):
        raise No(Refusal.SALE_NOT_FOR_YOU, member=_name(s, s.sale.to))
    if s.sale.seller == sitter.seat:
        raise No(Refusal.ALREADY_BANK_HOLDER)
    if price not in (None, s.sale.price):
        raise No(Refusal.STALE)
    sit_in(draft, sitter)
    draft.add(e.SaleAgreed(sitter.seat))
    if not s.is_round_running:
        _settle_sale(draft)


def bid(draft: Draft, sitter: Sitter, amount: Amount | None, multiple: int) -> None:
    """Bid for the bank, above the bid before; it is held at once. Raises No.

    No more than a bank may be sold for: an auction is no way to hand counters over either.
    """
    s = draft.state
    if AUCTION not in s.game.bank_ways(s.rules, s.banker()):
        raise No(Refusal.BANK_NOT_AUCTIONED_HERE)
    if s.banker() == sitter.seat:
        raise No(Refusal.ALREADY_BANK_HOLDER)
    least = s.stake_min if s.bid is None else Amount(s.bid.amount + s.stake_min)
    most = multiple * s.stake_max
    if least > most or (amount is not None and amount > most):
        raise No(Refusal.SALE_TOO_DEAR, max=most)
    if amount is None or amount < least:
        raise No(Refusal.BID_TOO_LOW, min=least)
    sit_in(draft, sitter)
    draft.add(e.BidMade(sitter.seat, amount))


def sit_in(draft: Draft, sitter: Sitter) -> None:
    """Have a member dealt in again who sat out: whoever wants the bank wants to play."""
    if sitter.status is SeatStatus.OUT:
        draft.add(e.SatIn(sitter.seat))


def _settle_wish(draft: Draft) -> None:
    s = draft.state
    wish = s.wish
    if wish is None:
        return
    if s.banker() != (wish.seat if wish.is_pass else Purse.HOUSE):
        draft.add(e.BankWishLapsed())
    else:
        draft.add(e.BankGiven(wish.seat, _left_of(s, wish.seat) if wish.is_pass else wish.seat))


def _settle_sale(draft: Draft) -> None:
    s = draft.state
    sale = s.sale
    if sale is None:
        return
    if s.banker() != sale.seller:
        draft.add(e.SaleLapsed())
    elif sale.buyer is not None:
        draft.add(e.BankSold(sale.seller, sale.buyer, sale.price))


def _settle_bid(draft: Draft) -> None:
    """The highest bidder pays the others in equal parts, the remainder from his left. Source: 10a."""
    s = draft.state
    if s.bid is None:
        return
    seat, amount = s.bid.seat, s.bid.amount
    sitter = s.sitter(seat)
    others = _others(s, seat)
    if sitter is None or sitter.status is not SeatStatus.IN or s.banker() == seat or not others:
        draft.add(e.BidLapsed())
        return
    share, rest = divmod(amount, len(others))
    shares = tuple((other, Amount(share + (place < rest))) for place, other in enumerate(others))
    draft.add(e.BankAuctioned(seat, amount, shares))


def _others(s: TableState, seat: Seat) -> tuple[Seat, ...]:
    """The others who play, from the left of `seat`."""
    seats = [other for other in s.seats_in if other != seat]
    return (*(o for o in seats if o > seat), *(o for o in seats if o < seat))


def _left_of(s: TableState, seat: Seat) -> Party:
    others = _others(s, seat)
    return others[0] if others else Purse.HOUSE


def _needs_bank(s: TableState) -> None:
    if not s.game.bank_ways(s.rules):
        raise No(Refusal.BANK_NOT_FREE, banker=_name(s, Purse.HOUSE))


def _needs_holder(s: TableState, sitter: Sitter) -> None:
    banker = s.banker()
    if banker != sitter.seat:
        raise No(Refusal.NOT_BANK_HOLDER, banker=_name(s, banker))


def _name(s: TableState, party: Party | None) -> str:
    """Return who holds it, in words the presentation knows: a name, `house`, or nothing yet."""
    sitter = s.sitter(party)
    if sitter is not None:
        return sitter.name
    return "" if party is None else str(Purse.HOUSE)
