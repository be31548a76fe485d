"""Whoever is waited for is called by a short message, which goes away with his turn."""

from __future__ import annotations

from bot.views import TablePhase
from tests.cogs.fakes import a_room


async def test_the_player_to_act_is_called_once_and_the_call_goes_with_his_turn() -> None:
    async with a_room() as room:
        ann, ben, _ = (member.id for member in room.members)
        room.drawing.waiting = (ann,)
        await room.change(phase=TablePhase.ROUND, round_index=1)
        await room.change()
        assert room.texts().count(f"<@{ann}>") == 1
        room.drawing.waiting = (ben,)
        await room.change()
        assert f"<@{ann}>" not in room.texts()
        assert room.texts().count(f"<@{ben}>") == 1
        room.drawing.waiting = ()
        await room.change()
        assert len(room.texts()) == 1, "the table alone is left"


async def test_several_who_are_asked_at_once_are_called_together_and_the_last_again() -> None:
    async with a_room() as room:
        ann, ben, cleo = (member.id for member in room.members)
        room.drawing.waiting = (ann, ben, cleo)
        await room.change(phase=TablePhase.ROUND, round_index=1)
        room.drawing.waiting = (ann, cleo)
        await room.change()
        assert f"<@{ann}> <@{ben}> <@{cleo}>" in room.texts()
        room.drawing.waiting = (cleo,)
        await room.change()
        assert [text for text in room.texts() if text.startswith("<@")] == [f"<@{cleo}>"]


async def test_a_call_notifies_nobody_but_those_it_names() -> None:
    async with a_room() as room:
        room.drawing.waiting = (room.members[0].id,)
        await room.change(phase=TablePhase.ROUND, round_index=1)
        (said,) = [
            r.json for r in room.env.http_requests if r.method == "POST" and (r.json or {}).get("content")
        ]
        assert said["allowed_mentions"]["parse"] == []
        assert [int(user) for user in said["allowed_mentions"]["users"]] == [room.members[0].id]


async def test_where_nothing_may_be_said_the_calls_stop() -> None:
    async with a_room() as room:
        await room.change()
        room.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
        for member in (*room.members, *room.members):
            room.drawing.waiting = (member.id,)
            await room.change()
        assert len(room.requests("POST")) == 2, "the table, and one call that was refused"


async def test_a_clean_stop_leaves_no_call_behind() -> None:
    async with a_room() as room:
        room.drawing.waiting = (room.members[0].id,)
        await room.change(phase=TablePhase.ROUND, round_index=1)
        await room.turns.stop()
        assert room.texts() == ["version 2"]
