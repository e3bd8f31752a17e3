"""Positions of 8x8 with many free cells: solved by the search of the middle game, whose order of moves is learned.

Before anything is proved, searches with probable cuts find out what the score is likely to be and which moves are best:
to growing depth, then to the end with growing confidence. What they leave in the table makes the proof short. The last
free cells are the solver's own search in either case.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from kibitz.kernels.common.control import NODES, STOP, STOPPED_BY_NODES
from kibitz.kernels.engine.othello.pattern_indices import BASES, write_indices
from kibitz.kernels.engine.othello.search import descend
from kibitz.kernels.engine.othello.tables import GAME, read_cuts, read_values
from kibitz.kernels.engine.othello.workspace import BEST_MOVE, POINTS, STOPPED, SURE, Memory, Orders, make_workspace
from kibitz.kernels.solvers.othello.bitboard import U
from kibitz.kernels.solvers.othello.move_order import make_knowledge
from kibitz.kernels.solvers.othello.table import NO_MOVE
from kibitz.kernels.solvers.table_solver import MAX_NODES, Numbers, Words

FAR = 16  # free cells from which on it is quicker than the solver's own search
FIRST_DEPTH, LEAP = 2, 12  # depth of the first guess; plies before the end from which on searches go to the end
CONFIDENCES = (0, 2)  # of the searches to the end before the proof, as numbers of `probable_cuts.CONFIDENCES`
WINDOW = 3 * POINTS


class FarSearch:
    """The search of one thread."""

    def __init__(self, solver_workspace: Any) -> None:
        self._workspace = make_workspace(solver_workspace)
        self._values, self._cuts, self._knowledge = read_values(), read_cuts(), make_knowledge(GAME)

    def narrow(
        self,
        table: Words,
        generation: Any,
        busy: Words,
        root: Words,
        bounds: NDArray[Any],
        cells: Numbers,
        shared: bool,
    ) -> int:
        """Close the bounds on the score of a position until `cells` say stop; a move that proves the lower one."""
        memory = Memory(table, generation, busy, cells, self._values, BASES, self._cuts, self._knowledge)
        mine, other = root.tolist()
        write_indices(self._workspace.rows, 0, mine, other)
        empties = 64 - (mine | other).bit_count()
        least, most = bounds.tolist()
        low, high = max(least - (least & 1), -64), min(most + (most & 1), 64)

        def ask(depth: int, confidence: int, alpha: int, beta: int) -> int:
            return self._ask(memory, Orders(U(mine), U(other), 0, alpha, beta, depth, confidence, shared), cells)

        passes = [(depth, 0) for depth in range(FIRST_DEPTH, empties - LEAP + 1, 2)]
        passes += [(empties, confidence) for confidence in CONFIDENCES]
        guess = None
        for depth, confidence in passes:
            alpha, beta = low * POINTS, high * POINTS
            if guess is not None:
                alpha, beta = max(alpha, min(guess - WINDOW, beta - 1)), min(beta, max(guess + WINDOW, alpha + 1))
            guess = ask(depth, confidence, alpha, beta)
            if guess == STOPPED:
                return NO_MOVE
        move, question = NO_MOVE, 2 * round((guess or 0) / (2 * POINTS)) - 1
        while low < high:
            question = min(max(question, low + 1), high - 1)
            value = ask(empties, SURE, question * POINTS, question * POINTS + 1)
            if value == STOPPED:
                break
            if value > question * POINTS:
                low, move = min(value // POINTS, high), int(self._workspace.frames[BEST_MOVE])
                question = low + 1
            else:
                high = max(value // POINTS, low)
                question = high - 1
        bounds[0], bounds[1] = min(max(low, least), most), max(min(high, most), least)
        return move

    def _ask(self, memory: Memory, asked: Orders, cells: Numbers) -> int:
        """One search within the nodes that `cells` leave, counted there."""
        own, before = self._workspace.cells, int(cells[NODES])
        own[NODES], own[MAX_NODES] = 0, cells[MAX_NODES] - before
        value = int(descend(memory, self._workspace, asked))
        cells[NODES] = before + own[NODES]
        if cells[STOP] == STOPPED_BY_NODES:
            cells[STOP] = 0  # whoever set the limit knows
        return value
