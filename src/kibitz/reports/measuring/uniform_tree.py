"""The uniform tree of the textbooks: every inner node has the same number of moves, every leaf the same depth.

The cost of alpha-beta on it depends only on the values of the leaves and their order, which cannot be chosen in a real
game. Three kinds of leaves:

    best      the first move of every node is its best one: the least alpha-beta can visit [Knuth & Moore 1975]
    worst     moves come from worst to best, and every value lies inside its window: no cut-offs at all
    random    values drawn from 0 to 999, independent of one another

    state     plies left, breadth, kind, value of the node (a key for random leaves), and, for the worst order, the
              window in which alpha-beta comes to it
"""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.game import ONGOING, Game, Move, Rules, State, View, helper

LEAVES = BEST, WORST, RANDOM = "best", "worst", "random"
MAX_MOVES, VALUES = 64, 1_000
WORD = (1 << 62) - 1


@helper
def mixed(word: int) -> int:
    """A word with its bits mixed, within 62 bits."""
    for _ in range(2):
        word = ((word ^ (word >> 29)) * 0x2545F491) & WORD
        word = word ^ (word >> 31)
    return word


class _Named:
    # A game that inherits its name is not registered: this one is for measuring, not for playing.
    name = "uniform-tree"


@dataclass(frozen=True)
class UniformTree(_Named, Game):
    """One game for all such trees; `root` chooses one."""

    @property
    def num_moves(self) -> int:
        return MAX_MOVES

    @property
    def max_result(self) -> int:
        return VALUES

    def initial(self) -> State:
        return self.root(2, 2, BEST)

    def root(self, breadth: int, depth: int, leaves: str, seed: int = 0) -> State:
        """The root of a tree; the seed matters only for random leaves."""
        return (depth, breadth, LEAVES.index(leaves), seed + 1 if leaves == RANDOM else 0, -VALUES // 2, VALUES // 2)

    def to_move(self, state: State) -> int:
        return state[0] % 2

    def rules(self) -> Rules:
        best, random = LEAVES.index(BEST), LEAVES.index(RANDOM)

        def moves(state: State, out: MutableSequence[int]) -> int:
            for move in range(state[1]):
                out[move] = move
            return state[1]

        def play(state: State, move: Move) -> State:
            left, breadth, kind, value, low, high = state
            if kind == random:
                return (left - 1, breadth, kind, mixed(value * MAX_MOVES + move + 1), low, high)
            if kind == best:  # the first child is worth as much as the node; each further one is worse
                return (left - 1, breadth, kind, move - value, low, high)
            # Each child is better than the one before by the smallest step, and the last one has the value of the node.
            # So no value ever reaches the end of its window.
            child = low + move + 1 if move < breadth - 1 else value
            return (left - 1, breadth, kind, -child, -high, -(low + move))

        def result(state: State) -> int:
            if state[0] > 0:
                return ONGOING
            return state[3] % VALUES if state[2] == random else state[3]

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        return View((str(state[3]),), {})
