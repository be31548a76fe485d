"""The promise of the pack, the opened seed, and what checks of them found."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presentation.look import Look
from bot.presentation.shorten import cut
from bot.views import Books, TablePhase, TableView

FINDINGS_SHOWN = 10
SEAL_SHOWN = 12
"""Digits of a seal where it only reminds which one it is; `/verify` says it whole at any time."""


def footer_text(view: TableView, look: Look) -> str:
    """Return the promises that stand now and the seed of the pack that was retired last."""
    words = look.words
    fairness = view.fairness
    lines = []
    if fairness.revealed is not None and view.phase is not TablePhase.ROUND:
        commitment, seed = fairness.revealed
        lines.append(words("fair.revealed", seal=commitment[:SEAL_SHOWN], seed=seed))
    if view.phase is not TablePhase.CLOSED:
        if fairness.commitment is not None:
            lines.append(words("fair.current", seal=fairness.commitment[:SEAL_SHOWN]))
        if fairness.next_commitment:
            lines.append(words("fair.next", commitment=_next_seal(view.phase, fairness.next_commitment)))
    return "\n".join([f"-# {line}" for line in lines])


def _next_seal(phase: TablePhase, commitment: str) -> str:
    """Return a seal whole before cards are dealt; in a round its beginning, for the table needs the room."""
    return f"{commitment[:SEAL_SHOWN]}…" if phase is TablePhase.ROUND else commitment


def verify_text(findings: Sequence[str], look: Look, view: TableView | None = None) -> str:
    """Return what the check of a table's spent packs found, and the seals that stand now, whole.

    `view` is the channel's open table, if it has one.
    """
    words = look.words
    seals = [] if view is None else _seals(view, look)
    if not findings:
        return "\n".join([words("verify.clean"), *seals])
    return _listed("\n".join([*seals, words("verify.found", count=len(findings))]), findings, look)


def audit_text(findings: Sequence[str], look: Look) -> str:
    """Return what the audit of the server's counters found."""
    words = look.words
    return (
        _listed(words("audit.found", count=len(findings)), findings, look)
        if findings
        else words("audit.clean")
    )


def books_text(books: Books, look: Look) -> str:
    """Return where the server's counters come from and where they are."""
    return look.words(
        "audit.books",
        issued=books.issued,
        at_hand=books.at_hand,
        on_tables=books.on_tables,
        house=books.house,
    )


def _seals(view: TableView, look: Look) -> list[str]:
    fairness = view.fairness
    standing = (("verify.current", fairness.commitment), ("verify.next", fairness.next_commitment))
    return [look.words(key, commitment=commitment) for key, commitment in standing if commitment]


def _listed(head: str, findings: Sequence[str], look: Look) -> str:
    shown = [f"- {finding}" for finding in findings[:FINDINGS_SHOWN]]
    more = len(findings) - len(shown)
    return cut([head, *shown, *([look.words("list.others", count=more)] if more else [])], look)
