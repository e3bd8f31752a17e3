"""One position of those that probable cuts are fitted to, and its values, as a task that any process can do."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.limits import Limits
from kibitz.core.rng import Rng
from kibitz.core.score import is_decided
from kibitz.core.searching import find_searcher
from kibitz.evals.depth_errors import count_discs, describe_weights
from kibitz.evals.patterns import Patterns
from kibitz.kernels.engine.othello.batch import search_values

RANDOM_MOVES = 8  # with which a game begins
RANDOM_LATER = 25  # one move in so many is random from there on
LEVEL = 2  # times the heuristic's scale: what is further off is no position that a search is in doubt about


class Task(NamedTuple):
    """A position to be measured, by its number: the game it comes from, and how deep to look."""

    game: str
    evaluator: str
    seed: int
    number: int
    depth: int
    solve: int


def measure(task: Task) -> dict[str, Any]:
    """The values of one position, in the heuristic's unit; None where a search saw a result that has no such value."""
    game = find_game(task.game)
    evaluator = find_evaluator(task.evaluator, game)
    state, moves = find_position(game, evaluator, task)
    free = count_cells(game) - count_discs(state)
    values = [search(game, evaluator, state, depth) for depth in range(min(task.depth, free - 1) + 1)]
    exact = search(game, evaluator, state, free) if free <= task.solve else None
    return {
        "number": task.number,
        "of": describe(task),
        "moves": moves,
        "discs": count_discs(state),
        "values": values,
        "exact": exact,
    }


def describe(task: Task) -> str:
    """All that the values of a position depend on besides its number."""
    weights = describe_weights(find_evaluator(task.evaluator, find_game(task.game)))
    return f"{task.game} {task.evaluator} {weights} seed {task.seed} depth {task.depth} solve {task.solve}"


def count_cells(game: Game) -> int:
    return sum(map(len, game.view(game.initial()).rows))


def find_position(game: Game, evaluator: Evaluator, task: Task) -> tuple[State, str]:
    """A position of a game with some random moves that is not decided yet, and its moves.

    How full it is depends on the number.
    """
    fewest, most = RANDOM_MOVES, count_cells(game) - 4
    wanted = fewest + task.number % (most - fewest + 1)
    for attempt in range(1000):
        rng = Rng((task.seed << 40) + (task.number << 10) + attempt)
        state, played = game.initial(), list[int]()
        while game.result(state) is None:
            if count_discs(state) >= wanted:
                if abs(evaluator(state)) > LEVEL * evaluator.scale:
                    break
                return state, " ".join(map(game.move_name, played))
            moves = game.moves(state)
            if len(played) < RANDOM_MOVES or rng.below(RANDOM_LATER) == 0:
                move = rng.choice(moves)
            else:
                move = max(moves, key=lambda move: evaluator.move_score(state, move))
            played.append(move)
            state = game.play(state, move)
    raise SystemExit(f"no game of {game} reaches {wanted} discs")


def search(game: Game, evaluator: Evaluator, state: State, depth: int) -> int | None:
    """The value of a full-width search to that depth."""
    if depth == 0:
        return evaluator(state)
    if isinstance(evaluator, Patterns):
        own, other = (np.array([discs], np.uint64) for discs in state[:2])
        return int(search_values(own, other, depth)[0])
    searcher, _ = find_searcher(f"pvs:order=heuristic+killer+history,eval={evaluator}")
    value = searcher.search(game, state, Limits(depth=depth)).score.value
    return None if is_decided(value) else value
