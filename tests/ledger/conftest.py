"""Books in memory: the first migration alone, so that a held account needs no table."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from tests.ledger.books import new_books


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    books = new_books()
    yield books
    books.close()
