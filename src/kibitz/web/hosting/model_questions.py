"""What can be asked about a model in a file, and what the answers are: plain values, for processes and for pages.

A move's value is for the side that makes it, from -1, a loss, to 1, a win.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.game import Cell
from kibitz.drawing.position_view import BoardView, PositionView


@dataclass(frozen=True)
class CheckQuestion:
    """Can the method learn the game here? The answer is True, or the reason why not as an error."""

    game: str
    method: str


@dataclass(frozen=True)
class MistakesQuestion:
    """Which positions of the truth set of so many `positions` does the model at `path` get wrong?

    The answer has `count` of them, the worst first, after the `first` ones.
    """

    game: str
    path: str
    positions: int
    first: int
    count: int


@dataclass(frozen=True)
class Mistake:
    """A position in which the model's move does not keep the result.

    `moves` lead there. `played`: its move, `better`: those that keep the result, `gives_away`: in words, what it loses.
    `link` opens the position in the analysis, with the model's move as the next of the game.
    """

    moves: str
    plies: int
    to_move: int
    board: BoardView
    last: tuple[Cell, ...]
    played: str
    better: tuple[str, ...]
    loss: int
    is_exact: bool
    gives_away: str
    link: str


@dataclass(frozen=True)
class Mistakes:
    """Some of the mistakes of a model after learning from `done` games or positions.

    `wrong` of `positions` in all are wrong; `truth` says what these are. `first`: the place of the first one here.
    """

    done: int
    truth: str
    positions: int
    wrong: int
    first: int
    look: str
    sides: tuple[str, str]
    mistakes: tuple[Mistake, ...]


@dataclass(frozen=True)
class TableQuestion:
    """Which rows has the table at `path`? The answer has `count`, the most visited first, after the `first` ones.

    With `moves`, the row of the position that they lead to, and no other.
    """

    game: str
    path: str
    first: int
    count: int
    moves: str | None


@dataclass(frozen=True)
class TableMove:
    """A move in a row of a table: its value, and how often it was tried in learning."""

    move: str
    value: float
    visits: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class TableRow:
    """A position and what the table has about its moves. `position`: as text, None if the game has none.

    `is_known`: it was met in learning; if not, its values are those of a move that was never tried. `is_over`: the game
    has ended there, so that there are no moves. `link` opens the position in the analysis, empty if that cannot be.
    """

    position: str | None
    to_move: int
    board: BoardView
    is_known: bool
    is_over: bool
    visits: int
    moves: tuple[TableMove, ...]
    link: str


@dataclass(frozen=True)
class TablePage:
    """Some rows of a table of `size` rows, after learning from `done` games."""

    done: int
    size: int
    first: int
    look: str
    sides: tuple[str, str]
    rows: tuple[TableRow, ...]


@dataclass(frozen=True)
class SelfPlayQuestion:
    """How does the model at `path` play against itself? Another seed, another opening."""

    game: str
    path: str
    seed: int


@dataclass(frozen=True)
class SelfPlayGame:
    """A game that a model has played against itself after learning from `done` games or positions.

    The first `opening` moves were random, so that games differ; all others are those it prefers.
    """

    done: int
    seed: int
    opening: int
    game: PositionView
