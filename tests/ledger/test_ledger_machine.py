"""Any story of counters: the books agree with a model of twenty lines, and the audit is silent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.engine.game import Amount
from bot.ledger import HOUSE, ISSUANCE, IdReused, NotCovered, Transfer, audit, player, pool, post
from bot.ledger.transfers import HOUSE_REFILL
from tests.ledger.books import GUILD, OTHER_GUILD, TABLE, new_books, seat


class Model:
    """What the ledger does, said as plainly as it can be."""

    def __init__(self) -> None:
        self.has: Counter[tuple[int, str]] = Counter()
        self.posted: dict[str, Transfer] = {}

    def post(self, transfers: Sequence[Transfer]) -> type[Exception] | None:
        has, posted = self.has.copy(), dict(self.posted)
        for t in transfers:
            if t.id in posted:
                if posted[t.id] != t:
                    return IdReused
                continue
            payer = (t.guild_id, t.debit)
            while t.debit == HOUSE and has[payer] < t.amount:
                has[payer] += HOUSE_REFILL
                has[t.guild_id, ISSUANCE] -= HOUSE_REFILL
            if t.debit != ISSUANCE and has[payer] < t.amount:
                return NotCovered
            has[payer] -= t.amount
            has[t.guild_id, t.credit] += t.amount
            posted[t.id] = t
        self.has, self.posted = has, posted
        return None


ACCOUNTS = [ISSUANCE, HOUSE, player(1), player(2), player(3), seat(0), seat(1), pool(TABLE)]
moves = st.builds(
    lambda guild_id, ends, amount: (guild_id, *ends, amount),
    st.sampled_from([GUILD, GUILD, OTHER_GUILD]),
    st.permutations(ACCOUNTS).map(lambda names: names[:2]),
    st.integers(1, 60) | st.integers(1, 3 * HOUSE_REFILL),
)


class LedgerMachine(RuleBasedStateMachine):
    """Posts new transfers, old ones again, and old ids with another content."""

    @initialize()
    def open(self) -> None:
        self.books = new_books()
        self.model = Model()
        self.count = 0

    def teardown(self) -> None:
        if hasattr(self, "books"):
            self.books.close()

    def post(self, transfers: Sequence[Transfer]) -> None:
        expected = self.model.post(transfers)
        if expected is None:
            post(self.books, transfers, at=self.count)
        else:
            with pytest.raises(expected):
                post(self.books, transfers, at=self.count)

    def new(self, guild_id: int, debit: str, credit: str, amount: int) -> Transfer:
        self.count += 1
        return Transfer(f"{self.count}", guild_id, debit, credit, Amount(amount), "hold", TABLE, 1)

    @rule(user=st.integers(1, 3), amount=st.integers(1, 100))
    def give(self, user: int, amount: int) -> None:
        self.post([self.new(GUILD, ISSUANCE, player(user), amount)])

    @rule(asked=st.lists(moves, min_size=1, max_size=4))
    def move(self, asked: list[tuple[int, str, str, int]]) -> None:
        self.post([self.new(*one) for one in asked])

    @precondition(lambda self: self.model.posted)
    @rule(asked=st.lists(moves, max_size=2), data=st.data())
    def move_and_repeat(self, asked: list[tuple[int, str, str, int]], data: st.DataObject) -> None:
        old = data.draw(st.lists(st.sampled_from(sorted(self.model.posted)), min_size=1, max_size=3))
        again = [self.model.posted[id_] for id_ in old]
        self.post(data.draw(st.permutations([*again, *(self.new(*one) for one in asked)])))

    @precondition(lambda self: self.model.posted)
    @rule(one=moves, data=st.data())
    def reuse_an_id(self, one: tuple[int, str, str, int], data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(sorted(self.model.posted)))
        guild_id, debit, credit, amount = one
        self.post([Transfer(old, guild_id, debit, credit, Amount(amount), "hold", TABLE, 1)])

    @rule()
    def take_a_transaction_back(self) -> None:
        self.books.execute("BEGIN")
        post(self.books, [self.new(GUILD, HOUSE, player(1), 5)], at=0)
        self.books.execute("ROLLBACK")

    @invariant()
    def balances_are_those_of_the_model(self) -> None:
        if hasattr(self, "books"):
            rows = self.books.execute("SELECT guild_id, name, balance FROM accounts WHERE balance <> 0")
            found = {(guild_id, name): balance for guild_id, name, balance in rows}
            assert found == {account: has for account, has in self.model.has.items() if has}

    @invariant()
    def the_audit_is_silent(self) -> None:
        if hasattr(self, "books"):
            assert audit(self.books) == []


LedgerMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestLedger = LedgerMachine.TestCase
