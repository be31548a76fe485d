"""What is known of one table's message, and whether it shows the newest state."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class Screen:
    """One table's message. `message_id` is None until it is posted.

    `is_dirty` says that the table has changed since its newest picture was
    drawn, `is_closed` that this picture was the table's last. `writers` counts
    pictures on their way to Discord: several at once may arrive in any order, so
    an overlap leaves the screen dirty.
    """

    table_id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    round_index: int
    is_closed: bool = False
    is_dirty: bool = False
    must_post: bool = False
    writers: int = 0
    has_overlap: bool = False
    failures: int = 0
    next_at: float = 0.0
    timer: asyncio.TimerHandle | None = None
    task: asyncio.Task[None] | None = None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Count one picture on its way; one that fails leaves the screen dirty."""
        self.has_overlap |= self.writers > 0
        self.writers += 1
        try:
            yield
        except BaseException:
            self.is_dirty = True
            raise
        finally:
            self.writers -= 1
            if self.writers == 0:
                self.is_dirty |= self.has_overlap
                self.has_overlap = False

    def stop_timer(self) -> None:
        """Forget the next write; `is_dirty` still says whether one is owed."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
