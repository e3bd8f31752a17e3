"""S3-23: how much deeper alpha-beta searches for the same number of nodes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.lab.design import Cell, Claim, Column, Plot, Row, TreeLink, Values
from kibitz.lab.measuring.searches import count_tree_sizes, search_with
from kibitz.lab.verdict import Kind, Verdict, join_words

__all__ = ["TwoPliesDeeper"]

GAME = "connect-four"
LOOKED_AT = 7  # plies; deeper trees have too many nodes to look at


class TwoPliesDeeper(Claim):
    id = "S3-23"
    title = "Connect 4: alpha-beta searches two plies deeper"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task three, Resource Consumption"
    says = "Alpha-beta at depth d costs what minimax costs at depth d - 2; it raises the greatest depth by 2."
    assumes = "Cost is counted in nodes; alpha-beta tries the columns from left to right."
    columns = (Column("alpha-beta"), Column("minimax"), Column("minimax at d - 2"), Column("plies gained"))
    plot = Plot(
        "lines", x="depth", y=("alpha-beta", "minimax"), log=True, title="Connect 4, first move: nodes by depth"
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(3, 10 if quick else 11)]

    def reported(self, cell: Cell) -> Values:
        return {"plies gained": 2}

    def measure(self, cell: Cell, seed: int) -> Values:
        """The gain is read off the curve of minimax, with its logarithm interpolated linearly between depths."""
        depth = cell.whole("depth")
        nodes = search_with(f"alphabeta:depth={depth},eval=windows", GAME).stats.nodes
        sizes = count_tree_sizes(GAME, depth, compiled=True)
        below = max(d for d in range(depth) if sizes[d] <= nodes)
        part = math.log(nodes / sizes[below]) / math.log(sizes[below + 1] / sizes[below])
        gained = round(depth - below - part, 2)
        return {"alpha-beta": nodes, "minimax": sizes[-1], "minimax at d - 2": sizes[-3], "plies gained": gained}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth = row.cell.whole("depth")
        if depth > LOOKED_AT:
            return ()
        return (TreeLink("alpha-beta's tree", GAME, f"alphabeta:depth={depth},eval=windows"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        gains = {row.cell.whole("depth"): gain for row in rows if (gain := row.number("plies gained")) is not None}
        first, last = min(gains), max(gains)
        figures = f"{gains[first]:.1f} plies gained at depth {first} and {gains[last]:.1f} at depth {last}"
        near = [depth for depth, gain in gains.items() if 1.5 <= gain <= 2.5]
        if len(near) == len(gains):
            return Verdict(Kind.HOLDS, "For the same nodes alpha-beta searches about two plies deeper.", figures)
        if not near:
            return Verdict(Kind.WRONG, "For the same nodes alpha-beta does not search two plies deeper.", figures)
        sentence = "For the same nodes alpha-beta searches deeper by a number of plies that grows with the depth."
        return Verdict(
            Kind.CONDITION, sentence, figures, f"about two plies only at depth {join_words(list(map(str, near)))}"
        )
