"""How a search grows with depth: measured nodes, next to what theory predicts for a tree of that breadth.

b             moves per unfinished position, ply by ply: 9, 8, 7 … on an empty board of nine cells
b^d           the product of b over the plies, so d times b where b stays the same
minimal       the nodes that any alpha-beta must visit [Knuth & Moore 1975], with b as it is at each ply
effective b   the breadth of a uniform tree of that depth with the same number of nodes [Nilsson 1971]
exponent      x where the nodes are b^(x d): 1 for minimax, ½ for the minimal tree, about ¾ for random leaves;
              not given where b falls with the ply, since then no two depths have the same b
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz.core.game import Game, State
from kibitz.core.limits import AUTO, Limits
from kibitz.core.searching import Searcher
from kibitz.kernels.backends import count_compiled
from kibitz.lab.design import Cell, Column, Experiment, Plot, Row, Values
from kibitz.lab.outcome import Outcome
from kibitz.lab.verdict import Kind, Verdict
from kibitz.search.common.tree_search import TreeSearch
from kibitz.search.perft import perft
from kibitz.trees.tree_statistics import minimal_nodes_by_ply

FEW_POSITIONS = 20_000  # of one ply; that many are counted one by one in a moment
MAX_GAMES = 10**9  # that compiled code counts one by one within seconds
MAX_NODES = 20_000_000  # of one search
SHRINKS = 0.9  # b at the last ply, as a share of b at the first, below which b is said to fall


# The curves to draw, by label.
COUNTED = {"search": "nodes", "minimax": "tree"}
THEORY = {"b^d": "all_of_b", "b^(3d/4)": "three_quarters", "b^(d/2)": "half", "minimal tree": "minimal"}


def minimal_leaves(breadth: float, depth: int) -> float:
    """Leaves of the smallest tree that proves the value of a uniform one; a whole number for a whole breadth."""
    return breadth ** math.ceil(depth / 2) + breadth ** (depth // 2) - 1


def effective_branching(nodes: float, depth: int) -> float:
    """The b with 1 + b + … + b^depth = nodes; 0 for a lone root."""
    low, high = 0.0, max(2.0, float(nodes))
    for _ in range(80):
        middle = (low + high) / 2
        total = 0.0
        for _ in range(depth + 1):
            total = total * middle + 1
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return low


def count_nodes_by_ply(
    game: Game, state: State, depth: int, *, max_positions: int = FEW_POSITIONS
) -> list[tuple[int, int]]:
    """For every ply from 0 on: the nodes of the whole tree there, and how many of them are not finished games.

    The plies end at `depth`, or earlier if counting would take more than seconds.
    """
    plies = perft(game, state, depth, max_positions=max_positions)
    counts = [(ply.nodes, ply.finished) for ply in plies]
    if len(plies) <= depth:
        branching = plies[-1].nodes / plies[-2].nodes if len(plies) > 1 else game.num_moves
        further = math.log(MAX_GAMES / plies[-1].nodes) / math.log(max(branching, 1.1))
        reach = min(depth, len(plies) - 1 + max(0, int(further)))
        quick = count_compiled(game, state, reach) if reach >= len(plies) else None
        if quick is not None:
            counts = [(nodes, ends or 0) for nodes, ends in zip(quick.nodes, quick.finished, strict=True)]
    sizes, ended_before = [], 0
    for nodes, finished in counts:
        reached = nodes - ended_before if game.perft_keeps_finished else nodes
        sizes.append((reached, reached - finished))
        ended_before += finished
    return sizes


def disable_deepening(searcher: Searcher) -> Searcher:
    """The searcher without the deepening that a node limit would switch on; deepening asked for by name stays."""
    is_undecided = isinstance(searcher, TreeSearch) and searcher.deepen is None
    return replace(searcher, deepen=False) if is_undecided else searcher  # type: ignore[type-var]  # a dataclass


@dataclass(frozen=True)
class GrowthRow:
    """One depth. `tree` is the number of nodes minimax visits, None if there are too many to count; `factor` compares
    with the depth before. `memory`: bytes of a stored tree or table. `branching`: b at the last ply that has moves. The
    columns for theory are None if b is not known."""

    depth: int
    nodes: int
    leaves: int
    seconds: float
    memory: int
    factor: float | None
    effective: float
    branching: float | None
    exponent: float | None
    tree: int | None
    tree_factor: float | None
    all_of_b: float | None
    three_quarters: float | None
    half: float | None
    minimal: float | None


@dataclass(frozen=True)
class Growth:
    """A search of one game at every depth. `stopped` says why no rows follow, `no_exponent` why they have none."""

    game: str
    searcher: str
    moves: str
    rows: tuple[GrowthRow, ...]
    stopped: str
    no_exponent: str


@dataclass(frozen=True)
class _Measured:
    depth: int
    nodes: int
    leaves: int
    seconds: float
    memory: int
    sizes: list[tuple[int, int]]

    @property
    def branching(self) -> list[float]:
        """b at every ply above the horizon; empty if not all of them were counted."""
        if len(self.sizes) <= self.depth:
            return []
        plies = zip(self.sizes, self.sizes[1:], strict=False)
        return [below / going_on if going_on else 0.0 for (_, going_on), (below, _) in plies]


def measure_growth(
    cases: Sequence[tuple[int, Game, State]],
    searcher: Searcher,
    *,
    backend: str = AUTO,
    on_depth: Callable[[int], None] = lambda depth: None,
) -> tuple[tuple[GrowthRow, ...], str, str]:
    """The rows, why they end early if they do, and why they have no exponent.

    Each case is a depth and the position to search to it.
    """
    found: list[_Measured] = []
    stopped, sizes = "", dict[State, list[tuple[int, int]]]()
    deepest = {state: depth for depth, _, state in cases}  # the last case counts, which is the deepest
    searcher = disable_deepening(searcher)
    for depth, game, state in cases:
        result = searcher.search(game, state, Limits(depth=depth, nodes=MAX_NODES), backend=backend)
        if result.stopped_by:
            stopped = f"depth {depth} needs more than {MAX_NODES:,} nodes"
            break
        if state not in sizes:
            sizes[state] = count_nodes_by_ply(game, state, deepest[state])
        stats, plies = result.stats, sizes[state][: depth + 1]
        found.append(_Measured(depth, stats.nodes, stats.boards_evaluated, stats.seconds, stats.memory, plies))
        on_depth(depth)
    no_exponent = _explain_no_exponent(found)
    return _rows(found, has_exponent=not no_exponent), stopped, no_exponent


class _Curves(Experiment):
    """A growth as an experiment, so that it can be drawn; the theory takes the place of the reported values."""

    title = "Nodes by depth"
    source = ""
    columns = (Column("nodes"),)

    def __init__(self, found: Growth) -> None:
        title = f"{found.searcher} on {found.game}"
        self.id = "growth"  # type: ignore[misc]  # on the instance only, so that nothing is registered
        self.plot = Plot("lines", x="depth", y=("nodes",), by="curve", log=True, title=title)  # type: ignore[misc]
        self.by_depth = {row.depth: row for row in found.rows}

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{curve}, depth {depth}", {"curve": curve, "depth": depth})
            for curve in (*COUNTED, *THEORY)
            for depth in self.by_depth
        ]

    def reported(self, cell: Cell) -> Values:
        return self._nodes(cell, THEORY)

    def measure(self, cell: Cell, seed: int) -> Values:
        return self._nodes(cell, COUNTED)

    def _nodes(self, cell: Cell, curves: Mapping[str, str]) -> Values:
        field = curves.get(str(cell.settings["curve"]))
        return {"nodes": None if field is None else getattr(self.by_depth[cell.whole("depth")], field)}

    def judge(self, rows: Sequence[Row]) -> Verdict:
        return Verdict(Kind.OPEN, "")


def make_growth_outcome(found: Growth) -> Outcome:
    """A growth as the outcome of an experiment, to be drawn."""
    curves = _Curves(found)
    rows = tuple(Row(cell, curves.reported(cell), curves.measure(cell, 0)) for cell in curves.cells())
    return Outcome(curves, rows, (), curves.judge(rows))


def _explain_no_exponent(found: Sequence[_Measured]) -> str:
    """Why no exponent is given, empty if it is: b of the deepest tree that was counted is looked at."""
    b = next((m.branching for m in reversed(found) if m.branching), [1.0])
    if b[-1] >= SHRINKS * b[0]:
        return ""
    return f"b falls from {b[0]:.3g} to {b[-1]:.3g}, and the exponent x of b^(x d) is for trees with one b"


def _rows(found: Sequence[_Measured], *, has_exponent: bool) -> tuple[GrowthRow, ...]:
    rows: list[GrowthRow] = []
    for m in found:
        tree = sum(nodes for nodes, _ in m.sizes) if len(m.sizes) > m.depth else None
        before = rows[-1] if rows and rows[-1].depth == m.depth - 1 else None
        row = GrowthRow(
            depth=m.depth,
            nodes=m.nodes,
            leaves=m.leaves,
            seconds=m.seconds,
            memory=m.memory,
            factor=m.nodes / before.nodes if before else None,
            effective=effective_branching(m.nodes, m.depth),
            branching=m.branching[-1] if m.branching else None,
            exponent=None,
            tree=tree,
            tree_factor=tree / before.tree if before and before.tree and tree else None,
            all_of_b=None,
            three_quarters=None,
            half=None,
            minimal=None,
        )
        rows.append(_with_theory(row, m, has_exponent=has_exponent) if m.branching else row)
    return tuple(rows)


def _with_theory(row: GrowthRow, m: _Measured, *, has_exponent: bool) -> GrowthRow:
    whole = math.prod(m.branching)
    shares = [going_on / nodes if nodes else 0.0 for nodes, going_on in m.sizes]
    return replace(
        row,
        exponent=math.log(row.nodes) / math.log(whole) if has_exponent and whole > 1 else None,
        all_of_b=whole,
        three_quarters=whole**0.75,
        half=whole**0.5,
        minimal=sum(minimal_nodes_by_ply([*m.branching, 0.0], shares)),
    )
