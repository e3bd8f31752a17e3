"""What a position looks like: marks in rows, what a click on them means, and what a cell is.

state   everything the rules need, as ints; immutable and hashable
move    an int, 0 <= move < game.num_moves
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

State: TypeAlias = tuple[int, ...]
Move: TypeAlias = int
Cell: TypeAlias = tuple[int, int]  # row from the top, column from the left, both from 0


@dataclass(frozen=True)
class View:
    """All that is needed to draw a position and to turn a click into a move, in a terminal or in a browser.

    `rows`: one character per cell, top row first; '.' is empty, ' ' is no cell at all. `targets`: which cell stands for
    which legal move; `steps`: which pair of cells, from and to, does. `columns` and `lines` are the names along the top
    and the left edge, empty if the game has none. `shape` says what a cell is, for boards that are not of squares:

        squares    one beside the other, as on a chessboard
        hexagons   every row half a cell further to the right than the one above
        points     where lines meet; `links` are the lines, each between two cells
        edges      rows and columns from 0: dots where both are even, boxes where both are odd, edges elsewhere
        pits       hollows with seeds in them, as in mancala; `texts` are their numbers
        text       the characters of a drawing, for games that come with one; no character is a cell to click on
    """

    rows: tuple[str, ...]
    targets: dict[Cell, Move]
    columns: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    steps: dict[tuple[Cell, Cell], Move] = field(default_factory=dict)
    shape: str = "squares"
    links: tuple[tuple[Cell, Cell], ...] = ()
    texts: dict[Cell, str] = field(default_factory=dict)  # where one character does not say it
    names: dict[Cell, str] = field(default_factory=dict)  # of cells, where `columns` and `lines` do not name them
    blocks: tuple[int, int] | None = None  # rows and columns of a part that heavier lines set off
