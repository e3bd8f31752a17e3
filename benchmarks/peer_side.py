"""The peers' side of `peers.py`: the same pieces of work, each done with the peer's own search and the peer's own game.

Runs in the peers' environment. Where a peer asks for a heuristic it gets the column weights, written as cheaply as its
board allows. Counting happens in the untimed first run only, with the peer's recursive function wrapped.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import Any

from workshop import Work, serve

WEIGHTS = (0, 1, 2, 3, 2, 1, 0)
WIN = 1_000
SIMULATIONS = {"connect_four": 10_000, "othello": 1_000}
GAMES = {"connect_four": 2_000, "othello": 200}
C = 2.8  # explores as much as 1.4 on rewards from 0 to 1; here they go from -1 to 1


def counted_once(module: Any, name: str, run: Callable[[], object], *, uncounted: int = 0) -> Work:
    """Work that counts the calls of `module.name` the first time and is left alone after that.

    `uncounted`: nodes that are visited without a call, as the root is by some.
    """
    calls = 0

    def work() -> int:
        nonlocal calls
        if calls:
            run()
            return calls + uncounted
        original = getattr(module, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            return original(*arguments, **named)

        setattr(module, name, counting)
        run()
        setattr(module, name, original)
        return calls + uncounted

    return work


def open_spiel_works() -> dict[str, Work]:
    import pyspiel
    from open_spiel.python.algorithms import minimax

    def column_weights(state: Any) -> int:
        # The board as text is the quickest way from Python to the stones; the tensor takes longer.
        value = 0
        for index, mark in enumerate(state.observation_string(0).replace("\n", "")):
            if mark == "x":
                value += WEIGHTS[index % 7]
            elif mark == "o":
                value -= WEIGHTS[index % 7]
        return value

    def connect_four(depth: int) -> Work:
        # The peer scores a win with 1, so that the heuristic must stay below.
        game = pyspiel.load_game("connect_four")
        value = lambda state: column_weights(state) / WIN
        return counted_once(minimax, "_alpha_beta", lambda: minimax.alpha_beta_search(game, None, value, depth, None))

    def random_games(name: str) -> Work:
        game, choice = pyspiel.load_game(name), random.Random(1).choice

        def work() -> int:
            for _ in range(GAMES[name]):
                state = game.new_initial_state()
                while not state.is_terminal():
                    state.apply_action(choice(state.legal_actions()))
            return GAMES[name]

        return work

    def simulations(name: str) -> Work:
        game = pyspiel.load_game(name)

        def work() -> int:
            bot = pyspiel.MCTSBot(
                game, pyspiel.RandomRolloutEvaluator(1, 1), C, SIMULATIONS[name], 1_000, True, 1, False
            )
            bot.step(game.new_initial_state())
            return SIMULATIONS[name]

        return work

    tic_tac_toe = pyspiel.load_game("tic_tac_toe")
    return {
        "tic-tac-toe": counted_once(minimax, "_alpha_beta", lambda: minimax.alpha_beta_search(tic_tac_toe)),
        "connect-four 6": connect_four(6),
        "connect-four 8": connect_four(8),
        "games connect-four": random_games("connect_four"),
        "games othello": random_games("othello"),
        "mcts connect-four": simulations("connect_four"),
        "mcts othello": simulations("othello"),
    }


def easy_ai_works() -> dict[str, Work]:
    from easyAI import Negamax
    from easyAI.games.ConnectFour import ConnectFour
    from easyAI.games.TicTacToe import TicTacToe

    def column_weights(game: Any) -> int:
        if game.lose():
            return -WIN
        own, value = game.current_player, 0
        for row in game.board:
            for weight, stone in zip(WEIGHTS, row, strict=True):
                if stone:
                    value += weight if stone == own else -weight
        return value

    def search(game: type, depth: int, scoring: Any = None) -> Work:
        # The module and its class have the same name, and the class hides it from an import.
        module = sys.modules[Negamax.__module__]
        return counted_once(module, "negamax", lambda: Negamax(depth, scoring)(game([None, None])))

    return {
        "tic-tac-toe": search(TicTacToe, 9),
        "connect-four 6": search(ConnectFour, 6, column_weights),
        "connect-four 8": search(ConnectFour, 8, column_weights),
    }


def aima_works() -> dict[str, Work]:
    from aima3 import games

    def tic_tac_toe() -> Work:
        game = games.TicTacToe()
        return counted_once(game, "terminal_test", lambda: games.alphabeta_search(game.initial, game), uncounted=1)

    def connect_four(depth: int) -> Work:
        game = games.ConnectFour()

        def column_weights(state: Any) -> int:
            if state.utility:
                return int(state.utility) * WIN
            value = 0
            for (x, _), mark in state.board.items():
                value += WEIGHTS[x - 1] if mark == "X" else -WEIGHTS[x - 1]
            return value

        class Horizon:
            @staticmethod
            def reached(state: Any, ply: int) -> bool:
                return ply >= depth or bool(game.terminal_test(state))

        def run() -> object:
            return games.alphabeta_cutoff_search(
                game.initial, game, cutoff_test=Horizon.reached, eval_fn=column_weights
            )

        return counted_once(Horizon, "reached", run, uncounted=1)

    return {"tic-tac-toe": tic_tac_toe(), "connect-four 6": connect_four(6), "connect-four 8": connect_four(8)}


if __name__ == "__main__":
    peer = sys.argv[1]
    serve({"open_spiel": open_spiel_works, "easyAI": easy_ai_works, "aima3": aima_works}[peer]())
