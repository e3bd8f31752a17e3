"""Where to look: a part of the board that a move is in, small, but never so small that it gives the move away.

left   middle  right       columns, for a game in which a column is chosen
top left … bottom right    a third or a half of the rows and of the columns, for the others
"""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.game import Cell, Game, Move, State, View

MIN_MOVES = 2  # legal moves in a region at least, if there are so many


class Region(NamedTuple):
    """A part of the board; no cells where the whole board is meant."""

    text: str
    cells: tuple[Cell, ...]


class _Span(NamedTuple):
    """Rows or columns from `first` to before `end`, and what they are called: top, middle, right …"""

    first: int
    end: int
    name: str


def find_region(game: Game, state: State, move: Move) -> Region:
    """The smallest part of the board with the move and at least one other in it."""
    view = game.view(state)
    places = _find_places(view)
    legal = len(game.moves(state))
    everywhere = Region(f"All {legal} moves are worth a look." if legal > 1 else "There is only one legal move.", ())
    if move not in places or len(places) < 2 or game.look == "heap":  # any chip of a heap is like the others
        return everywhere
    rows, columns = len(view.rows), max(map(len, view.rows))
    fitting = []
    downs = [_Span(0, rows, "")] if _chooses_columns(places) else _split(rows, "top", "bottom")
    for down in downs:
        for across in _split(columns, "left", "right"):
            inside = [own for own, cells in places.items() if all(_is_in(cell, down, across) for cell in cells)]
            if move in inside and MIN_MOVES <= len(inside) < len(places):
                fitting.append((len(inside), down, across))
    if not fitting:
        return everywhere
    _, down, across = min(fitting)
    cells = [(r, c) for r in range(down.first, down.end) for c in range(across.first, across.end)]
    return Region(_describe(view, down, across), tuple(cell for cell in cells if _mark(view, cell) != " "))


def _find_places(view: View) -> dict[Move, list[Cell]]:
    places: dict[Move, list[Cell]] = {}
    for cell, move in view.targets.items():
        places.setdefault(move, []).append(cell)
    for step, move in view.steps.items():
        places.setdefault(move, []).extend(step)
    return places


def _chooses_columns(places: dict[Move, list[Cell]]) -> bool:
    """Whether a move is a whole column, so that its row says nothing."""
    is_one_column = all(len({column for _, column in cells}) == 1 for cells in places.values())
    return is_one_column and any(len(cells) > 1 for cells in places.values())


def _split(size: int, low: str, high: str) -> list[_Span]:
    """The whole, its halves and its thirds; neighbours share a line where the size does not divide."""
    spans = [_Span(0, size, "")]
    if size >= 4:
        half = (size + 1) // 2
        spans += [_Span(0, half, low), _Span(size - half, size, high)]
    if size >= 3:
        third = -(-size // 3) if size >= 6 else max(1, size // 3)
        middle = (size - third) // 2
        names = (low, "middle", high)
        spans += [_Span(at, at + third, name) for at, name in zip((0, middle, size - third), names, strict=True)]
    return spans


def _is_in(cell: Cell, down: _Span, across: _Span) -> bool:
    return down.first <= cell[0] < down.end and across.first <= cell[1] < across.end


def _mark(view: View, cell: Cell) -> str:
    row = view.rows[cell[0]]
    return row[cell[1]] if cell[1] < len(row) else " "


def _describe(view: View, down: _Span, across: _Span) -> str:
    words = " ".join(filter(None, (down.name, across.name))).replace("middle middle", "middle")
    where = {"middle": "in the middle", "left": "on the left", "right": "on the right"}.get(words, f"at the {words}")
    names = ""
    if view.columns and not down.name:
        first, last = view.columns[across.first], view.columns[across.end - 1]
        names = f": column {first}" if first == last else f": columns {first} to {last}"
    return f"Look {where} of the board{names}."
