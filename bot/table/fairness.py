"""Whether the packs were the promised ones: for anybody to recompute, with nothing but a file.

An export holds, for each retired pack of a table, its promise, its server seed,
the interactions its seed was mixed with, and every event of the rounds it
served. Checking it needs no database and no trust in the one who made it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bot.engine.game import Draw, Drawn
from bot.engine.registry import GAMES
from bot.engine.shuffle import commitment, pack_seed, shuffled
from bot.storage.database import Database
from bot.table import events as e
from bot.table.codec import Codec, UnreadableEvent
from bot.table.table import codec_of
from bot.views import Refusal, Refused

FORMAT: Final = "vingt table 1"


class UnreadableExport(ValueError):
    """The text is no export of ours; the message says what is the matter."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A table's export, and what was found wrong with it: nothing, if all is well."""

    table_id: int
    export: str
    findings: tuple[str, ...]


class Fairness:
    """Exports and checks of the tables in the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def check(self, guild_id: int, channel_id: int) -> Checked | Refused:
        """Export and check the newest table of a channel, as far as its packs are retired."""
        rows = await self._database.read(
            "SELECT id, game FROM tables WHERE guild_id = ? AND channel_id = ? ORDER BY id DESC LIMIT 1",
            (guild_id, channel_id),
        )
        if not rows:
            return Refused(Refusal.NO_TABLE)
        table_id, game = rows[0]
        text = await self._database.snapshot(lambda conn: export(conn, table_id, game))
        return Checked(table_id, text, tuple(verify_export(text)))


def export(conn: sqlite3.Connection, table_id: int, game: str) -> str:
    """Return a table's log as one JSON document, without the rounds of a pack that is still secret."""
    codec = codec_of(game)
    rows = [
        (seq, round_index, body, codec.decode(body))
        for seq, round_index, body in conn.execute(
            "SELECT seq, round_index, body FROM events WHERE table_id = ? ORDER BY seq", (table_id,)
        )
    ]
    revealed = {ev.commitment for _, _, _, ev in rows if isinstance(ev, e.PackRevealed)}
    served = _packs_by_round(rows)
    shown = [
        {"seq": seq, "round": round_index, "event": json.loads(body)}
        for seq, round_index, body, event in rows
        if isinstance(event, e.PackPromised | e.PackBegun | e.PackRevealed)
        or (round_index is not None and served.get(round_index, set()) <= revealed and round_index in served)
    ]
    document = {"format": FORMAT, "table": table_id, "game": game, "events": shown}
    return json.dumps(document, indent=1, ensure_ascii=False)


def verify_export(text: str) -> list[str]:
    """Return what is wrong in an export, a sentence each; empty when all is well. Raises UnreadableExport."""
    game, rows = _read(text)
    findings: list[str] = []
    promised, begun, seeds = _promises(rows)
    for promise, server_seed in seeds.items():
        if promise not in promised:
            findings.append(f"pack {promise[:12]}: it was never promised")
        if commitment(server_seed) != promise:
            findings.append(f"pack {promise[:12]}: the seed that was shown is not the one that was promised")
        if promise in begun and promised.get(promise, 0) > begun[promise][0]:
            findings.append(f"pack {promise[:12]}: it was promised after it was begun")
    served = _packs_by_round(rows)
    for round_index, events in _rounds(rows).items():
        packs = served.get(round_index, set())
        findings += _check_round(game, round_index, events, packs, begun, seeds)
    findings += _check_carry(game, _rounds(rows))
    return findings


Row = tuple[int, int | None, str, Any]


def spent_count(text: str) -> int:
    """Return how many packs of an export can be checked: those that are spent. Raises UnreadableExport."""
    return sum(isinstance(event, e.PackRevealed) for *_, event in _read(text)[1])


def _read(text: str) -> tuple[str, list[Row]]:
    try:
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise UnreadableExport(f"not written by this version: {document['format']}")
        game = document["game"]
        codec: Codec = codec_of(game)
        rows = []
        for row in document["events"]:
            body = json.dumps(row["event"])
            rows.append((int(row["seq"]), row["round"], body, codec.decode(body)))
    except UnreadableExport:
        raise
    except (UnreadableEvent, ValueError, KeyError, TypeError) as error:
        raise UnreadableExport(str(error)) from error
    return game, rows


def _promises(
    rows: Iterable[Row],
) -> tuple[dict[str, int], dict[str, tuple[int, tuple[str, ...]]], dict[str, bytes]]:
    promised: dict[str, int] = {}
    begun: dict[str, tuple[int, tuple[str, ...]]] = {}
    seeds: dict[str, bytes] = {}
    for seq, _, _, event in rows:
        match event:
            case e.PackPromised(promise):
                promised.setdefault(promise, seq)
            case e.PackBegun(promise, interactions):
                begun[promise] = (seq, interactions)
            case e.PackRevealed(promise, seed):
                seeds[promise] = _bytes(seed)
            case _:
                pass
    return promised, begun, seeds


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise UnreadableExport("a seed is no hexadecimal number") from None


def _rounds(rows: Iterable[Row]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for _, round_index, _, event in rows:
        if round_index is not None:
            found.setdefault(round_index, []).append(event)
    return found


def _packs_by_round(rows: Iterable[Row]) -> dict[int, set[str]]:
    """Return which packs gave order to each round: that in use when it began, and those begun in it."""
    found: dict[int, set[str]] = {}
    current: str | None = None
    last: int | None = None
    for _, round_index, _, event in rows:
        if round_index is not None:
            if round_index != last and current is not None:
                found.setdefault(round_index, set()).add(current)
            last = round_index
        elif isinstance(event, e.PackBegun):
            current = event.commitment
            if last is not None:
                found.setdefault(last, set()).add(current)
        elif isinstance(event, e.PackRevealed) and event.commitment == current:
            current = None
    return found


def _check_round(
    game: str,
    round_index: int,
    events: list[Any],
    packs: set[str],
    begun: Mapping[str, tuple[int, tuple[str, ...]]],
    seeds: Mapping[str, bytes],
) -> list[str]:
    """Play a round again: every draw from its seed, every step of the house from the rules.

    What members decided is taken as it stands; nothing of it is chance.
    """
    rules: Any = GAMES[game]
    known = [pack_seed(seeds[p], begun[p][1]) for p in packs if p in seeds and p in begun]
    findings: list[str] = []
    state: Any = None
    steps: list[Any] = []
    try:
        for event in events:
            if state is not None:
                due: Draw | None = None if steps else rules.chance_due(state)
                steps = steps or ([] if due else list(rules.automatic(state)))
                findings += _check_event(round_index, event, due, steps, known)
                steps = steps[1:] if steps and steps[0] == event else []
            state = rules.evolve(state, event)
    except (AssertionError, LookupError, TypeError, AttributeError, ValueError) as error:
        findings.append(f"round {round_index}: it cannot be replayed ({error!r})")
    return findings


def _check_event(
    round_index: int, event: Any, due: Draw | None, steps: list[Any], known: list[bytes]
) -> list[str]:
    """Hold one event against the draw, or the steps of the house, that were due."""
    where = f"round {round_index}"
    if isinstance(event, Drawn):
        if due is None or due.label != event.label:
            return [f"{where}: {event.label} was drawn when nothing was due"]
        label = f"{round_index}:{due.label}"
        if not any(shuffled(seed, label, due.items) == event.order for seed in known):
            return [f"{where}: {event.label} is not the order its seed gives"]
    elif due is not None:
        return [f"{where}: {due.label} was due and not drawn"]
    elif steps and steps[0] != event and type(steps[0]) is type(event):
        return [f"{where}: {event.TAG} is not what the rules and the pack make of it"]
    return []


def _check_carry(game: str, rounds: Mapping[int, list[Any]]) -> list[str]:
    """Whether each round that was not freshly shuffled went on with the pack the one before it had left."""
    rules: Any = GAMES[game]
    findings = []
    for round_index, events in rounds.items():
        taken = getattr(getattr(events[0], "carry", None), "pack", ())
        if taken and taken != _left_by(rules, rounds.get(round_index - 1, ())):
            findings.append(
                f"round {round_index}: it did not go on with the pack that round {round_index - 1} left"
            )
    return findings


def _left_by(rules: Any, events: Iterable[Any]) -> Any:
    """Return the pack that a round has left; None where it was broken off, or cannot be replayed."""
    state: Any = None
    try:
        for event in events:
            state = rules.evolve(state, event)
        return rules.carry(state).pack if state is not None and rules.is_over(state) else None
    except (AssertionError, LookupError, TypeError, AttributeError, ValueError):
        return None  # said already, where the round was replayed
