"""Othello on boards from 4x4 to 16x16: enclose the other side's discs to flip them; more discs at the end win.

One int per side, bit row * size + column, row 1 at the top (8x8):

    a1 b1 c1 … h1       0  1  2 …  7
    a2 b2 c2 … h2       8  9 10 … 15
    …                   …
    a8 b8 c8 … h8      56 57 58 … 63

A state is (discs of the side to move, discs of the other side, whose turn: 0 Black, 1 White). Move size * size is the
pass, legal only when there is no other. The game ends when neither side can move; the score is the difference in
discs, empty cells counted for the winner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.bits import bits, popcount, shift_right, word, write_bits
from kibitz.core.errors import BadOption
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View, helper
from kibitz.core.notation import check_position, join_position, mark_bits, split_position
from kibitz.core.spec import option
from kibitz.core.words import count, join_names
from kibitz.games.lines import square_symmetries
from kibitz.games.othello_openings import OPENINGS

MARKS = ("X", "O")  # Black, White
USUAL_SIZE, MAX_SIZE = 8, 16
LETTERS = "abcdefghijklmnop"
FEW_MOVES = 2  # of the other side, that are worth a word
SEEN = 22  # free cells from which on a good program sees the end of the game in a few seconds


def directions(game: Othello) -> tuple[tuple[int, int], ...]:
    """For each of the four axes: how far apart neighbours are, and the cells a disc can be enclosed on.

    A run of enclosed discs must not wrap around the edge; leaving out the first and last column prevents that.
    """
    size = game.size
    inner = game.wide(sum(((1 << size) - 1 - 1 - (1 << size - 1)) << row * size for row in range(size)))
    return (1, inner), (size, game.board), (size - 1, inner), (size + 1, inner)


@helper
def landings(own: int, other: int, step: int, inner: int, board: int, pairs_in_run: int) -> int:
    """The cells at the end of a run of the other side's discs that begins at an own disc, both ways along one axis."""
    other &= word(inner)
    up, down = other & (own << step), other & shift_right(own, step)
    up |= other & (up << step)
    down |= other & shift_right(down, step)
    pairs = other & (other << step)  # from here on two discs at a time; runs have up to six discs, as on 8x8 …
    up |= pairs & (up << 2 * step)
    up |= pairs & (up << 2 * step)
    for _ in range(3, pairs_in_run):  # … or more on a larger board
        up |= pairs & (up << 2 * step)
    pairs = shift_right(pairs, step)
    down |= pairs & shift_right(down, 2 * step)
    down |= pairs & shift_right(down, 2 * step)
    for _ in range(3, pairs_in_run):
        down |= pairs & shift_right(down, 2 * step)
    return (up << step) & word(board) | shift_right(down, step)


def mobility_rule(game: Othello) -> Callable[[int, int], int]:
    """Make a function from own and other discs to the cells where the own side may move."""
    board, most = game.board, game.size // 2 - 1
    (s1, m1), (s2, m2), (s3, m3), (s4, m4) = directions(game)

    def mobility(own: int, other: int) -> int:
        cells = landings(own, other, s1, m1, board, most) | landings(own, other, s2, m2, board, most)
        cells |= landings(own, other, s3, m3, board, most) | landings(own, other, s4, m4, board, most)
        return cells & (word(board) ^ (own | other))

    return helper(mobility)


@helper
def enclosed(own: int, other: int, cell: int, step: int, inner: int, pairs_in_run: int) -> int:
    """The discs flipped along one axis by a move to `cell` (a mask), both ways."""
    other &= word(inner)
    up, down = other & (cell << step), other & shift_right(cell, step)
    if up:
        pairs = other & (other << step)
        up |= other & (up << step)
        up |= pairs & (up << 2 * step)
        up |= pairs & (up << 2 * step)
        for _ in range(3, pairs_in_run):
            up |= pairs & (up << 2 * step)
        if (up << step) & own == 0:
            up = 0
    if down:
        pairs = other & shift_right(other, step)
        down |= other & shift_right(down, step)
        down |= pairs & shift_right(down, 2 * step)
        down |= pairs & shift_right(down, 2 * step)
        for _ in range(3, pairs_in_run):
            down |= pairs & shift_right(down, 2 * step)
        if shift_right(down, step) & own == 0:
            down = 0
    return up | down


@dataclass(frozen=True)
class Othello(Game):
    name = "othello"
    title = "Othello"
    about = "Enclose opposing discs to flip them; the side with more discs at the end wins."
    family = "classics"
    other_names = ("reversi",)
    look = "discs"
    players = ("Black", "White")
    presets = ("othello", "othello:size=6", "othello:size=4")
    unit = "disc"
    small_boards = ("size=4", "size=6")
    best_play = "Both sides play for as many discs as they can; cells that stay empty count for the winner."
    standards = ("ggf", "nboard")
    evaluator = "phased"
    position_marks = "".join(MARKS)
    perft_keeps_finished = True  # A. Bik's convention, which the published tables follow

    size: int = option(USUAL_SIZE, "cells along a side, an even number", 4, MAX_SIZE)

    def __post_init__(self) -> None:
        if self.size not in range(4, MAX_SIZE + 1, 2):
            raise BadOption(f"othello: size={self.size} is not allowed; size is an even number from 4 to {MAX_SIZE}.")
        super().__post_init__()

    @property
    def int_bits(self) -> int:
        return max(64, self.size**2)

    @cached_property
    def board(self) -> int:
        """All cells."""
        return self.wide((1 << self.size**2) - 1)

    @property
    def num_moves(self) -> int:
        return self.size * self.size + 1

    @property
    def pass_move(self) -> Move:
        return self.size * self.size

    @property
    def max_result(self) -> int:
        return self.size * self.size

    @property
    def max_plies(self) -> int:
        return 2 * self.size * self.size  # a pass before every move

    def moves_left(self, state: State) -> int:
        """As many as there are free cells."""
        return self.size**2 - (state[0] | state[1]).bit_count()

    def decisions_left(self, state: State) -> int:
        """Until so few cells are free that a program sees the end; what is left then is for that."""
        return max(0, (self.moves_left(state) - SEEN) // 2) + 2

    def initial(self) -> State:
        low, high, size = self.size // 2 - 1, self.size // 2, self.size
        black = 1 << low * size + high | 1 << high * size + low
        white = 1 << low * size + low | 1 << high * size + high
        return (black, white, 0)

    def rules(self) -> Rules:
        cells = self.size * self.size
        one, most = self.wide(1), self.size // 2 - 1
        mobility = mobility_rule(self)
        (s1, m1), (s2, m2), (s3, m3), (s4, m4) = directions(self)

        def moves(state: State, out: MutableSequence[int]) -> int:
            count = write_bits(mobility(state[0], state[1]), out)
            if count == 0:
                out[0] = cells
                count = 1
            return count

        def play(state: State, move: Move) -> State:
            own, other = state[0], state[1]
            if move == cells:
                return (other, own, 1 - state[2])
            cell = one << move
            turned = enclosed(own, other, cell, s1, m1, most) | enclosed(own, other, cell, s2, m2, most)
            turned |= enclosed(own, other, cell, s3, m3, most) | enclosed(own, other, cell, s4, m4, most)
            return (other ^ turned, own | cell | turned, 1 - state[2])

        def result(state: State) -> int:
            own, other = state[0], state[1]
            if mobility(own, other) or mobility(other, own):
                return ONGOING
            mine, theirs = popcount(own), popcount(other)
            if mine > theirs:
                return cells - 2 * theirs
            return 2 * mine - cells if mine < theirs else 0

        return Rules(moves, play, result)

    def cell(self, bit: int) -> Cell:
        """The cell of a bit."""
        return divmod(bit, self.size)

    def view(self, state: State) -> View:
        targets = {divmod(move, self.size): move for move in self.moves(state) if move < self.size * self.size}
        names = tuple(LETTERS[: self.size]), tuple(str(row + 1) for row in range(self.size))
        return View(self.rows(state), targets, *names)

    def rows(self, state: State) -> tuple[str, ...]:
        black, white = (state[0], state[1]) if state[2] == 0 else (state[1], state[0])
        marks = ["X" if black >> cell & 1 else "O" if white >> cell & 1 else "." for cell in range(self.size**2)]
        return tuple("".join(marks[row * self.size : (row + 1) * self.size]) for row in range(self.size))

    def move_name(self, move: Move) -> str:
        if move == self.pass_move:
            return "pass"
        row, column = divmod(move, self.size)
        return f"{LETTERS[column]}{row + 1}"

    def centre_distance(self, move: Move) -> int:
        row, column = divmod(move, self.size)
        return max(abs(2 * row - self.size + 1), abs(2 * column - self.size + 1))

    def name_in_log(self, move: Move) -> str:
        """Row and column, both from 0."""
        return self.move_name(move) if move == self.pass_move else str(divmod(move, self.size))

    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(self._symmetry(turn) for turn in square_symmetries(self.size, self.size))

    def _symmetry(self, turn: Callable[[Cell], Cell]) -> Symmetry:
        cells = self.size**2
        image = [row * self.size + column for row, column in (turn(divmod(cell, self.size)) for cell in range(cells))]

        def turned(discs: int) -> int:
            return sum(1 << image[cell] for cell in bits(discs))

        return Symmetry(lambda state: (turned(state[0]), turned(state[1]), state[2]), (*image, cells))

    @cached_property
    def corners(self) -> int:
        """The four corners."""
        last = self.size - 1
        return self.wide(sum(1 << row * self.size + column for row in (0, last) for column in (0, last)))

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """Passes, corners taken and given, and how few moves the other side is left with."""
        if move == self.pass_move:
            return (Reason("pass", "has no move and must pass", is_plain=True),)
        after, found = self.play(state, move), list[Reason]()
        if self.corners >> move & 1:
            text, hint = f"takes the corner {self.move_name(move)}", "takes a corner, which can never be turned again"
            found.append(Reason("corner", text, (self.cell(move),), is_plain=True, hint=hint))
        if self.result(after) is not None:
            return tuple(found)
        mobility, other = mobility_rule(self), self.sides[after[2]]
        answers = mobility(after[0], after[1])
        given = list(bits(answers & ~mobility(state[1], state[0]) & self.corners))
        if given:  # now, and not before
            names = join_names([self.move_name(bit) for bit in given])
            text = f"lets {other} take the corner{'s' if len(given) > 1 else ''} {names}"
            found.append(Reason("corner_given", text, tuple(self.cell(bit) for bit in given)))
        if answers == 0:
            found.append(Reason("no_move", f"leaves {other} without a move", is_plain=True))
        elif answers.bit_count() <= FEW_MOVES:
            text = f"leaves {other} only {count(answers.bit_count(), 'move')}"
            found.append(Reason("few_moves", text, tuple(map(self.cell, bits(answers)))))
        return tuple(found)

    @property
    def variant(self) -> str:
        return f"{self.size} × {self.size}"

    def opening_names(self) -> Mapping[str, str]:
        return OPENINGS if self.size == USUAL_SIZE else {}

    def why_over(self, state: State) -> str:
        more, fewer = sorted((state[0].bit_count(), state[1].bit_count()), reverse=True)
        empty = self.size**2 - more - fewer
        left = f"; the {empty} empty cells count for the winner" if empty and more > fewer else ""
        return f"Neither side can move: {more} discs to {fewer}{left}."

    def position_text(self, state: State) -> str:
        return join_position(self.rows(state), MARKS[state[2]])

    def parse_position(self, text: str) -> State:
        """size * size characters of X (Black), O (White) and - from a1 on, then X or O for the side to move."""
        board, side = split_position(text)
        strange = "".join(sorted(set(board) - set("XO-")))
        got = f"{len(board)} characters" + (f", with {strange} among them," if strange else "")
        check_position(
            len(board) == self.size**2 and not strange,
            f"A position of {self} is {self.size**2} characters of X, O and - from a1 to "
            f"{self.move_name(self.size**2 - 1)}, then the side to move; got {got} in '{text}'.",
        )
        side = side.removesuffix(";")  # which ends it in an OBF file
        side = {"BLACK": "X", "B": "X", "WHITE": "O", "W": "O"}.get(side, side)
        check_position(
            side in MARKS, f"The side to move is X (Black) or O (White), written after the board; got '{side}'."
        )
        black, white = (mark_bits(board, mark) for mark in MARKS)
        return (black, white, 0) if side == "X" else (white, black, 1)
