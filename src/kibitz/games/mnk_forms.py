"""Other forms of tic-tac-toe: misère, wild, misère wild and Notakto, on boards of any size up to 7x7.

    misere        X and O as usual, but whoever has k in a row first loses
    wild          each move puts an X or an O, whichever one likes; whoever completes k of a kind in a row wins
    misere-wild   the same, but whoever completes k in a row loses
    notakto       both sides put X; whoever completes k in a row loses

The board is that of `MNK`, with the same bits. A state is two ints: in misère play the stones of the side to move and
those of the other side; else the cells with an X and the cells with an O. Moves are the cells in reading order, in the
wild forms twice as many: 2 * cell puts an X there, 2 * cell + 1 an O.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.bits import bits
from kibitz.core.game import ONGOING, Cell, Game, Move, Reason, Rules, State, Symmetry, View
from kibitz.core.notation import check_position, join_position, split_position
from kibitz.core.spec import option
from kibitz.core.words import count
from kibitz.games.lines import square_symmetries
from kibitz.games.mnk import MNK

MAX_SIDE = 7
FORMS = ("misere", "wild", "misere-wild", "notakto")


@dataclass(frozen=True)
class MNKForms(Game):
    name = "mnk-forms"
    title = "Misère, wild and Notakto tic-tac-toe"
    about = "Tic-tac-toe where three in a row lose, where both may place X or O, or where both place X."
    family = "lines"
    look = "marks"
    players = ("First", "Second")
    aliases = {
        "misere-tic-tac-toe": "form=misere",
        "wild-tic-tac-toe": "form=wild",
        "notakto": "form=notakto",
    }
    presets = ("misere-tic-tac-toe", "wild-tic-tac-toe", "notakto", "mnk-forms:form=notakto,width=4,height=4,k=3")
    evaluator = "safe-cells"

    form: str = option("misere", "which marks may be placed, and whether k in a row wins or loses", choices=FORMS)
    width: int = option(3, "columns", 3, MAX_SIDE)
    height: int = option(3, "rows", 3, MAX_SIDE)
    k: int = option(3, "stones in a row that end the game", 2, MAX_SIDE)

    @cached_property
    def plain(self) -> MNK:
        """The usual game on the same board."""
        return MNK(self.width, self.height, self.k)

    @property
    def is_wild(self) -> bool:
        return self.form in ("wild", "misere-wild")

    @property
    def num_moves(self) -> int:
        return self.width * self.height * (2 if self.is_wild else 1)

    @property
    def max_plies(self) -> int:
        return self.width * self.height

    def initial(self) -> State:
        return (0, 0)

    def to_move(self, state: State) -> int:
        return (state[0] | state[1]).bit_count() % 2

    def rules(self) -> Rules:
        width, size, board, has_line = self.width, self.width * self.height, self.plain.board, self.plain.has_line
        line_value = -1 if self.form == "wild" else 1  # for the side to move, when the other has completed a line

        def moves(state: State, out: MutableSequence[int]) -> int:
            free, count = ~(state[0] | state[1]), 0
            for cell in range(size):
                out[count] = cell  # kept only if the cell is free
                count += free >> (cell + cell // width) & 1
            return count

        def wild_moves(state: State, out: MutableSequence[int]) -> int:
            free, count = ~(state[0] | state[1]), 0
            for cell in range(size):
                if free >> (cell + cell // width) & 1:
                    out[count] = 2 * cell
                    out[count + 1] = 2 * cell + 1
                    count += 2
            return count

        def misere_play(state: State, move: Move) -> State:
            return (state[1], state[0] | 1 << (move + move // width))

        def wild_play(state: State, move: Move) -> State:
            cell = move // 2
            stone = 1 << (cell + cell // width)
            return (state[0] | stone, state[1]) if move % 2 == 0 else (state[0], state[1] | stone)

        def notakto_play(state: State, move: Move) -> State:
            return (state[0] | 1 << (move + move // width), 0)

        def result(state: State) -> int:
            if has_line(state[0]) or has_line(state[1]):
                return line_value
            return 0 if (state[0] | state[1]) == board else ONGOING

        if self.is_wild:
            return Rules(wild_moves, wild_play, result)
        return Rules(moves, misere_play if self.form == "misere" else notakto_play, result)

    def crosses_and_noughts(self, state: State) -> tuple[int, int]:
        if self.form == "misere" and self.to_move(state) == 1:
            return state[1], state[0]
        return state[0], state[1]

    def rows(self, state: State) -> tuple[str, ...]:
        crosses, noughts = self.crosses_and_noughts(state)
        marks = [
            "X" if crosses >> self.plain.bit(*cell) & 1 else "O" if noughts >> self.plain.bit(*cell) & 1 else "."
            for cell in self.plain.cells
        ]
        return tuple("".join(marks[start : start + self.width]) for start in range(0, len(marks), self.width))

    def view(self, state: State) -> View:
        """In the wild forms a tray below the board holds an X and an O: a click there, then one on a cell."""
        rows, columns, lines = self.rows(state), self.plain.column_names, self.plain.row_names
        if not self.is_wild:
            return View(rows, {self.plain.cells[move]: move for move in self.moves(state)}, columns, lines)
        tray = (" " * self.width, "XO".ljust(self.width))
        steps = {((self.height + 1, move % 2), self.plain.cells[move // 2]): move for move in self.moves(state)}
        return View(rows + tray, {}, columns, (*lines, "", ""), steps=steps)

    def move_name(self, move: Move) -> str:
        """The cell; in the wild forms x or o before it."""
        return "xo"[move % 2] + self.plain.move_name(move // 2) if self.is_wild else self.plain.move_name(move)

    def centre_distance(self, move: Move) -> int:
        return self.plain.centre_distance(move // 2 if self.is_wild else move)

    def symmetries(self) -> tuple[Symmetry, ...]:
        found = []
        for turn in square_symmetries(self.width, self.height):
            cells = tuple(row * self.width + column for row, column in map(turn, self.plain.cells))
            moves = tuple(2 * cell + mark for cell in cells for mark in (0, 1)) if self.is_wild else cells
            found.append(Symmetry(self.plain.turned(turn), moves))
        return tuple(found)

    def winning_cells(self, state: State) -> frozenset[Cell]:
        """The line that ended the game, whoever made it."""
        ended = 0
        for line in self.plain.winning_lines:
            if state[0] & line == line or state[1] & line == line:
                ended |= line
        return frozenset(self.plain.cell_at[bit] for bit in bits(ended))

    def reasons(self, state: State, move: Move) -> tuple[Reason, ...]:
        """The line that is completed, and how many cells are left where the other side completes none."""
        after = self.play(state, move)
        other = self.sides[self.to_move(after)]
        cells = tuple(sorted(self.winning_cells(after)))
        if cells:
            wins = self.form == "wild"
            text = f"completes {self.k} in a row" + ("" if wins else ", which loses")
            return (Reason("line", text, cells, is_plain=True, hint="wins at once" if wins else ""),)
        if self.result(after) is not None:
            return ()
        if self.form == "wild":
            lines = [answer for answer in self.moves(after) if self.winning_cells(self.play(after, answer))]
            if lines:
                return (Reason("allows_line", f"lets {other} complete a line with {self.move_name(lines[0])}"),)
            return (Reason("safe", f"lets {other} complete no line", hint=f"lets {other} complete no line"),)
        safe = {self._cell(answer) for answer in self.moves(after) if not self.winning_cells(self.play(after, answer))}
        if not safe:
            hint = f"leaves {other} no cell without completing a line"
            return (Reason("no_safe_answer", hint, is_plain=True, hint=hint),)
        hint = f"leaves {other} {count(len(safe), 'safe cell')}"
        return (Reason("safe_cells", hint, tuple(sorted(safe)), hint=hint),)

    def _cell(self, move: Move) -> Cell:
        return divmod(move // 2 if self.is_wild else move, self.width)

    @property
    def variant(self) -> str:
        form = {"misere": "misère", "misere-wild": "misère wild", "notakto": "Notakto"}.get(self.form, self.form)
        return f"{form}, {self.plain.variant}"

    def why_over(self, state: State) -> str:
        if self.result(state) == 0:
            return f"The board is full, and there are nowhere {self.k} in a row."
        return f"{self.players[1 - self.to_move(state)]} completed {self.k} in a row."

    def position_text(self, state: State) -> str:
        return join_position(self.rows(state), self.players[self.to_move(state)])

    def parse_position(self, text: str) -> State:
        """Cells from the top left in reading order, then the side to move, which may be left out."""
        board, side = split_position(text)
        size = self.width * self.height
        marks = "X" if self.form == "notakto" else "XO"
        check_position(
            len(board) == size and set(board) <= {*marks, "-"},
            f"A position of {self} is {size} characters of {', '.join(marks)} and -, row by row from the top; "
            f"got '{text}'.",
        )
        crosses, noughts = (
            sum(1 << self.plain.bit(*cell) for cell, m in zip(self.plain.cells, board, strict=True) if m == mark)
            for mark in "XO"
        )
        ahead = crosses.bit_count() - noughts.bit_count()
        check_position(
            self.form != "misere" or ahead in (0, 1),
            f"X moves first, so X has as many stones as O or one more; here the difference is {ahead:+d}.",
        )
        state = (noughts, crosses) if self.form == "misere" and ahead else (crosses, noughts)
        turn = self.players[self.to_move(state)]
        check_position(side in ("", turn.upper()), f"With these stones it is {turn}'s turn, not {side.title()}'s.")
        lines = [line for line in self.plain.winning_lines if line & crosses == line or line & noughts == line]
        common = -1
        for line in lines:
            common &= line
        of_mover = self.form == "misere" and any(line & state[0] == line for line in lines)
        check_position(
            common != 0 and not of_mover,
            f"There were {self.k} in a row before the last move, so the game was over before this position.",
        )
        return state
