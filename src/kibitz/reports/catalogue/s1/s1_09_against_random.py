"""S1's four series of 50 games against a random player, as reported and once more with paired openings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.design import BoardLink, Cell, Column, Experiment, Row, Values, number
from kibitz.lab.verdict import Kind, Verdict
from kibitz.reports.measuring.matches import estimate_share_of_games, estimate_share_of_pairs, play_match

REPORT = "S1, CS312 Lab 7 (Othello bots)"
GAME = "othello"
DEPTHS = {"minimax": 5, "alphabeta": 7}  # what 2 s a move gave S1's bots on average: 5.3 and 6.7
QUICK_DEPTHS = {"minimax": 1, "alphabeta": 2}
BOTS = {"minimax": "MinimaxBot", "alphabeta": "ABPruningBot"}
HEURISTICS = {"discs": "netPlayerCoins", "phased": "complexHeuristic"}
NO_WEIGHTS = "S1 prints no weights of complexHeuristic; those of Kibitz's own heuristic, phased, are used."
REPORTED, PAIRED = "from the start, by time", "paired openings, by depth"
HALF = 50  # percent of the points


class _AgainstRandom(Experiment):
    """The first row uses S1's conditions with alternating sides. The second uses no clock and has no repeated games."""

    source = f"{REPORT}, section III.C"
    says = (
        "A chart of 50 games against RandomBot, which is lost with its numbers. What is judged is the least it must "
        "have shown: that the bot gets more than half of the points."
    )
    assumes = (
        "A draw is half a point. In the second row the bot searches to the depth that S1's bot reached on average."
    )
    needs_full_rows = True
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
            Cell(
                REPORTED,
                {"games": games, "time": seconds, "backend": backend},
                f"{games} games, {seconds} s a move" if quick else "",
            ),
            Cell(
                PAIRED,
                {"games": games, "depth": depth, "backend": backend},
                f"{games} games, depth {depth}" if quick else "",
            ),
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
        bot = f"{BOTS[self.bot]} with {HEURISTICS[self.heuristic]}"
        figures = "; ".join(
            f"{row.cell.name} {number(row.measured, 'points'):.0f} % of {number(row.measured, 'games'):.0f} games "
            f"({number(row.measured, 'points low'):.0f} to {number(row.measured, 'points high'):.0f} % with 95 % "
            "confidence)"
            for row in rows
        )
        if all(number(row.measured, "points low") > HALF for row in rows):
            return Verdict(Kind.HOLDS, f"{bot} is better than random play.", figures)
        if all(number(row.measured, "points high") < HALF for row in rows):
            return Verdict(Kind.WRONG, f"{bot} is worse than random play.", figures)
        sentence = f"It is not certain that {bot} is better than random play."
        return Verdict(Kind.CANNOT_TELL, sentence, figures, missing="more games")


class MinimaxCoins(_AgainstRandom):
    id = "S1-9"
    title = "MinimaxBot with netPlayerCoins against RandomBot"
    bot, heuristic = "minimax", "discs"


class MinimaxComplex(_AgainstRandom):
    id = "S1-10"
    title = "MinimaxBot with complexHeuristic against RandomBot"
    bot, heuristic = "minimax", "phased"
    assumes = f"{_AgainstRandom.assumes} {NO_WEIGHTS}"


class AlphaBetaCoins(_AgainstRandom):
    id = "S1-11"
    title = "ABPruningBot with netPlayerCoins against RandomBot"
    bot, heuristic = "alphabeta", "discs"


class AlphaBetaComplex(_AgainstRandom):
    id = "S1-12"
    title = "ABPruningBot with complexHeuristic against RandomBot"
    bot, heuristic = "alphabeta", "phased"
    assumes = f"{_AgainstRandom.assumes} {NO_WEIGHTS}"
