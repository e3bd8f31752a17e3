"""Small games for what the others do not have: turns of several moves, and positions that come again."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass

from kibitz.core.game import ONGOING, Game, Move, Rules, State, View
from kibitz.core.spec import option

# Graphs by their edges; the moves are from a node to one beside it.
GRAPHS = (
    ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (1, 4)),  # a ring with a chord
    ((0, 1), (1, 2), (2, 3), (3, 4)),  # a row
    ((0, 1), (0, 2), (0, 3), (1, 4), (2, 4), (3, 5), (4, 5), (5, 6)),  # two ways round, and a tail
)


@dataclass(frozen=True)
class Grab(Game):
    """Take one to three chips. Who leaves a multiple of three scores a point and moves again.

    State: chips, points of the first side, of the second, side to move.
    """

    moves_again = True
    chips: int = option(9, "chips", 1, 40)

    @property
    def num_moves(self) -> int:
        return 3

    @property
    def max_result(self) -> int:
        return self.chips // 3 + 1

    def initial(self) -> State:
        return (self.chips, 0, 0, 0)

    def rules(self) -> Rules:
        def moves(state: State, out: MutableSequence[int]) -> int:
            count = min(3, state[0])
            for move in range(count):
                out[move] = move
            return count

        def play(state: State, move: Move) -> State:
            left = state[0] - move - 1
            if left % 3:
                return (left, state[1], state[2], 1 - state[3])
            if state[3] == 0:
                return (left, state[1] + 1, state[2], 0)
            return (left, state[1], state[2] + 1, 1)

        def result(state: State) -> int:
            if state[0] > 0:
                return ONGOING
            return (state[1] - state[2]) * (1 - 2 * state[3])

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        return View(("o" * state[0] or ".",), {})


@dataclass(frozen=True)
class Chase(Game):
    """A cat and a mouse on a graph, each to a node beside its own in turn.

    The cat wins where the mouse is, the mouse in its hole, the last node. State: cat, mouse, side to move; the cat is
    side 0. Whoever must stay where the other one blocks all ways does not exist: the cat may go to the mouse's node,
    and the mouse to the cat's, which loses.
    """

    repeats = True
    graph: int = option(0, "which graph", 0, len(GRAPHS) - 1)
    cat: int = option(0, "where the cat begins", 0, 6)
    mouse: int = option(3, "where the mouse begins", 0, 6)
    hole: bool = option(True, "whether the mouse has a hole")

    @property
    def nodes(self) -> int:
        return 1 + max(max(edge) for edge in GRAPHS[self.graph])

    @property
    def num_moves(self) -> int:
        return self.nodes

    def initial(self) -> State:
        return (self.cat, self.mouse, 0)

    def _again(self) -> int:
        """From this node on, its numbers up, a cat that comes there moves again."""
        return self.nodes

    def rules(self) -> Rules:
        beside = [0] * self.nodes
        for one, other in GRAPHS[self.graph]:
            beside[one] |= 1 << other
            beside[other] |= 1 << one
        near, count, again = tuple(beside), self.nodes, self._again()
        hole = self.nodes - 1 if self.hole else -1

        def moves(state: State, out: MutableSequence[int]) -> int:
            ways, found = near[state[state[2]]], 0
            for node in range(count):
                if ways >> node & 1:
                    out[found] = node
                    found += 1
            return found

        def play(state: State, move: Move) -> State:
            if state[2] == 1:
                return (state[0], move, 0)
            return (move, state[1], 0 if move == again else 1)

        def result(state: State) -> int:
            if state[0] == state[1]:
                return 1 - 2 * state[2]
            if state[1] == hole:
                return 2 * state[2] - 1
            return ONGOING

        return Rules(moves, play, result)

    def view(self, state: State) -> View:
        cells = ["."] * self.nodes
        cells[state[1]], cells[state[0]] = "m", "c"
        return View(("".join(cells),), {})


@dataclass(frozen=True)
class SpringingChase(Chase):
    """As Chase, but a cat that comes to node 2 moves again."""

    moves_again = True

    def _again(self) -> int:
        return 2


# Named here and not in their classes: a class that names itself is registered, and other tests count the games.
Grab.name, Chase.name, SpringingChase.name = "grab", "chase", "springing-chase"
