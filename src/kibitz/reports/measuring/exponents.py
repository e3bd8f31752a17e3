"""How the leaves of alpha-beta grow on uniform trees, as a power of breadth^depth; for claims about its complexity."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.design import Cell, Column, Plot, Row, Values
from kibitz.lab.tools.growth import minimal_leaves
from kibitz.lab.verdict import ClaimPart
from kibitz.reports.measuring.claims import CheckedClaim, read_column, rows_with
from kibitz.reports.measuring.searches import search_with
from kibitz.reports.measuring.uniform_tree import RANDOM, UniformTree

TREES, QUICK_TREES = 40, 8  # over which random leaves are averaged
NEAR = 0.05  # an exponent this close to the claimed one confirms it


class Exponents(CheckedClaim):
    """Leaves that alpha-beta visits, by kind of leaves and depth; a subclass chooses the kinds and judges."""

    breadth: ClassVar[int]
    leaves: ClassVar[tuple[str, ...]]
    deepest: ClassVar[int]  # the greatest depth of a quick run; a full run goes two plies deeper
    columns = (Column("leaves"), Column("of"), Column("least possible"), Column("exponent"))
    plot = Plot("lines", x="depth", y=("leaves",), by="order", log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        trees = QUICK_TREES if quick else TREES
        fewer = f"{trees} trees" if quick else ""
        return [
            Cell(
                f"{kind}, depth {depth}",
                {"order": kind, "depth": depth, "trees": trees if kind == RANDOM else 1},
                fewer if kind == RANDOM else "",
            )
            for kind in self.leaves
            for depth in range(2, self.deepest + (1 if quick else 3))
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, trees = cell.whole("depth"), cell.whole("trees")
        tree, b = UniformTree(), self.breadth
        roots = [tree.root(b, depth, str(cell.settings["order"]), 1_000 * seed + i) for i in range(trees)]
        spec = "alphabeta:eval=zero,backend=reference"
        leaves = sum(search_with(spec, tree, root).stats.boards_evaluated for root in roots) / trees
        return {
            "leaves": leaves,
            "of": b**depth,
            "least possible": minimal_leaves(b, depth),
            "exponent": math.log(leaves) / (depth * math.log(b)),
        }

    def per_ply(self, rows: Sequence[Row], kind: str) -> float:
        """By how much the exponent of b grows per ply, measured over two plies, as the minimum grows in such steps."""
        leaves = read_column(rows_with(rows, order=kind), "leaves")
        return math.log(leaves[-1] / leaves[-3]) / math.log(self.breadth) / 2

    def worst(self, rows: Sequence[Row]) -> ClaimPart:
        exponent = self.per_ply(rows, "worst")
        found = rows_with(rows, order="worst")
        visited = read_column(found, "leaves") == read_column(found, "of")
        return ClaimPart(
            "in the worst case, with the best move last, alpha-beta visits every leaf",
            abs(exponent - 1) < NEAR,
            f"worst case b^({exponent:.2f} d), {'all' if visited else 'not all'} leaves",
            "even in the worst case alpha-beta does not visit every leaf",
        )

    def best(self, rows: Sequence[Row]) -> ClaimPart:
        exponent = self.per_ply(rows, "best")
        found = rows_with(rows, order="best")
        least = read_column(found, "leaves") == read_column(found, "least possible")
        minimum = "exactly" if least else "more than"
        return ClaimPart(
            "in the best case, with the best move first, the exponent is half as large",
            abs(exponent - 0.5) < NEAR,
            f"best case b^({exponent:.2f} d), {minimum} Knuth and Moore's minimum at every depth",
            "even in the best case the exponent is not half as large",
        )
