"""S3-21 and S3-22: time and memory of the first move in Connect 4 by depth, and the plot of both curves."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Experiment, Kind, Plot, Row, TreeLink, Value, Values, Verdict
from kibitz.lab.measuring.searches import MB, build_stored_tree, search_with

__all__ = ["TimeAndMemory"]

DNF = "DNF"  # as printed: 4 GB were not enough
PRINTED: dict[str, list[tuple[Value, Value]]] = {  # ms and MB, from depth 1 on
    "minimax": [(3, None), (3, None), (4, None), (9, 1), (70, 6), (530, 23), (3900, 190), (27490, 1300), (DNF, 4000)],
    "alphabeta": [
        *((1, None), (1, None), (1, None), (6, 1), (40, 4), (200, 14), (534, 30), (3400, 150)),
        *((13000, 540), (47978, 2000), (DNF, 4000)),
    ],
}
QUICK = {"minimax": 5, "alphabeta": 6}
STORED = {"minimax": 7, "alphabeta": 9}  # a deeper tree has more nodes than are stored, or takes an hour
SHOWN = {"minimax": "minimax", "alphabeta": "alpha-beta"}


class TimeAndMemory(Experiment):
    id = "S3-21"
    title = "Connect 4: time and memory of the first move"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task three, Resource Consumption"
    says = "Alpha-beta prunes while the tree is built; minimax builds all of it."
    covers = ("S3-22",)
    columns = (
        Column("time", "ms", exact=False),
        Column("memory", "MB", exact=False),
        Column("nodes"),
        Column("compiled", "ms", exact=False),
    )
    plot = Plot("lines", x="depth", y=("time",), by="search", log=True, title="Connect 4, first move: time by depth")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{SHOWN[search]} {depth}", {"search": search, "depth": depth})
            for search, printed in PRINTED.items()
            for depth in range(1, (QUICK[search] if quick else len(printed)) + 1)
        ]

    def reported(self, cell: Cell) -> Values:
        time, memory = PRINTED[str(cell.settings["search"])][cell.whole("depth") - 1]
        return {"time": time, "memory": memory}

    def measure(self, cell: Cell, seed: int) -> Values:
        search, depth = str(cell.settings["search"]), cell.whole("depth")
        stats = search_with(f"{search}:depth={depth},eval=windows", "connect-four").stats
        values: dict[str, Value] = {"nodes": stats.nodes, "compiled": 1000 * stats.seconds}
        if depth <= STORED[search]:
            prune = "during" if search == "alphabeta" else "none"
            tree = build_stored_tree("connect-four", depth, prune=prune, evaluator="windows")
            assert tree is not None
            assert tree.nodes == stats.nodes
            values |= {"time": 1000 * tree.seconds, "memory": tree.memory / MB}
        return values

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        search, depth = str(row.cell.settings["search"]), row.cell.whole("depth")
        if depth > QUICK[search]:
            return ()  # too many nodes to look at
        return (TreeLink("the tree", "connect-four", f"{search}:depth={depth},eval=windows"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """Compares printed times and memory with the measured nodes."""
        costs = {search: _printed_cost(rows, search, "time") for search in PRINTED}
        bytes_each = {search: _printed_cost(rows, search, "memory") for search in PRINTED}
        if not all(costs.values()) or not all(bytes_each.values()):
            return Verdict(Kind.OPEN, "no depth yet at which time and memory are printed for both")
        times_more = costs["alphabeta"] / costs["minimax"]
        words = (
            f"at the greatest depth measured a printed node costs {1000 * costs['minimax']:.1f} µs and "
            f"{MB * bytes_each['minimax']:.0f} bytes in minimax, {1000 * costs['alphabeta']:.1f} µs and "
            f"{MB * bytes_each['alphabeta']:.0f} bytes in alpha-beta, if that prunes as the textbook says"
        )
        if times_more > 2:
            return Verdict(
                Kind.CONDITION, f"{words}; so it pruned less, and built about {times_more:.1f} times as many"
            )
        return Verdict(Kind.HOLDS, words)


def _printed_cost(rows: Sequence[Row], search: str, column: str) -> float:
    """The printed value per measured node at the greatest depth that has both; 0 if none has."""
    costs = [
        printed / nodes
        for row in rows
        if row.cell.settings["search"] == search and (printed := row.printed(column)) and (nodes := row.number("nodes"))
        if row.reported["time"] != DNF
    ]
    return costs[-1] if costs else 0.0
