"""What the source must not say: fractions near counters, cards and seeds in log lines."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.support.repository import ROOT

MONEY: Final = ("bot/engine", "bot/ledger", "bot/table/money.py")
# Names of what nobody may read in a log.
SECRETS: Final = frozenset(
    {"card", "cards", "hand", "hands", "order", "pack", "packs", "seed", "seeds", "token"}
)
_LOG_METHODS: Final = frozenset({"critical", "debug", "error", "exception", "info", "log", "warning"})
_SPEAKERS: Final = frozenset({"bot/__main__.py", "bot/demo.py"})

Finder = Callable[[ast.AST], Iterator[tuple[int, str]]]


def fractions(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """True division, float literals, and the names that make or promise a float."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div):
            yield node.lineno, "true division"
        elif isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
            yield node.lineno, f"the literal {node.value}"
        elif isinstance(node, ast.Name) and node.id in {"float", "round", "complex"}:
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and node.attr == "truediv":
            yield node.lineno, node.attr


def logged_secrets(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Log lines that are handed something with the name of a secret."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        if node.func.attr in _LOG_METHODS and "log" in ast.unparse(node.func.value).lower():
            for said in (part for argument in (*node.args, *node.keywords) for part in ast.walk(argument)):
                name = getattr(said, "attr", getattr(said, "id", ""))
                if SECRETS & set(name.lower().split("_")):
                    yield node.lineno, name


def prints(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Calls of `print`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield node.lineno, "print"


def logging_imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Imports of anything that can say something on the way."""
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            if name.partition(".")[0] in {"logging", "sys", "traceback", "warnings"}:
                yield node.lineno, name


def found(find: Finder, *places: str) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{line}: {what}"
        for path in _sources(places)
        for line, what in find(ast.parse(path.read_text("utf-8")))
    ]


def _sources(places: tuple[str, ...]) -> Iterator[Path]:
    for place in places:
        yield from [ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("*.py"))


def test_there_is_something_to_read() -> None:
    assert len(list(_sources(MONEY))) > 20


def test_counters_are_never_fractions() -> None:
    assert found(fractions, *MONEY) == []


def test_the_engine_says_nothing_on_the_way() -> None:
    assert found(logging_imports, "bot/engine") == []


def test_only_the_command_line_prints() -> None:
    assert [line for line in found(prints, "bot", "cogs") if line.partition(":")[0] not in _SPEAKERS] == []


def test_no_log_line_is_handed_a_card_or_a_seed() -> None:
    assert found(logged_secrets, "bot", "cogs") == []


@pytest.mark.parametrize(
    ("find", "source"),
    [
        (fractions, "half = stake / 2"),
        (fractions, "stake /= 2"),
        (fractions, "pays = 1.5"),
        (fractions, "def pay(stake: float) -> int: ..."),
        (fractions, "round(stake)"),
        (fractions, "operator.truediv(stake, 2)"),
        (logged_secrets, "_log.info('event=dealt card=%s', card)"),
        (logged_secrets, "self._logger.warning(f'seed {table.server_seed}')"),
        (logged_secrets, "log.info('x', extra={'pack': pack.order})"),
        (prints, "def f():\n    print(1)"),
        (logging_imports, "import logging.handlers"),
        (logging_imports, "from sys import stderr"),
    ],
)
def test_each_is_found_where_it_stands(find: Finder, source: str) -> None:
    assert list(find(ast.parse(source)))


@pytest.mark.parametrize(
    ("find", "source"),
    [
        (fractions, "half = stake // 2 * 3 % 5"),
        (logged_secrets, "_log.info('event=dealt table=%s count=%d', table.id, count)"),
        (logged_secrets, "shoe.log(card)"),
    ],
)
def test_what_is_well_is_left_alone(find: Finder, source: str) -> None:
    assert not list(find(ast.parse(source)))
