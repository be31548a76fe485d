"""Tables: every click enters at `service.py`, and what it does is on the disk before it is true.

service.py     the story of a click     housework.py   the same for what nobody clicked
keeper.py      commits drafts           recovery.py    tables back from their logs
draft.py       what an action would do  state.py, events.py, codec.py, store.py   the log
wishes.py      what can be asked of a table, with rounds.py and bank.py
money.py       what is held and paid    cover.py       how far a raise is covered
packs.py       where orders come from   fairness.py    whether they were the promised ones
opening.py, presets.py, options.py      what a table is opened with
members.py     what members ask of the ledger

Decisions
2026-12 A raise is covered, or refused, before a card is drawn: exposure right after the
        decision counts. After the draw a bust needs less, and the refusal told what came next.
2026-12 An answer is looked up in full only where it could differ: the store refuses a second
        action of the same id and gives its first answer; whatever is refused, or would do
        nothing by now, asks for it.
2026-12 Seats that cannot cover the smallest stake stay where they are and are passed over,
        with a note at each deal; they are dealt in again as soon as they can.
2026-12 Deal in the pause counts as Ready: nobody cuts the others' time to read short.
2026-12 Bids are capped like the price of a sale: an auction is no way to hand counters over.
2026-12 An empty table closes at once, and its channel is free.
2026-12 A voided round leaves the bank where it was and drops the pack; a clock that cannot
        be judged voids its round, so that no fault of ours can block a table.
2026-12 A restart reads a table's own events and its last round. So an event of the table says
        all it does, and the opening of a round carries what the rounds before have left.
"""
