"""Short answers: refusals, confirmations, notes, the call to whose turn it is."""

from __future__ import annotations

import re

import pytest

from bot.engine.game import Reason
from bot.engine.target.actions import Kind
from bot.presentation.mention import turn_mention
from bot.presentation.notes import note_text
from bot.presentation.refusals import AMOUNT_UNREADABLE, done_text, refusal_text
from bot.presentation.replies import apology_text, permissions_text
from bot.views import Done, Note, NoteLine, Refusal, Refused, TableKind, TablePhase
from tests.presentation.scenes import (
    ANN,
    BEN,
    CLEO,
    LOOK,
    SOON,
    counters,
    hand,
    place,
    played,
    settled,
    table,
    turns,
)

CODES = [*Refusal, *Reason, AMOUNT_UNREADABLE]
# Words that tell a player what he can do. A refusal with none of them leaves him standing there.
HELP = re.compile(
    r"\b(Press|press|Wait|Ask|Try|Name|Choose|Open|Use|Take|Twist|Play|Type|Bid|Pick|Change|See|Stop with"
    r"|Come back|Join it|Allowed|called when|can be taken|next one begins"
    r"|again in the next round)\b"
)


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_says_what_to_do_instead_even_without_numbers(code: str) -> None:
    detail = (
        {"total": 12, "min": 16}
        if code == Reason.BELOW_STICK_MIN
        else {"max": 4, "name": "x", "allowed": "y"}
    )
    for view in (None, table(turns())):
        text = refusal_text(Refused(code, detail), LOOK, view)
        assert HELP.search(text), text
        assert text.endswith("."), text


@pytest.mark.parametrize(
    ("refused", "text"),
    [
        (
            Refused(Reason.AMOUNT_TOO_HIGH, {"min": 100, "max": 500, "amount": 900}),
            "That is too much. Name less: 1 to 5 counters.",
        ),
        (
            Refused(Refusal.NOT_COVERED, {"max": 700}),
            (
                "You do not have the counters for that. You can put up 7 counters at most. "
                "Choose less, or look at `/counters`."
            ),
        ),
        (
            Refused(Reason.BELOW_STICK_MIN, {"total": 15, "min": 16}),
            "You cannot stick on 15: a hand needs 16 for that. Twist, or buy a card.",
        ),
        (
            Refused(Reason.NOT_YOUR_TURN),
            "It is not your turn: the table waits for Ben. You are called when it is.",
        ),
        (
            Refused(Refusal.BAD_OPTION_VALUE, {"name": "royal", "value": "`maybe`\n", "allowed": "on, off"}),
            "`royal` cannot be `'maybe'`. Allowed: `on, off`.",
        ),
        (
            Refused(Refusal.NOT_BANK_HOLDER),
            "You do not hold the bank; Ann does. Ask for it, or wait until it passes.",
        ),
    ],
)
def test_a_refusal_brings_its_numbers_and_what_the_table_knows(refused: Refused, text: str) -> None:
    assert refusal_text(refused, LOOK, table(turns())) == text


def test_a_refusal_names_whom_it_is_about_and_not_who_that_was_a_moment_later() -> None:
    refused = Refused(Refusal.BANK_NOT_FREE, {"banker": "*Zed*"})
    assert "Somebody holds the bank: \\*Zed\\*." in refusal_text(refused, LOOK, table())
    house = Refused(Refusal.NOT_BANK_HOLDER, {"banker": "house"})
    assert "You do not hold the bank; the house does." in refusal_text(house, LOOK, table())


def test_without_a_table_a_refusal_speaks_the_common_words() -> None:
    refused = Refused(Reason.BELOW_STICK_MIN, {"total": 15, "min": 16})
    assert refusal_text(refused, LOOK).startswith("You cannot stop on 15")


@pytest.mark.parametrize("kind", [*TableKind, *Kind])
def test_everything_that_can_be_done_is_confirmed_in_a_sentence(kind: str) -> None:
    for amount in (None, counters(5)):
        assert done_text(Done(7, 9, kind, amount), LOOK, table()).endswith(".")


def test_a_confirmation_names_its_amount() -> None:
    assert done_text(Done(7, 9, Kind.STAKE, counters(5)), LOOK, table()) == "Your stake lies: 5 counters."
    assert done_text(Done(7, 9, Kind.STAKE, counters(5)), LOOK) == "Done."


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (NoteLine(Note.PLAYED_FOR_ABSENT, BEN, kind="stick"), "Time ran out for Ben, who stuck."),
        (
            NoteLine(Note.PLAYED_FOR_ABSENT, BEN, kind="stake"),
            "Time ran out for Ben, who staked the minimum.",
        ),
        (NoteLine(Note.BANK_PASSED, ANN, other=BEN), "The bank passes from Ann to Ben."),
        (
            NoteLine(Note.BANK_SOLD, ANN, other=BEN, amount=counters(20)),
            "The bank is sold by Ann to Ben for 20 counters.",
        ),
        (NoteLine(Note.SEAT_FREED, name="*Zed*"), "The seat of \\*Zed\\* is free again."),
    ],
)
def test_a_note_says_why_something_happened_without_a_click(note: NoteLine, text: str) -> None:
    assert note_text(table(), note, LOOK) == text


@pytest.mark.parametrize("note", Note)
def test_every_note_reads_with_everything_and_with_nothing(note: Note) -> None:
    full = NoteLine(note, BEN, other=CLEO, amount=counters(5), kind="twist", name="Ben")
    for line in (full, NoteLine(note)):
        text = note_text(table(), line, LOOK)
        assert text.strip(" .")
        assert "  " not in text


def test_the_call_names_and_pings_exactly_those_who_are_waited_for() -> None:
    called = turn_mention(table(turns()), LOOK, link="https://x.test/9")
    assert called is not None
    text, users = called
    assert users == (1001,)
    assert text == (
        f"<@1001>, it is your turn. It ends <t:{SOON.timestamp():.0f}:R>. [To the table](https://x.test/9)"
    )


def test_several_are_called_together() -> None:
    both = [place(seat, hand("??"), is_waited_for=True) for seat in (BEN, CLEO)]
    called = turn_mention(table(played(*both, place(ANN, hand("??"))), deadlines={}), LOOK)
    assert called == ("<@1001> and <@1002>: your stakes, please.", (1001, 1002))


def test_nobody_is_called_outside_a_round() -> None:
    assert turn_mention(table(), LOOK) is None
    assert turn_mention(table(settled(), phase=TablePhase.PAUSE), LOOK) is None


def test_an_apology_gives_the_reference() -> None:
    assert "`a1b2`" in apology_text("a1b2", LOOK)


def test_missing_permissions_are_named_as_discord_shows_them() -> None:
    text = permissions_text(["send_messages_in_threads", "view_channel"], LOOK)
    assert "**Send Messages in Threads**, **View Channel**" in text
    assert "Administrator" not in text
