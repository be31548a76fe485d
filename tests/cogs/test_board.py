"""The public message of a table: posted once, edited in place, posted again when it must be."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.views import TablePhase
from tests.cogs.fakes import TABLE, a_room, text_of


async def test_the_first_change_posts_the_table_and_the_next_edits_it() -> None:
    async with a_room() as room:
        await room.change()
        await room.change()
        assert room.texts() == ["version 3"]
        assert room.tables.message_id == room.channel.last_message.id


async def test_a_burst_of_changes_is_one_edit_and_the_newest_state_wins() -> None:
    async with a_room(interval=0.05) as room:
        await room.change()
        before = len(room.requests("PATCH"))
        for _ in range(20):
            room.shows()
        await room.env.settle()
        assert room.texts() == ["version 22"]
        assert len(room.requests("PATCH")) - before <= 2


async def test_edits_of_one_channel_keep_the_interval() -> None:
    async with a_room(interval=10) as room:
        await room.change()
        await room.change()
        assert room.texts() == ["version 2"], "too early for an edit"
        await room.env.advance_time(11)
        assert room.texts() == ["version 3"]


async def test_a_message_that_somebody_deleted_is_posted_again() -> None:
    async with a_room() as room:
        await room.change()
        room.env.backend.delete_message(room.channel.id, room.tables.message_id)
        await room.change()
        assert room.texts() == ["version 3"]


async def test_an_old_message_is_left_as_a_link_when_a_round_begins() -> None:
    async with a_room(repost_minutes=30) as room:
        await room.change()
        await room.env.advance_time(31 * 60)
        await room.change()
        assert room.texts() == ["version 3"], "no round has begun"
        await room.change(phase=TablePhase.ROUND, round_index=1)
        old, new = room.channel.history()
        assert (
            text_of(old)
            == f"moved to https://discord.com/channels/{room.guild.id}/{room.channel.id}/{new.id}"
        )
        assert text_of(new) == "version 4"
        assert old.components[-1].type is discord.ComponentType.text_display, "its buttons are gone"


async def test_a_table_that_has_moved_up_is_posted_below_when_a_round_begins() -> None:
    async with a_room() as room:
        await room.change()
        said = await room.env.bot.get_channel(room.channel.id).send("the leaderboard")
        room.board.stands_below(room.channel.id, said.id)
        await room.change()
        assert room.texts()[0] == "version 3"
        await room.change(phase=TablePhase.ROUND, round_index=1)
        assert room.texts()[2] == "version 4"


async def test_a_message_is_never_edited_for_more_than_an_hour() -> None:
    async with a_room(repost_minutes=59) as room:
        await room.change(phase=TablePhase.ROUND, round_index=1)
        await room.env.advance_time(56 * 60)
        await room.change()
        assert len(room.texts()) == 2


@pytest.mark.parametrize(("status", "code"), [(429, 30046), (400, 50083), (404, 10008)])
async def test_a_message_that_may_not_be_edited_any_more_is_posted_anew(status: int, code: int) -> None:
    async with a_room() as room:
        await room.change()
        room.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code)
        await room.change()
        assert room.texts()[-1] == "version 3"
        assert len(room.texts()) == 2


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_an_edit_that_failed_is_made_good_by_itself(status: int) -> None:
    async with a_room() as room:
        await room.change()
        room.env.inject_error("PATCH", "/channels/*/messages/*", status=status, times=2)
        await room.change()
        await room.env.advance_time(10)
        assert room.texts() == ["version 3"]


async def test_without_permission_the_board_keeps_quiet_and_comes_back_once_allowed() -> None:
    async with a_room() as room:
        await room.change()
        room.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013, times=1)
        for _ in range(5):
            await room.change()
        assert len(room.requests("PATCH")) == 1, "a refused request is not repeated at once"
        await room.env.advance_time(61)
        assert room.texts() == ["version 7"]


async def test_a_channel_that_is_gone_takes_its_table_along() -> None:
    async with a_room() as room:
        await room.change()
        room.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10003)
        await room.change()
        assert room.tables.abandoned == [room.channel.id]


async def test_a_picture_that_cannot_be_drawn_does_not_take_the_board_along(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with a_room() as room:
        await room.change()
        room.drawing.is_broken = True
        await room.change()
        room.drawing.is_broken = False
        await room.change()
        assert room.texts() == ["version 4"]
        assert "event=board_failed table=7" in caplog.text


async def test_while_a_click_is_answered_the_board_keeps_still() -> None:
    async with a_room() as room:
        await room.change()
        before = len(room.requests("PATCH"))
        with room.board.answering(TABLE) as answer:
            room.shows()
            await room.env.settle()
            assert answer.picture(room.tables.message_id) is not None
        await room.env.settle()
        assert len(room.requests("PATCH")) == before, "the answer carried the newest state"


async def test_answers_that_overlap_are_followed_by_one_more_edit() -> None:
    async with a_room() as room:
        await room.change()
        before = len(room.requests("PATCH"))
        with room.env._bot_scope(), room.board.answering(TABLE) as first:
            first.picture(room.tables.message_id)
            with room.board.answering(TABLE) as second:
                second.picture(room.tables.message_id)
        await room.env.settle()
        assert len(room.requests("PATCH")) == before + 1, "they may have arrived in either order"


async def test_an_answer_that_failed_is_made_good_by_an_edit() -> None:
    async with a_room() as room:
        await room.change()
        before = len(room.requests("PATCH"))

        def answer_in_vain() -> None:
            with room.env._bot_scope(), room.board.answering(TABLE) as answer:
                answer.picture(room.tables.message_id)
                raise ConnectionError

        with pytest.raises(ConnectionError):
            answer_in_vain()
        await room.env.settle()
        assert len(room.requests("PATCH")) == before + 1


async def test_an_old_message_that_is_clicked_becomes_a_link() -> None:
    async with a_room() as room:
        await room.change()
        old_id = room.tables.message_id
        assert await room.board.repost(TABLE)
        with room.board.answering(TABLE) as answer:
            picture = answer.picture(old_id)
        assert picture is not None
        assert "moved to" in str(picture.to_components())


async def test_a_closed_table_is_drawn_once_more_and_forgotten() -> None:
    async with a_room() as room:
        await room.change()
        await room.change(phase=TablePhase.CLOSED)
        assert room.texts() == ["version 3"]
        assert not room.board._screens


async def test_a_repost_says_whether_it_went_well() -> None:
    async with a_room() as room:
        await room.change()
        room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
        with room.env._bot_scope():
            assert not await room.board.repost(TABLE)
        await room.env.advance_time(timedelta(minutes=2).total_seconds())
        assert len(room.texts()) == 2
