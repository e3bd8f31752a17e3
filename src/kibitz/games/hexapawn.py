"""Hexapawn, and the base of games of pawns that walk towards the far row, such as Breakthrough.

White begins at the bottom and walks up, Black down. One int per side, one bit per cell in reading order (3x3):

    a3 b3 c3     0 1 2      Black's pawns at the start
    a2 b2 c2     3 4 5
    a1 b1 c1     6 7 8      White's

A state is (White's pawns, Black's pawns, whose turn). A pawn in column c goes to column c - 1, c or c + 1 of the next
row: with w columns there are 3w - 2 such steps from a row, numbered from left to right by 3c - 1, 3c and 3c + 1.
White's come first, those from the top rows first, then Black's.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from kibitz.core.bits import bits, popcount, shift_right, word
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View, helper
from kibitz.core.notation import check_position, join_position, mark_bits, split_position
from kibitz.core.spec import option
from kibitz.core.words import count

NEAR = 2  # steps from the far row
MARKS = "XO"  # White, Black


@dataclass(frozen=True)
class PawnGame(Game):
    """Pawns step one row ahead and capture diagonally; whoever reaches the far row or leaves no move wins."""

    width: int = option(3, "columns", 2, 8)
    height: int = option(3, "rows", 3, 8)

    family = "pieces"
    look = "pawns"
    players = ("White", "Black")
    position_marks = MARKS
    evaluator = "pawns"

    pawn_rows: ClassVar[int]  # how many rows of pawns each side begins with
    walks_diagonally: ClassVar[bool]  # whether a diagonal step needs nothing to capture

    @property
    def board(self) -> int:
        """All cells."""
        return (1 << self.width * self.height) - 1

    @property
    def num_moves(self) -> int:
        return 2 * (self.height - 1) * (3 * self.width - 2)

    @property
    def max_plies(self) -> int:
        return 2 * self.pawn_rows * self.width * (self.height - 1)

    def initial(self) -> State:
        black = (1 << self.pawn_rows * self.width) - 1
        return (black << (self.height - self.pawn_rows) * self.width, black, 0)

    @cached_property
    def step_sources(self) -> Callable[[State], tuple[int, int, int]]:
        """A helper for rules: the pawns of the side to move that can step to the left, straight ahead, to the right."""
        width, board, walks_diagonally = self.width, self.board, self.walks_diagonally
        first_column = sum(1 << row * width for row in range(self.height))
        not_first, not_last = board ^ first_column, board ^ first_column << width - 1

        @helper
        def step_sources(state: State) -> tuple[int, int, int]:
            free = word(board) ^ (state[0] | state[1])
            if state[2] == 0:
                own, diagonal = state[0], (free | state[1] if walks_diagonally else state[1])
                left, ahead, right = diagonal << width + 1, free << width, diagonal << width - 1
            else:
                own, diagonal = state[1], (free | state[0] if walks_diagonally else state[0])
                left, right = shift_right(diagonal, width - 1), shift_right(diagonal, width + 1)
                ahead = shift_right(free, width)
            return own & left & word(not_first), own & ahead, own & right & word(not_last)

        return step_sources

    def rules(self) -> Rules:
        width, steps = self.width, 3 * self.width - 2
        whites = (self.height - 1) * steps  # moves of White
        top = (1 << width) - 1
        bottom = top << (self.height - 1) * width
        step_sources = self.step_sources

        def moves(state: State, out: MutableSequence[int]) -> int:
            left, ahead, right = step_sources(state)
            first = -steps if state[2] == 0 else whites
            rest, count = left | ahead | right, 0
            while rest:
                pawn = rest & -rest
                cell = popcount(pawn - 1)
                number = first + cell // width * steps + 3 * (cell % width)
                if left & pawn:
                    out[count] = number - 1
                    count += 1
                if ahead & pawn:
                    out[count] = number
                    count += 1
                if right & pawn:
                    out[count] = number + 1
                    count += 1
                rest ^= pawn
            return count

        def play(state: State, move: Move) -> State:
            white, black = state[0], state[1]
            step = move % steps + 1
            upper, side = move // steps * width + step // 3, step % 3 - 1
            if state[2] == 0:
                target = 1 << upper + side
                return ((white ^ 1 << upper + width) | target, black & ~target, 1)
            upper -= (whites // steps) * width
            target = 1 << upper + width + side
            return (white & ~target, (black ^ 1 << upper) | target, 0)

        def result(state: State) -> int:
            reached = state[1] & word(bottom) if state[2] == 0 else state[0] & top
            if reached:
                return -1
            left, ahead, right = step_sources(state)
            return ONGOING if left | ahead | right else -1

        return Rules(moves, play, result)

    @cached_property
    def paths(self) -> tuple[tuple[Cell, Cell], ...]:
        """From where to where each move goes."""
        found = []
        for up in (True, False):
            for row in range(self.height - 1):
                for column in range(self.width):
                    for side in (-1, 0, 1):
                        if 0 <= column + side < self.width:
                            found.append(((row + up, column), (row + (not up), column + side)))
        return tuple(found)

    def cell(self, bit: int) -> Cell:
        """The cell of a bit."""
        return divmod(bit, self.width)

    def cell_name(self, cell: Cell) -> str:
        return f"{'abcdefgh'[cell[1]]}{self.height - cell[0]}"

    def rows(self, state: State) -> tuple[str, ...]:
        size = self.width * self.height
        marks = "".join("X" if state[0] >> bit & 1 else "O" if state[1] >> bit & 1 else "." for bit in range(size))
        return tuple(marks[start : start + self.width] for start in range(0, size, self.width))

    def view(self, state: State) -> View:
        names = tuple("abcdefgh"[: self.width]), tuple(str(row) for row in range(self.height, 0, -1))
        return View(self.rows(state), {}, *names, steps={self.paths[move]: move for move in self.moves(state)})

    def move_name(self, move: Move) -> str:
        return "".join(map(self.cell_name, self.paths[move]))

    def centre_distance(self, move: Move) -> int:
        return abs(2 * self.paths[move][1][1] - self.width + 1)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Left and right can change places."""

        def mirrored(cell: Cell) -> Cell:
            return cell[0], self.width - 1 - cell[1]

        image = [
            row * self.width + self.width - 1 - column for row in range(self.height) for column in range(self.width)
        ]

        def turned(pawns: int) -> int:
            return sum(1 << image[bit] for bit in bits(pawns))

        number = {path: move for move, path in enumerate(self.paths)}
        moves = tuple(number[mirrored(start), mirrored(end)] for start, end in self.paths)
        return (Symmetry(lambda state: (turned(state[0]), turned(state[1]), state[2]), moves),)

    def reached(self, state: State) -> int:
        """The pawns that have reached the far row."""
        top = (1 << self.width) - 1
        return state[0] & top | state[1] & top << (self.height - 1) * self.width

    def winning_cells(self, state: State) -> frozenset[Cell]:
        return frozenset(map(self.cell, bits(self.reached(state))))

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """The pawn that is taken, stopped or left to be taken, and how near the far row it comes."""
        side, after = state[2], self.play(state, move)
        end = self.paths[move][1]
        ahead = -1 if side == 0 else 1
        other = state[1 - side]
        found = []
        if other >> end[0] * self.width + end[1] & 1:
            text = f"takes the pawn on {self.cell_name(end)}"
            found.append(Reason("taken", text, (end,), hint="takes a pawn", amount=1, total="takes {} pawns"))
        if self.result(after) is not None:
            reached = Reason("reached", "reaches the far row", (end,), is_plain=True, hint="reaches the far row")
            stuck = Reason("stuck", f"leaves {self.sides[1 - side]} no move", is_plain=True)
            return (*found, reached if self.reached(after) else stuck)
        rows = end[0] if side == 0 else self.height - 1 - end[0]
        can_be_taken = any(self.paths[answer][1] == end for answer in self.moves(after))
        if can_be_taken and not found:
            found.append(
                Reason("offered", f"lets {self.sides[1 - side]} take the pawn on {self.cell_name(end)}", (end,))
            )
        elif rows <= NEAR:
            text = f"comes within {count(rows, 'step')} of the far row"
            found.append(Reason("near", text, (end,), hint=text))
        front = end[0] + ahead, end[1]
        if 0 <= front[0] < self.height and other >> front[0] * self.width + front[1] & 1:
            text = f"stops the pawn on {self.cell_name(front)}"
            found.append(Reason("stops", text, (front,), hint="stops a pawn"))
        return tuple(found)

    @property
    def variant(self) -> str:
        return f"{self.width} × {self.height}"

    def why_over(self, state: State) -> str:
        loser, winner = self.players[state[2]], self.players[1 - state[2]]
        if self.reached(state):
            return f"{winner} has reached the far row."
        return f"{loser} has no {'move' if state[state[2]] else 'pawns'} left."

    def position_text(self, state: State) -> str:
        return join_position(self.rows(state), self.players[state[2]])

    def parse_position(self, text: str) -> State:
        """Cells from the top left in reading order, X for White's pawns and O for Black's, then the side to move."""
        board, side = split_position(text)
        size = self.width * self.height
        check_position(
            len(board) == size and set(board) <= {*MARKS, "-"},
            f"A position of {self} is {size} characters of X (White), O (Black) and -, row by row from the top; "
            f"got '{text}'.",
        )
        turn = {"X": 0, "WHITE": 0, "W": 0, "O": 1, "BLACK": 1, "B": 1}.get(side)
        check_position(turn is not None, f"The side to move is White or Black, written after the board; got '{side}'.")
        white, black = (mark_bits(board, mark) for mark in MARKS)
        most = self.pawn_rows * self.width
        for pawns, name in ((white, "White"), (black, "Black")):
            check_position(
                pawns.bit_count() <= most, f"{name} has {pawns.bit_count()} pawns here; a side has at most {most}."
            )
        top, bottom = (1 << self.width) - 1, ((1 << self.width) - 1) << (self.height - 1) * self.width
        reached = (white & top).bit_count(), (black & bottom).bit_count()
        check_position(
            sum(reached) <= 1 and not reached[turn or 0],
            "A pawn on the far row ends the game: there can be only one, and not of the side to move.",
        )
        return (white, black, turn or 0)


@dataclass(frozen=True)
class Hexapawn(PawnGame):
    name = "hexapawn"
    title = "Hexapawn"
    about = "Pawns step ahead and capture diagonally; reach the far row, or leave no move, to win."
    aliases = {"octopawn": "width=4,height=4"}
    presets = ("hexapawn", "hexapawn:width=4,height=4", "hexapawn:width=5,height=5")

    pawn_rows = 1
    walks_diagonally = False
