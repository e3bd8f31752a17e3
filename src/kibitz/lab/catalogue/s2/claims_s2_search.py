"""S2's claims about minimax and alpha-beta: complexity, accuracy, half the nodes, and speed at depth five."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.lab.design import Cell, Column, Plot, Row, Values, Verdict, number
from kibitz.lab.measuring.agreement import SameAnswers
from kibitz.lab.measuring.claims import (
    CheckedClaim,
    ClaimPart,
    count_moves_held,
    growth_factor,
    judge_parts,
    read_column,
    rows_with,
)
from kibitz.lab.measuring.searches import search_with
from kibitz.lab.tools.exponents import NEAR, Exponents

__all__ = ["FastAtDepthFive", "HalfTheNodes", "MinimaxIsMoreAccurate", "ThreeComplexities"]

REPORT = "CSC361 Connect-4 project"


class ThreeComplexities(Exponents):
    id = "S2-8"
    title = "Alpha-beta in the worst, best and average case"
    source = f"{REPORT}, the time complexity for alpha beta pruning"
    says = "Worst case O(b^d), best case O(b^(d/2)), average over random leaves O(b^(3d/4))."
    breadth = 5
    leaves = ("worst", "best", "random")
    deepest = 6

    def decide(self, rows: Sequence[Row]) -> Verdict:
        exponent = self.per_ply(rows, "random")
        leaves = read_column(rows_with(rows, order="random"), "leaves")
        pearl = math.log(pearl_branching(self.breadth)) / math.log(self.breadth)
        average = (
            f"with random leaves, b^({exponent:.2f} d), {leaves[-1]:,.0f} leaves at the last depth; in the limit "
            f"b^({pearl:.2f} d) for b = {self.breadth} [Pearl 1982]"
        )
        return judge_parts(self.worst(rows), self.best(rows), ClaimPart(abs(exponent - 0.75) < 2 * NEAR, average))


def pearl_branching(breadth: int) -> float:
    """The branching factor of alpha-beta on random leaves at great depth: x / (1 - x), where x^b + x = 1."""
    low, high = 0.0, 1.0
    for _ in range(60):
        x = (low + high) / 2
        low, high = (low, x) if x**breadth + x > 1 else (x, high)
    return low / (1 - low)


class MinimaxIsMoreAccurate(SameAnswers):
    id = "S2-14"
    title = "Minimax is more accurate than alpha-beta"
    source = f"{REPORT}, discussion"
    says = "The minMax agent is more accurate to win; alpha-beta has the same accuracy if it has a higher depth."
    eval = "threes"

    def decide(self, rows: Sequence[Row]) -> Verdict:
        same = self.agreement(rows)
        return judge_parts(ClaimPart(not same.holds, same.shown))


class HalfTheNodes(CheckedClaim):
    id = "S2-15"
    title = "Alpha-beta halves the work"
    source = f"{REPORT}, introduction and best case"
    says = "Pruning reduces the complexity to half of its time; alpha-beta can search more than half the nodes."
    columns = (Column("minimax"), Column("alpha-beta"), Column("share", "%"))
    plot = Plot("lines", x="depth", y=("minimax", "alpha-beta"), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        backend = "reference" if quick else "auto"
        return [Cell(f"depth {depth}", {"depth": depth, "backend": backend}) for depth in range(1, 6 if quick else 10)]

    def reported(self, cell: Cell) -> Values:
        return {"share": 50}

    def measure(self, cell: Cell, seed: int) -> Values:
        switches = f"depth={cell.settings['depth']},eval=threes,backend={cell.settings['backend']}"
        plain, pruned = (search_with(f"{n}:{switches}", "connect-four").stats.nodes for n in ("minimax", "alphabeta"))
        return {"minimax": plain, "alpha-beta": pruned, "share": 100 * pruned / plain}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        shares, pruned = read_column(rows, "share"), read_column(rows, "alpha-beta")
        return judge_parts(
            ClaimPart(
                45 <= min(shares) <= max(shares[1:]) <= 55,
                f"alpha-beta visits {shares[0]:.0f} % of minimax's nodes at depth 1 and {shares[-1]:.1f} % at depth "
                f"{len(shares)}; it is the depth that is halved at best, and a ply costs a factor of "
                f"{growth_factor(pruned):.1f} in place of {growth_factor(read_column(rows, 'minimax')):.1f}",
            )
        )


class FastAtDepthFive(CheckedClaim):
    id = "S2-17"
    title = "Minimax is fast to depth five and needs little memory"
    source = f"{REPORT}, conclusion"
    says = "Minimax does not require high space memory and it is really fast in depth of 5 and below."
    columns = (
        Column("nodes"),
        Column("seconds", "s", exact=False),
        Column("moves held"),
        Column("stored tree", "MB"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(f"depth {depth}", {"depth": depth}) for depth in range(1, 6 if quick else 8)]

    def measure(self, cell: Cell, seed: int) -> Values:
        """Readable Python, the slowest form there is; next to it, the same tree stored as objects."""
        depth = cell.whole("depth")
        plain = search_with(f"minimax:depth={depth},eval=threes,backend=reference", "connect-four").stats
        stored = search_with(f"stored:depth={depth},eval=threes", "connect-four").stats
        return {
            "nodes": plain.nodes,
            "seconds": plain.seconds,
            "moves held": count_moves_held("connect-four", f"minimax:depth={depth},eval=threes"),
            "stored tree": stored.memory / 1e6,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        five = rows_with(rows, depth=5)[0].measured
        seconds, nodes, stored = (number(five, name) for name in ("seconds", "nodes", "stored tree"))
        return judge_parts(
            ClaimPart(seconds < 2, f"{nodes:,.0f} nodes at depth 5 take {seconds:.2f} s in readable Python"),
            ClaimPart(
                number(five, "moves held") < 1_000,
                f"depth first it holds {number(five, 'moves held'):.0f} moves at a time (a stored tree takes "
                f"{stored:.1f} MB)",
            ),
        )
