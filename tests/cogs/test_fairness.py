"""Anybody can check the shuffles; who manages the server can check the books."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.table.packs import SeededPacks
from tests.cogs.world import a_world, three_sit_down


async def test_the_packs_of_a_table_can_be_checked_here_and_at_home(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with a_world(tmp_path, packs=SeededPacks()) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        await world.bot.tables.abandon(channel_id=world.channel.id)
        said = await world.slash(world.dev, "verify")
        assert "All is well" in said.text
        (attachment,) = said.private[0].attachments
        log = await attachment.read()
    export = tmp_path / "log.json"
    export.write_bytes(log)
    assert main(["verify", str(export)]) == 0
    assert "All is well" in capsys.readouterr().out

    tampered = json.loads(log)
    tampered["events"] = [event for event in tampered["events"] if "promised" not in event["event"]["t"]]
    export.write_text(json.dumps(tampered))
    assert main(["verify", str(export)]) == 1
    assert "wrong" in capsys.readouterr().out


async def test_a_pack_in_play_gives_nothing_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with a_world(tmp_path, packs=SeededPacks()) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        said = await world.slash(world.dev, "verify")
        (attachment,) = said.private[0].attachments
        log = (await attachment.read()).decode()
        export = tmp_path / "log.json"
        export.write_text(log)
        assert main(["verify", str(export)]) == 0
        printed = capsys.readouterr().out
        assert "Nothing can be checked yet" in printed and "All is well" not in printed
        secrets = [seed.hex() for seed in world.table().seeds.values()]
        assert secrets
        assert not any(seed in log for seed in secrets)
        assert "dealt" not in log


async def test_where_no_table_was_ever_there_is_nothing_to_check(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert "There is no table" in (await world.slash(world.dev, "verify")).text


async def test_the_audit_is_for_those_who_manage_the_server(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        assert "All is well" in (await world.slash(world.ann, "audit")).text
        assert "audit" not in world.ben.available_commands(world.channel)
