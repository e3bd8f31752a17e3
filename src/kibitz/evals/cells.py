"""What a stone is worth on its cell in m,n,k games.

There are scores for a move on the 3x3 board and on the 5x5 board; the length of a winning line decides which are used.

    term       3x3 score, for k up to 3              5x5 score, for k from 4
    win        wins: 100                             wins: 100
    line       else makes two in a line: 10          else makes three in a line with a free end: 10
    inner      the centre: 1                         the inner 3x3: 1
    diagonal   -                                     on a main diagonal: 1
    near       -                                     a stone of the other side adjacent: 1

A line is a run of adjacent stones, and a longer one counts too. On other boards the inner cells are those off the edge
(on 3x3 only the centre), and the main diagonals are those that begin in a corner.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluator, Feature, Terms
from kibitz.core.game import Move, State, helper
from kibitz.core.spec import option
from kibitz.evals.feature_cells import both_sides
from kibitz.evals.lines import area, run_starts
from kibitz.games.mnk import MNK

Stones: TypeAlias = tuple[int, int, int, int, int]


@helper
def in_runs(stones: int, step: int, length: int) -> int:
    """The stones in runs of at least `length` along `step`."""
    found = run_starts(stones, step, length)
    for _ in range(length - 1):
        found |= (found << step) & stones
    return found


@helper
def with_free_end(runs: int, step: int, free: int) -> int:
    """Of the stones in runs along `step`, those whose run has a free cell at one end or both."""
    found = runs & ((free << step) | (free >> step))
    before = 0
    while found != before:  # from the end of a run to its other stones, one further each pass
        before = found
        found |= ((found << step) | (found >> step)) & runs
    return found


@dataclass(frozen=True)
class Cells(Evaluator):
    """A score for each move; a position is worth the scores of the own stones minus those of the other side's."""

    name = "cells"
    about = "the place of each stone: in lines, on inner cells, on diagonals, next to an opposing stone"
    suits = (MNK,)

    game: MNK
    win: int = option(100, "stones in a winning line")
    line: int = option(10, "stones in a line that can be extended: two for k up to 3, else three with a free end")
    inner: int = option(1, "stones on inner cells, not on the edge of the board")
    diagonal: int = option(1, "stones on a main diagonal (k of 4 and up)")
    near: int = option(1, "stones next to an opposing stone (k of 4 and up)")

    def terms(self) -> Terms:
        counted = self.counted_rule()

        def terms(state: State, out: MutableSequence[int]) -> None:
            mine, theirs = counted(state[0], state[1]), counted(state[1], state[0])
            for i in range(5):
                out[i] = popcount(mine[i]) - popcount(theirs[i])

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        counted = self.counted_rule()
        mine, theirs = counted(state[0], state[1]), counted(state[1], state[0])
        cell_of = self.game.cell_at.__getitem__
        return tuple(both_sides(own, other, cell_of) for own, other in zip(mine, theirs, strict=True))

    def move_score(self, state: State, move: Move) -> int:
        """The score of the move, for the side that makes it."""
        counted, weights = self._for_moves
        other, own = self.game.play(state, move)
        stone = own ^ state[0]
        return sum(weight for weight, stones in zip(weights, counted(own, other), strict=True) if stones & stone)

    @cached_property
    def _for_moves(self) -> tuple[Callable[[int, int], Stones], tuple[int, ...]]:
        return self.counted_rule(), self.weights

    def counted_rule(self) -> Callable[[int, int], Stones]:
        """A function from own and other stones to those of the own that count, term by term."""
        game, k, board, steps = self.game, self.game.k, self.game.board, self.game.steps
        large = k >= 4
        length = 3 if large else 2
        # How far each cell is from the nearer edge, vertically and sideways.
        margins = {(r, c): (min(r, game.height - 1 - r), min(c, game.width - 1 - c)) for r, c in game.cells}
        inner = area(game, (cell for cell, (rows, columns) in margins.items() if rows > 0 and columns > 0))
        diagonals = area(game, (cell for cell, (rows, columns) in margins.items() if large and rows == columns))

        def counted(own: int, other: int) -> Stones:
            free = board ^ (own | other)
            won, lines, near = 0, 0, 0
            for step in steps:
                won |= in_runs(own, step, k)
                runs = in_runs(own, step, length)
                if large:
                    lines |= with_free_end(runs, step, free)
                    near |= own & ((other << step) | (other >> step))
                else:
                    lines |= runs
            return (won, lines & ~won, own & inner, own & diagonals, near)

        return helper(counted)
