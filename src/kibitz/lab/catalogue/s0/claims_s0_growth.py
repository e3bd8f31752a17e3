"""S0's claims about cost: minimax, alpha-beta in the worst and the best case, and what pruning saves."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.lab.design import Cell, Column, Plot, Row, Values, Verdict, number
from kibitz.lab.measuring.claims import CheckedClaim, ClaimPart, judge_parts, read_column
from kibitz.lab.measuring.searches import search_with
from kibitz.lab.tools.exponents import Exponents

__all__ = ["MinimaxGrowth", "PruningAlwaysHelps", "WorstAndBest"]

REPORT = "Four in a Row assignment report, October 2021"
BOARDS = {"4x2": "width=4,height=2", "7x6": "width=7,height=6"}

# Evaluations of the first player, minimax and alpha-beta, where both are printed (S0-26).
PRINTED = {
    ("4x2", 2, 2): (41, 38),
    ("4x2", 2, 6): (41, 37),
    ("4x2", 4, 2): (89, 54),
    ("4x2", 4, 6): (2_600, 435),
    ("7x6", 2, 2): (404, 144),
    ("7x6", 2, 6): (36_000, 536),
    ("7x6", 4, 2): (2_250, 841),
    ("7x6", 4, 6): (350_000, 58_000),
}


class MinimaxGrowth(CheckedClaim):
    id = "S0-16"
    title = "Minimax is O(c^d)"
    source = f"{REPORT}, section 3.1"
    says = "T(d) = c T(d-1) + O(c+1), so that minimax is O(c^d)."
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
                max(shares) <= c / (c - 1),
                f"nodes are {shares[0]:.3f} to {max(shares):.3f} times c^d, where c / (c - 1) is {c / (c - 1):.3f}",
            ),
            ClaimPart(
                dropped[-1] <= dropped[0],
                f"the term (c+1)^d that the proof drops is {dropped[0]:.2f} times c^d at depth 1 and {dropped[-1]:.2f} "
                f"times at depth {len(dropped)}",
            ),
        )


class WorstAndBest(Exponents):
    id = "S0-17"
    title = "Alpha-beta from O(c^(d/2)) to O(c^d)"
    source = f"{REPORT}, section 3.2"
    says = "Alpha-beta is O(c^d) in the worst case and O(c^(d/2)) in the best."
    breadth = 7  # the report's board has seven columns
    leaves = ("worst", "best")
    deepest = 6

    def decide(self, rows: Sequence[Row]) -> Verdict:
        return judge_parts(self.worst(rows), self.best(rows))


class PruningAlwaysHelps(CheckedClaim):
    id = "S0-18"
    title = "Pruning always helps, and halves the time"
    source = f"{REPORT}, section 6.1"
    says = "Pruning lowers the complexity in every case; it takes nearly half the time."
    columns = (Column("minimax"), Column("alpha-beta"), Column("times fewer"))
    plot = Plot("bars", x="test", y=("times fewer",), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell(f"{board}, N={n}, depth {depth}", {"test": f"{board},{n},{depth}", "board": board, "n": n, "d": depth})
            for board, n, depth in PRINTED
        ]

    def reported(self, cell: Cell) -> Values:
        settings = cell.settings
        plain, pruned = PRINTED[str(settings["board"]), cell.whole("n"), cell.whole("d")]
        return {"minimax": plain, "alpha-beta": pruned, "times fewer": plain / pruned}

    def measure(self, cell: Cell, seed: int) -> Values:
        """Evaluations for the first move of the game by programs with S0's heuristic but without its faults."""
        settings = cell.settings
        game = f"connect-four:{BOARDS[str(settings['board'])]},k={settings['n']}"
        switches = f"depth={settings['d']},eval=longest,backend=reference"
        plain, pruned = (search_with(f"{name}:{switches}", game).stats.leaves for name in ("minimax", "alphabeta"))
        return {"minimax": plain, "alpha-beta": pruned, "times fewer": plain / pruned}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        measured = read_column(rows, "times fewer")
        printed = [number(row.reported, "times fewer") for row in rows]
        least, most = min(measured), max(measured)
        return judge_parts(
            ClaimPart(least > 1, f"pruning saves evaluations on every board here, by a factor of at least {least:.2f}"),
            ClaimPart(
                most <= 2.5,
                f"half the time would be a factor of 2, and the factor ranges from {least:.2f} to {most:.1f} here and "
                f"from {min(printed):.2f} to {max(printed):.0f} in the report's own table",
            ),
        )
