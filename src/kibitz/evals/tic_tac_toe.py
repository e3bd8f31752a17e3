"""Heuristics for relatives of tic-tac-toe: safe cells in the misère and wild forms, small boards in the ultimate."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluator, Feature, Terms
from kibitz.core.game import State
from kibitz.core.spec import option
from kibitz.evals.feature_cells import both_sides
from kibitz.games.mnk_forms import MNKForms
from kibitz.games.ultimate_tic_tac_toe import ANY, FULL, LINES, TARGET, UltimateTicTacToe, small_board


@dataclass(frozen=True)
class SafeCells(Evaluator):
    """A cell is safe if a stone there completes no line. Whoever runs out of safe cells first must complete one.

    Where both sides put the same marks, safe cells belong to both, and only whether they are odd in number tells the
    sides apart: if nothing else changed, the side to move would take the last one. In the wild form a line wins.
    """

    name = "safe-cells"
    about = "cells where a stone completes no line: own minus the opponent's, or whether their number is odd"
    suits = (MNKForms,)

    game: MNKForms
    safe: int = option(3, "safe cells (misère form)")
    odd: int = option(3, "1 if the number of safe cells is odd, -1 if it is even (misère wild, Notakto)")
    line: int = option(20, "1 if the side to move can complete a line and win (wild form)")

    def terms(self) -> Terms:
        board, completing = self.game.plain.board, self.game.plain.completing
        misere, wild, notakto = (self.game.form == form for form in ("misere", "wild", "notakto"))

        def terms(state: State, out: MutableSequence[int]) -> None:
            free = board ^ (state[0] | state[1])
            first, second = completing(state[0], free), completing(state[1], free)
            out[0] = popcount(second) - popcount(first) if misere else 0
            out[1], out[2] = 0, 0
            if wild:
                out[2] = 1 if first | second else 0
            elif not misere:
                unsafe = first if notakto else first & second
                out[1] = 1 if popcount(free ^ unsafe) % 2 else -1

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        if self.game.form != "misere":
            return super().features(state)
        plain = self.game.plain
        free = plain.board ^ (state[0] | state[1])
        unsafe = [plain.completing(stones, free) for stones in state]
        return both_sides(unsafe[1], unsafe[0], lambda bit: plain.cell_at[bit]), (), ()


@dataclass(frozen=True)
class SmallBoards(Evaluator):
    """Boards owned, and what may become three in a row: of boards on the large one, of cells on the open small ones."""

    name = "small-boards"
    about = "small boards owned, two in a row of boards and of cells, and a free choice of the board"
    suits = (UltimateTicTacToe,)

    game: UltimateTicTacToe
    board: int = option(20, "small boards owned")
    board_pair: int = option(25, "two boards in a row, the third one open")
    pair: int = option(4, "two cells in a row on an open board, the third one free")
    choice: int = option(3, "1 if the side to move may choose the board")

    def terms(self) -> Terms:
        def terms(state: State, out: MutableSequence[int]) -> None:
            turn, boards = state[4], state[3]
            mine, theirs = boards >> 9 * turn & FULL, boards >> 9 * (1 - turn) & FULL
            closed = (boards | boards >> 9 | boards >> 18) & FULL
            board_pairs, pairs = 0, 0
            for line in LINES:
                rest = closed & line
                if popcount(rest) == 2:
                    board_pairs += 1 if rest & mine == rest else -1 if rest & theirs == rest else 0
            for board in range(9):
                if closed >> board & 1 == 0:
                    own, other = small_board(state, turn, board), small_board(state, 1 - turn, board)
                    for line in LINES:
                        if popcount(own & line) == 2 and other & line == 0:
                            pairs += 1
                        elif popcount(other & line) == 2 and own & line == 0:
                            pairs -= 1
            out[0] = popcount(mine) - popcount(theirs)
            out[1] = board_pairs
            out[2] = pairs
            out[3] = 1 if boards >> TARGET == ANY else 0

        return terms
