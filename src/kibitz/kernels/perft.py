"""Perft, compiled: every game of a given length played through, one after the other, nothing merged and nothing kept.

The readable count (`search/perft.py`) follows different positions and so knows their number; this one follows games,
some hundred million a second, in constant memory. What both count, they count alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.errors import BadOption, Unfinished
from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.searching import StopFlag
from kibitz.kernels.common.control import NODES, STOP, Control
from kibitz.kernels.compiler.bridge import kernel, moves, play, result, state_words


@dataclass(frozen=True)
class PerftCounts:
    """What there is at every ply from 0 to the depth asked for.

    `nodes`: games of that length, and those that ended earlier where the game's published tables count them as well
    (`perft_keeps_finished`). `finished`: games that end right there; None at the last ply if that was not asked.
    `split`: the nodes of the last ply by first move.
    """

    nodes: tuple[int, ...]
    finished: tuple[int | None, ...]
    split: dict[Move, int]


def perft(
    game: Game,
    state: State,
    depth: int,
    *,
    last_finished: bool = True,
    seconds: float | None = None,
    stop: StopFlag | None = None,
) -> PerftCounts:
    """The counts for every ply from 0 to `depth`. Raises Unfinished when time is up or the flag raised before.

    Without `last_finished` the moves at the last ply but one are counted and not played, which is several times as
    fast.
    """
    if not 0 <= depth <= FULL_DEPTH:
        raise BadOption(f"depth={depth} is not allowed; perft counts from 0 to {FULL_DEPTH} plies ahead.")
    reached, finished = np.zeros((2, depth + 1), np.int64)
    reached[0], finished[0] = 1, game.result(state) is not None
    room = np.empty((max(depth, 1), game.num_moves), np.int64)
    split: dict[Move, int] = {}
    with Control(Limits(time=seconds), stop) as control:
        for move in game.moves(state) if depth else []:
            below = np.zeros((2, depth), np.int64)
            after = state_words(game, game.play(state, move))
            _follow(game, after, depth - 1, last_finished, below[0], below[1], room, control.cells)
            if control.stopped_by:
                raise Unfinished(
                    f"The games of {depth} plies were not all counted: {control.cells[NODES]:,} positions were "
                    f"visited in {control.seconds():.1f} seconds; give more time or less depth."
                )
            reached[1:] += below[0]
            finished[1:] += below[1]
            split[move] = _nodes(game, *below)[-1]
    ends: list[int | None] = finished.tolist()
    if split and not last_finished:
        ends[-1] = None
    return PerftCounts(_nodes(game, reached, finished), tuple(ends), split)


def _nodes(game: Game, reached: NDArray[np.int64], finished: NDArray[np.int64]) -> tuple[int, ...]:
    ended_before = np.cumsum(finished) - finished if game.perft_keeps_finished else 0
    return tuple((reached + ended_before).tolist())


@kernel
def _follow(
    game: Any, root: Any, depth: int, last_finished: bool, reached: Any, finished: Any, room: Any, cells: Any
) -> None:
    """Add up for every ply the games that come so far and those that end there; stops when told to."""
    reached[0] += 1
    if depth == 0:
        finished[0] += last_finished and result(game, root) != ONGOING
        return
    states = [root] * depth
    left = np.zeros(depth, np.int64)  # moves still to be followed, by ply
    ply, entered = 0, True
    while ply >= 0:
        if entered:
            entered = False
            cells[NODES] += 1
            if cells[NODES] & 1023 == 0 and cells[STOP] != 0:
                return
            if result(game, states[ply]) != ONGOING:
                finished[ply] += 1
                left[ply] = 0
            else:
                count = moves(game, states[ply], room[ply])
                reached[ply + 1] += count
                left[ply] = count if ply + 1 < depth else 0
                if ply + 1 == depth and last_finished:
                    for index in range(count):
                        finished[depth] += result(game, play(game, states[ply], room[ply, index])) != ONGOING
        if left[ply] == 0:
            ply -= 1
        else:
            left[ply] -= 1
            states[ply + 1] = play(game, states[ply], room[ply, left[ply]])
            ply += 1
            entered = True
