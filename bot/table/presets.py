"""House rules from files: data/presets/<game>.toml, a table a preset."""

from __future__ import annotations

import difflib
import logging
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from bot.engine.game import RulesError
from bot.engine.registry import GAMES
from bot.paths import DATA
from bot.table import options
from bot.table.trouble import No
from bot.views import OpenRequest, Refusal

PRESETS: Final = DATA / "presets"

_log = logging.getLogger(__name__)


class Presets:
    """Every preset of every game: its rules by name, the first being the default."""

    def __init__(self, by_game: Mapping[str, Mapping[str, Any]]) -> None:
        self._by_game = by_game

    @property
    def games(self) -> tuple[str, ...]:
        """Return the games there are, by their keys."""
        return tuple(self._by_game)

    def names(self, game: str) -> tuple[str, ...]:
        """Return the presets of a game, the default first."""
        return tuple(self._by_game[game])

    def options(self, game: str) -> tuple[str, ...]:
        """Return the names of a game's options."""
        return options.names(GAMES[game].rules_type())

    def values(self, game: str, option: str) -> tuple[str, ...]:
        """Return what an option can be; empty for a number."""
        return options.values(GAMES[game].rules_type(), option)

    def rules(self, game: str, preset: str | None) -> tuple[str, Any]:
        """Return a preset's name and rules, of the default where none is named. Raises No."""
        known = self._by_game[game]
        name = preset if preset is not None else next(iter(known))
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1, cutoff=0.3)
            raise No(Refusal.NO_SUCH_PRESET, name=name, **({"near": near[0]} if near else {}))
        return name, known[name]

    def agreed(self, request: OpenRequest) -> tuple[str, Any, tuple[tuple[str, str], ...]]:
        """Return the preset's name, the rules a table is opened with, and how they differ. Raises No."""
        name, base = self.rules(request.game, request.preset)
        pairs = options.read_pairs(request.rules or "")
        if request.bank is not None:
            pairs["bank_rule"] = request.bank.replace(" ", "").strip(",").lower()
        if request.first_banker is not None:
            pairs["first_banker"] = request.first_banker
        rules = options.with_options(base, pairs)
        try:
            GAMES[request.game].check(rules)
        except RulesError as error:
            raise No(Refusal.RULES_CONTRADICT, name=str(error)) from error
        return name, rules, options.differences(rules, base)


def load_presets(folder: Path = PRESETS) -> Presets:
    """Read every game's presets. A broken preset is left out and logged; the others stay.

    A game whose file is missing or unreadable has its default rules as `default`.
    """
    return Presets({key: _load(key, folder / f"{key}.toml") for key in GAMES})


def _load(game: str, path: Path) -> dict[str, Any]:
    base = GAMES[game].rules_type()()
    found: dict[str, Any] = {}
    try:
        text = path.read_text(encoding="utf-8")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        # What tomllib says names the line.
        _log.error("event=presets_unreadable file=%s reason=%r", path.name, str(error))
        return {"default": base}
    for name, lines in tables.items():
        try:
            if not isinstance(lines, dict):
                raise No(Refusal.BAD_OPTION_VALUE, name=name, value=str(lines), allowed="[preset]")
            rules = options.with_options(base, lines)
            GAMES[game].check(rules)
        except (No, RulesError) as error:
            detail = dict(error.refused.detail) if isinstance(error, No) else {"name": str(error)}
            line = _line_of(text, name, str(detail.get("name", "")).partition("=")[0])
            reason = " ".join(f"{key}={value!r}" for key, value in detail.items())
            _log.error("event=preset_left_out file=%s line=%d preset=%s %s", path.name, line, name, reason)
            continue
        found[name] = rules
    return found or {"default": base}


def _line_of(text: str, preset: str, option: str) -> int:
    """Return the line on which an option of a preset stands, or the preset's own where none does."""
    start = 0
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].replace(" ", "")
        if words == f"[{preset}]":
            start = number
        elif start and words.startswith("["):
            break
        elif words.startswith(f"{option}=") and (start or option == preset):
            return number
    return start
