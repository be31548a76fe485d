"""A table as one member, or the channel, may see it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.engine.game import Offer, Seat
from bot.engine.registry import GAMES
from bot.table.clock import from_ms
from bot.table.deadlines import PAUSE
from bot.table.state import Sitter, TableState
from bot.table.table import Table
from bot.views import FairnessView, RulesView, SeatLine, SeatStatus, TablePhase, TableView


def view_of(table: Table, user_id: int | None) -> TableView:
    """Return the table for a member of the server, or (None) for the channel."""
    s = table.state
    sitter = None if user_id is None else s.sitter_of(user_id)
    seat = None if sitter is None else sitter.seat
    game: Any = s.game
    waiting: tuple[Seat, ...] = game.seats_to_act(s.round) if s.is_round_running else ()
    pause = table.deadlines.get(PAUSE)
    opened = s.opened
    return TableView(
        table_id=table.id,
        guild_id=opened.guild_id,
        channel_id=opened.channel_id,
        version=s.version,
        game=opened.game,
        preset=opened.preset,
        rules=opened.rules,
        options=opened.options,
        phase=s.phase,
        round_index=s.round_index,
        opener_id=opened.opener_id,
        seats=tuple(
            [
                SeatLine(x.seat, x.user_id, x.name, x.status, x.is_ready, x.was_absent or x.missed > 0)
                for x in s.sitters
            ]
        ),
        seat_max=opened.seat_max,
        seat_min=game.seat_min,
        stake_min=s.stake_min,
        stake_max=s.stake_max,
        clock_seconds=opened.clock_seconds,
        banker=s.banker(),
        viewer=seat,
        round=None if s.round is None else game.view(s.round, _player(s, sitter)),
        offers=() if seat is None else _offers(table, seat),
        decisions={waited: game.decision(s.round, waited) for waited in waiting},
        deadlines={
            waited: from_ms(table.deadlines[waited].due_at) for waited in waiting if waited in table.deadlines
        },
        next_deal_at=from_ms(pause.due_at) if pause is not None and s.phase is TablePhase.PAUSE else None,
        is_last_round=s.is_last_round,
        ends_at=None if opened.ends_at is None else from_ms(opened.ends_at),
        sale=s.sale,
        bid=s.bid,
        notes=s.notes,
        fairness=FairnessView(s.pack, s.promised or "", s.revealed),
        balance=None if sitter is None else table.balances.get(sitter.user_id),
        bank_ways=game.bank_ways(s.rules, s.banker()),
    )  # fmt: skip


def _player(s: TableState, sitter: Sitter | None) -> Seat | None:
    """Return the seat whose cards a member may see: not those of one who sat there before him."""
    return sitter.seat if sitter is not None and s.is_dealt_in(sitter) else None


def rules_view(s: TableState) -> RulesView:
    """Return the rules in force at a table, with its limits."""
    opened = s.opened
    return replace(
        preset_rules_view(opened.game, opened.preset, opened.rules),
        options=opened.options,
        stake_min=s.stake_min,
        stake_max=s.stake_max,
        seat_max=opened.seat_max,
        clock_seconds=opened.clock_seconds,
    )


def preset_rules_view(game_key: str, preset: str, rules: Any) -> RulesView:
    """Return rules with what they pay, asked of the game's own functions."""
    game: Any = GAMES[game_key]
    return RulesView(
        game=game_key,
        preset=preset,
        rules=rules,
        options=(),
        ranking=game.ranking(rules),
        payouts=game.payouts(rules),
        bank_ways=game.bank_ways(rules),
    )


def _offers(table: Table, seat: Seat) -> tuple[Offer, ...]:
    s: TableState = table.state
    sitter = s.sitter(seat)
    is_gone = sitter is None or sitter.status is SeatStatus.LEAVING
    if is_gone or not s.is_round_running or seat not in s.dealt:
        return ()
    offers = s.game.offers(s.round, seat)
    cover = table.cover() if offers else None
    cut = [cover.cut(seat, offer) for offer in offers] if cover else []
    return tuple([offer for offer in cut if offer is not None])
