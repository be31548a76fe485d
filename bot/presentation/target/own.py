"""A seat's own hands in a round of the twenty-one family: for his eyes only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine.cards import HIDDEN, Card
from bot.engine.game import Seat
from bot.engine.target.view import HandView, Phase, PlaceView, TargetView
from bot.presentation.cards import card_text, cards_text, pictures
from bot.presentation.look import Look
from bot.presentation.names import listed
from bot.presentation.target.hands import hand_kind, hand_state, is_public_card
from bot.presentation.target.settlement import reason
from bot.views import TableView

_BESIDE_MAX: Final = 3


def own_texts(view: TableView, played: TargetView, seat: Seat, look: Look) -> list[str]:
    """Return texts for each hand that `seat` holds; nothing if he is not in the round."""
    place = next((place for place in played.places if place.party == seat), None)
    if place is None:
        return []
    return [
        text
        for index, hand in enumerate(place.hands)
        if hand.cards
        for text in _hand(view, played, place, index, look)
    ]


def is_dealt_in(played: TargetView, seat: Seat) -> bool:
    """Whether the seat plays in this round."""
    return any(place.party == seat for place in played.places)


def _hand(view: TableView, played: TargetView, place: PlaceView, index: int, look: Look) -> list[str]:
    words = look.words
    hand = place.hands[index]
    is_bank = place.party == played.banker
    is_split = len(place.hands) > 1
    number = words("hand.number_active" if hand.is_active else "hand.number", number=index + 1)
    lines = [
        _worth(view, hand, look, {} if is_bank or not hand.stake else {"staked": _stake(hand, look)}),
        "" if played.phase is Phase.OVER else _seen_by_all(hand, look),
        _result(view, played, place, index, look),
    ]
    return [
        number if is_split else "",
        _cards(hand, look),
        "\n".join([line for line in lines if line]),
    ]


def _cards(hand: HandView, look: Look) -> str:
    """Return the cards as a heading, for in one Discord draws pictures and text larger.

    On a phone a few pictures and their words share a line.
    """
    row = pictures(hand.cards, look)
    text = cards_text(hand.cards, look.words, with_backs=not row)
    if not row:
        return f"# {text}"
    return f"# {row} {text}" if len(hand.cards) <= _BESIDE_MAX else f"# {row}\n{text}"


def _worth(view: TableView, hand: HandView, look: Look, staked: Mapping[str, str]) -> str:
    if HIDDEN in hand.cards:
        return look.words("hand.unseen")
    if hand.ending is not None:
        return look.words("hand.finished", state=hand_state(view.game, hand, look), **staked)
    return look.words("hand.total", total=hand_kind(view.game, hand, look), **staked)


def _seen_by_all(hand: HandView, look: Look) -> str:
    """Say which of the cards lie face up, where some do and some do not."""
    words = look.words
    shown = [
        card_text(card, words)
        for index, card in enumerate(hand.cards)
        if is_public_card(hand, index) and isinstance(card, Card)
    ]
    if not shown:
        return "" if HIDDEN in hand.cards else words("hand.all_down")
    if len(shown) == len(hand.cards):
        return words("hand.all_up")
    return words("hand.some_up", cards=" ".join(shown))


def _stake(hand: HandView, look: Look) -> str:
    words = look.words
    if not hand.raises:
        return words("hand.stake", stake=hand.stake)
    bought = listed([words("hand.raise", price=price) for price in hand.raises], words)
    return words("hand.stake_raised", stake=hand.stake, bought=bought)


def _result(view: TableView, played: TargetView, place: PlaceView, index: int, look: Look) -> str:
    paid = next((p for p in played.payments if p.seat == place.party and p.hand == index), None)
    if paid is None:
        return ""
    bank = played.places[-1].hands[0]
    why = reason(view.game, place.hands[index], bank, paid.times, look)
    return look.words("hand.result", net=paid.net, why=why)
