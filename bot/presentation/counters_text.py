"""A member's counters: what he has, and where they came from and went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bot.engine.game import NOTHING, Amount
from bot.presentation.look import Look
from bot.presentation.shorten import cut


class HistoryLine(Protocol):
    """One movement on a member's account: `change` in hundredths, below zero where he paid.

    `at` is in Unix milliseconds, `reason` a code of the ledger, `balance` what he
    had at hand afterwards.
    """

    @property
    def at(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def change(self) -> Amount: ...
    @property
    def balance(self) -> Amount: ...
    @property
    def table_id(self) -> int | None: ...
    @property
    def round_index(self) -> int | None: ...


def balance_text(balance: Amount, look: Look, *, held: Amount = NOTHING) -> str:
    """Return what a member has at hand, and what lies on tables for him."""
    words = look.words
    text = words("counters.balance", balance=balance)
    return text if not held else f"{text} {words('counters.held', held=held)}"


def topup_text(amount: Amount, balance: Amount, look: Look) -> str:
    """Return what a top-up brought."""
    return look.words("counters.topped_up", amount=amount, balance=balance)


def history_text(entries: Sequence[HistoryLine], balance: Amount, look: Look) -> str:
    """Return a member's last movements, newest first, in one column."""
    words = look.words
    if not entries:
        return words("history.empty", balance=balance)
    lines = [words("history.title", balance=balance), *[_line(entry, look) for entry in entries]]
    return cut(lines, look)


def _line(entry: HistoryLine, look: Look) -> str:
    words = look.words
    where = {}
    if entry.table_id is not None:
        where["table"] = entry.table_id
        if entry.round_index is not None:
            where["number"] = entry.round_index
    return words(
        "history.line",
        change=entry.change,
        why=words.under("history.reason", entry.reason),
        balance=entry.balance,
        at=entry.at // 1000,
        **where,
    )
