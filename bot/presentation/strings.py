"""The catalogue of every sentence a player can read: data/strings/<language>.toml.

A key is the dotted path to a text. In a text

- `{name}` is a value as it is; `{price:counters}` is an amount in hundredths as
  "5 counters"; `:amount` and `:signed` are the bare number; `{at:relative}` and
  `{at:clock}` are times (aware datetimes or unix seconds) that Discord shows in
  the reader's own zone and keeps counting by itself;
- `[[ ... ]]` is left out where a value named in it was not given;
- a table `{ one = "...", other = "..." }` holds plural forms, chosen by `count`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from string import Formatter
from typing import Any, Final

from bot.paths import DATA
from bot.presentation import amounts

FOLDER: Final = DATA / "strings"

_OPTIONAL: Final = re.compile(r"\[\[(.*?)\]\]", re.DOTALL)
_FORMS: Final = frozenset({"one", "other"})


class StringsError(LookupError):
    """A sentence that cannot be made; ours to mend, never a player's fault."""


class MissingKey(StringsError):
    """No such key in the catalogue."""


class MissingValue(StringsError):
    """A sentence needs a value that was not given."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a text; `fields` are the values it names, `is_optional` if it goes without them."""

    template: str
    fields: frozenset[str]
    is_optional: bool


_Text = tuple[_Piece, ...]


class Words:
    """A catalogue in one language. Nothing in it changes."""

    __slots__ = ("_forms", "_texts")

    def __init__(self, tree: Mapping[str, Any]) -> None:
        """Read nested tables of texts, as TOML gives them."""
        texts: dict[str, _Text] = {}
        forms: dict[str, Mapping[str, _Text]] = {}
        for key, value in _flat(tree, ""):
            if isinstance(value, str):
                texts[key] = _pieces(value)
            else:
                forms[key] = {name: _pieces(text) for name, text in value.items()}
        self._texts: Final[Mapping[str, _Text]] = texts
        self._forms: Final[Mapping[str, Mapping[str, _Text]]] = forms

    @property
    def keys(self) -> frozenset[str]:
        """Every key there is."""
        return frozenset(self._texts) | frozenset(self._forms)

    def has(self, key: str) -> bool:
        """Whether there is a text of this key."""
        return key in self._texts or key in self._forms

    def fields(self, key: str) -> frozenset[str]:
        """Return the values that the text names, optional ones included."""
        versions = self._forms[key].values() if key in self._forms else (self._texts[key],)
        return frozenset(field for text in versions for piece in text for field in piece.fields)

    def needed(self, key: str) -> frozenset[str]:
        """Return the values without which the text cannot be made."""
        versions = self._forms[key].values() if key in self._forms else (self._texts[key],)
        wanted = [piece.fields for text in versions for piece in text if not piece.is_optional]
        return frozenset().union(*wanted) | ({"count"} if key in self._forms else frozenset())

    def __call__(self, key: str, /, **values: Any) -> str:
        """Return the sentence of `key`. Raises MissingKey, MissingValue."""
        text = self._texts.get(key)
        if text is None:
            forms = self._forms.get(key)
            if forms is None:
                raise MissingKey(key)
            if "count" not in values:
                raise MissingValue(f"{key}: count")
            text = forms["one"] if values["count"] == 1 else forms["other"]
        return "".join([self._filled(key, piece, values) for piece in text])

    def under(self, prefix: str, code: str, /, **values: Any) -> str:
        """Return the sentence of a code, as of a reason or a kind, among those of its sort."""
        return self(f"{prefix}.{code}", **values)

    def of_game(self, game: str, key: str, /, **values: Any) -> str:
        """Return a game's own words, or those of its family where it has none of its own."""
        return self(self.game_key(game, key), **values)

    def game_key(self, game: str, key: str) -> str:
        """Return the key whose words `game` uses for `key`: its own, or its family's."""
        own = f"{game}.{key}"
        return own if self.has(own) else f"{self(f'{game}.family')}.{key}"

    def _filled(self, key: str, piece: _Piece, values: Mapping[str, Any]) -> str:
        if not piece.fields:
            return piece.template
        missing = piece.fields - values.keys()
        if missing and piece.is_optional:
            return ""
        if missing:
            raise MissingValue(f"{key}: {', '.join(sorted(missing))}")
        parts = []
        for literal, field, spec, _ in Formatter().parse(piece.template):
            parts.append(literal)
            if field is not None:
                parts.append(self._shown(values[field], spec or ""))
        return "".join(parts)

    def _shown(self, value: Any, spec: str) -> str:
        match spec:
            case "":
                return str(value)
            case "amount":
                return amounts.amount(value)
            case "signed":
                return amounts.signed(value)
            case "counters":
                count = amounts.plural_count(value)
                return self("amount.counters", count=count, amount=amounts.amount(value))
            case "relative":
                return f"<t:{_unix(value)}:R>"
            case "clock":
                return f"<t:{_unix(value)}:t>"
            case _:
                raise AssertionError(f"no such way to show a value: {spec}")


@cache
def load_words(language: str = "en") -> Words:
    """Return the catalogue of a language, read once.

    Raises FileNotFoundError for a language without a file, tomllib.TOMLDecodeError
    for a broken one.
    """
    return Words(tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8")))


def _flat(tree: Mapping[str, Any], prefix: str) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in tree.items():
        key = prefix + name
        if isinstance(value, str) or (isinstance(value, dict) and value.keys() == _FORMS):
            found.append((key, value))
        else:
            assert isinstance(value, dict), f"{key}: a text or a table of texts"
            found.extend(_flat(value, f"{key}."))
    return found


def _pieces(text: str) -> _Text:
    # `split` with a group gives what lies outside and inside the brackets by turns.
    return tuple(
        _Piece(part, _fields(part), is_optional=index % 2 == 1)
        for index, part in enumerate(_OPTIONAL.split(text))
        if part
    )


def _fields(template: str) -> frozenset[str]:
    return frozenset(field for _, field, _, _ in Formatter().parse(template) if field is not None)


def _unix(moment: datetime | int) -> int:
    if isinstance(moment, datetime):
        assert moment.tzinfo is not None, "times are aware, in UTC"
        return int(moment.timestamp())
    return moment
