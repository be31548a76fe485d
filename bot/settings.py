"""What the owner of a bot may set: by environment, by a file `.env`, or in code.

The environment name of a field is VINGT_ and the field in capitals; the token
alone is DISCORD_TOKEN, as everywhere. `.env` is read where the program is
started and must name no setting that does not exist. Whoever builds the
program builds this once and hands it on; nothing is read at import.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.paths import DATA


class Settings(BaseSettings):
    """Every setting with its default; amounts in whole counters. Raises pydantic's ValidationError."""

    model_config = SettingsConfigDict(
        env_prefix="VINGT_",
        env_file=".env",
        env_ignore_empty=True,
        frozen=True,
        # A misspelt name in .env is shown with its value otherwise, and that may be the token.
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = Field(
        default=None,
        # An alias stands without the prefix, and the environment is read in any case.
        validation_alias="discord_token",
        description="The bot's token from Discord's developer portal; only the demo does without.",
    )
    database: Path = Field(
        default=DATA / "vingt.db",
        description="The file that holds every table and counter.",
    )
    starting_counters: int = Field(
        default=1000,
        ge=0,
        le=1_000_000,
        description="What a member's account opens with.",
    )
    topup_level: int = Field(
        default=200,
        ge=0,
        le=1_000_000,
        description="What /topup lifts a poorer account to, once a day; 0 switches it off.",
    )
    clock_seconds: int = Field(
        default=60,
        ge=0,
        le=86_400,
        description="Time for a decision unless the table says otherwise; 0 is no clock at all.",
    )
    grace_seconds: int = Field(
        default=30,
        ge=0,
        le=3600,
        description="Time given to whoever was due while the bot was away, counted from its return.",
    )
    pause_seconds: int = Field(
        default=20,
        ge=0,
        le=600,
        description="Time to read the result before the next round is dealt; Ready cuts it short.",
    )
    idle_close_minutes: int = Field(
        default=30,
        ge=1,
        le=10_080,
        description="A table that nobody answers for so long closes and pays everything back.",
    )
    repost_minutes: int = Field(
        default=30,
        ge=1,
        # 59: Discord slows down edits of messages that are an hour old.
        le=59,
        description="A round that starts with an older table message posts a new one.",
    )
    edit_interval_seconds: float = Field(
        default=1,
        ge=0,
        le=60,
        description="Edits of a channel's table message are gathered for so long; the newest wins.",
    )
    mention_turns: bool = Field(
        default=True,
        description="Whether the player to act is mentioned while it is his turn.",
    )
    four_colour: bool = Field(
        default=False,
        description="Whether card pictures have a colour for each suit.",
    )
    gifts: bool = Field(
        default=False,
        description="Whether members may hand counters to each other.",
    )
    sale_multiple: int = Field(
        default=20,
        ge=1,
        le=1000,
        description="A bank is sold for at most so many times the table's largest stake.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="INFO",
        description="The least important lines that are logged: DEBUG, INFO, WARNING or ERROR.",
    )
    dev_guild_id: int | None = Field(
        default=None,
        gt=0,
        description="The one server to register commands on, at once; empty registers them everywhere.",
    )
    shard_count: int | None = Field(
        default=None,
        ge=1,
        description="How many connections to keep; empty asks Discord.",
    )
