"""Obvious solvers for games in which a side may move again, and for games whose positions may come again."""

from __future__ import annotations

from kibitz.core.game import Game, Move, State


def play_all(game: Game, names: str, state: State | None = None) -> State:
    """The position after some moves, each of which must be legal."""
    state = game.initial() if state is None else state
    for name in names.split():
        state = game.play(state, game.legal_move(state, name))
    return state


def count_turns(game: Game, state: State, turns: int) -> int:
    """How many ways there are to play that many whole turns, all moves of a side in a row being one turn."""
    if turns == 0:
        return 1
    children = [game.play(state, move) for move in game.moves(state)]
    return sum(count_turns(game, child, turns - (child[-1] != state[-1])) for child in children)


def value(game: Game, state: State, known: dict[State, int], candidates: bool = False) -> int:
    """What a position is worth to the side to move, every position looked at once."""
    if state not in known:
        result = game.result(state)
        if result is None:
            moves: list[Move] = [0] * game.num_moves
            legal = moves[: game.candidates()(state, moves)] if candidates else game.moves(state)
            children = [game.play(state, move) for move in legal]
            result = max(value(game, c, known, candidates) * (1 if c[-1] == state[-1] else -1) for c in children)
        known[state] = result
    return known[state]


def values_with_cycles(game: Game) -> dict[State, int]:
    """Who wins from every position that can occur, to the side to move; where nobody can force a win, a draw."""
    children: dict[State, list[State]] = {}
    waiting = [game.initial()]
    for state in waiting:
        if state not in children:
            children[state] = [game.play(state, move) for move in game.moves(state)]
            waiting += children[state]
    values = {state: game.result(state) or 0 for state in children if not children[state]}
    before = -1
    while len(values) > before:
        before = len(values)
        for state in children.keys() - values.keys():
            known = [
                None if child not in values else values[child] * (1 if child[-1] == state[-1] else -1)
                for child in children[state]
            ]
            if 1 in known:
                values[state] = 1
            elif all(worth == -1 for worth in known):
                values[state] = -1
    return {state: values.get(state, 0) for state in children}
