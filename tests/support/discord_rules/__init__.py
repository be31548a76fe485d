"""What Discord refuses although its OpenAPI document allows it.

    broken_rules("POST", "/channels/1/messages", {"content": ""})  -> ["an empty message (50006)"]

Source: Discord's developer documentation, and what its API was seen to answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from tests.support.discord_rules.callbacks import callback
from tests.support.discord_rules.commands import command, commands
from tests.support.discord_rules.emoji import emoji
from tests.support.discord_rules.messages import create, edit, follow_up

__all__ = ["broken_rules"]

_COMMANDS: Final = r"/applications/\d+(/guilds/\d+)?/commands"
_RULES: Final[tuple[tuple[str, re.Pattern[str], Callable[[Any], Iterator[str]]], ...]] = (
    ("POST", re.compile(r"/channels/\d+/messages"), create),
    ("PATCH", re.compile(r"/channels/\d+/messages/\d+"), edit),
    ("POST", re.compile(r"/webhooks/\d+/[^/]+"), follow_up),
    ("PATCH", re.compile(r"/webhooks/\d+/[^/]+/messages/[^/]+"), edit),
    ("PUT", re.compile(_COMMANDS), commands),
    ("POST", re.compile(_COMMANDS), command),
    ("POST", re.compile(r"/applications/\d+/emojis"), emoji),
)
_CALLBACK: Final = re.compile(r"/interactions/\d+/[^/]+/callback")


def broken_rules(
    method: str, path: str, body: Any, *, interaction_type: int | None = None, has_source: bool = True
) -> list[str]:
    """Return one sentence for each rule a request breaks. Routes without rules of their own break none."""
    if body is None:
        return []
    if method == "POST" and _CALLBACK.fullmatch(path):
        return list(callback(body, interaction_type=interaction_type, has_source=has_source))
    return [
        sentence
        for route_method, pattern, rules in _RULES
        if route_method == method and pattern.fullmatch(path)
        for sentence in rules(body)
    ]
