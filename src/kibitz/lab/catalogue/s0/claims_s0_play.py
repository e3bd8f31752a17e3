"""S0's claims about play: what depth and pruning change, and why columns are filled up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.lab.catalogue.s0.claims_s0_growth import BOARDS, REPORT
from kibitz.lab.design import Cell, Column, Row, Values, Verdict, number
from kibitz.lab.measuring.agreement import SameAnswers
from kibitz.lab.measuring.claims import CheckedClaim, ClaimPart, judge_parts, read_column, rows_with
from kibitz.play.players import find_player, play_game

__all__ = ["DepthCostsNothing", "FillsColumns", "PlayStaysTheSame"]

# Evaluations of both sides for depth 2 and for depth 6 with N=2, as printed (S0-26).
PRINTED = {
    ("minimax", "4x2"): (41 + 29, 41 + 29),
    ("minimax", "7x6"): (404 + 229, 36_000 + 13_000),
    ("alphabeta", "4x2"): (38 + 13, 37 + 8),
    ("alphabeta", "7x6"): (144 + 72, 536 + 97),
}


class DepthCostsNothing(CheckedClaim):
    id = "S0-19"
    title = "More depth, no more evaluations"
    source = f"{REPORT}, section 6.1"
    says = "With N=2, depth 6 takes no more evaluations than depth 2, since the game ends at once."
    columns = (Column("depth 2"), Column("depth 6"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"{search}, {board}", {"search": search, "board": board}) for search, board in PRINTED]

    def reported(self, cell: Cell) -> Values:
        shallow, deep = PRINTED[str(cell.settings["search"]), str(cell.settings["board"])]
        return {"depth 2": shallow, "depth 6": deep}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Leaves evaluated by both sides in a game of the program against itself, finished games included."""
        game = find_game(f"connect-four:{BOARDS[str(cell.settings['board'])]},k=2")
        counts = {}
        for depth in (2, 6):
            player = find_player(f"{cell.settings['search']}:depth={depth},eval=longest,backend=reference")
            choices = play_game(game, (player, player)).choices
            counts[f"depth {depth}"] = sum(choice.result.stats.leaves for choice in choices if choice.result)
        return counts

    def decide(self, rows: Sequence[Row]) -> Verdict:
        def words(found: list[Row]) -> str:
            counts = (
                (row.cell.name, number(row.measured, "depth 2"), number(row.measured, "depth 6")) for row in found
            )
            return "; ".join(
                f"{name} {shallow:,.0f} at depth 2 and {deep:,.0f} at depth 6" for name, shallow, deep in counts
            )

        measured = rows_with(rows)
        free = [row for row in measured if number(row.measured, "depth 6") <= number(row.measured, "depth 2")]
        costlier = [row for row in measured if row not in free]
        printed = sum(number(row.reported, "depth 6") <= number(row.reported, "depth 2") for row in rows)
        own = f"in the report, {printed} of {len(rows)} cost no more at depth 6, with a program that has faults"
        parts = [ClaimPart(True, f"without them, {words(free)}")] if free else []
        parts += [ClaimPart(False, f"{own}; without them, {words(costlier)}")] if costlier else []
        return judge_parts(*parts)


class PlayStaysTheSame(SameAnswers):
    id = "S0-20"
    title = "Pruning changes the cost, not the play"
    source = f"{REPORT}, section 6.2"
    says = "Even though the complexity is improved with pruning, the AI is not improved, it stays same."
    eval = "longest"

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return judge_parts(self.agreement(rows), self.saving(rows))


class FillsColumns(CheckedClaim):
    id = "S0-21"
    title = "Players fill a column up because of the heuristic"
    source = f"{REPORT}, sections 5.2 and 5.4"
    says = "The players want to fill the column up, because of the heuristics; at depth 6 X prefers the second column."
    columns = (Column("opens in column"), Column("moves"), Column("on the move before", "%"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{heuristic}, depth {depth}", {"eval": heuristic, "depth": depth})
            for heuristic in ("longest", "zero", "windows")
            for depth in (2, 6)
        ]

    def reported(self, cell: Cell) -> Values:
        return {"opens in column": 2} if cell.settings == {"eval": "longest", "depth": 6} else {}

    def measure(self, cell: Cell, seed: int) -> Values:
        """A game of alpha-beta against itself on 7x6; how often a stone goes on top of the last one."""
        player = find_player(f"alphabeta:depth={cell.settings['depth']},eval={cell.settings['eval']}")
        moves = play_game(find_game("connect-four"), (player, player)).moves
        same = sum(one == next_one for one, next_one in itertools.pairwise(moves))
        return {
            "opens in column": moves[0] + 1,
            "moves": len(moves),
            "on the move before": 100 * same / (len(moves) - 1),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        def filling(heuristic: str) -> float:
            shares = read_column(rows_with(rows, eval=heuristic), "on the move before")
            return sum(shares) / len(shares)

        opens = read_column(rows_with(rows, eval="longest", depth=6), "opens in column")[0]
        own, none, other = filling("longest"), filling("zero"), filling("windows")
        return judge_parts(
            ClaimPart(
                own > 100 / 7, f"{own:.0f} % of the moves go on top of the one before; by chance it would be 14 %"
            ),
            ClaimPart(
                own > none,
                f"without any heuristic it is {none:.0f} %, with open windows {other:.0f} %: among equal moves, all "
                "take the first column",
            ),
            ClaimPart(opens == 2, f"a program without S0's faults opens in column {opens:.0f} at depth 6"),
        )
