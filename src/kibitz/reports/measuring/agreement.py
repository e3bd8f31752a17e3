"""Whether alpha-beta gives the same answers as minimax: shared by the claims of three reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.design import Cell, Column, Row, Value, Values
from kibitz.lab.verdict import ClaimPart
from kibitz.reports.measuring.claims import CheckedClaim, read_column, sample_positions
from kibitz.reports.measuring.searches import search_with


class SameAnswers(CheckedClaim):
    """Runs both searches on the same positions at the same depth, compares the answers and adds up the nodes."""

    assumes = "Both are asked in random positions 4 to 16 moves into the game, at depths 2 to 6."
    game: ClassVar[str] = "connect-four"
    eval: ClassVar[str]
    depths: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    columns: ClassVar[tuple[Column, ...]] = (
        Column("positions"),
        Column("same value"),
        Column("same move"),
        Column("minimax nodes"),
        Column("alpha-beta nodes"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        depths, count, backend = (self.depths[:3], 24, "reference") if quick else (self.depths, 200, "auto")
        fewer = f"{count} positions" if quick else ""
        shared: dict[str, Value] = {"positions": count, "backend": backend}
        return [Cell(f"depth {depth}", {"depth": depth, **shared}, fewer) for depth in depths]

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, count = cell.whole("depth"), cell.whole("positions")
        totals = dict.fromkeys((column.name for column in SameAnswers.columns), 0)
        switches = f"depth={depth},eval={self.eval},backend={cell.settings['backend']}"
        for state in sample_positions(self.game, count, seed, 4, 8, 12, 16):
            plain, pruned = (search_with(f"{name}:{switches}", self.game, state) for name in ("minimax", "alphabeta"))
            totals["positions"] += 1
            totals["same value"] += plain.score.value == pruned.score.value
            totals["same move"] += plain.move == pruned.move
            totals["minimax nodes"] += plain.stats.nodes
            totals["alpha-beta nodes"] += pruned.stats.nodes
        return totals

    def agreement(self, rows: Sequence[Row]) -> ClaimPart:
        """Whether value and move are the same everywhere."""
        asked, values, moves = (int(sum(read_column(rows, n))) for n in ("positions", "same value", "same move"))
        return ClaimPart(
            "at equal depth alpha-beta plays the same moves as minimax",
            asked == values == moves,
            f"the same value in {values:,} and the same move in {moves:,} of {asked:,} searches",
            "at equal depth alpha-beta does not always play the same move as minimax",
        )

    def saving(self, rows: Sequence[Row]) -> ClaimPart:
        """Whether alpha-beta visits fewer nodes."""
        plain, pruned = (sum(read_column(rows, name)) for name in ("minimax nodes", "alpha-beta nodes"))
        return ClaimPart(
            "it does so with fewer nodes",
            pruned < plain,
            f"{plain / pruned:.1f} times fewer nodes",
            "it does not need fewer nodes",
        )
