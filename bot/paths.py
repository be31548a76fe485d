"""Where the files that come with the program lie."""

from __future__ import annotations

from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).resolve().parents[1] / "data"
"""The folder beside `bot/`: presets, migrations, cards, strings, and the database unless told otherwise."""
