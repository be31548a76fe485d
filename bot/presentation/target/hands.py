"""Hands of the twenty-one family as lines of text."""

from __future__ import annotations

from bot.engine.target.hand import Ending, Sight
from bot.engine.target.view import HandView, PlaceView, TargetView
from bot.presentation.cards import cards_text, drawn
from bot.presentation.detail import Detail
from bot.presentation.look import Look


def hand_kind(game: str, hand: HandView, look: Look) -> str:
    """Return what a hand is worth, in the game's words: `19`, `soft 18`, `pontoon`, `bust at 24`.

    Empty while the looker does not know all of it and it is not finished.
    """
    words = look.words
    match hand.ending:
        case Ending.BUST if hand.total is not None:
            return words.of_game(game, "hand.bust_at", total=hand.total)
        case Ending.STUCK | None:
            return total_text(hand, look)
        case ending:
            return words.of_game(game, f"hand.{ending}")


def total_text(hand: HandView, look: Look) -> str:
    """Return a total, `soft 18` where an ace counts high; empty where it is not known."""
    if hand.total is None:
        return ""
    return look.words("total.soft" if hand.is_soft else "total.hard", total=hand.total)


def hand_state(game: str, hand: HandView, look: Look) -> str:
    """Return how a hand stands in the middle of a round, for everybody's eyes; empty for one in play."""
    if hand.ending is None:
        return ""
    kind = hand_kind(game, hand, look)
    if hand.ending is not Ending.STUCK:
        return kind
    if kind:
        return look.words.of_game(game, "hand.stuck_on", total=kind)
    return look.words.of_game(game, "hand.stuck")


def cards_line(hand: HandView, look: Look, detail: Detail) -> str:
    """Return the cards as this looker sees them."""
    if detail is Detail.PICTURES:
        return drawn(hand.cards, look)
    return cards_text(hand.cards, look.words, with_backs=detail is Detail.TEXT)


def is_public_card(hand: HandView, index: int) -> bool:
    """Whether everybody sees this card."""
    return hand.sights[index] is Sight.PUBLIC


def bank_place(played: TargetView) -> PlaceView | None:
    """Return the banker's place; None while there is no banker."""
    return next((place for place in played.places if place.party == played.banker), None)
