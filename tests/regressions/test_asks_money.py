"""What players of other card bots complain of: money. Here nothing is lost, owed, or made of nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.game import COUNTER, Amount
from bot.ledger.transfers import NotCovered
from bot.table.members import Members
from bot.table.packs import StackedPacks
from bot.views import Refused, TablePhase
from tests.cogs.world import a_world
from tests.regressions.scenes import START, gives, low, pack, stakes_lie, three
from tests.table.evening import CHANNEL, GUILD, USER_OF, Room, evening, person

A_DAY = 86_400


# what happens elsewhere


@pytest.mark.parametrize(("giver", "taker"), [("B", "D"), ("D", "B"), ("A", "D")])
async def test_a_gift_in_the_middle_of_a_hand_changes_nothing_in_it(
    tmp_path: Path, giver: str, taker: str
) -> None:
    """Asked: a gift received in the middle of a hand cancels the bet."""
    async with evening(tmp_path, packs=low()) as room:
        await stakes_lie(room)
        await room.ledger.open_account(GUILD, USER_OF["D"], "D", Amount(START * COUNTER), 0)
        before, state = await three(room), room.table.state
        gift = int(await room.balance(giver))
        await gives(room, giver, taker, gift)
        assert room.table.state is state
        await room.play_out()
        moved = {giver: -gift, taker: gift}
        paid = [-8, 4, 4]  # two tricks of five
        expected = [START + net + moved.get(letter, 0) for letter, net in zip("ABC", paid, strict=True)]
        assert before != expected
        assert await three(room) == expected


async def test_a_loss_at_another_table_changes_nothing_in_a_hand(tmp_path: Path) -> None:
    """Asked: what happens in one game spoils the other."""
    async with evening(tmp_path, packs=StackedPacks([cards("5c 6c Js 4d 3d 9h 2c 2d 2h 3c 3h")] * 2)) as room:
        await stakes_lie(room)
        first, state = room.table, room.table.state
        second = await room.opens("B", channel=CHANNEL + 1, first_banker="house", stake_max=400)
        for line in ("B deal", "B stake 400"):
            await room.ask(line, table=second)
        assert await room.balance("B") < 200
        assert first.state is state
        await room.ask("M close", table=second)
        for line in ("B twist", "B twist", "B twist", "C twist", "C twist", "C twist", "A stick"):
            await room.ask(line, table=first.id)
        assert first.state.phase is TablePhase.PAUSE
        assert await three(room) == [START - 8, START + 4, START + 4]


async def test_counters_that_were_sent_away_cannot_be_staked(tmp_path: Path) -> None:
    """Asked: money is sent away before it is taken, and the balance goes below zero."""
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        button = room.asked_of("B")
        await room.ledger.open_account(GUILD, USER_OF["D"], "D", Amount(0), 0)
        await gives(room, "B", "D", START - 3)
        refused = await room.refused("B stake 5", asked=button)
        assert (refused.reason, refused.detail["max"]) == ("not_covered", 100)
        assert (await room.balance("B"), await room.held("B")) == (1, 2), (
            "the smallest stake, held at the deal"
        )


async def test_no_balance_ever_goes_below_zero(tmp_path: Path, seed: int) -> None:
    """Asked: balances below zero. Poor members play at random, bank and all, until nobody can."""
    rng = Random(seed)
    async with evening(tmp_path, starting_counters=45) as room:
        await room.opens("A", bank="pontoon,sale,auction", stake_max=9, rules="banker_may_double=on")
        await room.join("B", "C", "D")
        for _ in range(150):
            letter = rng.choice(room.waiting) if room.waiting else rng.choice("ABCD")
            line = rng.choice(_wishes(room, letter, rng))
            await room.ask(f"{letter} {line}")
            ((lowest,),) = room.rows("SELECT min(balance) FROM accounts WHERE name <> 'issuance'")
            assert lowest >= 0, line
    async with evening(tmp_path / "by force") as room:
        await room.opens("A")
        await room.join("B")
        with pytest.raises(NotCovered):
            await gives(room, "A", "B", START + 1)
        assert await room.balance("A") == START


def _wishes(room: Room, letter: str, rng: Random) -> list[str]:
    if not room.waiting:
        return ["deal", "ready", "ready", f"bank_sell {rng.randint(1, 60)}", "bank_buy", "bank_bid 30"]
    offers = room.seen(letter).offers
    found = [
        f"{offer.kind} {rng.choice((offer.amount_min, offer.amount_max)) // COUNTER}"
        if offer.amount_max
        else offer.kind
        for offer in offers
    ]
    return [*found, "bank_bid 40", "bank_sell 1"]


# what is refused


async def test_a_split_never_makes_a_debt(tmp_path: Path) -> None:
    """Asked: a split that allows a debt."""
    async with evening(tmp_path, packs=pack("8c 9s 8d Kh 2h 5h"), starting_counters=100) as room:
        await room.opens("A", first_banker="opener", stake_max=9)
        await room.join("B")
        await room.ledger.open_account(GUILD, USER_OF["D"], "D", Amount(0), 0)
        await room.does("A deal", "B stake 9")
        await gives(room, "B", "D", 100 - 18)
        assert await room.balance("B") == 0
        assert await room.refusal("B split") == "not_covered"
        assert await room.refusal("B buy 1") == "not_covered"
        await room.does("B twist")


async def test_the_banker_cannot_be_made_to_pay_more_than_he_has(tmp_path: Path) -> None:
    """Asked: balances below zero. The largest stake is cut to the bank's cover, the same for all."""
    async with evening(tmp_path, packs=StackedPacks([cards("8c 8d 9s 8h 8s Kh As Ks Ad Kd")])) as room:
        await room.opens("A", first_banker="opener", stake_max=100)
        await room.join("B", "C")
        await room.ledger.open_account(GUILD, USER_OF["D"], "D", Amount(0), 0)
        await gives(room, "A", "D", START - 60)
        await room.does("A deal")
        largest = room.view.round.stake_max
        assert 0 < 2 * 2 * largest <= 60 * COUNTER, "two punters, and a natural is paid double"
        assert await room.refusal(f"B stake {largest // COUNTER + 1}") == "amount_too_high"
        await room.stakes(largest // COUNTER)
        assert await room.refusal("B split") == "bank_not_covered"
        await room.does("B stick", "C stick")
        assert await room.balance("A") + await room.held("A") == 60


# where counters come from


async def test_a_top_up_is_once_a_day_and_for_the_poor(tmp_path: Path) -> None:
    """Asked: a daily bonus that is farmed. What lies on tables counts; it is no way round."""
    async with evening(tmp_path, packs=pack("Ts 9d 7s Th"), starting_counters=250, topup_level=200) as room:
        members = Members(room.ledger, room.clock, room.settings)

        async def topup() -> Any:
            answer = await members.topup(person("B"), room.next_id())
            return str(answer.reason) if isinstance(answer, Refused) else answer.amount // COUNTER

        await room.opens("A", first_banker="opener", stake_max=60)
        await room.join("B")
        await room.does("A deal", "B stake 31")
        assert await room.balance("B") == 188
        assert await topup() == "topup_not_needed", "62 lie on the table"
        await room.does("B stick", "A stick")
        assert (await room.balance("B"), await topup()) == (219, "topup_not_needed")
        await room.ledger.open_account(GUILD, USER_OF["D"], "D", Amount(0), 0)
        await gives(room, "B", "D", 100)
        assert await topup() == 81
        await gives(room, "B", "D", 150, gift="again")
        assert await topup() == "topup_too_soon"
        room.clock.advance(A_DAY)
        assert await topup() == 150


async def test_second_accounts_have_no_way_to_hand_their_counters_over(tmp_path: Path) -> None:
    """Asked: a bonus farmed by second accounts. Nobody can give, and a bank has a highest price."""
    async with a_world(tmp_path) as world:
        words = {word for name in world.ann.available_commands(world.channel) for word in name.split()}
        assert "topup" in words
        assert not words & {"gift", "give", "pay", "send", "transfer", "donate"}
    async with evening(tmp_path / "sale", sale_multiple=20) as room:
        await room.opens("A", bank="sale", first_banker="opener", stake_max=5)
        await room.join("B")
        await room.does("A deal")
        refused = await room.refused("A bank_sell 101")
        assert (refused.reason, refused.detail["max"]) == ("sale_too_dear", 100 * COUNTER)


async def test_every_counter_comes_from_issuance_and_every_loss_to_the_house_is_in_its_books(
    tmp_path: Path,
) -> None:
    """Asked: balances inflate without a sink. What was issued and what the house took stands in the file."""
    async with evening(tmp_path, packs=pack("Ts Js 8d Qh")) as room:
        await room.opens("A", first_banker="house")
        await room.does("A deal", "A stake 2", "A stick")
        books = dict(room.rows("SELECT name, balance FROM accounts"))
        issued = dict(room.rows("SELECT reason, sum(amount) FROM transfers WHERE debit = 'issuance'"))
        assert books["house"] == 200
        assert books["issuance"] == -sum(issued.values()) == -START * COUNTER
        assert sum(books.values()) == 0


async def test_the_audit_says_what_was_issued_and_what_the_house_took_out_of_play(tmp_path: Path) -> None:
    """Asked: balances inflate, and nobody sees by how much. Every win against a member is paid by one."""
    async with a_world(tmp_path, packs=pack("Ts Js 8d Qh")) as world:
        await world.slash(world.ann, "pontoon open", first_banker="house")
        await world.slash(world.ann, "deal")
        await world.slash(world.ann, "stake", amount=2)
        await world.slash(world.ann, "stick")
        said = (await world.slash(world.ann, "audit")).text
        assert "Issued so far: 1,000 counters." in said
        assert "998 at hand and 0 on tables; the house has 2" in said
