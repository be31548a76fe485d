"""Rules of components, in messages and in modals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

ROW: Final = 1
BUTTON: Final = 2
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
TEXT_INPUT: Final = 4
TEXT: Final = 10

COMPONENTS_MAX: Final = 40
TEXT_MAX: Final = 4000
ROWS_MAX: Final = 5
BUTTONS_MAX: Final = 5
_LINK: Final = 5
_PREMIUM: Final = 6

Component = dict[str, Any]


def walk(components: list[Component]) -> Iterator[Component]:
    """Every component, nested ones and accessories included."""
    for component in components:
        yield component
        inner = [*(component.get("components") or ())]
        inner += [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from walk(inner)


def message_components(components: list[Component], *, is_v2: bool) -> Iterator[str]:
    """Rules of all the components of a message."""
    everything = list(walk(components))
    if is_v2:
        if len(everything) > COMPONENTS_MAX:
            yield f"{len(everything)} components, nested ones counted; {COMPONENTS_MAX} at most"
        if (length := sum(len(one["content"]) for one in everything if one["type"] == TEXT)) > TEXT_MAX:
            yield f"{length} characters in all texts; {TEXT_MAX} at most"
    else:
        if len(components) > ROWS_MAX:
            yield f"{len(components)} rows without the flag of Components V2; {ROWS_MAX} at most"
        if strange := sorted({one["type"] for one in components if one["type"] != ROW}):
            yield f"components of type {strange} stand outside a row only with the flag of Components V2"
    yield from unique_ids(everything)
    for component in everything:
        yield from _single(component)


def unique_ids(components: list[Component]) -> Iterator[str]:
    """No `custom_id` and no numeric id twice."""
    for key in ("custom_id", "id"):
        count = Counter(one[key] for one in components if one.get(key))
        if twice := [value for value, times in count.items() if times > 1]:
            yield f"{key} {twice[0]!r} stands more than once"


def _single(component: Component) -> Iterator[str]:
    if component["type"] == ROW:
        yield from _row([one["type"] for one in component["components"]])
    elif component["type"] == BUTTON:
        yield from _button(component)
    elif component["type"] in SELECTS:
        yield from select(component)


def _row(types: list[int]) -> Iterator[str]:
    selects = sum(one in SELECTS for one in types)
    if selects and len(types) > 1:
        yield "a row holds buttons or one select, nothing beside it"
    if len(types) > BUTTONS_MAX:
        yield f"{len(types)} buttons in a row; {BUTTONS_MAX} at most"


def _button(button: Component) -> Iterator[str]:
    asked = {_LINK: "url", _PREMIUM: "sku_id"}.get(button["style"], "custom_id")
    given = [key for key in ("custom_id", "url", "sku_id") if button.get(key)]
    if given != [asked]:
        yield f"a button of style {button['style']} has {asked} and nothing else of its kind, not {given}"
    is_named = bool(button.get("label") or button.get("emoji"))
    if is_named == (asked == "sku_id"):
        yield "a button shows a label or an emoji, a premium one neither"


def select(component: Component) -> Iterator[str]:
    """Rules of one select."""
    low, high = (1 if component.get(key) is None else component[key] for key in ("min_values", "max_values"))
    if low > high:
        yield "a select asks for more values at least than at most"
    values = [option["value"] for option in component.get("options") or ()]
    if len(set(values)) < len(values):
        yield "a select has an option's value twice"
