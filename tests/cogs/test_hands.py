"""A player's hand: seen by him alone, named by its table, kept up to date as long as Discord allows."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.fakes import text_of
from tests.cogs.world import a_world, stakes_are_made, three_sit_down

QUARTER_OF_AN_HOUR = 15 * 60


async def test_a_hand_is_in_no_message_but_its_owners(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        assert "9♥" in text_of(world.hand(world.ben))
        others = [*world.channel.history()]
        others += [m for member in (world.ann, world.cleo, world.dev) for m in world.private(member)]
        assert not any(card in text_of(message) for message in others for card in ("9♥", "8♠", "card_9h"))
        sent = [r for r in world.env.http_requests if "9♥" in str(r.json) or "card_9h:" in str(r.json)]
        assert sent
        assert all("/webhooks/" in r.path or "/callback" in r.path for r in sent)
        assert not any("/users/@me/channels" in r.path for r in world.env.http_requests), "no direct messages"


async def test_a_hand_names_its_table_and_channel(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        assert f"Table {world.table().id} in <#{world.channel.id}>" in text_of(world.hand(world.ben))


async def test_whoever_joined_by_a_click_is_shown_his_cards_as_they_are_dealt(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        assert world.private(world.ben) == []
        await world.click(world.ann, "Deal")
        for member in (world.ann, world.ben, world.cleo):
            assert len(world.private(member)) == 1


async def test_one_message_follows_the_whole_evening(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        hand_id = world.hand(world.ben).id
        await world.click(world.ben, "Twist", world.hand(world.ben))
        await world.click(world.ben, "Stick", world.hand(world.ben))
        await world.click(world.cleo, "Twist")
        assert [m.id for m in world.private(world.ben)] == [hand_id]
        assert "Waiting for" in text_of(world.hand(world.ben))


async def test_a_turn_that_comes_brings_its_buttons_to_the_hand(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        assert "Waiting for Ben" in text_of(world.hand(world.cleo))
        await world.click(world.ben, "Stick")
        assert "It is your turn" in text_of(world.hand(world.cleo))


async def test_my_hand_opens_it_again_and_the_older_one_goes(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        old_id = world.hand(world.ben).id
        await world.click(world.ben, "My hand")
        assert [m.id for m in world.private(world.ben)] != [old_id]
        assert len(world.private(world.ben)) == 1
        await world.slash(world.ben, "hand")
        assert len(world.private(world.ben)) == 1


async def test_a_hand_that_was_put_away_comes_back_when_its_owner_acts_and_not_before(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        world.env.backend.delete_message(world.channel.id, world.hand(world.cleo).id)
        await world.click(world.ben, "Twist")
        await world.click(world.ben, "Stick")
        await world.click(world.dev, "Join")
        assert world.private(world.cleo) == []
        await world.click(world.cleo, "Twist")
        assert "2♥" in text_of(world.hand(world.cleo))


async def test_a_hand_that_was_put_away_comes_back_with_the_next_round(tmp_path: Path) -> None:
    async with a_world(tmp_path, pause_seconds=20) as world:
        await stakes_are_made(world)
        await world.click(world.ben, "Stick")
        await world.click(world.cleo, "Twist")
        await world.click(world.cleo, "Stick")
        world.env.backend.delete_message(world.channel.id, world.hand(world.cleo).id)
        await world.click(world.ann, "Stick")
        await world.click(world.dev, "Join")
        assert world.private(world.cleo) == []
        await world.env.advance_time(21)
        assert "round 2" in text_of(world.hand(world.cleo))


async def test_after_a_quarter_of_an_hour_the_old_hand_still_has_live_buttons(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.env.advance_time(QUARTER_OF_AN_HOUR + 60)
        said = await world.click(world.ben, "Twist", world.hand(world.ben))
        assert said.is_answered
        assert "4♣" in text_of(world.hand(world.ben))
        await world.click(world.ben, "Stick")
        assert "Waiting for Cleo" in text_of(world.hand(world.ben)), "its token is a fresh one now"


async def test_after_a_quarter_of_an_hour_nothing_is_pushed_and_my_hand_answers(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.env.advance_time(QUARTER_OF_AN_HOUR + 60)
        await world.click(world.ben, "Stick")
        assert "Waiting for Ben" in text_of(world.hand(world.cleo)), "as it was: no token is left"
        assert "It is your turn" in (await world.click(world.cleo, "My hand")).text


async def test_a_player_without_cards_is_told_so(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.click(world.dev, "Join")
        assert "no cards in this round" in (await world.click(world.dev, "My hand")).text


async def test_a_player_at_two_tables_has_a_hand_at_each(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        other = world.guild.create_text_channel("other-table")
        await world.slash(world.ben, "pontoon open", other, first_banker="house")
        await world.slash(world.ben, "deal", other)
        here = [m for m in world.private(world.ben) if "Your hand" in text_of(m)]
        there = [m for m in other.history(viewer=world.ben) if "Your hand" in text_of(m)]
        assert f"<#{world.channel.id}>" in text_of(here[-1])
        assert f"<#{other.id}>" in text_of(there[-1])
