"""S3's claims: how many positions tic-tac-toe has, how to open it, what a ply costs, and what pruning saves."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.lab.design import Cell, Column, Plot, Row, Value, Values, Verdict, number
from kibitz.lab.measuring.agreement import SameAnswers
from kibitz.lab.measuring.claims import (
    CheckedClaim,
    ClaimPart,
    growth_factor,
    judge_parts,
    play_moves,
    read_column,
    rows_with,
)
from kibitz.lab.measuring.searches import count_tree_sizes, search_with
from kibitz.search.perft import perft

__all__ = ["BestOpening", "CostOfAPly", "IdenticalSuccess", "StateCount"]

REPORT = "COMP717 assignment: tic-tac-toe, Take-Away and Connect 4, May 2021"

# Milliseconds for depth = chips, with up to three chips taken (S3-12).
PRINTED_MS = {
    **{12: 0, 13: 1, 14: 1, 15: 6, 16: 8, 17: 25, 18: 49, 19: 168, 20: 319, 21: 583},
    **{22: 1093, 23: 2084, 24: 4132, 25: 7679, 26: 15992, 27: 41527},
}


class StateCount(CheckedClaim):
    id = "S3-1"
    title = "How many states tic-tac-toe has"
    source = f"{REPORT}, task one (a)"
    says = "There are 9! = 362,880 states, and 321,024 when finished games are left out."
    columns = (Column("count"),)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(name, {"what": name}) for name in ("9!", "formula", "games", "nodes", "positions")]

    def reported(self, cell: Cell) -> Values:
        printed = {"9!": 362_880, "formula": 321_024}
        return {"count": printed.get(cell.name)}

    def measure(self, cell: Cell, seed: int) -> Values:
        game = find_game("tic-tac-toe")
        plies = perft(game, game.initial(), 9)
        counted = {
            "9!": math.factorial(9),
            "formula": math.factorial(9) - 8 * math.factorial(3) * sum(math.factorial(x - 3) for x in range(5, 10)),
            "games": sum(ply.finished for ply in plies),
            "nodes": sum(ply.nodes for ply in plies),
            "positions": sum(ply.positions or 0 for ply in plies),
        }
        return {"count": counted[cell.name]}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        count = {row.cell.name: number(row.measured, "count") for row in rows if row.measured is not None}
        printed = {row.cell.name: row.reported.get("count") for row in rows}
        right = all(count[name] == printed[name] for name in ("9!", "formula"))
        true = {count[name] for name in ("games", "nodes", "positions")}
        return judge_parts(
            ClaimPart(
                bool({count["9!"], count["formula"]} & true),
                f"there are {count['games']:,.0f} games, {count['nodes']:,.0f} nodes in the tree and "
                f"{count['positions']:,.0f} different positions; {count['9!']:,.0f} and {count['formula']:,.0f} are "
                f"{'computed correctly' if right else 'not even computed correctly'} and count none of these",
            ),
        )


class BestOpening(CheckedClaim):
    id = "S3-3"
    title = "Where to begin in tic-tac-toe"
    source = f"{REPORT}, task one (f)"
    says = (
        "The best opening is the centre against a perfect player; a corner is better against another; minimax cannot "
        "see the difference."
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
            ClaimPart(level, f"minimax cannot see a difference: {words}"),
            ClaimPart(losing["corner"] > losing["centre"], f"of the 8 replies, these many lose: {counts}"),
            ClaimPart(
                value["centre"] > max(value["corner"], value["edge"]),
                "for the same reason the centre is no better than the others against a perfect player",
            ),
        )


class CostOfAPly(CheckedClaim):
    id = "S3-16"
    title = "What one more ply or chip costs in Take-Away"
    source = f"{REPORT}, task two (c)"
    says = "A ply more costs two to three times as much, as b = 3; the removal limit adds polynomially."
    columns = (Column("nodes"), Column("factor"), Column("milliseconds"))
    plot = Plot("lines", x="depth", y=("nodes",), by="heap", log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        whole: dict[str, Value] = {"take": 3, "heap": "as many chips as plies"}
        by_depth = [Cell(f"depth {d}", {"depth": d, "chips": d, **whole}) for d in PRINTED_MS]
        by_limit = [
            Cell(f"take {n}, depth {d}", {"depth": d, "chips": 20, "take": n, "heap": f"20 chips, take {n}"})
            for d in (6, 7, 8)
            for n in range(3, 10)
        ]
        return by_depth + by_limit

    def reported(self, cell: Cell) -> Values:
        depth = cell.whole("depth")
        return {"milliseconds": PRINTED_MS[depth]} if cell.settings["chips"] == depth else {}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Nodes of the whole tree; the factor compares with one ply less, or with one chip less that may be taken."""
        depth, take, chips = (cell.whole(name) for name in ("depth", "take", "chips"))
        if chips == depth:
            nodes, before = _nodes(chips, take, depth), _nodes(chips - 1, take, depth - 1)
        else:
            nodes, before = _nodes(chips, take, depth), _nodes(chips, take - 1, depth)
        return {"nodes": nodes, "factor": nodes / before, "milliseconds": None}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        whole = [row for row in rows_with(rows) if row.cell.settings["chips"] == row.cell.settings["depth"]]
        per_ply = growth_factor(read_column(whole, "nodes"))
        printed = growth_factor(
            [number(row.reported, "milliseconds") for row in whole if row.cell.settings["depth"] in range(20, 27)]
        )
        powers = []
        for depth in (6, 7, 8):
            limits = [row for row in rows_with(rows, depth=depth) if row not in whole]
            nodes = read_column(limits, "nodes")
            powers.append((depth, math.log(nodes[-1] / nodes[0]) / math.log(9 / 3)))
        degrees = ", ".join(f"n^{power:.1f} at depth {depth}" for depth, power in powers)
        return judge_parts(
            ClaimPart(all(power <= depth for depth, power in powers), f"the removal limit n adds like {degrees}"),
            ClaimPart(
                2 <= per_ply <= 3,
                f"a ply costs {per_ply:.3f} times the nodes, as a move that takes more chips shortens the game (in the "
                f"limit the root of x^3 = x^2 + x + 1); the printed times from 20 to 26 grow by {printed:.2f}",
            ),
        )


def _nodes(chips: int, take: int, depth: int) -> int:
    return count_tree_sizes(f"take-away:chips={chips},take={take}", depth)[-1]


class IdenticalSuccess(SameAnswers):
    id = "S3-24"
    title = "Alpha-beta succeeds exactly as often as minimax"
    source = f"{REPORT}, task three"
    says = "As alpha-beta has no effect on the value of the root, the success rate of both is identical."
    eval = "windows"

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return judge_parts(self.agreement(rows))
