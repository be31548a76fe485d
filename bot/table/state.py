"""A table between two events: who sits where, what is agreed, and the round being played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from bot.engine.game import NOTHING, Amount, Party, Seat
from bot.engine.registry import GAMES
from bot.table import events as e
from bot.views import BidView, Note, NoteLine, SaleView, SeatStatus, TablePhase

NOTES_MAX: Final = 8
MISSED_MAX: Final = 2


@dataclass(frozen=True, slots=True)
class Sitter:
    """A member in his seat.

    `since` is the round that had begun when he sat down; he is dealt in after it.
    `has_answered` and `was_absent` speak of the present round.
    """

    seat: Seat
    user_id: int
    name: str
    since: int
    status: SeatStatus = SeatStatus.IN
    is_ready: bool = False
    has_answered: bool = False
    was_absent: bool = False
    missed: int = 0


class TableState(NamedTuple):
    """All that the log of a table says. `round` and `carry` belong to the game.

    A named tuple like the game's own states: an action makes several, and nothing
    that is frozen is copied faster.

    `dealt` are the seats of the round being played, or of the last one.
    `wish` is a change of the bank that waits for the round's end. `version`
    counts the events.
    """

    opened: e.TableOpened
    stake_min: Amount
    stake_max: Amount
    phase: TablePhase = TablePhase.LOBBY
    version: int = 1
    round_index: int = 0
    sitters: tuple[Sitter, ...] = ()
    dealt: tuple[Seat, ...] = ()
    carry: Any = None
    round: Any = None
    is_last_round: bool = False
    sale: SaleView | None = None
    bid: BidView | None = None
    wish: e.BankWished | None = None
    notes: tuple[NoteLine, ...] = ()
    pack: str | None = None
    pack_interactions: tuple[str, ...] = ()
    promised: str | None = None
    revealed: tuple[str, str] | None = None

    @property
    def game(self) -> Any:
        """The game that is played here."""
        return GAMES[self.opened.game]

    @property
    def rules(self) -> Any:
        """The rules in force."""
        return self.opened.rules

    @property
    def seats_in(self) -> tuple[Seat, ...]:
        """The seats that are to be dealt in, clockwise."""
        return tuple(sorted(s.seat for s in self.sitters if s.status is SeatStatus.IN))

    @property
    def is_round_running(self) -> bool:
        """Whether a round is being played."""
        return self.phase is TablePhase.ROUND

    def is_dealt_in(self, sitter: Sitter) -> bool:
        """Whether a member has a hand in the last round; his seat may have been another's then."""
        return sitter.seat in self.dealt and sitter.since < self.round_index

    def exposure(self) -> Mapping[Seat, Amount]:
        """Return what each seat can still lose in the round being played; nothing between rounds."""
        return self.game.exposure(self.round) if self.is_round_running else {}

    def sitter(self, seat: Party | None) -> Sitter | None:
        """Return who sits there."""
        return next((s for s in self.sitters if s.seat == seat), None)

    def sitter_of(self, user_id: int) -> Sitter | None:
        """Return where a member sits."""
        return next((s for s in self.sitters if s.user_id == user_id), None)

    def banker(self) -> Party | None:
        """Return who holds the bank, or will at the next round."""
        if self.is_round_running:
            return getattr(self.round, "banker", None)
        return self.game.banker(self.carry)  # type: ignore[no-any-return]  # a game is Any here


def evolve(s: TableState | None, event: Any) -> TableState:
    """Return the table after `event`: one of its own, or one of its game."""
    if s is None:
        return _opened(event)
    return _applied(s, event)._replace(version=s.version + 1)


def fold(events: Iterable[Any]) -> TableState:
    """Return the table after all of `events`, its opening first: `evolve`, with one count at the end."""
    rest = iter(events)
    s, count = _opened(next(rest)), 1
    for event in rest:
        s = _applied(s, event)
        count += 1
    return s._replace(version=count)


def _opened(event: Any) -> TableState:
    assert isinstance(event, e.TableOpened), "a table begins with its opening"
    return TableState(event, event.stake_min, event.stake_max)


def _applied(s: TableState, event: Any) -> TableState:
    return _APPLY.get(type(event), _game_event)(s, event)


def _game_event(s: TableState, event: Any) -> TableState:
    game = s.game
    if not s.is_round_running:
        # The opening says what was kept from the rounds before, which a restart does not read.
        return s._replace(
            phase=TablePhase.ROUND, round=game.evolve(None, event), dealt=event.seats, carry=event.carry
        )
    return _with_round(s, game.evolve(s.round, event))


def played(s: TableState, round_state: Any, count: int) -> TableState:
    """Return the table after `count` events that led its round to `round_state`: `evolve`, in one step."""
    return _with_round(s, round_state)._replace(version=s.version + count)


def _with_round(s: TableState, round_state: Any) -> TableState:
    if not s.game.is_over(round_state):
        return s._replace(round=round_state)
    return s._replace(round=round_state, carry=s.game.carry(round_state), phase=TablePhase.PAUSE)


def _noted(s: TableState, note: Note, **detail: Any) -> tuple[NoteLine, ...]:
    return (*s.notes, NoteLine(note, **detail))[-NOTES_MAX:]


def _sitter(s: TableState, seat: Seat, **changes: Any) -> TableState:
    return s._replace(sitters=tuple([replace(x, **changes) if x.seat == seat else x for x in s.sitters]))


def _joined(s: TableState, event: e.Joined) -> TableState:
    new = Sitter(event.seat, event.user_id, event.name, since=s.round_index)
    sitters = tuple(sorted((*s.sitters, new), key=lambda x: x.seat))
    carry = s.game.fresh_carry(s.rules, event.seat) if s.carry is None else s.carry
    return s._replace(sitters=sitters, carry=carry)


def _leaving(s: TableState, event: e.Leaving) -> TableState:
    return _sitter(s, event.seat, status=SeatStatus.LEAVING)


def _seat_freed(s: TableState, event: e.SeatFreed) -> TableState:
    gone = s.sitter(event.seat)
    assert gone is not None, "an empty seat cannot be freed"
    sitters = tuple([x for x in s.sitters if x.seat != event.seat])
    notes = _noted(s, Note.SEAT_FREED, seat=event.seat, name=gone.name) if event.is_forced else s.notes
    carry = s.game.reseat(s.rules, s.carry, tuple(x.seat for x in sitters), event.seat)
    wish = None if s.wish is not None and s.wish.seat == event.seat else s.wish
    return s._replace(sitters=sitters, notes=notes, carry=carry, wish=wish)


def _sat_out(s: TableState, event: e.SatOut) -> TableState:
    return _sitter(s, event.seat, status=SeatStatus.OUT, is_ready=False)


def _sat_in(s: TableState, event: e.SatIn) -> TableState:
    return _sitter(s, event.seat, status=SeatStatus.IN, missed=0)


def _deal_begun(s: TableState, event: e.DealBegun) -> TableState:
    """What was said of the round before has been read."""
    fresh = tuple([replace(x, is_ready=False, has_answered=False, was_absent=False) for x in s.sitters])
    return s._replace(round_index=event.round_index, sitters=fresh, notes=())


def _readied(s: TableState, event: e.Readied) -> TableState:
    return _sitter(s, event.seat, is_ready=True, missed=0)


def _answered(s: TableState, event: e.Answered) -> TableState:
    return _sitter(s, event.seat, has_answered=True, missed=0)


def _missed(s: TableState, event: e.Missed) -> TableState:
    sitter = s.sitter(event.seat)
    return s if sitter is None else _sitter(s, event.seat, missed=sitter.missed + 1)


def _played_for(s: TableState, event: e.PlayedForAbsent) -> TableState:
    after = _sitter(s, event.seat, was_absent=True)
    sitter = s.sitter(event.seat)
    has_left = sitter is not None and sitter.status is SeatStatus.LEAVING
    note = Note.PLAYED_FOR_LEAVER if has_left else Note.PLAYED_FOR_ABSENT
    return after._replace(notes=_noted(s, note, seat=event.seat, kind=event.kind))


def _not_dealt_in(s: TableState, event: e.NotDealtIn) -> TableState:
    return s._replace(notes=_noted(s, Note.NOT_DEALT_IN, seat=event.seat, amount=event.needs))


def _limits(s: TableState, event: e.LimitsChanged) -> TableState:
    notes = _noted(s, Note.LIMITS_CHANGED, amount=event.stake_max)
    return s._replace(stake_min=event.stake_min, stake_max=event.stake_max, notes=notes)


def _last_round(s: TableState, event: e.LastRoundAnnounced) -> TableState:
    return s._replace(is_last_round=True, notes=_noted(s, Note.LAST_ROUND, name=event.by))


def _bank_wished(s: TableState, event: e.BankWished) -> TableState:
    return s._replace(wish=event)


def _bank_given(s: TableState, event: e.BankGiven) -> TableState:
    other = event.to if isinstance(event.to, int) else None
    giver = None if event.seat == event.to else event.seat
    notes = _noted(s, Note.BANK_PASSED, seat=giver, other=other)
    return s._replace(carry=s.game.give_bank(s.carry, event.to), wish=None, notes=notes)


def _bank_wish_lapsed(s: TableState, _event: e.BankWishLapsed) -> TableState:
    return s._replace(wish=None)


def _sale_offered(s: TableState, event: e.SaleOffered) -> TableState:
    return s._replace(sale=SaleView(event.seller, event.price, event.to, None))


def _sale_agreed(s: TableState, event: e.SaleAgreed) -> TableState:
    assert s.sale is not None, "only what is offered can be agreed"
    return s._replace(sale=replace(s.sale, buyer=event.buyer))


def _sale_lapsed(s: TableState, _event: e.SaleLapsed) -> TableState:
    assert s.sale is not None, "only what is offered can lapse"
    return s._replace(sale=None, notes=_noted(s, Note.SALE_LAPSED, seat=s.sale.seller))


def _bank_sold(s: TableState, event: e.BankSold) -> TableState:
    notes = _noted(s, Note.BANK_SOLD, seat=event.seller, other=event.buyer, amount=event.price)
    return s._replace(sale=None, carry=s.game.give_bank(s.carry, event.buyer), notes=notes)


def _bid_made(s: TableState, event: e.BidMade) -> TableState:
    return s._replace(bid=BidView(event.seat, event.amount))


def _bid_lapsed(s: TableState, _event: e.BidLapsed) -> TableState:
    return s._replace(bid=None)


def _bank_auctioned(s: TableState, event: e.BankAuctioned) -> TableState:
    notes = _noted(s, Note.BANK_AUCTIONED, seat=event.seat, amount=event.amount)
    return s._replace(bid=None, carry=s.game.give_bank(s.carry, event.seat), notes=notes)


def _pack_promised(s: TableState, event: e.PackPromised) -> TableState:
    return s._replace(promised=event.commitment)


def _pack_begun(s: TableState, event: e.PackBegun) -> TableState:
    return s._replace(pack=event.commitment, pack_interactions=event.interactions)


def _pack_revealed(s: TableState, event: e.PackRevealed) -> TableState:
    pack = None if s.pack == event.commitment else s.pack
    return s._replace(pack=pack, revealed=(event.commitment, event.server_seed))


def _round_voided(s: TableState, event: e.RoundVoided) -> TableState:
    # A voided round changes nothing but the pack: whoever banked it banks again.
    opener = s.sitters[0].seat if s.sitters else Seat(0)
    carry = s.game.fresh_carry(s.rules, opener)
    if event.banker is not None:
        carry = s.game.give_bank(carry, event.banker)
    notes = _noted(s, Note.ROUND_VOIDED)
    return s._replace(phase=TablePhase.LOBBY, round=None, carry=carry, dealt=(), notes=notes)


def _went_to_lobby(s: TableState, event: e.WentToLobby) -> TableState:
    notes = s.notes if event.is_short else _noted(s, Note.NOBODY_ANSWERED)
    return s._replace(phase=TablePhase.LOBBY, notes=notes)


def _closed(s: TableState, event: e.TableClosed) -> TableState:
    note = Note.IDLE_CLOSED if event.is_idle else Note.CLOSED_BY
    notes = _noted(s, note, name=event.by) if event.by or event.is_idle else s.notes
    return s._replace(phase=TablePhase.CLOSED, sale=None, bid=None, wish=None, notes=notes)


_APPLY: dict[type[Any], Callable[[TableState, Any], TableState]] = {
    e.Joined: _joined,
    e.Leaving: _leaving,
    e.SeatFreed: _seat_freed,
    e.SatOut: _sat_out,
    e.SatIn: _sat_in,
    e.DealBegun: _deal_begun,
    e.Readied: _readied,
    e.Answered: _answered,
    e.PlayedForAbsent: _played_for,
    e.Missed: _missed,
    e.NotDealtIn: _not_dealt_in,
    e.LimitsChanged: _limits,
    e.LastRoundAnnounced: _last_round,
    e.BankWished: _bank_wished,
    e.BankGiven: _bank_given,
    e.BankWishLapsed: _bank_wish_lapsed,
    e.SaleOffered: _sale_offered,
    e.SaleAgreed: _sale_agreed,
    e.SaleLapsed: _sale_lapsed,
    e.BankSold: _bank_sold,
    e.BidMade: _bid_made,
    e.BidLapsed: _bid_lapsed,
    e.BankAuctioned: _bank_auctioned,
    e.PackPromised: _pack_promised,
    e.PackBegun: _pack_begun,
    e.PackRevealed: _pack_revealed,
    e.RoundVoided: _round_voided,
    e.WentToLobby: _went_to_lobby,
    e.TableClosed: _closed,
}


def promises(s: TableState) -> dict[Seat, Amount]:
    """Return what seats have promised for the bank and not paid yet: held beside their exposure."""
    found: dict[Seat, Amount] = {}
    if s.sale is not None and s.sale.buyer is not None:
        found[s.sale.buyer] = s.sale.price
    if s.bid is not None:
        found[s.bid.seat] = Amount(found.get(s.bid.seat, NOTHING) + s.bid.amount)
    return found
