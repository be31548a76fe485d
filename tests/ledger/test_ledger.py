"""What the rest of the program asks: balances, boards, history. On a real file."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from bot.engine.game import Amount
from bot.ledger import (
    Ledger,
    Period,
    Result,
    Standing,
    TopupNotNeeded,
    Transfer,
    Win,
    player,
    post,
    record,
    remember,
)
from bot.ledger.history import PAGE_SQL
from bot.ledger.leaderboards import STANDINGS_SQL, WINS_SQL
from bot.ledger.members import HELD_SQL
from bot.storage import Database
from tests.ledger.books import ANN, BEN, CLEO, DAY, DEV, GUILD, OTHER_GUILD, TABLE, move, seat

NOW = 1_000 * DAY
NAMES = {ANN: "Ann", BEN: "Ben", CLEO: "Cleo", DEV: "Dev"}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "v.db")
    yield opened
    await opened.close()


@pytest.fixture
def ledger(database: Database) -> Ledger:
    return Ledger(database)


async def posted(database: Database, *transfers: Transfer, at: int = 0) -> None:
    await database.write(lambda conn: post(conn, transfers, at))


async def won(
    database: Database,
    results: Sequence[tuple[int, int, int]],
    *,
    guild_id: int = GUILD,
    game: str = "pontoon",
    table_id: int = TABLE,
    at: int = NOW,
) -> None:
    """Record results of user, round and net. Everybody is remembered by his name."""

    def unit(conn: sqlite3.Connection) -> None:
        for user_id, name in NAMES.items():
            remember(conn, guild_id, user_id, name, at)
        rows = [
            Result(guild_id, user_id, game, table_id, round_index, Amount(net))
            for user_id, round_index, net in results
        ]
        record(conn, rows, at)

    await database.write(unit)


async def test_a_balance_is_what_a_member_has_at_hand(database: Database, ledger: Ledger) -> None:
    await posted(database, move("1", "issuance", player(ANN), 500), move("2", player(ANN), seat(0), 200))
    assert await ledger.balance(GUILD, ANN) == 300
    assert await ledger.balance(OTHER_GUILD, ANN) == 0
    assert await ledger.held(GUILD, ANN) == 200
    assert await ledger.held(GUILD, BEN) == 0


async def test_balances_of_several_are_asked_at_once(database: Database, ledger: Ledger) -> None:
    await posted(database, move("1", "issuance", player(ANN), 500), move("2", "issuance", player(BEN), 7))
    assert await ledger.balances(GUILD, [ANN, BEN, CLEO]) == {ANN: 500, BEN: 7, CLEO: 0}
    assert await ledger.balances(GUILD, []) == {}


async def test_an_account_opens_once_however_often_it_is_asked_for(ledger: Ledger) -> None:
    opened = await asyncio.gather(
        *(ledger.open_account(GUILD, ANN, "Ann", Amount(100_000), at=1) for _ in range(20))
    )
    assert sum(opened) == 1
    assert await ledger.balance(GUILD, ANN) == 100_000


async def test_a_top_up_is_given_once_to_two_clicks_at_once(ledger: Ledger) -> None:
    await ledger.open_account(GUILD, ANN, "Ann", Amount(1_000), at=1)
    answers = await asyncio.gather(
        *(ledger.top_up(GUILD, ANN, Amount(20_000), interaction_id=index, at=2) for index in (1, 2, 1)),
        return_exceptions=True,
    )
    assert answers[0] == answers[2] == 19_000, "the same click, the same answer"
    assert isinstance(answers[1], TopupNotNeeded)
    assert await ledger.balance(GUILD, ANN) == 20_000


async def test_the_board_adds_up_what_was_won(database: Database, ledger: Ledger) -> None:
    await won(database, [(ANN, 1, 300), (BEN, 1, -300)])
    await won(database, [(ANN, 2, -100), (BEN, 2, 50), (CLEO, 2, 50)])
    assert await ledger.leaderboard(GUILD, now=NOW) == (
        Standing(1, ANN, "Ann", Amount(200), 2),
        Standing(2, CLEO, "Cleo", Amount(50), 1),
        Standing(3, BEN, "Ben", Amount(-250), 2),
    )


async def test_equal_winners_share_a_rank_in_a_fixed_order(database: Database, ledger: Ledger) -> None:
    await won(database, [(DEV, 1, 50), (CLEO, 1, 50), (ANN, 1, 10), (BEN, 1, 50)])
    board = await ledger.leaderboard(GUILD, now=NOW)
    assert [(line.rank, line.name) for line in board] == [(1, "Ben"), (1, "Cleo"), (1, "Dev"), (4, "Ann")]
    assert await ledger.leaderboard(GUILD, now=NOW, limit=2) == board[:2]


@pytest.mark.parametrize(
    ("period", "days"), [(Period.DAY, 1), (Period.WEEK, 7), (Period.MONTH, 30), (Period.ALL, 1_000)]
)
async def test_a_board_counts_the_rounds_of_its_period(
    database: Database, ledger: Ledger, period: Period, days: int
) -> None:
    await won(database, [(ANN, 1, 10)], at=NOW)
    await won(database, [(ANN, 2, 200)], at=NOW - days * DAY)
    if period is not Period.ALL:
        await won(database, [(ANN, 3, 3_000)], at=NOW - days * DAY - 1)
    assert [line.net for line in await ledger.leaderboard(GUILD, now=NOW, period=period)] == [210]
    assert [win.net for win in await ledger.biggest_wins(GUILD, now=NOW, period=period)] == [200]


async def test_a_board_is_of_one_game_or_of_all(database: Database, ledger: Ledger) -> None:
    await won(database, [(ANN, 1, 300)])
    await won(database, [(ANN, 2, -50), (BEN, 2, 50)], game="quinze")
    assert [line.net for line in await ledger.leaderboard(GUILD, now=NOW)] == [250, 50]
    assert [line.name for line in await ledger.leaderboard(GUILD, now=NOW, game="pontoon")] == ["Ann"]
    quinze = await ledger.leaderboard(GUILD, now=NOW, game="quinze")
    assert [(line.name, line.net) for line in quinze] == [("Ben", 50), ("Ann", -50)]
    assert await ledger.leaderboard(GUILD, now=NOW, game="farmer") == ()
    assert [win.name for win in await ledger.biggest_wins(GUILD, now=NOW, game="quinze")] == ["Ben"]


async def test_a_board_is_of_one_guild(database: Database, ledger: Ledger) -> None:
    await won(database, [(ANN, 1, 300)])
    await won(database, [(BEN, 1, 100)], guild_id=OTHER_GUILD, table_id=8)
    assert [line.name for line in await ledger.leaderboard(OTHER_GUILD, now=NOW)] == ["Ben"]
    assert [win.name for win in await ledger.biggest_wins(OTHER_GUILD, now=NOW)] == ["Ben"]


async def test_one_who_left_is_on_no_board_until_he_is_back(database: Database, ledger: Ledger) -> None:
    await won(database, [(ANN, 1, 300), (BEN, 1, 100)])
    await ledger.mark_gone(GUILD, ANN)
    assert [line.name for line in await ledger.leaderboard(GUILD, now=NOW)] == ["Ben"]
    assert [win.name for win in await ledger.biggest_wins(GUILD, now=NOW)] == ["Ben"]
    await ledger.open_account(GUILD, ANN, "Ann again", Amount(0), at=NOW)
    assert [line.name for line in await ledger.leaderboard(GUILD, now=NOW)] == ["Ann again", "Ben"]


async def test_one_can_stay_off_the_boards_and_come_back(database: Database, ledger: Ledger) -> None:
    await won(database, [(ANN, 1, 300), (BEN, 1, 100)])
    await ledger.set_off_board(GUILD, ANN, is_off_board=True)
    await won(database, [(ANN, 2, 300)])  # being seen does not put him back
    assert [(line.rank, line.name) for line in await ledger.leaderboard(GUILD, now=NOW)] == [(1, "Ben")]
    assert [win.name for win in await ledger.biggest_wins(GUILD, now=NOW)] == ["Ben"]
    await ledger.set_off_board(GUILD, ANN, is_off_board=False)
    assert [line.name for line in await ledger.leaderboard(GUILD, now=NOW)] == ["Ann", "Ben"]


async def test_nobody_is_on_a_board_without_a_name(database: Database, ledger: Ledger) -> None:
    await database.write(
        lambda conn: record(conn, [Result(GUILD, 99, "pontoon", TABLE, 1, Amount(5))], at=NOW)
    )
    assert await ledger.leaderboard(GUILD, now=NOW) == ()


async def test_the_biggest_wins_are_one_a_member(database: Database, ledger: Ledger) -> None:
    await won(database, [(ANN, 1, 300), (BEN, 1, -300), (CLEO, 1, 20)], at=NOW - 5)
    await won(database, [(ANN, 2, 300), (BEN, 2, 40), (CLEO, 2, 40)], at=NOW - 4)
    assert await ledger.biggest_wins(GUILD, now=NOW) == (
        Win(1, ANN, "Ann", Amount(300), "pontoon", TABLE, 1, NOW - 5),
        Win(2, BEN, "Ben", Amount(40), "pontoon", TABLE, 2, NOW - 4),
        Win(2, CLEO, "Cleo", Amount(40), "pontoon", TABLE, 2, NOW - 4),
    )


async def test_a_settlement_is_recorded_once(database: Database, ledger: Ledger) -> None:
    for _ in range(2):
        await won(database, [(ANN, 1, 300), (BEN, 1, -300)])
    assert [line.net for line in await ledger.leaderboard(GUILD, now=NOW)] == [300, -300]
    with pytest.raises(Exception, match="never replaced"):
        await won(database, [(ANN, 1, 301)])


async def test_a_history_tells_newest_first_what_happened_and_what_was_left(
    database: Database, ledger: Ledger
) -> None:
    await posted(database, move("1", "issuance", player(ANN), 500, reason="start"), at=10)
    await posted(database, move("2", player(ANN), seat(0), 200), at=20)
    await posted(database, move("3", seat(0), player(ANN), 150, reason="release"), at=30)
    entries = await ledger.history(GUILD, ANN)
    assert [(entry.at, entry.reason, entry.change, entry.balance, entry.other) for entry in entries] == [
        (30, "release", 150, 450, "held:7:0"),
        (20, "hold", -200, 300, "held:7:0"),
        (10, "start", 500, 500, "issuance"),
    ]
    assert {(entry.table_id, entry.round_index) for entry in entries} == {(TABLE, 1)}


async def test_a_history_is_turned_page_by_page_while_play_goes_on(
    database: Database, ledger: Ledger
) -> None:
    for index in range(1, 10):
        await posted(database, move(f"in:{index}", "issuance", player(ANN), index * 10))
        await posted(database, move(f"out:{index}", player(ANN), player(BEN), index))
    whole = await ledger.history(GUILD, ANN, 100)

    pages = list(await ledger.history(GUILD, ANN, 5))
    while True:
        await posted(database, move(f"later:{len(pages)}", "issuance", player(ANN), 1_000))
        page = await ledger.history(GUILD, ANN, 5, before=pages[-1])
        if not page:
            break
        pages += page
    assert tuple(pages) == whole
    assert [entry.balance - entry.change for entry in whole][:-1] == [entry.balance for entry in whole][1:]
    assert whole[-1].balance == whole[-1].change


async def test_a_history_is_of_one_member_of_one_guild(database: Database, ledger: Ledger) -> None:
    await posted(
        database,
        move("1", "issuance", player(ANN), 500),
        move("2", "issuance", player(BEN), 600),
        move("3", "issuance", player(ANN), 700, guild_id=OTHER_GUILD),
    )
    assert [entry.change for entry in await ledger.history(GUILD, ANN)] == [500]
    assert await ledger.history(GUILD, CLEO) == ()


@pytest.mark.parametrize(
    ("sql", "searches"),
    [
        (
            PAGE_SQL,
            [
                "transfers_by_payer (guild_id=? AND debit=? AND rowid<?)",
                "transfers_by_payee (guild_id=? AND credit=? AND rowid<?)",
            ],
        ),
        (HELD_SQL, ["transfers_by_seat (guild_id=? AND credit=?)"]),
        (STANDINGS_SQL, ["results_by_time (guild_id=? AND at>?)"]),
        (WINS_SQL, ["results_by_time (guild_id=? AND at>?)"]),
    ],
    ids=["history", "held", "leaderboard", "biggest wins"],
)
async def test_a_question_reads_no_more_than_it_asks_for(
    database: Database, sql: str, searches: list[str]
) -> None:
    names = ("guild_id", "account", "before", "limit", "since", "game")
    plan = await database.read(f"EXPLAIN QUERY PLAN {sql}", dict.fromkeys(names, 1))
    found = [row["detail"] for row in plan if "INDEX" in row["detail"] and "PRIMARY" not in row["detail"]]
    assert [step.rpartition("INDEX ")[2] for step in found] == searches


async def test_the_audit_tells_what_is_wrong(database: Database, ledger: Ledger) -> None:
    await posted(database, move("1", "issuance", player(ANN), 500))
    assert await ledger.audit() == []
    await database.write(
        lambda conn: conn.execute("UPDATE accounts SET balance = 0 WHERE balance > 0").close()
    )
    assert "guild 100: player:1 has 0, its transfers come to 500" in await ledger.audit()
    assert await ledger.audit(101) == [], "of another guild nothing is told"


async def test_the_audit_sees_one_moment_while_play_goes_on(database: Database, ledger: Ledger) -> None:
    async def keep_playing() -> None:
        for index in range(60):
            await posted(database, move(f"{index}", "issuance", player(index % 5), 10))

    playing = asyncio.create_task(keep_playing())
    findings = [await ledger.audit() for _ in range(5)]
    await playing
    assert findings == [[]] * 5
