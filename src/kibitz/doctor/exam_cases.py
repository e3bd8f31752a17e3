"""The questions of the examination: trees of every kind, each with a depth and a side to move.

All are made from seeds, so that every examination asks the same. They are small: a search that is wrong goes wrong on
few nodes, and a small tree can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from kibitz.core.rng import Rng
from kibitz.doctor.exam_tree import Spec, Tree, find_height, from_lists

LARGE = 1_000_000
# Seeds of trees with transpositions are those on which a fault of a table changes the value of the root; on most trees
# it changes only what is looked at.


@dataclass(frozen=True)
class Case:
    """One question. `depth`: None for the whole tree. `is_max`: whether Max moves at the root.

    `kind` says what the tree tries. `is_shared`: equal parts of the tree are one node. `budget`: values after which the
    time of the program is up, None for all the time it wants.
    """

    kind: str
    spec: Spec
    depth: int | None = None
    is_max: bool = True
    is_shared: bool = False
    budget: int | None = None

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.spec, is_max=self.is_max, is_shared=self.is_shared)

    @property
    def enough(self) -> int:
        """Values that are enough for a search to one depth after the other, with the values of all nodes on the way."""
        return 3 * (len(self.tree.nodes) + 4) * (self.height + 2)

    @cached_property
    def height(self) -> int:
        return find_height(self.spec)

    @property
    def plies(self) -> int:
        """How deep it is searched."""
        return self.height if self.depth is None else self.depth


@dataclass(frozen=True)
class Abilities:
    """What can be asked of a program.

    `depth`: to look only so far. `both_sides`: to search for Min as well. `sharing`: nodes with two parents.
    `leaf_root`: to be handed a leaf. `binary_heights`: if not empty, only complete binary trees of these heights.
    `binary`: only nodes with no or two children. `large`: values of millions. `max_height`: of trees, in plies.
    `budget`: to stop after some time.
    """

    depth: bool = False
    both_sides: bool = False
    sharing: bool = True
    leaf_root: bool = True
    binary: bool = False
    binary_heights: tuple[int, ...] = ()
    large: bool = True
    max_height: int | None = None
    budget: bool = False


def list_cases(abilities: Abilities) -> list[Case]:
    """The questions for a program with these abilities."""
    if abilities.binary_heights:
        cases = list(_complete_binary(abilities.binary_heights))
    else:
        cases = [case for case in _all_trees() if _is_fit(case, abilities)]
    if abilities.depth:
        cases += [case for case in _with_depths() if _is_fit(case, abilities)]
    if abilities.both_sides:
        cases += [
            Case(case.kind, case.spec, case.depth, False, case.is_shared)
            for i, case in enumerate(cases)
            if i % 2 == 0 or case.kind == "leaf as root"
        ]
    if abilities.budget:
        cases += _with_budgets()
    return cases


def _is_fit(case: Case, abilities: Abilities) -> bool:
    if not abilities.leaf_root and (isinstance(case.spec, int) or case.depth == 0):
        return False
    if case.is_shared and not abilities.sharing:
        return False
    if case.kind == "large values" and not abilities.large:
        return False
    if abilities.max_height is not None and case.height > abilities.max_height:
        return False
    return not abilities.binary or all(len(node.children) in (0, 2) for node in case.tree.nodes)


def _all_trees() -> Iterator[Case]:
    yield Case("leaf as root", 7)
    yield Case("leaf as root", -7)
    for values in ([5, 3], [3, 5], [-4, -2, -9], [2, 8, 5], [8, 5, 2], [6]):
        yield Case("shallow", from_lists(values))
    yield Case("one child", from_lists([[4]]))
    yield Case("one child", from_lists([[[6], [2]], [[9]]]))
    yield Case("one child", from_lists([[[[3, 5]]], [[[4]]]]))
    yield Case("textbook", from_lists([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    yield Case("textbook", from_lists([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3, 14]]]))
    for seed in range(6):
        yield Case("even", _grow(seed, 3, lambda rng, _: 2, _plain))
    for seed in range(6, 10):
        yield Case("even", _grow(seed, 3, lambda rng, _: 3, _plain))
    for seed in range(10, 13):
        yield Case("even", _grow(seed, 4, lambda rng, _: 2, _plain))
    for seed in range(13, 16):
        yield Case("even", _grow(seed, 2, lambda rng, _: 4, _plain))
    for seed in range(20, 30):
        yield Case("uneven", _grow(seed, 4, lambda rng, ply: rng.below(4) if ply else 3, _plain))
    for seed in range(30, 33):
        yield Case("negative", _grow(seed, 3, lambda rng, _: 2, lambda rng: -1 - rng.below(50)))
    for seed in range(33, 36):
        yield Case("positive", _grow(seed, 3, lambda rng, _: 2, lambda rng: 1 + rng.below(50)))
    for seed in range(36, 42):
        yield Case("ties", _grow(seed, 3, lambda rng, _: 3, lambda rng: rng.below(3) - 1))
    for seed in range(42, 45):
        yield Case("ties", _grow(seed, 3, lambda rng, _: 2, lambda rng: rng.below(2)))
    yield Case("equal leaves", from_lists([[5, 5], [5, 5, 5], [5]]))
    yield Case("equal leaves", from_lists([[[0, 0], [0]], [[0], [0, 0]]]))
    for seed in range(45, 48):
        yield Case("wins at different depths", _grow(seed, 5, _thin, lambda rng: 100 * (rng.below(3) - 1)))
    for seed in range(48, 50):
        yield Case("deep", _grow(seed, 7, lambda rng, _: 1 + rng.below(2), _plain))
    yield Case("deep", _grow(50, 6, lambda rng, _: 2, _plain))
    for seed in (51, 601, 608, 610):
        yield from _shared(seed)
    for seed in (500, 612, 662, 667, 674, 681, 750, 758):
        yield Case("transposition", _layered(seed), None, True, True)
    for seed in range(54, 57):
        yield Case("large values", _grow(seed, 2, lambda rng, _: 2, _large))
    yield Case("large values", from_lists([[LARGE, 2 * LARGE], [3 * LARGE]]))
    yield Case("large values", from_lists([[-LARGE], [-2 * LARGE, -3 * LARGE]]))


def _with_depths() -> Iterator[Case]:
    """Searches that end before the leaves, at a node that has a value of its own."""
    yield Case("depth 0", _grow(60, 2, lambda rng, _: 2, _plain), 0)
    for seed in range(61, 67):
        spec = _grow(seed, 4, lambda rng, _: 2, _plain)
        yield Case("horizon", spec, 1 + seed % 3)
    for seed in range(67, 72):
        yield Case("horizon", _grow(seed, 3, lambda rng, _: 3, _plain), 2)
    for seed in range(72, 80):
        uneven = _grow(seed, 5, lambda rng, ply: rng.below(4) if ply > 1 else 2, _plain)
        yield Case("horizon, uneven", uneven, 2 + seed % 3)
    for seed in range(80, 83):
        yield Case("more depth than tree", _grow(seed, 3, lambda rng, ply: rng.below(3) if ply else 2, _plain), 7)
    for seed in (83, 606, 607, 609, 610):
        yield from _shared_at_two_depths(seed)


def _with_budgets() -> Iterator[Case]:
    """Searches that are stopped: the last move is best at every depth, so an unfinished iteration has another."""
    for seed, width in ((90, 2), (91, 3)):
        spec = (5, tuple(_grow_between(seed, 10 * move, width) for move in range(3)))
        for budget in range(4, 40, 3):
            yield Case("time is up", spec, None, True, False, budget)


def _grow_between(seed: int, low: int, width: int) -> Spec:
    return _grow(seed + low, 2, lambda rng, _: width, lambda rng: low + rng.below(10))


def _complete_binary(heights: tuple[int, ...]) -> Iterator[Case]:
    for height in heights:
        for seed in range(12):
            yield Case("even", _grow(100 + seed, height, lambda rng, _: 2, _plain))
        for seed in range(4):
            yield Case("ties", _grow(120 + seed, height, lambda rng, _: 2, lambda rng: rng.below(3) - 1))
            yield Case("negative", _grow(130 + seed, height, lambda rng, _: 2, lambda rng: -1 - rng.below(50)))
            yield Case("positive", _grow(140 + seed, height, lambda rng, _: 2, lambda rng: 1 + rng.below(50)))
        yield Case("large values", _grow(150, height, lambda rng, _: 2, _large))


def _plain(rng: Rng) -> int:
    return rng.below(199) - 99


def _large(rng: Rng) -> int:
    return (rng.below(5) - 2) * LARGE + rng.below(100)


def _thin(rng: Rng, ply: int) -> int:
    return 2 if ply < 2 else rng.below(3)


def _grow(seed: int, height: int, width: Callable[[Rng, int], int], value: Callable[[Rng], int]) -> Spec:
    """A random tree: `width` says how many children a node at a ply has, `value` what a leaf is worth."""
    rng = Rng(1000 + seed)

    def grow(ply: int) -> Spec:
        count = width(rng, ply) if ply < height else 0
        static = value(rng)
        return (static, tuple(grow(ply + 1) for _ in range(count))) if count else static

    return grow(0)


def _shared(seed: int) -> Iterator[Case]:
    """A part of the tree that is reached in two ways, at plies of one parity and of both."""
    part = _grow(seed, 2, lambda rng, _: 2, _plain)
    others = [_grow(seed + 200 + i, 1, lambda rng, _: 2, _plain) for i in range(6)]
    for spec in (
        (1, ((2, (part, others[0])), (3, (part, others[1])), (4, (others[2], part)))),
        (1, ((2, ((3, (part, others[3])), others[0])), (4, (part, others[1])))),
        (1, (part, (2, (part, others[4])), (3, ((4, (part, 9)), others[5])))),
    ):
        yield Case("transposition", spec, None, True, True)


def _layered(seed: int) -> Spec:
    """A tree whose nodes are drawn from few on each level, so that most are reached in many ways."""
    rng = Rng(seed)
    layer: list[Spec] = [_plain(rng) for _ in range(8)]
    for size in (5, 4, 4, 1):
        layer = [(_plain(rng), tuple(rng.choice(layer) for _ in range(2 + rng.below(2)))) for _ in range(size)]
    return layer[0]


def _shared_at_two_depths(seed: int) -> Iterator[Case]:
    """A part that is reached with little depth left and with more."""
    part = _grow(seed, 4, lambda rng, _: 2, _plain)
    other = _grow(seed + 300, 3, lambda rng, _: 2, _plain)
    spec: Spec = (1, ((2, ((5, ((6, (part,)),)), other)), (3, (part, _grow(seed + 400, 2, lambda rng, _: 2, _plain)))))
    yield Case("transposition", spec, 5, True, True)
    yield Case("transposition", spec, 4, True, True)
