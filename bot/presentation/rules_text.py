"""The rules in force, printed from the very data that pays them."""

from __future__ import annotations

from dataclasses import fields

from discord import ui

from bot.engine.target.rules import BankOptions
from bot.presentation.components import Tone, message, texts
from bot.presentation.header import clock_text, game_name, preset_name
from bot.presentation.limits import TEXT_MAX, length
from bot.presentation.look import Look
from bot.presentation.options_text import option_lines, option_names, options_brief, switched_on
from bot.presentation.payouts_text import payouts_text, ranking_text
from bot.views import RulesView

_BANK_OPTIONS = frozenset(field.name for field in fields(BankOptions))


def rules_message(rules: RulesView, look: Look) -> ui.LayoutView:
    """Return the rules as a private message."""
    return message(texts(_blocks(rules, look)), Tone.PRIVATE)


def rules_text(rules: RulesView, look: Look) -> str:
    """Return the rules as text: limits, ranking, payments, the bank, and every option with its value."""
    return "\n\n".join(_blocks(rules, look))


def _blocks(rules: RulesView, look: Look) -> list[str]:
    """Return the parts of the rules; options as the preset has them shrink where they do not fit."""
    full = _told(rules, look, is_brief=False)
    return full if sum(map(length, full)) <= TEXT_MAX else _told(rules, look, is_brief=True)


def _told(rules: RulesView, look: Look, *, is_brief: bool) -> list[str]:
    words, game = look.words, rules.game
    changed = frozenset(name for name, _ in rules.options)
    names = option_names(rules.rules)
    bank = [name for name in names if name in _BANK_OPTIONS]
    rest = [name for name in names if name not in _BANK_OPTIONS]
    told = [name for name in rest if name in changed or not is_brief]
    options = [option_lines(game, rules.rules, told, changed, look)] if told else []
    if is_brief and len(told) < len(rest):
        options.append(options_brief(rules.rules, [name for name in rest if name not in changed], look))
    ranking = ranking_text(game, rules.ranking, switched_on(rules.rules), look)
    return [
        _head(rules, look),
        words.of_game(game, "how"),
        _titled("rules.ranking", ranking, look),
        _titled("rules.payouts", payouts_text(game, rules.payouts, look), look),
        _titled("rules.bank", _bank(rules, bank, changed, look), look),
        _titled("rules.options", "\n".join(options), look),
    ]


def _head(rules: RulesView, look: Look) -> str:
    words = look.words
    preset = preset_name(rules.game, rules.preset, words)
    lines = [words("rules.title", game=game_name(rules.game, words), preset=preset)]
    if rules.stake_min is not None and rules.stake_max is not None:
        lines.append(words("rules.stakes", low=rules.stake_min, high=rules.stake_max))
    if rules.seat_max is not None:
        lines.append(words("rules.seats", count=rules.seat_max))
    if rules.clock_seconds is not None:
        lines.append(words("rules.clock", clock=clock_text(rules.clock_seconds, words)))
    changed = len(rules.options)
    lines.append(words("rules.changed", count=changed) if changed else words("rules.unchanged"))
    return "\n".join(lines)


def _bank(rules: RulesView, names: list[str], changed: frozenset[str], look: Look) -> str:
    always = look.words.of_game(rules.game, "bank_always")
    return "\n".join([option_lines(rules.game, rules.rules, names, changed, look), always])


def _titled(key: str, text: str, look: Look) -> str:
    return f"**{look.words(key)}**\n{text}"
