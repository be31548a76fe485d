"""The bank on offer: for sale, or under bids."""

from __future__ import annotations

from bot.presentation.look import Look
from bot.presentation.names import party_name
from bot.views import TableView


def sale_text(view: TableView, look: Look) -> str:
    """Return the offer of the bank and the highest bid for it, as they stand; empty if there is neither."""
    words = look.words
    lines = []
    if view.sale is not None:
        seller = party_name(view, view.sale.seller, words)
        values = {"seller": seller, "price": view.sale.price}
        if view.sale.buyer is not None:
            lines.append(words("sale.agreed", buyer=party_name(view, view.sale.buyer, words), **values))
        elif view.sale.to is not None:
            lines.append(words("sale.to_one", to=party_name(view, view.sale.to, words), **values))
        else:
            lines.append(words("sale.to_all", **values))
    if view.bid is not None:
        name = party_name(view, view.bid.seat, words)
        lines.append(words("sale.bid", name=name, amount=view.bid.amount))
    return "\n".join(lines)
