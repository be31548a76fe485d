"""The log stays readable for ever: tags and fields are checked when they are read."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from bot.engine.cards import HIDDEN, cards
from bot.engine.game import Amount, Drawn, Purse, Seat
from bot.engine.games.pontoon import PontoonRules
from bot.table import events as e
from bot.table.codec import UnreadableEvent
from bot.table.table import codec_of

OPENED = e.TableOpened(
    guild_id=1, channel_id=2, game="pontoon", preset="seed001", rules=PontoonRules(),
    options=(("royal", "off"),), seat_max=8,
    stake_min=Amount(100), stake_max=Amount(500), clock_seconds=60, opener_id=3, ends_at=None,
)  # fmt: skip

EXAMPLES: dict[type[Any], Any] = {
    e.TableOpened: OPENED,
    e.Joined: e.Joined(Seat(0), 2**62, 'Änn "the\nbank"'),
    e.BankGiven: e.BankGiven(Seat(1), Purse.HOUSE),
    e.SaleOffered: e.SaleOffered(Seat(1), Amount(300), None),
    e.BankAuctioned: e.BankAuctioned(Seat(1), Amount(500), ((Seat(2), Amount(250)), (Seat(3), Amount(250)))),
    e.RoundVoided: e.RoundVoided(None),
}

KNOWN_TAGS = {
    "table_opened", "joined", "leaving", "seat_freed", "sat_out", "sat_in", "deal_begun", "readied",
    "answered", "played_for_absent",
    "missed", "not_dealt_in", "limits_changed", "last_round_announced", "bank_wished",
    "bank_given", "bank_wish_lapsed", "sale_offered", "sale_agreed", "sale_lapsed", "bank_sold", "bid_made",
    "bid_lapsed", "bank_auctioned", "pack_promised", "pack_begun", "pack_revealed", "round_voided",
    "went_to_lobby", "table_closed",
}  # fmt: skip


def test_the_tags_of_a_tables_events_are_those_that_were_ever_written() -> None:
    """A tag that disappears makes old logs unreadable: add to this list, take nothing away."""
    assert {kind.TAG for kind in e.TABLE_EVENTS} == KNOWN_TAGS


@pytest.mark.parametrize("kind", e.TABLE_EVENTS, ids=lambda kind: kind.TAG)
def test_every_event_of_a_table_survives_being_written_down(kind: type[Any]) -> None:
    simple = {"Seat": Seat(1), "int": 7, "str": "x", "bool": True, "Amount": Amount(100)}
    event = EXAMPLES.get(kind) or kind(
        **{field.name: simple.get(str(field.type).partition(" ")[0], ()) for field in fields(kind)}
    )
    codec = codec_of("pontoon")
    line = codec.encode(event)
    assert codec.decode(line) == event
    assert "\n" not in line


def test_cards_backs_and_seats_are_told_apart_in_an_order() -> None:
    codec = codec_of("pontoon")
    for order in (cards("As Td#1"), (HIDDEN, HIDDEN), (Seat(2), Seat(0)), ()):
        event = Drawn("pack", order)
        assert codec.decode(codec.encode(event)) == event
    assert json.loads(codec.encode(Drawn("pack", cards("As Td#1"))))["order"] == ["As", "Td#1"]


def test_a_field_that_came_later_takes_its_default() -> None:
    line = codec_of("pontoon").encode(e.SeatFreed(Seat(1)))
    older = json.dumps({name: value for name, value in json.loads(line).items() if name != "is_forced"})
    assert codec_of("pontoon").decode(older) == e.SeatFreed(Seat(1), is_forced=False)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('{"t":"unheard_of"}', "unheard_of"),
        ('{"t":"joined","seat":1,"user_id":2}', "Joined lacks ['name']"),
        ('{"t":"joined","seat":1,"user_id":2,"name":"A","shoe":9}', "no field shoe"),
        ('{"t":"joined","seat":"one","user_id":2,"name":"A"}', "'one' is no int"),
        ('{"t":"joined","seat":true,"user_id":2,"name":"A"}', "True is no int"),
        ('{"t":"called","party":"cellar","hand":0,"amount":0}', "cellar"),
        ('{"t":"drawn","label":"pack","order":["1x"]}', "1x"),
        ('{"t":"drawn","label":"pack","order":[null]}', "Error"),
        ('{"seat":1}', "t"),
        ("[1, 2]", "Error"),
        ("not json", "Error"),
        ("", "Error"),
    ],
)
def test_what_cannot_be_read_says_why(line: str, told: str) -> None:
    with pytest.raises(UnreadableEvent) as caught:
        codec_of("pontoon").decode(line)
    assert told in str(caught.value)


def test_rules_are_written_by_name_so_that_new_options_do_not_hurt_old_logs() -> None:
    body = json.loads(codec_of("pontoon").encode(OPENED))
    assert body["rules"]["bank_rule"] == ["pontoon"]
    assert body["rules"]["buy_rule"] == "seed001"
    del body["rules"]["burn13"]
    assert codec_of("pontoon").decode(json.dumps(body)) == OPENED
