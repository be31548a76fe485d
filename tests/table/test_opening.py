"""Opening a table: everything can be set, nothing nonsensical, and a refusal says what would do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.engine.game import COUNTER
from bot.views import Done, OpenRequest, Refused
from tests.table.evening import CHANNEL, Room, evening, person


async def test_defaults_make_a_table(tmp_path: Path) -> None:
    async with evening(tmp_path, clock_seconds=75) as room:
        await room.opens("A")
        view = room.view
        assert (view.game, view.preset, view.options) == ("pontoon", "seed001", ())
        assert (view.stake_min, view.stake_max) == (1 * COUNTER, 10 * COUNTER)
        assert (view.seat_max, view.clock_seconds, view.ends_at) == (8, 75, None)
        assert (view.guild_id, view.channel_id, view.opener_id) == (1, CHANNEL, person("A").user_id)


async def test_everything_named_is_set_and_what_differs_from_the_preset_is_told(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens(
            "A",
            preset="parlett",
            stake_min=2,
            stake_max=20,
            seats=4,
            clock_seconds=0,
            bank="rotate, sale",
            first_banker="house",
            rules="stick_min=17 royal=off hands_max=2",
        )
        view = room.view
        assert (view.stake_min, view.stake_max, view.seat_max, view.clock_seconds) == (200, 2_000, 4, 0)
        assert dict(view.options) == {
            "bank_rule": "rotate,sale",
            "first_banker": "house",
            "stick_min": "17",
            "royal": "off",
            "hands_max": "2",
        }
        assert view.rules.buy_rule == "parlett"
        assert view.bank_ways == {"rotate", "sale"}


async def test_one_open_table_a_channel_and_threads_are_channels(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        assert await _why(room) == "table_open"
        await room.opens("B", channel=CHANNEL + 1)
        assert len(room.tables.open_ids()) == 2


@pytest.mark.parametrize(
    ("asked", "reason", "detail"),
    [
        ({"preset": "parlet"}, "no_such_preset", {"name": "parlet", "near": "parlett"}),
        ({"preset": "zzz"}, "no_such_preset", {"name": "zzz"}),
        ({"rules": "stik_min=16"}, "no_such_option", {"name": "stik_min", "near": "stick_min"}),
        ({"rules": "stick_min"}, "bad_option_value", {"name": "stick_min"}),
        ({"rules": "stick_min=many"}, "bad_option_value", {"name": "stick_min", "value": "many"}),
        ({"rules": "royal=perhaps"}, "bad_option_value", {"name": "royal", "allowed": "on, off"}),
        ({"rules": "buy_rule=mine"}, "bad_option_value", {"allowed": "seed001, parlett, pagat"}),
        ({"rules": "bank_rule=pontoon,luck"}, "bad_option_value", {"name": "bank_rule"}),
        ({"rules": "stick_min=30"}, "rules_contradict", {}),
        ({"bank": "luck"}, "bad_option_value", {"name": "bank_rule"}),
        ({"first_banker": "me"}, "bad_option_value", {"name": "first_banker"}),
        ({"stake_min": 0}, "limits_bad", {}),
        ({"stake_min": 6, "stake_max": 5}, "limits_bad", {}),
    ],
)
async def test_what_cannot_be_played_is_refused_with_what_could(
    tmp_path: Path, asked: dict[str, Any], reason: str, detail: dict[str, str]
) -> None:
    async with evening(tmp_path) as room:
        outcome = await room.open("A", **asked)
        assert isinstance(outcome, Refused)
        assert outcome.reason == reason
        assert detail.items() <= outcome.detail.items(), outcome.detail
        assert room.rows("SELECT count(*) FROM tables") == [(0,)]
        assert room.rows("SELECT count(*) FROM transfers") == [(0,)]


async def test_half_counters_are_no_limits(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        request = OpenRequest("pontoon", stake_min=150, stake_max=500)  # type: ignore[arg-type]
        outcome = await room.tables.open(person("A"), CHANNEL, request, 1)
        assert isinstance(outcome, Refused)
        assert outcome.reason == "limits_bad"


@pytest.mark.parametrize(("seats", "most"), [(1, 1), (10, 10), (99, 10)])
async def test_seats_stay_within_what_the_game_can_seat(tmp_path: Path, seats: int, most: int) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", seats=seats)
        assert room.view.seat_max == most


async def test_the_rules_are_told_of_a_table_and_of_a_preset(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        table = await room.opens("A", preset="pagat", rules="royal=on", stake_max=7, clock_seconds=30)
        rules = room.tables.rules(table)
        assert (rules.preset, rules.options) == ("pagat", (("royal", "on"),))
        assert (rules.stake_min, rules.stake_max, rules.clock_seconds) == (100, 700, 30)
        assert rules.ranking[0] == "royal"
        await room.does("A limits 2 4")
        assert room.tables.rules(table).stake_max == 400
        of_preset = room.tables.rules_of("pontoon", "pagat")
        assert not isinstance(of_preset, Refused)
        assert (of_preset.options, of_preset.stake_min) == ((), None)
        unknown = room.tables.rules_of("pontoon", "nobodys")
        assert isinstance(unknown, Refused)
        assert unknown.reason == "no_such_preset"


async def test_a_table_is_found_by_its_channel_as_outside_checks_do(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        assert room.tables.open_in(CHANNEL) is None
        await room.opens("A")
        table = room.tables.open_in(CHANNEL)
        assert table is not None
        assert (table.id, table.version, table.round_index, table.guild_id, table.game) == (
            1,
            3,
            0,
            1,
            "pontoon",
        )


async def test_where_the_public_message_stands_is_kept(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        table = await room.opens("A")
        assert room.tables.message_of(table) is None
        await room.tables.remember_message(table, CHANNEL, 12_345)
        await room.restart()
        assert room.tables.message_of(table) == 12_345


async def _why(room: Room) -> str:
    outcome = await room.open("B")
    assert not isinstance(outcome, Done)
    return str(outcome.reason)
