"""Packs are promised before anybody acts, shown when they are spent, and anybody can check them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.engine.cards import cards
from bot.engine.shuffle import commitment, pack_seed
from bot.table.fairness import Checked, Fairness, UnreadableExport, verify_export
from bot.table.packs import StackedPacks
from bot.views import TablePhase
from tests.table.evening import CHANNEL, GUILD, Room, evening
from tests.table.strolls import a_wish


async def checked(room: Room) -> Checked:
    found = await Fairness(room.database).check(GUILD, CHANNEL)
    assert isinstance(found, Checked)
    return found


async def an_evening(room: Room, seed: int) -> None:
    """Several rounds with changes of the bank, then the end of the table."""
    rng = Random(f"{seed} fair")
    await room.opens("A", stake_max=4, bank="pontoon,rotate", rules="rotate_deals=2")
    await room.join("B", "C")
    while room.view.phase is not TablePhase.CLOSED and room.view.round_index < 8:
        await room.ask(a_wish(rng, room, "ABCD"))
    if room.view.phase is not TablePhase.CLOSED:
        await room.ask("M close", may_manage=True)


# what is promised when


async def test_the_first_pack_is_promised_before_anybody_can_join_the_deal(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        fairness = room.view.fairness
        assert (fairness.commitment, fairness.revealed) == (None, None)
        assert len(bytes.fromhex(fairness.next_commitment)) == 32
        promise = fairness.next_commitment
        await room.join("B")
        assert room.view.fairness.next_commitment == promise
        await room.does("A deal")
        assert room.view.fairness.commitment == promise


async def test_the_next_pack_is_promised_while_the_present_round_opens(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        await room.join("B")
        await room.does("A deal")
        promise = room.view.fairness.next_commitment
        assert promise != room.view.fairness.commitment
        await room.does("M close")
        packs = dict(room.rows("SELECT commitment, server_seed FROM packs"))
        assert all(commitment(seed) == name for name, seed in packs.items())
        assert len(set(packs.values())) == 2


async def test_a_packs_seed_is_mixed_with_every_click_accepted_since_its_promise(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A", click=11)
        for line, click in (("B join", 12), ("C join", 13), ("C sit_out", 14), ("A deal", 15)):
            await room.ask(line, click=click)
        await room.ask("B join", click=99)  # refused, so it counts for nothing
        assert room.table.state.pack_interactions == ("12", "13", "14", "15")
        await room.does("M close")
        rounds = room.rows("SELECT body FROM events WHERE body LIKE '%\"pack_begun\"%'")
        assert json.loads(rounds[0][0])["interactions"] == ["12", "13", "14", "15"]


async def test_a_pack_that_goes_on_is_not_shown_and_one_that_is_spent_is(tmp_path: Path) -> None:
    """No pontoon: the pack goes on unshuffled. A pontoon moves the bank: its seed is shown."""
    packs = StackedPacks([cards("9c 8c Js 8d 9d 9h Ac 2c 3c Kd 4c 5c")])
    async with evening(tmp_path, packs=packs) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.play_out()
        first = room.view.fairness
        assert first.commitment is not None
        assert first.revealed is None
        await room.later(20)
        assert room.view.fairness.commitment == first.commitment
        await room.play_out()
        fairness = room.view.fairness
        assert room.banker == "B"
        assert fairness.commitment is None
        assert fairness.revealed is not None
        promise, seed = fairness.revealed
        assert promise == first.commitment == commitment(bytes.fromhex(seed))


@pytest.mark.parametrize("how", ["M close", "void"])
async def test_a_broken_off_round_shows_its_pack(tmp_path: Path, how: str) -> None:
    async with evening(tmp_path) as room:
        await room.opens("A")
        await room.join("B")
        await room.does("A deal")
        promise = room.view.fairness.commitment
        if how == "void":
            await room.tables.abandon(channel_id=CHANNEL)
        else:
            await room.does(how)
        revealed = room.view.fairness.revealed
        assert revealed is not None
        assert revealed[0] == promise
        assert (await checked(room)).findings == ()


async def test_no_seed_and_no_hidden_card_is_in_a_view_or_a_log_line_before_its_pack_is_spent(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with evening(tmp_path) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "B stake 1")
        secrets = [seed for (seed,) in room.rows("SELECT server_seed FROM packs")]
        secrets.append(pack_seed(secrets[0], room.table.state.pack_interactions))
        told = repr([room.seen(letter) for letter in (None, *"ABC")]) + caplog.text
        told += repr(room.rows("SELECT body FROM events"))
        for secret in secrets:
            assert secret.hex() not in told
            assert repr(secret) not in told
        order = [str(card) for card in room.table.state.round.pack]
        for card in order:
            assert f"'{card}'" not in repr(room.view)


# checking


async def test_an_honest_evening_checks_out_by_itself_and_from_a_file(tmp_path: Path, seed: int) -> None:
    async with evening(tmp_path) as room:
        await an_evening(room, seed)
        found = await checked(room)
        assert found.findings == ()
        assert verify_export(found.export) == []
        document = json.loads(found.export)
        rounds = {row["round"] for row in document["events"]} - {None}
        assert rounds == set(range(1, room.view.round_index + 1))


async def test_the_rounds_of_a_pack_that_is_still_secret_are_not_exported(tmp_path: Path) -> None:
    packs = StackedPacks([cards("9c 8c Js 8d 9d 9h")])
    async with evening(tmp_path, packs=packs) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal")
        await room.play_out()
        found = await checked(room)
        document = json.loads(found.export)
        assert {row["event"]["t"] for row in document["events"]} == {"pack_promised", "pack_begun"}
        assert room.rows("SELECT server_seed FROM packs")[0][0].hex() not in found.export


async def test_a_stacked_pack_is_found_out(tmp_path: Path) -> None:
    """Whoever deals from an order of his own cannot have drawn it from what he promised."""
    packs = StackedPacks([cards("9c 8c Js 8d 9d 9h")])
    async with evening(tmp_path, packs=packs) as room:
        await room.opens("A", first_banker="opener")
        await room.join("B", "C")
        await room.does("A deal", "M close")
        assert any("pack is not the order" in finding for finding in (await checked(room)).findings)


async def test_every_kind_of_tampering_is_found(tmp_path: Path, seed: int) -> None:
    async with evening(tmp_path) as room:
        await an_evening(room, seed)
        honest = (await checked(room)).export

    def tampered(tag: str, change: Any) -> list[str]:
        document = json.loads(honest)
        row = next(row for row in document["events"] if row["event"]["t"] == tag)
        change(row["event"])
        return verify_export(json.dumps(document))

    def swap(event: dict[str, Any]) -> None:
        event["order"][0], event["order"][-1] = event["order"][-1], event["order"][0]

    def swap_cards(event: dict[str, Any]) -> None:
        one, other = event["cards"][:2]
        one["card"], other["card"] = other["card"], one["card"]

    assert verify_export(honest) == []
    changes: dict[str, Any] = {
        "drawn": swap,
        "dealt": swap_cards,
        "pack_begun": lambda event: event["interactions"].pop(),
        "pack_revealed": lambda event: event.update(server_seed="00" * 32),
        "pack_promised": lambda event: event.update(commitment="00" * 32),
        "bank_taken": lambda event: event.update(stake_max=event["stake_max"] + 100),
        "settled": lambda event: event["payments"][0].update(net=event["payments"][0]["net"] + 100),
        "opened": lambda event: event["carry"].update(pack=["As", "Ks"]),
    }
    for tag, change in changes.items():
        assert tampered(tag, change), tag


async def test_a_draw_that_is_left_out_is_missed(tmp_path: Path, seed: int) -> None:
    async with evening(tmp_path) as room:
        await an_evening(room, seed)
        document = json.loads((await checked(room)).export)
    drawn = [row for row in document["events"] if row["event"]["t"] == "drawn"]
    for row in drawn:
        left = [other for other in document["events"] if other is not row]
        assert verify_export(json.dumps({**document, "events": left}))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"format": "other"}', "not json", '{"format": "vingt table 1"}']
)
def test_what_is_no_export_is_said_to_be_none(text: str) -> None:
    with pytest.raises(UnreadableExport):
        verify_export(text)


async def test_a_channel_without_a_table_has_nothing_to_check(tmp_path: Path) -> None:
    async with evening(tmp_path) as room:
        found = await Fairness(room.database).check(GUILD, CHANNEL)
        assert not isinstance(found, Checked)
        assert found.reason == "no_table"
