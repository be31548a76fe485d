"""Members who do as they please: random wishes, legal or not, at a table of a room."""

from __future__ import annotations

from random import Random

from bot.engine.game import COUNTER
from bot.views import Outcome, TablePhase
from tests.table.evening import USER_OF, Room

_BETWEEN = (
    "ready",
    "deal",
    "sit_out",
    "sit_in",
    "bank_pass",
    "bank_take",
    "bank_sell 3",
    "bank_buy",
    "bank_bid 2",
)
_RARE = ("leave", "join", "limits 1 4", "bank_bid 9", "bank_sell 12")


def a_wish(rng: Random, room: Room, letters: str, table: int | None = None) -> str:
    """Return something one of `letters` might ask now: mostly what is offered to him, sometimes not."""
    view = room.seen(table=table)
    if view.phase is TablePhase.ROUND and rng.random() < 0.85:
        waiting = [line.name for line in view.seats if line.seat in view.decisions]
        if waiting:
            letter = rng.choice(waiting)
            offers = room.seen(letter, table).offers
            if offers:
                offer = rng.choice(offers)
                if not offer.amount_max:
                    return f"{letter} {offer.kind}"
                low, high = offer.amount_min // COUNTER, offer.amount_max // COUNTER
                return f"{letter} {offer.kind} {rng.choice((low, high, rng.randint(low, high)))}"
    letter = rng.choice(letters)
    if USER_OF[letter] not in {line.user_id for line in view.seats}:
        return f"{letter} join"
    if view.phase is not TablePhase.ROUND and rng.random() < 0.6:
        return f"{letter} {rng.choice(('ready', 'deal'))}"
    return f"{letter} {rng.choice(_BETWEEN if rng.random() < 0.8 else _RARE)}"


async def stroll(
    rng: Random, room: Room, letters: str, steps: int, table: int | None = None
) -> list[Outcome]:
    """Let the members do `steps` things, one after the other."""
    return [await room.ask(a_wish(rng, room, letters, table), table=table) for _ in range(steps)]
