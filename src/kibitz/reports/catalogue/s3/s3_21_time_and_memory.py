"""S3-21 and S3-22: time and memory of the first move in Connect 4 by depth, and the plot of both curves."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Experiment, Plot, Row, TreeLink, Value, Values
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.measuring.searches import MB, build_stored_tree, search_with

DNF = "DNF"  # as printed: 4 GB were not enough
PRINTED: dict[str, list[tuple[Value, Value]]] = {  # ms and MB, from depth 1 on
    "minimax": [(3, None), (3, None), (4, None), (9, 1), (70, 6), (530, 23), (3900, 190), (27490, 1300), (DNF, 4000)],
    "alphabeta": [
        *((1, None), (1, None), (1, None), (6, 1), (40, 4), (200, 14), (534, 30), (3400, 150)),
        *((13000, 540), (47978, 2000), (DNF, 4000)),
    ],
}
QUICK = {"minimax": 5, "alphabeta": 6}
FINISHED = {"minimax": 8, "alphabeta": 10}  # the greatest depths with a time in print
SHOWN = {"minimax": "minimax", "alphabeta": "alpha-beta"}


class TimeAndMemory(Experiment):
    id = "S3-21"
    title = "Connect 4: time and memory of the first move"
    source = "Tic-tac-toe, Take-Away and Connect 4 console program, task three, Resource Consumption"
    says = "The first move on an empty board takes so much time and memory with minimax and with alpha-beta pruning."
    assumes = (
        "S3's times are those of its machine, so they are compared with the nodes of the trees. Alpha-beta tries the "
        "columns from left to right, as print does not name an order."
    )
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
        prune = "during" if search == "alphabeta" else "none"
        tree = build_stored_tree("connect-four", depth, prune=prune, evaluator="windows")
        if tree is None:
            return values  # the memory here does not hold it
        assert tree.nodes == stats.nodes
        return values | {"time": 1000 * tree.seconds, "memory": tree.memory / MB}

    def app_links(self, row: Row) -> Sequence[TreeLink]:
        search, depth = str(row.cell.settings["search"]), row.cell.whole("depth")
        if depth > QUICK[search]:
            return ()  # too many nodes to look at
        way = "during" if search == "alphabeta" else "none"
        return (TreeLink("the tree", "connect-four", f"replica-s3-connect-four:depth={depth},prune={way}"),)

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """Compares printed times and memory with the measured nodes, at the greatest depths that are printed."""
        times, sizes = (
            {search: _printed_cost(rows, search, column) for search in PRINTED} for column in ("time", "memory")
        )
        if not all((*times.values(), *sizes.values())):
            return Verdict(Kind.OPEN, "No depth is measured yet at which time and memory are printed for both.")
        figures = "; ".join(
            f"{SHOWN[search]} {1000 * times[search]:.1f} µs and {MB * sizes[search]:.0f} bytes for each of its nodes"
            for search in PRINTED
        )
        deepest = {search: max(_depths(rows, search)) for search in PRINTED}
        figures = f"printed for depths {deepest['minimax']} and {deepest['alphabeta']}: {figures}"
        if deepest != FINISHED:
            missing = (
                f"the full rows, to depth {FINISHED['minimax']} with minimax and {FINISHED['alphabeta']} with "
                "alpha-beta"
            )
            sentence = "Whether the two printed columns fit each other is seen at the greatest depths only."
            return Verdict(Kind.CANNOT_TELL, sentence, figures, missing=missing)
        times_more = times["alphabeta"] / times["minimax"]
        if times_more <= 2:
            sentence = "Both printed columns fit the trees: a node costs about the same in minimax and in alpha-beta."
            return Verdict(Kind.HOLDS, sentence, figures)
        sizes_more = sizes["alphabeta"] / sizes["minimax"]
        sentence = (
            f"The printed minimax fits its tree, but the printed alpha-beta takes {times_more:.1f} times the time and "
            f"{sizes_more:.1f} times the memory that the textbook's would. Both numbers would fit if S3's program had "
            f"built about {(times_more + sizes_more) / 2:.0f} times as many nodes, that is, if it had pruned less."
        )
        return Verdict(Kind.CONDITION, sentence, figures, "if S3's alpha-beta pruned less than the textbook's")


def _depths(rows: Sequence[Row], search: str) -> list[int]:
    return [
        row.cell.whole("depth")
        for row in rows
        if row.cell.settings["search"] == search and row.printed("memory") and row.reported["time"] != DNF
    ]


def _printed_cost(rows: Sequence[Row], search: str, column: str) -> float:
    """The printed value per measured node at the greatest depth that has both; 0 if none has."""
    costs = [
        printed / nodes
        for row in rows
        if row.cell.settings["search"] == search and (printed := row.printed(column)) and (nodes := row.number("nodes"))
        if row.reported["time"] != DNF
    ]
    return costs[-1] if costs else 0.0
