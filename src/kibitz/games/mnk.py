"""m,n,k games: put a stone on any free cell, k in a row wins. Tic-tac-toe is 3,3,3.

One int per side, one bit per cell, and an empty bit between rows (3x3):

    a1 b1 c1 .      0  1  2  .
    a2 b2 c2 .      4  5  6  .
    a3 b3 c3 .      8  9 10  .

Moves are the cells in reading order, 0 to width * height - 1.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass

from kibitz.core.game import Cell, Move, Rules, State, Symmetry
from kibitz.core.spec import option
from kibitz.games.lines import MAX_SIDE, LineGame, cell_symmetries

__all__ = ["MNK"]


@dataclass(frozen=True)
class MNK(LineGame):
    name = "mnk"
    title = "Tic-tac-toe and m,n,k"
    about = "Put a stone on any free cell; whoever first has k in a row, in any direction, wins."
    look = "marks"
    aliases = {"tic-tac-toe": "width=3,height=3,k=3"}
    presets = ("tic-tac-toe", "mnk:width=5,height=5,k=4", "mnk:width=5,height=5,k=5")

    width: int = option(3, "columns", 1, MAX_SIDE)
    height: int = option(3, "rows", 1, MAX_SIDE)
    k: int = option(3, "stones in a row to win", 1, MAX_SIDE)

    def bit(self, row: int, column: int) -> int:
        return row * (self.width + 1) + column

    @property
    def steps(self) -> tuple[int, int, int, int]:
        return 1, self.width + 1, self.width, self.width + 2

    @property
    def num_moves(self) -> int:
        return self.width * self.height

    def rules(self) -> Rules:
        width, size = self.width, self.width * self.height

        def moves(state: State, out: MutableSequence[int]) -> int:
            free, count = ~(state[0] | state[1]), 0
            for cell in range(size):
                out[count] = cell  # kept only if the cell is free; without a branch, which would be slower
                count += free >> (cell + cell // width) & 1
            return count

        def play(state: State, move: Move) -> State:
            return (state[1], state[0] | 1 << (move + move // width))

        return Rules(moves, play, self.result_rule())

    def prospects(self) -> Callable[[State, int], int]:
        """By weights: a line without stones of the other side that lacks n stones has the weight 1 / 2**n.

        If the total weight is less than 1, the side to move can put a stone into each line before it is full; if it is
        less than 1/2, so can the other side [Erdős & Selfridge, "On a combinatorial game", 1973]. Lines that lack more
        stones than there are moves left do not count.
        """
        k = self.k
        # The first cells of the lines of one direction, and such a line as it would begin at bit 0.
        directions = tuple(
            (starts, sum(1 << i * step for i in range(k))) for step, starts in self.line_starts.items() if starts
        ) or ((0, 0),)

        def prospects(state: State, plies: int) -> int:
            mine, theirs = state[0], state[1]
            my_moves, their_moves = (plies + 1) // 2, plies // 2
            my_weight, their_weight = 0, 0  # in units of 1 / 2**k
            for starts, line_at_0 in directions:
                left = starts
                while left:
                    line = line_at_0 * (left & -left)
                    left &= left - 1
                    if line & theirs == 0:
                        stones = (line & mine).bit_count()
                        if k - stones <= my_moves:
                            my_weight += 1 << stones
                    if line & mine == 0:
                        stones = (line & theirs).bit_count()
                        if k - stones <= their_moves:
                            their_weight += 1 << stones
            return (1 if 2 * my_weight >= 1 << k else 0) + (2 if their_weight >= 1 << k else 0)

        return prospects

    def candidates(self) -> Callable[[State, MutableSequence[int]], int]:
        """A winning cell; else one where the other side would win; else all free cells."""
        width, size, board, completing = self.width, self.width * self.height, self.board, self.completing

        def candidates(state: State, out: MutableSequence[int]) -> int:
            mine, theirs = state[0], state[1]
            free = board ^ (mine | theirs)
            wins, threats = completing(mine, free), completing(theirs, free)
            wanted = wins if wins else threats
            if wanted:
                wanted &= -wanted  # one of several wins is enough, and only one of several threats can be blocked
            else:
                wanted = free
            count = 0
            for cell in range(size):
                out[count] = cell
                count += wanted >> (cell + cell // width) & 1
            return count

        return candidates

    def targets(self, state: State) -> dict[Cell, Move]:
        return {self.cells[move]: move for move in self.moves(state)}

    @property
    def column_names(self) -> tuple[str, ...]:
        return tuple(chr(ord("a") + column) for column in range(self.width))

    @property
    def row_names(self) -> tuple[str, ...]:
        return tuple(str(row + 1) for row in range(self.height))

    def move_name(self, move: Move) -> str:
        return self.column_names[move % self.width] + self.row_names[move // self.width]

    def centre_distance(self, move: Move) -> int:
        row, column = self.cells[move]
        return max(abs(2 * row - self.height + 1), abs(2 * column - self.width + 1))

    def symmetries(self) -> tuple[Symmetry, ...]:
        return cell_symmetries(self)
