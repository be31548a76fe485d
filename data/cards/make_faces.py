# ruff: noqa: INP001, T201 - a script by itself, which talks to whoever runs it.
"""Draw the card faces that the bot uploads as application emoji.

    python data/cards/make_faces.py            writes two_colour/*.png and four_colour/*.png here
    python data/cards/make_faces.py --check    writes nothing; exit code 1 if a file differs

In a line of text Discord shows an emoji 22 pixels high. So a face is a rank and a
suit, as large as a card allows, and nothing else; every stroke is drawn here, so
the same pictures come out on every machine. Pictures are compared by their pixels:
how tightly they are packed depends on the zlib at hand.

Needs Pillow, which the extra `demo` brings.
"""

from __future__ import annotations

import argparse
import io
import math
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Final

try:
    from PIL import Image, ImageDraw
except ModuleNotFoundError:  # pragma: no cover - says what to install and stops
    sys.exit('Pillow is missing: pip install "vingt[demo]"')

FOLDER: Final = Path(__file__).resolve().parent
SIZE: Final = 128
"""Pixels a side; Discord scales down from here, on sharp screens from twice what is shown."""
BYTES_MAX: Final = 256 * 1024
"""Discord's limit for one application emoji."""

_SCALE: Final = 4  # drawn so many times larger, then averaged: that is what smooths the edges

Point = tuple[float, float]
Colour = tuple[int, int, int]
Palette = Mapping[str, Colour]

_WHITE: Final[Colour] = (255, 255, 255)
_EDGE: Final[Colour] = (128, 134, 145)  # seen against a white page and a dark one
_BLACK: Final[Colour] = (17, 19, 24)
_RED: Final[Colour] = (214, 28, 44)
_GREEN: Final[Colour] = (10, 132, 52)
_BLUE: Final[Colour] = (24, 92, 214)
_BACK: Final[Colour] = (38, 70, 150)
_BACK_LIGHT: Final[Colour] = (143, 170, 232)
_VIOLET: Final[Colour] = (122, 40, 176)
_GOLD: Final[Colour] = (246, 180, 30)

TWO_COLOUR: Final[Palette] = {"c": _BLACK, "d": _RED, "h": _RED, "s": _BLACK}
FOUR_COLOUR: Final[Palette] = {"c": _GREEN, "d": _BLUE, "h": _RED, "s": _BLACK}
PALETTES: Final[Mapping[str, Palette]] = {"two_colour": TWO_COLOUR, "four_colour": FOUR_COLOUR}

RANKS: Final = "a23456789tjqk"
SUITS: Final = "cdhs"
JOKERS: Final[Mapping[str, Colour]] = {"joker_1": _BLACK, "joker_2": _RED, "joker_printed": _VIOLET}
BACK: Final = "card_back"


# --- Lines and shapes, all as points ------------------------------------------------------------


def _arc(centre: Point, radius: Point, start: float, end: float) -> list[Point]:
    """Return points of an ellipse's arc; degrees run clockwise from the right, as the page's y does."""
    steps = 40
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(centre[0] + radius[0] * math.cos(a), centre[1] + radius[1] * math.sin(a)) for a in angles]


def _circle(x: float, y: float, radius: float) -> list[Point]:
    return _arc((x, y), (radius, radius), 0, 360)


def _bezier(*corners: Point) -> list[Point]:
    """Return points of the cubic curve of four corners."""
    steps = 32
    points = []
    for step in range(steps + 1):
        t = step / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        points.append(
            (
                sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True)),
                sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True)),
            )
        )
    return points


def _turned(points: Iterable[Point], width: float, height: float) -> list[Point]:
    """Return the points turned by half a circle within their box."""
    return [(width - x, height - y) for x, y in points]


# --- Ranks: what a pen writes in a box 10 wide and 14 high --------------------------------------

_Strokes = list[list[Point]]

# The slanting stem keeps a 6 open at the top, so that it is no 8 from afar.
_SIX: Final[_Strokes] = [_circle(5, 9.7, 4.3), [(1.0, 8.2), (6.6, 0.0)]]

_STROKES: Final[Mapping[str, _Strokes]] = {
    "a": [[(0.2, 14), (5, 0), (9.8, 14)], [(1.9, 9.6), (8.1, 9.6)]],
    "2": [[*_arc((5, 4.2), (4.5, 4.2), 190, 385), (0.4, 14), (9.8, 14)]],
    # A flat top sets a 3 apart from an 8.
    "3": [[(0.6, 0), (9.2, 0), (4.9, 5.4), *_arc((4.9, 9.7), (4.6, 4.3), 275, 510)]],
    "4": [[(7.3, 14), (7.3, 0), (0.2, 9.8), (10.2, 9.8)]],
    "5": [[(8.8, 0), (1.6, 0), (1.1, 6.4), *_arc((4.9, 9.5), (4.7, 4.5), 225, 510)]],
    "6": _SIX,
    "7": [[(0.4, 0), (9.6, 0), (4, 14)]],
    "8": [_circle(5, 3.3, 3.3), _circle(5, 10.0, 4.0)],
    "9": [_turned(stroke, 10, 14) for stroke in _SIX],
    "t": [[(0.0, 2.8), (2.4, 0), (2.4, 14)], _arc((9.2, 7), (3.4, 7), 0, 360)],
    "j": [[(3.2, 0), (8.4, 0), (8.4, 9.8), *_arc((4.5, 9.8), (3.9, 4.2), 0, 165)]],
    "q": [_arc((5, 6.8), (4.8, 6.8), 0, 360), [(5.6, 9.4), (10.4, 14.6)]],
    "k": [[(0.8, 0), (0.8, 14)], [(9.4, 0), (0.8, 9.0)], [(3.9, 5.9), (10.0, 14)]],
}

# --- Suits: filled shapes in a box 100 wide and 100 high ----------------------------------------

_HEART_LEFT: Final = [
    *_bezier((50, 98), (34, 80), (2, 60), (2, 30)),
    *_bezier((2, 30), (2, 2), (40, -6), (50, 26)),
]
_HEART: Final = [*_HEART_LEFT, *reversed([(100 - x, y) for x, y in _HEART_LEFT])]
_FOOT: Final = [*_bezier((50, 50), (50, 82), (42, 94), (30, 100)), (70, 100)]
_FOOT_OF_TWO: Final = [*_FOOT, *reversed(_bezier((50, 50), (50, 82), (58, 94), (70, 100)))]

_SHAPES: Final[Mapping[str, Sequence[Sequence[Point]]]] = {
    # Three leaves that hardly touch: from afar it is the notches that tell a club from a spade.
    "c": [_circle(50, 23, 23), _circle(23, 62, 23), _circle(77, 62, 23), _FOOT_OF_TWO, _circle(50, 50, 11)],
    "d": [[(50, -4), (90, 50), (50, 104), (10, 50)]],
    "h": [_HEART],
    "s": [[(x, 86 - y * 0.86) for x, y in _HEART], _FOOT_OF_TWO],
}

# A jester's cap: a point that stands, two that hang, a bell on each, and a band.
_CAP_LEFT: Final = [
    (22, 88),
    *_bezier((22, 88), (20, 62), (18, 50), (4, 62)),
    *_bezier((4, 62), (0, 30), (28, 22), (38, 48)),
    *_bezier((38, 48), (40, 34), (44, 22), (50, 14)),
]
_CAP: Final = [*_CAP_LEFT, *reversed([(100 - x, y) for x, y in _CAP_LEFT])]
_BELLS: Final = [_circle(6, 68, 9), _circle(50, 8, 9), _circle(94, 68, 9)]


# --- Putting them on a card ---------------------------------------------------------------------


class _Board:
    """A picture four times too large; whoever draws on it speaks in the final pixels."""

    def __init__(self) -> None:
        self._image = Image.new("RGBA", (SIZE * _SCALE, SIZE * _SCALE), (0, 0, 0, 0))
        self._draw = ImageDraw.Draw(self._image)

    def box(self, left: float, top: float, right: float, bottom: float, radius: float, fill: Colour) -> None:
        edges = [round(edge * _SCALE) for edge in (left, top, right, bottom)]
        self._draw.rounded_rectangle(edges, radius=radius * _SCALE, fill=fill)

    def shape(self, points: Iterable[Point], fill: Colour) -> None:
        self._draw.polygon([(x * _SCALE, y * _SCALE) for x, y in points], fill=fill)

    def stroke(self, points: Sequence[Point], width: float, fill: Colour) -> None:
        """Draw a line with round ends and round corners."""
        radius = width * _SCALE / 2
        large = [(x * _SCALE, y * _SCALE) for x, y in points]
        for (x, y), (to_x, to_y) in pairwise(large):
            length = math.hypot(to_x - x, to_y - y)
            if length == 0:
                continue
            across_x, across_y = (to_y - y) / length * radius, (x - to_x) / length * radius
            self._draw.polygon(
                [
                    (x + across_x, y + across_y),
                    (to_x + across_x, to_y + across_y),
                    (to_x - across_x, to_y - across_y),
                    (x - across_x, y - across_y),
                ],
                fill=fill,
            )
        for x, y in large:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill)

    def finished(self) -> Image.Image:
        return self._image.reduce(_SCALE)


def _placed(points: Iterable[Point], left: float, top: float, scale_x: float, scale_y: float) -> list[Point]:
    return [(left + x * scale_x, top + y * scale_y) for x, y in points]


def _blank(fill: Colour = _WHITE) -> _Board:
    board = _Board()
    board.box(11, 0, 117, 128, 17, _EDGE)
    board.box(15, 4, 113, 124, 13, fill)
    return board


def _suited(rank: str, suit: str, colour: Colour) -> Image.Image:
    board = _blank()
    _write(board, rank, colour)
    for points in _SHAPES[suit]:
        board.shape(_placed(points, 37, 68, 0.54, 0.52), colour)
    return board.finished()


def _write(board: _Board, rank: str, colour: Colour) -> None:
    """Write the rank across the upper half, 52 pixels high with the pen's own width."""
    pen = 9.5
    scale_y = (52 - pen) / 14
    scale_x = scale_y * 1.18
    width = 12.6 if rank == "t" else 10
    left = 64 - width * scale_x / 2
    for stroke in _STROKES[rank]:
        board.stroke(_placed(stroke, left, 12 + pen / 2, scale_x, scale_y), pen, colour)


def _joker(name: str) -> Image.Image:
    """A jester's cap; the one that rummy calls printed stands on gold."""
    colour = JOKERS[name]
    board = _blank(_GOLD if name == "joker_printed" else _WHITE)
    board.shape(_placed(_CAP, 20, 22, 0.88, 0.88), colour)
    for bell in _BELLS:
        board.shape(_placed(bell, 20, 22, 0.88, 0.88), colour)
    board.box(37, 99, 91, 110, 3, colour)
    return board.finished()


def _back() -> Image.Image:
    board = _blank()
    board.box(22, 11, 106, 117, 8, _BACK)
    for middle in (37, 64, 91):
        diamond = [(64, middle - 15), (84, middle), (64, middle + 15), (44, middle)]
        board.shape(diamond, _BACK_LIGHT)
    return board.finished()


def faces(palette: Palette) -> dict[str, Callable[[], Image.Image]]:
    """Return how to draw each face, by its emoji's name: `card_as`, `card_td`, `joker_1`, `card_back`."""
    found: dict[str, Callable[[], Image.Image]] = {
        f"card_{rank}{suit}": partial(_suited, rank, suit, palette[suit]) for suit in SUITS for rank in RANKS
    }
    found |= {name: partial(_joker, name) for name in JOKERS}
    found[BACK] = _back
    return found


def png(image: Image.Image) -> bytes:
    """Return the picture as the file that is uploaded."""
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def is_same(path: Path, image: Image.Image) -> bool:
    """Whether the file holds this picture, pixel by pixel."""
    if not path.is_file():
        return False
    with Image.open(path) as stored:
        return stored.mode == image.mode and stored.size == image.size and stored.tobytes() == image.tobytes()


def main(arguments: Sequence[str] | None = None) -> int:
    """Draw everything, or with `--check` compare it with what is there."""
    parser = argparse.ArgumentParser(description="Draw the card faces that the bot uploads as emoji.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file differs")
    is_check = parser.parse_args(arguments).check
    changed = 0
    for folder, palette in PALETTES.items():
        (FOLDER / folder).mkdir(exist_ok=True)
        for name, draw in faces(palette).items():
            path = FOLDER / folder / f"{name}.png"
            image = draw()
            if is_same(path, image):
                continue
            changed += 1
            print(f"{'differs' if is_check else 'written'}: {folder}/{path.name}")
            if not is_check:
                path.write_bytes(png(image))
    return 1 if is_check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
