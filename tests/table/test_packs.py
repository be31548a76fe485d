"""Where orders come from: a promised seed, or a stack laid out beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.cards import card, cards, pack
from bot.engine.game import Draw, Seat
from bot.engine.shuffle import shuffled
from bot.table.packs import SeededPacks, StackedPacks
from tests.table.evening import evening

SEED = bytes(32)
PACK = Draw("pack", pack())
SEATS = (Seat(0), Seat(1), Seat(2))


def test_a_seeded_order_is_what_anybody_recomputes() -> None:
    packs = SeededPacks()
    assert packs.order(SEED, "1:pack", PACK) == shuffled(SEED, "1:pack", pack())
    assert packs.new_seed() != packs.new_seed()
    assert len(packs.new_seed()) == 32


def test_stacked_packs_come_one_after_the_other_whole_and_top_first() -> None:
    backwards = pack()[::-1]
    packs = StackedPacks([backwards, cards("As Td")])
    assert packs.order(SEED, "1:pack", PACK) == backwards
    second = packs.order(SEED, "2:pack", PACK)
    assert second[:2] == cards("As Td")
    assert second[2:] == tuple(one for one in pack() if one not in cards("As Td"))
    assert packs.order(SEED, "3:pack", PACK) == shuffled(SEED, "3:pack", pack())


def test_lots_and_reshuffles_stay_random_unless_stacked_by_their_label() -> None:
    lot, reshuffle = Draw("lot:banker", SEATS), Draw("reshuffle:1", cards("As Td 7h"))
    plain = StackedPacks([cards("As")])
    assert plain.order(SEED, "1:lot:banker", lot) == shuffled(SEED, "1:lot:banker", SEATS)
    assert plain.order(SEED, "1:reshuffle:1", reshuffle) == shuffled(SEED, "1:reshuffle:1", cards("As Td 7h"))
    stacked = StackedPacks([], by_label={"lot:banker": (2, 0, 1), "reshuffle:1": cards("7h")})
    assert stacked.order(SEED, "1:lot:banker", lot) == (2, 0, 1)
    assert stacked.order(SEED, "1:reshuffle:1", reshuffle) == cards("7h As Td")


@pytest.mark.parametrize(
    "order",
    [(card("As"), card("As")), cards("As#1"), cards("*1"), (*pack(), card("As#1"))],
    ids=["a card twice", "a card of a second pack", "a joker", "more than the pack"],
)
def test_an_order_that_is_no_part_of_the_pack_fails(order: tuple[object, ...]) -> None:
    with pytest.raises(AssertionError, match="pack"):
        StackedPacks([order]).order(SEED, "1:pack", PACK)  # type: ignore[list-item]


async def test_a_stacked_order_is_what_is_dealt(tmp_path: Path) -> None:
    packs = StackedPacks([cards("5c 6c Js 4d 3d 9h")], by_label={"lot:banker": (2, 0, 1)})
    async with evening(tmp_path, packs=packs) as room:
        await room.opens("A")
        await room.join("B", "C")
        await room.does("A deal")
        assert room.banker == "C"
        await room.stakes()
        assert room.seen("A").round.places[0].hands[0].cards == cards("5c 4d")
        assert room.seen("B").round.places[1].hands[0].cards == cards("6c 3d")
