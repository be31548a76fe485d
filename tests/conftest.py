"""What every test may use: each game with each preset, printed seeds, marks by folder.

One seed serves a whole run. It stands at the head of the report, and
VINGT_TEST_SEED=<seed> runs the same again, hypothesis included.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any, Final

import hypothesis
import pytest

from tests.support.choices import Choice, every_choice

FOLDER: Final = Path(__file__).parent
SEED_VARIABLE: Final = "VINGT_TEST_SEED"
_SEED: Final = pytest.StashKey[int]()

hypothesis.settings.register_profile("vingt", deadline=None, print_blob=True)
hypothesis.settings.load_profile("vingt")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed, name the marks, and forget what this machine's owner has set."""
    seed = int(os.environ.get(SEED_VARIABLE) or random.SystemRandom().getrandbits(32))
    config.stash[_SEED] = seed
    if config.getoption("--hypothesis-seed", default=None) is None:
        config.option.hypothesis_seed = seed
    for folder in _test_folders():
        config.addinivalue_line("markers", f"{folder}: everything in tests/{folder}")
    _forget_settings()


def pytest_report_header(config: pytest.Config) -> str:
    """Say how to run the same again."""
    return f"{SEED_VARIABLE}={config.stash[_SEED]}"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark each test with its folder's name, before `-m` chooses."""
    for item in items:
        if item.path.is_relative_to(FOLDER) and (inside := item.path.relative_to(FOLDER).parts[:-1]):
            item.add_marker(inside[0])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what asks for a `game` once for every preset of every registered game."""
    if "choice" in metafunc.fixturenames:
        choices = every_choice()
        metafunc.parametrize("choice", choices, ids=[str(choice) for choice in choices], indirect=True)


@pytest.fixture
def choice(request: pytest.FixtureRequest) -> Choice:
    """A game with the name and the rules of one of its presets."""
    chosen: Choice = request.param
    return chosen


@pytest.fixture
def game(choice: Choice) -> Any:
    """A registered game: an object of the protocol `bot.engine.game.Game`."""
    return choice.game


@pytest.fixture
def rules(choice: Choice) -> Any:
    """The rules of one of the presets of `game`."""
    return choice.rules


@pytest.fixture
def seed(pytestconfig: pytest.Config) -> int:
    """The seed of this run; printed, so that a failure shows it."""
    number = pytestconfig.stash[_SEED]
    print(f"{SEED_VARIABLE}={number}")
    return number


def _test_folders() -> list[str]:
    return sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and path.name.isidentifier())


def _forget_settings() -> None:
    """Tests see the defaults, whatever the environment or a file `.env` says here."""
    from bot.settings import Settings

    for name in [*os.environ]:
        if name.startswith("VINGT_") and not name.startswith("VINGT_TEST_"):
            del os.environ[name]
    os.environ.pop("DISCORD_TOKEN", None)
    Settings.model_config["env_file"] = None
