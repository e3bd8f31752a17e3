"""Boards as SVG, drawn from a game's view: small ones for the nodes of a tree, and a picture of a single position.

Every game gets a grid with crosses and rings unless `STYLES` has a style for it; an unknown mark is written as text.
Cells that the last move took or emptied are marked, and so are those that won the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeAlias

from kibitz.core.game import Cell, Game, View
from kibitz.play.records import GameRecord

__all__ = ["BoardDrawing", "draw_position", "find_changed_cells"]

EMPTY = "."
NO_CELL = " "  # fills up a row; no cell of the board

SCALE = 2.5  # a single position is drawn larger than the nodes of a tree
EDGE, NARROW_EDGE = 22, 6  # beside the board, with names along it and without
FONT = 'font-family="Inter,Helvetica,Arial,DejaVu Sans,sans-serif" font-size="12" fill="#475569"'

_Shape: TypeAlias = Callable[[float, float, float], str]  # from the middle of a cell (x, y) and its size


def _nothing(x: float, y: float, size: float) -> str:
    return ""


def _disc(fill: str, line: str, part: float = 0.4) -> _Shape:
    return lambda x, y, size: (
        f'<circle cx="{x:g}" cy="{y:g}" r="{part * size:g}" fill="{fill}" stroke="{line}" stroke-width=".7"/>'
    )


def _ring(colour: str) -> _Shape:
    return lambda x, y, size: (
        f'<circle cx="{x:g}" cy="{y:g}" r="{0.28 * size:g}" fill="none" '
        f'stroke="{colour}" stroke-width="{0.14 * size:g}"/>'
    )


def _cross(colour: str) -> _Shape:
    def draw(x: float, y: float, size: float) -> str:
        arm = 0.27 * size
        strokes = f"M{x - arm:g} {y - arm:g}l{2 * arm:g} {2 * arm:g}m0 {-2 * arm:g}l{-2 * arm:g} {2 * arm:g}"
        return f'<path d="{strokes}" stroke="{colour}" stroke-width="{0.15 * size:g}" stroke-linecap="round"/>'

    return draw


def _square(paint: str) -> _Shape:
    return lambda x, y, size: (
        f'<rect x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}" {paint}/>'
    )


@dataclass(frozen=True)
class BoardStyle:
    """How a kind of board looks; `changed` marks the cells the last move took or emptied."""

    ground: str
    lines: str
    empty: _Shape
    marks: dict[str, _Shape]
    changed: _Shape


PLAIN = BoardStyle(
    "#ffffff",
    "#c3cad5",
    _nothing,
    marks={"X": _cross("#1f2937"), "O": _ring("#c2410c"), "*": _disc("#64748b", "#475569")},
    changed=_square('fill="none" stroke="#f59e0b" stroke-width="1.4"'),
)
STYLES = {
    "othello": BoardStyle(
        "#7fbf9a",
        "#5fa37e",
        _nothing,
        marks={"X": _disc("#111827", "#111827"), "O": _disc("#ffffff", "#64748b")},
        changed=_disc("#ef4444", "none", 0.16),
    ),
    "connect-four": BoardStyle(
        "#4f7cc4",
        "none",
        _disc("#ffffff", "#3d66a8"),
        marks={"X": _disc("#dc2626", "#991b1b"), "O": _disc("#facc15", "#a16207")},
        changed=_disc("#1f2937", "none", 0.13),
    ),
    "take-away": BoardStyle(
        "none",
        "none",
        _disc("none", "#cbd5e1", 0.34),
        marks={"*": _disc("#d97706", "#92400e", 0.36)},
        changed=_disc("#fef3c7", "#d97706", 0.36),
    ),
}
WON = _square('fill="#fde047"')


class BoardDrawing:
    """The boards of one game, all of one size, large enough for every view given."""

    def __init__(self, game: Game, views: Sequence[View]) -> None:
        self.style = STYLES.get(game.name, PLAIN)
        self.rows = max(len(view.rows) for view in views)
        self.columns = max(len(row) for view in views for row in view.rows)
        self.cell = max(6.0, min(14.0, 64 / max(self.rows, self.columns)))
        self.width, self.height = self.columns * self.cell, self.rows * self.cell
        self._first = views[0]

    def definition(self) -> str:
        """The empty board, to be defined once and used by every node."""
        return f'<g id="board">{self.ground()}</g>'

    def ground(self) -> str:
        """The board with its empty cells."""
        across = "".join(f"M0 {row * self.cell:g}h{self.width:g}" for row in range(self.rows + 1))
        down = "".join(f"M{column * self.cell:g} 0v{self.height:g}" for column in range(self.columns + 1))
        ground = f'<rect width="{self.width:g}" height="{self.height:g}" rx="1.5" fill="{self.style.ground}"/>'
        grid = f'<path d="{across}{down}" stroke="{self.style.lines}" stroke-width=".8" stroke-linecap="square"/>'
        cells = "".join(
            self.style.empty(*self._middle(row, column), self.cell)
            for row, marks in enumerate(self._first.rows)
            for column, mark in enumerate(marks)
            if mark != NO_CELL
        )
        return ground + grid + cells

    def draw(self, view: View, changed: Collection[Cell] = (), won: Collection[Cell] = ()) -> str:
        """A position on the ground that `definition` has defined, its top left corner at the origin."""
        return '<use href="#board"/>' + self.draw_marks(view, changed, won)

    def draw_marks(self, view: View, changed: Collection[Cell] = (), won: Collection[Cell] = ()) -> str:
        """The same without the ground."""
        parts = []
        for row, marks in enumerate(view.rows):
            for column, mark in enumerate(marks):
                x, y = self._middle(row, column)
                if (row, column) in won:
                    parts.append(WON(x, y, self.cell))
                if mark not in (EMPTY, NO_CELL):
                    parts.append(self._mark(mark, x, y))
                if (row, column) in changed:
                    parts.append(self.style.changed(x, y, self.cell))
        return "".join(parts)

    def _middle(self, row: int, column: int) -> tuple[float, float]:
        return (column + 0.5) * self.cell, (row + 0.5) * self.cell

    def _mark(self, mark: str, x: float, y: float) -> str:
        if mark in self.style.marks:
            return self.style.marks[mark](x, y, self.cell)
        size = 0.8 * self.cell
        return f'<text x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size:g}">{escape(mark)}</text>'


def draw_position(record: GameRecord) -> str:
    """The position a game has come to, the last move and a winning line marked, with names along the edges.

    No part of it refers to another by its id, so that several can stand on one page.
    """
    game = record.game
    before, view = game.view(record.states[-2] if record.moves else record.state), game.view(record.state)
    board = BoardDrawing(game, [before, view])
    cell = board.cell * SCALE
    left, top = (EDGE if view.lines else NARROW_EDGE), (EDGE if view.columns else NARROW_EDGE)
    width = left + board.width * SCALE + NARROW_EDGE
    height = top + board.height * SCALE + NARROW_EDGE
    names: list[tuple[float, float, str]]
    names = [(left + (i + 0.5) * cell, top - 8, name) for i, name in enumerate(view.columns)]
    names += [(left - 11, top + (i + 0.5) * cell + 4, name) for i, name in enumerate(view.lines)]
    won = game.winning_cells(record.state) if record.is_over else ()
    marks = board.draw_marks(view, find_changed_cells(before, view), won)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
            f'aria-label="A position of {escape(game.title or game.name)}" text-anchor="middle">',
            '<rect width="100%" height="100%" fill="#fff"/>',
            *(f'<text x="{x:g}" y="{y:g}" {FONT}>{escape(name)}</text>' for x, y, name in names),
            f'<g transform="translate({left} {top}) scale({SCALE:g})">{board.ground()}{marks}</g>',
            "</svg>\n",
        ]
    )


def find_changed_cells(before: View, after: View) -> frozenset[Cell]:
    """The cells that were taken or emptied between two positions; a cell that only changed its owner does not count."""
    return frozenset(
        (row, column)
        for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=False))
        for column, (a, b) in enumerate(zip(old, new, strict=False))
        if (a == EMPTY) != (b == EMPTY)
    )
