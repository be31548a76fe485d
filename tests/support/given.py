"""A round of a banking game told in words, for tests that read as sentences.

    given("seed001").deal(A="7c 4c", Z="Js 8d").stakes(A=2).when("A twist Kc", "A stick", "Z stick")

Seats are letters from eldest, `Z` holds the bank. A line is seat, kind, amount in
counters if there is one, and the cards it draws, which are stacked in the pack.
A story is a value: every step plays the whole round again from its opening.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import pytest

from bot.engine.cards import Card, card, text
from bot.engine.game import COUNTER, Amount, Draw, IllegalAction, Limits, Purse, Seat, Step, play, start
from bot.engine.registry import GAMES
from bot.engine.target.events import Dealt, TargetCarry
from tests.support.given_presets import presets
from tests.support.play import PLENTY

BANK = "Z"
CHANNEL = "channel"


def given(
    preset: str = "seed001", *, game: str = "pontoon", low: int = 1, high: int = 5, **options: Any
) -> Table:
    """Return a table under a preset with some options changed; stakes from `low` to `high` counters."""
    rules = replace(presets(game)[preset], **options)
    return Table(game, rules, low, high)


@dataclass(frozen=True)
class Table:
    """Rules and limits, before any card."""

    game: str
    rules: Any
    low: int
    high: int
    is_house: bool = False
    cover: Mapping[str, int] = field(default_factory=dict)

    def with_house(self) -> Table:
        """The house holds the bank."""
        return replace(self, is_house=True)

    def covering(self, **counters: int) -> Table:
        """What seats can cover, in counters; the others plenty."""
        return replace(self, cover=counters)

    def deal(self, **hands: str) -> Story:
        """Two cards for each seat from eldest, the bank's as `Z`, in the order they are received."""
        assert list(hands)[-1] == BANK, "the banker is dealt last"
        return Story(self, tuple((name, tuple(words.split())) for name, words in hands.items()))


@dataclass(frozen=True)
class Story:
    """A round so far. Lines `Z draws 5c` stack cards for a house that draws by itself;
    `pack 1` leaves one card on the pack and puts the others under it."""

    table: Table
    dealt: tuple[tuple[str, tuple[str, ...]], ...]
    lines: tuple[str, ...] = ()

    # telling

    def when(self, *lines: str) -> Story:
        return replace(self, lines=(*self.lines, *lines))

    def stakes(self, **counters: int) -> Story:
        return self.when(*(f"{name} stake {amount}" for name, amount in counters.items()))

    # asking

    @property
    def state(self) -> Any:
        return self._told.state

    @property
    def events(self) -> tuple[Any, ...]:
        return self._told.events

    @property
    def is_over(self) -> bool:
        return bool(self._game.is_over(self.state))

    @property
    def waiting(self) -> str:
        """Letters of the seats waited for."""
        return "".join(self.name(seat) for seat in self._game.seats_to_act(self.state))

    @property
    def net(self) -> dict[str, float]:
        """What each has won, in counters."""
        return {self.name(who): _counters(net) for who, net in self._game.payoffs(self.state).items()}

    @property
    def bank_next(self) -> str:
        return self.name(self._game.carry(self.state).banker)

    @property
    def is_shuffled(self) -> bool:
        """Whether the next round begins with a fresh pack."""
        return not self._game.carry(self.state).pack

    @property
    def pack(self) -> str:
        return text(self.state.pack)

    @property
    def under(self) -> str:
        return text(self.state.under)

    @property
    def bottom(self) -> str:
        """What lies under the pack for the next round: all that was dealt in this one."""
        count = sum(len(event.cards) for event in self.events if isinstance(event, Dealt))
        return text(self._game.carry(self.state).pack[-count:])

    def offers(self, name: str) -> dict[str, tuple[int, int] | None]:
        """Kinds a seat may choose from, with the range in counters where one is asked."""
        return {
            str(offer.kind): (_counters(offer.amount_min), _counters(offer.amount_max))
            if offer.amount_max
            else None
            for offer in self._game.offers(self.state, self.party(name))
        }

    def kinds(self) -> set[str]:
        """What the channel's buttons are."""
        return {str(kind) for kind in self._game.view(self.state, None).kinds}

    def refusal(self, line: str) -> IllegalAction:
        """Why a line is refused; the round stays as it was."""
        with pytest.raises(IllegalAction) as caught:
            self._game.decide(self.state, self._action(line)[0])
        return caught.value

    def refused(self, line: str) -> str:
        return str(self.refusal(line).reason)

    def endings(self, name: str) -> list[str | None]:
        return [hand.ending and str(hand.ending) for hand in self.state.hands[self.party(name)]]

    def hands(self, name: str) -> str:
        """The cards of a seat as they are, hands apart by a bar."""
        return " | ".join(text(hand.cards) for hand in self.state.hands[self.party(name)])

    def staked(self, name: str) -> list[float]:
        return [_counters(hand.stake) for hand in self.state.hands[self.party(name)]]

    def times(self, name: str) -> list[int]:
        """The multiple each hand of a seat was paid."""
        party = self.party(name)
        return [payment.times for payment in self.state.payments if payment.seat == party]

    def exposure(self) -> dict[str, float]:
        return {self.name(seat): _counters(most) for seat, most in self._game.exposure(self.state).items()}

    def seen(self, viewer: str) -> dict[str, str]:
        """What a seat (or the `channel`) sees of everybody's cards, hidden ones as ??."""
        view = self._game.view(self.state, None if viewer == CHANNEL else self.party(viewer))
        return {
            self.name(place.party): " | ".join(text(hand.cards) for hand in place.hands)
            for place in view.places
        }

    def heard(self, viewer: str) -> list[Any]:
        """The events as a seat (or the `channel`) is told them."""
        who = None if viewer == CHANNEL else self.party(viewer)
        return [self._game.redact(event, who) for event in self.events]

    # inside

    @property
    def _game(self) -> Any:
        return GAMES[self.table.game]

    @cached_property
    def _parties(self) -> dict[str, Seat | Purse]:
        parties: dict[str, Seat | Purse] = {
            name: Seat(number) for number, (name, _) in enumerate(self.dealt, start=1)
        }
        if self.table.is_house:
            parties[BANK] = Purse.HOUSE
        return parties

    def party(self, name: str) -> Any:
        return self._parties[name]

    def name(self, party: Any) -> str:
        return next((name for name, one in self._parties.items() if one == party), str(party))

    def _action(self, line: str) -> tuple[Any, tuple[Card, ...]]:
        name, kind, *rest = line.split()
        amount = Amount(int(rest.pop(0)) * COUNTER) if rest and rest[0].lstrip("-").isdecimal() else None
        return self._game.action(self.party(name), kind, amount), tuple(card(word) for word in rest)

    @cached_property
    def _named(self) -> tuple[Card, ...]:
        """Every card the story names, in the order in which it is drawn."""
        rounds = [words[turn] for turn in range(2) for _, words in self.dealt if turn < len(words)]
        drawn = [word for line in self.lines for word in line.split()[2:] if not word.lstrip("-").isdecimal()]
        return tuple(card(word) for word in rounds + drawn)

    @cached_property
    def _told(self) -> Step[Any, Any]:
        seats = tuple(party for party in self._parties.values() if isinstance(party, int))
        banker = self._parties[BANK]
        limits = Limits(
            Amount(self.table.low * COUNTER),
            Amount(self.table.high * COUNTER),
            tuple((seat, self._cover(seat)) for seat in seats),
        )
        carry = TargetCarry(banker=banker, opener=seats[0])
        step = start(self._game, self.table.rules, seats, carry, limits, self._stacked)
        state, events = step.state, step.events
        for line in self.lines:
            if line.startswith("pack "):
                count = int(line.split()[1])
                state = state._replace(pack=state.pack[:count], under=state.under + state.pack[count:])
                continue
            if line.startswith(f"{BANK} draws "):
                continue
            action, drawn = self._action(line)
            step = play(self._game, state, action, self._stacked)
            dealt = [one.card for event in step.events if isinstance(event, Dealt) for one in event.cards]
            assert tuple(dealt[: len(drawn)]) == drawn, f"{line}: {text(dealt)} came"
            state, events = step.state, (*events, *step.events)
        return Step(state, events)

    def _cover(self, seat: Seat) -> Amount:
        counters = self.table.cover.get(self.name(seat))
        return PLENTY if counters is None else Amount(counters * COUNTER)

    def _stacked(self, draw: Draw) -> tuple[Any, ...]:
        """Named cards first, in the order of their last mention, then the others as they come."""
        named = [one for one in self._named if one in draw.items]
        named = [one for at, one in enumerate(named) if one not in named[at + 1 :]]
        return (*named, *(one for one in draw.items if one not in named))


def _counters(amount: int) -> Any:
    """Hundredths as counters, whole ones as integers."""
    whole, rest = divmod(amount, COUNTER)
    return amount / COUNTER if rest else whole
