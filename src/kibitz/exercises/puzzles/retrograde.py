"""A game whose positions come again, worked out backwards from its ends, in readable Python, where it is small.

All positions that can follow the first are listed. Then, ply by ply: a position is won if a move leads to one that the
other side has lost, and lost once every move leads to one that the other side wins. Whatever is left over is a draw,
since the side that would lose can go round in circles for ever.
"""

from __future__ import annotations

from functools import lru_cache

from kibitz.core.game import Game, State
from kibitz.core.score import Score

MAX_POSITIONS = 20_000  # a second of readable Python


@lru_cache(4)
def work_out(game: Game) -> dict[State, Score] | None:
    """The score of every position that can come up, for the side to move.

    None if there are too many, or a draw is not the worth of a circle. Only for games that are won, lost or drawn.
    """
    if game.max_result != 1 or game.repetition != 0:
        return None
    after = _list_positions(game)
    if after is None:
        return None
    before: dict[State, list[State]] = {state: [] for state in after}
    for state, children in after.items():
        for child in children:
            before[child].append(state)
    known: dict[State, Score] = {}
    for state in after:
        result = game.result(state)
        if result is not None:
            known[state] = Score.solved(result, 0)
    undecided = {state: len(children) for state, children in after.items()}
    newest, plies = [state for state, score in known.items() if score.points], 0
    while newest:
        plies += 1
        found: list[State] = []
        for child in newest:
            for state in before[child]:
                if state in known:
                    continue
                outcome = game.seen_from(state, child, known[child].points)
                undecided[state] -= outcome < 0
                if outcome > 0 or undecided[state] == 0:
                    known[state] = Score.solved(outcome, plies)
                    found.append(state)
        newest = found
    return {state: known.get(state, Score.solved(0)) for state in after}


def _list_positions(game: Game) -> dict[State, list[State]] | None:
    """Every position that can come up, with those that its moves lead to; None if there are too many."""
    start = game.initial()
    after: dict[State, list[State]] = {}
    waiting = [start]
    met = {start}
    while waiting:
        state = waiting.pop()
        children = (
            {} if game.result(state) is not None else {game.play(state, move): None for move in game.moves(state)}
        )
        after[state] = list(children)
        fresh = [child for child in children if child not in met]
        met.update(fresh)
        waiting += fresh
        if len(met) > MAX_POSITIONS:
            return None
    return after
