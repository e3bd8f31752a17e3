"""S3-26: by how much the tree of Take-Away grows with each chip."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Claim, Column, Kind, Plot, Row, TreeLink, Values, Verdict
from kibitz.lab.measuring.searches import count_tree_sizes

__all__ = ["GrowthOfTakeAway"]

B = 3
LOOKED_AT = 16  # chips; larger trees have too many nodes to look at
TIMES_20_TO_26 = 15992 / 319  # of S3-12


class GrowthOfTakeAway(Claim):
    id = "S3-26"
    title = "Take-Away: growth of the tree by chip"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two (c), Search Depth"
    says = "One more ply costs roughly two to three times as much, as O(b^d) with b = 3 leads one to expect."
    columns = (Column("nodes"), Column("growth"), Column("b^d"))
    plot = Plot("lines", x="chips", y=("nodes", "b^d"), log=True, title="Take-Away, at most 3 taken: the whole tree")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"{chips} chips", {"chips": chips}) for chips in (*range(4, 13), 16, 20, 24, 26, 27, 40, 60)]

    def reported(self, cell: Cell) -> Values:
        return {"growth": "2 to 3"}

    def measure(self, cell: Cell, seed: int) -> Values:
        chips = cell.whole("chips")
        nodes, fewer = (_nodes(count) for count in (chips, chips - 1))
        return {"nodes": nodes, "growth": round(nodes / fewer, 4), "b^d": B**chips}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        chips = row.cell.whole("chips")
        return (TreeLink("the tree", f"take-away:chips={chips},take=3", "minimax"),) if chips <= LOOKED_AT else ()

    def judge(self, rows: Sequence[Row]) -> Verdict:
        chips, growth = max((row.cell.whole("chips"), row.number("growth") or 0) for row in rows if row.measured)
        words = (
            f"the tree grows by {growth:.4f} a chip at {chips} chips (in the limit by the root of x³ = x² + x + 1), "
            "because taking more chips leaves fewer plies; the printed times themselves grow by "
            f"{TIMES_20_TO_26 ** (1 / 6):.2f} a chip from 20 to 26"
        )
        return Verdict(Kind.HOLDS if 2 <= growth <= 3 else Kind.WRONG, words)


def _nodes(chips: int) -> int:
    return count_tree_sizes(f"take-away:chips={chips},take=3", chips)[-1]
