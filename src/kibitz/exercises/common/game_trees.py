"""The tree below a position of a game, to a depth, with names for its nodes and values for its leaves.

All values are those of Max, the side to move at the root. They are small enough to be written down: a finished game
counts WON for each point of its result, or one where there is no evaluation to be told from.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.rng import Rng
from kibitz.doctor.exam_tree import Spec, Tree


@dataclass
class GameTree:
    """`tree`: the nodes with their values. `states` and `moves`: by the name of a node, the move that led there."""

    game: Game
    tree: Tree
    states: dict[str, State]
    moves: dict[str, Move]


def find_won_value(game: Game) -> int:
    """What a finished game counts for each point of its result."""
    if game.evaluator == "zero":
        return 1
    return 100 if game.max_result == 1 else 1_000


def grow_tree(game: Game, state: State, depth: int, fewest: int, most: int) -> GameTree | None:
    """The tree to a depth; None if its number of nodes is not wanted, or an evaluation is as large as a won game."""
    places: list[tuple[State, Move, int]] = []  # with the ply
    below: list[list[int]] = []

    def grow(here: State, move: Move, ply: int) -> int:
        number = len(places)
        places.append((here, move, ply))
        below.append([])
        if ply < depth and game.result(here) is None:
            for following in game.moves(here):
                if len(places) > most:
                    break
                below[number].append(grow(game.play(here, following), following, ply + 1))
        return number

    grow(state, -1, 0)
    if not fewest <= len(places) <= most:
        return None
    evaluator, won = find_evaluator("", game), find_won_value(game)
    values: dict[int, int] = {}
    for number, (here, _, ply) in enumerate(places):  # only now: evaluations take longer than all the rest
        if below[number]:
            continue
        result = game.result(here)
        value = evaluator(here) if result is None else won * result
        if result is None and abs(value) >= won > 1:
            return None
        values[number] = -value if ply % 2 else value

    def write(number: int) -> Spec:
        return (0, tuple(map(write, below[number]))) if below[number] else values[number]

    tree = Tree(write(0))
    states, moves, _ = zip(*places, strict=True)
    names = tree.names
    return GameTree(game, tree, dict(zip(names, states, strict=True)), dict(zip(names, moves, strict=True)))


def play_random_game(game: Game, rng: Rng, most_plies: int) -> list[State]:
    """The positions of a game of random moves in which it is not over.

    A move that ends the game is made only if there is no other: late positions, which have fewer moves, come up more.
    """
    state, states = game.initial(), list[State]()
    while len(states) < most_plies and game.result(state) is None:
        states.append(state)
        moves = game.moves(state)
        rng.shuffle(moves)
        following = (game.play(state, move) for move in moves)
        state = next((after for after in following if game.result(after) is None), game.play(state, moves[0]))
    return states
