"""What lies in the repository, and what must never get in."""

from __future__ import annotations

import re
from typing import Final

import pytest

from tests.support.repository import ROOT, tracked, tracked_texts

TOP_LEVEL: Final = {
    ".ci",
    ".env.example",
    ".gitignore",
    "LICENSE",
    "README.md",
    "bot",
    "cogs",
    "constraints.txt",
    "data",
    "pyproject.toml",
    "tests",
}
_FOLDERS: Final = r"work|farm|root|home/\w+|Users/\w+|tmp/\w+"
MACHINE_PATH: Final = re.compile(rf"(?<![\w.~*])/(?:{_FOLDERS})/|[A-Z]:\\+Users\\")
# Put together here, or this file would hold what it looks for.
INDEX_ADDRESS: Final = re.compile(
    "|".join(("index" + "-url", "find" + "-links", "pypi" + r"\.org", "file" + "://"))
)
EXACT: Final = re.compile(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.!+]*")


def findings(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{path}:{number}: {line.strip()}"
        for path, text in tracked_texts().items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def test_the_top_level_is_what_the_design_names() -> None:
    assert {path.parts[0] for path in tracked()} <= TOP_LEVEL


def test_no_file_knows_the_machine_it_was_written_on() -> None:
    assert findings(MACHINE_PATH) == []


def test_no_file_names_a_package_index() -> None:
    assert findings(INDEX_ADDRESS) == []


@pytest.mark.parametrize(
    "line", ["/ro" + "ot/x", "cd /ho" + "me/ann/vingt", '"/tm' + 'p/x/y"', "C:\\Us" + "ers\\ann"]
)
def test_a_machine_path_is_found(line: str) -> None:
    assert MACHINE_PATH.search(line)


@pytest.mark.parametrize("line", ["../shared/x", "a/ro" + "ot/b", "/applications/1/emojis", "~/wo" + "rk/x"])
def test_what_only_looks_like_one_is_not(line: str) -> None:
    assert not MACHINE_PATH.search(line)


def test_the_package_itself_does_nothing() -> None:
    assert (ROOT / "bot/__init__.py").read_bytes() == b""


def test_constraints_are_exact_versions_and_nothing_else() -> None:
    lines = [
        line
        for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
        if not line.startswith("#")
    ]
    assert [line for line in lines if not EXACT.fullmatch(line)] == []
    assert lines == sorted(set(lines), key=lambda line: line.partition("==")[0].lower())
