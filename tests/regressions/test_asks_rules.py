"""What players of other card bots complain of: rules that are not as printed. Here they are paid."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.regressions.scenes import START, low, pack
from tests.table.evening import evening

CELLS = [
    ("As 9d Kd 8h", "natural", "total"),
    ("As Ad Kd Kh", "natural", "natural"),
    ("Ts 9d 9s Th", "equal", "total"),
    ("Ts 9d 8s 8h", "higher", "total"),
    ("Ts 9d 7s Th", "lower", "total"),
    ("Ts 9d 7s 4h Kc", "lower", "bust"),
    ("2s 9d 3s Th 2d 3d 4d", "trick", "total"),
    ("Ts 9d 5s Th Kc", "bust", "total"),
    ("7s 9d 7d Th 7c", "royal", "total"),
]


@pytest.mark.parametrize("preset", ["seed001", "parlett", "pagat"])
@pytest.mark.parametrize(("deal", "hand", "bank"), CELLS, ids=[f"{h}-{b}" for _, h, b in CELLS])
async def test_what_the_rules_print_is_what_is_paid_to_the_counter(
    tmp_path: Path, preset: str, deal: str, hand: str, bank: str
) -> None:
    """Asked: a natural or a push paid otherwise than printed; odd stakes."""
    async with evening(tmp_path, packs=pack(deal)) as room:
        await room.opens("A", preset=preset, first_banker="opener", stake_min=3, stake_max=3)
        await room.join("B")
        printed = {(row.hand, row.against): row.times for row in room.tables.rules(room.table.id).payouts}
        if (hand, bank) not in printed:
            assert (preset, hand) == ("pagat", "royal"), "a hand that is none under these rules"
            return
        await room.does("A deal", "B stake 3")

        def kind(letter: str, kinds: tuple[str, ...]) -> str:
            is_done = letter == "A" and bank != "bust"
            wants_more = hand in ("trick", "royal") or letter == "A"
            order = ("stick", "twist") if is_done or not wants_more else ("twist", "stick")
            return next(word for word in (*order, "bank_play") if word in kinds)

        await room.play_out(kind)
        assert await room.balance("B") - START == 3 * printed[hand, bank]
        assert await room.balance("A") - START == -3 * printed[hand, bank]


async def test_a_remainder_is_paid_to_the_hundredth(tmp_path: Path) -> None:
    """Asked: odd amounts that are cut or lost. One counter shared by three is 34, 33 and 33 hundredths."""
    async with evening(tmp_path, packs=low()) as room:
        await room.opens("A", bank="auction", first_banker="opener")
        await room.join("B", "C", "D")
        await room.does("A deal", "B bank_bid 1")
        await room.play_out()
        await room.does("A ready", "B ready", "C ready", "D ready")
        shares = room.rows("SELECT amount FROM transfers WHERE reason = 'auction' ORDER BY amount")
        assert shares == [(33,), (33,), (34,)]


async def test_a_pair_of_aces_is_no_natural_after_a_split_either(tmp_path: Path) -> None:
    """Asked: a pair of aces after a split is counted as a natural."""
    async with evening(tmp_path, packs=pack("Ac 9s Ad Kh Ah 5h 4d 3d")) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B")
        await room.does("A deal", "B stake 2", "B split")
        hand = room.seen("B").round.places[0].hands[0]
        assert "".join(card.rank for card in hand.cards) == "AA"
        assert (hand.total, hand.ending, hand.is_active) == (12, None, True)


async def test_the_bank_does_not_draw_to_twenty(tmp_path: Path) -> None:
    """Asked: the dealer hits on 20. What the house does is stated, and done."""
    async with evening(tmp_path, packs=pack("Ts Js 8d Qh 2c")) as room:
        await room.opens("A", first_banker="house")
        await room.does("A deal", "A stake 2", "A stick")
        bank = next(place for place in room.view.round.places if place.party != room.seat("A"))
        assert [card.rank for card in bank.hands[0].cards] == ["J", "Q"]
        assert await room.balance("A") == START - 2


async def test_the_limit_holds_for_every_way_of_raising(tmp_path: Path) -> None:
    """Asked: a stake limit that is not applied to every way of raising."""
    async with evening(tmp_path, packs=pack("8c 9s 8d Kh 2h 3h")) as room:
        await room.opens("A", first_banker="opener", stake_min=2, stake_max=5)
        await room.join("B")
        await room.does("A deal")
        for amount, why in ((6, "amount_too_high"), (1, "amount_too_low")):
            assert await room.refusal(f"B stake {amount}") == why
        await room.does("B stake 5", "B split")
        assert await room.refusal("B buy 6") == "amount_too_high"
        await room.does("B buy 2")
        assert await room.refusal("B buy 3") == "amount_too_high", "never more than the one before"
        first_stakes = {hand.stake - sum(hand.raises) for hand in room.view.round.places[0].hands}
        assert first_stakes == {500}
