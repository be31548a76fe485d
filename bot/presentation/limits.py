"""Discord's limits on a message or a modal, checked before Discord does.

Source: Discord's component reference and its OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from discord import ComponentType, ui

COMPONENTS_MAX: Final = 40
TEXT_MAX: Final = 4000
CONTENT_MAX: Final = 2000
ROW_MAX: Final = 5
LABEL_MAX: Final = 80
CUSTOM_ID_MAX: Final = 100
MODAL_TITLE_MAX: Final = 45
MODAL_LABEL_MAX: Final = 45
MODAL_DESCRIPTION_MAX: Final = 100
MODAL_COMPONENTS_MAX: Final = 5

_Part = Mapping[str, Any]


def length(text: str) -> int:
    """Return a text's length as the strictest reader counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def text_length(view: ui.LayoutView) -> int:
    """Return how much of `TEXT_MAX` the texts of a message use."""
    return sum([length(str(part["content"])) for part in _parts(view) if "content" in part])


def component_count(view: ui.LayoutView) -> int:
    """Return how many components a message has, nested ones counted."""
    return len(_parts(view))


def problems(view: ui.LayoutView | ui.Modal) -> list[str]:
    """Return what Discord would refuse, in a line each; nothing if all is well."""
    parts = _parts(view)
    found = [problem for part in parts for problem in _part_problems(part)]
    custom_ids = [part["custom_id"] for part in parts if "custom_id" in part]
    found += [f"custom id twice: {it}" for it in sorted(set(custom_ids)) if custom_ids.count(it) > 1]
    if isinstance(view, ui.Modal):
        top = len(view.children)
        found += _over("modal title", length(view.title), MODAL_TITLE_MAX)
        found += _over("custom id", len(view.custom_id), CUSTOM_ID_MAX)
        found += _over("parts of a modal", top, MODAL_COMPONENTS_MAX) or ([] if top else ["empty modal"])
        return found
    texts = [str(part["content"]) for part in parts if "content" in part]
    found += _over("components", len(parts), COMPONENTS_MAX)
    found += _over("text", sum(map(length, texts)), TEXT_MAX)
    found += ["empty text" for text in texts if not text.strip()]
    return found


def _part_problems(part: _Part) -> list[str]:
    match ComponentType(part["type"]):
        case ComponentType.action_row:
            return _over("buttons in a row", len(part["components"]), ROW_MAX) or (
                [] if part["components"] else ["empty row"]
            )
        case ComponentType.button:
            label = str(part.get("label") or "")
            found = _over(f"label {label!r}", length(label), LABEL_MAX)
            if "url" not in part:
                found += _over("custom id", len(part["custom_id"]), CUSTOM_ID_MAX)
            return found if label or part.get("emoji") else [*found, "button without a label"]
        case ComponentType.label:
            described = length(str(part.get("description") or ""))
            return _over("field label", length(part["label"]), MODAL_LABEL_MAX) + _over(
                "field description", described, MODAL_DESCRIPTION_MAX
            )
        case ComponentType.text_input:
            return _over("placeholder", length(str(part.get("placeholder") or "")), MODAL_DESCRIPTION_MAX)
        case _:
            return []


def _over(what: str, count: int, most: int) -> list[str]:
    return [f"{what}: {count} of at most {most}"] if count > most else []


def _parts(view: ui.LayoutView | ui.Modal) -> list[_Part]:
    # discord.py leaves the method without types.
    roots: list[Any] = cast(Any, view).to_components()
    return list(_walk(roots))


def _walk(parts: list[Any]) -> Iterator[_Part]:
    for part in parts:
        yield part
        yield from _walk(part.get("components") or [])
        for name in ("accessory", "component"):
            if part.get(name):
                yield from _walk([part[name]])
