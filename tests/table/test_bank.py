"""The bank between rounds: given up, taken, sold, auctioned, and what becomes of the price."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.cards import cards
from bot.engine.game import COUNTER
from bot.table.packs import StackedPacks
from bot.views import TablePhase
from tests.table.evening import Room, evening

STEADY = {"first_banker": "opener", "bank": "rotate,sale", "rules": "rotate_deals=99"}
AUCTION = {"first_banker": "opener", "bank": "rotate,auction", "rules": "rotate_deals=99"}


async def three(room: Room, **asked: object) -> None:
    await room.opens("A", **{**STEADY, **asked})
    await room.join("B", "C")


async def one_round(room: Room) -> None:
    await room.does("A deal")
    await room.play_out()


async def next_round(room: Room) -> None:
    for line in room.view.seats:
        await room.ask(f"{line.name} ready")


# given up, and taken


async def test_the_bank_given_up_passes_to_the_left(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await one_round(room)
        assert await room.refusal("B bank_pass") == "not_bank_holder"
        await room.does("A bank_pass")
        assert room.banker == "B"
        assert "bank_passed" in room.notes
        await next_round(room)
        assert (room.banker, room.waiting) == ("B", "CA")


async def test_given_up_in_mid_round_it_passes_after_the_round(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await room.does("A deal", "A bank_pass")
        assert room.banker == "A"
        await room.play_out()
        assert room.banker == "B"


async def test_given_up_by_the_only_player_it_goes_to_the_house(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await one_round(room)
        await room.does("B sit_out", "C sit_out", "A bank_pass")
        assert room.banker == "house"


async def test_the_bank_is_taken_from_the_house_and_from_nobody_else(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room, first_banker="house")
        await one_round(room)
        assert room.banker == "house"
        await room.does("C bank_take")
        assert room.banker == "C"
        assert await room.refusal("B bank_take") == "bank_not_free"
        assert await room.refusal("C bank_take") == "already_bank_holder"


async def test_taken_in_mid_round_it_changes_hands_after_the_round(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room, first_banker="house")
        await room.does("A deal", "C bank_take")
        assert room.banker == "house"
        await room.play_out()
        assert room.banker == "C"


async def test_a_wish_is_void_where_the_round_has_moved_the_bank(tmp_path: Path) -> None:
    """B is dealt a pontoon, which beats the bank and takes it: what A wished no longer matters."""
    packs = StackedPacks([cards("As 6c Js Ks 3d 9h")])
    async with evening(tmp_path, packs=packs) as room:
        await three(room, bank="pontoon,sale")
        await room.does("A deal", "A bank_pass")
        await room.play_out()
        assert room.banker == "B"
        assert "bank_passed" not in room.notes


# sold


async def test_a_sale_between_rounds_changes_hands_at_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await one_round(room)
        before = {letter: await room.balance(letter) for letter in "ABC"}
        await room.does("A bank_sell 30")
        assert room.view.sale is not None
        assert (room.view.sale.price, room.view.sale.to, room.view.sale.buyer) == (30 * COUNTER, None, None)
        await room.does("C bank_buy")
        assert room.banker == "C"
        assert room.view.sale is None
        assert [await room.balance(letter) - before[letter] for letter in "ABC"] == [30, 0, -30]
        assert "bank_sold" in room.notes


async def test_agreed_in_mid_round_the_price_is_held_and_paid_after_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await room.does("A deal", "A bank_sell 30")
        held, at_hand = await room.held("C"), await room.balance("C")
        await room.does("C bank_buy")
        assert (await room.held("C") - held, await room.balance("C") - at_hand) == (30, -30)
        assert room.banker == "A"
        await room.play_out()
        assert room.banker == "C"
        assert sum([await room.balance(letter) for letter in "ABC"]) == 3_000
        assert room.rows("SELECT debit, credit, amount FROM transfers WHERE reason = 'sale'") == [
            ("held:1:2", "player:1000", 3_000)
        ]


async def test_the_sale_lapses_and_the_price_comes_back_where_the_round_moves_the_bank(
    tmp_path: Path,
) -> None:
    packs = StackedPacks([cards("As 6c Js Ks 3d 9h")])
    async with evening(tmp_path, packs=packs) as room:
        await three(room, bank="pontoon,sale")
        await room.does("A deal", "A bank_sell 30", "C bank_buy")
        await room.play_out()
        assert room.banker == "B"
        assert "sale_lapsed" in room.notes
        assert await room.held("C") == 0
        assert room.rows("SELECT count(*) FROM transfers WHERE reason = 'sale'") == [(0,)]


@pytest.mark.parametrize("who", ["A", "C"])
@pytest.mark.parametrize("how", ["leave", "sit_out"])
async def test_the_sale_lapses_where_one_of_the_two_goes(tmp_path: Path, who: str, how: str) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await room.does("A deal", "A bank_sell 30", "C bank_buy", f"{who} {how}")
        assert room.view.sale is None
        held = room.rows("SELECT balance FROM accounts WHERE name = 'held:1:2'")[0][0]
        assert held == room.table.state.game.exposure(room.table.state.round).get(2, 0)
        await room.play_out()
        assert sum([await room.balance(letter) for letter in "ABC"]) == 3_000


async def test_a_sale_to_one_member_is_for_nobody_else(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await one_round(room)
        await room.does("A bank_sell 30 B")
        assert await room.refusal("C bank_buy") == "sale_not_for_you"
        await room.does("B bank_buy")
        assert room.banker == "B"


async def test_what_cannot_be_sold_or_bought_is_refused_in_words(tmp_path: Path) -> None:
    async with evening(tmp_path, sale_multiple=4) as room:
        await three(room)
        await one_round(room)
        assert await room.refusal("B bank_sell 10") == "not_bank_holder"
        assert await room.refusal("A bank_sell") == "amount_needed"
        too_dear = await room.refused("A bank_sell 41")
        assert (too_dear.reason, too_dear.detail["max"]) == ("sale_too_dear", 40 * COUNTER)
        assert await room.refusal("A bank_sell 40 D") == "not_a_member"
        assert await room.refusal("B bank_buy") == "no_sale_offered"
        await room.does("A bank_sell 40")
        assert await room.refusal("A bank_buy") == "already_bank_holder"
        assert await room.refusal("D bank_buy") == "not_seated"


async def test_an_agreed_sale_is_agreed(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await room.does("A deal", "A bank_sell 30", "C bank_buy")
        assert await room.refusal("B bank_buy") == "sale_agreed_already"
        assert await room.refusal("A bank_sell 50") == "sale_agreed_already"


async def test_a_button_with_an_older_price_does_not_buy_at_a_new_one(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await one_round(room)
        await room.does("A bank_sell 5", "A bank_sell 50")
        assert await room.refusal("C bank_buy 5") == "stale"
        await room.does("C bank_buy 50")
        assert room.banker == "C"


async def test_a_price_that_is_not_covered_is_refused_with_what_is(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=25) as room:
        await three(room, stake_max=2)
        await one_round(room)
        await room.does("A bank_sell 40")
        refused = await room.refused("C bank_buy")
        assert refused.reason == "not_covered"
        assert refused.detail["max"] == int(await room.balance("C")) * COUNTER


async def test_where_the_bank_is_not_for_sale_or_auction_that_is_said(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        await room.does("A deal")
        assert await room.refusal("A bank_sell 5") == "bank_not_sold_here"
        assert await room.refusal("B bank_bid 5") == "bank_not_auctioned_here"


# auctioned


async def test_the_highest_bid_pays_the_others_in_equal_parts_the_remainder_from_his_left(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path) as room:
        await three(room, **AUCTION)
        await room.join("D")
        await one_round(room)
        before = {letter: await room.balance(letter) for letter in "ABCD"}
        await room.does("C bank_bid 10", "D bank_bid 20")
        assert room.view.bid is not None
        assert (room.letter(room.view.bid.seat), room.view.bid.amount) == ("D", 20 * COUNTER)
        assert await room.held("C") == 0
        assert await room.held("D") == 20
        await next_round(room)
        assert room.banker == "D"
        paid = room.rows("SELECT credit, amount FROM transfers WHERE reason = 'auction' ORDER BY n")
        # 20 counters among three: 667 hundredths to the two nearest his left, 666 to the third.
        assert paid == [("player:1000", 667), ("player:1001", 667), ("player:1002", 666)]
        assert "bank_auctioned" in room.notes
        assert await room.balance("D") < before["D"]


async def test_each_bid_is_above_the_one_before_and_no_more_than_a_bank_may_cost(tmp_path: Path) -> None:
    async with evening(tmp_path, sale_multiple=3) as room:
        await three(room, **AUCTION)
        await one_round(room)
        await room.does("A limits 2 10")
        assert await room.refusal("A bank_bid 10") == "already_bank_holder"
        assert (await room.refused("C bank_bid 1")).detail == {"min": 200}
        await room.does("C bank_bid 10")
        low = await room.refused("B bank_bid 11")
        assert (low.reason, low.detail) == ("bid_too_low", {"min": 1_200})
        dear = await room.refused("B bank_bid 31")
        assert (dear.reason, dear.detail) == ("sale_too_dear", {"max": 3_000})
        await room.does("B bank_bid 30")
        assert await room.refusal("C bank_bid 32") == "sale_too_dear"


async def test_a_bid_in_mid_round_waits_for_the_next_deal(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room, **AUCTION)
        await room.does("A deal", "C bank_bid 10")
        await room.play_out()
        assert (room.banker, await room.held("C")) == ("A", 10)
        await next_round(room)
        assert room.banker == "C"


async def test_the_first_bank_may_be_auctioned(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room, first_banker="auction", bank="rotate")
        await room.does("B bank_bid 6", "A deal")
        assert room.banker == "B"


@pytest.mark.parametrize("how", ["leave", "sit_out"])
async def test_a_bid_lapses_where_its_bidder_goes(tmp_path: Path, how: str) -> None:
    async with evening(tmp_path) as room:
        await three(room, **AUCTION)
        await one_round(room)
        await room.does("C bank_bid 10", f"C {how}")
        assert room.view.bid is None
        assert await room.held("C") == 0


async def test_a_bid_that_is_raised_by_its_own_bidder_holds_only_the_difference(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=30) as room:
        await three(room, **AUCTION, stake_max=2)
        await one_round(room)
        await room.does("C bank_bid 20", "C bank_bid 25")
        assert await room.held("C") == 25
        refused = await room.refused("C bank_bid 40")
        assert refused.reason == "not_covered"
        assert refused.detail["max"] == (25 + int(await room.balance("C"))) * COUNTER


async def test_a_voided_round_keeps_what_was_promised_and_who_banks(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await room.does("A deal", "A bank_sell 30", "C bank_buy", "M close")
        assert [await room.balance(letter) for letter in "ABC"] == [1_000] * 3


async def test_a_banker_who_cannot_cover_the_smallest_stakes_passes_the_bank_on(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=30) as room:
        await three(room, stake_min=1, stake_max=2)
        # Eight times the least for each of two: 16 are enough. Elsewhere 20 are bound: 10 are not.
        other = await room.opens("A", channel=777, first_banker="house", stake_min=10, stake_max=10)
        await room.ask("A deal", table=other)
        await room.ask("B deal", table=1)
        assert room.seen(table=1).banker == 1


async def test_a_change_of_the_bank_survives_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room)
        await one_round(room)
        await room.does("A bank_sell 30")
        await room.restart()
        assert room.view.sale is not None
        await room.does("B bank_buy")
        await room.restart()
        assert room.banker == "B"
        assert room.view.sale is None


async def test_a_bid_lapses_where_its_bidder_loses_his_seat_for_missing_rounds(tmp_path: Path) -> None:
    async with evening(tmp_path, pause_seconds=10) as room:
        await three(room, first_banker="opener", bank="rotate,auction")
        await room.does("A deal")
        for round_index in (1, 2):
            await room.does("B stake 1")
            while room.waiting:
                await room.play_until("C")
                await room.later(60 if room.waiting else 0)
                if round_index == 2 and room.view.phase is TablePhase.ROUND and room.view.bid is None:
                    await room.does("C bank_bid 5")
            if round_index == 1:
                await room.later(10)
        assert [line.name for line in room.view.seats] == ["A", "B"]
        assert room.view.bid is None
        assert await room.held("C") == 0


async def test_one_who_leaves_agrees_to_nothing_any_more(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await three(room, **AUCTION)
        await room.does("A deal", "C leave")
        assert await room.refusal("C bank_bid 5") == "not_seated"
        await room.play_out()
