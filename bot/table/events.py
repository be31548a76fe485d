"""What happens at a table between and around its rounds, as it is logged. Tags are for ever.

They stand in one log with the events of the game; seats are the engine's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from bot.engine.game import Amount, Party, Seat


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The first event of a table. Times are Unix milliseconds; `options` differ from the preset."""

    TAG: ClassVar[str] = "table_opened"
    guild_id: int
    channel_id: int
    game: str
    preset: str
    rules: Any
    options: tuple[tuple[str, str], ...]
    seat_max: int
    stake_min: Amount
    stake_max: Amount
    clock_seconds: int
    opener_id: int
    ends_at: int | None


@dataclass(frozen=True, slots=True)
class Joined:
    TAG: ClassVar[str] = "joined"
    seat: Seat
    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """The member leaves; his seat is free once the round is over."""

    TAG: ClassVar[str] = "leaving"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """The seat is empty from now on. `is_forced` says that it was not its member's wish."""

    TAG: ClassVar[str] = "seat_freed"
    seat: Seat
    is_forced: bool = False


@dataclass(frozen=True, slots=True)
class SatOut:
    TAG: ClassVar[str] = "sat_out"
    seat: Seat


@dataclass(frozen=True, slots=True)
class SatIn:
    TAG: ClassVar[str] = "sat_in"
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealBegun:
    """A round is about to be dealt; what is agreed on dealing comes between this and its first event."""

    TAG: ClassVar[str] = "deal_begun"
    round_index: int


@dataclass(frozen=True, slots=True)
class Readied:
    TAG: ClassVar[str] = "readied"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Answered:
    """A member decided for himself in this round, for the first time."""

    TAG: ClassVar[str] = "answered"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayedForAbsent:
    """What follows was done for a member who was late or has left."""

    TAG: ClassVar[str] = "played_for_absent"
    seat: Seat
    kind: str


@dataclass(frozen=True, slots=True)
class Missed:
    """The member decided nothing in the round that is over; two such rounds free his seat."""

    TAG: ClassVar[str] = "missed"
    seat: Seat


@dataclass(frozen=True, slots=True)
class NotDealtIn:
    """The member cannot cover the smallest stake and is passed over in this round."""

    TAG: ClassVar[str] = "not_dealt_in"
    seat: Seat
    needs: Amount


@dataclass(frozen=True, slots=True)
class LimitsChanged:
    TAG: ClassVar[str] = "limits_changed"
    stake_min: Amount
    stake_max: Amount


@dataclass(frozen=True, slots=True)
class LastRoundAnnounced:
    TAG: ClassVar[str] = "last_round_announced"
    by: str | None


@dataclass(frozen=True, slots=True)
class BankWished:
    """The banker wants to pass the bank, or somebody to take it from the house, after the round."""

    TAG: ClassVar[str] = "bank_wished"
    seat: Seat
    is_pass: bool


@dataclass(frozen=True, slots=True)
class BankGiven:
    """The bank went to `to` between rounds, for nothing."""

    TAG: ClassVar[str] = "bank_given"
    seat: Seat
    to: Party


@dataclass(frozen=True, slots=True)
class BankWishLapsed:
    """The round moved the bank itself; what was wished of it is void."""

    TAG: ClassVar[str] = "bank_wish_lapsed"


@dataclass(frozen=True, slots=True)
class SaleOffered:
    TAG: ClassVar[str] = "sale_offered"
    seller: Seat
    price: Amount
    to: Seat | None


@dataclass(frozen=True, slots=True)
class SaleAgreed:
    """The price is held from now on."""

    TAG: ClassVar[str] = "sale_agreed"
    buyer: Seat


@dataclass(frozen=True, slots=True)
class SaleLapsed:
    """The offer is void: its seller holds the bank no more, or one of the two left."""

    TAG: ClassVar[str] = "sale_lapsed"


@dataclass(frozen=True, slots=True)
class BankSold:
    TAG: ClassVar[str] = "bank_sold"
    seller: Seat
    buyer: Seat
    price: Amount


@dataclass(frozen=True, slots=True)
class BidMade:
    """The highest bid; it is held, the one before is let go."""

    TAG: ClassVar[str] = "bid_made"
    seat: Seat
    amount: Amount


@dataclass(frozen=True, slots=True)
class BidLapsed:
    TAG: ClassVar[str] = "bid_lapsed"


@dataclass(frozen=True, slots=True)
class BankAuctioned:
    """The highest bidder has the bank and paid the others their shares."""

    TAG: ClassVar[str] = "bank_auctioned"
    seat: Seat
    amount: Amount
    shares: tuple[tuple[Seat, Amount], ...]


@dataclass(frozen=True, slots=True)
class PackPromised:
    """The commitment of the next pack, before anything it depends on has happened."""

    TAG: ClassVar[str] = "pack_promised"
    commitment: str


@dataclass(frozen=True, slots=True)
class PackBegun:
    """The promised pack is in use; `interactions` are what its seed was mixed with, in order."""

    TAG: ClassVar[str] = "pack_begun"
    commitment: str
    interactions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PackRevealed:
    """The pack is retired, and its server seed (hex) no secret any more."""

    TAG: ClassVar[str] = "pack_revealed"
    commitment: str
    server_seed: str


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round does not count; every hold went back. `banker` banks again, None where a lot is to say."""

    TAG: ClassVar[str] = "round_voided"
    banker: Party | None


@dataclass(frozen=True, slots=True)
class WentToLobby:
    """The table waits for Deal: nobody decided in the last round, or (`is_short`) too few are left."""

    TAG: ClassVar[str] = "went_to_lobby"
    is_short: bool = False


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table is over. `by` closed it, None where it closed by itself; `is_idle`: nobody answered."""

    TAG: ClassVar[str] = "table_closed"
    by: str | None = None
    is_idle: bool = False


TABLE_EVENTS: tuple[type[Any], ...] = (
    TableOpened, Joined, Leaving, SeatFreed, SatOut, SatIn,
    DealBegun, Readied, Answered, PlayedForAbsent, Missed, NotDealtIn, LimitsChanged, LastRoundAnnounced,
    BankWished, BankGiven, BankWishLapsed, SaleOffered, SaleAgreed, SaleLapsed, BankSold,
    BidMade, BidLapsed, BankAuctioned,
    PackPromised, PackBegun, PackRevealed, RoundVoided, WentToLobby, TableClosed,
)  # fmt: skip
