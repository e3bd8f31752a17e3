"""S4-6 to S4-8: moves sorted by S4's scores before they are searched; what that saves and what it does not change."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.core.searching import Stats
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, join_words, judge_parts
from kibitz.reports.catalogue.s4.s4_03_depth_aware_score import REPORT
from kibitz.reports.measuring.claims import CheckedTable, rows_with, sample_positions
from kibitz.reports.measuring.searches import search_with

BOARDS = {
    "3x3": "tic-tac-toe",
    "5x5, k=4": "mnk:width=5,height=5,k=4",
    "5x5, k=5": "mnk:width=5,height=5,k=5",
}
DEPTHS = {"3x3": (9, 9), "5x5, k=4": (3, 4), "5x5, k=5": (3, 4)}  # quick, full
PLIES = 8, 10, 12  # played on 5x5, where nothing is decided within reach of an empty board


class HeuristicOrder(CheckedTable):
    id = "S4-6"
    title = "Moves in heuristic order"
    source = f"{REPORT}, section 3.c"
    says = (
        "Sorting the moves by their heuristic value helps alpha-beta cut off many times and leaves the accuracy alone."
    )
    assumes = (
        "Print does not say how many in a row win on 5x5, so four and five are measured. The empty 3x3 board is "
        "searched to the end; on 5x5 random positions 8 to 12 moves into the game, to depth 4."
    )
    covers = ("S4-5", "S4-7", "S4-8")
    columns = (Column("values"), Column("nodes"), Column("cut-offs by the first move", "%"))
    plot = Plot("bars", x="board", y=("nodes",), by="order", log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        count = 6 if quick else 60
        return [
            Cell(
                f"{board}, depth {depths[not quick]}, {order}",
                {
                    "board": board,
                    "depth": depths[not quick],
                    "order": order,
                    "positions": 1 if board == "3x3" else count,
                },
                f"{count} positions" if quick and board != "3x3" else "",
            )
            for board, depths in DEPTHS.items()
            for order in ("natural", "shuffled", "centre", "heuristic")
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        """The empty 3x3 board, or positions on 5x5; S4's scores order the moves, and the horizon is worth 0."""
        game, count = find_game(BOARDS[str(cell.settings["board"])]), cell.whole("positions")
        spec = (
            f"alphabeta:depth={cell.settings['depth']},eval=reported-cells,order={cell.settings['order']},seed={seed}"
        )
        states = [game.initial()] if count == 1 else sample_positions(game, count, seed, *PLIES)
        found = [search_with(f"{spec},sooner=true,backend=reference", game, state) for state in states]
        stats = sum((one.stats for one in found), Stats())
        return {
            "values": " ".join(str(one.score.points) for one in found),
            "nodes": stats.nodes,
            "cut-offs by the first move": 100 * stats.cutoffs[0] / sum(stats.cutoffs),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        saved, values = {}, set()
        for board in DEPTHS:
            found = {str(row.cell.settings["order"]): row.measured for row in rows_with(rows, board=board)}
            saved[board] = number(found["natural"], "nodes") / number(found["heuristic"], "nodes")
            values.add(len({measured["values"] for measured in found.values() if measured is not None}))
        words = ", ".join(f"{times:.1f} on {board}" for board, times in saved.items())
        return judge_parts(
            ClaimPart(
                "the heuristic order changes no value",
                values == {1},
                "",
                "the heuristic order changes values",
            ),
            ClaimPart(
                "it saves nodes on every board",
                min(saved.values()) > 1,
                f"the natural order takes so many times the nodes: {words}",
                f"it does not save nodes on {join_words([board for board, times in saved.items() if times <= 1])}",
            ),
        )
