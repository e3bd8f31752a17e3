"""Boards as SVG, drawn from a game's view: small ones for the nodes of a tree, and a picture of a single position.

Cells that the last move took or emptied are marked, and so are those that won the game. An unknown mark is written as
text.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from kibitz.core.game import Cell, Game, View
from kibitz.drawing.geometry import EMPTY, NO_CELL, Geometry
from kibitz.drawing.grounds import draw_ground
from kibitz.drawing.styles import WON, WON_POINT, find_style
from kibitz.play.records import GameRecord

SCALE = 2.5  # a single position is drawn larger than the nodes of a tree
EDGE, NARROW_EDGE = 22, 6  # beside the board, with names along it and without
FONT = 'font-family="Inter,Helvetica,Arial,DejaVu Sans,sans-serif" font-size="12" fill="#475569"'
BORDERS = {"edges": 0.3, "pits": 0.15, "hexagons": 0.15}  # around boards whose lines reach over their edge, in cells


class BoardDrawing:
    """The boards of one game, all of one size, large enough for every view given."""

    def __init__(self, game: Game, views: Sequence[View]) -> None:
        self.game = game
        self.geometry = Geometry(views)
        self.style = find_style(game, self.geometry.shape)
        self.border = BORDERS.get(self.geometry.shape, 0.0)
        columns, rows = self.geometry.width + 2 * self.border, self.geometry.height + 2 * self.border
        self.cell = max(6.0, min(self.style.largest, 64 / max(rows, columns)))
        self.width, self.height = columns * self.cell, rows * self.cell
        self._first = views[0]

    def definition(self) -> str:
        """The empty board, to be defined once and used by every node."""
        return f'<g id="board">{self.ground()}</g>'

    def ground(self) -> str:
        """The board with its empty cells."""
        return draw_ground(self, self._first)

    def draw(self, view: View, changed: Collection[Cell] = (), won: Collection[Cell] = ()) -> str:
        """A position on the ground that `definition` has defined, its top left corner at the origin."""
        return '<use href="#board"/>' + self.draw_marks(view, changed, won)

    def draw_marks(self, view: View, changed: Collection[Cell] = (), won: Collection[Cell] = ()) -> str:
        """The same without the ground."""
        parts = []
        for row, marks in enumerate(view.rows):
            for column, mark in enumerate(marks):
                cell = row, column
                if mark == NO_CELL:
                    continue
                x, y = self.at(cell)
                if cell in won and self.geometry.can_hold(cell):
                    parts.append((WON if self.geometry.shape == "squares" else WON_POINT)(x, y, self.cell))
                parts.append(self._draw_cell(view, cell, mark, cell in changed))
                if cell in changed:
                    parts.append(self.style.changed(x, y, self.cell))
        return "".join(parts) + self._draw_signs(view)

    def at(self, cell: Cell) -> tuple[float, float]:
        """The middle of a cell."""
        x, y = self.geometry.at(cell)
        return (x + self.border) * self.cell, (y + self.border) * self.cell

    def write(self, text: str, x: float, y: float, size: float, colour: str = "") -> str:
        """A text around a point."""
        paint = f' fill="{colour}" font-weight="600" font-family="Helvetica,Arial,sans-serif"' if colour else ""
        return f'<text x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size:g}"{paint}>{escape(text)}</text>'

    def _draw_cell(self, view: View, cell: Cell, mark: str, changed: bool) -> str:
        x, y = self.at(cell)
        if self.geometry.shape == "edges":
            return self._draw_edge_or_box(cell, mark, changed)
        if self.geometry.shape == "pits":
            text = view.texts.get(cell, "")
            return self.write(text, x, y, 0.5 * self.cell, "#b91c1c" if changed else "#3b2713")
        if mark == EMPTY:
            return ""
        if self.game.look == "dominoes" and mark in "XO":
            return self._draw_half_domino(view, cell, mark)
        if mark in self.style.marks:
            return self.style.marks[mark](x, y, self.cell)
        return self.write(mark, x, y, 0.8 * self.cell)

    def _draw_edge_or_box(self, cell: Cell, mark: str, changed: bool) -> str:
        x, y = self.at(cell)
        half = self.cell / 2
        if not self.geometry.can_hold(cell):
            is_box = cell[0] % 2 == 1
            colour = dict(zip("XO", self.style.sides, strict=True)).get(mark)
            return self.write(mark, x, y, 0.6 * self.cell, colour) if is_box and colour else ""
        if mark == EMPTY:
            return ""
        start, line = (
            (f"{x:g} {y - half:g}", f"v{2 * half:g}") if cell[0] % 2 else (f"{x - half:g} {y:g}", f"h{2 * half:g}")
        )
        colour = "#dc2626" if changed else dict(zip("XO", self.style.sides, strict=True)).get(mark, "#1f2937")
        width = 0.13 * self.cell
        return f'<path d="M{start}{line}" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'

    def _draw_half_domino(self, view: View, cell: Cell, mark: str) -> str:
        """The first side's dominoes are upright, the second's lie; which half it is, the marks before it say."""
        side = "XO".index(mark)
        (row, column), (down, right) = cell, ((1, 0), (0, 1))[side]
        before = 0
        while row >= down and column >= right and view.rows[row - down][column - right] == mark:
            row, column, before = row - down, column - right, before + 1
        x, y = self.at(cell)
        gap, size = 0.12 * self.cell, self.cell
        left, top = (
            x - size / 2 + gap * (1 if down or before % 2 == 0 else 0),
            y - size / 2 + gap * (1 if right or before % 2 == 0 else 0),
        )
        width = size - gap * (2 if down else 1)
        height = size - gap * (2 if right else 1)
        return f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="{self.style.sides[side]}"/>'

    def _draw_signs(self, view: View) -> str:
        """What is written over cells; on a board of several parts, over the whole part."""
        if self.geometry.shape == "pits":
            return ""
        parts = []
        for (row, column), text in sorted(view.texts.items()):
            if view.blocks is None:
                x, y = self.at((row, column))
                size = 0.33 if self.game.look == "nodes" else 0.45
                parts.append(self.write(text, x, y, size * self.cell, "#1f2937"))
                continue
            high, wide = view.blocks
            x, y = (column // wide + 0.5) * wide * self.cell, (row // high + 0.5) * high * self.cell
            size = min(high, wide) * self.cell
            sign = self.style.marks.get(text)
            parts.append(sign(x, y, size) if sign else self.write(text, x, y, 0.5 * size, "#1f2937"))
        return "".join(parts)


def draw_position(record: GameRecord) -> str:
    """The position a game has come to, the last move and a winning line marked, with names along the edges.

    No part of it refers to another by its id, so that several can stand on one page.
    """
    game = record.game
    before, view = game.view(record.states[-2] if record.moves else record.state), game.view(record.state)
    board = BoardDrawing(game, [before, view])
    left, top = (EDGE if view.lines else NARROW_EDGE), (EDGE if view.columns else NARROW_EDGE)
    width = left + board.width * SCALE + NARROW_EDGE
    height = top + board.height * SCALE + NARROW_EDGE
    names: list[tuple[float, float, str]]
    names = [(left + board.at((0, i))[0] * SCALE, top - 8, name) for i, name in enumerate(view.columns)]
    for i, name in enumerate(view.lines):
        x, y = board.at((i, 0))
        beside = (x - 0.65 * board.cell) * SCALE if view.shape == "hexagons" else 0
        names.append((left - 11 + beside, top + y * SCALE + 4, name))
    won = game.winning_cells(record.state) if record.is_over else ()
    marks = board.draw_marks(view, find_changed_cells(before, view), won)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
            f'aria-label="A position of {escape(game.known_as)}" text-anchor="middle">',
            '<rect width="100%" height="100%" fill="#fff"/>',
            *(f'<text x="{x:g}" y="{y:g}" {FONT}>{escape(name)}</text>' for x, y, name in names),
            f'<g transform="translate({left} {top}) scale({SCALE:g})">{board.ground()}{marks}</g>',
            "</svg>\n",
        ]
    )


def find_changed_cells(before: View, after: View) -> frozenset[Cell]:
    """The cells that were taken or emptied between two positions, or that have another number of seeds.

    A cell that only changed its owner does not count, unless that is where a piece went that left another cell.
    """
    taken, emptied, turned = set[Cell](), set[Cell](), set[Cell]()
    for row, (old, new) in enumerate(zip(before.rows, after.rows, strict=False)):
        if old == new:
            continue
        for column, (a, b) in enumerate(zip(old, new, strict=False)):
            if a != b:
                (taken if a == EMPTY else emptied if b == EMPTY else turned).add((row, column))
    if after.shape == "pits":
        return frozenset(cell for cell, text in after.texts.items() if text != before.texts.get(cell))
    return frozenset(taken | emptied | (turned if emptied and not taken else set()))
