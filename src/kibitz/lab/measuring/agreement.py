"""Whether alpha-beta answers as minimax does: the base of three reports' claims about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.design import Cell, Column, Row, Value, Values
from kibitz.lab.measuring.claims import CheckedClaim, Part, column, positions
from kibitz.lab.measuring.searches import search_with

__all__ = ["SameAnswers"]


class SameAnswers(CheckedClaim):
    """Both searches of the same positions at the same depth, answers compared and nodes added up."""

    game: ClassVar[str] = "connect-four"
    eval: ClassVar[str]
    depths: ClassVar[tuple[int, ...]] = (2, 3, 4, 5, 6)
    columns = (
        Column("positions"),
        Column("same value"),
        Column("same move"),
        Column("minimax nodes"),
        Column("alpha-beta nodes"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        depths, count, backend = (self.depths[:3], 24, "reference") if quick else (self.depths, 200, "auto")
        shared: dict[str, Value] = {"positions": count, "backend": backend}
        return [Cell(f"depth {depth}", {"depth": depth, **shared}) for depth in depths]

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, count = cell.whole("depth"), cell.whole("positions")
        totals = dict.fromkeys((c.name for c in self.columns), 0)
        switches = f"depth={depth},eval={self.eval},backend={cell.settings['backend']}"
        for state in positions(self.game, count, seed, 4, 8, 12, 16):
            plain, pruned = (search_with(f"{name}:{switches}", self.game, state) for name in ("minimax", "alphabeta"))
            totals["positions"] += 1
            totals["same value"] += plain.score.value == pruned.score.value
            totals["same move"] += plain.move == pruned.move
            totals["minimax nodes"] += plain.stats.nodes
            totals["alpha-beta nodes"] += pruned.stats.nodes
        return totals

    def agreement(self, rows: Sequence[Row]) -> Part:
        """That value and move are the same everywhere."""
        asked, values, moves = (int(sum(column(rows, n))) for n in ("positions", "same value", "same move"))
        shown = f"the same value in {values:,} and the same move in {moves:,} of {asked:,} searches at equal depth"
        return Part(asked == values == moves, shown)

    def saving(self, rows: Sequence[Row]) -> Part:
        """That alpha-beta visits fewer nodes."""
        plain, pruned = (sum(column(rows, name)) for name in ("minimax nodes", "alpha-beta nodes"))
        return Part(pruned < plain, f"{plain / pruned:.1f} times fewer nodes")
