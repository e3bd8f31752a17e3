"""S3-12 and S3-13: the time of the first move in Take-Away by depth, and its plot."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Experiment, Kind, Plot, Row, TreeLink, Values, Verdict
from kibitz.lab.measuring.searches import MB, build_stored_tree, count_tree_sizes

__all__ = ["TimeByDepth"]

TIMES = (0, 1, 1, 6, 8, 25, 49, 168, 319, 583, 1093, 2084, 4132, 7679, 15992, 41527)  # ms
FIRST, QUICK, LAST = 12, 19, 27
LEGIBLE = 100  # ms; from here on, a time printed in whole milliseconds is precise enough


class TimeByDepth(Experiment):
    id = "S3-12"
    title = "Take-Away: search time by depth"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two (c), Search Depth"
    says = "As many chips as plies, at most 3 taken; beyond depth 27 the 4 GB of memory are used up."
    covers = ("S3-13",)
    columns = (Column("time", "ms", exact=False), Column("nodes"), Column("memory", "MB", exact=False))
    plot = Plot("lines", x="depth", y=("time",), log=True, title="Take-Away, as many chips as plies: time by depth")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"{depth}", {"depth": depth}) for depth in range(FIRST, (QUICK if quick else LAST) + 1)]

    def reported(self, cell: Cell) -> Values:
        return {"time": TIMES[cell.whole("depth") - FIRST]}

    def measure(self, cell: Cell, seed: int) -> Values:
        depth = cell.whole("depth")
        game = f"take-away:chips={depth},take=3"
        tree = build_stored_tree(game, depth)
        if tree is None:
            return {"nodes": count_tree_sizes(game, depth)[-1]}
        return {"nodes": tree.nodes, "time": 1000 * tree.seconds, "memory": tree.memory / MB}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth = row.cell.whole("depth")
        return (TreeLink("the tree", f"take-away:chips={depth},take=3", "minimax"),) if depth <= QUICK else ()

    def judge(self, rows: Sequence[Row]) -> Verdict:
        done = [row for row in rows if row.measured]
        built = sum(row.number("time") is not None for row in done)
        largest = max(row.number("nodes") or 0 for row in done)
        words = f"{built} trees built, the largest of those counted has {largest:,} nodes"
        costs = [
            1000 * time / nodes
            for row in done
            if (time := row.printed("time")) is not None and time >= LEGIBLE and (nodes := row.number("nodes"))
        ]
        if not costs:
            return Verdict(Kind.OPEN, f"{words}; all of them are too small for times in whole milliseconds")
        words = f"the printed times are {min(costs):.2f} to {max(costs):.2f} µs per node; {words}"
        is_steady = max(costs) <= 2 * min(costs)
        return Verdict(Kind.HOLDS if is_steady else Kind.CONDITION, words)
