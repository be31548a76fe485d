"""A whole round of Pontoon as three people play it: by buttons alone, and by commands alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.cards import cards
from bot.table.packs import StackedPacks
from bot.views import TablePhase
from tests.cogs.fakes import text_of
from tests.cogs.world import a_world, buttons_of, stakes_are_made, three_sit_down

AT_START = 100_000


async def test_a_round_by_buttons_alone(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        assert "**Ann** · opened the table" in text_of(world.public)
        await world.click(world.cleo, "Deal")
        await world.click(world.ben, "Stake 5", world.hand(world.ben))
        await world.click(world.cleo, "Stake 10")
        assert "**Ben** to play" in text_of(world.public)

        await world.click(world.ben, "Stick", world.hand(world.ben))
        form = await world.click(world.cleo, "Buy")
        await world.type_into(world.cleo, form, amount="5")
        assert "Total **19** · 15 counters at stake" in text_of(world.hand(world.cleo))
        await world.click(world.cleo, "Stick", world.hand(world.cleo))
        await world.click(world.ann, "Stick")

        settled = text_of(world.public)
        assert "> Pay 18s." in settled
        assert "17 against the bank's 17, equal goes to the bank: loses the stake of 5" in settled
        assert "19 against the bank's 17: pays 1 to 1 on 15" in settled
        assert [await world.balance(m) - AT_START for m in (world.ann, world.ben, world.cleo)] == [
            -1000,
            -500,
            1500,
        ]
        assert await world.bot.ledger.audit() == []

        for member in (world.ann, world.ben, world.cleo):
            await world.click(member, "Ready")
        assert "round 2" in text_of(world.public), "everyone ready deals at once"


async def test_a_round_by_commands_alone(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.slash(
            world.ann, "pontoon open", preset="seed001", stake_min=1, stake_max=10, first_banker="opener"
        )
        for member in (world.ben, world.cleo):
            assert "You have a seat" in (await world.slash(member, "join")).text
        assert "Your hand" in (await world.slash(world.ben, "deal")).text, "the answer is the hand"
        await world.slash(world.ben, "stake", amount=5)
        assert "Your hand" in (await world.slash(world.cleo, "stake", amount=10)).text
        await world.slash(world.ben, "stick")
        assert "Total **19**" in (await world.slash(world.cleo, "buy", amount=5)).text
        await world.slash(world.cleo, "stick")
        await world.slash(world.ann, "stick")
        assert "> Pay 18s." in text_of(world.public)
        assert len(world.channel.history()) == 1, "one public message, and it was edited"
        for member in (world.ann, world.ben, world.cleo):
            await world.slash(member, "ready")
        assert world.table().round_index == 2


async def test_twist_and_split_by_button_and_by_command(tmp_path: Path) -> None:
    # Ben 8 8, Cleo K 5; the split hands get 2 and 3, then a twist each.
    deal = cards("8h Kd 7c 8s 5d Td 2c 3c Th Ts 6s")
    async with a_world(tmp_path, packs=StackedPacks([deal])) as world:
        await stakes_are_made(world)
        await world.click(world.ben, "Split")
        assert "Hand 1" in text_of(world.hand(world.ben))
        await world.click(world.ben, "Twist", world.hand(world.ben))
        assert "10♥" in text_of(world.public), "a twisted card is for all to see"
        await world.click(world.ben, "Stick")
        assert "Your hand" in (await world.slash(world.ben, "twist")).text
        await world.slash(world.ben, "stick")
        assert "**Cleo** to play" in text_of(world.public)
    async with a_world(tmp_path / "again", packs=StackedPacks([deal])) as world:
        await stakes_are_made(world)
        assert "Hand 2" in (await world.slash(world.ben, "split")).text


async def test_thirteen_is_thrown_in_where_the_rules_know_it(tmp_path: Path) -> None:
    deal = cards("8h Kd 7c 5s 5d Td 2c 3c Th Ts 6s")
    for by_command in (False, True):
        async with a_world(tmp_path / str(by_command), packs=StackedPacks([deal])) as world:
            await stakes_are_made(world, rules="burn13=on")
            if by_command:
                await world.slash(world.ben, "burn")
            else:
                await world.click(world.ben, "Throw in 13", world.hand(world.ben))
            assert "Total **5**" in text_of(world.hand(world.ben))


@pytest.mark.parametrize("by_command", [False, True])
@pytest.mark.parametrize("is_doubled", [False, True])
async def test_the_banker_may_double_or_leave_the_stakes(
    tmp_path: Path, by_command: bool, is_doubled: bool
) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world, rules="banker_may_double=on")
        assert "7♣" in text_of(world.hand(world.ann)), "the banker may look at his card now"
        if by_command:
            await world.slash(world.ann, "bank double" if is_doubled else "bank play")
        else:
            await world.click(world.ann, "Double the stakes" if is_doubled else "Leave the stakes")
        assert ("**Ben** · 10 counters" in text_of(world.public)) == is_doubled


async def test_a_table_of_a_preset_with_every_option_of_its_own(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await world.slash(
            world.ann,
            "pontoon open",
            preset="pagat",
            stake_min=2,
            stake_max=20,
            seats=4,
            clock=90,
            bank="pontoon, sale",
            first_banker="house",
            rules="stick_min=14 burn13=on",
            minutes=60,
        )
        view = world.view()
        assert (view.preset, view.seat_max, view.clock_seconds) == ("pagat", 4, 90)
        assert (view.stake_min, view.stake_max) == (200, 2000)
        assert dict(view.options) == {
            "bank_rule": "pontoon,sale",
            "burn13": "on",
            "first_banker": "house",
            "stick_min": "14",
        }
        assert view.ends_at is not None


async def test_the_table_is_managed_by_commands(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        await world.slash(world.ann, "table limits", stake_min=2, stake_max=30)
        assert world.view().stake_max == 3000
        await world.slash(world.cleo, "sit out")
        assert "**Cleo** · sits out" in text_of(world.public)
        await world.slash(world.cleo, "sit in")
        await world.slash(world.ann, "table free", member=world.cleo)
        assert len(world.view().seats) == 2
        await world.slash(world.ann, "table last")
        assert world.view().is_last_round
        await world.slash(world.ben, "leave")
        assert len(world.view().seats) == 1
        said = await world.slash(world.ann, "table close")
        assert "closed" in said.text
        assert world.table() is None
        assert "table closed" in text_of(world.channel.last_message)
        assert buttons_of(world.channel.last_message) == {}


async def test_the_table_is_managed_by_buttons(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await three_sit_down(world)
        menu = (await world.click(world.ann, "More")).private[0]
        form = await world.click(world.ann, "Change stakes", menu)
        await world.type_into(world.ann, form, amount="2", amount_max="30")
        assert (world.view().stake_min, world.view().stake_max) == (200, 3000)
        bens = (await world.click(world.ben, "More")).private[0]
        said = await world.click(world.ben, "Sit out", bens)
        assert "Your seat stays yours" in said.text
        assert "Sit in" in buttons_of(world.private(world.ben)[0])
        await world.click(world.ben, "Sit in", bens)
        await world.click(world.ben, "Leave", bens)
        assert len(world.view().seats) == 2
        await world.click(world.ann, "Announce the last round", menu)
        assert world.view().is_last_round
        await world.click(world.ann, "Close the table", menu)
        assert world.table() is None
        assert "table closed" in text_of(world.channel.last_message)


async def test_the_bank_is_sold_bought_passed_taken_and_bid_for(tmp_path: Path) -> None:
    async with a_world(tmp_path) as world:
        await stakes_are_made(world, bank="sale,auction")
        await world.slash(world.ann, "bank sell", amount=20, member=world.cleo)
        assert "offers Cleo the bank" in text_of(world.public)
        assert "was offered to somebody else" in (await world.slash(world.ben, "bank buy")).text
        await world.slash(world.cleo, "bank buy")
        view = world.view()
        assert view.sale is not None
        assert view.name_of(view.sale.buyer) == "Cleo"
        await world.slash(world.ben, "bank bid", amount=30)
        view = world.view()
        assert view.bid is not None
        assert view.name_of(view.bid.seat) == "Ben"
    async with a_world(tmp_path / "again") as world:
        await three_sit_down(world, first_banker="house")
        await world.click(world.ben, "Deal")
        for member in (world.ann, world.ben, world.cleo):
            await world.click(member, "Stake 1")
        await world.slash(world.ben, "bank take")
        while world.view().phase is TablePhase.ROUND:
            waited = next(line for line in world.view().seats if line.seat in world.view().decisions)
            await world.slash(getattr(world, waited.name.lower()), "twist")
        for member in (world.ann, world.ben, world.cleo):
            await world.click(member, "Ready")
        assert world.view().name_of(world.view().banker) == "Ben"
        said = await world.slash(world.ben, "bank pass")
        assert "passes to your left" in said.text
