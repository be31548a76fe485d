"""Discord fails, the disk fails, the program fails: the player is told, and the table goes on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.storage.database import Database
from bot.storage.errors import StorageFailed
from tests.cogs.fakes import text_of
from tests.cogs.world import World, a_world, buttons_of, stakes_are_made

CALLBACK = "/interactions/*/*/callback"
EDIT = "/channels/*/messages/*"


def break_rules(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("as if by a bug")

    monkeypatch.setattr(world.bot.tables, "rules", broken)


async def test_a_bug_behind_a_button_is_an_apology_with_a_reference_that_the_log_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        break_rules(world, monkeypatch)
        said = await world.click(world.ben, "Rules")
        (reference,) = re.findall(r"`([0-9a-f]{8})`", said.text)
        assert all(message.ephemeral for message in said.private)
        assert f"event=error ref={reference} about=vt:{world.table().id}:1:-:rules" in caplog.text
        assert f"version={world.table().version}" in caplog.text
        assert "as if by a bug" in caplog.text
        assert "as if by a bug" not in said.text


async def test_a_bug_behind_a_command_is_an_apology_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        break_rules(world, monkeypatch)
        said = await world.slash(world.ben, "rules")
        (reference,) = re.findall(r"`([0-9a-f]{8})`", said.text)
        assert f"ref={reference} about=/rules table={world.table().id} round=1" in caplog.text
        assert [type(getattr(error, "original", error)) for error in world.env.errors] == [ZeroDivisionError]


async def test_an_answer_that_discord_loses_is_made_good_on_the_table(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.env.inject_error("POST", CALLBACK, status=500)
        await world.click(world.ben, "Twist")
        assert "4♣" in text_of(world.public), "the board drew what the answer could not"


async def test_an_answer_that_comes_too_late_is_logged_and_loses_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.env.inject_error("POST", CALLBACK, status=404, code=10062, message="Unknown interaction")
        said = await world.press(world.ben, buttons_of(world.public)["Twist"])
        assert not said.is_answered
        assert "event=too_late" in caplog.text
        assert "event=error" not in caplog.text
        assert "4♣" in text_of(world.public)


@pytest.mark.parametrize(("status", "code"), [(500, 0), (429, 0), (429, 30046), (404, 10008)])
async def test_an_edit_that_is_denied_loses_no_state_on_the_screen(
    tmp_path: Path, status: int, code: int
) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.env.inject_error("PATCH", EDIT, status=status, code=code)
        await world.slash(world.ben, "twist")
        await world.env.advance_time(10)
        assert "4♣" in text_of(world.public)


async def test_a_table_that_may_not_be_shown_is_played_all_the_same(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        for method, path in (("PATCH", EDIT), ("POST", "/channels/*/messages")):
            world.env.inject_error(method, path, status=403, code=50013, times=None)
        assert "4♣" in (await world.slash(world.ben, "twist")).text
        await world.slash(world.ben, "stick")
        await world.slash(world.cleo, "twist")
        assert "17" in (await world.slash(world.cleo, "stick")).text
        await world.slash(world.ann, "stick")
        assert await world.bot.ledger.audit() == []
        assert (
            len(
                [r for r in world.env.http_requests if r.method == "PATCH" and r.path.startswith("/channels")]
            )
            < 5
        )
        said = await world.slash(world.ann, "table show")
        assert "may not post" in said.text


async def test_a_disk_that_fails_is_said_and_nothing_is_shown_that_was_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        before = text_of(world.public)

        async def full(*_: Any, **__: Any) -> Any:
            raise StorageFailed("the database could not be written")

        with monkeypatch.context() as patch:
            patch.setattr(Database, "write", full)
            for said in (await world.click(world.ben, "Twist"), await world.slash(world.ben, "twist")):
                assert "could not be written down, so it did not happen" in said.text
        assert text_of(world.public) == before
        await world.click(world.ben, "Twist")
        assert "4♣" in text_of(world.public)


async def test_a_disk_that_does_not_read_is_an_apology(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_world(tmp_path) as world:

        async def broken(*_: Any, **__: Any) -> Any:
            raise StorageFailed("the database could not be read")

        monkeypatch.setattr(world.bot.ledger, "balance", broken)
        assert "went wrong on our side" in (await world.slash(world.ben, "counters")).text
        assert len(world.env.errors) == 1


async def test_a_start_without_emoji_is_a_start_with_text(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def without_emoji(env: simcord.Env) -> None:
        env.inject_error("*", "/applications/*/emojis", status=500, times=None)

    async with a_world(tmp_path, before=without_emoji) as world:
        assert "event=faces_incomplete known=0" in caplog.text
        await stakes_are_made(world)
        assert "card_" not in text_of(world.hand(world.ben))
        assert "9♥" in text_of(world.hand(world.ben))
        assert "Twist" in buttons_of(world.public)
