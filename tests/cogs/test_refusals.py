"""Whatever cannot be done is answered privately, in a sentence that says what to do; and changes nothing."""

from __future__ import annotations

from pathlib import Path

from tests.cogs.fakes import text_of
from tests.cogs.world import World, a_world, buttons_of, stakes_are_made, three_sit_down


def state(world: World) -> tuple[int, str]:
    return world.table().version, text_of(world.public)


async def test_a_strangers_click_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        before = state(world)
        for label in ("Stick", "Twist", "Buy", "Split", "My hand"):
            said = await world.click(world.dev, label)
            assert "You have no seat at this table" in said.text, label
            assert all(message.ephemeral for message in said.private)
        assert state(world) == before


async def test_a_player_whose_turn_it_is_not_is_told_who_is_waited_for(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        before = state(world)
        assert "the table waits for Ben" in (await world.click(world.cleo, "Twist")).text
        assert "the table waits for Ben" in (await world.click(world.cleo, "Buy")).text
        assert "the table waits for Ben" in (await world.slash(world.cleo, "stick")).text
        assert state(world) == before


async def test_the_second_of_two_clicks_is_stale_and_stakes_nothing(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        stake = buttons_of(world.public)["Stake 5"]
        first, second = await world.press_at_once([(world.ben, stake), (world.ben, stake)])
        answers = first.text + second.text
        assert "Your stake lies" in answers or "The table has moved on" in answers
        # Twice the stake is held, for a banker's pontoon collects double.
        assert await world.balance(world.ben) == 100_000 - 2 * 500


async def test_eight_stakes_in_the_same_instant_are_eight_stakes(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        eight = [
            world.guild.add_member(world.env.create_user(f"p{n}", global_name=f"P{n}")) for n in range(8)
        ]
        await world.slash(world.ann, "pontoon open", seats=9, first_banker="opener")
        for member in eight:
            await world.click(member, "Join")
        await world.click(world.ann, "Deal")
        stake = buttons_of(world.public)["Stake 1"]
        answers = await world.press_at_once([(member, stake) for member in eight])
        assert all(answer.is_answered for answer in answers)
        assert [answer.text for answer in answers if "Your hand" not in answer.text and answer.text] == []
        assert "**P0** to play" in text_of(world.public)
        assert "choosing a stake" not in text_of(world.public)


async def test_an_old_button_says_that_the_table_has_moved_on(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        old = buttons_of(world.public)["Twist"]
        await world.click(world.ben, "Stick")
        await world.click(world.cleo, "Twist")
        before = state(world)
        said = await world.press(world.cleo, old)
        assert "The table has moved on" in said.text
        assert state(world) == before


async def test_an_old_button_on_a_private_hand_redraws_the_hand_and_says_why(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world)
        hand = world.hand(world.ben)
        old = buttons_of(hand)["Twist"]
        await world.slash(world.ben, "twist")
        said = await world.press(world.ben, old, world.hand(world.ben))
        assert "The table has moved on" in said.text
        assert "4♣" in text_of(world.hand(world.ben))


async def test_an_amount_that_is_none_is_refused_in_words(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        for typed in ("five", "2.50", "-3", "1e3", ""):
            form = await world.click(world.ben, "Other stake")
            if typed:
                said = await world.type_into(world.ben, form, amount=typed)
                assert "no whole number of counters" in said.text, typed
        form = await world.click(world.ben, "Other stake")
        assert "too much" in (await world.type_into(world.ben, form, amount="11")).text
        form = await world.click(world.ben, "Other stake")
        await world.type_into(world.ben, form, amount=" 7.00 ")
        assert "**Ben** · 7 counters" in text_of(world.public)


async def test_a_form_that_was_open_too_long_is_refused(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        await world.click(world.ann, "Deal")
        form = await world.click(world.ben, "Other stake")
        await world.slash(world.ben, "stake", amount=1)
        await world.slash(world.cleo, "stake", amount=1)
        assert "The table has moved on" in (await world.type_into(world.ben, form, amount="7")).text


async def test_commands_without_a_table_say_how_to_open_one(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        plain = ("join", "leave", "deal", "ready", "hand", "rules", "twist", "stick", "split", "burn")
        grouped = ("sit out", "sit in", "table show", "table close", "table last")
        bank = ("bank take", "bank pass", "bank buy", "bank double", "bank play")
        for command in (*plain, *grouped, *bank):
            said = await world.slash(world.ben, command)
            assert "There is no table in this channel" in said.text, command
        for command in ("stake", "buy", "bank sell", "bank bid"):
            said = await world.slash(world.ben, command, amount=5)
            assert "There is no table in this channel" in said.text, command


async def test_one_table_a_channel(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        said = await world.slash(world.dev, "pontoon open")
        assert "There is a table in this channel already" in said.text
        assert len(world.channel.history()) == 1


async def test_only_the_opener_or_a_manager_may_close_a_table(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.slash(world.ben, "pontoon open")
        assert "Only the member who opened the table" in (await world.slash(world.cleo, "table close")).text
        assert world.table() is not None
        assert "closed" in (await world.slash(world.ann, "table close")).text, "Ann manages the server"


async def test_options_that_make_no_table_are_refused_with_what_is_allowed(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        for options, sentence in (
            ({"preset": "pagan"}, "no house rules called `pagan`"),
            ({"rules": "stik_min=15"}, "Did you mean `stick_min`"),
            ({"rules": "royal=perhaps"}, "on, off"),
            ({"rules": "royal"}, "name=value"),
            ({"bank": "pontoon,lottery"}, "auction"),
            ({"rules": "stick_min=30"}, "make no game"),
            ({"stake_min": 20, "stake_max": 10}, "smallest stake"),
        ):
            said = await world.slash(world.ann, "pontoon open", **options)
            assert sentence in said.text, (options, said.text)
            assert world.table() is None


async def test_a_button_of_a_table_long_closed_says_so_after_a_restart(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        join = buttons_of(world.public)["Join"]
        message = world.public
        await world.slash(world.ann, "table close")
        await world.restart()
        for custom_id in (join, join.replace("join", "hand"), join.replace("join", "rules")):
            assert "This table is closed" in (await world.press(world.dev, custom_id, message)).text
