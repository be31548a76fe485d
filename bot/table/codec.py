"""Events to JSON and back, driven by the types of their fields.

What is written is read for ever: tags are permanent, and a field that is added
later needs a default. Cards are their text, `As#1`; a back is `??`.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Final, NewType, Union, get_args, get_origin, get_type_hints

from bot.engine.cards import HIDDEN, Card, Hidden, card

Decoder = Callable[[Any], Any]

# Made once: `json.dumps` makes an encoder for each call that asks for other than its defaults.
_WRITER: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class UnreadableEvent(ValueError):
    """A stored event that this program cannot read; the message says which and why."""


class Codec:
    """Reads and writes the events of one game and of its table.

    `rules_type` is the dataclass that stands where an event holds `rules`.
    """

    def __init__(self, event_types: Iterable[type[Any]], rules_type: type[Any]) -> None:
        self._rules_type = rules_type
        self._types: dict[str, type[Any]] = {}
        for event_type in event_types:
            known = self._types.setdefault(event_type.TAG, event_type)
            assert known is event_type, f"two events are tagged {event_type.TAG}"
        self._decoders: dict[Any, Decoder] = {}

    def encode(self, event: Any) -> str:
        """Return the event as one line of JSON."""
        body = _plain(event)
        body["t"] = event.TAG
        return _WRITER.encode(body)

    def decode(self, text: str) -> Any:
        """Return the event of a line. Raises UnreadableEvent."""
        try:
            body = json.loads(text)
            event_type = self._types.get(body.pop("t"))
            if event_type is None:
                raise UnreadableEvent(f"no event of this program: {text[:80]}")
            return self._decoder(event_type)(body)
        except UnreadableEvent:
            raise
        except (ValueError, KeyError, TypeError, AttributeError, AssertionError) as error:
            raise UnreadableEvent(f"{error!r} in {text[:80]}") from error

    def decode_rules(self, body: Any) -> Any:
        """Return rules that `plain` wrote."""
        return self._decoder(self._rules_type)(body)

    def _decoder(self, hint: Any) -> Decoder:
        found = self._decoders.get(hint)
        if found is None:
            found = self._decoders[hint] = self._make(hint)
        return found

    def _make(self, hint: Any) -> Decoder:
        if isinstance(hint, NewType):
            return self._decoder(hint.__supertype__)
        if hint is Any:
            return self._decoder(self._rules_type)
        if hint is Card:
            return card
        if hint in (int, str, bool, type(None)):
            return _exactly(hint)
        origin = get_origin(hint)
        if origin in (Union, types.UnionType):
            return self._union(get_args(hint))
        if origin is tuple:
            return self._tuple(get_args(hint))
        if origin is frozenset:
            item = self._decoder(get_args(hint)[0])
            return lambda body: frozenset([item(part) for part in body])
        if isinstance(hint, type) and issubclass(hint, Enum):
            return hint
        assert is_dataclass(hint), f"no way to read {hint}"
        return self._dataclass(hint)

    def _dataclass(self, kind: Any) -> Decoder:
        hints = get_type_hints(kind)
        parts = {field.name: self._decoder(hints[field.name]) for field in fields(kind)}
        needed = {f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING}

        def decode(body: Any) -> Any:
            values = {}
            for name, value in body.items():
                decoder = parts.get(name)
                if decoder is None:
                    raise UnreadableEvent(f"{kind.__name__} has no field {name}")
                values[name] = decoder(value)
            if not needed <= values.keys():
                raise UnreadableEvent(f"{kind.__name__} lacks {sorted(needed - values.keys())}")
            return kind(**values)

        return decode

    def _tuple(self, args: tuple[Any, ...]) -> Decoder:
        if len(args) == 2 and args[1] is Ellipsis:
            item = self._decoder(args[0])
            return lambda body: tuple([item(part) for part in body])
        items = [self._decoder(arg) for arg in args]
        return lambda body: tuple([item(part) for item, part in zip(items, body, strict=True)])

    def _union(self, args: tuple[Any, ...]) -> Decoder:
        """Members are told apart by what JSON has for them: nothing, a number, a text, a list, an object."""
        if all(get_origin(arg) is tuple for arg in args):
            return self._tuple((Union[tuple(get_args(arg)[0] for arg in args)], Ellipsis))  # noqa: UP007 - made of a list
        by_json: dict[type[Any], Decoder] = {}
        for arg in args:
            for kind in _json_types(arg):
                by_json.setdefault(kind, _face if arg in (Card, Hidden) else self._decoder(arg))
        return lambda body: by_json[type(body)](body)


def _exactly(kind: type[Any]) -> Decoder:
    def decode(body: Any) -> Any:
        if type(body) is not kind:
            raise UnreadableEvent(f"{body!r} is no {kind.__name__}")
        return body

    return decode


def _face(text: str) -> Card | Hidden:
    return HIDDEN if text == HIDDEN.value else card(text)


_TEXTS: Final = (Card, Hidden, str)


def _json_types(hint: Any) -> tuple[type[Any], ...]:
    if isinstance(hint, NewType):
        return _json_types(hint.__supertype__)
    if hint is type(None):
        return (type(None),)
    if hint in _TEXTS or (isinstance(hint, type) and issubclass(hint, Enum)):
        return (str,)
    if get_origin(hint) in (types.UnionType, Union):
        return tuple(kind for arg in get_args(hint) for kind in _json_types(arg))
    if hint in (int, bool):
        return (hint,)
    if get_origin(hint) in (tuple, frozenset):
        return (list,)
    return (dict,)


def plain(value: Any) -> Any:
    """Return a value in the terms of JSON: what `Codec` reads again."""
    return _plain(value)


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in (int, str, bool, types.NoneType):
        return value
    if kind is Card:
        return str(value)
    if kind is tuple:
        return [_plain(part) for part in value]
    if isinstance(value, Enum):
        return value.value
    if kind is frozenset:
        return sorted(_plain(part) for part in value)
    return {name: _plain(getattr(value, name)) for name in _names(kind)}


_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _names(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a dataclass: a cache, because events are written a thousand times a second."""
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in fields(kind))
    return names
