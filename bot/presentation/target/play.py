"""A round of the twenty-one family in progress, as the whole channel sees it."""

from __future__ import annotations

from bot.engine.target.view import HandView, Phase, PlaceView, TargetView
from bot.presentation.detail import Detail
from bot.presentation.look import Look
from bot.presentation.names import listed, party_name
from bot.presentation.target.hands import cards_line, hand_state
from bot.views import TableView


def places_texts(view: TableView, played: TargetView, look: Look, detail: Detail) -> list[str]:
    """Return a text for each place, eldest first and the banker last."""
    if played.phase is Phase.STAKES:
        punters = [place for place in played.places if place.party != played.banker]
        return ["\n".join([_staking(view, place, look) for place in punters])]
    blocks = [_place(view, played, place, look, detail) for place in played.places]
    return blocks if detail is Detail.PICTURES else ["\n".join(blocks)]


def call_text(view: TableView, played: TargetView, look: Look) -> str:
    """Return who is waited for, what for, and until when."""
    words = look.words
    deadlines = [view.deadlines[seat] for seat in played.waiting if seat in view.deadlines]
    until = {"at": min(deadlines)} if deadlines else {}
    names = listed([f"**{party_name(view, seat, words)}**" for seat in played.waiting], words)
    match played.phase:
        case _ if not played.waiting:
            return ""
        case Phase.STAKES:
            return words("target.call.stakes", low=played.stake_min, high=played.stake_max, **until)
        case Phase.DOUBLING:
            return words("target.call.doubling", name=names, **until)
        case Phase.BANK:
            return words("target.call.bank", name=names, **until)
        case _:
            return words("target.call.turn", name=names, **until)


def bank_text(view: TableView, played: TargetView, look: Look) -> str:
    """Return who banks and how he came by it; what he has announced so far."""
    words = look.words
    if played.banker is None or played.bank_why is None:
        return ""
    banker = party_name(view, played.banker, words)
    lines = [words.of_game(view.game, f"bank_why.{played.bank_why}", banker=banker)]
    if played.stake_max < view.stake_max:
        lines.append(words("target.stakes_cut", most=played.stake_max))
    if played.is_doubled:
        lines.append(words("target.doubled"))
    if played.is_play_called:
        lines.append(words.of_game(view.game, "play_called"))
    return "\n".join([f"-# {line}" for line in lines])


def _staking(view: TableView, place: PlaceView, look: Look) -> str:
    words = look.words
    name = party_name(view, place.party, words)
    if place.has_staked:
        return words("target.place.staked", name=name, stake=place.hands[0].stake)
    return words("target.place.to_stake", name=name)


def _place(view: TableView, played: TargetView, place: PlaceView, look: Look, detail: Detail) -> str:
    words = look.words
    name = party_name(view, place.party, words)
    is_turn = place.is_waited_for
    if place.party == played.banker:
        head = words("target.place.bank_to_act" if is_turn else "target.place.bank", name=name)
        return _with_cards(head, place.hands[0], look, detail)
    head = words("target.place.to_act" if is_turn else "target.place.punter", name=name)
    if len(place.hands) == 1:
        hand = place.hands[0]
        return _with_cards(f"{head}{_about(view, hand, look)}", hand, look, detail)
    hands = [_split_hand(view, number, hand, look, detail) for number, hand in enumerate(place.hands, 1)]
    return "\n".join([head, *hands])


def _with_cards(head: str, hand: HandView, look: Look, detail: Detail) -> str:
    """Return a place with its cards below, or beside where room is short."""
    if not hand.cards:
        return head
    apart = look.words("target.apart") if detail is Detail.TERSE else "\n"
    return f"{head}{apart}{cards_line(hand, look, detail)}"


def _split_hand(view: TableView, number: int, hand: HandView, look: Look, detail: Detail) -> str:
    key = "target.place.hand_to_act" if hand.is_active else "target.place.hand"
    head = look.words(key, number=number) + _about(view, hand, look)
    apart = "\n" if detail is Detail.PICTURES else look.words("target.apart")
    return f"{head}{apart}{cards_line(hand, look, detail)}"


def _about(view: TableView, hand: HandView, look: Look) -> str:
    """Return the stake and how the hand stands, each after a dot."""
    parts = ([look.words("target.stake", stake=hand.stake)] if hand.stake else []) + [
        hand_state(view.game, hand, look)
    ]
    dot = look.words("target.apart")
    return "".join([dot + part for part in parts if part])
