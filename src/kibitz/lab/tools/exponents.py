"""Alpha-beta on uniform trees: how its nodes grow, as a power of breadth^depth; for claims about its complexity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.design import Cell, Column, Plot, Row, Values
from kibitz.lab.measuring.claims import CheckedClaim, Part, at, column
from kibitz.lab.measuring.searches import search_with
from kibitz.lab.tools.growth import minimal_leaves
from kibitz.lab.tools.uniform_tree import RANDOM, UniformTree

__all__ = ["Exponents"]

TREES, QUICK_TREES = 40, 8  # that random leaves are averaged over
NEAR = 0.05  # an exponent this close is the one that was claimed


class Exponents(CheckedClaim):
    """Leaves that alpha-beta looks at, by kind of leaves and depth; a subclass says which and judges."""

    breadth: ClassVar[int]
    leaves: ClassVar[tuple[str, ...]]
    deepest: ClassVar[int]  # the depth of a quick run; a full one goes two plies further
    columns = (Column("leaves"), Column("of"), Column("least possible"), Column("exponent"))
    plot = Plot("lines", x="depth", y=("leaves",), by="order", log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        trees = QUICK_TREES if quick else TREES
        return [
            Cell(f"{kind}, depth {depth}", {"order": kind, "depth": depth, "trees": trees if kind == RANDOM else 1})
            for kind in self.leaves
            for depth in range(2, self.deepest + (1 if quick else 3))
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, trees = cell.whole("depth"), cell.whole("trees")
        tree, b = UniformTree(), self.breadth
        roots = [tree.root(b, depth, str(cell.settings["order"]), 1_000 * seed + i) for i in range(trees)]
        spec = "alphabeta:eval=zero,backend=reference"
        leaves = sum(search_with(spec, tree, root).stats.leaves for root in roots) / trees
        return {
            "leaves": leaves,
            "of": b**depth,
            "least possible": minimal_leaves(b, depth),
            "exponent": math.log(leaves) / (depth * math.log(b)),
        }

    def per_ply(self, rows: Sequence[Row], kind: str) -> float:
        """By how much the exponent of b grows with a ply, measured over two plies at a time, as the minimum does."""
        leaves = column(at(rows, order=kind), "leaves")
        return math.log(leaves[-1] / leaves[-3]) / math.log(self.breadth) / 2

    def worst(self, rows: Sequence[Row]) -> Part:
        exponent = self.per_ply(rows, "worst")
        found = at(rows, order="worst")
        visited = column(found, "leaves") == column(found, "of")
        shown = f"with the best move last, b^({exponent:.2f} d): {'all' if visited else 'not all'} leaves are visited"
        return Part(abs(exponent - 1) < NEAR, shown)

    def best(self, rows: Sequence[Row]) -> Part:
        exponent = self.per_ply(rows, "best")
        found = at(rows, order="best")
        least = column(found, "leaves") == column(found, "least possible")
        minimum = "exactly" if least else "more than"
        shown = f"with the best move first, b^({exponent:.2f} d): {minimum} Knuth and Moore's minimum at every depth"
        return Part(abs(exponent - 0.5) < NEAR, shown)
