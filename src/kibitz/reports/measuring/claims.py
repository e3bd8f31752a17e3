"""Tools to check a claim: sample positions, numbers read from rows, and a verdict only when all rows are there."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence

from kibitz.arena.openings import random_positions
from kibitz.core.game import Game, Move, State, find_game
from kibitz.core.limits import REFERENCE
from kibitz.core.searching import NodeKind, Nodes, find_search
from kibitz.lab.design import Cell, Claim, Experiment, Row, Value, number
from kibitz.lab.verdict import Kind, Verdict


def count_moves_held(game: Game | str, spec: str, state: State | None = None) -> int:
    """The memory a depth-first search needs: the largest number of moves listed along one path."""
    played = find_game(game)
    watcher = _PathWatcher(played)
    searcher, limits, _ = find_search(spec)
    root = played.initial() if state is None else state
    searcher.search(played, root, limits, backend=REFERENCE, watcher=watcher)
    return watcher.most


class _PathWatcher:
    """Counts the moves listed along the current path of a search."""

    room = 1 << 62

    def __init__(self, game: Game) -> None:
        self.game = game
        self.path: list[int] = []
        self.most = 0

    def begin(self, depth: int) -> None: ...

    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None:
        self.path.append(len(self.game.moves(state)) if depth else 0)
        self.most = max(self.most, sum(self.path))

    def leave(self, value: int, kind: NodeKind) -> None:
        self.path.pop()

    def note(self, column: str, number: int) -> None: ...
    def take(self, nodes: Nodes) -> None: ...
    def skip(self, count: int) -> None: ...


def sample_positions(game: Game | str, count: int, seed: int, *plies: int) -> list[State]:
    """Different unfinished positions, equally many after each number of plies, or as early as there are enough."""
    game = find_game(game)
    found: list[State] = []
    for length in plies or (None,):
        share = math.ceil(count / max(len(plies), 1))
        found += [state for state, _ in random_positions(game, share, seed, plies=length).values()]
    return found[:count]


def play_moves(game: Game | str, names: str) -> State:
    """Play moves given by name, separated by spaces, from the start: the position they lead to."""
    game = find_game(game)
    state = game.initial()
    for name in names.split():
        state = game.play(state, game.legal_move(state, name))
    return state


# Reading measured rows.


def read_column(rows: Sequence[Row], name: str) -> list[float]:
    """The numbers of a column, from the rows that have been measured and have a number there."""
    return [
        number(row.measured, name)
        for row in rows
        if row.measured is not None and isinstance(row.measured.get(name), int | float)
    ]


def rows_with(rows: Sequence[Row], **settings: Value) -> list[Row]:
    """The measured rows whose cells have these settings."""

    def fits(cell: Cell) -> bool:
        return all(cell.settings.get(key) == value for key, value in settings.items())

    return [row for row in rows if row.measured is not None and fits(row.cell)]


def growth_factor(numbers: Sequence[float]) -> float:
    """The geometric mean of the factors from each number to the next."""
    return float((numbers[-1] / numbers[0]) ** (1 / (len(numbers) - 1)))


# Judging.


class CheckedTable(Experiment):
    """A table that is judged only when all rows of a quick or a full run are measured, and is open until then."""

    def judge(self, rows: Sequence[Row]) -> Verdict:
        there = [row.cell for row in rows]
        if any(all(cell in there for cell in self.cells(quick=quick)) for quick in (True, False)):
            return self.decide(rows)
        return Verdict(Kind.OPEN, f"{len(rows)} of its rows are measured, but not all.")

    @abstractmethod
    def decide(self, rows: Sequence[Row]) -> Verdict:
        """The verdict, given all rows measured."""


class CheckedClaim(CheckedTable, Claim):
    """A claim that is judged only when all rows are measured."""
