"""The contract between a table and any game: what a round is and how it moves.

A round is a pure state machine on frozen values. A table keeps the events, asks
the game what follows, and answers the game's calls for chance. Nothing here
knows a wallet, a clock, a channel or a source of randomness.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, NewType, Protocol, TypeVar

from bot.engine.cards import Card, Hidden

Seat = NewType("Seat", int)
"""A place at the table, constant while held; no Discord id, no place in the order of a round."""

Amount = NewType("Amount", int)
"""Hundredths of a counter: 3 to 2 and halves of any whole stake are exact."""

COUNTER: Final = Amount(100)
NOTHING: Final = Amount(0)


class Purse(StrEnum):
    """Those who win and lose without a seat."""

    HOUSE = "house"
    POOL = "pool"


Party = Seat | Purse
Viewer = Seat | None
"""Who looks: a seat, or None for the channel, which sees public cards only."""


class Reason(StrEnum):
    """Why the rules say no. The words live in data/strings."""

    NOT_IN_ROUND = "not_in_round"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_OFFERED = "not_offered"
    ROUND_OVER = "round_over"
    AMOUNT_MISSING = "amount_missing"
    AMOUNT_TOO_LOW = "amount_too_low"
    AMOUNT_TOO_HIGH = "amount_too_high"
    AMOUNT_NOT_WHOLE = "amount_not_whole"
    ALREADY_STAKED = "already_staked"
    STAKE_FIRST = "stake_first"
    STAKES_ARE_MADE = "stakes_are_made"
    BANKER_STAKES_NOTHING = "banker_stakes_nothing"
    BANKER_ONLY_DRAWS = "banker_only_draws"
    DOUBLE_OR_PLAY = "double_or_play"
    BELOW_STICK_MIN = "below_stick_min"
    NO_BUY_AFTER_TWIST = "no_buy_after_twist"
    FIFTH_CARD_SAFE = "fifth_card_safe"
    FIFTH_CARD_NOT_BOUGHT = "fifth_card_not_bought"
    NOT_A_PAIR = "not_a_pair"
    ONLY_ACES_SPLIT = "only_aces_split"
    HANDS_MAX = "hands_max"
    CARDS_DRAWN = "cards_drawn"
    NOT_THIRTEEN = "not_thirteen"
    NO_CARDS_LEFT = "no_cards_left"


class IllegalAction(Exception):
    """Expected: the rules do not allow the action. `detail` holds numbers for the words."""

    def __init__(self, reason: Reason, **detail: int) -> None:
        super().__init__(reason)
        self.reason: Final = reason
        self.detail: Final[Mapping[str, int]] = detail


class ClockKind(StrEnum):
    """Which of a table's clocks a decision runs under."""

    STAKE = "stake"
    TURN = "turn"
    BANK = "bank"


class Absence(StrEnum):
    """Why a seat does not answer."""

    LATE = "late"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing a seat may do now; amounts are 0 where none is asked."""

    kind: str
    amount_min: Amount = NOTHING
    amount_max: Amount = NOTHING
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Limits:
    """What a round is opened with: the stakes, and what each seat could cover.

    `cover` is what each seat could hold at that moment, in hundredths; the game
    cuts the bank's limit from it and passes the bank on where it does not reach.
    It is redacted from what anybody sees.
    """

    stake_min: Amount
    stake_max: Amount
    cover: tuple[tuple[Seat, Amount], ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A call for chance: put `items` in random order. `label` names the stream."""

    label: str
    items: tuple[Card, ...] | tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """The answer of chance, logged: the items of the `Draw` of this label, in order, first drawn first."""

    TAG: ClassVar[str] = "drawn"
    label: str
    order: tuple[Card | Hidden, ...] | tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """What a hand of kind `hand` is paid against a bank of kind `against`, as a multiple of its stake."""

    hand: str
    against: str
    times: int


S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V_co = TypeVar("V_co", covariant=True)
C = TypeVar("C")
R = TypeVar("R")


class Game(Protocol[S, A, E, V_co, C, R]):
    """One game. S state, A action, E event, V view, C carry, R rules.

    Every method is pure and total unless it says what it raises.
    """

    key: str
    seat_min: int
    seat_max: int

    def rules_type(self) -> type[R]:
        """The frozen dataclass of this game's options; its defaults are the default preset."""
        ...

    def event_types(self) -> tuple[type[Any], ...]:
        """Every event class of the game, each with its permanent TAG; the codec reads them."""
        ...

    def check(self, rules: R) -> None:
        """Raise RulesError for a set of rules that contradicts itself or can bound no bank."""
        ...

    # between rounds
    def carry(self, s: S) -> C: ...
    def fresh_carry(self, rules: R, opener: Seat) -> C: ...
    def reseat(self, rules: R, carry: C, seats: tuple[Seat, ...], left: Seat | None) -> C:
        """Return the carry after a seat left; `seats` are those that stay, clockwise."""
        ...

    def banker(self, carry: C) -> Party | None:
        """Who holds the bank between rounds; None if it is still to be found or the game has none."""
        ...

    def give_bank(self, carry: C, to: Party) -> C: ...
    def entry(self, rules: R, limits: Limits) -> Amount:
        """The least a seat must be able to hold to be dealt in as a punter."""
        ...

    # a round
    def open(self, rules: R, seats: tuple[Seat, ...], carry: C, limits: Limits) -> E:
        """Return the event that starts a round; it alone starts a replay. `seats` go clockwise."""
        ...

    def chance_due(self, s: S) -> Draw | None: ...
    def seats_to_act(self, s: S) -> tuple[Seat, ...]: ...
    def decision(self, s: S, seat: Seat) -> int:
        """Serial of what this seat is being asked; acts of others never change it."""
        ...

    def offers(self, s: S, seat: Seat) -> tuple[Offer, ...]: ...
    def action(self, seat: Seat, kind: str, amount: Amount | None, cards: tuple[Card, ...]) -> A:
        """Read a player's wish. Raises IllegalAction(NOT_OFFERED) for a kind the game does not know."""
        ...

    def decide(self, s: S, action: A) -> tuple[E, ...]:
        """Return what the action does, or raise IllegalAction: the only place that says no."""
        ...

    def automatic(self, s: S) -> tuple[E, ...]: ...
    def evolve(self, s: S | None, event: E) -> S: ...
    def view(self, s: S, viewer: Viewer) -> V_co: ...
    def redact(self, event: E, viewer: Viewer) -> E: ...
    def clock(self, s: S, seat: Seat) -> ClockKind: ...
    def absent(self, s: S, seat: Seat, why: Absence) -> A: ...
    def exposure(self, s: S) -> Mapping[Seat, Amount]: ...
    def bank_factor(self, rules: R) -> int:
        """The most a bank can lose per unit of original stake, buys included, splits and doubles left out."""
        ...

    def bank_ways(self, rules: R, banker: Party | None = None) -> frozenset[str]:
        """How the bank may change hands (`pontoon`, `rotate`, `sale`, `auction`); empty where it cannot."""
        ...

    def ranking(self, rules: R) -> tuple[str, ...]:
        """Codes of what a hand can be, best first."""
        ...

    def payouts(self, rules: R) -> tuple[PayoutRow, ...]:
        """Every pair of hand and bank hand with what it pays, asked of the function that pays."""
        ...

    def payoffs(self, s: S) -> Mapping[Party, Amount]: ...
    def is_over(self, s: S) -> bool: ...


class RulesError(ValueError):
    """A set of rules that cannot be played; the message names the option."""


@dataclass(frozen=True, slots=True)
class Step(Generic[S, E]):
    """What one action led to: every event in order, and the state after them."""

    state: S
    events: tuple[E, ...]


Shuffler = Callable[[Draw], tuple[Card, ...] | tuple[Seat, ...]]

STEPS_MAX: Final = 10_000


def start(
    game: Game[S, A, E, V_co, C, R],
    rules: R,
    seats: tuple[Seat, ...],
    carry: C,
    limits: Limits,
    shuffler: Shuffler,
) -> Step[S, E]:
    """Open a round and run the house steps up to the first decision."""
    opening = game.open(rules, seats, carry, limits)
    step = run_on(game, game.evolve(None, opening), shuffler)
    return Step(step.state, (opening, *step.events))


def play(game: Game[S, A, E, V_co, C, R], state: S, action: A, shuffler: Shuffler) -> Step[S, E]:
    """Return one action and the draws and house steps it causes.

    Raises IllegalAction, and then nothing has happened.
    """
    decided = game.decide(state, action)
    for event in decided:
        state = game.evolve(state, event)
    step = run_on(game, state, shuffler)
    return Step(step.state, (*decided, *step.events))


def run_on(game: Game[S, A, E, V_co, C, R], state: S, shuffler: Shuffler) -> Step[S, E]:
    """Run the draws and house steps that are due, up to the next decision."""
    events: list[E] = []
    for _ in range(STEPS_MAX):
        due = game.chance_due(state)
        if due is not None:
            order = shuffler(due)
            assert _is_permutation(order, due.items), f"{due.label}: no permutation"
            more: tuple[Any, ...] = (Drawn(due.label, order),)
        else:
            more = game.automatic(state)
            if not more:
                return Step(state, tuple(events))
        for event in more:
            state = game.evolve(state, event)
        events.extend(more)
    raise AssertionError(f"{game.key}: house steps without end")


def _is_permutation(order: tuple[Any, ...], items: tuple[Any, ...]) -> bool:
    """Whether the same things stand in both, each once.

    Who only shuffled hands the same objects back; telling them apart by identity
    costs a tenth of hashing every card.
    """
    if len(order) != len(items):
        return False
    same = set(map(id, order))
    return (len(same) == len(items) and same.issuperset(map(id, items))) or set(order) == set(items)


def replay(game: Game[S, A, E, V_co, C, R], events: tuple[E, ...]) -> S:
    """Return the state that the events of one round lead to; the first is its opening."""
    assert events, "a round begins with its opening"
    state = game.evolve(None, events[0])
    for event in events[1:]:
        state = game.evolve(state, event)
    return state
