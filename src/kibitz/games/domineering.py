"""Domineering: one side puts dominoes upright, the other lying; whoever has no place left loses.

One int per side, the cells that its dominoes cover, one bit per cell in reading order (4x3):

    a1 b1 c1 d1     0  1  2  3
    a2 b2 c2 d2     4  5  6  7
    a3 b3 c3 d3     8  9 10 11

A state is (Vertical's cells, Horizontal's cells, whose turn). Vertical's moves come first, each numbered by its upper
cell; then Horizontal's by its left cell, the last column left out.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.bits import bits, popcount, shift_right, word
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View, helper
from kibitz.core.notation import check_position, join_position, mark_bits, split_position
from kibitz.core.spec import option
from kibitz.games.lines import square_symmetries

MAX_SIDE = 8


@dataclass(frozen=True)
class Domineering(Game):
    name = "domineering"
    title = "Domineering"
    about = "One side places dominoes upright, the other lying; a side that cannot place one loses."
    family = "territory"
    look = "dominoes"
    players = ("Vertical", "Horizontal")
    presets = ("domineering", "domineering:width=6,height=6", "domineering:width=5,height=5")
    evaluator = "places"
    position_marks = "XO"

    width: int = option(8, "columns", 2, MAX_SIDE)
    height: int = option(8, "rows", 2, MAX_SIDE)

    @property
    def num_moves(self) -> int:
        return self.vertical_moves + self.height * (self.width - 1)

    @property
    def vertical_moves(self) -> int:
        return (self.height - 1) * self.width

    @property
    def max_plies(self) -> int:
        return self.width * self.height // 2

    def initial(self) -> State:
        return (0, 0, 0)

    @property
    def board(self) -> int:
        """All cells."""
        return (1 << self.width * self.height) - 1

    @property
    def last_column(self) -> int:
        return sum(1 << row * self.width + self.width - 1 for row in range(self.height))

    @cached_property
    def places(self) -> Callable[[int, int], int]:
        """A helper for rules: the upper or left cells of the dominoes that a side can put on these free cells."""
        width, not_last = self.width, self.board ^ self.last_column

        @helper
        def places(free: int, side: int) -> int:
            if side == 0:
                return free & shift_right(free, width)
            return free & shift_right(free, 1) & not_last  # without bit 63

        return places

    def rules(self) -> Rules:
        width, board, verticals, places = self.width, self.board, self.vertical_moves, self.places

        def moves(state: State, out: MutableSequence[int]) -> int:
            left, count = places(word(board) ^ (state[0] | state[1]), state[2]), 0
            while left:
                lowest = left & -left
                cell = popcount(lowest - 1)
                out[count] = cell if state[2] == 0 else verticals + cell - cell // width
                count += 1
                left ^= lowest
            return count

        def play(state: State, move: Move) -> State:
            if state[2] == 0:
                return (state[0] | 1 << move | 1 << move + width, state[1], 1)
            number = move - verticals
            return (state[0], state[1] | 3 << number + number // (width - 1), 0)

        def result(state: State) -> int:
            return ONGOING if places(word(board) ^ (state[0] | state[1]), state[2]) else -1

        return Rules(moves, play, result)

    @cached_property
    def dominoes(self) -> tuple[tuple[Cell, Cell], ...]:
        """The two cells that each move covers."""
        upright = [((row, column), (row + 1, column)) for row in range(self.height - 1) for column in range(self.width)]
        lying = [((row, column), (row, column + 1)) for row in range(self.height) for column in range(self.width - 1)]
        return (*upright, *lying)

    def cell(self, bit: int) -> Cell:
        """The cell of a bit."""
        return divmod(bit, self.width)

    def rows(self, state: State) -> tuple[str, ...]:
        size = self.width * self.height
        marks = "".join("X" if state[0] >> bit & 1 else "O" if state[1] >> bit & 1 else "." for bit in range(size))
        return tuple(marks[start : start + self.width] for start in range(0, size, self.width))

    def view(self, state: State) -> View:
        """A click on the upper or left cell of a domino puts it there."""
        names = tuple("abcdefgh"[: self.width]), tuple(str(row + 1) for row in range(self.height))
        return View(self.rows(state), {self.dominoes[move][0]: move for move in self.moves(state)}, *names)

    def move_name(self, move: Move) -> str:
        return "".join(f"{'abcdefgh'[column]}{row + 1}" for row, column in self.dominoes[move])

    def centre_distance(self, move: Move) -> int:
        (top, left), (bottom, right) = self.dominoes[move]
        return max(abs(top + bottom - self.height + 1), abs(left + right - self.width + 1))

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The reflections; a quarter turn would exchange the sides."""
        return tuple(map(self._symmetry, square_symmetries(self.width, self.height)[:3]))

    def _symmetry(self, turn: Callable[[Cell], Cell]) -> Symmetry:
        turns = (turn(self.cell(bit)) for bit in range(self.width * self.height))
        image = [row * self.width + column for row, column in turns]

        def turned(covered: int) -> int:
            return sum(1 << image[bit] for bit in bits(covered))

        number = {frozenset(domino): move for move, domino in enumerate(self.dominoes)}
        moves = tuple(number[frozenset(map(turn, domino))] for domino in self.dominoes)
        return Symmetry(lambda state: (turned(state[0]), turned(state[1]), state[2]), moves)

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """How many places a domino takes from the other side, and how many both have left."""
        side, after = state[2], self.play(state, move)
        before, left = self.count_places(state), self.count_places(after)
        other, taken = self.sides[1 - side], before[1 - side] - left[1 - side]
        if left[1 - side] == 0:
            return (Reason("no_place", f"leaves {other} no place", is_plain=True, hint=f"leaves {other} no place"),)
        if taken == 0:
            hint = f"fills a place that {other} cannot spoil"
            return (Reason("safe", f"{hint}; {left[side]} of its own are left", hint=hint),)
        has = f"{left[1 - side]} to {left[side]} of its own"
        return (
            Reason(
                "places",
                f"takes {taken} of {other}'s {before[1 - side]} places, which leaves {has}",
                hint=f"takes {taken} of {other}'s places",
            ),
        )

    def count_places(self, state: State) -> tuple[int, int]:
        """How many places for a domino Vertical has, and Horizontal."""
        free = self.board ^ (state[0] | state[1])
        return self.places(free, 0).bit_count(), self.places(free, 1).bit_count()

    @property
    def variant(self) -> str:
        return f"{self.width} × {self.height}"

    def why_over(self, state: State) -> str:
        return f"{self.players[state[2]]} has no place left for a domino."

    def position_text(self, state: State) -> str:
        return join_position(self.rows(state), self.players[state[2]])

    def parse_position(self, text: str) -> State:
        """Cells in reading order, X under upright dominoes and O under lying ones, and the side to move, if given."""
        board, side = split_position(text)
        size = self.width * self.height
        check_position(
            len(board) == size and set(board) <= set("XO-"),
            f"A position of {self} is {size} characters of X (upright), O (lying) and -, row by row; got '{text}'.",
        )
        upright, lying = (mark_bits(board, mark) for mark in "XO")
        check_position(
            self._is_paired(upright, range(self.vertical_moves)),
            "The cells marked X are not pairs of neighbours in a column, as upright dominoes cover them.",
        )
        check_position(
            self._is_paired(lying, range(self.vertical_moves, self.num_moves)),
            "The cells marked O are not pairs of neighbours in a row, as lying dominoes cover them.",
        )
        ahead = (upright.bit_count() - lying.bit_count()) // 2
        check_position(
            ahead in (0, 1),
            f"Vertical begins, so it has as many dominoes as Horizontal or one more; the difference is {ahead:+d}.",
        )
        turn = self.players[ahead]
        check_position(side in ("", turn.upper()), f"With these dominoes it is {turn}'s turn, not {side}'s.")
        return (upright, lying, ahead)

    def _is_paired(self, covered: int, moves: range) -> bool:
        """Whether dominoes of these moves can cover just these cells; the first cell left fixes the next domino."""
        for move in moves:
            first, second = (1 << row * self.width + column for row, column in self.dominoes[move])
            if covered & first and covered & second:
                covered ^= first | second
        return not covered
