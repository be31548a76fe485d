"""Who may import whom. The contracts stand in pyproject.toml; here they are kept, and shown to bite."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import grimp
import pytest

from tests.support.repository import ROOT


def lint_imports(folder: Path) -> tuple[int, str]:
    """Return the exit code and the report of import-linter on the code in `folder`."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def sideways(root: Path) -> list[str]:
    """Return the imports between cogs; what several need lies in a file with an underscore."""
    graph = grimp.build_graph("cogs", cache_dir=None) if root == ROOT else _graph_in(root)
    return [
        f"{importer} imports {imported}"
        for importer in sorted(graph.modules)
        for imported in sorted(graph.find_modules_directly_imported_by(importer))
        if not imported.removeprefix("cogs.").startswith("_")
    ]


def _graph_in(root: Path) -> grimp.ImportGraph:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(root)
        patch.delitem(sys.modules, "cogs", raising=False)
        return grimp.build_graph("cogs", cache_dir=None)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The code in a folder where faults can be planted."""
    for name in ("bot", "cogs"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_contracts_are_kept() -> None:
    code, report = lint_imports(ROOT)
    assert code == 0, report


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("bot/engine/cards.py", "import random"),
        ("bot/engine/cards.py", "import discord"),
        ("bot/engine/game.py", "from bot.paths import DATA"),
        ("bot/engine/games/pontoon.py", "import bot.engine.games.planted"),
        ("bot/storage/database.py", "import bot.ledger"),
        ("bot/ledger/ledger.py", "import discord"),
        ("bot/ledger/ledger.py", "import bot.views"),
        ("bot/table/service.py", "import discord"),
        ("bot/table/service.py", "import bot.presentation.amounts"),
        ("bot/presentation/amounts.py", "import bot.table"),
        ("bot/presentation/amounts.py", "import bot.engine.target.state"),
        ("bot/presentation/amounts.py", "import bot.settings"),
        ("bot/messenger/board.py", "import cogs"),
        ("cogs/pontoon.py", "import bot.engine.registry"),
        ("cogs/pontoon.py", "import bot.ledger"),
        ("cogs/pontoon.py", "import bot.storage.errors"),
        ("cogs/pontoon.py", "import bot.app"),
        ("bot/views.py", "import discord"),
    ],
)
def test_a_forbidden_import_is_found(copy: Path, file: str, line: str) -> None:
    (copy / "bot/engine/games/planted.py").touch()
    planted = copy / file
    planted.write_text(f"{planted.read_text('utf-8')}\n{line}\n", "utf-8")
    code, report = lint_imports(copy)
    assert code == 1, report
    assert "BROKEN" in report


def test_cogs_do_not_know_each_other() -> None:
    assert sideways(ROOT) == []


def test_a_cog_that_knows_another_is_found(copy: Path) -> None:
    planted = copy / "cogs/pontoon.py"
    planted.write_text(f"{planted.read_text('utf-8')}\nimport cogs.tables\n", "utf-8")
    assert sideways(copy) == ["cogs.pontoon imports cogs.tables"]


def test_every_part_has_its_layer() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    (layers,) = (one["layers"] for one in settings["contracts"] if one["type"] == "layers")
    named = {part.strip(" ()") for layer in layers for part in layer.split("|")}
    parts = {
        f"bot.{path.stem}"
        for path in (ROOT / "bot").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert parts - {"bot.__init__"} | {"cogs"} == named
