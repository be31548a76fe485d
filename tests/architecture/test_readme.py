"""What the README tells people to do works, and CI does just that."""

from __future__ import annotations

import re
import subprocess
from typing import Final

import pytest

from tests.support.repository import ROOT, tracked

DEMO: Final = (
    "python3 -m venv .venv && .venv/bin/pip install -c constraints.txt -e '.[demo]' && .venv/bin/vingt demo"
)
TEST: Final = (
    "python3 -m venv .venv && .venv/bin/pip install -c constraints.txt -e '.[test]' && .venv/bin/pytest"
)
_LINK: Final = re.compile(r"\]\(([^)#]+)[^)]*\)")


def readme() -> str:
    return (ROOT / "README.md").read_text("utf-8")


def test_the_readme_has_the_two_commands_and_no_third() -> None:
    assert [line for line in readme().splitlines() if "-m venv" in line] == [DEMO, TEST]


@pytest.mark.parametrize(("ending", "command"), [("vingt demo", DEMO), ("pytest", TEST)])
def test_ci_takes_its_commands_from_the_readme(ending: str, command: str) -> None:
    script = (ROOT / ".ci/run").read_text("utf-8")
    assert command not in script
    (function,) = re.findall(r"^command_ending_in\(\) \{$.*?^\}$", script, re.DOTALL | re.MULTILINE)
    run = ["bash", "-euo", "pipefail", "-c", f'{function}\ncommand_ending_in "$1"', "-", ending]
    said = subprocess.run(run, cwd=ROOT, capture_output=True, check=True, text=True)
    assert said.stdout.rstrip("\n") == command


def test_every_link_between_our_files_leads_somewhere() -> None:
    broken = [
        f"{path}: {target}"
        for path in tracked()
        if path.suffix == ".md"
        for target in _LINK.findall((ROOT / path).read_text("utf-8"))
        if "://" not in target and not (ROOT / path.parent / target).exists()
    ]
    assert broken == []


def test_the_play_money_line_is_there() -> None:
    assert "never bought, sold, cashed or exchanged" in " ".join(readme().split())
