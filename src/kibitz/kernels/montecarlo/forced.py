"""Whether a side can force a win soon, compiled: `search/forced.py` position by position, on a stack of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import ONGOING, Game
from kibitz.kernels.compiler.bridge import candidates, play, result, seen_from, subkernel
from kibitz.kernels.compiler.intrinsics import keep_state, kept_state
from kibitz.search.forced import MAX_DEPTH

NODES, IS_CUT = range(2)  # what `LookoutRoom.counts` holds
SPENT = 2  # in place of an answer


class LookoutRoom(NamedTuple):
    """Where the look-ahead keeps its path: of every ply the state, its moves, the next of them, and who attacks."""

    states: NDArray[np.int64]
    moves: NDArray[np.int64]
    left: NDArray[np.int64]
    next: NDArray[np.int64]
    attackers: NDArray[np.int64]
    counts: NDArray[np.int64]


def make_room(game: Game) -> LookoutRoom:
    plies = MAX_DEPTH + 1
    return LookoutRoom(
        np.zeros((plies, game.words), np.int64),
        np.zeros((plies, game.num_moves), np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros(plies, np.int64),
        np.zeros(2, np.int64),
    )


@subkernel
def look_ahead(game: Any, state: Any, budget: int, room: Any) -> int:
    """1 if the side to move in an unfinished position can force a win, -1 if the other side can, else 0."""
    room.counts[NODES] = 0
    for depth in range(1, MAX_DEPTH + 1):
        room.counts[IS_CUT] = 0
        for attacker in (1, -1):
            found = succeeds(game, state, depth, attacker, budget, room)
            if found == SPENT:
                return 0
            if found == 1:
                return attacker
        if room.counts[IS_CUT] == 0:
            break
    return 0


@subkernel
def succeeds(game: Any, root: Any, depth: int, attacker: int, budget: int, room: Any) -> int:
    """Whether the side that attacks, 1 for the one to move, wins within so many plies: 1, 0, or SPENT."""
    ply, answer = 0, -1  # of the position that was left last; -1 when one is entered
    keep_state(room.states, 0, root)
    room.attackers[0] = attacker
    while True:
        state, attacks = kept_state(room.states, ply, root), room.attackers[ply]
        if answer < 0:
            room.counts[NODES] += 1
            if room.counts[NODES] > budget:
                return SPENT
            outcome = result(game, state)
            if outcome != ONGOING:
                answer = 1 if outcome * attacks > 0 else 0
            elif ply == depth:
                room.counts[IS_CUT] = 1
                answer = 0
            else:
                room.left[ply] = candidates(game, state, room.moves[ply])
                room.next[ply] = 0
        elif answer == (1 if attacks > 0 else 0):
            room.left[ply] = 0  # one is enough: for the attacker a win, for the other side an escape
        else:
            answer = -1
        if answer < 0 and room.next[ply] < room.left[ply]:
            after = play(game, state, room.moves[ply, room.next[ply]])
            room.next[ply] += 1
            room.attackers[ply + 1] = seen_from(game, state, after, attacks)
            ply += 1
            keep_state(room.states, ply, after)
            continue
        if answer < 0:
            answer = 1 if attacks < 0 else 0  # no move was enough
        if ply == 0:
            return answer
        ply -= 1
