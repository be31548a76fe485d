"""After a restart every table is there as it was, and so is every button on every old message."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.fakes import text_of
from tests.cogs.world import a_world, buttons_of, stakes_are_made


async def test_buttons_on_old_messages_are_alive_public_and_private(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        before = text_of(world.public)
        hand = world.hand(world.ben)
        await world.restart()
        assert text_of(world.public) == before
        await world.click(world.ben, "Stick", hand)
        assert "**Cleo** to play" in text_of(world.public)
        assert "K♦" in (await world.click(world.cleo, "My hand")).text, "the same cards"
        await world.click(world.cleo, "Twist")
        assert "4♣" in text_of(world.public), "from the same pack"
        await world.click(world.cleo, "Stick")
        await world.click(world.ann, "Stick")
        assert "> Pay 18s." in text_of(world.public)
        assert len(world.channel.history()) == 1, "the same message, edited"
        assert await world.bot.ledger.audit() == []


async def test_a_form_that_was_open_over_a_restart_still_counts(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        form = await world.click(world.ben, "Buy")
        await world.restart()
        await world.type_into(world.ben, form, amount="5")
        assert "Total **21**" in text_of(world.hand(world.ben))


async def test_the_same_bot_object_may_be_started_again(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.env.restart_bot(world.bot)
        await world.click(world.ben, "Twist")
        assert world.table().version > 0
        names = [command.name for command in world.bot.tree.get_commands()]
        assert len(names) == len(set(names))


async def test_commands_are_registered_once_and_again_only_when_they_changed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:

        def registrations() -> int:
            return sum(r.method == "PUT" and r.path.endswith("/commands") for r in world.env.http_requests)

        assert registrations() == 1
        await world.restart()
        assert registrations() == 1
        world.env.backend.register_commands(None, [])
        await world.restart()
        assert registrations() == 2, "what Discord has lost is registered again"


async def test_faces_are_uploaded_once(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:

        def uploads() -> int:
            return sum(r.method == "POST" and r.path.endswith("/emojis") for r in world.env.http_requests)

        first = uploads()
        assert first >= 53
        await world.restart()
        assert uploads() == first
        await stakes_are_made(world)
        assert "<:card_back:" in text_of(world.public)


async def test_a_clean_stop_leaves_nothing_running(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        await world.bot.close()
        await world.bot.close()
        second = world._new_bot()
        world.bot = second
        await world.env.restart_bot(second)
        assert buttons_of(world.public)


async def test_whoever_was_due_while_the_bot_was_away_sees_his_new_time(tmp_path: Path) -> None:
    async with a_world(tmp_path, clock_seconds=60, grace_seconds=30) as world:
        await stakes_are_made(world)
        await world.bot.close()
        await world.env.advance_time(600)
        world.bot = world._new_bot()
        await world.env.restart_bot(world.bot)
        assert "**Ben** to play" in text_of(world.public), "nobody is punished for the bot's absence"
        due = int(world.env.now().timestamp()) + 30
        assert f"<t:{due}:R>" in text_of(world.public)
        await world.env.advance_time(31)
        assert "**Cleo** to play" in text_of(world.public)
        assert "Time ran out" in text_of(world.public)
