"""Several members press at once: each in turn, and each on what he saw."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.demo_clicks import Clicks

pytest.importorskip("simcord", reason="simcord is not installed")

CHANNEL, MESSAGE = 42, 7


@dataclass
class Page:
    id: str
    channel_id: int = CHANNEL
    revision: int = 0


@dataclass
class Message:
    id: int
    components: list[dict[str, Any]]


@dataclass
class Preview:
    """What the clicks ask of simcord's pages; it serves an action in two steps and notes both."""

    message: Message
    _pages: dict[str, Page] = field(default_factory=dict)
    served: list[tuple[str, Any]] = field(default_factory=list)

    @property
    def env(self) -> Preview:
        return self

    @property
    def backend(self) -> Preview:
        return self

    @property
    def messages(self) -> dict[int, dict[int, Message]]:
        return {CHANNEL: {MESSAGE: self.message}}

    async def _action(self, page_id: str, action: Mapping[str, Any]) -> dict[str, Any]:
        self.served.append(("begun", action["published_revision"]))
        await asyncio.sleep(0)
        self.served.append(("ended", page_id))
        return {}

    def _publish(self, page: Page, *, reason: str = "action") -> None:
        page.revision += 1


def row(*custom_ids: str) -> dict[str, Any]:
    buttons = [{"type": 2, "id": number, "custom_id": it} for number, it in enumerate(custom_ids, 2)]
    return {"type": 1, "id": 1, "components": buttons}


def click(number: int, revision: int, kind: str = "click") -> dict[str, Any]:
    key = f"message:{MESSAGE}:component:{number}"
    return {"kind": kind, "published_revision": revision, "target_id": str(MESSAGE), "control_key": key}


@pytest.fixture
def preview() -> Preview:
    """Two pages that show one message, drawn once."""
    made = Preview(Message(MESSAGE, [row("stake:1", "stake:5")]), {"a": Page("a"), "b": Page("b")})
    Clicks.of(made)  # type: ignore[arg-type]  # it has all that is asked of one
    draw_all(made)
    return made


def draw_all(preview: Preview) -> None:
    for page in preview._pages.values():
        preview._publish(page, reason="refresh")


async def test_two_at_once_are_served_one_after_another(preview: Preview) -> None:
    await asyncio.gather(preview._action("a", click(2, 1)), preview._action("b", click(3, 1)))
    assert [what for what, _ in preview.served] == ["begun", "ended", "begun", "ended"]


async def test_a_button_that_is_where_it_was_counts_on_an_older_page(preview: Preview) -> None:
    draw_all(preview)
    await preview._action("b", click(3, revision=1))
    assert preview.served[0] == ("begun", 2)


async def test_a_button_that_means_something_else_now_is_left_to_be_refused(preview: Preview) -> None:
    preview.message.components = [row("stick", "twist")]
    draw_all(preview)
    await preview._action("b", click(3, revision=1))
    assert preview.served[0] == ("begun", 1)


async def test_a_page_that_was_never_seen_vouches_for_nothing(preview: Preview) -> None:
    await preview._action("b", click(3, revision=99))
    assert preview.served[0] == ("begun", 99)


@pytest.mark.parametrize("kind", ["modal_submit", "run_command"])
async def test_forms_and_commands_name_what_they_mean(preview: Preview, kind: str) -> None:
    draw_all(preview)
    await preview._action("a", click(2, revision=1, kind=kind))
    assert preview.served[0] == ("begun", 2)
