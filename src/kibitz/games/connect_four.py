"""Connect Four and its variants: drop a stone into a column, k in a row wins, on a board of any size.

One int per side, one bit per cell, and one bit between columns that is always empty (7x6):

     5 12 19 26 33 40 47      top row
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42      bottom row
     1  2  3  4  5  6  7      columns; move c drops into column c + 1

Adding a column's lowest bit to its stones carries up to the first free cell [Tromp].
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cache

from kibitz.core.bits import bit_at
from kibitz.core.game import Cell, Move, Rules, State, Symmetry
from kibitz.core.notation import check_position
from kibitz.core.spec import option
from kibitz.core.words import count
from kibitz.games.lines import MAX_SIDE, LineGame


@cache
def _number_columns(width: int) -> tuple[str, ...]:
    return tuple(str(column + 1) for column in range(width))


@dataclass(frozen=True)
class ConnectFour(LineGame):
    name = "connect-four"
    title = "Connect Four"
    about = "Drop stones into the columns; the first player with four in a row, in any direction, wins."
    family = "classics"
    other_names = ("four in a row", "connect 4")
    look = "rack"
    colours = ("Red", "Yellow")
    unit = "stone"
    small_boards = tuple(
        f"width={width},height={height},k={k}"
        for cells in range(2, 17)
        for width in range(1, cells + 1)
        if cells % width == 0
        for height in (cells // width,)
        for k in range(2, max(width, height) + 1)
    )
    move_question = "Which column does {} play?"
    presets = ("connect-four", "connect-four:width=4,height=2", "connect-four:width=5,height=4")

    width: int = option(7, "columns", 1, MAX_SIDE)
    height: int = option(6, "rows", 1, MAX_SIDE)
    k: int = option(4, "stones in a row to win", 1, MAX_SIDE)

    def bit(self, row: int, column: int) -> int:
        return column * (self.height + 1) + self.height - 1 - row

    @property
    def steps(self) -> tuple[int, int, int, int]:
        return 1, self.height + 1, self.height, self.height + 2

    @property
    def num_moves(self) -> int:
        return self.width

    def rules(self) -> Rules:
        width, board, apart = self.width, self.board, self.height + 1
        top, one = self.height - 1, self.wide(1)

        def moves(state: State, out: MutableSequence[int]) -> int:
            free, count = ~(state[0] | state[1]), 0
            for column in range(width):
                out[count] = column  # kept only if the column is free; without a branch, which would be slower
                count += bit_at(free, column * apart + top)
            return count

        def play(state: State, move: Move) -> State:
            taken = state[0] | state[1]
            landing = (taken + (one << move * apart)) & (board ^ taken)
            # The carry leaves only the landing cell set among the free ones of its column;
            # the other columns' free cells were zero before and stay zero.
            return (state[1], state[0] | landing)

        return Rules(moves, play, self.result_rule())

    def candidates(self) -> Callable[[State, MutableSequence[int]], int]:
        """A winning move; else one that blocks a win; else the moves that do not let the other side win above."""
        width, board, apart, column_0 = self.width, self.board, self.height + 1, (1 << self.height) - 1
        completing = self.completing
        bottom = self.wide(sum(1 << column * apart for column in range(width)))

        def candidates(state: State, out: MutableSequence[int]) -> int:
            mine, theirs = state[0], state[1]
            taken = mine | theirs
            free, landing = board ^ taken, (taken + bottom) & board
            wins, threats = completing(mine, free), completing(theirs, free)
            at_once = wins & landing if wins & landing else threats & landing
            wanted = landing & ~(threats >> 1)
            if at_once or wanted == 0:
                # One of several wins is enough; with several threats, or if every move allows a win, all moves lose.
                at_once = at_once if at_once else landing
                wanted = at_once & -at_once
            count = 0
            for column in range(width):
                out[count] = column
                count += 1 if wanted >> column * apart & column_0 else 0
            return count

        return candidates

    def targets(self, state: State) -> dict[Cell, Move]:
        """A click anywhere in a column drops a stone into it."""
        return {(row, column): column for column in self.moves(state) for row in range(self.height)}

    @property
    def column_names(self) -> tuple[str, ...]:
        return _number_columns(self.width)

    def move_name(self, move: Move) -> str:
        return self.column_names[move]

    def say_move(self, move: Move) -> str:
        return f"column {self.move_name(move)}"

    def symmetries(self) -> tuple[Symmetry, ...]:
        mirror = self.turned(lambda cell: (cell[0], self.width - 1 - cell[1]))
        return (Symmetry(mirror, tuple(reversed(range(self.width)))),)

    def solved_score(self, state: State, result: int, distance: int) -> int:
        """0 for a draw; else 1 if the winner wins with its last stone, 2 with its second to last, and so on."""
        if result == 0:
            return 0
        plies_left = self.width * self.height - (state[0] | state[1]).bit_count() - distance
        score = plies_left // 2 + 1
        return score if result > 0 else -score

    def say_win(self, score: int) -> str:
        return f"with {count(score - 1, 'stone')} to spare" if score > 1 else "with the last stone"

    def cell_name(self, cell: Cell) -> str:
        return f"column {self.column_names[cell[1]]}, row {self.height - cell[0]} ({self.row_kind(cell)})"

    def row_kind(self, cell: Cell) -> str:
        return "odd" if (self.height - cell[0]) % 2 else "even"

    def parse_position(self, text: str) -> State:
        state = super().parse_position(text)
        taken = state[0] | state[1]
        for row, column in self.cells[: -self.width]:
            check_position(
                not taken >> self.bit(row, column) & 1 or bool(taken >> self.bit(row + 1, column) & 1),
                f"The stone in column {column + 1}, row {row + 1} from the top, has an empty cell below it; stones "
                "fall down.",
            )
        return state
