"""What a seat can still lose is held, no more and no less, and everybody can always pay."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.engine.cards import cards
from bot.engine.game import COUNTER, Seat
from bot.engine.registry import GAMES
from bot.table.packs import StackedPacks
from bot.table.state import promises
from bot.views import Done, Offer, Refused, TablePhase
from tests.table.evening import CHANNEL, Room, evening
from tests.table.strolls import a_wish


def in_the_books(room: Room, table: int) -> dict[int, int]:
    rows = room.rows(
        "SELECT name, balance FROM accounts WHERE name LIKE ? AND balance > 0", f"held:{table}:%"
    )
    return {int(name.rpartition(":")[2]): balance for name, balance in rows}


def to_be_held(room: Room, table: int) -> dict[int, int]:
    s = room.tables._tables[table].state
    found = dict(s.game.exposure(s.round)) if s.is_round_running else {}
    for seat, amount in promises(s).items():
        found[seat] = found.get(seat, 0) + amount
    return {seat: amount for seat, amount in found.items() if amount}


@pytest.mark.parametrize("counters", [12, 60])
@pytest.mark.parametrize(
    "asked",
    [
        {"bank": "pontoon,sale,auction"},
        {"preset": "parlett", "bank": "rotate,sale", "first_banker": "opener"},
        {"preset": "pagat", "bank": "rotate,auction", "first_banker": "house", "rules": "rotate_deals=1"},
        {"rules": "banker_may_double=on pontoon_double_from_bust=on five_card_double_from_bust=on"},
    ],
    ids=["seed001", "parlett", "pagat", "doubling"],
)
async def test_after_each_action_the_books_hold_what_can_be_lost(
    tmp_path: Path, seed: int, asked: dict[str, str], counters: int
) -> None:
    rng = Random(f"{seed} {asked} {counters}")
    async with evening(tmp_path, starting_counters=counters) as room:
        await room.opens("A", stake_max=4, **asked)
        done = 0
        for step in range(150):
            if room.view.phase is TablePhase.CLOSED:
                await room.opens("A", stake_max=4, **asked)
            line = a_wish(rng, room, "ABCDE")
            outcome = await room.ask(line)
            done += isinstance(outcome, Done)
            table = room.table.id
            assert in_the_books(room, table) == to_be_held(room, table), f"step {step}: {line} -> {outcome}"
            if rng.random() < 0.02:
                await room.restart()
        assert done > 50
        rounds = room.rows("SELECT count(*) FROM results")[0][0]
        assert rounds > 5
        for (net,) in room.rows("SELECT sum(net) FROM results"):
            house = room.rows("SELECT sum(balance) FROM accounts WHERE name IN ('house', 'issuance')")[0][0]
            issued = counters * COUNTER * room.rows("SELECT count(*) FROM members")[0][0]
            assert net + house + issued == 0


async def test_settlement_is_in_the_same_transaction_as_the_last_event(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.play_out()
        last = room.rows("SELECT id, first_seq, last_seq FROM actions ORDER BY last_seq DESC LIMIT 1")[0]
        settled = room.rows("SELECT seq FROM events WHERE body LIKE '%\"ended_round\"%'")[0][0]
        assert last[1] <= settled <= last[2]
        settling = room.rows("SELECT id FROM transfers WHERE reason = 'settle'")
        assert settling
        assert all(row[0].rpartition(":")[0] == last[0] for row in settling)


async def test_the_house_pays_what_it_loses_by_a_recorded_refill(tmp_path: Path) -> None:
    packs = StackedPacks([cards("As 9c Ks 9d")])
    async with evening(tmp_path, packs=packs) as room:
        await room.opens("A", first_banker="house", stake_max=10)
        await room.does("A deal", "A stake 10")
        await room.play_out()
        assert await room.balance("A") == 1_020
        assert room.rows("SELECT count(*) FROM transfers WHERE reason = 'refill'") == [(1,)]


async def test_who_wins_and_loses_is_written_down_once_for_the_boards(tmp_path: Path) -> None:
    packs = StackedPacks([cards("As 6c Js Ks 3d 9h 9d")])
    async with evening(tmp_path, packs=packs) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "B stake 5", "C stake 2")
        await room.play_out()
        # B has a pontoon: 10; C busts or stands with 18: lost to 19.
        assert dict(room.rows("SELECT user_id, net FROM results")) == {1_000: -800, 1_001: 1_000, 1_002: -200}


# what is not covered


def broke(*top: str) -> StackedPacks:
    return StackedPacks([cards(" ".join(top))])


async def test_a_buy_that_is_not_covered_is_refused_with_the_most_that_is(tmp_path: Path) -> None:
    """30 counters, 8 on the hand hold 16: 14 are left, and a buy holds double."""
    async with evening(tmp_path, packs=broke("5c 9c 4d Js 2d"), starting_counters=30) as room:
        await room.opens("A", first_banker="house", stake_max=8)
        await room.does("A deal", "A stake 8")
        assert await room.balance("A") == 14
        offer = next(offer for offer in room.seen("A").offers if offer.kind == "buy")
        assert (offer.amount_min, offer.amount_max) == (100, 700)
        refused = await room.refused("A buy 8")
        assert (refused.reason, refused.detail) == ("not_covered", {"max": 700})
        await room.does("A buy 7")
        assert await room.balance("A") == 0
        # Nothing is left: buying is off the hand, and a twist is never refused for want of counters.
        assert [offer.kind for offer in room.seen("A").offers] == ["twist"]
        assert (await room.refused("A buy 1")).reason == "not_covered"
        await room.does("A twist")


async def test_a_split_that_is_not_covered_is_refused(tmp_path: Path) -> None:
    async with evening(tmp_path, packs=broke("8c 9c 8d 9d"), starting_counters=20) as room:
        await room.opens("A", first_banker="house", stake_max=8)
        await room.does("A deal", "A stake 6")
        refused = await room.refused("A split")
        assert (refused.reason, refused.detail) == ("not_covered", {})
        assert "split" not in {offer.kind for offer in room.seen("A").offers}


async def test_a_split_that_the_bank_cannot_cover_is_the_banks_fault(tmp_path: Path) -> None:
    """24 counters cover three times a stake of one for either of two; a split would need more."""
    async with evening(tmp_path, packs=broke("8c 6c Js 8d 3d 9h"), starting_counters=17) as room:
        await room.opens("A", first_banker="opener", stake_max=1)
        await room.join("B", "C")
        await room.does("A deal", "B stake 1", "C stake 1")
        assert room.banker == "A"
        assert "split" not in {offer.kind for offer in room.seen("B").offers}
        assert await room.refusal("B split") == "bank_not_covered"


async def test_a_refusal_for_want_of_cover_does_not_tell_the_next_card(tmp_path: Path) -> None:
    """The next card would bust the hand, which would need less cover: the answer must be the same."""
    refusals = []
    for next_card in ("Kc", "2c"):
        folder = tmp_path / next_card
        folder.mkdir()
        packs = broke("9c 9s Js 7d", "9h", next_card)
        async with evening(folder, packs=packs, starting_counters=16) as room:
            await room.opens("A", first_banker="house", stake_max=8)
            await room.does("A deal", "A stake 8")
            refusals.append(await room.refused("A buy 8"))
            assert await room.balance("A") == 0
    assert refusals[0] == refusals[1]
    assert refusals[0].reason == "not_covered"


async def test_a_buy_that_busts_is_paid_though_it_was_never_held(tmp_path: Path) -> None:
    packs = StackedPacks([cards("9c Js 7d 9h Kc")])
    async with evening(tmp_path, packs=packs) as room:
        await room.opens("A", first_banker="house", stake_max=8)
        await room.does("A deal", "A stake 8", "A buy 8")
        assert await room.balance("A") == 1_000 - 16
        assert room.view.phase is TablePhase.PAUSE


async def test_the_stake_limit_is_cut_to_what_the_bank_covers_for_all_alike(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=50) as room:
        await room.opens("A", first_banker="opener", stake_max=10)
        await room.join("B", "C")
        await room.does("A deal")
        factor = GAMES["pontoon"].bank_factor(room.table.state.rules)
        assert room.view.round.stake_max == 50 // (2 * factor) * COUNTER
        over = await room.refused("B stake 10")
        assert over.reason == "amount_too_high"


async def test_a_stake_beyond_ones_own_cover_is_refused_with_what_is_covered(tmp_path: Path) -> None:
    async with evening(tmp_path, starting_counters=13) as room:
        await room.opens("A", first_banker="house", stake_max=10)
        await room.does("A deal")
        offer = room.seen("A").offers[0]
        assert (offer.kind, offer.amount_max) == ("stake", 600)
        refused = await room.refused("A stake 7")
        assert (refused.reason, refused.detail) == ("not_covered", {"max": 600})


async def test_counters_bound_at_one_table_do_not_cover_at_another(tmp_path: Path) -> None:
    packs = StackedPacks([cards("5c 9c 4d Js"), cards("5c 9c 4d Js")])
    async with evening(tmp_path, packs=packs, starting_counters=30) as room:
        first = await room.opens("A", first_banker="house", stake_max=10)
        second = await room.opens("A", channel=CHANNEL + 1, first_banker="house", stake_max=10)
        for table in (first, second):
            assert isinstance(await room.ask("A deal", table=table), Done)
        assert isinstance(await room.ask("A stake 10", table=first), Done)
        outcome = await room.ask("A stake 10", table=second)
        assert isinstance(outcome, Refused)
        # 30 less 20 there and 2 here leave 8, and the 2 here are held already: 5 can be staked.
        assert (outcome.reason, outcome.detail) == ("not_covered", {"max": 500})
        view = room.seen("A", second)
        assert view.offers == (Offer("stake", COUNTER, 500),)  # type: ignore[arg-type]
        assert view.balance == 800


async def test_seats_and_what_they_hold_do_not_mix_when_a_seat_changes_its_member(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="house")
        await room.join("B")
        await room.does("A deal", "B leave")
        await room.play_out()
        await room.join("C")
        assert room.seat("C") == Seat(1)
        assert in_the_books(room, 1) == {}
