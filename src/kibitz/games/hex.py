"""Hex: put a stone on any free cell; Red wins by joining the top edge to the bottom one, Blue the left to the right.

One int per side, bit row * size + column. Each row lies half a cell further to the right than the one above, so that a
cell has six neighbours (size 4):

    a1  b1  c1  d1             0   1   2   3
      a2  b2  c2  d2             4   5   6   7          neighbours of a cell: 1, size and size - 1 bits
        a3  b3  c3  d3             8   9  10  11        higher and lower
          a4  b4  c4  d4            12  13  14  15

A state is (stones of the side to move, stones of the other side, whose turn: 0 Red, 1 Blue). With the swap rule Blue
may answer the first stone with move size * size: the stone becomes Blue's and moves to the cell that mirrors it in the
long diagonal, which is the same as if the players had changed sides. There are no draws: on a full board one side, and
only one, is joined.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.bits import bits, popcount, shift_right, word, write_bits
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View, helper
from kibitz.core.notation import check_position, join_position, mark_bits, split_position
from kibitz.core.spec import option
from kibitz.core.words import count

MARKS = ("X", "O")
MAX_SIZE = 11
LETTERS = "abcdefghijk"
NEIGHBOURS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


@helper
def dilate(cells: int, size: int, not_first: int, not_last: int) -> int:
    """The neighbours of some cells, and bits below the board, which the caller must clear."""
    left, right = cells & word(not_first), cells & word(not_last)
    found = right << 1 | shift_right(right, size - 1) | shift_right(left, 1) | left << size - 1
    return found | cells << size | shift_right(cells, size)


@dataclass(frozen=True)
class Hex(Game):
    name = "hex"
    title = "Hex"
    about = "Put stones on free cells; Red wins by connecting top and bottom, Blue by connecting left and right."
    family = "territory"
    look = "hex"
    players = ("Red", "Blue")
    presets = ("hex", "hex:size=5", "hex:size=7,swap=true")
    evaluator = "connection"
    position_marks = "".join(MARKS)

    size: int = option(11, "cells along a side", 1, MAX_SIZE)
    swap: bool = option(False, "the second player may take over the first stone")

    @property
    def int_bits(self) -> int:
        return max(64, self.size**2)

    @property
    def num_moves(self) -> int:
        return self.size**2 + self.swap

    @property
    def max_plies(self) -> int:
        return self.size**2 + self.swap

    def initial(self) -> State:
        return (0, 0, 0)

    @cached_property
    def edges(self) -> tuple[int, int, int, int]:
        """The cells of the top, bottom, left and right edge."""
        size = self.size
        top, left = (1 << size) - 1, sum(1 << row * size for row in range(size))
        return self.wide(top), self.wide(top << size * (size - 1)), self.wide(left), self.wide(left << size - 1)

    @cached_property
    def board(self) -> int:
        """All cells."""
        return self.wide((1 << self.size**2) - 1)

    def rules(self) -> Rules:
        size, cells, swap, board, one = self.size, self.size**2, self.swap, self.board, self.wide(1)
        top, bottom, left, right = self.edges
        not_first, not_last = self.wide(board ^ left), self.wide(board ^ right)

        def moves(state: State, out: MutableSequence[int]) -> int:
            count = write_bits(word(board) ^ (state[0] | state[1]), out)
            if swap and count == cells - 1 and state[2] == 1:
                out[count] = cells
                count += 1
            return count

        def play(state: State, move: Move) -> State:
            if swap and move == cells:
                stone = popcount(state[1] - one)  # its bit, as there is only one
                return (state[0], one << stone % size * size + stone // size, 1 - state[2])
            return (state[1], state[0] | one << move, 1 - state[2])

        def result(state: State) -> int:
            stones = state[1]  # only the side that moved last can be joined
            reached, goal = (stones & word(left), word(right)) if state[2] == 0 else (stones & word(top), word(bottom))
            before = reached ^ reached
            while reached != before:
                before = reached
                reached |= stones & dilate(reached, size, not_first, not_last)
            return -1 if reached & goal != 0 else ONGOING

        return Rules(moves, play, result)

    def cell(self, bit: int) -> Cell:
        """The cell of a bit."""
        return divmod(bit, self.size)

    def sides_of(self, state: State) -> tuple[int, int]:
        """Red's stones and Blue's."""
        return (state[0], state[1]) if state[2] == 0 else (state[1], state[0])

    def rows(self, state: State) -> tuple[str, ...]:
        red, blue = self.sides_of(state)
        marks = ["X" if red >> cell & 1 else "O" if blue >> cell & 1 else "." for cell in range(self.size**2)]
        return tuple("".join(marks[row * self.size : (row + 1) * self.size]) for row in range(self.size))

    def view(self, state: State) -> View:
        targets = {self.cell(move): move for move in self.moves(state) if move < self.size**2}
        names = tuple(LETTERS[: self.size]), tuple(str(row + 1) for row in range(self.size))
        return View(self.rows(state), targets, *names, shape="hexagons")

    def move_name(self, move: Move) -> str:
        if move == self.size**2:
            return "swap"
        row, column = self.cell(move)
        return f"{LETTERS[column]}{row + 1}"

    def centre_distance(self, move: Move) -> int:
        row, column = self.cell(move)
        down, right = 2 * row - self.size + 1, 2 * column - self.size + 1
        return max(abs(down), abs(right), abs(down + right))

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Half a turn; every other rotation or reflection changes whose edge is whose."""
        cells = self.size**2

        def turned(stones: int) -> int:
            return sum(1 << cells - 1 - cell for cell in bits(stones))

        def image(state: State) -> State:
            return (turned(state[0]), turned(state[1]), state[2])

        swap = (cells,) if self.swap else ()
        return (Symmetry(image, (*range(cells - 1, -1, -1), *swap)),) if cells > 1 else ()

    def winning_cells(self, state: State) -> frozenset[Cell]:
        """A shortest chain of stones from edge to edge."""
        if self.result(state) is None:
            return frozenset()
        axis = 1 - state[2]  # of the winner: 0 Red, from row to row, 1 Blue, from column to column
        stones = {self.cell(bit) for bit in bits(state[1])}
        chains: dict[Cell, tuple[Cell, ...]] = {cell: (cell,) for cell in sorted(stones) if cell[axis] == 0}
        waiting = list(chains)
        for cell in waiting:
            if cell[axis] == self.size - 1:
                return frozenset(chains[cell])
            for down, right in NEIGHBOURS:
                beside = cell[0] + down, cell[1] + right
                if beside in stones and beside not in chains:
                    chains[beside] = (*chains[cell], beside)
                    waiting.append(beside)
        return frozenset()

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """How many stones either side is short of joining its edges."""
        if move == self.size**2:
            return (Reason("swap", "takes over the first stone", hint="takes over the first stone"),)
        side, after = state[2], self.play(state, move)
        mine, theirs = self.stones_needed(after, side), self.stones_needed(after, 1 - side)
        if mine is None or mine == 0 or theirs is None:
            return ()
        me, other = self.sides[side], self.sides[1 - side]
        longer = theirs - (self.stones_needed(state, 1 - side) or 0)
        if mine == 1:
            return (Reason("threat", "threatens to join its edges", hint="threatens to join its edges"),)
        what, hint = "leaves", "brings its edges nearer"
        if longer > 0:
            what, hint = f"is in {other}'s way and leaves", f"is in {other}'s way"
        text = f"{what} {me} {count(mine, 'stone')} short of joining its edges, and {other} {theirs}"
        return (Reason("distance", text, hint=hint),)

    def stones_needed(self, state: State, side: int) -> int | None:
        """The fewest stones with which a side joins its edges if the other does nothing; None if it cannot."""
        own, other = state[:2] if state[2] == side else (state[1], state[0])
        reached: dict[Cell, int] = {}
        layer = [self.cell(bit) for bit in bits(self.edges[2 * side]) if not other >> bit & 1]
        needed = 0
        while layer:
            later = []
            while layer:
                cell = layer.pop()
                bit = cell[0] * self.size + cell[1]
                if cell in reached:
                    continue
                if not own >> bit & 1 and needed == 0:
                    later.append(cell)
                    continue
                reached[cell] = needed
                if cell[side] == self.size - 1:
                    return needed
                for down, right in NEIGHBOURS:
                    beside = cell[0] + down, cell[1] + right
                    if not (0 <= beside[0] < self.size and 0 <= beside[1] < self.size) or beside in reached:
                        continue
                    number = beside[0] * self.size + beside[1]
                    if own >> number & 1:
                        layer.append(beside)
                    elif not other >> number & 1:
                        later.append(beside)
            layer, needed = later, needed + 1
        return None

    @property
    def variant(self) -> str:
        return f"{self.size} × {self.size}" + (", with the swap rule" if self.swap else "")

    def why_over(self, state: State) -> str:
        edges = "left and right" if state[2] == 0 else "top and bottom"
        return f"{self.players[1 - state[2]]} has joined {edges}."

    def position_text(self, state: State) -> str:
        return join_position(self.rows(state), self.players[state[2]])

    def parse_position(self, text: str) -> State:
        """size * size characters of X (Red), O (Blue) and - from a1 on, then Red or Blue for the side to move."""
        board, side = split_position(text)
        check_position(
            len(board) == self.size**2 and set(board) <= {*MARKS, "-"},
            f"A position of {self} is {self.size**2} characters of X (Red), O (Blue) and -, then the side to move; "
            f"got '{text}'.",
        )
        red, blue = (mark_bits(board, mark) for mark in MARKS)
        more = red.bit_count() - blue.bit_count()
        sides = [name.upper() for name in self.players]
        side = side or sides[more > 0]
        check_position(side in sides, f"The side to move is {self.players[0]} or {self.players[1]}; got '{side}'.")
        turn = sides.index(side)
        swapped = -1 if self.swap and turn == 0 else 0
        check_position(
            more in (turn, swapped),
            f"Red has {red.bit_count()} stones and Blue {blue.bit_count()}; with {self.players[turn]} to move Red has "
            f"{'one more' if turn else 'as many'}.",
        )
        state = (red, blue, 0) if turn == 0 else (blue, red, 1)
        own_result = self.cached_rules.result((state[1], state[0], 1 - turn))
        check_position(own_result == ONGOING, f"{self.players[turn]} is to move, but has won already.")
        return state
