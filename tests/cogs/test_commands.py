"""What Discord is told of the commands, and what it proposes while somebody types."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from tests.cogs.world import World, _judged, a_world
from tests.support.openapi import needs_document, validate

EXPECTED = """
audit bank_bid bank_buy bank_double bank_pass bank_play bank_sell bank_take burn buy counters deal hand
history join leaderboard leave pontoon_open pontoon_rules ready rules settings sit_in sit_out split stake
stick table_close table_free table_last table_limits table_show topup twist verify
"""


def leaves(world: World) -> Iterator[app_commands.Command[Any, ..., Any]]:
    return (c for c in world.bot.tree.walk_commands() if isinstance(c, app_commands.Command))


async def test_every_command_is_there_once(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        names = [command.qualified_name.replace(" ", "_") for command in leaves(world)]
        assert sorted(names) == EXPECTED.split()
        payload = [command.to_dict(world.bot.tree) for command in world.bot.tree.get_commands()]
        assert len({command["name"] for command in payload}) == len(payload)


async def test_every_command_and_every_option_is_described(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for command in leaves(world):
            assert 5 < len(command.description) <= 100, command.qualified_name
            for option in command.parameters:
                assert 5 < len(str(option.description)) <= 100, (command.qualified_name, option.name)


async def test_commands_exist_in_servers_only_and_ask_for_no_privileged_intent(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        (sent,) = [r.json for r in world.env.http_requests if r.method == "PUT"]
        assert all(command["contexts"] == [0] for command in sent)
        assert all(command["integration_types"] == [0] for command in sent)
        assert world.bot.intents == discord.Intents(guilds=True)
        audit = next(command for command in sent if command["name"] == "audit")
        assert int(audit["default_member_permissions"]) == discord.Permissions(manage_guild=True).value


@needs_document
def test_what_discord_would_refuse_is_found_in_every_test_of_this_folder() -> None:
    too_long = json.dumps({"content": "x" * 2001})
    assert _judged("POST", "/channels/1/messages", too_long, interaction_type=None)
    assert not _judged("POST", "/channels/1/messages", json.dumps({"content": "x"}), interaction_type=None)


@needs_document
async def test_a_card_face_is_uploaded_as_discord_takes_it(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        upload = next(r for r in world.env.http_requests if r.method == "POST" and r.path.endswith("/emojis"))
        assert validate(upload.method, upload.path, upload.json) == []


async def test_presets_are_proposed_from_the_files(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert await proposed(world, "preset", "") == ["seed001", "parlett", "pagat"]
        assert await proposed(world, "preset", "PA") == ["parlett", "pagat"]
        assert await proposed(world, "preset", "", command="pontoon rules") == ["seed001", "parlett", "pagat"]


async def test_ways_of_the_bank_are_proposed_one_after_the_other(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert await proposed(world, "bank", "") == ["pontoon", "rotate", "sale", "auction"]
        more = ["pontoon,rotate", "pontoon,sale", "pontoon,auction"]
        assert await proposed(world, "bank", "pontoon,") == more
        assert await proposed(world, "bank", "pontoon, sale, au") == ["pontoon,sale,auction"]


async def test_options_are_proposed_names_first_then_values(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        names = await proposed(world, "rules", "")
        assert {"burn13=", "stick_min=", "royal="} <= set(names)
        assert len(names) <= 25
        assert await proposed(world, "rules", "burn") == ["burn13="]
        assert await proposed(world, "rules", "burn13=") == ["burn13=on", "burn13=off"]
        assert await proposed(world, "rules", "burn13=on buy_rule=p") == [
            "burn13=on buy_rule=parlett",
            "burn13=on buy_rule=pagat",
        ]
        assert "burn13=on burn13=" not in await proposed(world, "rules", "burn13=on burn")
        assert await proposed(world, "rules", "x" * 99) == []


async def test_games_are_proposed_for_the_leaderboard_by_their_names(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        choices = await world.ann.autocomplete(world.channel, "leaderboard", "game", "pon")
        assert choices == [{"name": "Pontoon", "value": "pontoon"}]


async def test_the_rules_of_a_preset_nobody_plays_can_be_read(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        assert "Club rules" in (await world.slash(world.dev, "pontoon rules", preset="pagat")).text
        assert "Home rules" in (await world.slash(world.dev, "pontoon rules")).text
        assert "no house rules called" in (await world.slash(world.dev, "pontoon rules", preset="x")).text
        await world.slash(world.ann, "pontoon open", preset="parlett", stake_max=77)
        for command in ("pontoon rules", "rules"):
            said = await world.slash(world.dev, command)
            assert "Parlett's rules" in said.text
            assert "77" in said.text


async def proposed(world: World, option: str, typed: str, command: str = "pontoon open") -> list[str]:
    choices = await world.ann.autocomplete(world.channel, command, option, typed)
    assert all(choice["name"] == choice["value"] for choice in choices)
    return [choice["value"] for choice in choices]
