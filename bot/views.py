"""What a table tells those who draw it, and how it answers those who ask.

Frozen values only. The table makes them, the presentation draws them; neither
needs to know the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.engine.game import Amount, Offer, Party, PayoutRow, Seat


@dataclass(frozen=True, slots=True)
class Asker:
    """Who clicked or typed: a Discord member, and what the server lets him do."""

    guild_id: int
    user_id: int
    name: str
    may_manage: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What a button was drawn for: the round, and the decision of the seat it was offered to.

    `decision` is None for buttons of the table itself (join, deal ...).
    """

    round_index: int
    decision: int | None


@dataclass(frozen=True, slots=True)
class Request:
    """What is wanted, in words: `kind` is a `TableKind` or one of the game's own kinds."""

    kind: str
    amount: Amount | None = None
    amount_max: Amount | None = None
    member_id: int | None = None


class TableKind(StrEnum):
    """What can be asked of a table, whatever its game."""

    JOIN = "join"
    LEAVE = "leave"
    SIT_OUT = "sit_out"
    SIT_IN = "sit_in"
    DEAL = "deal"
    READY = "ready"
    CLOSE = "close"
    FREE = "free"
    LAST = "last"
    LIMITS = "limits"
    BANK_TAKE = "bank_take"
    BANK_PASS = "bank_pass"
    BANK_SELL = "bank_sell"
    BANK_BUY = "bank_buy"
    BANK_BID = "bank_bid"


class Refusal(StrEnum):
    """Why a table says no, beside the reasons of the rules (`bot.engine.game.Reason`)."""

    STALE = "stale"
    NOT_SEATED = "not_seated"
    ALREADY_SEATED = "already_seated"
    TABLE_FULL = "table_full"
    TABLE_CLOSED = "table_closed"
    NO_TABLE = "no_table"
    TABLE_OPEN = "table_open"
    NOT_ALLOWED = "not_allowed"
    NOT_COVERED = "not_covered"
    BANK_NOT_COVERED = "bank_not_covered"
    ENTRY_NOT_COVERED = "entry_not_covered"
    TOO_FEW_SEATED = "too_few_seated"
    ROUND_RUNNING = "round_running"
    CLOSE_OVER_ROUND = "close_over_round"
    NO_ROUND = "no_round"
    NO_HAND = "no_hand"
    LAST_ROUND_PLAYED = "last_round_played"
    NO_SUCH_PRESET = "no_such_preset"
    NO_SUCH_OPTION = "no_such_option"
    BAD_OPTION_VALUE = "bad_option_value"
    RULES_CONTRADICT = "rules_contradict"
    LIMITS_BAD = "limits_bad"
    NOT_BANK_HOLDER = "not_bank_holder"
    ALREADY_BANK_HOLDER = "already_bank_holder"
    BANK_NOT_FREE = "bank_not_free"
    BANK_NOT_SOLD_HERE = "bank_not_sold_here"
    BANK_NOT_AUCTIONED_HERE = "bank_not_auctioned_here"
    NO_SALE_OFFERED = "no_sale_offered"
    SALE_NOT_FOR_YOU = "sale_not_for_you"
    SALE_TOO_DEAR = "sale_too_dear"
    SALE_AGREED_ALREADY = "sale_agreed_already"
    BID_TOO_LOW = "bid_too_low"
    AMOUNT_NEEDED = "amount_needed"
    NOT_A_MEMBER = "not_a_member"
    TOPUP_NOT_NEEDED = "topup_not_needed"
    TOPUP_TOO_SOON = "topup_too_soon"
    STORAGE_FAILED = "storage_failed"


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer no. Nothing was written. `reason` is a `Refusal` or an engine `Reason`.

    `detail` holds what the words need: amounts (hundredths), counts, names.
    """

    reason: str
    detail: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Done:
    """The answer yes: committed. `kind` is what was done, `amount` with how much."""

    table_id: int
    version: int
    kind: str
    amount: Amount | None = None
    is_repeat: bool = False


Outcome = Done | Refused


class TablePhase(StrEnum):
    """Where a table is between its opening and its close.

    LOBBY waits for Deal; PAUSE is the short time after a round before the next
    is dealt by itself; ROUND is being played.
    """

    LOBBY = "lobby"
    ROUND = "round"
    PAUSE = "pause"
    CLOSED = "closed"


class SeatStatus(StrEnum):
    """IN is dealt in, OUT sits out, LEAVING is gone once the round is over."""

    IN = "in"
    OUT = "out"
    LEAVING = "leaving"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat as the lobby and the table show it."""

    seat: Seat
    user_id: int
    name: str
    status: SeatStatus
    is_ready: bool = False
    is_absent: bool = False


@dataclass(frozen=True, slots=True)
class SaleView:
    """A bank on offer: to one member or (None) to anyone seated; agreed once `buyer` is set."""

    seller: Seat
    price: Amount
    to: Seat | None
    buyer: Seat | None


@dataclass(frozen=True, slots=True)
class BidView:
    """The highest bid for the bank."""

    seat: Seat
    amount: Amount


class Note(StrEnum):
    """What the table says of itself beside the game: why something happened without a click."""

    ROUND_VOIDED = "round_voided"
    SEAT_FREED = "seat_freed"
    NOT_DEALT_IN = "not_dealt_in"
    IDLE_CLOSED = "idle_closed"
    NOBODY_ANSWERED = "nobody_answered"
    PLAYED_FOR_ABSENT = "played_for_absent"
    PLAYED_FOR_LEAVER = "played_for_leaver"
    BANK_SOLD = "bank_sold"
    BANK_AUCTIONED = "bank_auctioned"
    SALE_LAPSED = "sale_lapsed"
    BANK_PASSED = "bank_passed"
    LIMITS_CHANGED = "limits_changed"
    LAST_ROUND = "last_round"
    CLOSED_BY = "closed_by"


@dataclass(frozen=True, slots=True)
class NoteLine:
    """A note with what its sentence needs: seats, an amount, an action's kind."""

    note: Note
    seat: Seat | None = None
    other: Seat | None = None
    amount: Amount | None = None
    kind: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class FairnessView:
    """The promise of the pack in play and of the next one, as lower-case hex of SHA-256.

    `revealed` is set once a pack is retired: its commitment and its server seed.
    """

    commitment: str | None
    next_commitment: str
    revealed: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as one member, or (viewer None) the channel, may see it.

    `round` is the game's own view type, None before the first round. `offers`
    is empty for the channel, whose buttons come from the game's view alone;
    a member's offers are cut to what is covered. `decisions` is what a button
    drawn now must carry, by seat. `deadlines` are UTC, for seats waited for.
    `options` are those that differ from the preset, as name and value.
    `bank_ways` are the ways the bank may change hands here (`Game.bank_ways`),
    which decide what can be asked about the bank; empty where it cannot move.
    """

    table_id: int
    guild_id: int
    channel_id: int
    version: int
    game: str
    preset: str
    rules: Any
    options: tuple[tuple[str, str], ...]
    phase: TablePhase
    round_index: int
    opener_id: int
    seats: tuple[SeatLine, ...]
    seat_max: int
    seat_min: int
    stake_min: Amount
    stake_max: Amount
    clock_seconds: int
    banker: Party | None
    viewer: Seat | None
    round: Any | None
    offers: tuple[Offer, ...]
    decisions: Mapping[Seat, int]
    deadlines: Mapping[Seat, datetime]
    next_deal_at: datetime | None
    is_last_round: bool
    ends_at: datetime | None
    sale: SaleView | None
    bid: BidView | None
    notes: tuple[NoteLine, ...]
    fairness: FairnessView
    balance: Amount | None = None
    bank_ways: frozenset[str] = frozenset()

    def name_of(self, party: Party | None) -> str | None:
        """The display name of whoever sits there; None for the house or an empty seat."""
        return next((line.name for line in self.seats if line.seat == party), None)


@dataclass(frozen=True, slots=True)
class RulesView:
    """The rules of a table, or of a preset that nobody plays yet, with what they pay.

    `options` are those that differ from the preset, as name and value. `ranking`
    and `payouts` are asked of the game's own functions, so that what is printed
    is what is paid. Stakes, seats and clock are None where there is no table.
    """

    game: str
    preset: str
    rules: Any
    options: tuple[tuple[str, str], ...]
    ranking: tuple[str, ...]
    payouts: tuple[PayoutRow, ...]
    bank_ways: frozenset[str]
    stake_min: Amount | None = None
    stake_max: Amount | None = None
    seat_max: int | None = None
    clock_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Books:
    """Where a server's counters come from and where they are, in hundredths.

    `issued` is the sum of the other three: what members were given to begin with and
    topped up by, and what the house was refilled with.
    """

    issued: Amount
    at_hand: Amount
    on_tables: Amount
    house: Amount


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """What a table is opened with; None stands for the default. Amounts are hundredths.

    `rules` are `name=value` pairs, `bank` the ways the bank may change hands,
    both as typed. `minutes` is how long is played, counted from the opening.
    """

    game: str
    preset: str | None = None
    stake_min: Amount | None = None
    stake_max: Amount | None = None
    seats: int | None = None
    clock_seconds: int | None = None
    bank: str | None = None
    first_banker: str | None = None
    rules: str | None = None
    minutes: int | None = None
