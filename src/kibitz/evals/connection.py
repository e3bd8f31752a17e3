"""A heuristic for Hex: how many more stones each side needs to join its edges.

Two lengths are counted. For `steps` stones must be adjacent. For `bridges` two stones also count as joined if they have
two free neighbours in common, since the other side can take only one of these, and a stone on the second row counts as
joined to the edge if both cells between are free:

    . . . . .          x and o are joined by a bridge: if one of the
     . x . . .         two cells marked + is taken, the other joins them
      . + + . .
       . . o . .       (overlapping bridges are not noticed: this is an estimate)

Both lengths are found by growing the set of cells that can be reached with 0, 1, 2 … more stones.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass

from kibitz.core.bits import shift_right, word
from kibitz.core.evaluation import Evaluator, Terms
from kibitz.core.game import State, helper
from kibitz.core.spec import option
from kibitz.games.hex import Hex, dilate


@helper
def bridge_ends(cells: int, free: int, size: int, not_first: int, not_last: int) -> int:
    """Where a bridge from one of these cells would end, and bits off the board, which the caller must clear."""
    right = (cells & word(not_last)) << 1 & free
    left = shift_right(cells & word(not_first), 1) & free
    down, up = cells << size & free, shift_right(cells, size) & free
    down_left = (cells & word(not_first)) << size - 1 & free
    up_right = shift_right(cells & word(not_last), size - 1) & free
    found = right << size & (down & word(not_last)) << 1
    found |= (down & word(not_first)) << size - 1 & down_left << size
    found |= shift_right(down_left & word(not_first), 1) & (left & word(not_first)) << size - 1
    found |= shift_right(left, size) & shift_right(up & word(not_first), 1)
    found |= shift_right(up & word(not_last), size - 1) & shift_right(up_right, size)
    return found | (up_right & word(not_last)) << 1 & shift_right(right & word(not_last), size - 1)


def stones_needed_rule(game: Hex, bridges: bool) -> Callable[[int, int, int], int]:
    """Make a function from own stones, free cells and the side (0 Red, 1 Blue) to the stones that it still needs.

    If the edges can no longer be joined, that is size + 1.
    """
    size = game.size
    top, bottom, left, right = game.edges
    not_first, not_last = game.wide(game.board ^ left), game.wide(game.board ^ right)
    second_rows = [dilate_cells(game, edge) if bridges and size > 2 else 0 for edge in game.edges]
    by_top, by_bottom, by_left, by_right = (game.wide(row) for row in second_rows)

    def stones_needed(own: int, free: int, side: int) -> int:
        edge, goal, by_edge, by_goal = word(top), word(bottom), word(by_top), word(by_bottom)
        if side == 1:
            edge, goal, by_edge, by_goal = word(left), word(right), word(by_left), word(by_right)
        edge |= by_edge & ~dilate(edge & ~free, size, not_first, not_last)
        goal |= by_goal & ~dilate(goal & ~free, size, not_first, not_last)
        reached = own & edge
        for count in range(size + 1):
            before = ~reached
            while reached != before:  # stones that are there already cost nothing
                before = reached
                near = dilate(reached, size, not_first, not_last)
                if bridges:
                    near |= bridge_ends(reached, free, size, not_first, not_last)
                reached |= near & own
            if reached & goal != 0:
                return count
            near = edge | dilate(reached, size, not_first, not_last)
            if bridges:
                near |= bridge_ends(reached, free, size, not_first, not_last)
            reached |= near & free
        return size + 1

    return helper(stones_needed)


def dilate_cells(game: Hex, edge: int) -> int:
    """The row of cells next to an edge."""
    size, (_, _, left, right) = game.size, game.edges
    return dilate(edge, size, game.board ^ left, game.board ^ right) & game.board & ~edge


@dataclass(frozen=True)
class Connection(Evaluator):
    name = "connection"
    about = "how many more stones each side needs to connect its edges, with and without bridges"
    suits = (Hex,)

    game: Hex
    bridges: int = option(100, "stones the opponent needs, minus those this side needs, if bridges count as connected")
    steps: int = option(30, "the same, if only adjacent stones are connected")

    def terms(self) -> Terms:
        board = self.game.board
        with_bridges, by_steps = (stones_needed_rule(self.game, bridges) for bridges in (True, False))

        def terms(state: State, out: MutableSequence[int]) -> None:
            own, other = state[0], state[1]
            free, side = word(board) ^ (own | other), 1 if state[2] == 1 else 0
            out[0] = with_bridges(other, free, 1 - side) - with_bridges(own, free, side)
            out[1] = by_steps(other, free, 1 - side) - by_steps(own, free, side)

        return terms
