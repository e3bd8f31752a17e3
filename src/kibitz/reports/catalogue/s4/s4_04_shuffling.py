"""S4-4 and S4-18: moves shuffled before they are searched, for variety and, S4 says, for better moves."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.catalogue.s4.s4_03_depth_aware_score import REPORT
from kibitz.reports.measuring.claims import CheckedTable, rows_with
from kibitz.reports.measuring.searches import search_with

GAME = "tic-tac-toe"
ORDERS = ("natural", "shuffled", "heuristic", "heuristic+shuffled")  # the last one: shuffled, then sorted


class Shuffling(CheckedTable):
    id = "S4-4"
    title = "Shuffled moves"
    source = f"{REPORT}, section 3.a"
    says = "Shuffling the moves increases the probability of choosing the best move while creating new ways to play."
    assumes = "Measured from the empty 3x3 board, which S4's program searches to the end of the game."
    covers = ("S4-18",)
    columns = (
        Column("searches"),
        Column("best move", "%"),
        Column("different moves"),
        Column("nodes"),
        Column("fewest"),
        Column("most"),
    )
    plot = Plot("bars", x="order", y=("nodes",))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        seeds = 5 if quick else 200
        fewer = f"{seeds} searches" if quick else ""
        return [Cell(order, {"order": order, "seeds": seeds}, fewer) for order in ORDERS]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Searches to the end of the game from the empty board, one for each seed."""
        game, seeds = find_game(GAME), cell.whole("seeds")
        value = search_with("perfect:backend=reference", game).score.points
        moves, good, nodes = set(), 0, []
        for number_of_search in range(seeds if "shuffled" in str(cell.settings["order"]) else 1):
            found = search_with(
                f"alphabeta:eval=reported-cells,order={cell.settings['order']},seed={1_000 * seed + number_of_search},"
                "backend=reference",
                game,
            )
            assert found.move is not None
            moves.add(found.move)
            nodes.append(found.stats.nodes)
            good += (
                -search_with("perfect:backend=reference", game, game.play(game.initial(), found.move)).score.points
                == value
            )
        return {
            "searches": len(nodes),
            "best move": 100 * good / len(nodes),
            "different moves": len(moves),
            "nodes": sum(nodes) / len(nodes),
            "fewest": min(nodes),
            "most": max(nodes),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        found = {str(row.cell.settings["order"]): row.measured for row in rows_with(rows)}
        best, different, nodes = (
            {order: number(values, name) for order, values in found.items()}
            for name in ("best move", "different moves", "nodes")
        )
        return judge_parts(
            ClaimPart(
                "shuffling varies the play",
                different["shuffled"] > 1,
                f"{different['shuffled']:.0f} different first moves with shuffling, "
                f"{different['heuristic+shuffled']:.0f} when a stable sort follows, {different['natural']:.0f} without",
                "shuffling does not vary the play",
            ),
            ClaimPart(
                "it makes the best move more probable",
                best["shuffled"] > best["natural"],
                f"the move is one of the best in {best['shuffled']:.0f} % of the searches with shuffling and in "
                f"{best['natural']:.0f} % without; nodes go from {nodes['natural']:,.0f} to {nodes['shuffled']:,.0f} "
                "on average",
                "it does not make the best move more probable, as the search goes to the end either way",
            ),
        )
