"""Who has how many counters, and how that came about.

Decisions
2026-12 The database moves the balances, by trigger, in the statement that posts the
        transfers. No code can then post without moving or move without posting, and an
        action costs one statement where it cost four.
2026-12 The house is refilled in lots of 10,000 counters: one row for many losses.
2026-12 What a member's seats hold counts when he asks for a top-up: a banker, whose
        whole wealth may be held, is not poor.
"""

from bot.ledger.accounts import HOUSE, ISSUANCE, held, player, pool
from bot.ledger.audit import audit
from bot.ledger.history import Entry
from bot.ledger.leaderboards import Period, Standing, Win
from bot.ledger.ledger import Ledger
from bot.ledger.members import TopupNotNeeded, TopupTooSoon, open_account, remember, top_up
from bot.ledger.results import Result, record
from bot.ledger.transfers import IdReused, NotCovered, Transfer, TransferReason, balance, post

__all__ = [
    "HOUSE",
    "ISSUANCE",
    "Entry",
    "IdReused",
    "Ledger",
    "NotCovered",
    "Period",
    "Result",
    "Standing",
    "TopupNotNeeded",
    "TopupTooSoon",
    "Transfer",
    "TransferReason",
    "Win",
    "audit",
    "balance",
    "held",
    "open_account",
    "player",
    "pool",
    "post",
    "record",
    "remember",
    "top_up",
]
