"""What checks from outside the program rely on, as they write it."""

from __future__ import annotations

from pathlib import Path

import simcord

from bot.app import create_bot
from bot.engine.cards import cards
from bot.settings import Settings
from bot.table.packs import StackedPacks
from tests.cogs.world import a_world, three_sit_down


async def test_the_table_of_a_channel_is_awaited_and_tells_where_it_stands(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        table = await world.bot.tables.table_in(world.channel.id)
        assert table is not None
        assert (table.round_index, table.state.round_index) == (1, 1)
        assert table.version == table.state.version > 1
        assert await world.bot.tables.table_in(1) is None


async def test_a_bot_is_made_from_settings_and_stacked_packs_and_its_ledger_answers(
    tmp_path: Path,
) -> None:
    packs = StackedPacks([cards("As Td 7h")])
    bot = create_bot(Settings(database=tmp_path / "vingt.db"), packs=packs)
    async with simcord.run(bot, shard_count=1) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("cards")
        ann = guild.add_member(env.create_user("ann"))
        ben = guild.add_member(env.create_user("ben"))
        await ann.slash(channel, "pontoon open", first_banker="opener")
        await ben.slash(channel, "join")
        await ann.slash(channel, "deal")
        table = await bot.tables.table_in(channel.id)
        assert table is not None
        # Ben, the one punter, is dealt first: the ace of spades, two counters of his at risk from now on.
        assert [str(hand.cards[0]) for held in table.state.round.hands.values() for hand in held] == [
            "As",
            "Td",
        ]
        assert await bot.ledger.balance(guild.id, ben.id) == 1_000_00 - 2_00
        assert await bot.ledger.audit() == []
        await bot.close()
