"""The base of games such as Connect Four and tic-tac-toe: k stones in a row win, a full board is a draw.

A state is two ints: the stones of the side to move and those of the other side, one bit per cell. A game defines the
bit of a cell (`bit`) and how far apart neighbours are in each direction (`steps`); it must leave an empty bit between
rows (or columns), so that a run cannot wrap around an edge.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.bits import bits
from kibitz.core.game import ONGOING, Cell, Move, State, Symmetry, View, helper
from kibitz.core.notation import check_position, join_position, split_position
from kibitz.core.spec import option
from kibitz.games.line_reasons import LineReasons

MAX_SIDE = 26  # the letters of the alphabet


@helper
def has_run(stones: int, step: int, k: int) -> bool:
    """Whether there are k stones in a row along `step`; each pass doubles the length that is tested."""
    length = 1
    while 2 * length <= k:
        stones &= stones >> (length * step)
        length *= 2
    return (stones & (stones >> ((k - length) * step))) != 0


@dataclass(frozen=True)
class LineGame(LineReasons):
    width: int = option(3, "columns", 1, MAX_SIDE)
    height: int = option(3, "rows", 1, MAX_SIDE)
    k: int = option(3, "stones in a row to win", 1, MAX_SIDE)

    evaluator = "windows"
    position_marks = "XO"

    @abstractmethod
    def bit(self, row: int, column: int) -> int:
        """The number of the bit that stands for a cell; row 0 is the top."""

    @property
    @abstractmethod
    def steps(self) -> tuple[int, int, int, int]:
        """How many bits apart neighbours lie, in the four directions of a line."""

    def initial(self) -> State:
        return (0, 0)

    def to_move(self, state: State) -> int:
        return (state[0] | state[1]).bit_count() % 2

    @property
    def int_bits(self) -> int:
        last = max(self.bit(row, self.width - 1) for row in (0, self.height - 1))
        return max(64, last + 2)  # all cells, and a bit that is always 0, since the highest one is the sign

    @property
    def max_plies(self) -> int:
        return self.width * self.height

    @cached_property
    def board(self) -> int:
        """All cells."""
        return self.wide(sum(1 << self.bit(*cell) for cell in self.cells))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order."""
        return tuple((row, column) for row in range(self.height) for column in range(self.width))

    @cached_property
    def cell_at(self) -> dict[int, Cell]:
        return {self.bit(*cell): cell for cell in self.cells}

    def lines(self, length: int) -> tuple[int, ...]:
        """Every straight run of that many cells, as a mask."""
        masks = []
        for row, column in self.cells:
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                run = [(row + i * down, column + i * right) for i in range(length)]
                last_row, last_column = run[-1]
                if last_row < self.height and 0 <= last_column < self.width:
                    masks.append(sum(1 << self.bit(*cell) for cell in run))
        return tuple(dict.fromkeys(masks))

    @cached_property
    def winning_lines(self) -> tuple[int, ...]:
        return self.lines(self.k)

    @cached_property
    def line_starts(self) -> dict[int, int]:
        """For each step, the first cells of the lines in that direction."""
        starts = dict.fromkeys(self.steps, 0)
        for line in self.winning_lines:
            first = line & -line
            second = (line ^ first) & -(line ^ first)
            starts[second.bit_length() - first.bit_length() if second else self.steps[0]] |= first
        return starts

    @cached_property
    def completing(self) -> Callable[[int, int], int]:
        """A helper for rules: the free cells where one more stone of a side completes a line.

        It is made for one board: with k and the steps as constants, the compiled form is twice as fast.
        """
        k = self.k
        # A direction without lines gets step 0, so that no shift goes beyond the word.
        steps = tuple(step if starts else 0 for step, starts in self.line_starts.items())

        @helper
        def completing(stones: int, free: int) -> int:
            cells = 0
            for step in steps:
                gap = free  # cells with `before` stones right before them
                for before in range(k):
                    gaps = gap
                    for after in range(1, k - before):
                        gaps &= stones >> (after * step)
                    cells |= gaps
                    gap &= stones << ((before + 1) * step)
            return cells

        return completing

    @cached_property
    def has_line(self) -> Callable[[int], bool]:
        """A helper for rules: whether k stones stand in a row in any direction.

        Directions in which no line fits on the board are left out: in compiled code their shifts would leave the word.
        """
        k = self.k
        (one, fits_one), (two, fits_two), (three, fits_three), (four, fits_four) = (
            (step, self.line_starts[step] != 0) for step in self.steps
        )

        @helper
        def has_line(stones: int) -> bool:
            return (
                (fits_one and has_run(stones, one, k))
                or (fits_two and has_run(stones, two, k))
                or (fits_three and has_run(stones, three, k))
                or (fits_four and has_run(stones, four, k))
            )

        return has_line

    def result_rule(self) -> Callable[[State], int]:
        """Lost if the side that just moved has a line, drawn if the board is full."""
        board, has_line = self.board, self.has_line

        def result(state: State) -> int:
            if has_line(state[1]):
                return -1
            return 0 if (state[0] | state[1]) == board else ONGOING

        return result

    def prospects(self) -> Callable[[State, int], int]:
        """A side can still win if k cells in a row hold none of the other side's stones."""
        board, has_line = self.board, self.has_line

        def prospects(state: State, plies: int) -> int:
            can_win, can_lose = has_line(board ^ state[1]), has_line(board ^ state[0])
            return (1 if can_win else 0) + (2 if can_lose else 0)

        return prospects

    def stones(self, state: State) -> tuple[int, int]:
        """The stones of the two players; those of the one who moved first come first."""
        return (state[0], state[1]) if self.to_move(state) == 0 else (state[1], state[0])

    def rows(self, state: State) -> tuple[str, ...]:
        marks = [["."] * self.width for _ in range(self.height)]
        for mark, stones in zip("XO", self.stones(state), strict=True):
            for bit in bits(stones):
                row, column = self.cell_at[bit]
                marks[row][column] = mark
        return tuple(map("".join, marks))

    def view(self, state: State) -> View:
        return View(self.rows(state), self.targets(state), self.column_names, self.row_names)

    def picture(self, state: State) -> View:
        return View(self.rows(state), {}, self.column_names, self.row_names)

    @abstractmethod
    def targets(self, state: State) -> dict[Cell, Move]:
        """Which cell stands for which legal move."""

    @property
    @abstractmethod
    def column_names(self) -> tuple[str, ...]: ...

    @property
    def row_names(self) -> tuple[str, ...]:
        return ()

    def cell_name(self, cell: Cell) -> str:
        return f"{self.column_names[cell[1]]}{self.row_names[cell[0]]}"

    def winning_cells(self, state: State) -> frozenset[Cell]:
        won = 0
        for line in self.winning_lines:
            if state[1] & line == line:
                won |= line
        return frozenset(self.cell_at[bit] for bit in bits(won))

    @property
    def variant(self) -> str:
        return f"{self.width} × {self.height}, {self.k} in a row"

    def why_over(self, state: State) -> str:
        if self.result(state) == 0:
            return f"The board is full, without {self.k} in a row."
        return f"{self.players[1 - self.to_move(state)]} has {self.k} in a row."

    def turned(self, cell_image: Callable[[Cell], Cell]) -> Callable[[State], State]:
        """The state with every stone moved to the image of its cell."""
        image = {bit: 1 << self.bit(*cell_image(cell)) for bit, cell in self.cell_at.items()}
        return lambda state: tuple(sum(image[bit] for bit in bits(stones)) for stones in state)

    def position_text(self, state: State) -> str:
        return join_position(self.rows(state), self.players[self.to_move(state)])

    def parse_position(self, text: str) -> State:
        """Cells from the top left in reading order, then the side to move, which may be left out."""
        board, side = split_position(text)
        size = self.width * self.height
        check_position(
            len(board) == size and set(board) <= set("XO-"),
            f"A position of {self.name} is {size} characters of X, O and -, row by row from the top; got '{text}'.",
        )
        x, o = (
            sum(1 << self.bit(*cell) for cell, mark in zip(self.cells, board, strict=True) if mark == m) for m in "XO"
        )
        ahead = x.bit_count() - o.bit_count()
        check_position(
            ahead in (0, 1),
            f"X moves first, so X has as many stones as O or one more; here the difference is {ahead:+d}.",
        )
        turn = self.players[ahead]
        check_position(side in ("", turn), self.name_by_colour(f"With these stones it is {turn}'s turn, not {side}'s."))
        state = (x, o) if ahead == 0 else (o, x)
        check_position(
            not any(state[0] & line == line for line in self.winning_lines),
            f"{turn} has {self.k} in a row already, so the game was over before this position.",
        )
        return state


def square_symmetries(width: int, height: int) -> tuple[Callable[[Cell], Cell], ...]:
    """The rotations and reflections that map a rectangle onto itself, without the identity."""
    right, down = width - 1, height - 1
    flips: tuple[Callable[[Cell], Cell], ...] = (
        lambda cell: (cell[0], right - cell[1]),
        lambda cell: (down - cell[0], cell[1]),
        lambda cell: (down - cell[0], right - cell[1]),
    )
    if width != height:
        return flips
    return (
        *flips,
        lambda cell: (cell[1], cell[0]),
        lambda cell: (cell[1], right - cell[0]),
        lambda cell: (down - cell[1], cell[0]),
        lambda cell: (down - cell[1], right - cell[0]),
    )


def cell_symmetries(game: LineGame) -> tuple[Symmetry, ...]:
    """The symmetries of a game whose moves are the cells of its board in reading order."""
    return tuple(
        Symmetry(game.turned(turn), tuple(row * game.width + column for row, column in map(turn, game.cells)))
        for turn in square_symmetries(game.width, game.height)
    )
