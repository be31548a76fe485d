"""What players of other card bots ask for: boards one can read, and a table for everybody."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.engine.cards import pack
from bot.engine.game import Drawn
from bot.engine.shuffle import commitment, pack_seed, shuffled
from bot.table.events import PackBegun, PackRevealed
from bot.table.fairness import verify_export
from bot.table.packs import PACK_LABEL, SeededPacks
from bot.table.table import codec_of
from tests.cogs.fakes import text_of
from tests.cogs.world import World, a_world, buttons_of, stakes_are_made, three_sit_down

A_QUARTER = 15 * 60
"""Seconds for which the bot may remember who is a member: nobody tells it when one leaves."""


async def board_of(world: World) -> list[str]:
    """The lines of the leaderboard as it is shown now, without its heading and its foot."""
    await world.slash(world.dev, "leaderboard")
    return [line for line in text_of(world.channel.last_message).splitlines() if re.match(r"\d+\.", line)]


async def a_round_is_played(world: World) -> None:
    await stakes_are_made(world)
    for line in ("ben stick", "cleo twist", "cleo stick", "ann stick"):
        name, word = line.split()
        await world.slash(getattr(world, name), word)


async def test_the_board_has_names_in_one_column_of_those_who_are_here_and_want_to_be(tmp_path: Path) -> None:
    """Asked: ids for names, members who left, columns that fall apart on a phone, no way to stay off."""
    async with a_world(tmp_path) as world:
        await a_round_is_played(world)
        lines = await board_of(world)
        assert lines[:3] == ["1. Cleo **+10**", "2. Ann **−5**", "2. Ben **−5**"]
        ids = [str(member.id) for member in (world.ann, world.ben, world.cleo)]
        assert not any(number in line for number in ids for line in lines)
        # One column needs no alignment: no line holds a table, a code block or a run of blanks.
        assert not any(re.search(r"\||```|  |\t", line) for line in lines)

        world.guild.remove_member(world.cleo)
        await world.env.advance_time(A_QUARTER)
        assert not any("Cleo" in line for line in await board_of(world))
        await world.slash(world.ben, "settings", leaderboard=False)
        assert [line.split()[1] for line in await board_of(world)] == ["Ann"]
        await world.slash(world.ben, "settings", leaderboard=True)
        assert any("Ben" in line for line in await board_of(world))


async def test_whoever_cannot_tell_colours_or_see_reads_letters_and_words(tmp_path: Path) -> None:
    """Asked: colour-blind and blind players need letters and text. Nothing is said by colour alone."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.slash(world.ben, "twist")
        hand, public = text_of(world.hand(world.ben)), text_of(world.public)
        words = re.sub(r"<:\w+:\d+>", "", hand)
        assert all(card in words for card in ("9♥", "8♠", "4♣"))
        assert "**Ben** to play" in public
        assert "Bank: Ann" in public
        assert "2 face down" in public, "backs are counted in words"
        for message in (world.hand(world.ben), world.public):
            # A button that has a picture alone, or a colour alone, says nothing to a screen reader.
            assert all(label.strip() for label in buttons_of(message))


async def test_a_member_may_hold_the_bank(tmp_path: Path) -> None:
    """Asked: play the banker yourself."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.slash(world.ben, "stick")
        while _kinds(world, world.cleo):
            await world.slash(world.cleo, "stick" if "stick" in _kinds(world, world.cleo) else "twist")
        assert world.view().name_of(world.view().banker) == "Ann"
        assert _kinds(world, world.ann) == {"twist", "stick"}, "he chooses as he likes"
        await world.click(world.ann, "Stick")
        assert "Pay 1" in text_of(world.public), "and announces what he pays"


def _kinds(world: World, member: object) -> set[str]:
    return {str(offer.kind) for offer in world.view(member).offers}


async def test_friends_play_at_one_table_without_being_invited_one_by_one(tmp_path: Path) -> None:
    """Asked: play with friends."""
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        assert [line.name for line in world.view().seats] == ["Ann", "Ben", "Cleo"]
        await world.click(world.dev, "Join")
        assert len(world.view().seats) == 4


@pytest.mark.parametrize(("option", "value"), [("hands_max", "2"), ("burn13", "on"), ("royal", "off")])
async def test_house_rules_can_be_switched_and_the_table_says_so(
    tmp_path: Path, option: str, value: str
) -> None:
    """Asked: switch house rules. What is switched is marked in the rules, and in force."""
    async with a_world(tmp_path) as world:
        await world.slash(world.ann, "pontoon open", rules=f"{option}={value}")
        printed = (await world.slash(world.ben, "rules")).text
        (marked,) = [line for line in printed.splitlines() if line.startswith("- ◆")]
        assert f"`{option}={value}`" in marked
        assert dict(world.view().options) == {option: value}


async def test_that_the_shuffle_was_fair_can_be_checked_by_anybody_with_his_own_program(
    tmp_path: Path,
) -> None:
    """Asked: "the shuffle is rigged". The seal is seen before the deal; afterwards all can be recomputed."""
    async with a_world(tmp_path, packs=SeededPacks()) as world:
        await three_sit_down(world)
        promised = world.view().fairness.next_commitment
        assert promised[:12] in text_of(world.public), "before a card is dealt"
        await world.click(world.ann, "Deal")
        await world.bot.tables.abandon(channel_id=world.channel.id)
        (attachment,) = (await world.slash(world.dev, "verify")).private[0].attachments
        log = (await attachment.read()).decode()
    assert verify_export(log) == []
    codec = codec_of("pontoon")
    events = [codec.decode(json.dumps(row["event"])) for row in json.loads(log)["events"]]
    (begun,) = [event for event in events if isinstance(event, PackBegun)]
    (shown,) = [event for event in events if isinstance(event, PackRevealed)]
    (drawn,) = [event for event in events if isinstance(event, Drawn) and event.label == PACK_LABEL]
    server_seed = bytes.fromhex(shown.server_seed)
    assert commitment(server_seed) == promised == begun.commitment
    assert len(begun.interactions) >= 3, "what players did since is mixed in"
    assert shuffled(pack_seed(server_seed, begun.interactions), f"1:{PACK_LABEL}", pack()) == drawn.order
    assert pack_seed(server_seed, begun.interactions[:-1]) != pack_seed(server_seed, begun.interactions)
