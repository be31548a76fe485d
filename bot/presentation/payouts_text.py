"""What each hand is and what it is paid, from the rows that the game's own paying function gave."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import PayoutRow
from bot.presentation.look import Look


def ranking_text(game: str, ranking: Sequence[str], look: Look) -> str:
    """Return the kinds of hand, best first, numbered."""
    words = look.words
    hands = [words.of_game(game, f"rank.{code}") for code in ranking]
    return "\n".join([f"{place}. {hand}" for place, hand in enumerate(hands, 1)])


def payouts_text(game: str, payouts: Sequence[PayoutRow], look: Look) -> str:
    """Return a line for each hand: what it is paid, and against which hands of the bank."""
    hands = dict.fromkeys([row.hand for row in payouts])
    lines = [_hand(game, hand, [row for row in payouts if row.hand == hand], look) for hand in hands]
    return "\n".join(lines)


def times_text(times: int, look: Look) -> str:
    """Return a multiple of a stake as people say it: "pays 2 to 1", "loses double"."""
    if times > 0:
        return look.words("times.pays", times=times)
    return look.words.under("times", {0: "back", -1: "lost", -2: "double"}[times])


def _hand(game: str, hand: str, payouts: Sequence[PayoutRow], look: Look) -> str:
    words = look.words
    by_times: dict[int, list[str]] = {}
    for row in sorted(payouts, key=lambda row: -row.times):
        by_times.setdefault(row.times, []).append(words.of_game(game, f"against.{row.against}"))
    if len(by_times) == 1:
        cases = words("rules.case_always", result=times_text(payouts[0].times, look))
    else:
        comma = words("name.comma")
        cases = words("rules.case_apart").join(
            [
                words("rules.case", result=times_text(times, look), banks=comma.join(banks))
                for times, banks in by_times.items()
            ]
        )
    return words("rules.payout", hand=words.of_game(game, f"payout_hand.{hand}"), cases=cases)
