"""S1's four series of 50 games against a random player, as reported and once more with paired openings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Kind, Row, Values, Verdict, number
from kibitz.lab.measuring.matches import estimate_share_of_games, estimate_share_of_pairs, play_match

__all__ = [
    "DEPTHS",
    "GAME",
    "QUICK_DEPTHS",
    "REPORT",
    "AlphaBetaCoins",
    "AlphaBetaComplex",
    "MinimaxCoins",
    "MinimaxComplex",
]

REPORT = "S1, CS312 Lab 7 (Othello bots)"
GAME = "othello"
DEPTHS = {"minimax": 5, "alphabeta": 7}  # what 2 s a move gave S1's bots on average: 5.3 and 6.7
QUICK_DEPTHS = {"minimax": 1, "alphabeta": 2}
REPORTED, PAIRED = "from the start, by time", "paired openings, by depth"


class _AgainstRandom(Experiment):
    """The first row uses S1's conditions with alternating sides. The second uses no clock and has no repeated games."""

    source = f"{REPORT}, section III.C"
    bot: ClassVar[str]
    heuristic: ClassVar[str]
    columns = (
        Column("games"),
        Column("wins", exact=False),
        Column("draws", exact=False),
        Column("losses", exact=False),
        Column("points", "%", exact=False),
        Column("points low", "%", exact=False),
        Column("points high", "%", exact=False),
        Column("average depth", exact=False),
        Column("different games", exact=False),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        games, seconds = (10, 0.01) if quick else (50, 2)
        depth = QUICK_DEPTHS[self.bot] if quick else DEPTHS[self.bot]
        backend = "reference" if quick else "auto"
        return [
            Cell(REPORTED, {"games": games, "time": seconds, "backend": backend}),
            Cell(PAIRED, {"games": games, "depth": depth, "backend": backend}),
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        games = cell.whole("games")
        limit = "depth" if "depth" in cell.settings else "time"
        bot = f"{self.bot}:{limit}={cell.settings[limit]},eval={self.heuristic},backend={cell.settings['backend']}"
        result = play_match(GAME, bot, "random", games, seed, plies=None if limit == "depth" else 0)
        share = (
            estimate_share_of_pairs(result) if limit == "depth" else estimate_share_of_games(result.score, result.games)
        )
        return {
            "games": result.games,
            "wins": result.wins,
            "draws": result.draws,
            "losses": result.losses,
            "points": share.percent,
            "points low": share.low,
            "points high": share.high,
            "average depth": result.average_depth[0],
            "different games": result.distinct_games,
        }

    def app_links(self, row: Row) -> Sequence[BoardLink]:
        limit = "depth" if "depth" in row.cell.settings else "time"
        bot = f"{self.bot}:{limit}={row.cell.settings[limit]},eval={self.heuristic}"
        return (
            BoardLink("watch a game", GAME, bot, "random"),
            BoardLink("play against it", GAME, "human", bot),
            BoardLink("the program as published", GAME, "human", f"replica-s1-{self.bot}:eval={self.heuristic}"),
        )

    def judge(self, rows: Sequence[Row]) -> Verdict:
        """S1's numbers are lost with its charts, so this judges what 50 games can show."""
        shares = {row.cell.name: row.measured for row in rows if row.measured is not None}
        words = "; ".join(
            f"{name} {number(values, 'points'):.0f} % of {number(values, 'games'):.0f} games "
            f"({number(values, 'points low'):.0f} to {number(values, 'points high'):.0f} % with 95 % confidence)"
            for name, values in shares.items()
        )
        better = all(number(values, "points low") > 50 for values in shares.values())
        return Verdict(
            Kind.HOLDS if better else Kind.CONDITION,
            f"{self.bot} with {self.heuristic} is {'better than' if better else 'not surely better than'} random: "
            f"{words}. S1's own counts are lost with its chart.",
        )


class MinimaxCoins(_AgainstRandom):
    id = "S1-9"
    title = "MinimaxBot with netPlayerCoins against RandomBot"
    bot, heuristic = "minimax", "discs"


class MinimaxComplex(_AgainstRandom):
    id = "S1-10"
    title = "MinimaxBot with complexHeuristic against RandomBot"
    bot, heuristic = "minimax", "phased"


class AlphaBetaCoins(_AgainstRandom):
    id = "S1-11"
    title = "ABPruningBot with netPlayerCoins against RandomBot"
    bot, heuristic = "alphabeta", "discs"


class AlphaBetaComplex(_AgainstRandom):
    id = "S1-12"
    title = "ABPruningBot with complexHeuristic against RandomBot"
    bot, heuristic = "alphabeta", "phased"
