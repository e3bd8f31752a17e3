"""Dots and Boxes: draw an edge between two dots; the fourth side of a box takes it, and whoever took one draws again.

The edges are numbered in reading order, which are the bits of an int and the moves (three columns, two rows of boxes):

    + 0 + 1 + 2 +
    3   4   5   6        A box has the bit of its top edge. With c columns of boxes its left edge has a bit
    + 7 + 8 + 9 +        c higher, its right edge c + 1 higher, its bottom edge 2 c + 1 higher.
    10 11  12  13
    +14 +15 +16 +

A state is (edges drawn, boxes of the side to move, boxes of the other side, whose turn). The result is the difference
in boxes.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cached_property, partial

from kibitz.core.bits import bits, popcount, write_bits
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View
from kibitz.core.notation import check_position
from kibitz.core.spec import option
from kibitz.core.words import count
from kibitz.games.lines import square_symmetries

MARKS = ("X", "O")
DOT, FREE = "+", "."
MAX_SIDE = 12  # so that letters suffice for the columns of dots and edges


@dataclass(frozen=True)
class DotsAndBoxes(Game):
    name = "dots-and-boxes"
    title = "Dots and Boxes"
    about = "Draw edges between dots; the fourth side of a box takes it and gives another turn; more boxes win."
    family = "territory"
    look = "edges"
    presets = ("dots-and-boxes", "dots-and-boxes:rows=2,columns=2", "dots-and-boxes:rows=5,columns=5")
    unit = "box"
    evaluator = "boxes"
    moves_again = True

    rows: int = option(3, "rows of boxes", 1, MAX_SIDE)
    columns: int = option(3, "columns of boxes", 1, MAX_SIDE)

    @property
    def stride(self) -> int:
        """How far apart the top and the bottom edge of a box are."""
        return 2 * self.columns + 1

    @property
    def num_moves(self) -> int:
        return self.rows * self.stride + self.columns

    @property
    def int_bits(self) -> int:
        return max(64, self.num_moves + 1)

    @property
    def max_result(self) -> int:
        return self.rows * self.columns

    @property
    def max_plies(self) -> int:
        return self.num_moves

    @cached_property
    def tops(self) -> int:
        """The bits of all boxes."""
        rows, columns = range(self.rows), range(self.columns)
        return self.wide(sum(1 << row * self.stride + column for row in rows for column in columns))

    @cached_property
    def board(self) -> int:
        """All edges."""
        return self.wide((1 << self.num_moves) - 1)

    def initial(self) -> State:
        return (0, 0, 0, 0)

    def rules(self) -> Rules:
        left, right, bottom, tops = self.columns, self.columns + 1, self.stride, self.tops
        board, one = self.board, self.wide(1)

        def moves(state: State, out: MutableSequence[int]) -> int:
            return write_bits(board ^ state[0], out)

        def play(state: State, move: Move) -> State:
            edges, mine, theirs = state[0] | one << move, state[1], state[2]
            boxes = edges & (edges >> left) & (edges >> right) & (edges >> bottom) & tops
            taken = boxes & ~(mine | theirs)
            if taken != 0:
                return (edges, mine | taken, theirs, state[3])
            return (edges, theirs, mine, 1 - state[3])

        def result(state: State) -> int:
            return popcount(state[1]) - popcount(state[2]) if state[0] == board else ONGOING

        return Rules(moves, play, result)

    def candidates(self) -> Callable[[State, MutableSequence[int]], int]:
        """An edge that takes a box, or two, and is no side of a box that stays open; else all free edges.

        Such a box is best taken at once: what is left is the same whoever takes it, who takes it draws again either
        way, and so waiting can only lose it. A box that shares its last edge with an open one may be worth more as a
        sacrifice.
        """
        left, right, bottom, tops = self.columns, self.columns + 1, self.stride, self.tops
        board = self.board

        def candidates(state: State, out: MutableSequence[int]) -> int:
            top = state[0]
            first, second, third = top >> left, top >> right, top >> bottom
            all_but_top = ~top & first & second & third & tops
            all_but_left = top & ~first & second & third & tops
            all_but_right = top & first & ~second & third & tops
            all_but_bottom = top & first & second & ~third & tops
            takes = all_but_top | all_but_left << left | all_but_right << right | all_but_bottom << bottom
            full = top & first & second & third & tops
            wide_open = tops & ~(full | all_but_top | all_but_left | all_but_right | all_but_bottom)
            takes &= ~(wide_open | wide_open << left | wide_open << right | wide_open << bottom)
            return write_bits(takes & -takes if takes != 0 else board ^ state[0], out)

        return candidates

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The cell of each edge."""
        grid = [(row, column) for row in range(2 * self.rows + 1) for column in range(2 * self.columns + 1)]
        return tuple((row, column) for row, column in grid if (row + column) % 2)

    def box_cell(self, bit: int) -> Cell:
        """The cell of a box, from its bit."""
        row, column = self.cells[bit]
        return row + 1, column

    def view(self, state: State) -> View:
        rows = [[DOT if row % 2 == column % 2 == 0 else FREE for column in range(self.stride)] for row in self._lines]
        for edge in bits(state[0]):
            row, column = self.cells[edge]
            rows[row][column] = "|" if row % 2 else "-"
        for mark, boxes in zip(MARKS, self.sides_of(state), strict=True):
            for box in bits(boxes):
                row, column = self.box_cell(box)
                rows[row][column] = mark
        targets = {self.cells[move]: move for move in self.moves(state)}
        columns = tuple(chr(ord("a") + column) for column in range(self.stride))
        return View(
            tuple(map("".join, rows)), targets, columns, tuple(str(row + 1) for row in self._lines), shape="edges"
        )

    @property
    def _lines(self) -> range:
        return range(2 * self.rows + 1)

    def sides_of(self, state: State) -> tuple[int, int]:
        """The boxes of the side that began, and those of the other."""
        return (state[1], state[2]) if state[3] == 0 else (state[2], state[1])

    def move_name(self, move: Move) -> str:
        row, column = self.cells[move]
        return f"{chr(ord('a') + column)}{row + 1}"

    def centre_distance(self, move: Move) -> int:
        row, column = self.cells[move]
        return abs(row - self.rows) + abs(column - self.columns)

    def symmetries(self) -> tuple[Symmetry, ...]:
        return tuple(self._symmetry(turn) for turn in square_symmetries(self.stride, 2 * self.rows + 1))

    def _symmetry(self, turn: Callable[[Cell], Cell]) -> Symmetry:
        edge_at = {cell: edge for edge, cell in enumerate(self.cells)}
        box_at = {self.box_cell(box): box for box in bits(self.tops)}
        edge_image = [edge_at[turn(cell)] for cell in self.cells]
        box_image = {box: box_at[turn(cell)] for cell, box in box_at.items()}

        def turned(boxes: int) -> int:
            return sum(1 << box_image[box] for box in bits(boxes))

        return Symmetry(
            lambda state: (
                sum(1 << edge_image[edge] for edge in bits(state[0])),
                turned(state[1]),
                turned(state[2]),
                state[3],
            ),
            tuple(edge_image),
        )

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """The boxes that a move takes, or lets the other side take."""
        after = self.play(state, move)
        if self.keeps_turn(state, after):
            taken = after[1] & ~state[1]
            number = popcount(taken)
            text = "takes a box" if number == 1 else f"takes {count(number, 'box')}"
            cells = tuple(map(self.box_cell, bits(taken)))
            return (Reason("boxes", text, cells, hint=text, amount=number, total="takes {} boxes"),)
        given = self._count_open_boxes(after) - self._count_open_boxes((state[0], state[2], state[1], 1 - state[3]))
        if given > 0:
            text = f"lets {self.sides[after[3]]} take {count(given, 'box')}"
            return (Reason("opens", text, hint=f"gives up {count(given, 'box')}"),)
        return (Reason("safe", "gives no box away", hint="gives no box away"),)

    def _count_open_boxes(self, state: State) -> int:
        """How many boxes the side to move can take one after the other."""
        taken = 0
        while self.result(state) is None:
            answers = map(partial(self.play, state), self.moves(state))
            after = next((each for each in answers if self.keeps_turn(state, each)), None)
            if after is None:
                break
            taken += popcount(after[1]) - popcount(state[1])
            state = after
        return taken

    @property
    def variant(self) -> str:
        return f"{self.rows} × {self.columns} boxes"

    def why_over(self, state: State) -> str:
        more, fewer = sorted((popcount(state[1]), popcount(state[2])), reverse=True)
        return f"All edges are drawn: {more} boxes to {fewer}."

    def remark(self, state: State) -> str:
        boxes = zip(self.players, self.sides_of(state), strict=True)
        return f"Boxes: {', '.join(f'{side} {popcount(taken)}' for side, taken in boxes)}."

    def position_text(self, state: State) -> str:
        return "/".join(self.view(state).rows) + " " + self.players[state[3]]

    def parse_position(self, text: str) -> State:
        """The board row by row as it is drawn, with / between the rows, then X or O for the side to move."""
        board, _, side = text.strip().upper().partition(" ")
        rows, side = board.split("/"), side.strip() or self.players[0]
        check_position(
            len(rows) == len(self._lines) and all(len(row) == self.stride for row in rows),
            f"A position of {self} has {len(self._lines)} rows of {self.stride} characters with / between them, then "
            f"the side to move; got '{text}'.",
        )
        check_position(side in MARKS, f"The side to move is X or O, written after the board; got '{side}'.")
        edges, boxes = 0, dict.fromkeys(MARKS, 0)
        edge_at = {cell: edge for edge, cell in enumerate(self.cells)}
        box_at = {self.box_cell(box): box for box in bits(self.tops)}
        for row, marks in enumerate(rows):
            for column, mark in enumerate(marks):
                place = f"in row {row + 1}, column {column + 1}"
                if (row, column) in edge_at:
                    line = "|" if row % 2 else "-"
                    check_position(mark in (line, FREE), f"An edge is {line} or {FREE}; got '{mark}' {place}.")
                    edges |= 1 << edge_at[row, column] if mark == line else 0
                elif (row, column) in box_at:
                    check_position(mark in (*MARKS, FREE), f"A box is X, O or {FREE}; got '{mark}' {place}.")
                    if mark in MARKS:
                        boxes[mark] |= 1 << box_at[row, column]
                else:
                    check_position(mark == DOT, f"A dot is {DOT}; got '{mark}' {place}.")
        full = edges & edges >> self.columns & edges >> self.columns + 1 & edges >> self.stride & self.tops
        check_position(
            full == boxes["X"] | boxes["O"],
            "A box with four sides belongs to X or O, and no other box does; in this position some box differs.",
        )
        mine, theirs = (boxes["X"], boxes["O"]) if side == "X" else (boxes["O"], boxes["X"])
        return (edges, mine, theirs, MARKS.index(side))
