"""The tree below a position of a game, to a depth, with names for its nodes and values for its leaves.

All values are those of Max, the side to move at the root. They are small enough to be written down: a finished game
counts WON for each point of its result, or one where there is no evaluation to be told from.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.rng import Rng
from kibitz.exercises.common.number_trees import NamedNode, set_names

__all__ = ["GameTree", "find_won_value", "grow_tree", "play_random_game"]


@dataclass
class GameTree:
    """`root`: the nodes with their values. `states` and `moves`: by the name of a node, the move that led there."""

    game: Game
    root: NamedNode
    states: dict[str, State]
    moves: dict[str, Move]


def find_won_value(game: Game) -> int:
    """What a finished game counts for each point of its result."""
    if game.evaluator == "zero":
        return 1
    return 100 if game.max_result == 1 else 1_000


def grow_tree(game: Game, state: State, depth: int, fewest: int, most: int) -> GameTree | None:
    """The tree to a depth; None if its number of nodes is not wanted, or an evaluation is as large as a won game."""
    places: list[tuple[NamedNode, State, Move]] = []

    def grow(here: State, move: Move, ply: int) -> NamedNode:
        node = NamedNode("", None, ply % 2 == 0, ply)
        places.append((node, here, move))
        if ply < depth and game.result(here) is None:
            for following in game.moves(here):
                if len(places) > most:
                    break
                node.children.append(grow(game.play(here, following), following, ply + 1))
        return node

    root = grow(state, -1, 0)
    if not fewest <= len(places) <= most:
        return None
    evaluator, won = find_evaluator("", game), find_won_value(game)
    for node, here, _ in places:  # only now: evaluations take longer than all the rest
        if node.children:
            continue
        result = game.result(here)
        value = evaluator(here) if result is None else won * result
        if result is None and abs(value) >= won > 1:
            return None
        node.value = value if node.is_max else -value
    set_names(root)
    return GameTree(
        game,
        root,
        {node.name: here for node, here, _ in places},
        {node.name: move for node, _, move in places},
    )


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
