"""What `vingt` says and with which exit code, for whoever types it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import discord
import pytest

from bot import __main__ as command_line
from bot.__main__ import main
from bot.app import Vingt
from bot.logs import LineFormatter
from bot.presentation.strings import load_words
from tests.cogs.world import a_world, stakes_are_made


@pytest.fixture(autouse=True)
def _quiet_again() -> Iterator[None]:
    """`run` sets up the log of the whole process; put it back."""
    root = logging.getLogger()
    before, level = [*root.handlers], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    """What was said on standard error, which is to be one line and no traceback."""
    said = capsys.readouterr().err
    assert said.count("\n") == 1, said
    assert "Traceback" not in said
    return said


@pytest.mark.parametrize("command", [[], ["demo"], ["run"], ["audit"], ["verify"]])
def test_every_command_explains_itself(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--help"])
    assert ended.value.code == 0
    assert "usage: vingt" in capsys.readouterr().out


@pytest.mark.parametrize("typed", [[], ["play"], ["verify"], ["demo", "--port", "many"], ["run", "--fast"]])
def test_what_cannot_be_read_is_a_wrong_use(typed: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(typed)
    assert ended.value.code == 2
    assert "Traceback" not in capsys.readouterr().err


def test_without_a_token_run_names_the_setting_and_the_demo(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run"]) == 2
    said = one_line(capsys)
    assert "DISCORD_TOKEN" in said
    assert "vingt demo" in said


def test_a_token_that_discord_does_not_know_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async def refused(self: Vingt, token: str, **_: Any) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setattr(Vingt, "start", refused)
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    monkeypatch.setenv("VINGT_DATABASE", str(tmp_path / "vingt.db"))
    assert main(["run"]) == 2
    said = one_line(capsys)
    assert "DISCORD_TOKEN" in said
    assert "secret-token" not in said


def test_a_setting_that_makes_no_sense_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("VINGT_CLOCK_SECONDS", "soon")
    assert main(["run"]) == 2
    assert "VINGT_CLOCK_SECONDS" in one_line(capsys)


def test_a_database_that_is_in_the_way_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    async def into_setup(self: Vingt, token: str, **_: Any) -> None:
        await self.setup_hook()

    monkeypatch.setattr(Vingt, "start", into_setup)
    monkeypatch.setenv("DISCORD_TOKEN", "secret-token")
    monkeypatch.setenv("VINGT_DATABASE", str(tmp_path))
    assert main(["run"]) == 2
    assert str(tmp_path) in one_line(capsys)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_run_stops_cleanly_when_told_to(number: signal.Signals) -> None:
    class Bot:
        """Stays connected until it is closed."""

        def __init__(self) -> None:
            self.closed = asyncio.Event()

        async def __aenter__(self) -> Self:
            return self

        async def __aexit__(self, *_: object) -> None:
            pass

        async def start(self, token: str) -> None:
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), number)
            await self.closed.wait()

        async def close(self) -> None:
            self.closed.set()

    bot: Any = Bot()
    assert await command_line._online(bot, "token", load_words()) == 0
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().remove_signal_handler(each)


async def test_an_audit_from_outside_finds_what_was_tampered_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        assert main(["audit", "--db", str(tmp_path / "vingt.db")]) == 0, "also while the bot runs"
    assert main(["audit", "--db", str(tmp_path / "vingt.db")]) == 0
    assert "All is well" in capsys.readouterr().out
    with sqlite3.connect(tmp_path / "vingt.db") as conn:
        conn.execute("UPDATE accounts SET balance = balance + 100 WHERE name LIKE 'player:%'")
    conn.close()
    assert main(["audit", "--db", str(tmp_path / "vingt.db")]) == 1
    assert "wrong" in capsys.readouterr().out


def test_an_audit_of_nothing_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--db", str(tmp_path / "nothing.db")]) == 2
    assert "nothing.db" in one_line(capsys)


@pytest.mark.parametrize("text", [None, "", "{}", '{"format": "else"}', "\ufffe"])
def test_a_file_that_is_no_log_cannot_be_verified(
    text: str | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.json"
    if text is not None:
        path.write_bytes(text.encode("utf-16"))
    assert main(["verify", str(path)]) == 2
    assert "log.json" in one_line(capsys)


def test_a_log_line_is_one_line_whatever_happened() -> None:
    try:
        raise ValueError("first\nsecond")
    except ValueError:
        told = sys.exc_info()
    record = logging.LogRecord("bot.x", logging.ERROR, "x.py", 1, "event=error ref=%s", ("ab",), told)
    line = LineFormatter().format(record)
    assert "\n" not in line
    assert line.startswith("ts=")
    assert " level=error event=error ref=ab trace=" in line
    foreign = logging.LogRecord("discord.http", logging.WARNING, "x.py", 1, "rate\nlimited", (), None)
    assert "event=log logger=discord.http text='rate\\nlimited'" in LineFormatter().format(foreign)
