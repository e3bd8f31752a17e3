"""A table of action values: of every position met in learning, what each move is worth, and how often it was tried."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kibitz.core.game import Game, Move, State
from kibitz.core.python_source import read_literal
from kibitz.learned.model import Arrays, Expectation, Model, Training


class Row:
    """What is known of the moves of one position, in natural order; values are for the side to move.

    `others`: while learning, what the moves are worth to the other side; None where that is the negative.
    """

    __slots__ = ("others", "values", "visits")

    def __init__(self, values: list[float], visits: list[int], others: list[float] | None = None) -> None:
        self.values, self.visits, self.others = values, visits, others

    @classmethod
    def of(cls, moves: int, value: float = 0.0, *, shared: bool = False) -> Row:
        """Of a position that was never seen; `shared`: with values for the other side as well."""
        return cls([value] * moves, [0] * moves, [value] * moves if shared else None)


class ActionTable(Model):
    kind = "action table"

    def __init__(self, game: Game, rows: Mapping[State, Row], training: Training = Training()) -> None:
        super().__init__(game, training)
        self.rows = rows

    def expect(self, state: State) -> list[Expectation]:
        """A position that was never seen is level, whatever is played."""
        moves = self.game.moves(state)
        row = self.rows.get(state) or Row.of(len(moves))
        return [
            Expectation(move, value, visits=visits)
            for move, value, visits in zip(moves, row.values, row.visits, strict=True)
        ]

    def choose(self, state: State) -> Move:
        """As in `Model`, without making the rest of what it expects: it is asked for thousands of positions."""
        moves, row = self.game.moves(state), self.rows.get(state)
        return moves[0] if row is None else moves[row.values.index(max(row.values))]

    def arrays(self) -> Arrays:
        text = "\n".join(map(write_state, self.rows))
        return {
            "states": np.frombuffer(text.encode(), np.uint8),
            "moves": np.array([len(row.values) for row in self.rows.values()], np.uint16),
            "values": np.array([value for row in self.rows.values() for value in row.values], np.float64),
            "visits": np.array([count for row in self.rows.values() for count in row.visits], np.uint32),
        }

    @classmethod
    def from_arrays(cls, game: Game, training: Training, arrays: Arrays) -> ActionTable:
        lines = arrays["states"].tobytes().decode().splitlines()
        values, visits, at = arrays["values"].tolist(), arrays["visits"].tolist(), 0
        rows: dict[State, Row] = {}
        for line, count in zip(lines, arrays["moves"].tolist(), strict=True):
            rows[read_state(line)] = Row(values[at : at + count], visits[at : at + count])
            at += count
        if at != len(values) or at != len(visits):
            raise ValueError("its numbers do not make a table")
        return cls(game, rows, training)


def write_state(state: State) -> str:
    """A state as a line of text: its numbers, or where it is made of other things, those as Python writes them."""
    if state and isinstance(state, tuple) and all(type(part) is int for part in state):
        return " ".join(map(str, state))
    return repr(state)


def read_state(line: str) -> State:
    """The reverse of `write_state`; raises ValueError if it was not made of tuples, numbers and text."""
    if line and not line.strip("-0123456789 "):
        return tuple(map(int, line.split()))
    try:
        state: State = read_literal(line)  # type: ignore[assignment]  # as it was written
    except (SyntaxError, MemoryError, RecursionError) as error:
        raise ValueError(str(error)) from None
    return state


KIND = ActionTable
