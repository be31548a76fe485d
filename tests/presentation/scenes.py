"""Views made by hand, and messages read back as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from discord import ui

from bot.engine.cards import HIDDEN, Face, cards
from bot.engine.game import Amount, Offer, Party, Seat
from bot.engine.games.pontoon import PontoonRules
from bot.engine.target.actions import Kind
from bot.engine.target.events import BankWhy, Payment
from bot.engine.target.hand import Ending, Sight
from bot.engine.target.view import BankMove, HandView, Phase, PlaceView, TargetView
from bot.presentation.look import Look
from bot.presentation.strings import load_words
from bot.views import FairnessView, SeatLine, SeatStatus, TablePhase, TableView

ANN, BEN, CLEO = Seat(0), Seat(1), Seat(2)
NAMES = ("Ann", "Ben", "Cleo", "Dev", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
SOON = NOW + timedelta(seconds=45)
SEAL, NEXT_SEAL, SEED = "3f1c" * 16, "9ab0" * 16, "77de" * 16

WORDS = load_words()
LOOK = Look(WORDS)
RANKS_AND_SUITS = [rank + suit for rank in "a23456789tjqk" for suit in "cdhs"]
FACES = {f"card_{face}": f"<:card_{face}:{10**18 + n}>" for n, face in enumerate(RANKS_AND_SUITS)}
PICTURED = Look(WORDS, {**FACES, "card_back": f"<:card_back:{2 * 10**18}>"})


def counters(number: float) -> Amount:
    """Return whole or half counters as an amount."""
    return Amount(round(number * 100))


def hand(text: str, *, stake: float = 0, **changes: Any) -> HandView:
    """Return a hand as somebody sees it: `7s` face up for all, `(7s)` his own face down, `??` hidden."""
    faces: list[Face] = []
    sights = []
    for word in text.split():
        is_own = word.startswith("(")
        faces.append(HIDDEN if word == "??" else cards(word.strip("()"))[0])
        sights.append(Sight.NOBODY if word == "??" else Sight.OWNER if is_own else Sight.PUBLIC)
    seen = HandView(
        cards=tuple(faces), sights=tuple(sights), stake=counters(stake), raises=(), total=None,
        is_soft=False, ending=None, is_split=False, is_active=False,
    )  # fmt: skip
    return replace(seen, **changes)


def place(party: Party, *hands: HandView, is_waited_for: bool = False) -> PlaceView:
    """Return a place with its hands."""
    return PlaceView(party, hands, is_waited_for, has_staked=bool(hands[0].stake))


def played(*places: PlaceView, **changes: Any) -> TargetView:
    """Return a round in which the turns are being taken; the last place is the bank's."""
    seen = TargetView(
        phase=Phase.TURNS, banker=places[-1].party, bank_why=BankWhy.HELD, stake_min=counters(1),
        stake_max=counters(5), places=places,
        waiting=tuple(Seat(it.party) for it in places if it.is_waited_for and isinstance(it.party, int)),
        kinds=(), pack_count=40, is_play_called=False, is_doubled=False, pays_from=None, payments=(),
        next_bank=None,
    )  # fmt: skip
    return replace(seen, **changes)


def table(round_view: TargetView | None = None, *, seat_count: int = 3, **changes: Any) -> TableView:
    """Return the channel's view of a pontoon table that Ann opened and banks."""
    seats = tuple(SeatLine(Seat(n), 1000 + n, NAMES[n], SeatStatus.IN) for n in range(seat_count))
    waiting = round_view.waiting if round_view is not None else ()
    seen = TableView(
        table_id=7, guild_id=1, channel_id=42, version=9, game="pontoon", preset="seed001",
        rules=PontoonRules(), options=(), phase=TablePhase.ROUND if round_view else TablePhase.LOBBY,
        round_index=3, opener_id=1000, seats=seats, seat_max=10, seat_min=2, stake_min=counters(1),
        stake_max=counters(5), clock_seconds=60, banker=ANN, viewer=None, round=round_view, offers=(),
        decisions=dict.fromkeys(waiting, 5), deadlines=dict.fromkeys(waiting, SOON), next_deal_at=None,
        is_last_round=False, ends_at=None, sale=None, bid=None, notes=(),
        fairness=FairnessView(SEAL, NEXT_SEAL), balance=None, bank_ways=frozenset({"pontoon"}),
    )  # fmt: skip
    return replace(seen, **changes)


def seen_by(seat: Seat, view: TableView, *offers: Offer, **changes: Any) -> TableView:
    """Return the same table as the member on `seat` sees it, who is offered `offers`."""
    return replace(view, viewer=seat, offers=offers, balance=counters(987), **changes)


def turns() -> TargetView:
    """Return a round in which Ben is to play: two cards face down, one twisted."""
    ben = place(BEN, hand("?? ?? 7s", stake=4, is_active=True), is_waited_for=True)
    kinds = (Kind.STICK, Kind.TWIST)
    return played(ben, place(CLEO, hand("?? ??", stake=2)), place(ANN, hand("?? ??")), kinds=kinds)


def settled() -> TargetView:
    """Return a round that is over: Ben's 19 wins against the bank's 18, Cleo is bust."""
    return played(
        place(BEN, hand("As 8h", stake=5, total=19, is_soft=True, ending=Ending.STUCK)),
        place(CLEO, hand("Td 4c 9c", stake=2, total=23, ending=Ending.BUST)),
        place(ANN, hand("9s 9h", total=18, ending=Ending.STUCK)),
        phase=Phase.OVER,
        pays_from=19,
        payments=(Payment(BEN, 0, counters(5), 1), Payment(CLEO, 0, counters(-2), -1)),
        next_bank=BankMove(ANN, BankWhy.HELD, is_shuffled=False),
    )


def read(view: ui.LayoutView) -> str:
    """Return a message as it is read from top to bottom, buttons in brackets, a rule as dashes.

    The mark that asks for plain suits is taken out: nobody can see it.
    """
    lines: list[str] = []
    _read(list(view.children), lines)
    return "\n".join(lines).replace("\ufe0e", "")


def _read(items: Sequence[Any], lines: list[str]) -> None:
    for item in items:
        match item:
            case ui.TextDisplay():
                lines.append(item.content)
            case ui.Separator():
                lines.append("---" if item.visible else "")
            case ui.ActionRow():
                lines.append(" ".join([f"[{child.label}]" for child in item.children]))
            case _:
                _read(item.children, lines)


def presses(view: ui.LayoutView) -> dict[str, str]:
    """Return the custom id of every button by its label."""
    return {
        str(item.label): str(item.custom_id) for item in view.walk_children() if isinstance(item, ui.Button)
    }
