"""The trees on which Monte Carlo searches are examined, and the choices of a search on them.

Leaves are worth 1, 0 and -1: Max wins, a draw, Min wins. On each tree a search that is right chooses a best move with
nearly every seed, and some fault makes it choose another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from kibitz.core.rng import Rng
from kibitz.doctor.exam_cases import Case
from kibitz.doctor.exam_tree import Spec, from_lists
from kibitz.doctor.faults.program import BASES, SIMULATIONS, Observed, Program, compile_program

FEW = 14  # simulations, where chance still decides
SAME_NEVER = 0.5  # how much the mean number of moves never tried may differ
TREES = (
    ("a win beside losses", [[-1], [1], [-1]]),
    ("a sure draw beside a trap", [[0], [1, 1, 1, 1, -1]]),
    ("a trap beside a sure draw", [[1, 1, -1, 1, 1], [0]]),
    ("a win that needs an answer", [[0], [[1, -1], [1, -1]]]),
    ("a win among losses", [[0], [[-1, 1, -1]]]),
    ("the last move wins", [[0], [0], [0], [1]]),
    ("the first move wins", [[1], [0], [0], [0]]),
    ("the last move draws", [[-1], [-1], [0]]),
    ("the first move draws", [[0], [-1], [-1]]),
    ("a trap two moves away", [[0], [[[1, 1, -1, 1]], [[1, -1, 1, 1]]]]),
)


@dataclass(frozen=True)
class Choices:
    """What a search chose on one tree, for a number of seeds. `moves`: how often each move; None is no move.

    `never`: moves of the root that it never tries, in the mean; None if that cannot be seen. `error`: why there is no
    answer.
    """

    moves: Counter[int | None]
    never: float | None = None
    error: str = ""

    def distance(self, other: Choices) -> float:
        """How differently they choose: 0 for the same moves equally often, 1 for no move in common."""
        if bool(self.error) != bool(other.error):
            return 1.0
        if self.never is not None and other.never is not None and abs(self.never - other.never) > SAME_NEVER:
            return 1.0
        both = self.moves.keys() | other.moves.keys()
        return sum(abs(self._share(move) - other._share(move)) for move in both) / 2

    def _share(self, move: int | None) -> float:
        return self.moves[move] / self.moves.total()


def mirror(case: Case) -> Case:
    """The same for the other side: Min to move, and all results exchanged."""

    def turn(spec: Spec) -> Spec:
        return -spec if isinstance(spec, int) else (-spec[0], tuple(turn(child) for child in spec[1]))

    return Case(case.kind, turn(case.spec), None, not case.is_max)


def list_sampled_cases(*, both_sides: bool) -> list[Case]:
    cases = [Case(kind, from_lists(tree)) for kind, tree in TREES]
    return cases + [mirror(case) for case in cases[:4]] if both_sides else cases


@cache
def list_noisy_cases() -> tuple[Case, ...]:
    """Trees of which few simulations know little: the most visited move is often not the one of the best mean."""
    good, bad = [[1, -1, -1]], [1, 1, -1, -1]
    trees = ([good, bad, bad], [bad, bad, good], [good, bad, bad, bad, bad], [bad, bad, bad, bad, good])
    return tuple(Case("few simulations", from_lists(tree)) for tree in trees)


def count_choices(case: Case, seen: Iterable[Observed]) -> Choices:
    """The choices of a search on one tree, one observation a seed."""
    every = list(seen)
    error = next((one.error for one in every if one.error), "")
    moves = Counter(one.move for one in every)
    if error or any(one.leaves is None for one in every):
        return Choices(moves, None, error)
    tried = sum(len({case.tree.find_root_move(leaf) for leaf in one.leaves or ()}) for one in every)
    return Choices(moves, len(case.tree.root.children) - tried / len(every))


def sample_program(program: Program, case: Case, seed: int) -> Observed:
    """One search of a program of the library."""
    simulations = FEW if case in list_noisy_cases() else SIMULATIONS
    assert BASES[program.base].is_sampled
    tree = case.tree
    tree.log.clear()
    try:
        value, move = compile_program(program.base, program.edits)(tree.root, simulations, case.is_max, Rng(seed))
    except (ValueError, ArithmeticError):
        return Observed(None, None, None, "crash")
    return Observed(value, move, tuple(tree.log))
