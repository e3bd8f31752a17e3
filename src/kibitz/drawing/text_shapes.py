"""Boards that are not of squares, as text: one function for each shape.

  a   b   c            7 ·───·───·      a b c d e          4  4  4  4
1 ·   ·   X              │   │   │    1 ●───●═══●       ┌──────────────┐
  2 ·   O   ·          6 ·───X───·    2 │ X │ · ·
"""

from __future__ import annotations

from kibitz.core.game import Cell, View
from kibitz.drawing.geometry import EMPTY, Geometry
from kibitz.drawing.text_canvas import BRACKETS, Canvas, Emphasis

HEXAGON = 4  # characters from one cell to the next
POINT = 4
MARGIN = 2
OPEN, DOT = "·", "●"


def _put_mark(canvas: Canvas, at: tuple[int, int], mark: str, emphasis: Emphasis) -> None:
    """A mark with what shows without colours that it stands out."""
    row, column = at
    left, right = BRACKETS[emphasis]
    text = OPEN if mark == EMPTY else mark
    if left != " ":
        canvas.put(row, column - 1, left, emphasis, mark)
        canvas.put(row, column + len(text), right, emphasis, mark)
    canvas.put(row, column, text, emphasis, mark)


def _put_names(canvas: Canvas, view: View, columns: dict[int, int], lines: dict[int, tuple[int, int]]) -> None:
    """The names along the edges: above columns at these places, and before rows that begin at these."""
    for column, name in enumerate(view.columns):
        canvas.put(0, columns[column], name)
    for row, name in enumerate(view.lines):
        at, first = lines[row]
        canvas.put(at, first - len(name), name)


def draw_hexagons(view: View, emphasis: dict[Cell, Emphasis], names: dict[Cell, str]) -> Canvas:
    """Every row half a cell further to the right."""
    canvas, margin = Canvas(), max(map(len, ("", *view.lines))) + 3
    cells = list(Geometry([view]).cells())
    shift = min((HEXAGON * column + HEXAGON // 2 * row for row, column in cells), default=0)
    first: dict[int, int] = {}
    for row, column in cells:
        at = margin + HEXAGON * column + HEXAGON // 2 * row - shift
        first.setdefault(row, at)
        _put_mark(canvas, (row + 1, at), view.rows[row][column], emphasis.get((row, column), Emphasis.NONE))
    columns = {column: margin + HEXAGON * column - shift for column in range(len(view.columns))}
    _put_names(canvas, view, columns, {row: (row + 1, first.get(row, margin) - 2) for row in range(len(view.lines))})
    return canvas


def draw_points(view: View, emphasis: dict[Cell, Emphasis], names: dict[Cell, str]) -> Canvas:
    """Points with the lines between them; a row is two lines high."""
    canvas, margin = Canvas(), max(map(len, ("", *view.lines))) + 2

    def at(cell: Cell) -> tuple[int, int]:
        return 2 * cell[0] + 1, margin + POINT * cell[1]

    for start, end in view.links:
        (top, left), (bottom, right) = sorted((at(start), at(end)))
        length = max(bottom - top, abs(right - left) // (POINT // 2))
        if top == bottom:
            canvas.put(top, left, "─" * (right - left), Emphasis.FAINT)
            continue
        slope = (right > left) - (right < left)
        for step in range(1, length):
            canvas.put(top + step, left + slope * step * POINT // 2, "╱│╲"[slope + 1], Emphasis.FAINT)
    for cell in Geometry([view]).cells():
        _put_mark(canvas, at(cell), view.rows[cell[0]][cell[1]], emphasis.get(cell, Emphasis.NONE))
    columns = {column: at((0, column))[1] for column in range(len(view.columns))}
    _put_names(canvas, view, columns, {row: (at((row, 0))[0], margin - 2) for row in range(len(view.lines))})
    return canvas


def draw_edges(view: View, emphasis: dict[Cell, Emphasis], names: dict[Cell, str]) -> Canvas:
    """Dots, lines between them, and the boxes they close; the last line is doubled."""
    canvas, margin = Canvas(), max(map(len, ("", *view.lines))) + 1
    for row, column in Geometry([view]).cells():
        mark, at = view.rows[row][column], margin + 2 * column
        how = emphasis.get((row, column), Emphasis.NONE)
        if row % 2 == column % 2 == 0:
            canvas.put(row + 1, at, DOT)
        elif row % 2 and column % 2:
            canvas.put(row + 1, at, " " if mark == EMPTY else mark, how, mark)
        elif mark == EMPTY:
            canvas.put(row + 1, at, OPEN, Emphasis.FAINT)
        elif row % 2:
            canvas.put(row + 1, at, "║" if how is Emphasis.LAST else "│", how, mark)
        else:
            canvas.put(row + 1, at - 1, ("═" if how is Emphasis.LAST else "─") * 3, how, mark)
    columns = {column: margin + 2 * column for column in range(len(view.columns))}
    _put_names(canvas, view, columns, {row: (row + 1, margin - 1) for row in range(len(view.lines))})
    return canvas


def draw_pits(view: View, emphasis: dict[Cell, Emphasis], names: dict[Cell, str]) -> Canvas:
    """The number of seeds in every pit, and outside the frame the names of the moves; a store is between the rows."""
    canvas, geometry, width = Canvas(), Geometry([view]), 4
    high = 2 * geometry.rows - 1
    frame = "─" * (width * geometry.columns + 1)
    top = 1 if any(row < geometry.rows / 2 for row, _ in names) else 0
    canvas.put(top, 1, f"┌{frame}┐", Emphasis.FAINT)
    canvas.put(top + high + 1, 1, f"└{frame}┘", Emphasis.FAINT)
    for line in range(top + 1, top + high + 1):
        canvas.put(line, 1, "│", Emphasis.FAINT)
        canvas.put(line, len(frame) + 2, "│", Emphasis.FAINT)
    for row, column in geometry.cells():
        cell, at = (row, column), 4 + width * column
        text = view.texts.get(cell, view.rows[row][column])
        line = top + 1 + (high // 2 if geometry.is_tall(cell) else 2 * row)
        _put_mark(canvas, (line, at + (len(text) == 1)), text, emphasis.get(cell, Emphasis.NONE))
        if cell in names:
            name = names[cell]
            canvas.put(0 if row < geometry.rows / 2 else top + high + 2, at + (len(name) == 1), name, Emphasis.FAINT)
    return canvas


def draw_text(view: View, emphasis: dict[Cell, Emphasis], names: dict[Cell, str]) -> Canvas:
    """The lines as they are."""
    canvas = Canvas()
    for row, line in enumerate(view.rows):
        canvas.put(row, MARGIN, line)
    return canvas
