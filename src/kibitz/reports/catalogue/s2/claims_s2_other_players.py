"""S2's claims about other players: the random one, the size of the game, and Monte Carlo tree search."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.core.game import find_game
from kibitz.core.random_games import play_randomly
from kibitz.core.rng import Rng
from kibitz.lab.design import Cell, Column, Plot, Row, Values, number
from kibitz.lab.verdict import ClaimPart, Verdict, judge_parts
from kibitz.play.players import find_player, play_game
from kibitz.reports.catalogue.s2.claims_s2_search import REPORT
from kibitz.reports.measuring.claims import CheckedClaim, read_column, rows_with, sample_positions
from kibitz.reports.measuring.searches import search_with

GAME = "connect-four"
IN_BOOK = (0, 2, 4, 6, 8)  # plies of positions whose moves are all in the opening book
EXACT, NEAR = 0.01, 3  # percent


class RandomPlay(CheckedClaim):
    id = "S2-13"
    title = "What a random player can hope for, and how large the game is"
    source = f"{REPORT}, introduction and discussion"
    says = (
        "A random player drops its piece in the perfect spot with a chance of 1/7; its chance of winning is "
        "approximate to 7^10, a huge probability; the tree is around 7^42."
    )
    assumes = (
        "A perfect move keeps the result and wins soonest or loses latest; moves that only keep the result are counted "
        "too. Positions are random ones. The opponent in the row of games is minimax of depth 3."
    )
    columns = (
        Column("perfect moves", "%"),
        Column("moves that keep the result", "%"),
        Column("wins", "%"),
        Column("log10 of games"),
    )

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        late, count = ((20, 28), 15) if quick else ((12, 16, 20, 24, 28, 32), 100)
        early = [_moves_cell(plies, 1 if plies == 0 else 100, "") for plies in IN_BOOK]
        games, samples = (20, 4_000) if quick else (500, 100_000)
        return [
            *early,
            *(_moves_cell(plies, count, f"{count} positions" if quick else "") for plies in late),
            Cell("against minimax:depth=3", {"what": "wins", "count": games}, f"{games} games" if quick else ""),
            Cell("games there are", {"what": "games", "count": samples}, f"{samples:,} samples" if quick else ""),
        ]

    def reported(self, cell: Cell) -> Values:
        printed: dict[str, Values] = {
            "moves": {"perfect moves": 100 / 7},
            "wins": {"wins": "7^10"},
            "games": {"log10 of games": 42 * math.log10(7)},
        }
        return printed[str(cell.settings["what"])]

    def measure(self, cell: Cell, seed: int) -> Values:
        count = cell.whole("count")
        if cell.settings["what"] == "moves":
            perfect, keeping = best_shares(cell.whole("plies"), count, seed)
            return {"perfect moves": 100 * perfect, "moves that keep the result": 100 * keeping}
        if cell.settings["what"] == "wins":
            return {"wins": 100 * wins_at_random(count, seed)}
        return {"log10 of games": math.log10(estimate_games(GAME, count, seed))}

    def decide(self, rows: Sequence[Row]) -> Verdict:
        shares = {
            int(number(row.cell.settings, "plies")): number(row.measured, "perfect moves")
            for row in rows_with(rows, what="moves")
        }
        (wins,) = read_column(rows_with(rows, what="wins"), "wins")
        (games,) = read_column(rows_with(rows, what="games"), "log10 of games")
        bound = 42 * math.log10(7)
        by_ply = ", ".join(f"{share:.0f} % after {plies}" for plies, share in shares.items() if plies)
        parts = (
            ClaimPart(
                "a random move is perfect with a chance of exactly 1/7 on the empty board",
                abs(shares[0] - 100 / 7) < EXACT,
                f"perfect moves: {shares[0]:.1f} % on the empty board, where only the centre wins; {by_ply} moves",
                "a random move is not perfect with a chance of 1/7, even on the empty board",
            ),
            ClaimPart(
                "the chance is about 1/7 later on",
                all(abs(share - 100 / 7) < NEAR for share in shares.values()),
                "",
                "later on the chance is mostly higher, since several moves can be as good",
            ),
            ClaimPart(
                "7^10 is a chance of winning",
                False,
                f"random play wins {wins:.1f} % of its games against minimax of depth 3",
                "7^10 is not a chance at all",
            ),
            ClaimPart(
                "there are around 7^42 games",
                abs(games - bound) < 1,
                f"about 10^{games:.0f} games by sampling, where 7^42 is 10^{bound:.1f}",
                "7^42 is far more than there are games",
            ),
        )
        only_first = [part.holds for part in parts] == [True, False, False, False]
        return judge_parts(*parts, condition="only the 1/7, and only on the empty board" if only_first else "")


def _moves_cell(plies: int, count: int, fewer: str) -> Cell:
    name = "perfect moves, empty board" if plies == 0 else f"perfect moves, after {plies} moves"
    return Cell(name, {"what": "moves", "plies": plies, "count": count}, fewer)


def best_shares(plies: int, count: int, seed: int) -> tuple[float, float]:
    """The probability that a random move is perfect, and that it keeps the result of the position."""
    perfect, keeping = [], []
    states = sample_positions(GAME, count, seed, plies) if plies else [find_game(GAME).initial()]
    for state in states:
        roots = search_with("perfect:every_move=true,table_mib=16", GAME, state).roots
        results = [root.score.points for root in roots]
        scores = [(root.score.points, -root.score.points * (root.score.distance or 0)) for root in roots]
        perfect.append(scores.count(max(scores)) / len(scores))
        keeping.append(results.count(max(results)) / len(results))
    return sum(perfect) / len(perfect), sum(keeping) / len(keeping)


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
    game, rng = find_game(game_spec), Rng(seed)
    walks = (play_randomly(game, rng) for _ in range(samples))
    return sum(math.prod(len(at.legal) for at in walk if at.legal) for walk in walks) / samples


class OtherMethods(CheckedClaim):
    id = "S2-16"
    title = "The work of Monte Carlo tree search by its simulations"
    source = f"{REPORT}, discussion"
    says = "The time complexity of Monte Carlo tree search is O(mkI/C): it is in proportion to the simulations, I."
    assumes = (
        "The work is counted in positions visited; wins are those of the first player on Connect Four. The other "
        "letters have entries of their own: m and k, the moves and the variance of a random game's outcome, in S2-16f, "
        "and C, the computers, in S2-16b."
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
        return [
            Cell(
                f"{count:,} simulations",
                {"method": "mcts", "simulations": count, "games": 6 if quick else 30},
                "6 games" if quick else "",
            )
            for count in counts
        ]

    def measure(self, cell: Cell, seed: int) -> Values:
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
                "the work of Monte Carlo tree search grows in proportion to the simulations",
                max(each) < 1.2 * min(each),
                f"a simulation visits {min(each):.1f} to {max(each):.1f} positions however many there are; the search "
                f"wins at least {min(wins):.0f} % of its games against random play",
                "the work of Monte Carlo tree search does not grow in proportion to the simulations",
            ),
        )
