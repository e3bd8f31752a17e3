"""A tree of the examination as a game of Kibitz, so that every searcher and every player can be asked about it.

A state is the number of a node and the side to move. A finished game is a leaf; its result is for the side to move.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz.core.game import ONGOING, Game, Rules, State, View
from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Tree, from_lists

MAX_RESULT = 1_000


@dataclass(frozen=True)
class ExamGame(Game):
    """The tree of a case; its log has the leaves whose result was asked for."""

    case: Case = field(default=Case("", from_lists([0])), compare=False)

    @property
    def tree(self) -> Tree:
        return self.case.tree

    @property
    def num_moves(self) -> int:
        return max((len(node.children) for node in self.tree.nodes), default=0) or 1

    @property
    def words(self) -> int:
        return 0  # not for the compiler

    @property
    def max_result(self) -> int:
        return MAX_RESULT if any(abs(node.static) > 1 for node in self.tree.nodes) else 1

    def initial(self) -> State:
        return (0, 0 if self.case.is_max else 1)

    def rules(self) -> Rules:
        nodes, log = self.tree.nodes, self.tree.log

        def moves(state: State, out: list[int]) -> int:
            count = len(nodes[state[0]].children)
            out[:count] = range(count)
            return count

        def play(state: State, move: int) -> State:
            return (nodes[state[0]].children[move].number, 1 - state[1])

        def result(state: State) -> int:
            node = nodes[state[0]]
            if node.children:
                return ONGOING
            log.append(node.number)
            return node.static if state[1] == 0 else -node.static

        return Rules(moves, play, result)  # type: ignore[arg-type]  # the list is the one that `Game.moves` makes

    def view(self, state: State) -> View:
        return View((".",), {})


ExamGame.name = "exam-tree"  # set here, since a class that has a name of its own is offered to everybody
