"""Log lines: one line an event, `name=value` pairs that a program can read.

What this program logs begins with `event=`; lines of libraries become
`event=log` with their text quoted. No line holds a card, a seed or a token.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Final

_HANDLER_NAME: Final = "vingt"


class LineFormatter(logging.Formatter):
    """`ts=... level=... event=... name=value ...`, whatever happened, on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; a traceback is its last value, with line ends written as \\n."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        text = record.getMessage()
        if not text.startswith("event="):
            text = f"event=log logger={record.name} text={text!r}"
        line = f"ts={at} level={record.levelname.lower()} {text}"
        if record.exc_info:
            line += f" trace={self.formatException(record.exc_info)!r}"
        return line.replace("\n", "\\n")


def start_logging(level: str) -> None:
    """Write lines from `level` up to standard error; called again, it only changes the level."""
    root = logging.getLogger()
    if not any(handler.get_name() == _HANDLER_NAME for handler in root.handlers):
        handler = logging.StreamHandler(sys.stderr)
        handler.set_name(_HANDLER_NAME)
        handler.setFormatter(LineFormatter())
        root.addHandler(handler)
    root.setLevel(level)
    # discord.py tells the token's session and every gateway event below this.
    logging.getLogger("discord").setLevel(max(logging.INFO, root.level))
