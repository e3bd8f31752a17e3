"""The slow and obvious versions that the real ones must equal. They use the rules of a game and nothing else."""

from __future__ import annotations

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, State
from kibitz.core.random_games import random_states
from kibitz.core.rng import Rng

WIN = 1_000_000


def minimax(game: Game, state: State, depth: int, evaluator: Evaluator | None = None, sooner: bool = False) -> int:
    """The value of a position for the side to move, every move looked at."""
    return _minimax(game, state, depth, 0, evaluator, sooner)


def _minimax(game: Game, state: State, depth: int, ply: int, evaluator: Evaluator | None, sooner: bool) -> int:
    result = game.result(state)
    if result is not None:
        distance = ply if sooner else 0
        return result * WIN - distance * ((result > 0) - (result < 0))
    if depth == 0:
        assert evaluator is not None
        return evaluator(state)
    values = []
    for move in game.moves(state):
        after = game.play(state, move)
        value = _minimax(game, after, depth - 1, ply + 1, evaluator, sooner)
        values.append(value if game.to_move(after) == game.to_move(state) else -value)
    return max(values)


def random_position(game: Game, seed: int) -> State:
    """A position reached by random play, at a random distance from the start, not finished."""
    rng = Rng(seed)
    states = random_states(game, rng, 199)
    return states[rng.below(len(states) - 1)]


def count_tree(game: Game, state: State, depth: int = 10_000) -> tuple[int, int]:
    """Nodes and leaves of the game tree."""
    moves = game.moves(state) if depth else []
    if not moves:
        return 1, 1
    counts = [count_tree(game, game.play(state, move), depth - 1) for move in moves]
    return 1 + sum(nodes for nodes, _ in counts), sum(leaves for _, leaves in counts)


def reachable(game: Game) -> set[State]:
    """All positions that can occur."""
    seen = {game.initial()}
    front = [game.initial()]
    while front:
        state = front.pop()
        for move in game.moves(state):
            child = game.play(state, move)
            if child not in seen:
                seen.add(child)
                front.append(child)
    return seen


def is_small(game: Game, state: State, most: int) -> bool:
    """Whether the whole game tree has fewer nodes than that."""
    front, seen = [state], 0
    while front and seen < most:
        seen += 1
        state = front.pop()
        front += [game.play(state, move) for move in game.moves(state)]
    return seen < most


def retrograde(game: Game) -> dict[State, tuple[int, int]]:
    """The result and the plies to it of every position of a game without points that may repeat.

    A fixpoint: in round d those are found that are won or lost in d plies; what is never found is a draw.
    """
    found = {state: (result, 0) for state in reachable(game) if (result := game.result(state)) is not None}
    open_ones = reachable(game) - set(found)
    plies = 0
    while True:
        plies += 1
        new = {}
        for state in open_ones:
            after = [game.play(state, move) for move in game.moves(state)]
            known = [
                found[child][0] if game.to_move(child) == game.to_move(state) else -found[child][0]
                for child in after
                if child in found
            ]
            if 1 in known:
                new[state] = (1, plies)
            elif len(known) == len(after) and max(known) == -1:
                new[state] = (-1, plies)
        if not new:
            return found | dict.fromkeys(open_ones, (0, 0))
        found |= new
        open_ones -= set(new)


def value(game: Game, state: State, known: dict[State, int] | None = None) -> int:
    """The value of a position at the end of the game for the side to move, every position looked at once."""
    known = {} if known is None else known
    if state not in known:
        result = game.result(state)
        if result is None:
            result = max(-value(game, game.play(state, move), known) for move in game.moves(state))
        known[state] = result
    return known[state]


def winning_moves(game: Game, state: State) -> list[str]:
    """The names of the moves that win."""
    known: dict[State, int] = {}
    return [game.move_name(move) for move in game.moves(state) if value(game, game.play(state, move), known) < 0]
