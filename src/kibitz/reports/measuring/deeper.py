"""Whether a search that looks deeper wins more points against itself: shared by the claims of several reports.

Depths are compared two plies apart as well as one: a single ply more changes which side makes the last move that the
search sees, and with it what the heuristic is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.design import Cell, Column, Plot, Row, Value, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, join_words, judge_parts
from kibitz.reports.measuring.claims import CheckedClaim, rows_with
from kibitz.reports.measuring.matches import estimate_share_of_pairs, play_match

POINTS = (Column("games"), Column("points", "%"), Column("points low", "%"), Column("points high", "%"))


def measure_points(game: str, first: str, second: str, games: int, seed: int) -> Values:
    """The first player's points with their interval, in pairs of games from different openings."""
    result = play_match(game, first, second, games, seed)
    return dict(zip((column.name for column in POINTS), (result.games, *estimate_share_of_pairs(result)), strict=True))


class DeeperWins(CheckedClaim):
    """Alpha-beta with each heuristic plays itself one and two plies deeper, up to depth 7."""

    columns = POINTS
    needs_full_rows = True
    plot = Plot("bars", x="depth", y=("points",), by="match", title="Points of a depth against a smaller one")
    game: ClassVar[str]
    heuristics: ClassVar[dict[str, str]]  # with their names; empty if there is one
    order: ClassVar[str] = "natural"

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        deepest, games = (4, 10) if quick else (7, 200)
        cells = []
        for heuristic, name in self.heuristics.items():
            for less in (1, 2):
                for depth in range(1 + less, deepest + 1):
                    match = ", ".join(filter(None, (name, f"{less} {'ply' if less == 1 else 'plies'} deeper")))
                    title = ", ".join(filter(None, (name, f"depth {depth} against depth {depth - less}")))
                    settings: dict[str, Value] = {"depth": depth, "less": less, "eval": heuristic}
                    cells.append(
                        Cell(title, {**settings, "match": match, "games": games}, f"{games} games" if quick else "")
                    )
        return cells

    def measure(self, cell: Cell, seed: int) -> Values:
        depth, less = cell.whole("depth"), cell.whole("less")
        deep, shallow = (
            f"alphabeta:depth={plies},eval={cell.settings['eval']},order={self.order}"
            for plies in (depth, depth - less)
        )
        return measure_points(self.game, deep, shallow, cell.whole("games"), seed)

    def decide(self, rows: Sequence[Row]) -> Verdict:
        by_two, by_one = (rows_with(rows, less=less) for less in (2, 1))
        return judge_parts(
            ClaimPart(
                "alpha-beta that looks two plies deeper than its opponent wins more than half of the points, at every "
                "depth measured",
                True
                if all(number(row.measured, "points low") > 50 for row in by_two)
                else False
                if any(number(row.measured, "points high") < 50 for row in by_two)
                else None,
                f"{_shown(by_two)}; {_shown(by_one)}",
                "two plies more do not win more than half of the points at every depth: not with "
                + join_words([row.cell.name for row in by_two if number(row.measured, "points high") < 50]),
                "more games",
            )
        )


def _shown(rows: Sequence[Row]) -> str:
    """The least and the most points of each kind of match."""
    points: dict[str, list[float]] = {}
    for row in rows:
        points.setdefault(str(row.cell.settings["match"]), []).append(number(row.measured, "points"))
    return ", ".join(
        f"{match} {min(found):.0f} to {max(found):.0f} % of the points in {len(found)} matches"
        for match, found in points.items()
    )
