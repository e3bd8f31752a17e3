"""S0's claims about cost: minimax, alpha-beta in the worst and the best case, and what pruning saves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.core.game import find_game
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, answer_both, judge_parts
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import MINUTES, RIGHT, TESTS, Test
from kibitz.reports.measuring.claims import CheckedClaim, read_column
from kibitz.reports.measuring.exponents import Exponents
from kibitz.reports.measuring.matches import count_leaves, list_searches, play_one_game
from kibitz.reports.measuring.searches import search_with

REPORT = "Four in a Row assignment report, October 2021"
BOTH = ("minimax", "alphabeta")


class MinimaxGrowth(CheckedClaim):
    id = "S0-16"
    title = "Minimax is O(c^d)"
    source = f"{REPORT}, section 3.1"
    says = "T(d) = c T(d-1) + O(c+1), so that minimax is O(c^d)."
    assumes = "Nodes are counted from the empty 7x6 board, where c is 7."
    covers = ("S0-45",)
    columns = (Column("nodes"), Column("nodes / c^d"), Column("dropped (c+1)^d / c^d"))
    plot = Plot("lines", x="depth", y=("nodes",), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(1, 6 if quick else 10)]

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, c = cell.whole("depth"), find_game("connect-four").num_moves
        backend = "reference" if depth < 6 else "auto"
        nodes = search_with(f"minimax:depth={depth},eval=zero,backend={backend}", "connect-four").stats.nodes
        return {"nodes": nodes, "nodes / c^d": nodes / c**depth, "dropped (c+1)^d / c^d": ((c + 1) / c) ** depth}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        shares, dropped = read_column(rows, "nodes / c^d"), read_column(rows, "dropped (c+1)^d / c^d")
        c = find_game("connect-four").num_moves
        return judge_parts(
            ClaimPart(
                "minimax takes O(c^d) nodes",
                max(shares) <= c / (c - 1),
                f"{shares[0]:.3f} to {max(shares):.3f} times c^d nodes, where at most c / (c - 1) = {c / (c - 1):.3f} "
                "are possible",
                "minimax takes more than O(c^d) nodes",
            ),
            ClaimPart(
                "the printed proof shows this",
                dropped[-1] <= dropped[0],
                f"the dropped term is {dropped[0]:.2f} times c^d at depth 1 and {dropped[-1]:.2f} times at depth "
                f"{len(dropped)}",
                "the printed proof does not show this, as it drops a term, (c+1)^d, that outgrows c^d",
            ),
        )


class WorstAndBest(Exponents):
    id = "S0-17"
    title = "Alpha-beta from O(c^(d/2)) to O(c^d)"
    source = f"{REPORT}, section 3.2"
    says = "Alpha-beta is O(c^d) in the worst case and O(c^(d/2)) in the best."
    assumes = "Measured on uniform trees of seven moves a position, where the best and the worst case are reached."
    breadth = 7  # the report's board has seven columns
    leaves = ("worst", "best")
    deepest = 6

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return judge_parts(self.worst(rows), self.best(rows))


class PruningAlwaysHelps(CheckedClaim):
    id = "S0-18"
    title = "Pruning always helps, and halves the time"
    source = f"{REPORT}, section 6.1"
    says = "Pruning lowers the complexity in every case; alpha-beta takes nearly half the time."
    assumes = (
        "Time is counted in evaluated boards, as everywhere in this report: those of the first player over a whole "
        "game of the program against itself."
    )
    columns = (
        Column("minimax, whole game"),
        Column("alpha-beta, whole game"),
        Column("times fewer"),
        Column("times fewer, corrected"),
    )
    plot = Plot("bars", x="test", y=("times fewer",), log=True, title="Times fewer evaluations with pruning")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{test} {TESTS[test]}", {"test": f"{test} {TESTS[test]}", "number": test})
            for test in TESTS
            if not (quick and ("minimax", test) in MINUTES)
        ]

    def reported(self, cell: Cell) -> Values:
        test = TESTS[cell.whole("number")]
        plain, pruned = test.minimax[0], test.alphabeta[0]
        return {"minimax, whole game": plain, "alpha-beta, whole game": pruned, "times fewer": plain / pruned}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Evaluations of the first player, by the program with its faults and with the faults corrected."""
        test = TESTS[cell.whole("number")]
        (plain, pruned), (plain_right, pruned_right) = (
            [
                _evaluations(test, f"replica-s0-{search}:depth={test.depth},backend=reference{switches}")
                for search in BOTH
            ]
            for switches in ("", f",{RIGHT}")
        )
        return {
            "minimax, whole game": plain,
            "alpha-beta, whole game": pruned,
            "times fewer": plain / pruned,
            "times fewer, corrected": plain_right / pruned_right,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        printed = [number(row.reported, "times fewer") for row in rows]
        own, right = (self._judge(rows, column) for column in ("times fewer", "times fewer, corrected"))
        range_in_print = f"in print {min(printed):.2f} to {max(printed):.0f} times fewer"
        return answer_both(replace(own, figures=f"{own.figures}; {range_in_print}"), right)

    def _judge(self, rows: Sequence[Row], column: str) -> Verdict:
        times = read_column(rows, column)
        return judge_parts(
            ClaimPart(
                "pruning saves evaluations in every test",
                min(times) > 1,
                f"{min(times):.2f} to {max(times):.0f} times fewer evaluations in {len(times)} tests",
                "pruning does not save evaluations in every test",
            ),
            ClaimPart(
                "it takes nearly half the time",
                1.5 <= min(times) <= max(times) <= 2.5,
                "",
                "the saving is not a half: it ranges from a little to a hundredfold",
            ),
        )


def _evaluations(test: Test, program: str) -> int:
    return count_leaves(list_searches(play_one_game(test.game, program, program), 0))
