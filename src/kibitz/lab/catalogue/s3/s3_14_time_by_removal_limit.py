"""S3-14 and S3-15: the time of the first move in Take-Away by removal limit, and its plot."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Experiment, Kind, Plot, Row, TreeLink, Values, Verdict
from kibitz.lab.measuring.searches import build_stored_tree, count_tree_sizes

__all__ = ["TimeByRemovalLimit"]

CHIPS, OTHER_CHIPS = 20, 40
LIMITS = range(3, 10)
TIMES = {  # ms
    6: (0, 0, 5, 18, 56, 202, 352),
    7: (0, 4, 41, 226, 666, 1407, 2332),
    8: (1, 36, 298, 1260, 3280, 6148, 9925),
}
LEGIBLE = 10  # ms; from here on, a time printed in whole milliseconds is precise enough


class TimeByRemovalLimit(Experiment):
    id = "S3-14"
    title = "Take-Away: search time by removal limit"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two (c), Limit of Chip Removal"
    says = "With 20 chips, more to take raises the time roughly as a polynomial, and more so at a greater depth."
    covers = ("S3-15",)
    columns = (Column("time", "ms", exact=False), Column("nodes"), Column(f"nodes of {OTHER_CHIPS} chips"))
    plot = Plot(
        "lines",
        x="removal limit",
        y=("time",),
        by="depth",
        log=True,
        title="Take-Away, 20 chips: time by removal limit",
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"depth {depth}, {limit} chips", {"depth": depth, "removal limit": limit})
            for depth in TIMES
            for limit in LIMITS
            if not quick or depth < 8 or limit < 5
        ]

    def reported(self, cell: Cell) -> Values:
        return {"time": TIMES[cell.whole("depth")][LIMITS.index(cell.whole("removal limit"))]}

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, limit = cell.whole("depth"), cell.whole("removal limit")
        tree = build_stored_tree(f"take-away:chips={CHIPS},take={limit}", depth)
        assert tree is not None
        other = count_tree_sizes(f"take-away:chips={OTHER_CHIPS},take={limit}", depth)[-1]
        return {"time": 1000 * tree.seconds, "nodes": tree.nodes, f"nodes of {OTHER_CHIPS} chips": other}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth, limit = row.cell.whole("depth"), row.cell.whole("removal limit")
        if depth > min(TIMES):
            return ()  # too many nodes to look at
        return (TreeLink("the tree", f"take-away:chips={CHIPS},take={limit}", f"minimax:depth={depth}"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        here = _spread(rows, "nodes")
        there = _spread(rows, f"nodes of {OTHER_CHIPS} chips")
        if here is None or there is None:
            return Verdict(Kind.OPEN, "no row yet whose printed time says something")
        words = (
            f"the printed time of a node varies {here:.0f}-fold over the table, as if other trees had been timed; "
            f"with {OTHER_CHIPS} chips in place of {CHIPS} it would vary {there:.1f}-fold"
        )
        return Verdict(Kind.WRONG if here > 4 else Kind.HOLDS, words)


def _spread(rows: Sequence[Row], column: str) -> float | None:
    """The largest printed time per node divided by the smallest."""
    costs = [
        time / nodes
        for row in rows
        if (time := row.printed("time")) is not None and time >= LEGIBLE and (nodes := row.number(column))
    ]
    return max(costs) / min(costs) if costs else None
