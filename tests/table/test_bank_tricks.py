"""The bank is not to be had by a trick: by coming second, from aside, or by an auction that is over."""

from __future__ import annotations

from pathlib import Path

from tests.table.evening import evening


async def test_an_auction_of_the_first_bank_is_over_once_somebody_banks(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", bank="pontoon", first_banker="auction")
        await room.join("B", "C")
        assert "auction" in room.view.bank_ways
        await room.does("A bank_bid 1", "A deal")
        other = next(letter for letter in "ABC" if letter != room.banker)
        assert "auction" not in room.view.bank_ways
        assert await room.refusal(f"{other} bank_bid 1") == "bank_not_auctioned_here"
        await room.play_out()
        other = next(letter for letter in "ABC" if letter != room.banker)
        assert await room.refusal(f"{other} bank_bid 1") == "bank_not_auctioned_here"


async def test_the_first_to_take_the_bank_from_the_house_has_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", bank="rotate", rules="rotate_deals=99", first_banker="house")
        await room.join("B", "C")
        await room.does("A deal", "A bank_take")
        assert await room.refusal("C bank_take") == "bank_not_free"
        await room.play_out()
        assert room.banker == "A"


async def test_whoever_takes_the_bank_sits_in_to_hold_it(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", bank="rotate", rules="rotate_deals=99", first_banker="house")
        await room.join("B", "C")
        await room.does("A deal", "B sit_out", "B bank_take")
        await room.play_out()
        await room.later(20)
        assert room.banker == "B"


async def test_a_seller_cannot_pass_the_bank_on_once_it_is_sold(tmp_path: Path) -> None:
    """A buyer to his left would have it for nothing, any other buyer not at all."""
    async with evening(tmp_path) as room:
        await room.opens("A", bank="sale", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "A bank_sell 20", "C bank_buy")
        assert await room.refusal("A bank_pass") == "sale_agreed_already"
        await room.play_out()
        assert room.banker == "C"
