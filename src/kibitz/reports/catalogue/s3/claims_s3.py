"""S3's claims: how many positions tic-tac-toe has, how to open it, what a ply costs, and what pruning saves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.game import Game, State, find_game
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.reports.measuring.agreement import SameAnswers
from kibitz.reports.measuring.claims import CheckedClaim, growth_factor, play_moves, read_column, rows_with
from kibitz.reports.measuring.searches import count_tree_sizes, search_with
from kibitz.search.perft import perft

REPORT = "COMP717 assignment: tic-tac-toe, Take-Away and Connect 4, May 2021"

# Milliseconds for depth = chips, with up to three chips taken (S3-12).
PRINTED_MS = {
    **{12: 0, 13: 1, 14: 1, 15: 6, 16: 8, 17: 25, 18: 49, 19: 168, 20: 319, 21: 583},
    **{22: 1093, 23: 2084, 24: 4132, 25: 7679, 26: 15992, 27: 41527},
}
WON_IN = range(5, 10)  # plies in which a game can be won
LEGIBLE = 100  # ms; from here on, a time printed in whole milliseconds is precise enough
ROUGHLY_TWO = 1.9


class StateCount(CheckedClaim):
    id = "S3-1"
    title = "How many states tic-tac-toe has"
    source = f"{REPORT}, task one (a)"
    says = "The total number of possible game states is 9! = 362,880, or 321,024 when games end early."
    assumes = (
        "Print does not say what a state is, so games, nodes of the tree and different positions are all counted. The "
        "number of games won in so many plies is not printed; it is what the printed formula, 8 · 3! · (X-3)!, gives."
    )
    columns = (Column("count"),)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        names = ("9!", "formula", "games", "nodes", "positions", *(_won_in(plies) for plies in WON_IN))
        return [Cell(name, {"what": name}) for name in names]

    def reported(self, cell: Cell) -> Values:
        printed = {"9!": 362_880, "formula": 321_024, **{_won_in(plies): _by_formula(plies) for plies in WON_IN}}
        return {"count": printed.get(cell.name)}

    def measure(self, cell: Cell, seed: int) -> Values:
        game = find_game("tic-tac-toe")
        plies = perft(game, game.initial(), 9)
        counted = {
            "9!": math.factorial(9),
            "formula": math.factorial(9) - sum(map(_by_formula, WON_IN)),
            "games": sum(ply.finished for ply in plies),
            "nodes": sum(ply.nodes for ply in plies),
            "positions": sum(ply.positions or 0 for ply in plies),
            **{_won_in(length): _count_wins(game, game.initial(), length) for length in WON_IN},
        }
        return {"count": counted[cell.name]}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        count = {row.cell.name: number(row.measured, "count") for row in rows if row.measured is not None}
        printed = {row.cell.name: row.reported.get("count") for row in rows}
        right = all(count[name] == printed[name] for name in ("9!", "formula"))
        true = {count[name] for name in ("games", "nodes", "positions")}
        first = _won_in(WON_IN[0])
        return judge_parts(
            ClaimPart(
                "tic-tac-toe has as many states as printed",
                bool({count["9!"], count["formula"]} & true),
                f"{count['games']:,.0f} games, {count['nodes']:,.0f} nodes in the tree, {count['positions']:,.0f} "
                f"different positions; printed {count['9!']:,.0f} and {count['formula']:,.0f}, which are "
                f"{'computed correctly' if right else 'not even computed correctly'}; games {first}: "
                f"{count[first]:,.0f}, by the formula {printed[first]:,.0f}",
                "9! counts the orders in which all nine cells can be filled, and the second number is 9! less the "
                "games that are won, of which its formula finds too few because it leaves out where the other marks "
                "stand; neither counts games, nodes or positions",
            ),
        )


def _won_in(plies: int) -> str:
    return f"won in {plies} plies"


def _by_formula(plies: int) -> int:
    """S3's count of the ways to win in so many plies: lines, orders of the three, orders of the other marks."""
    return 8 * math.factorial(3) * math.factorial(plies - 3)


def _count_wins(game: Game, state: State, plies: int) -> int:
    """The games from a position that are won with the last of so many plies."""
    result = game.result(state)
    if plies == 0 or result is not None:
        return int(plies == 0 and result == -1)
    return sum(_count_wins(game, game.play(state, move), plies - 1) for move in game.moves(state))


class BestOpening(CheckedClaim):
    id = "S3-3"
    title = "Where to begin in tic-tac-toe"
    source = f"{REPORT}, task one (f)"
    says = (
        "The best opening is the centre against a perfect player; a corner is better against another; minimax cannot "
        "see the difference."
    )
    assumes = (
        "A player who errs may choose any of the replies, so the opening is better that leaves more replies that lose."
    )
    columns = (Column("value"), Column("replies that lose"), Column("replies"))
    plot = Plot("bars", x="opening", y=("replies that lose",))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(name, {"opening": name, "move": move})
            for name, move in (("corner", "a1"), ("edge", "b1"), ("centre", "b2"))
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        state = play_moves("tic-tac-toe", str(cell.settings["move"]))
        answers = search_with("perfect:every_move=true,backend=reference", "tic-tac-toe", state)
        losing = sum(root.score.points < 0 for root in answers.roots)
        return {"value": -answers.score.points, "replies that lose": losing, "replies": len(answers.roots)}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        value, losing = (
            {str(row.cell.settings["opening"]): number(row.measured, name) for row in rows_with(rows)}
            for name in ("value", "replies that lose")
        )
        counts = ", ".join(f"{name} {count:.0f}" for name, count in losing.items())
        level = len(set(value.values())) == 1
        words = f"every opening is worth {value['centre']:.0f} with best play" if level else f"values are {value}"
        return judge_parts(
            ClaimPart("minimax sees no difference between the openings", level, words, "minimax sees a difference"),
            ClaimPart(
                "a corner is better than the centre against a player who errs",
                losing["corner"] > losing["centre"],
                f"of the 8 replies, these many lose: {counts}",
                "a corner is not better against a player who errs",
            ),
            ClaimPart(
                "the centre is the best opening against a perfect player",
                value["centre"] > max(value["corner"], value["edge"]),
                "",
                "the centre is not better than other openings against a perfect player",
            ),
        )


class CostOfAPly(CheckedClaim):
    """What O(b^d) has to do with it is judged in S3-26, the removal limit in S3-14."""

    id = "S3-16"
    title = "What one more ply costs in Take-Away"
    source = f"{REPORT}, task two (c), Search Depth"
    says = "An increase in the search depth results in roughly two to three times the search time."
    assumes = (
        f"One more ply means one more chip as well, as in the report's table. Times below {LEGIBLE} ms are too coarse."
    )
    columns = (Column("nodes"), Column("growth of the nodes"), Column("growth of the printed time"))
    plot = Plot("lines", x="depth", y=("growth of the nodes", "growth of the printed time"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in PRINTED_MS]

    def reported(self, cell: Cell) -> Values:
        return {"growth of the printed time": "2 to 3"}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Nodes of the whole tree with as many chips as plies, compared with those of one ply and one chip less."""
        depth = cell.whole("depth")
        nodes, before = _nodes(depth), _nodes(depth - 1)
        printed = PRINTED_MS.get(depth - 1, 0)
        return {
            "nodes": nodes,
            "growth of the nodes": nodes / before,
            "growth of the printed time": PRINTED_MS[depth] / printed if printed >= LEGIBLE else None,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        per_ply, printed = growth_factor(read_column(rows, "nodes")), read_column(rows, "growth of the printed time")
        mean = math.prod(printed) ** (1 / len(printed))
        figures = (
            f"the printed times grow by {min(printed):.2f} to {max(printed):.2f} a ply, {mean:.2f} on average; the "
            f"tree grows by {per_ply:.3f}"
        )
        if min(printed) >= 2:
            return Verdict(Kind.HOLDS, "One more ply takes two to three times as long.", figures)
        if mean < ROUGHLY_TWO:
            return Verdict(Kind.WRONG, "One more ply takes less than twice as long.", figures)
        sentence = "One more ply takes about twice as long in the report's own table, and hardly ever three times."
        return Verdict(Kind.CONDITION, sentence, figures, "only about two, the lower end of the printed range")


def _nodes(chips: int) -> int:
    return count_tree_sizes(f"take-away:chips={chips},take=3", chips)[-1]


class IdenticalSuccess(SameAnswers):
    id = "S3-24"
    title = "Alpha-beta succeeds exactly as often as minimax"
    source = f"{REPORT}, task three"
    says = "As alpha-beta has no effect on the value of the root, the success rate of both is identical."
    assumes = f"Both have the heuristic of S3's Connect 4. {SameAnswers.assumes}"
    eval = "windows"

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return judge_parts(self.agreement(rows))
