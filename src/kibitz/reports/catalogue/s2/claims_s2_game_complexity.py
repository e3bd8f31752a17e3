"""S2's claim that Monte Carlo tree search does not depend on the complexity of the game, measured on many games."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.core.random_games import play_randomly
from kibitz.core.rng import Rng
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.reports.catalogue.s2.claims_s2_search import REPORT
from kibitz.reports.measuring.claims import CheckedClaim, read_column
from kibitz.reports.measuring.searches import search_with

GAMES = {
    "tic-tac-toe": "tic-tac-toe",
    "Connect Four 4x4": "connect-four:width=4,height=4",
    "Connect Four 7x6": "connect-four",
    "Connect Four 10x8": "connect-four:width=10,height=8",
    "Othello 6x6": "othello:size=6",
    "Othello 8x8": "othello",
    "Hex 5x5": "hex:size=5",
    "Hex 9x9": "hex:size=9",
    "five in a row 9x9": "mnk:width=9,height=9,k=5",
}
ALIKE = 1.2  # times the least: numbers within this factor are called the same


class GameComplexity(CheckedClaim):
    id = "S2-16f"
    title = "Monte Carlo tree search and the complexity of the game"
    source = f"{REPORT}, discussion"
    says = (
        "The main advantage of distributed MCTS is that it is scale invariant to game complexity, i.e. to mk, where m "
        "is possible number of moves, and k is the variance of the outcome of a random game. Time complexity O(mkI/C)."
    )
    assumes = (
        "The work of a simulation is counted in positions visited, the playout included; m is the mean number of moves "
        "in the positions of random games, and k the variance of their results (1, 0 and -1). The two sentences do not "
        "fit each other, so both are judged: that the work does not depend on mk, and that it is in proportion to mk."
    )
    columns = (
        Column("m"),
        Column("k"),
        Column("moves of a random game"),
        Column("positions a simulation"),
        Column("divided by mk"),
        Column("divided by moves"),
    )
    plot = Plot("bars", x="game", y=("positions a simulation", "moves of a random game"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        simulations, games = (200, 50) if quick else (2_000, 1_000)
        fewer = f"{simulations} simulations, {games} random games" if quick else ""
        return [Cell(name, {"game": name, "simulations": simulations, "games": games}, fewer) for name in GAMES]

    def measure(self, cell: Cell, seed: int) -> Values:
        spec, games = GAMES[str(cell.settings["game"])], cell.whole("games")
        game, rng = find_game(spec), Rng(seed)
        choices, results, made = 0, [], 0
        for _ in range(games):
            *before, last = play_randomly(game, rng)
            choices, made = choices + sum(len(at.legal) for at in before), made + len(before)
            outcome = game.outcome(last.state) or 0
            results.append((outcome > 0) - (outcome < 0))
        mean = sum(results) / games
        m, k, length = choices / made, sum((result - mean) ** 2 for result in results) / games, made / games
        simulations = cell.whole("simulations")
        visited = search_with(f"mcts:simulations={simulations},seed={seed}", game).stats.nodes / simulations
        return {
            "m": m,
            "k": k,
            "moves of a random game": length,
            "positions a simulation": visited,
            "divided by mk": visited / (m * k),
            "divided by moves": visited / length,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        visited, by_mk, by_moves = (
            read_column(rows, name) for name in ("positions a simulation", "divided by mk", "divided by moves")
        )
        least, most = (
            pick(rows, key=lambda row: number(row.measured, "positions a simulation")).cell.name for pick in (min, max)
        )
        is_length = max(by_moves) <= ALIKE * min(by_moves)
        instead = ": it takes as many positions as a random game has moves" if is_length else ""
        return judge_parts(
            ClaimPart(
                "a simulation takes the same work in every game",
                max(visited) <= ALIKE * min(visited),
                f"a simulation visits {min(visited):.1f} ({least}) to {max(visited):.1f} positions ({most}), which is "
                f"{min(by_mk):.1f} to {max(by_mk):.1f} times mk and {min(by_moves):.2f} to {max(by_moves):.2f} times "
                f"the moves of a random game, in {len(rows)} games",
                f"the work of a simulation depends on the game{instead}",
            ),
            ClaimPart(
                "it takes work in proportion to mk",
                max(by_mk) <= ALIKE * min(by_mk),
                "",
                "it is not in proportion to mk",
            ),
        )
