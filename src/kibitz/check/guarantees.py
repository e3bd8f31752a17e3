"""Checking what a game guarantees to solving searches against the truth near the end of a random game.

Searches trust `Game.prospects` and `Game.candidates` without looking ahead, so an error there makes a search wrong.
Where few enough continuations are left to play them all out, the truth is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import WIN, final, is_decided

if TYPE_CHECKING:
    from kibitz.check.laws import RandomWalk


MAX_NODES = 500  # of a tree that is searched whole


def candidates_hold_a_best_move(game: Game, walk: RandomWalk) -> Iterator[str]:
    for ply, state, values in _known(game, walk):
        out = [0] * game.num_moves
        chosen = out[: game.candidates()(state, out)]
        if not chosen or not set(chosen) <= set(values):
            yield f"candidates gives {chosen} {walk.where(ply)}; the moves are {list(values)}"
        elif max(values[move] for move in chosen) < max(values.values()):
            better = game.move_name(max(values, key=lambda move: values[move]))
            yield f"candidates leaves out {better} {walk.where(ply)}, which is better than all it gives"


def prospects_rule_out_no_win(game: Game, walk: RandomWalk) -> Iterator[str]:
    for ply, state, values in _known(game, walk):
        value = max(values.values())
        if game.max_result > 1 or not is_decided(value):
            continue
        winner, name = (1, "the side to move") if value > 0 else (2, "the other side")
        soonest = WIN - abs(value)
        for plies in (soonest, soonest + 1, FULL_DEPTH):
            who = game.prospects()(state, plies)
            if not who & winner:
                yield f"prospects is {who} within {plies} plies {walk.where(ply)}, but {name} wins in {soonest}"


def _known(game: Game, walk: RandomWalk) -> Iterator[tuple[int, State, dict[Move, int]]]:
    """The last positions of a walk: ply, state and what each move is worth, the distance to the end included."""
    if walk.is_endless or walk.positions[-1].goes_on or game.repeats:
        return  # its rules are not to be trusted, or plain minimax has no end
    for ply in range(len(walk.moves) - 1, -1, -1):
        state, budget = walk.states[ply], [MAX_NODES]
        try:
            values = {move: _worth_after(game, state, move, 1, budget) for move in walk.positions[ply].moves}
        except _TooLarge:
            return
        yield ply, state, values


class _TooLarge(Exception):
    pass


def _worth(game: Game, state: State, ply: int, budget: list[int]) -> int:
    """The value by plain minimax; `budget` holds the nodes that may still be visited."""
    budget[0] -= 1
    if budget[0] < 0:
        raise _TooLarge
    result = game.result(state)
    if result is not None:
        return final(result, ply, sooner=True)
    return max(_worth_after(game, state, move, ply + 1, budget) for move in game.moves(state))


def _worth_after(game: Game, state: State, move: Move, ply: int, budget: list[int]) -> int:
    after = game.play(state, move)
    return game.seen_from(state, after, _worth(game, after, ply, budget))
