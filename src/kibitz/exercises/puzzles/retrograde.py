"""A game whose positions come again, worked out backwards from its ends, in readable Python, where it is small.

All positions that can follow the first are listed. Then, ply by ply: a position is won if a move leads to one that the
other side has lost, and lost once every move leads to one that the other side wins. Whatever is left over is a draw,
since the side that would lose can go round in circles for ever.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kibitz.core.game import Game, State

__all__ = ["MAX_POSITIONS", "PositionWorth", "work_out"]

MAX_POSITIONS = 20_000  # a second of readable Python


class PositionWorth(NamedTuple):
    """What a position is worth to the side to move, and how many plies the end is away; None for a draw by circles."""

    outcome: int
    plies: int | None


@lru_cache(4)
def work_out(game: Game) -> dict[State, PositionWorth] | None:
    """The worth of every position that can come up; None if there are too many, or a draw is not the worth of a circle.

    Only for games that are won, lost or drawn.
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
    known: dict[State, PositionWorth] = {}
    for state in after:
        result = game.result(state)
        if result is not None:
            known[state] = PositionWorth(result, 0)
    undecided = {state: len(children) for state, children in after.items()}
    newest, plies = [state for state, worth in known.items() if worth.outcome], 0
    while newest:
        plies += 1
        found: list[State] = []
        for child in newest:
            for state in before[child]:
                if state in known:
                    continue
                outcome = game.seen_from(state, child, known[child].outcome)
                undecided[state] -= outcome < 0
                if outcome > 0 or undecided[state] == 0:
                    known[state] = PositionWorth(outcome, plies)
                    found.append(state)
        newest = found
    return {state: known.get(state, PositionWorth(0, None)) for state in after}


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
