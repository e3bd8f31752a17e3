"""How boards look in SVG: grounds, lines and pieces by the look of a game.

Every game gets a grid with crosses and rings unless `STYLES` has a style for its look or shape. Pieces whose sides are
named after colours have those colours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from kibitz.core.game import Game

Shape: TypeAlias = Callable[[float, float, float], str]  # from the middle of a cell (x, y) and its size


def _nothing(x: float, y: float, size: float) -> str:
    return ""


def _disc(fill: str, line: str, part: float = 0.4) -> Shape:
    return lambda x, y, size: (
        f'<circle cx="{x:g}" cy="{y:g}" r="{part * size:g}" fill="{fill}" stroke="{line}" stroke-width=".7"/>'
    )


def _ring(colour: str, part: float = 1.0) -> Shape:
    return lambda x, y, size: (
        f'<circle cx="{x:g}" cy="{y:g}" r="{0.28 * part * size:g}" fill="none" '
        f'stroke="{colour}" stroke-width="{0.14 * part * size:g}"/>'
    )


def _cross(colour: str, part: float = 1.0) -> Shape:
    def draw(x: float, y: float, size: float) -> str:
        arm = 0.27 * part * size
        strokes = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
        return f'<path d="{strokes}" stroke="{colour}" stroke-width="{0.15 * part * size:g}" stroke-linecap="round"/>'

    return draw


def _square(paint: str, part: float = 1.0) -> Shape:
    return lambda x, y, size: (
        f'<rect x="{x - part * size / 2:g}" y="{y - part * size / 2:g}" '
        f'width="{part * size:g}" height="{part * size:g}" {paint}/>'
    )


def _triangle(down: int) -> Shape:
    """The sign of a node: up for Max, down for Min."""

    def draw(x: float, y: float, size: float) -> str:
        points = f"{x:g},{y + 0.46 * down * size:g} {x + 0.48 * size:g},{y - 0.4 * down * size:g} "
        last = f"{x - 0.48 * size:g},{y - 0.4 * down * size:g}"
        return f'<polygon points="{points}{last}" fill="#ffffff" stroke="#1f2937" stroke-width="1.2"/>'

    return draw


def _king(fill: str, line: str) -> Shape:
    """A draughtsman with a crown."""

    def draw(x: float, y: float, size: float) -> str:
        crown = [(-22, 17), (-26, -14), (-11, 0), (0, -20), (11, 0), (26, -14), (22, 17)]
        points = " ".join(f"{x + right * size / 100:.2f},{y + down * size / 100:.2f}" for right, down in crown)
        return f'{_disc(fill, line)(x, y, size)}<polygon points="{points}" fill="#e9b93c"/>'

    return draw


def _pawn(fill: str, line: str) -> Shape:
    def draw(x: float, y: float, size: float) -> str:
        body = [(-26, 36), (-24, 26), (-12, 16), (-8, -8), (8, -8), (12, 16), (24, 26), (26, 36)]
        points = " ".join(f"{x + right * size / 100:.2f},{y + down * size / 100:.2f}" for right, down in body)
        paint = f'fill="{fill}" stroke="{line}" stroke-width=".7"'
        head = f'<circle cx="{x:g}" cy="{y - 0.2 * size:.2f}" r="{0.16 * size:g}" {paint}/>'
        return f'<polygon points="{points}" {paint}/>{head}'

    return draw


@dataclass(frozen=True)
class BoardStyle:
    """How a kind of board looks; `changed` marks the cells the last move took or emptied."""

    ground: str
    lines: str
    empty: Shape
    marks: dict[str, Shape]
    changed: Shape
    dark: str = ""  # the dark squares of a chequered board
    sides: tuple[str, str] = ("#1f2937", "#c2410c")  # the colours of the two sides
    piece: Callable[[str, str], Shape] | None = None  # from fill and line, where sides may be named after colours
    largest: float = 14  # a cell, in the drawing of a tree


_FRAME = _square('fill="none" stroke="#f59e0b" stroke-width="1.4"')
_DOT = _disc("#ef4444", "none", 0.13)

PLAIN = BoardStyle(
    "#ffffff",
    "#c3cad5",
    _nothing,
    marks={
        "X": _cross("#1f2937"),
        "O": _ring("#c2410c"),
        "x": _cross("#6b7280", 0.7),
        "o": _ring("#e0936b", 0.7),
        "*": _disc("#64748b", "#475569"),
    },
    changed=_FRAME,
)
STYLES = {
    "discs": BoardStyle(
        "#7fbf9a",
        "#5fa37e",
        _nothing,
        marks={"X": _disc("#111827", "#111827"), "O": _disc("#ffffff", "#64748b")},
        changed=_disc("#ef4444", "none", 0.16),
    ),
    "rack": BoardStyle(
        "#4f7cc4",
        "none",
        _disc("#ffffff", "#3d66a8"),
        marks={"X": _disc("#dc2626", "#991b1b"), "O": _disc("#facc15", "#a16207")},
        changed=_disc("#1f2937", "none", 0.13),
    ),
    "heap": BoardStyle(
        "none",
        "none",
        _disc("none", "#cbd5e1", 0.34),
        marks={"*": _disc("#d97706", "#92400e", 0.36)},
        changed=_disc("#fef3c7", "#d97706", 0.36),
    ),
    "chocolate": BoardStyle(
        "#f3ead8",
        "none",
        _nothing,
        marks={
            "*": _square('fill="#6b3f22" stroke="#3f2010" stroke-width=".6" rx="1"', 0.94),
            "P": _square('fill="#4c7a2c" stroke="#27430f" stroke-width=".6" rx="1"', 0.94),
        },
        changed=_disc("none", "#b08968", 0.3),
    ),
    "draughts": BoardStyle("#f0dfc0", "none", _nothing, {}, _DOT, "#b88a5b", ("#1f1d1b", "#ffffff"), _disc),
    "pawns": BoardStyle("#f0dfc0", "none", _nothing, {}, _DOT, "#b88a5b", ("#ffffff", "#1f1d1b"), _pawn),
    "dominoes": BoardStyle(
        "#ffffff", "#c3cad5", _nothing, {}, _disc("#fde047", "none", 0.12), "", ("#2f62a8", "#c23a26")
    ),
    "hexagons": BoardStyle("#ffffff", "#a8a29e", _nothing, {}, _DOT, "", ("#c23a26", "#2f62a8"), _disc),
    "points": BoardStyle("#e8cfa3", "#5d4526", _nothing, {}, _DOT, "", ("#111827", "#ffffff"), _disc),
    "edges": BoardStyle("#ffffff", "#d6d3d1", _nothing, {}, _nothing),
    "nodes": BoardStyle(
        "none",
        "none",
        _nothing,
        marks={
            "^": _triangle(-1),
            "v": _triangle(1),
            "#": _square('fill="#ffffff" stroke="#1f2937" stroke-width="1.2" rx="2"', 0.8),
        },
        changed=_nothing,
        largest=34,
    ),
    "text": BoardStyle("#ffffff", "none", _nothing, {}, _nothing),
    "pits": BoardStyle("#c79b66", "none", _nothing, {}, _nothing, "#e6c79a"),
}
WON = _square('fill="#fde047"')
WON_POINT = _disc("#fde047", "none", 0.5)

COLOURS = {
    "black": "#1f1d1b",
    "white": "#ffffff",
    "red": "#c23a26",
    "blue": "#2f62a8",
    "yellow": "#f0bd45",
    "green": "#3d8f5c",
}


def find_style(game: Game, shape: str) -> BoardStyle:
    """The style for a game's boards: by their shape, on squares by the look of the game."""
    style = STYLES.get(game.look if shape == "squares" else shape, PLAIN)
    if style.piece is None:
        return style
    named = [COLOURS.get(name.lower(), usual) for name, usual in zip(game.sides, style.sides, strict=True)]
    first, second = named
    lines = ["#6b7280" if fill in ("#1f1d1b", "#ffffff", "#111827") else "#3f3f46" for fill in named]
    marks = {"X": style.piece(first, lines[0]), "O": style.piece(second, lines[1])}
    if game.look == "draughts":
        marks = {"x": marks["X"], "o": marks["O"], "X": _king(first, lines[0]), "O": _king(second, lines[1])}
    return replace(style, marks=marks, sides=(first, second))
