"""What S2 says in passing about methods that learn: who wins, what Sarsa maximises, and that learning is O(n)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.core.game import find_game
from kibitz.core.rng import Rng
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Kind, Verdict, judge_parts
from kibitz.reports.catalogue.s2.claims_s2_search import REPORT
from kibitz.reports.measuring.claims import CheckedClaim, read_column, rows_with
from kibitz.reports.measuring.tabular_learning import Q_LEARNING, SARSA, TabularLearner, play_learning_game

BLOCK = 500  # games, of which the first player's wins are one figure
CHANCE = 4.4  # percent: 95 of 100 blocks of equal players are within this of a half
PRINTED = {Q_LEARNING: 73.4, SARSA: 73.5}
WIDTHS = (4, 5, 6, 7, 8)
PROPORTIONAL = 0.1  # the share by which a count may miss its proportion
OUR_LEARNERS = (
    "S2 quotes a paper without its settings, so the players are ours: tables of values, one random move in ten, values "
    "corrected by half."
)


class QLearningAndSarsa(CheckedClaim):
    id = "S2-16c"
    title = "Q-learning and Sarsa"
    source = f"{REPORT}, discussion"
    says = (
        "The Q-learning agent achieves a peak win percentage of 73.4% as player one versus Sarsa, Sarsa 73.5% as "
        "player one versus Q-learning; both never dipped below 50%. The Sarsa agent maximizes over all of the possible "
        "actions."
    )
    assumes = (
        f"{OUR_LEARNERS} They learn while they play each other on 7x6. Wins are counted in blocks of {BLOCK} games, "
        "corrections of values where the moves of the next position differ in value."
    )
    columns = (
        Column("games"),
        Column("wins", "%"),
        Column("least wins", "%"),
        Column("corrections by the best move", "%"),
    )
    needs_full_rows = True
    plot = Plot("bars", x="first", y=("wins",), title="The first player's wins in its best block of games")

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        games = 2 * BLOCK if quick else 100 * BLOCK
        return [
            Cell(f"{first} first", {"first": first, "games": games}, f"{games:,} games" if quick else "")
            for first in PRINTED
        ]

    def reported(self, cell: Cell) -> Values:
        return {"wins": PRINTED[str(cell.settings["first"])]}

    def measure(self, cell: Cell, seed: int) -> Values:
        """The first player's wins in its best and in its worst block, and by what it corrected its values."""
        first, rng = str(cell.settings["first"]), Rng(seed)
        players = TabularLearner(first, rng), TabularLearner(SARSA if first == Q_LEARNING else Q_LEARNING, rng)
        game, blocks = find_game("connect-four"), []
        for _ in range(cell.whole("games") // BLOCK):
            blocks.append(sum(play_learning_game(game, players) > 0 for _ in range(BLOCK)))
        return {
            "games": cell.whole("games"),
            "wins": 100 * max(blocks) / BLOCK,
            "least wins": 100 * min(blocks) / BLOCK,
            "corrections by the best move": 100 * players[0].by_the_best / players[0].corrections,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        wins, least, best = (
            {str(row.cell.settings["first"]): number(row.measured, name) for row in rows}
            for name in ("wins", "least wins", "corrections by the best move")
        )
        games = max(read_column(rows, "games"))
        shown = ", ".join(f"{least[name]:.1f} to {wins[name]:.1f} % with {name} first" for name in PRINTED)
        return judge_parts(
            ClaimPart(
                "the first player never wins fewer than half of a block of games",
                True if min(least.values()) >= 50 else False if min(least.values()) < 50 - CHANCE else None,
                f"{shown}, in {games:,.0f} games each",
                "the first player wins fewer than half of some blocks of games",
                f"larger blocks, since {min(least.values()):.1f} % of {BLOCK} games may be chance",
            ),
            ClaimPart(
                "Sarsa maximises over all possible moves",
                best[SARSA] == 100,
                f"where the next moves differ in value, {best[Q_LEARNING]:.1f} % of Q-learning's corrections take that "
                f"of the best, and {best[SARSA]:.1f} % of Sarsa's",
                "to maximise over all moves is what Q-learning does, while Sarsa takes the move that is really made",
            ),
            ClaimPart(
                f"the first player's peaks with our players ({wins[Q_LEARNING]:.1f} and {wins[SARSA]:.1f} %) are as "
                f"near to the printed {PRINTED[Q_LEARNING]} and {PRINTED[SARSA]} % as chance allows",
                True if all(abs(wins[name] - printed) <= CHANCE for name, printed in PRINTED.items()) else None,
                f"the best blocks have {wins[Q_LEARNING]:.1f} and {wins[SARSA]:.1f} %; chance moves a block of {BLOCK} "
                f"games by {CHANCE} percentage points",
                missing="the paper's own players, with the number of games and the settings they learned by",
            ),
        )


class LearningIsLinear(CheckedClaim):
    id = "S2-16d"
    title = "Q-learning is O(n)"
    source = f"{REPORT}, discussion"
    says = "Q Learning: time complexity O(n)."
    assumes = (
        "S2 does not say what n is, so two readings are measured: the moves to choose from, on boards of 4 to 8 "
        "columns and 6 rows, and the games played, on 7x6. Time is counted in values read from the table. "
        f"{OUR_LEARNERS}"
    )
    columns = (Column("values a move"), Column("values a game"), Column("positions in the table"))
    plot = Plot("lines", x="n", y=("values a move", "values a game"), by="reading", log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        games = (250, 500, 1_000) if quick else (250, 500, 1_000, 2_000, 4_000, 8_000)
        return [
            *(Cell(f"n = {width} columns", {"reading": "moves", "n": width, "games": 250}) for width in WIDTHS),
            *(Cell(f"n = {count:,} games", {"reading": "games", "n": count, "games": count}) for count in games),
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
        width = cell.whole("n") if cell.settings["reading"] == "moves" else 7
        game, rng = find_game(f"connect-four:width={width}"), Rng(seed)
        players = TabularLearner(Q_LEARNING, rng), TabularLearner(Q_LEARNING, rng)
        for _ in range(cell.whole("games")):
            play_learning_game(game, players)
        looked_up, made = (sum(getattr(player, name) for player in players) for name in ("looked_up", "moves_made"))
        return {
            "values a move": looked_up / made,
            "values a game": looked_up / cell.whole("games"),
            "positions in the table": sum(len(player.table) for player in players),
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        by_moves, by_games = (rows_with(rows, reading=name) for name in ("moves", "games"))
        shares = [number(row.measured, "values a move") / row.cell.whole("n") for row in by_moves]
        each, stored = (read_column(by_games, name) for name in ("values a game", "positions in the table"))
        first, last = by_games[0].cell.whole("n"), by_games[-1].cell.whole("n")
        found = judge_parts(
            ClaimPart(
                "a move costs in proportion to the moves there are",
                max(shares) <= (1 + 2 * PROPORTIONAL) * min(shares),
                f"{min(shares):.2f} to {max(shares):.2f} values are read for each of n columns",
                "a move does not cost in proportion to the moves there are",
            ),
            ClaimPart(
                "learning costs in proportion to the games played",
                max(each) <= (1 + 2 * PROPORTIONAL) * min(each),
                f"{min(each):.0f} to {max(each):.0f} values a game from {first:,} to {last:,} games; the table grows "
                f"from {stored[0]:,.0f} to {stored[-1]:,.0f} positions",
                "learning does not cost in proportion to the games played",
            ),
        )
        if found.kind is not Kind.HOLDS:
            return found
        condition = "if n is the moves to choose from or the games played; S2 does not say what n is"
        return replace(found, kind=Kind.CONDITION, condition=condition)
