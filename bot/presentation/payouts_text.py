"""What each hand is and what it is paid, from the rows that the game's own paying function gave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine.game import Amount, PayoutRow
from bot.presentation.look import Look
from bot.presentation.strings import Words

USUAL = "total"
"""The bank's hand that a line begins with, unnamed: a plain total."""


def ranking_text(game: str, ranking: Sequence[str], options: Iterable[str], look: Look) -> str:
    """Return the kinds of hand, best first, numbered. `options` are those that are on.

    An option that changes what a kind of hand is has words of its own for it.
    """
    hands = [_rank(game, code, options, look.words) for code in ranking]
    return "\n".join([f"{place}. {hand}" for place, hand in enumerate(hands, 1)])


def payouts_text(game: str, payouts: Sequence[PayoutRow], look: Look) -> str:
    """Return a line for each hand: what it is paid, and against which hands of the bank."""
    hands = dict.fromkeys([row.hand for row in payouts])
    lines = [_hand(game, hand, [row for row in payouts if row.hand == hand], look) for hand in hands]
    return "\n".join(lines)


def times_text(times: int, look: Look, stake: Amount | None = None) -> str:
    """Return a multiple of a stake as people say it: "pays 2 to 1", "loses double the stake of 5"."""
    values = {} if stake is None else {"stake": stake}
    if times > 0:
        return look.words("times.pays", times=times, **values)
    return look.words.under("times", {0: "back", -1: "lost", -2: "double"}[times], **values)


def _rank(game: str, code: str, options: Iterable[str], words: Words) -> str:
    keys = [words.game_key(game, f"rank_if.{option}.{code}") for option in options]
    return next((words(key) for key in keys if words.has(key)), words.of_game(game, f"rank.{code}"))


def _hand(game: str, hand: str, payouts: Sequence[PayoutRow], look: Look) -> str:
    words = look.words
    usual = next((row.times for row in payouts if row.against == USUAL), payouts[0].times)
    others: dict[int, list[str]] = {}
    for row in payouts:
        if row.times != usual:
            others.setdefault(row.times, []).append(words.of_game(game, f"against.{row.against}"))
    result = times_text(usual, look)
    cases = [
        words("rules.case", result=times_text(times, look), banks=words("rules.or").join(banks))
        for times, banks in others.items()
    ]
    first = result if cases else words("rules.case_always", result=result)
    text = words("rules.case_apart").join([first, *cases])
    return words("rules.payout", hand=words.of_game(game, f"payout_hand.{hand}"), cases=text)
