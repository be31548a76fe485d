"""Clicks on the demo's pages: one after another, and on what was seen when they were made.

simcord's page serves one action at a time and refuses a second ("busy"), and it
refuses every action on a page that has been drawn anew since ("stale-revision"):
right for one who tests alone, but at a table several press at once, and each press
draws every page anew. Here actions wait for their turn. One on an older page is
carried out where it means the same today: a button that is still where it was,
a form that is still open, a command. Any other is refused as before.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from simcord import Preview

_REMEMBERED: Final = 200
"""So many drawings of a page are remembered: at four a second, the last 50 seconds."""

# These name what they mean; a click names a place on the page alone.
_SELF_CONTAINED: Final = frozenset({"modal_submit", "run_command", "autocomplete_command"})

_Buttons = Mapping[tuple[str, str], str]


class Clicks:
    """What stands before a page's actions."""

    def __init__(self, preview: Preview) -> None:
        self._preview = preview
        self._turn = asyncio.Lock()
        self._serve = preview._action
        self._draw = preview._publish
        self._seen: dict[str, dict[int, _Buttons]] = defaultdict(dict)

    @classmethod
    def of(cls, preview: Preview) -> Clicks:
        """Stand before the actions of these pages from now on."""
        clicks = cls(preview)
        # simcord has no public way to stand before a page's clicks; the demo's tests see it break.
        preview._action = clicks._take_turns  # type: ignore[method-assign, assignment]
        preview._publish = clicks._publish  # type: ignore[method-assign]
        return clicks

    async def _take_turns(self, page_id: str | None, action: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:
            return await self._serve(page_id, self._brought_up_to_date(page_id, action))

    def _publish(self, page: Any, **how: Any) -> None:
        self._draw(page, **how)
        seen = self._seen[page.id]
        seen[page.revision] = self._buttons(page.channel_id)
        if len(seen) > _REMEMBERED:
            del seen[min(seen)]

    def _brought_up_to_date(self, page_id: str | None, action: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the action as of the newest page, if it means the same there."""
        page = self._preview._pages.get(page_id or "")
        if page is None or not isinstance(action, Mapping):
            return action
        kind, seen_at = action.get("kind"), action.get("published_revision")
        if kind in _SELF_CONTAINED or (kind == "click" and self._is_unchanged(page, action, seen_at)):
            return {**action, "published_revision": page.revision}
        return action

    def _is_unchanged(self, page: Any, action: Mapping[str, Any], seen_at: Any) -> bool:
        pressed = str(action.get("target_id")), str(action.get("control_key"))
        was = self._seen[page.id].get(seen_at, {}).get(pressed)
        return was is not None and was == self._buttons(page.channel_id).get(pressed)

    def _buttons(self, channel_id: int) -> _Buttons:
        """Return the custom ids of a channel's buttons by their message and their place on it."""
        messages = self._preview.env.backend.messages.get(channel_id, {})
        return {
            (str(message_id), key): custom_id
            for message_id, message in messages.items()
            for key, custom_id in _controls(message)
        }


def _controls(message: Any) -> Iterator[tuple[str, str]]:
    from simcord.preview._action_plans import _component_key, _component_paths

    for number, root in enumerate(message.components):
        for path, component in _component_paths(root, str(number)):
            key = _component_key(component, path, message.id)
            if key is not None and component.get("custom_id"):
                yield key, component["custom_id"]
