"""Our side of `peers.py`: the same pieces of work with Kibitz, compiled or readable."""

from __future__ import annotations

import sys

from common import game_of, searched
from workshop import Work, serve

from kibitz.core.rng import Rng

SIMULATIONS = 20_000
GAMES = {"compiled": 20_000, "reference": 200}


def searches(backend: str) -> dict[str, Work]:
    def search(game: str, searcher: str) -> Work:
        return lambda: searched(game, searcher, backend).stats.nodes

    def simulations(game: str) -> Work:
        return lambda: searched(game, f"mcts:simulations={SIMULATIONS}", backend).stats.terminals

    return {
        "tic-tac-toe": search("tic-tac-toe", "alphabeta"),
        "connect-four 6": search("connect-four", "alphabeta:depth=6,eval=columns"),
        "connect-four 8": search("connect-four", "alphabeta:depth=8,eval=columns"),
        "mcts connect-four": simulations("connect-four"),
        "mcts othello": simulations("othello"),
    }


def readable_games(name: str) -> Work:
    """Games driven from Python, move by move, as the peer's are."""
    game, rng = game_of(name), Rng(1)

    def work() -> int:
        for _ in range(GAMES["reference"]):
            state = game.initial()
            while moves := game.moves(state):
                state = game.play(state, rng.choice(moves))
        return GAMES["reference"]

    return work


def compiled_games(name: str) -> Work:
    """All the games in one call of compiled code."""
    from kibitz.kernels.montecarlo.playout import play_random_games

    game = game_of(name)

    def work() -> int:
        play_random_games(game, game.initial(), GAMES["compiled"])
        return GAMES["compiled"]

    return work


def works(backend: str) -> dict[str, Work]:
    games = compiled_games if backend == "compiled" else readable_games
    return searches(backend) | {f"games {name}": games(name) for name in ("connect-four", "othello")}


if __name__ == "__main__":
    serve(works(sys.argv[1]))
