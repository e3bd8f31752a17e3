"""Chomp: eat a square of a bar of chocolate with all that lies right of it and below; whoever eats a1 loses.

What is left of the bar is always a staircase, so its row lengths say everything. A state is (row lengths, whose turn);
the first int holds the lengths, four bits each, the top row in the lowest bits:

    a1 b1 c1 d1     4
    a2 b2           2      lengths 4, 2, 2 are 4 + (2 << 4) + (2 << 8)
    a3 b3           2

Moves are the squares in reading order, 0 to width * height - 1. The poisoned square a1 may be eaten at any time.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.game import ONGOING, Game, Move, Reason, Rules, State, Symmetry, View
from kibitz.core.notation import check_position, parse_side
from kibitz.core.spec import option
from kibitz.core.words import count

ROW_BITS = 4
MAX_SIDE = (1 << ROW_BITS) - 1


@dataclass(frozen=True)
class Chomp(Game):
    name = "chomp"
    title = "Chomp"
    about = "Eat a square of chocolate with all to its right and below; the player who eats the poisoned corner loses."
    family = "counting"
    look = "chocolate"
    players = ("First", "Second")
    presets = ("chomp", "chomp:width=7,height=4", "chomp:width=5,height=5")
    evaluator = "staircases"

    width: int = option(5, "columns", 1, MAX_SIDE)
    height: int = option(4, "rows", 1, MAX_SIDE)

    @property
    def num_moves(self) -> int:
        return self.width * self.height

    @property
    def max_plies(self) -> int:
        return self.width * self.height

    def initial(self) -> State:
        return (_pack((self.width,) * self.height), 0)

    def rules(self) -> Rules:
        width, height = self.width, self.height

        def moves(state: State, out: MutableSequence[int]) -> int:
            count = 0
            for row in range(height):
                for column in range(state[0] >> ROW_BITS * row & MAX_SIDE):
                    out[count] = row * width + column
                    count += 1
            return count

        def play(state: State, move: Move) -> State:
            left, first, column = state[0], move // width, move % width
            for row in range(first, height):
                length = left >> ROW_BITS * row & MAX_SIDE
                if length > column:
                    left -= (length - column) << ROW_BITS * row
            return (left, 1 - state[1])

        def result(state: State) -> int:
            return 1 if state[0] == 0 else ONGOING  # the other side has eaten the poison

        return Rules(moves, play, result)

    def lengths(self, state: State) -> tuple[int, ...]:
        """How many squares are left in each row."""
        return tuple(state[0] >> ROW_BITS * row & MAX_SIDE for row in range(self.height))

    def view(self, state: State) -> View:
        rows = ["*" * length + "." * (self.width - length) for length in self.lengths(state)]
        if state[0]:
            rows[0] = "P" + rows[0][1:]
        columns = tuple(chr(ord("a") + column) for column in range(self.width))
        targets = {divmod(move, self.width): move for move in self.moves(state)}
        return View(tuple(rows), targets, columns, tuple(str(row + 1) for row in range(self.height)))

    def move_name(self, move: Move) -> str:
        row, column = divmod(move, self.width)
        return f"{chr(ord('a') + column)}{row + 1}"

    def centre_distance(self, move: Move) -> int:
        row, column = divmod(move, self.width)
        return max(abs(2 * row - self.height + 1), abs(2 * column - self.width + 1))

    def symmetries(self) -> tuple[Symmetry, ...]:
        """Rows and columns of a square bar can change places."""
        if self.width != self.height:
            return ()
        side = self.width

        def image(state: State) -> State:
            lengths = self.lengths(state)
            return (_pack(tuple(sum(length > row for length in lengths) for row in range(side))), state[1])

        return (Symmetry(image, tuple(move % side * side + move // side for move in range(side * side))),)

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """What the bar looks like after a move; of some shapes it is known who loses."""
        before = sum(self.lengths(state))
        rows = [length for length in self.lengths(self.play(state, move)) if length]
        if not rows:
            return (Reason("poison", "eats the poisoned square"),)
        if rows == [1]:
            hint = "leaves only the poisoned square"
            return (Reason("poison", hint, is_plain=True, hint=hint),)
        if len(rows) == 1 or rows[0] == 1:
            line = "row" if len(rows) == 1 else "column"
            return (Reason("line", f"leaves a single {line}, of which all but the poisoned square can be eaten"),)
        if rows[1] == 1:
            if rows[0] == len(rows):
                hint = "leaves a row and a column of one length"
                return (Reason("arms", f"{hint}: every move in one can be copied in the other", hint=hint),)
            return (Reason("arms", "leaves a row and a column of different lengths, which can be made equal"),)
        shapes = {"rows": rows, "columns": [sum(length > column for length in rows) for column in range(rows[0])]}
        for name, (first, *rest) in shapes.items():
            if len(rest) == 1 and first == rest[0] + 1:
                hint = f"leaves two {name}, the first one square longer"
                return (Reason("steps", f"{hint}: the side to move there loses", hint=hint),)
        eaten = count(before - sum(rows), "square")
        return (Reason("eats", f"eats {eaten} and leaves {count(sum(rows), 'square')}", hint=f"eats {eaten}"),)

    @property
    def variant(self) -> str:
        return f"{self.width} × {self.height}"

    def why_over(self, state: State) -> str:
        return f"{self.players[1 - state[1]]} ate the poisoned square."

    def position_text(self, state: State) -> str:
        return f"{'-'.join(map(str, self.lengths(state)))} {self.players[state[1]]}"

    def parse_position(self, text: str) -> State:
        """The squares left in each row from the top, joined by '-', and the side to move (First by default)."""
        board, _, side = text.strip().partition(" ")
        rows = board.split("-")
        is_sound = len(rows) == self.height and all(row.isascii() and row.isdigit() and len(row) < 3 for row in rows)
        lengths = tuple(map(int, rows)) if is_sound else ()
        check_position(
            is_sound and lengths[0] <= self.width and sorted(lengths, reverse=True) == list(lengths),
            f"A position of {self} is the squares left in each of {self.height} rows, joined by '-', at most "
            f"{self.width} and never more than in the row above; got '{text}'.",
        )
        return (_pack(lengths), parse_side(side, self.players))


def _pack(lengths: tuple[int, ...]) -> int:
    return sum(length << ROW_BITS * row for row, length in enumerate(lengths))
