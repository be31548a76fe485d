"""The files of this repository, as git knows them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]


@cache
def tracked() -> tuple[Path, ...]:
    """Return every tracked file, relative to the root. Skips the test where this is no git clone."""
    if not (ROOT / ".git").exists():
        pytest.skip("this copy is no git clone, so nothing says which files belong to it")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    paths = (Path(name) for name in listed.stdout.split("\0") if name)
    return tuple(path for path in paths if (ROOT / path).is_file())


def tracked_texts() -> dict[Path, str]:
    """Return the tracked files that are text, with what they say."""
    texts = {}
    for path in tracked():
        content = (ROOT / path).read_bytes()
        if b"\0" not in content:
            texts[path] = content.decode("utf-8")
    return texts
