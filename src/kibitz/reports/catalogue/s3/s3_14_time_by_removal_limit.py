"""S3-14 and S3-15: the time of the first move in Take-Away by removal limit, and its plot."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from kibitz.lab.design import Cell, Column, Experiment, Plot, Row, TreeLink, Values
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.reports.measuring.searches import build_stored_tree, count_tree_sizes

CHIPS, OTHER_CHIPS = 20, 40
LIMITS = range(3, 10)
ENDS = (LIMITS[0], LIMITS[-1])
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
    says = (
        "With 20 chips, an increase in the number of chips that can be removed results in a roughly polynomial "
        "increase in the search time; the higher the search depth, the faster."
    )
    assumes = "S3's machine is not here, so its times are compared with the nodes of the trees."
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
        nodes, times = ({depth: _rise(rows, depth, of) for depth in TIMES} for of in (_counted, _printed))
        if here is None or there is None or None in (*nodes.values(), *times.values()):
            return Verdict(Kind.OPEN, f"{len(rows)} of {len(self.cells())} rows are measured.")
        degrees, differences = (
            {depth: rise[part] for depth, rise in nodes.items() if rise is not None} for part in (0, 1)
        )
        powers = ", ".join(f"n^{degree:.1f} at depth {depth}" for depth, degree in degrees.items())
        slower = [rise[1] for rise in times.values() if rise is not None]
        return judge_parts(
            ClaimPart(
                "more chips to take raise the work like a polynomial",
                all(degree <= depth for depth, degree in degrees.items()),
                f"the nodes grow like {powers}",
                "more chips to take raise the work faster than a polynomial",
            ),
            ClaimPart(
                "they add more nodes and more printed time at a greater depth",
                sorted(slower) == slower and sorted(differences.values()) == list(differences.values()),
                f"from {LIMITS[0]} to {LIMITS[-1]} chips the nodes rise by "
                f"{', '.join(f'{one:,.0f}' for one in differences.values())} and the printed time by "
                f"{', '.join(f'{one:,.0f}' for one in slower)} ms at depths {', '.join(map(str, TIMES))}; in "
                "proportion the nodes rise less at a greater depth, as the powers show (S3-16b)",
                "they do not add more nodes and more printed time at a greater depth",
            ),
            ClaimPart(
                f"the printed times are those of {CHIPS} chips",
                here <= 4,
                f"the printed time of a node varies {here:.0f}-fold over the table; with {OTHER_CHIPS} chips in place "
                f"of {CHIPS} it would vary {there:.1f}-fold",
                f"the printed times do not fit the trees of {CHIPS} chips, as if more chips had been on the table",
            ),
        )


def _printed(row: Row) -> float | None:
    return row.printed("time")


def _counted(row: Row) -> float | None:
    return row.number("nodes")


def _rise(rows: Sequence[Row], depth: int, of: Callable[[Row], float | None]) -> tuple[float, float] | None:
    """From the smallest removal limit to the largest: the power that the growth is of, and the difference."""
    ends = [
        of(row) for row in rows if row.cell.settings["depth"] == depth and row.cell.settings["removal limit"] in ENDS
    ]
    if len(ends) != len(ENDS) or None in ends:
        return None
    first, last = (value or 0 for value in ends)
    return math.log(last / max(first, 1)) / math.log(ENDS[1] / ENDS[0]), last - first


def _spread(rows: Sequence[Row], column: str) -> float | None:
    """The largest printed time per node divided by the smallest."""
    costs = [
        time / nodes
        for row in rows
        if (time := row.printed("time")) is not None and time >= LEGIBLE and (nodes := row.number(column))
    ]
    return max(costs) / min(costs) if costs else None
