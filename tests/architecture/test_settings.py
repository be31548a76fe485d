"""`.env.example` is the settings, neither more nor less; and every setting is kept in bounds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import ValidationError

from bot.paths import DATA
from bot.settings import Settings
from tests.support.repository import ROOT

EXAMPLE: Final = ROOT / ".env.example"
TOKEN: Final = "discord_token"


def environment_name(field: str) -> str:
    return "DISCORD_TOKEN" if field == TOKEN else f"VINGT_{field.upper()}"


def written() -> list[tuple[str, str, str]]:
    """Name, value and comment of every line of the example."""
    lines = EXAMPLE.read_text("utf-8").splitlines()
    return [
        (*line.split("=", 1), before.removeprefix("# "))
        for before, line in pairwise(lines)
        if line and not line.startswith("#")
    ]


def test_the_example_names_every_setting_in_order_with_its_reason() -> None:
    assert [(name, why) for name, _, why in written()] == [
        (environment_name(name), field.description) for name, field in Settings.model_fields.items()
    ]


def test_the_example_holds_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    read = Settings(_env_file=EXAMPLE)
    plain = Settings()
    assert read.model_copy(update={"database": read.database.absolute()}) == plain


# Something other than the default for every field, as it stands in an environment.
OTHERS: Final[dict[str, tuple[str, Any]]] = {
    "database": ("elsewhere.db", Path("elsewhere.db")),
    "starting_counters": ("5", 5),
    "topup_level": ("5", 5),
    "clock_seconds": ("0", 0),
    "grace_seconds": ("5", 5),
    "pause_seconds": ("5", 5),
    "idle_close_minutes": ("5", 5),
    "repost_minutes": ("5", 5),
    "edit_interval_seconds": ("0.5", 0.5),
    "mention_turns": ("false", False),
    "four_colour": ("true", True),
    "gifts": ("true", True),
    "sale_multiple": ("5", 5),
    "log_level": ("DEBUG", "DEBUG"),
    "dev_guild_id": ("123456789012345678", 123456789012345678),
    "shard_count": ("2", 2),
}


def test_every_setting_is_tried_here() -> None:
    assert {*OTHERS, TOKEN} == set(Settings.model_fields)


@pytest.mark.parametrize("name", OTHERS)
def test_a_setting_is_read_from_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, value = OTHERS[name]
    assert getattr(Settings(), name) != value
    monkeypatch.setenv(environment_name(name), text)
    assert getattr(Settings(), name) == value


@pytest.mark.parametrize("name", OTHERS)
def test_a_setting_can_be_given_in_code(name: str) -> None:
    _, value = OTHERS[name]
    assert getattr(Settings(**{name: value}), name) == value


def test_the_token_has_its_usual_name_and_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "abc.def")
    settings = Settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "abc.def"
    assert "abc.def" not in f"{settings} {settings!r} {settings.model_dump()}"


def test_a_misspelt_setting_is_named_without_its_value(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.write_text("DISCORD_TOKEN=\nVINGT_DISCORD_TOKN=abc.def\n", "utf-8")
    with pytest.raises(ValidationError) as told:
        Settings(_env_file=file)
    assert "vingt_discord_tokn" in str(told.value)
    assert "abc.def" not in str(told.value)


def test_the_database_lies_in_the_data_folder_wherever_the_program_is_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Settings().database == DATA / "vingt.db" == ROOT / "data" / "vingt.db"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("starting_counters", -1),
        ("starting_counters", 0.5),
        ("topup_level", -1),
        ("clock_seconds", -1),
        ("grace_seconds", -1),
        ("pause_seconds", -1),
        ("idle_close_minutes", 0),
        ("repost_minutes", 60),
        ("edit_interval_seconds", -1),
        ("sale_multiple", 0),
        ("log_level", "LOUD"),
        ("shard_count", 0),
        ("dev_guild_id", 0),
    ],
)
def test_a_value_out_of_bounds_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValidationError, match=name):
        Settings(**{name: value})


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().gifts = True
