"""What players of other card bots complain of: hidden cards that are not. Here they are."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cogs.fakes import text_of
from tests.cogs.world import a_world, buttons_of, stakes_are_made

BENS = ("9♥", "8♠", "card_9h", "card_8s")


async def test_nobody_else_sees_my_hand(tmp_path: Path) -> None:
    """Asked: everyone can see my hand."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        assert BENS[0] in text_of(world.hand(world.ben))
        for other in (world.ann, world.cleo, world.dev):
            shown = [*world.channel.history(viewer=other), *(await world.click(other, "My hand")).private]
            assert shown
            assert not any(card in text_of(message) for message in shown for card in BENS)
        # The message itself was never sent where others could read it.
        sent = [r for r in world.env.http_requests if any(card in json.dumps(r.json) for card in BENS[2:])]
        assert all("/channels/" not in r.path for r in sent if not r.path.endswith("/emojis"))


async def test_nobody_else_can_press_my_hand(tmp_path: Path) -> None:
    """Asked: everyone can press the buttons of my hand."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        hand = world.hand(world.ben)
        before = world.table().version
        for custom_id in buttons_of(hand).values():
            for other in (world.cleo, world.dev):
                said = await world.press(other, custom_id, hand)
                assert said.is_answered
                assert not any(card in said.text for card in BENS)
        assert world.table().version == before


async def test_hands_never_come_by_direct_message(tmp_path: Path) -> None:
    """Asked: hands by direct message: closed ones stop the game, and switching is a pain on a phone."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.click(world.ben, "Twist")
        assert "4♣" in text_of(world.hand(world.ben)), "it stands in the table's own channel"
        assert world.hand(world.ben).channel.id == world.channel.id
        assert [r.path for r in world.env.http_requests if r.path.startswith("/users/@me/channels")] == []


async def test_a_hand_says_which_table_it_belongs_to(tmp_path: Path) -> None:
    """Asked: a hand does not say which table it belongs to, when one plays at two."""
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        other = world.guild.create_text_channel("other-table")
        await world.slash(world.ben, "pontoon open", other, first_banker="house")
        await world.slash(world.ben, "deal", other)
        there = (await world.slash(world.ben, "hand", other)).text
        assert f"Table 1 in <#{world.channel.id}>" in text_of(world.hand(world.ben))
        assert f"Table 2 in <#{other.id}>" in there
