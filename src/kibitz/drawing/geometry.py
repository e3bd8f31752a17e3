"""Where the cells of a board lie, by its shape; a square is one unit wide.

squares, points   a grid                          hexagons   rows half a cell further right each
edges             dots one unit apart, the        pits       rows further apart; a pit alone in its column
                  lines and boxes between them               is as tall as the board
text              lines of characters, narrower
                  than they are high
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from kibitz.core.game import Cell, View

Point: TypeAlias = tuple[float, float]  # across and down

EMPTY = "."
NO_CELL = " "  # fills up a row; no cell of the board
HEXAGON = 1 / math.sqrt(3)  # from its middle to a corner
PIT_ROW = 1.2
CHARACTER = 0.6  # of a text: its width


class Geometry:
    """The places of the cells that the views of one game have in common."""

    def __init__(self, views: Sequence[View]) -> None:
        view = views[0]
        self.shape = view.shape
        self.rows = max(len(each.rows) for each in views)
        self.columns = max(len(row) for each in views for row in each.rows)
        self._marks = view.rows
        offsets = [column + row / 2 for row, column in self.cells()] if self.shape == "hexagons" else [0]
        self._left = min(offsets, default=0)  # rows of hexagons may begin with cells that are none
        if self.shape == "hexagons":
            self.width, self.height = max(offsets, default=0) - self._left + 1, (0.5 + 1.5 * self.rows) * HEXAGON
        elif self.shape == "edges":
            self.width, self.height = (self.columns - 1) / 2, (self.rows - 1) / 2
        else:
            self.width = self.columns * (CHARACTER if self.shape == "text" else 1.0)
            self.height = self.rows * (PIT_ROW if self.shape == "pits" else 1)

    def cells(self) -> Iterator[Cell]:
        """The cells of the board in reading order."""
        for row, marks in enumerate(self._marks):
            for column, mark in enumerate(marks):
                if mark != NO_CELL:
                    yield row, column

    def can_hold(self, cell: Cell) -> bool:
        """Whether a move can be made there: not on dots and boxes, nor in a text."""
        return self.shape != "text" and (self.shape != "edges" or (cell[0] + cell[1]) % 2 == 1)

    def is_tall(self, cell: Cell) -> bool:
        """Whether a pit is alone in its column."""
        return self.shape == "pits" and all(cell[0] == row or cell[1] != column for row, column in self.cells())

    def at(self, cell: Cell) -> Point:
        """The middle of a cell."""
        row, column = cell
        if self.shape == "hexagons":
            return column + row / 2 - self._left + 0.5, (1 + 1.5 * row) * HEXAGON
        if self.shape == "edges":
            return column / 2, row / 2
        if self.shape == "pits":
            return column + 0.5, self.height / 2 if self.is_tall(cell) else (row + 0.5) * PIT_ROW
        return (column + 0.5) * (CHARACTER if self.shape == "text" else 1), row + 0.5

    def corners(self, cell: Cell) -> list[Point]:
        """The corners of a hexagon that stands on one of them, from the top one clockwise."""
        x, y = self.at(cell)
        angles = [(number / 3 - 0.5) * math.pi for number in range(6)]
        return [(x + HEXAGON * math.cos(angle), y + HEXAGON * math.sin(angle)) for angle in angles]
