"""S0's claims about play: what depth and pruning change, and why columns are filled up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.lab.design import Cell, Column, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, answer_both, judge_parts
from kibitz.play.players import find_player, play_game
from kibitz.reports.catalogue.s0.claims_s0_growth import REPORT
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import RIGHT, TESTS, Test
from kibitz.reports.measuring.agreement import SameAnswers
from kibitz.reports.measuring.claims import CheckedClaim, read_column, rows_with
from kibitz.reports.measuring.matches import count_leaves, list_searches, play_one_game

SEARCHES = {"minimax": "minimax", "alphabeta": "alpha-beta"}
DEPTHS = {"4x2": (1, 2), "7x6": (5, 6)}  # by board, the tests with N=2 of depth 2 and of depth 6
REPLICA, CORRECTED = "as published", "corrected"


def _both_sides(test: Test, search: str) -> int:
    first, second = test.minimax if search == "minimax" else test.alphabeta
    return first + second


class DepthCostsNothing(CheckedClaim):
    id = "S0-19"
    title = "More depth, no more evaluations"
    source = f"{REPORT}, section 6.1"
    says = (
        "In some cases, especially with N=2, depth 6 takes no more evaluations than depth 2, since the game ends "
        "early; this is seen with alpha-beta also."
    )
    assumes = "The evaluations of both sides in a game of the program against itself are added up."
    columns = (
        Column("depth 2"),
        Column("depth 6"),
        Column("depth 2, corrected"),
        Column("depth 6, corrected"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{shown}, {board}", {"search": search, "board": board})
            for search, shown in SEARCHES.items()
            for board in DEPTHS
        ]

    def reported(self, cell: Cell) -> Values:
        search = str(cell.settings["search"])
        shallow, deep = (_both_sides(TESTS[test], search) for test in DEPTHS[str(cell.settings["board"])])
        return {"depth 2": shallow, "depth 6": deep}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Boards evaluated by both sides in a game of the program against itself, finished games included."""
        counts = {}
        for name, switches in (("", ""), (", corrected", f",{RIGHT}")):
            for test in (TESTS[number_of_test] for number_of_test in DEPTHS[str(cell.settings["board"])]):
                program = f"replica-s0-{cell.settings['search']}:depth={test.depth},backend=reference{switches}"
                record = play_one_game(test.game, program, program)
                counts[f"depth {test.depth}{name}"] = sum(count_leaves(list_searches(record, side)) for side in (0, 1))
        return counts

    def decide(self, rows: Sequence[Row]) -> Verdict:
        printed = sum(number(row.reported, "depth 6") <= number(row.reported, "depth 2") for row in rows)
        in_print = f"in print {printed} of {len(rows)} cases"
        return answer_both(self._judge(rows, "", in_print), self._judge(rows, ", corrected", ""))

    def _judge(self, rows: Sequence[Row], kind: str, in_print: str) -> Verdict:
        counts = {
            row.cell.name: (number(row.measured, f"depth 2{kind}"), number(row.measured, f"depth 6{kind}"))
            for row in rows
        }
        free = [name for name, (shallow, deep) in counts.items() if deep <= shallow]
        figures = [
            f"{name}: {shallow:,.0f} at depth 2 and {deep:,.0f} at depth 6" for name, (shallow, deep) in counts.items()
        ]
        part = ClaimPart(
            f"depth 6 takes no more evaluations than depth 2 in some cases with N=2 ({', '.join(free)})",
            bool(free),
            "; ".join(filter(None, [f"{len(free)} of {len(counts)} cases", in_print, *figures])),
            "depth 6 takes more evaluations than depth 2 in every case, even with N=2",
        )
        return judge_parts(part)


class PlayStaysTheSame(SameAnswers):
    id = "S0-20"
    title = "Pruning changes the cost, not the play"
    source = f"{REPORT}, section 6.2"
    says = "Even though the complexity is improved with pruning, the AI is not improved, it stays same."
    assumes = (
        f"Minimax and alpha-beta have the report's heuristic, without the faults of its program. {SameAnswers.assumes}"
    )
    eval = "longest"

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return judge_parts(self.agreement(rows), self.saving(rows))


class FillsColumns(CheckedClaim):
    id = "S0-21"
    title = "Players fill a column up because of the heuristic"
    source = f"{REPORT}, sections 5.2 and 5.4"
    says = (
        "The players want to fill the column up, because of the heuristics; at depth 6 X starts with the second column."
    )
    assumes = (
        "A column is filled up where a stone goes on top of the one before, more often than the 14 % of chance. To see "
        "whether the heuristic is the cause, the corrected program plays without one and with another (open windows)."
    )
    columns = (Column("opens in column"), Column("moves"), Column("on the move before", "%"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        programs = ((REPLICA, "longest"), (CORRECTED, "longest"), (CORRECTED, "zero"), (CORRECTED, "windows"))
        shown = {"longest": "longest line", "zero": "no heuristic", "windows": "open windows"}
        return [
            Cell(
                f"{program}, {shown[heuristic]}, depth {depth}", {"program": program, "eval": heuristic, "depth": depth}
            )
            for program, heuristic in programs
            for depth in (2, 6)
        ]

    def reported(self, cell: Cell) -> Values:
        is_own = cell.settings["program"] == REPLICA and cell.settings["depth"] == 6
        return {"opens in column": 2} if is_own else {}

    def measure(self, cell: Cell, seed: int) -> Values:
        """A game of alpha-beta against itself on 7x6; S0's depth does not count the move of the root."""
        depth, heuristic = cell.whole("depth"), cell.settings["eval"]
        replica = f"replica-s0-alphabeta:depth={depth},backend=reference"
        if heuristic != "longest":
            program = f"alphabeta:depth={depth + 1},eval={heuristic}"
        else:
            program = replica if cell.settings["program"] == REPLICA else f"{replica},{RIGHT}"
        player = find_player(program)
        moves = play_game(find_game("connect-four"), (player, player)).moves
        same = sum(one == next_one for one, next_one in itertools.pairwise(moves))
        return {
            "opens in column": moves[0] + 1,
            "moves": len(moves),
            "on the move before": 100 * same / (len(moves) - 1),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return answer_both(self._judge(rows, REPLICA), self._judge(rows, CORRECTED))

    def _judge(self, rows: Sequence[Row], program: str) -> Verdict:
        def filling(program: str, heuristic: str) -> float:
            shares = read_column(rows_with(rows, program=program, eval=heuristic), "on the move before")
            return sum(shares) / len(shares)

        (opens,) = read_column(rows_with(rows, program=program, eval="longest", depth=6), "opens in column")
        own = filling(program, "longest")
        right, none, other = (filling(CORRECTED, heuristic) for heuristic in ("longest", "zero", "windows"))
        return judge_parts(
            ClaimPart(
                "the players fill columns up",
                own > 100 / 7,
                f"{own:.0f} % of the moves go on top of the one before",
                "the players do not fill columns up",
            ),
            ClaimPart(
                "the heuristic is the reason",
                right > none,
                f"{right:.0f} % with this heuristic in the corrected program, {none:.0f} % with none, {other:.0f} % "
                "with open windows",
                "the heuristic is not the reason, as among equal moves all programs take the first column",
            ),
            ClaimPart(
                "X starts with the second column at depth 6",
                opens == 2,
                f"X starts with column {opens:.0f}",
                f"X starts with column {opens:.0f} at depth 6, not with the second",
            ),
        )
