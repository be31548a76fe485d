"""The promise of the pack, the opened seed, and what checks of them found."""

from __future__ import annotations

from collections.abc import Sequence

from bot.presentation.look import Look
from bot.views import TablePhase, TableView

SEAL_SHOWN = 12
"""Digits of a seal that was printed whole when it was made, as a reminder which one it is."""


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
        lines.append(words("fair.next", commitment=fairness.next_commitment))
    return "\n".join([f"-# {line}" for line in lines])


def audit_text(findings: Sequence[str], look: Look) -> str:
    """Return what the audit found: that all is well, or a line for each thing that is not."""
    words = look.words
    if not findings:
        return words("audit.clean")
    shown = [f"- {finding}" for finding in findings[:10]]
    more = [words("audit.more", count=len(findings) - 10)] if len(findings) > 10 else []
    return "\n".join([words("audit.found", count=len(findings)), *shown, *more])
