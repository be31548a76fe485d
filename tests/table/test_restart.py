"""Killed at any instant, a table comes back with the same cards, stakes, turn and deadline."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.storage.database import Database
from bot.table import recovery
from bot.table.table import Table
from bot.views import Done, Refused, TablePhase
from tests.table.evening import CHANNEL, Room, evening
from tests.table.strolls import a_wish


def memory_of(table: Table) -> dict[str, Any]:
    """Everything a table knows, secrets included, but for what it keeps against double clicks."""
    return {
        "state": table.state,
        "deadlines": table.deadlines,
        "seeds": table.seeds,
        "interactions": table.interactions,
        "balances": {x.user_id: table.balances.get(x.user_id) for x in table.state.sitters},
        "message": table.message_id,
    }


async def as_it_lies_on_the_disk(room: Room) -> Table:
    """Read the table as a restart at this instant would, while the program goes on."""
    kept = await recovery.load(room.database, room.table.id)
    assert kept is not None
    restored = recovery.restore(kept)
    assert restored is not None
    assert restored.is_whole
    table = restored.table
    found = await room.ledger.balances(1, [x.user_id for x in table.state.sitters])
    table.balances = found  # type: ignore[assignment]
    return table


@pytest.mark.parametrize(
    "asked",
    [
        {"bank": "pontoon,sale,auction"},
        {"preset": "parlett", "bank": "rotate,sale", "rules": "rotate_deals=2"},
        {"preset": "pagat", "bank": "rotate,auction", "first_banker": "auction"},
        {"rules": "banker_may_double=on packs=2", "first_banker": "house"},
    ],
    ids=["seed001", "parlett", "pagat", "doubling"],
)
async def test_after_every_action_the_disk_says_what_memory_says(
    tmp_path: Path, seed: int, asked: dict[str, str]
) -> None:
    """State, pack order, deadlines, promises, seeds, views of everybody: at every instant of many rounds."""
    rng = Random(f"{seed} restart {asked}")
    async with evening(tmp_path, starting_counters=200) as room:
        await room.opens("A", stake_max=4, **asked)
        for step in range(150):
            if room.view.phase is TablePhase.CLOSED:
                await room.opens("A", stake_max=4, **asked)
            line = a_wish(rng, room, "ABCD")
            await room.ask(line)
            if rng.random() < 0.1:
                await room.later(rng.choice((5, 25, 61)))
            fresh = await as_it_lies_on_the_disk(room)
            kept, found = memory_of(room.table), memory_of(fresh)
            for name in kept:
                assert found[name] == kept[name], f"{name} after step {step}: {line}"
        assert room.table.round_index > 3 or room.table.id > 1


async def test_a_program_that_starts_again_shows_everybody_the_same(tmp_path: Path, seed: int) -> None:
    rng = Random(f"{seed} again")
    async with evening(tmp_path, starting_counters=200) as room:
        await room.opens("A", stake_max=4, bank="pontoon,sale")
        await room.join("B", "C")
        for _ in range(40):
            await room.ask(a_wish(rng, room, "ABC"))
            if room.view.phase is TablePhase.CLOSED:
                await room.opens("A", stake_max=4, bank="pontoon,sale")
                continue
            before = [room.seen(letter) for letter in (None, *"ABC")]
            await room.restart()
            assert [room.seen(letter) for letter in (None, *"ABC")] == before


async def test_buttons_drawn_before_a_restart_work_after_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        buttons = {letter: room.asked_of(letter) for letter in "BC"}
        await room.restart()
        for letter, button in buttons.items():
            assert isinstance(await room.ask(f"{letter} stake 1", asked=button), Done)


async def test_rounds_before_the_last_are_not_read_again(tmp_path: Path) -> None:
    """An evening of rounds must not make the next start slow."""
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener", clock_seconds=0)
        await room.join("B")
        for _ in range(5):
            await room.does("A deal") if room.view.phase is TablePhase.LOBBY else await room.later(20)
            await room.play_out()
        kept = await recovery.load(room.database, room.table.id)
        assert kept is not None
        assert {event.round_index for event in kept.last_round} == {5}
        before = memory_of(room.table)
        await room.restart()
        assert memory_of(room.table) == before


async def test_event_numbers_have_no_gap_and_no_action_is_in_parts(tmp_path: Path, seed: int) -> None:
    rng = Random(f"{seed} gaps")
    async with evening(tmp_path, starting_counters=100) as room:
        await room.opens("A", stake_max=4)
        for _ in range(80):
            await room.ask(a_wish(rng, room, "ABC"))
        for table, count, last in room.rows(
            "SELECT table_id, count(*), max(seq) FROM events GROUP BY table_id"
        ):
            assert count == last
            spans = room.rows(
                "SELECT first_seq, last_seq FROM actions WHERE table_id = ? ORDER BY first_seq", table
            )
            assert [first for first, _ in spans] == [1, *(end + 1 for _, end in spans[:-1])]
            assert spans[-1][1] == last


async def test_the_log_is_never_changed_deleted_or_replaced(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        with closing(sqlite3.connect(room.path)) as connection:
            for sql in (
                "UPDATE events SET body = '{}'",
                "DELETE FROM events",
                "INSERT OR REPLACE INTO events VALUES (1, 1, NULL, '{}')",
                "UPDATE actions SET answer = ''",
                "DELETE FROM actions",
            ):
                with pytest.raises(sqlite3.IntegrityError):
                    connection.execute(sql)


# a log that cannot be read


async def broken(room: Room, where: str) -> None:
    """Damage rows of the log as nothing in the program could."""
    await room.end()
    with closing(sqlite3.connect(room.path)) as connection:
        connection.executescript("DROP TRIGGER events_refuse_update")
        connection.execute(f'UPDATE events SET body = \'{{"t":"gibberish"}}\' WHERE {where}')
        connection.commit()
    await room.begin()


async def mended(room: Room) -> None:
    """Put the trigger back, or the audit would name it."""
    sql = Path("data/migrations/0002_tables.sql").read_text()
    start = sql.index("CREATE TRIGGER events_refuse_update")
    with closing(sqlite3.connect(room.path)) as connection:
        connection.executescript(sql[start : sql.index("END;", start) + 4])


async def test_a_round_that_cannot_be_replayed_is_voided_and_its_holds_go_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener", bank="rotate,sale", rules="rotate_deals=9")
        await room.join("B", "C")
        await room.does("A deal", "B stake 3", "A bank_sell 7", "C bank_buy")
        logged = room.rows("SELECT count(*) FROM events")[0][0]
        await broken(room, "body LIKE '%\"staked\"%'")
        assert room.view.phase is TablePhase.LOBBY
        assert "round_voided" in room.notes
        assert [await room.balance(letter) for letter in "ABC"] == [1_000, 1_000, 1_000 - 7]
        assert await room.held("C") == 7
        assert room.rows("SELECT count(*) FROM events")[0][0] >= logged
        version = room.table.version
        await room.restart()
        assert room.table.version == version
        assert room.view.phase is TablePhase.LOBBY
        await room.does("A deal")
        await room.play_out()
        await mended(room)


async def test_a_table_whose_own_log_cannot_be_read_is_closed_and_pays_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "B stake 3")
        other = await room.opens("D", channel=CHANNEL + 1)
        await broken(room, "table_id = 1 AND body LIKE '%\"joined\"%'")
        assert room.tables.open_ids() == (other,)
        assert [await room.balance(letter) for letter in "ABC"] == [1_000] * 3
        assert "table_unreadable" in caplog.text
        await room.opens("A")
        await mended(room)


async def test_a_table_never_divides_from_the_disk_unseen(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Something else has written to the log: one click is refused, and the table read again for the next."""
    async with evening(tmp_path) as room:
        await room.opens("A")
        with closing(sqlite3.connect(room.path)) as connection:
            joined = '{"seat":1,"user_id":1001,"name":"B","t":"joined"}'
            connection.execute("INSERT INTO events VALUES (1, 4, NULL, ?)", (joined,))
            connection.commit()
        outcome = await room.ask("C join")
        assert isinstance(outcome, Refused)
        assert outcome.reason == "storage_failed"
        assert "commit_failed" in caplog.text
        await room.does("C join")
        assert [line.name for line in room.view.seats] == ["A", "B", "C"]


# many


async def test_many_open_tables_come_back_as_they_were(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await asyncio.gather(*(_busy_table(room, 1_000 + number) for number in range(60)))
        before = {table: room.tables._tables[table].state for table in room.tables.open_ids()}
        await room.restart()
        assert {table: room.tables._tables[table].state for table in room.tables.open_ids()} == before


async def _busy_table(room: Room, channel: int) -> None:
    table = await room.opens("A", channel=channel, first_banker="opener", stake_max=1)
    for line in ("B join", "A deal"):
        await room.ask(line, table=table)


async def test_a_second_program_on_the_same_file_is_refused(tmp_path: Path) -> None:
    from bot.storage.errors import DatabaseInUse

    async with evening(tmp_path) as room:
        with pytest.raises(DatabaseInUse):
            await Database.open(room.path)
