"""The card faces in data/cards are those the script beside them draws, and Discord takes them."""

from __future__ import annotations

import importlib.util
import re
import struct
from pathlib import Path
from types import ModuleType

import pytest

from bot.engine.cards import HIDDEN, card, pack
from bot.paths import DATA
from bot.presentation.cards import face_name

SETS = ("two_colour", "four_colour")
NAMES = {face_name(face) for face in (*pack(jokers=2), card("PJ"), HIDDEN)}
EMOJI_NAME = re.compile(r"[a-z0-9_]{2,32}")
BYTES_MAX = 256 * 1024


@pytest.fixture(scope="module")
def script() -> ModuleType:
    pytest.importorskip("PIL", reason="Pillow is not installed")
    spec = importlib.util.spec_from_file_location("make_faces", DATA / "cards" / "make_faces.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def files(folder: str) -> list[Path]:
    return sorted((DATA / "cards" / folder).glob("*.png"))


@pytest.mark.parametrize("folder", SETS)
def test_each_card_each_joker_and_the_back_has_a_face(folder: str) -> None:
    assert {path.stem for path in files(folder)} == NAMES
    assert len(NAMES) == 52 + 2 + 1 + 1


@pytest.mark.parametrize(
    "path",
    [path for folder in SETS for path in files(folder)],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_a_face_is_an_emoji_discord_takes(path: Path) -> None:
    picture = path.read_bytes()
    width, height = struct.unpack(">II", picture[16:24])
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert (width, height) == (128, 128)
    assert len(picture) <= BYTES_MAX
    assert EMOJI_NAME.fullmatch(f"four_{path.stem}"), "both sets may be uploaded side by side"


@pytest.mark.parametrize("folder", SETS)
def test_the_script_draws_the_faces_that_are_there(script: ModuleType, folder: str) -> None:
    drawings = script.faces(script.PALETTES[folder])
    different = [path.name for path in files(folder) if not script.is_same(path, drawings[path.stem]())]
    assert drawings.keys() == NAMES
    assert different == [], "run data/cards/make_faces.py and look at the result"


@pytest.mark.parametrize("folder", SETS)
def test_no_two_faces_look_alike(folder: str) -> None:
    pictures = [path.read_bytes() for path in files(folder)]
    assert len(set(pictures)) == len(pictures)


def test_four_colours_tell_the_suits_apart(script: ModuleType) -> None:
    assert len(set(script.FOUR_COLOUR.values())) == 4
    assert script.FOUR_COLOUR["s"] == script.TWO_COLOUR["s"]
    assert script.FOUR_COLOUR["h"] == script.TWO_COLOUR["h"]
