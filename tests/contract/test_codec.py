"""Every game and preset: what is written down is what happened."""

from __future__ import annotations

import json

from bot.engine.game import replay
from bot.table.codec import Codec
from tests.support.play_rounds import Round

Rounds = tuple[Round, ...]


def codec_of(one: Round) -> Codec:
    return Codec(one.game.event_types(), one.game.rules_type())


def test_every_event_survives_being_written_down(rounds: Rounds) -> None:
    for one in rounds:
        codec = codec_of(one)
        for event in one.events:
            read = codec.decode(codec.encode(event))
            assert (read, type(read)) == (event, type(event)), one.label


def test_so_does_what_each_viewer_is_told(rounds: Rounds) -> None:
    for one in rounds:
        codec = codec_of(one)
        for viewer in (None, *one.end.seats):
            for event in one.events:
                redacted = one.game.redact(event, viewer)
                assert codec.decode(codec.encode(redacted)) == redacted, one.label


def test_a_round_read_from_disk_is_the_round_that_was_played(rounds: Rounds) -> None:
    for one in rounds:
        written = [codec_of(one).encode(event) for event in one.events]
        codec = codec_of(one)
        assert replay(one.game, tuple(codec.decode(line) for line in written)) == one.end, one.label


def test_an_event_is_one_line_with_its_tag(rounds: Rounds) -> None:
    for one in rounds:
        codec = codec_of(one)
        for event in one.events:
            line = codec.encode(event)
            assert "\n" not in line, one.label
            assert json.loads(line)["t"] == event.TAG, one.label
