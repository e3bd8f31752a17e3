"""S3-12 and S3-13: the time of the first move in Take-Away by depth, and its plot."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Experiment, Plot, Row, TreeLink, Values
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.reports.measuring.searches import MB, build_stored_tree, count_tree_sizes

TIMES = (0, 1, 1, 6, 8, 25, 49, 168, 319, 583, 1093, 2084, 4132, 7679, 15992, 41527)  # ms
FIRST, QUICK, LAST = 12, 19, 27
LIMIT = 4e9  # bytes
TIC_TAC_TOE = 80e6 / 549_946  # bytes a node, as printed in S3-10
LEGIBLE = 100  # ms; from here on, a time printed in whole milliseconds is precise enough


class TimeByDepth(Experiment):
    id = "S3-12"
    title = "Take-Away: search time by depth"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task two (c), Search Depth"
    says = (
        "With as many chips as plies the first move takes so long; a depth beyond 27 requires more than 4 GB of memory."
    )
    assumes = "S3's machine is not here, so its times are compared with the nodes. A GB is 10^9 bytes."
    covers = ("S3-13",)
    columns = (Column("time", "ms", exact=False), Column("nodes"), Column("memory", "MB", exact=False))
    plot = Plot("lines", x="depth", y=("time",), log=True, title="Take-Away, as many chips as plies: time by depth")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        cells = []
        for depth in range(FIRST, LAST + 2):
            is_built = depth <= (QUICK if quick else LAST)
            settings: Values = {"depth": depth} if is_built else {"depth": depth, "built": "no"}
            cells.append(Cell(f"{depth}", settings, "counted, not built" if not is_built and depth <= LAST else ""))
        return cells

    def reported(self, cell: Cell) -> Values:
        depth = cell.whole("depth")
        return {"time": "out of memory"} if depth > LAST else {"time": TIMES[depth - FIRST]}

    def measure(self, cell: Cell, seed: int) -> Values:
        depth = cell.whole("depth")
        game = f"take-away:chips={depth},take=3"
        tree = build_stored_tree(game, depth) if "built" not in cell.settings else None
        if tree is None:
            return {"nodes": count_tree_sizes(game, depth)[-1]}
        return {"nodes": tree.nodes, "time": 1000 * tree.seconds, "memory": tree.memory / MB}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        depth = row.cell.whole("depth")
        return (TreeLink("the tree", f"take-away:chips={depth},take=3", "minimax"),) if depth <= QUICK else ()

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """By what is printed and the nodes that are counted; how long they take here depends on the machine."""
        nodes = {row.cell.whole("depth"): count for row in rows if (count := row.number("nodes"))}
        costs = [
            1000 * time / count
            for row in rows
            if (count := row.number("nodes")) and (time := row.printed("time")) is not None and time >= LEGIBLE
        ]
        if not costs or LAST + 1 not in nodes or LAST not in nodes:
            return Verdict(Kind.OPEN, f"{len(rows)} of {len(self.cells())} rows are measured.")
        least, most = LIMIT / nodes[LAST + 1], LIMIT / nodes[LAST]
        return judge_parts(
            ClaimPart(
                "the printed times grow as the trees do",
                max(costs) <= 2 * min(costs),
                f"the printed times are {min(costs):.2f} to {max(costs):.2f} µs a node",
                "the printed times do not grow as the trees do",
            ),
            ClaimPart(
                f"a tree of {LAST} chips fits into 4 GB and one of {LAST + 1} does not",
                least <= TIC_TAC_TOE <= most,
                f"{nodes[LAST]:,.0f} nodes fit and {nodes[LAST + 1]:,.0f} do not if a node takes {least:.0f} to "
                f"{most:.0f} bytes; {TIC_TAC_TOE:.0f} are printed for tic-tac-toe (80 MB for 549,946 nodes)",
                "the limit of 4 GB does not fit the memory that is printed for tic-tac-toe",
            ),
        )
