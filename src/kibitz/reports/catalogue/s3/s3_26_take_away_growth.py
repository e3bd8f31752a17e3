"""S3-26: by how much the tree of Take-Away grows with each chip."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Claim, Column, Plot, Row, TreeLink, Values
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.measuring.searches import count_tree_sizes

B = 3
LOOKED_AT = 16  # chips; larger trees have too many nodes to look at


class GrowthOfTakeAway(Claim):
    id = "S3-26"
    title = "Take-Away: growth of the tree by chip"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two (c), Search Depth"
    says = "The increase aligns with the expected one, as Minimax has a time complexity of O(b^d), with a b of 3."
    assumes = (
        "As in the report's table, the number of chips equals the number of plies, so one more ply is one more chip."
    )
    columns = (Column("nodes"), Column("growth"), Column("b^d"))
    plot = Plot("lines", x="chips", y=("nodes", "b^d"), log=True, title="Take-Away, at most 3 taken: the whole tree")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"{chips} chips", {"chips": chips}) for chips in (*range(4, 13), 16, 20, 24, 26, 27, 40, 60)]

    def reported(self, cell: Cell) -> Values:
        return {"growth": B}

    def measure(self, cell: Cell, seed: int) -> Values:
        chips = cell.whole("chips")
        nodes, fewer = (_nodes(count) for count in (chips, chips - 1))
        return {"nodes": nodes, "growth": round(nodes / fewer, 4), "b^d": B**chips}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        chips = row.cell.whole("chips")
        return (TreeLink("the tree", f"take-away:chips={chips},take=3", "minimax"),) if chips <= LOOKED_AT else ()

    def judge(self, rows: Sequence[Row]) -> Verdict:
        chips, growth = max((row.cell.whole("chips"), row.number("growth") or 0) for row in rows if row.measured)
        largest = max(row.number("nodes") or 0 for row in rows)
        figures = (
            f"{growth:.4f} times the nodes a chip at {chips} chips (in the limit the root of x³ = x² + x + 1); with "
            f"{chips} chips 3^d is {B**chips:.0e} where there are {largest:.0e} nodes"
        )
        if round(growth) >= B:
            return Verdict(Kind.HOLDS, "The tree grows threefold with every ply.", figures)
        sentence = (
            "The tree grows by less than twice with every ply and chip, not threefold, because taking more chips "
            "leaves fewer plies."
        )
        return Verdict(Kind.WRONG, sentence, figures)


def _nodes(chips: int) -> int:
    return count_tree_sizes(f"take-away:chips={chips},take=3", chips)[-1]
