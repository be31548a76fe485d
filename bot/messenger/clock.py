"""The time as discord.py tells it."""

from __future__ import annotations

from datetime import datetime

import discord


class DiscordClock:
    """The computer's clock, by way of discord.py.

    An offline Discord has a time of its own, in which messages get their ids and
    timers run; whoever asks discord.py agrees with it.
    """

    def now(self) -> datetime:
        """Return the present moment, in UTC and aware of it."""
        return discord.utils.utcnow()
