"""A position drawn as text: marks, coordinates, the last move, the winning line.

It can be read without colour: (X) is the last move, [X] belongs to the winning line, and + marks a legal move in games
where not every empty cell is one.
"""

from __future__ import annotations

from rich.text import Text

from kibitz.core.game import Cell, Game
from kibitz.play.records import GameRecord

__all__ = ["draw_board", "name_side"]

MARKS = ("X", "O")  # of the side that begins and of the other, in games that have them
STYLES = {"X": "bold red", "O": "bold cyan", "*": "bold yellow", ".": "dim", "+": "green"}
ASCII = str.maketrans("─│┌┐└┘·×", "-|++++.x")  # for terminals without the first set
WIDE, NARROW = 3, 2  # characters per cell: both brackets, or only the left one on a narrow terminal


def draw_board(record: GameRecord, *, width: int = 80, ascii_only: bool = False) -> Text:
    """Draw the current position of a game for a terminal with that many columns."""
    board = _draw(record, width)
    if ascii_only:
        board.plain = board.plain.translate(ASCII)
    return board


def _draw(record: GameRecord, width: int) -> Text:
    view = record.game.view(record.state)
    margin = max((len(name) for name in view.lines), default=0) + 1
    columns = max((len(row) for row in view.rows), default=0)
    cell_width = WIDE if margin + WIDE * columns + 2 <= width else NARROW
    winning = record.game.winning_cells(record.state) if record.is_over else frozenset()
    last = find_last_cells(record)
    shows_moves = any(
        mark == "." and (r, c) not in view.targets for r, row in enumerate(view.rows) for c, mark in enumerate(row)
    )

    board = Text()
    if view.columns:
        names = "".join(_cell(name, " ", " ", cell_width) for name in view.columns)
        board.append(f"{'':{margin}} {names}".rstrip() + "\n")
    edge = "─" * (cell_width * columns)
    board.append(f"{'':{margin}}┌{edge}┐\n", "dim")
    for r, row in enumerate(view.rows):
        name = view.lines[r] if r < len(view.lines) else ""
        board.append(f"{name:>{margin - 1}} ")
        board.append("│", "dim")
        for c, mark in enumerate(row):
            if mark == "." and shows_moves and (r, c) in view.targets:
                mark = "+"
            left, right, style = " ", " ", STYLES.get(mark, "")
            if (r, c) in winning:
                left, right, style = "[", "]", f"{style} reverse"
            elif (r, c) in last:
                left, right, style = "(", ")", f"{style} underline"
            board.append(_cell("·" if mark == "." else mark, left, right, cell_width), style)
        board.append("│\n", "dim")
    board.append(f"{'':{margin}}└{edge}┘", "dim")
    legend = "" if record.game.players == MARKS else _format_legend(record)
    if legend:
        board.append(f"\n{'':{margin}} {legend}", "dim")
    return board


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


def find_last_cells(record: GameRecord) -> set[Cell]:
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
