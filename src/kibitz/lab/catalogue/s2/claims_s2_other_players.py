"""S2's claims about other players: the random one, the size of the game, and methods that learn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.core.rng import Rng
from kibitz.lab.catalogue.s2.claims_s2_search import REPORT
from kibitz.lab.design import Cell, Column, Plot, Row, Values, Verdict
from kibitz.lab.measuring.claims import CheckedClaim, ClaimPart, judge_parts, read_column, rows_with, sample_positions
from kibitz.lab.measuring.searches import search_with
from kibitz.play.players import find_player, play_game

__all__ = ["OtherMethods", "RandomPlay"]

GAME = "connect-four"


class RandomPlay(CheckedClaim):
    id = "S2-13"
    title = "What a random player can hope for, and how large the game is"
    source = f"{REPORT}, introduction and discussion"
    says = (
        "A random player drops its piece in the perfect spot with a chance of 1/7; its chance of winning is "
        "approximate to 7^10, a huge probability; the tree is around 7^42."
    )
    columns = (Column("perfect moves", "%"), Column("wins", "%"), Column("log10 of games"))

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [
            Cell("perfect moves", {"what": "moves", "count": 60 if quick else 1_000}),
            Cell("against minimax:depth=3", {"what": "wins", "count": 20 if quick else 500}),
            Cell("games there are", {"what": "games", "count": 4_000 if quick else 100_000}),
        ]

    def reported(self, cell: Cell) -> Values:
        printed: dict[str, Values] = {
            "moves": {"perfect moves": 100 / 7},
            "wins": {"wins": 100 * 7**10},
            "games": {"log10 of games": 42 * math.log10(7)},
        }
        return printed[str(cell.settings["what"])]

    def measure(self, cell: Cell, seed: int) -> Values:
        count = cell.whole("count")
        if cell.settings["what"] == "moves":
            return {"perfect moves": 100 * best_share(count, seed)}
        if cell.settings["what"] == "wins":
            return {"wins": 100 * wins_at_random(count, seed)}
        return {"log10 of games": math.log10(estimate_games(GAME, count, seed))}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        share, wins = read_column(rows, "perfect moves")[0], read_column(rows, "wins")[0]
        games, bound = read_column(rows, "log10 of games")[0], 42 * math.log10(7)
        return judge_parts(
            ClaimPart(
                abs(share - 100 / 7) < 3,
                f"a random move is a perfect one in {share:.0f} % of positions 20 to 32 moves into the game, as "
                "several moves can be as good",
            ),
            ClaimPart(
                wins > 50,
                f"7^10 is not a probability; a random player wins {wins:.1f} % of its games against minimax of depth 3",
            ),
            ClaimPart(
                abs(games - bound) < 1,
                f"7^42 = 10^{bound:.1f} is an upper bound, of which sampling finds about 10^{games:.0f} games",
            ),
        )


def best_share(count: int, seed: int) -> float:
    """The probability that a random move is as good as the best, counting the soonest win and the latest loss."""
    shares = []
    for state in sample_positions(GAME, count, seed, 20, 24, 28, 32):
        roots = search_with("perfect:every_move=true,table_mib=16", GAME, state).roots
        scores = [(root.score.points, -root.score.points * (root.score.distance or 0)) for root in roots]
        shares.append(scores.count(max(scores)) / len(scores))
    return sum(shares) / len(shares)


def wins_at_random(games: int, seed: int) -> float:
    """The share of games that random play wins, moving first in every other game."""
    wins = 0
    for index in range(games):
        random, other = (
            find_player("random", seed=1_000 * seed + index),
            find_player("minimax:depth=3,backend=reference"),
        )
        players = (random, other) if index % 2 == 0 else (other, random)
        outcome = play_game(find_game(GAME), players).outcome or 0
        wins += (outcome > 0) == (index % 2 == 0) and outcome != 0
    return wins / games


def estimate_games(game_spec: str, samples: int, seed: int) -> float:
    """How many games there are, by random sampling [Knuth, "Estimating the efficiency of backtrack programs", 1975].

    The product of the numbers of moves along a random game is, on average, the number of games.
    """
    game, rng, total = find_game(game_spec), Rng(seed), 0
    for _ in range(samples):
        state, product = game.initial(), 1
        while moves := game.moves(state):
            product *= len(moves)
            state = game.play(state, rng.choice(moves))
        total += product
    return total / samples


class OtherMethods(CheckedClaim):
    id = "S2-16"
    title = "Monte Carlo tree search, and methods that learn"
    source = f"{REPORT}, discussion"
    says = (
        "Monte Carlo tree search takes O(mkI/C), so that time grows with the simulations I; Q-learning wins 73.4 % as "
        "first player against Sarsa, and Sarsa 73.5 % against Q-learning."
    )
    columns = (
        Column("wins", "%"),
        Column("nodes"),
        Column("seconds", "s", exact=False),
        Column("nodes a simulation"),
    )
    plot = Plot("lines", x="simulations", y=("seconds",), log=True)

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        counts = (1_000, 2_000, 4_000) if quick else (1_000, 2_000, 4_000, 8_000, 16_000)
        searches = [
            Cell(f"{count:,} simulations", {"method": "mcts", "simulations": count, "games": 6 if quick else 30})
            for count in counts
        ]
        return [*searches, Cell("Q-learning", {"method": "Q-learning"}), Cell("Sarsa", {"method": "Sarsa"})]

    def reported(self, cell: Cell) -> Values:
        wins = {"Q-learning": 73.4, "Sarsa": 73.5}.get(str(cell.settings["method"]))
        return {} if wins is None else {"wins": wins}

    def measure(self, cell: Cell, seed: int) -> Values:
        """No player in Kibitz learns by playing, so two rows stay empty."""
        if cell.settings["method"] != "mcts":
            return {column.name: None for column in self.columns}
        count, games = cell.whole("simulations"), cell.whole("games")
        search_with(f"mcts:simulations={count}", GAME)  # whatever has to be compiled is compiled before the clock runs
        stats = min((search_with(f"mcts:simulations={count}", GAME).stats for _ in range(3)), key=lambda s: s.seconds)
        wins = 0
        for index in range(games):
            players = (find_player(f"mcts:simulations={count}", seed=index), find_player("random", seed=seed + index))
            wins += (play_game(find_game(GAME), players).outcome or 0) > 0
        return {
            "wins": 100 * wins / games,
            "nodes": stats.nodes,
            "seconds": stats.seconds,
            "nodes a simulation": stats.nodes / count,
        }

    def decide(self, rows: Sequence[Row]) -> Verdict:
        each, wins = (
            read_column(rows_with(rows, method="mcts"), "nodes a simulation"),
            read_column(rows_with(rows, method="mcts"), "wins"),
        )
        return judge_parts(
            ClaimPart(
                max(each) < 1.2 * min(each),
                f"a simulation visits {min(each):.1f} to {max(each):.1f} positions however many there are, and the "
                f"search wins {min(wins):.0f} to {max(wins):.0f} % against random play",
            ),
            ClaimPart(
                False,
                "the figures of Q-learning and Sarsa, which the report quotes from a paper, are not measured, as there "
                "is no player here that learns by playing",
            ),
        )
