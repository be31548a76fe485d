"""The demo's own part: the world, the clock and the pages, held by a bot of one command."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot import demo
from bot.__main__ import main
from tests.demo.support import PHONE, browser_pages, needs_browser
from tests.demo.toy_bot import FACE, ToyBot, build

simcord = pytest.importorskip("simcord", reason="simcord is not installed")

ADDRESS = re.compile(r"^Vingt demo: (http://127\.0\.0\.1:\d+/#\S+)$", re.MULTILINE)


@pytest.fixture
async def url(capsys: pytest.CaptureFixture[str]) -> AsyncIterator[str]:
    """The address of a running demo, which then stops as it does on SIGTERM."""
    running = asyncio.create_task(demo.serve(port=0, build=build))
    printed = ""
    while not (found := ADDRESS.search(printed)):
        assert not running.done(), running.result()
        await asyncio.sleep(0.05)
        printed += capsys.readouterr().out
    yield found[1]
    signal.raise_signal(signal.SIGTERM)
    assert await asyncio.wait_for(running, 10) == 0


async def test_a_taken_port_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server((demo.HOST, 0)) as other:
        port = other.getsockname()[1]
        assert await demo.serve(port=port, build=build) == demo.CANNOT_START == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert str(port) in printed.err


async def test_the_people_are_the_same_at_every_start() -> None:
    def ids(count: int) -> list[int]:
        channel, members = demo._furnish(empty_env(), demo.MEMBERS[:count])
        return [channel.guild.id, channel.id, *(member.id for member in members)]

    assert ids(4) == ids(4)
    assert ids(4) == ids(10)[:6], "nobody's id depends on how many there are"


async def test_only_the_first_may_manage_the_server() -> None:
    env = empty_env()
    channel, members = demo._furnish(env, demo.MEMBERS[:4])
    may = [
        discord.Permissions(env.backend.compute_permissions(channel.guild.id, member.id)).manage_guild
        for member in members
    ]
    assert may == [True, False, False, False]


@pytest.mark.parametrize("count", ["1", "11", "many"])
def test_there_are_two_to_ten_members(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", "--members", count])
    assert ended.value.code == demo.CANNOT_START
    assert count in capsys.readouterr().err


async def test_new_ids_are_made_of_the_time_of_day() -> None:
    env = empty_env()
    env.backend.clock = demo.WallClock()
    env.backend.advance_clock(3600)
    made = discord.utils.snowflake_time(env.backend.snowflake())
    assert abs(made - datetime.now(UTC)) < timedelta(seconds=1)


@needs_browser
@pytest.mark.browser
async def test_an_evening_in_the_room(url: str) -> None:
    async with browser_pages(url, count=2) as (ann, ben):
        assert "/pontoon open" in await ann.page_text()
        await ben.viewing_as("Ben")

        await ann.slash("/remind seconds:8 who:Ben")
        assert await ann.pictures() == [FACE]
        assert re.search(r"for Ben in [78] seconds", await ann.page_text())
        await ben.wait_for_text("for Ben in")

        await ben.click("Look")
        assert "Ben looks" in await ben.private_text()
        await ann.click("Tell")
        await ann.submit(what="everything")
        assert "told everything" in await ann.private_text()
        assert "Ben looks" not in await ann.page_text()

        await ann.wait_for_text("time is up")
        await ben.wait_for_text("time is up")


@needs_browser
@pytest.mark.browser
async def test_times_are_told_from_when_they_are_drawn(url: str) -> None:
    async with browser_pages(url, size=PHONE) as (page,):
        await asyncio.sleep(3)
        await page.slash("/remind seconds:45")
        assert re.search(r"in 4[45] seconds", await page.page_text())


def empty_env() -> simcord.Env:
    return simcord.Env(ToyBot(), shard_count=1)
