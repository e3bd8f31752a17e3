"""A position drawn as text: marks, coordinates, the last move, the winning line.

        1  2  3           (X)  the last move
      ┌─────────┐         [X]  a cell of the winning line
      │ ·  O  · │         +    a cell one may move to, in games where not every empty cell is
      │ X (X) · │
      └─────────┘

Everything can be told apart without colour. A face that has colours takes the drawing piece by piece.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from kibitz.core.game import Cell, Game, View
from kibitz.drawing.text_canvas import BRACKETS, Canvas, Emphasis, Piece
from kibitz.drawing.text_shapes import draw_edges, draw_hexagons, draw_pits, draw_points, draw_text
from kibitz.play.records import GameRecord

MARKS = ("X", "O")  # of the side that begins and of the other, in games that have them
WIDE, NARROW = 3, 2  # characters per cell: both brackets, or only the left one where there are few columns
USUAL_WIDTH = 80
SHAPES: dict[str, Callable[[View, dict[Cell, Emphasis], dict[Cell, str]], Canvas]] = {
    "hexagons": draw_hexagons,
    "points": draw_points,
    "edges": draw_edges,
    "pits": draw_pits,
    "text": draw_text,
}


def format_board(record: GameRecord, *, width: int = USUAL_WIDTH) -> str:
    """The position a game has come to, as lines of at most so many characters where that is possible."""
    return "".join(piece.text for piece in draw_pieces(record, width=width))


def draw_pieces(record: GameRecord, *, width: int = USUAL_WIDTH) -> Iterator[Piece]:
    """The same drawing in pieces, from left to right and from top to bottom, line breaks included."""
    game = record.game
    view = game.view(record.state)
    emphasis = dict.fromkeys(_find_last_cells(record), Emphasis.LAST)
    if record.is_over:
        emphasis |= dict.fromkeys(game.winning_cells(record.state), Emphasis.WON)
    margin = max((len(name) for name in _name_lines(game, view)), default=0) + 1
    if view.shape in SHAPES:
        names = {cell: game.move_name(move) for cell, move in view.targets.items()}
        yield from SHAPES[view.shape](view, emphasis, names).pieces()
    else:
        yield from _draw_squares(game, view, emphasis, margin, width)
    remark = "" if record.is_over else game.remark(record.state)
    for line in (_format_legend(record, view), remark):
        if line:
            yield Piece(f"\n{'':{margin}} {line}", Emphasis.FAINT)


def _draw_squares(game: Game, view: View, emphasis: dict[Cell, Emphasis], margin: int, width: int) -> Iterator[Piece]:
    columns = max((len(row) for row in view.rows), default=0)
    cell_width = WIDE if margin + WIDE * columns + 2 <= width else NARROW
    high, wide = view.blocks or (len(view.rows), columns)
    ends = [*range(0, columns, wide or 1), columns]
    parts = ["─" * (cell_width * (end - start)) for start, end in pairwise(ends)]
    if view.columns:
        names = [_cell(name, " ", " ", cell_width) for name in view.columns]
        heading = " ".join("".join(names[start:end]) for start, end in pairwise(ends))
        yield Piece(f"{'':{margin}} {heading}".rstrip() + "\n")
    yield Piece(f"{'':{margin}}┌{'┬'.join(parts)}┐\n", Emphasis.FAINT)
    lines = _name_lines(game, view)
    for r in range(len(view.rows)):
        if r and r % high == 0:
            yield Piece(f"{'':{margin}}├{'┼'.join(parts)}┤\n", Emphasis.FAINT)
        yield Piece(f"{lines[r] if r < len(lines) else '':>{margin - 1}} ")
        for c in range(columns):
            if c % (wide or 1) == 0:
                yield Piece("│", Emphasis.FAINT)
            mark = _shown_mark(game, view, (r, c))
            how = emphasis.get((r, c), Emphasis.NONE)
            yield Piece(_cell("·" if mark == "." else mark, *BRACKETS[how], cell_width), how, mark)
        yield Piece("│\n", Emphasis.FAINT)
    yield Piece(f"{'':{margin}}└{'┴'.join(parts)}┘", Emphasis.FAINT)


def _shown_mark(game: Game, view: View, cell: Cell) -> str:
    """The mark of a cell; a plus where one may move, if there are free cells where one may not."""
    row, column = cell
    mark = view.rows[row][column : column + 1] or " "
    if mark == "." and cell in view.targets and _shows_moves(view):
        return "+"
    if game.look == "draughts" and (row + column) % 2 == 0:
        return " "  # no man ever stands there
    return view.texts.get(cell, mark)[:1] if view.blocks is None else mark


def _shows_moves(view: View) -> bool:
    return any(
        mark == "." and (r, c) not in view.targets for r, row in enumerate(view.rows) for c, mark in enumerate(row)
    )


def _name_lines(game: Game, view: View) -> tuple[str, ...]:
    """The names before the rows; on a draughts board, whose squares are numbered, the numbers in each row."""
    if view.lines or game.look != "draughts":
        return view.lines
    counts = [sum((row + column) % 2 for column in range(len(marks))) for row, marks in enumerate(view.rows)]
    firsts = [sum(counts[:row]) + 1 for row in range(len(counts))]
    return tuple(f"{first}-{first + count - 1}" for first, count in zip(firsts, counts, strict=True))


def name_side(game: Game, side: int) -> str:
    """A side's name, and the mark it has on the board where that is something else and nobody else's."""
    name, mark = game.players[side], MARKS[side]
    if game.look == "marks":
        return name  # who is not called X puts other marks down too
    has_marks = any(mark in row for row in game.view(game.initial()).rows)
    return f"{name} ({mark})" if has_marks and name != mark else name


def _format_legend(record: GameRecord, view: View) -> str:
    """The number of cells with each mark, or whose rows are whose; empty where the marks are the sides' names."""
    game, marks = record.game, "".join(view.rows)
    if view.shape == "pits":
        owners = [
            next((name for mark, name in zip(MARKS, game.players, strict=True) if mark in row), "") for row in view.rows
        ]
        return "   ".join(f"{name} {place}" for name, place in zip(owners, ("above", "below"), strict=False) if name)
    if game.players == MARKS or game.look == "marks" or view.shape in ("edges", "text"):
        return ""
    names = dict(zip(MARKS, game.players, strict=True))
    if game.look == "draughts":
        names |= {"x": f"{game.players[0]} men", "o": f"{game.players[1]} men", "X": "kings", "O": "kings"}
        shown = "xXoO"
    else:
        shown = "".join((*MARKS, *sorted(set(marks) - {*MARKS, ".", " "})))
    counts = [(mark, marks.count(mark)) for mark in shown if mark in marks]
    return "   ".join(f"{names.get(mark, '')} {mark} × {count}".strip() for mark, count in counts)


def _find_last_cells(record: GameRecord) -> set[Cell]:
    """The cells that stood for the last move and were changed by it; of a move from one cell to another, the other."""
    if not record.choices:
        return set()
    before = record.game.view(record.states[-2])
    now = record.game.view(record.state)
    last = record.choices[-1].move
    cells = {cell for cell, move in before.targets.items() if move == last}
    cells |= {end for (_, end), move in before.steps.items() if move == last}
    return {
        (r, c)
        for r, c in cells
        if before.rows[r][c] != now.rows[r][c] or before.texts.get((r, c)) != now.texts.get((r, c))
    }


def _cell(mark: str, left: str, right: str, width: int) -> str:
    return f"{left}{mark}{right}"[:width].rjust(width) if len(mark) == 1 else mark.rjust(width - 1).ljust(width)
