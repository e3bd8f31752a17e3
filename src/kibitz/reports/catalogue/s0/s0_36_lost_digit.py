"""S0-36: why a game takes ten times fewer evaluations than its author expected: the printed count has lost a digit."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.core.limits import Limits
from kibitz.core.searching import find_searcher
from kibitz.lab.design import Cell, Claim, Column, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.catalogue.s0.s0_26_evaluation_counts import REPORT, TESTS, agrees
from kibitz.reports.measuring.matches import count_leaves, list_searches, play_one_game

TEST = TESTS[8]  # 7x6, N=4, depth 6: "a default game with depth 6"
POWER, MOVE, GAME = "7^6", "the first move", "a game, first player"


class LostDigit(Claim):
    id = "S0-36"
    title = "A tenth of the evaluations that were expected"
    source = f"{REPORT}, section 6.1"
    says = (
        "A player takes 350,000 evaluations in a game with depth 6. There must be 7^6 = 352,947 at each move, so after "
        "9 or 10 moves we should get 10 times more than what we got. It is remarkable."
    )
    assumes = "The program is the one rebuilt from the report's text, faults included."
    covers = ("S0-44", "S0-46")
    columns = (Column("evaluations"), Column("moves"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(name) for name in (POWER, MOVE, GAME) if not (quick and name == GAME)]

    def reported(self, cell: Cell) -> Values:
        printed: dict[str, Values] = {
            POWER: {"evaluations": 352_947},
            MOVE: {"evaluations": 352_947, "moves": 1},
            GAME: {"evaluations": TEST.minimax[0], "moves": "9 to 10"},
        }
        return printed[cell.name]

    def measure(self, cell: Cell, seed: int) -> Values:
        """The replica of S0's minimax with its faults; a whole game takes minutes."""
        if cell.name == POWER:
            return {"evaluations": 7**TEST.depth}
        if cell.name == MOVE:
            searcher, _ = find_searcher("replica-s0-minimax")
            game = find_game(TEST.game)
            stats = searcher.search(game, game.initial(), Limits(depth=TEST.depth)).stats
            return {"evaluations": stats.boards_evaluated, "moves": 1}
        program = f"replica-s0-minimax:depth={TEST.depth},backend=reference"
        choices = list_searches(play_one_game(TEST.game, program, program), 0)
        return {"evaluations": count_leaves(choices), "moves": len(choices)}

    def judge(self, rows: Sequence[Row]) -> Verdict:
        found = {row.cell.name: number(row.measured, "evaluations") for row in rows}
        figures = [f"7^6 is {found[POWER]:,.0f}, a third of the printed 352,947"] if POWER in found else []
        if MOVE in found:
            figures.append(
                f"the first move alone takes {found[MOVE]:,.0f} evaluations, because the program builds a tree of "
                f"depth {TEST.depth} below each of the 7 moves (S0-38), which is 7^{TEST.depth + 1} = "
                f"{7 ** (TEST.depth + 1):,} leaves if no game ends earlier"
            )
        if GAME not in found:
            sentence = "Whether a game takes 350,000 evaluations is seen only when one is played."
            missing = f'the full row "{GAME}", which takes minutes'
            return Verdict(Kind.CANNOT_TELL, sentence, "; ".join(figures), missing=missing)
        printed, counted = TEST.minimax[0], found[GAME]
        figures.insert(0, f"{counted:,.0f} evaluations of the first player in a game, printed {printed:,}")
        if agrees(printed, counted):
            return Verdict(Kind.HOLDS, "A game takes as few evaluations as printed.", "; ".join(figures))
        if agrees(10 * printed, counted):
            sentence = (
                "The printed count has lost a digit: a game of the report's own program takes ten times as many "
                "evaluations, just as the author expected."
            )
        else:
            sentence = "A game takes another number of evaluations than printed."
        return Verdict(Kind.WRONG, sentence, "; ".join(figures))
