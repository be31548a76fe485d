"""A round that is over: every hand, what it was paid and why, and who banks next."""

from __future__ import annotations

from bot.engine.target.events import Payment
from bot.engine.target.hand import Ending
from bot.engine.target.view import HandView, PlaceView, TargetView
from bot.presentation.detail import Detail
from bot.presentation.look import Look
from bot.presentation.names import party_name
from bot.presentation.payouts_text import times_text
from bot.presentation.target.hands import bank_place, cards_line, hand_kind
from bot.views import TableView


def settlement_texts(view: TableView, played: TargetView, look: Look, detail: Detail) -> list[str]:
    """Return the bank's hand with its announcement, then a text for each punter, eldest first."""
    bank = bank_place(played)
    if bank is None:
        return []
    punters = [_punter(view, played, place, look, detail) for place in played.places if place is not bank]
    texts = [_bank(view, played, bank, look, detail), *punters]
    return texts if detail is Detail.PICTURES else ["\n".join(texts)]


def next_bank_text(view: TableView, played: TargetView, look: Look) -> str:
    """Return who banks next and why, and whether the pack is shuffled."""
    words = look.words
    move = played.next_bank
    if move is None:
        return ""
    who = words.of_game(view.game, f"next_bank.{move.why}", banker=party_name(view, move.banker, words))
    return "\n".join([who, "-# " + words("target.shuffled" if move.is_shuffled else "target.not_shuffled")])


def announcement(view: TableView, played: TargetView, look: Look) -> str:
    """Return what the banker says as he turns to paying: "Pay 19s", "Pay pontoons and five-card tricks"."""
    words = look.words
    bank = bank_place(played)
    ending = bank.hands[0].ending if bank else None
    match ending:
        case None:
            return ""
        case Ending.STUCK if played.pays_from is None:
            return ""
        case Ending.STUCK:
            # Past the target no plain total is left to be paid: the catalogue knows those numbers.
            special = words.game_key(view.game, f"announce.from_{played.pays_from}")
            if words.has(special):
                return words(special)
            return words.of_game(view.game, "announce.from", total=played.pays_from)
        case Ending.TRICK if getattr(view.rules, "banker_five_card_beats_all", False):
            return words.of_game(view.game, "announce.trick_takes_all")
        case _:
            return words.of_game(view.game, f"announce.{ending}")


def reason(game: str, hand: HandView, bank: HandView, times: int, look: Look) -> str:
    """Return why a hand is paid what it is: "19 against the bank's 18: pays 1 to 1 on 5"."""
    values = {"hand": _worth(game, hand, look), "bank": _worth(game, bank, look)}
    what = look.words.of_game(game, f"settle.{_case(hand, bank, times)}", **values)
    return look.words("settle.reason", what=what, result=times_text(times, look, hand.stake))


def _case(hand: HandView, bank: HandView, times: int) -> str:
    if hand.ending is Ending.BUST and times == -1:
        return "bust"
    if bank.ending is Ending.BUST:
        return "bank_bust"
    is_level = hand.ending is bank.ending and (hand.ending is not Ending.STUCK or hand.total == bank.total)
    return "level" if is_level and times < 0 else "versus"


def _worth(game: str, hand: HandView, look: Look) -> str:
    """Return a finished hand's worth; how an ace was counted does not matter any more."""
    if hand.ending is Ending.STUCK and hand.total is not None:
        return look.words("total.hard", total=hand.total)
    return hand_kind(game, hand, look)


def _bank(view: TableView, played: TargetView, bank: PlaceView, look: Look, detail: Detail) -> str:
    words = look.words
    net = -sum(payment.net for payment in played.payments)
    head = words(
        "settle.bank_head",
        name=party_name(view, bank.party, words),
        net=net,
        hand=_worth(view.game, bank.hands[0], look),
    )
    said = announcement(view, played, look)
    lines = [head, cards_line(bank.hands[0], look, detail), words("settle.said", said=said) if said else ""]
    return "\n".join([line for line in lines if line])


def _punter(view: TableView, played: TargetView, place: PlaceView, look: Look, detail: Detail) -> str:
    words = look.words
    name = party_name(view, place.party, words)
    mine = {payment.hand: payment for payment in played.payments if payment.seat == place.party}
    bank = played.places[-1].hands[0]
    if len(place.hands) == 1 and 0 in mine:
        head = words("settle.head", name=name, net=mine[0].net)
        return "\n".join([head, _hand(view, place.hands[0], bank, mine[0], look, detail)])
    lines = [words("settle.head", name=name, net=sum(payment.net for payment in mine.values()))]
    for index, hand in enumerate(place.hands):
        if index in mine:
            number = words("settle.hand", number=index + 1, net=mine[index].net)
            apart = "\n" if detail is Detail.PICTURES else " "
            lines.append(f"{number}{apart}{_hand(view, hand, bank, mine[index], look, detail)}")
    return "\n".join(lines)


def _hand(
    view: TableView, hand: HandView, bank: HandView, payment: Payment, look: Look, detail: Detail
) -> str:
    """Return the cards of a hand with why it is paid; short, its worth alone."""
    cards = cards_line(hand, look, detail)
    if detail is Detail.TERSE:
        return look.words("settle.terse", cards=cards, hand=_worth(view.game, hand, look))
    why = reason(view.game, hand, bank, payment.times, look)
    return look.words("settle.line", cards=cards, why=why)
