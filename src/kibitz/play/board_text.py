"""A position drawn as text: marks, coordinates, the last move, the winning line.

        1  2  3           (X)  the last move
      ┌─────────┐         [X]  a cell of the winning line
      │ ·  O  · │         +    a cell one may move to, in games where not every empty cell is
      │ X (X) · │
      └─────────┘

Everything can be told apart without colour. A face that has colours takes the drawing piece by piece.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import NamedTuple

from kibitz.core.game import Cell, Game
from kibitz.play.records import GameRecord

__all__ = ["Emphasis", "Piece", "draw_pieces", "format_board", "name_side"]

MARKS = ("X", "O")  # of the side that begins and of the other, in games that have them
WIDE, NARROW = 3, 2  # characters per cell: both brackets, or only the left one where there are few columns
USUAL_WIDTH = 80


class Emphasis(enum.Enum):
    """How a piece of the drawing stands out."""

    NONE = enum.auto()
    FAINT = enum.auto()  # frame and legend
    LAST = enum.auto()  # the last move
    WON = enum.auto()  # a cell of the winning line


class Piece(NamedTuple):
    """Some characters of a drawing; `mark` is what stands on the cell they show, empty where they show no cell."""

    text: str
    emphasis: Emphasis = Emphasis.NONE
    mark: str = ""


def format_board(record: GameRecord, *, width: int = USUAL_WIDTH) -> str:
    """The position a game has come to, as lines of at most so many characters where that is possible."""
    return "".join(piece.text for piece in draw_pieces(record, width=width))


def draw_pieces(record: GameRecord, *, width: int = USUAL_WIDTH) -> Iterator[Piece]:
    """The same drawing in pieces, from left to right and from top to bottom, line breaks included."""
    view = record.game.view(record.state)
    margin = max((len(name) for name in view.lines), default=0) + 1
    columns = max((len(row) for row in view.rows), default=0)
    cell_width = WIDE if margin + WIDE * columns + 2 <= width else NARROW
    winning = record.game.winning_cells(record.state) if record.is_over else frozenset()
    last = _find_last_cells(record)
    shows_moves = any(
        mark == "." and (r, c) not in view.targets for r, row in enumerate(view.rows) for c, mark in enumerate(row)
    )

    if view.columns:
        names = "".join(_cell(name, " ", " ", cell_width) for name in view.columns)
        yield Piece(f"{'':{margin}} {names}".rstrip() + "\n")
    edge = "─" * (cell_width * columns)
    yield Piece(f"{'':{margin}}┌{edge}┐\n", Emphasis.FAINT)
    for r, row in enumerate(view.rows):
        name = view.lines[r] if r < len(view.lines) else ""
        yield Piece(f"{name:>{margin - 1}} ")
        yield Piece("│", Emphasis.FAINT)
        for c, mark in enumerate(row):
            if mark == "." and shows_moves and (r, c) in view.targets:
                mark = "+"
            left, right, emphasis = " ", " ", Emphasis.NONE
            if (r, c) in winning:
                left, right, emphasis = "[", "]", Emphasis.WON
            elif (r, c) in last:
                left, right, emphasis = "(", ")", Emphasis.LAST
            yield Piece(_cell("·" if mark == "." else mark, left, right, cell_width), emphasis, mark)
        yield Piece("│\n", Emphasis.FAINT)
    yield Piece(f"{'':{margin}}└{edge}┘", Emphasis.FAINT)
    legend = "" if record.game.players == MARKS else _format_legend(record)
    if legend:
        yield Piece(f"\n{'':{margin}} {legend}", Emphasis.FAINT)


def name_side(game: Game, side: int) -> str:
    """A side's name, and the mark it has on the board where that is something else."""
    name, mark = game.players[side], MARKS[side]
    has_marks = any(mark in row for row in game.view(game.initial()).rows)
    return f"{name} ({mark})" if has_marks and name != mark else name


def _format_legend(record: GameRecord) -> str:
    """The number of cells with each mark."""
    marks = "".join(record.game.view(record.state).rows)
    names = dict(zip(MARKS, record.game.players, strict=True))
    others = sorted(set(marks) - {*MARKS, ".", " "})
    counts = [(mark, marks.count(mark)) for mark in (*MARKS, *others) if mark in marks]
    return "   ".join(f"{names.get(mark, '')} {mark} × {count}".strip() for mark, count in counts)


def _find_last_cells(record: GameRecord) -> set[Cell]:
    """The cells that stood for the last move and were changed by it."""
    if not record.choices:
        return set()
    before = record.game.view(record.states[-2])
    now = record.game.view(record.state)
    return {
        (r, c)
        for (r, c), move in before.targets.items()
        if move == record.choices[-1].move and before.rows[r][c] != now.rows[r][c]
    }


def _cell(mark: str, left: str, right: str, width: int) -> str:
    return f"{left}{mark}{right}"[:width].rjust(width) if len(mark) == 1 else mark.rjust(width - 1).ljust(width)
