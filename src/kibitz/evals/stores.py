"""Heuristics for games in which what is taken is kept and counted: Kalah, and Dots and Boxes."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import popcount
from kibitz.core.evaluation import Evaluator, Feature, Terms
from kibitz.core.game import State, helper
from kibitz.core.spec import option
from kibitz.evals.feature_cells import both_sides
from kibitz.games.dots_and_boxes import DotsAndBoxes
from kibitz.games.kalah import HOLE, WIDTH, Kalah


@dataclass(frozen=True)
class Stores(Evaluator):
    """Seeds in the stores, seeds on one's own side, and moves that end in one's store and so are followed by another.

    In tenths of a seed. A seed on one's own side is worth less than one in the store, because it can be captured or
    may have to be sown into the other side's pits.
    """

    name = "stores"
    about = "seeds in the stores and pits, and pits whose last seed would fall into the side's own store"
    suits = (Kalah,)

    game: Kalah
    store: int = option(10, "seeds in the store")
    pit: int = option(2, "seeds in one's own pits")
    again: int = option(3, "pits from which a move would end in the store")

    @property
    def unit_points(self) -> int:
        return max(0, self.store)

    def terms(self) -> Terms:
        pits = self.game.pits
        store, circle = WIDTH * pits, 2 * pits + 1

        def terms(state: State, out: MutableSequence[int]) -> None:
            own, other = state[0], state[1]
            seeds, again = 0, 0
            for pit in range(pits):
                mine, theirs = own >> WIDTH * pit & HOLE, other >> WIDTH * pit & HOLE
                seeds += mine - theirs
                again += (1 if mine % circle == pits - pit else 0) - (1 if theirs % circle == pits - pit else 0)
            out[0] = (own >> store) - (other >> store)
            out[1] = seeds
            out[2] = again

        return terms


@helper
def boxes_by_sides(edges: int, columns: int, tops: int) -> tuple[int, int]:
    """The boxes with exactly two sides drawn, and those with exactly three."""
    left, right, bottom = edges >> columns, edges >> columns + 1, edges >> 2 * columns + 1
    one, other = edges ^ left, right ^ bottom
    odd, carry = one ^ other, one & other
    two_or_three = (edges & left) ^ (right & bottom) ^ carry
    return two_or_three & ~odd & tops, two_or_three & odd & tops


@dataclass(frozen=True)
class Boxes(Evaluator):
    """Boxes taken, boxes that the side to move can take at once, and who will run out of safe edges.

    An edge is safe if it is not the third side of a box. Whoever has to draw an unsafe edge first opens a chain for
    the other side: with an odd number of safe edges left, and nothing to take, that is not the side to move
    [Berlekamp, "The Dots and Boxes Game", 2000, chapter 2, which goes on to count long chains].
    """

    name = "boxes"
    about = "boxes taken, boxes with three sides drawn, and whether the number of safe edges is odd"
    suits = (DotsAndBoxes,)

    game: DotsAndBoxes
    box: int = option(100, "boxes taken")
    open_box: int = option(60, "boxes with three sides, which the side to move can take")
    parity: int = option(40, "1 if an odd number of edges is safe, -1 if an even number is")

    @property
    def unit_points(self) -> int:
        return max(0, self.box)

    def terms(self) -> Terms:
        columns, tops, board = self.game.columns, self.game.tops, self.game.board

        def terms(state: State, out: MutableSequence[int]) -> None:
            edges = state[0]
            two, three = boxes_by_sides(edges, columns, tops)
            unsafe = two | two << columns | two << columns + 1 | two << 2 * columns + 1
            safe = popcount(board & ~(edges | unsafe))
            out[0] = popcount(state[1]) - popcount(state[2])
            out[1] = popcount(three)
            out[2] = 1 if safe % 2 else -1

        return terms

    def features(self, state: State) -> tuple[tuple[Feature, ...], ...]:
        taken, *others = super().features(state)
        return (both_sides(state[1], state[2], self.game.box_cell) or taken, *others)
