"""One pass of the engine over the tree, compiled: principal variation search [Marsland & Campbell 1982] in one loop.

A row of `frames` is one node on the way down from the root:

    enter   1 limits   2 distance to the end   3 table   4 moves, with those that end the game or reach the horizon
    accept  5 what a move was worth; searched again if it is better than was asked
    choose  6 the next move, its window and its depth
    leave   7 what is certain about the value; into the table

Every value travels with its *doubt* (see `table.py`). A move that refutes a node answers for it alone; otherwise all
moves do. Where nothing is better than a win, a win or loss that lies within the horizon is exact whatever was guessed
elsewhere: a full-width search to that depth would have seen a sooner one. A pass whose root value has no doubt has
solved the position, and its table entries hold at every depth.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.extending import register_jitable
from numpy.typing import NDArray

from kibitz.core.game import ONGOING
from kibitz.core.score import INFINITY, WIN, Bound, final, from_table, is_decided, to_table
from kibitz.kernels.bridge import evaluate, kernel, moves, play, result
from kibitz.kernels.control import NODES, STOP, STOPPED_BY_NODES
from kibitz.kernels.table import (
    GUESSED,
    REDUCED,
    bound_of,
    depth_of,
    doubt_of,
    find,
    mixed,
    move_of,
    pack,
    store,
    value_of,
)
from kibitz.kernels.turning import Turns, key_of

__all__ = ["LONGEST_LINE", "Desk", "Orders", "descend", "follow"]

EXACT, LOWER, UPPER = int(Bound.EXACT), int(Bound.LOWER), int(Bound.UPPER)

# The columns of a frame.
ALPHA, BETA, FLOOR, DEPTH, BEST, BEST_MOVE, DOUBT, KEY, TURN, COUNT, TRIED, MOVE, STAGE = range(13)
FRAME = 13

# How the move under way is searched: less deep, tested in a window of width one, measured in the full window.
LESS, TEST, FULL = range(3)

# Merits of moves, far enough apart: the table's move, a threat to be met, killers, what the evaluator says, history.
TABLE_MERIT, THREAT_MERIT, KILLER_MERIT = 1 << 60, 1 << 59, 1 << 58
SIGHT_MERIT = 1 << 32
HISTORY_LIMIT = 1 << 30
DEFERRED = -(1 << 61)

LONGEST_LINE = 64  # moves of a line kept during the search; what follows is read from the table
TURN_DEPTH = 4  # symmetric positions share an entry from this depth on; below, turning costs more than it saves
SIGHT_DEPTH = 3  # the evaluator orders the moves from this depth on
LATE, VERY_LATE = 3, 8  # moves tried before the next ones are searched less deep
SHARE_DEPTH = 3  # threads avoid each other's moves from this depth on
LOOK = 1023  # nodes between two looks at the stop cell, less one


class Orders(NamedTuple):
    """What a pass is to do."""

    depth: int
    alpha: int
    beta: int
    first: int  # the root move to begin with, -1 for none
    reduce: bool
    guess: bool  # ask the evaluator at the horizon; otherwise every unfinished position there is level
    killers: bool
    history: bool
    sight: bool
    most_nodes: int
    max_result: int


class Desk(NamedTuple):
    """The arrays of one thread; table, cells and busy may be shared."""

    frames: NDArray[np.int64]
    rows: NDArray[np.int64]  # moves, by ply
    merits: NDArray[np.int64]
    killers: NDArray[np.int64]  # two by ply
    history: NDArray[np.int64]  # by side and move
    likings: NDArray[np.int64]  # by move, for the order when nothing else is known
    lines: NDArray[np.int64]
    lengths: NDArray[np.int64]
    found: NDArray[np.int64]  # for each root move: value, bound, doubt; bound -1 when not looked at
    counts: NDArray[np.int64]  # nodes, evaluations, terminals, table hits
    cutoffs: NDArray[np.int64]
    weights: NDArray[np.int64]
    amounts: NDArray[np.int64]
    table: NDArray[np.int64]
    generation: int
    turns: Turns
    busy: NDArray[np.int64]  # what the threads are searching; empty for one thread
    cells: NDArray[np.int64]


VISITED, EVALUATIONS, TERMINALS, HITS = range(4)  # in Desk.counts


@register_jitable
def _keep_line(desk: Any, ply: int, move: int) -> None:
    """Let the line at a ply go through a move and on along the line below."""
    if ply < LONGEST_LINE:
        length = desk.lengths[ply + 1]
        desk.lines[ply, 0] = move
        desk.lines[ply, 1 : length + 1] = desk.lines[ply + 1, :length]
        desk.lengths[ply] = length + 1


@register_jitable
def _note(desk: Any, move: int, value: int, alpha: int, beta: int, doubt: int) -> None:
    """Write down what a root move turned out to be worth, searched in a window."""
    desk.found[move, 0] = value
    desk.found[move, 1] = LOWER if value >= beta else UPPER if value <= alpha else EXACT
    desk.found[move, 2] = doubt


@register_jitable
def _credit(desk: Any, orders: Any, ply: int, move: int, depth: int) -> None:
    """Remember a move that refuted a node."""
    if orders.killers and desk.killers[ply, 0] != move:
        desk.killers[ply, 1] = desk.killers[ply, 0]
        desk.killers[ply, 0] = move
    if orders.history:
        side = ply & 1
        desk.history[side, move] += depth * depth
        if desk.history[side, move] > HISTORY_LIMIT:
            for other in range(desk.history.shape[1]):
                desk.history[side, other] >>= 1


@register_jitable
def _bring_forward(row: Any, count: int, move: int, place: int) -> int:
    """Swap a move to a place near the front if it is among the moves; the next free place."""
    for index in range(place, count):
        if row[index] == move:
            row[index], row[place] = row[place], move
            return place + 1
    return place


@register_jitable
def _pick(row: Any, merits: Any, start: int, count: int) -> None:
    """Swap the most promising move that was not tried yet to the front of those."""
    best = start
    for index in range(start + 1, count):
        if merits[index] > merits[best]:
            best = index
    row[start], row[best] = row[best], row[start]
    merits[start], merits[best] = merits[best], merits[start]


@register_jitable
def _reduction(depth: int, tried: int, alpha: int, beta: int) -> int:
    """How many plies less a late move is searched at first; never next to a decided score, nor near the horizon."""
    if depth < 4 or tried < LATE or is_decided(alpha) or is_decided(beta):
        return 0
    return 2 if depth >= 6 and tried >= VERY_LATE else 1


@kernel
def descend(game, evaluator, root, desk, orders):
    """Search the root in a window; True when done, False when a limit ended it. The answer stands in frame 0."""
    frames, counts, cells = desk.frames, desk.counts, desk.cells
    states = [root for _ in range(orders.depth + 1)]
    frames[0, ALPHA], frames[0, BETA], frames[0, DEPTH] = orders.alpha, orders.beta, orders.depth
    frames[0, BEST_MOVE] = -1
    desk.found[:, 1] = -1
    sharing = len(desk.busy) > 0
    ply, entering, leaving, value, doubt = 0, True, False, 0, 0
    while True:
        frame, row, merits = frames[ply], desk.rows[ply], desk.merits[ply]
        depth = frame[DEPTH]
        if entering:
            entering = False
            # 1 limits
            if counts[VISITED] >= orders.most_nodes:
                cells[STOP] = STOPPED_BY_NODES
                return False
            counts[VISITED] += 1
            if counts[VISITED] & LOOK == 0:
                cells[NODES] = counts[VISITED]
                if cells[STOP] != 0:
                    return False
            if ply <= LONGEST_LINE:
                desk.lengths[ply] = 0

            # 2 distance: nobody can win or lose before the next move
            utmost = orders.max_result * WIN - ply - 1
            if frame[ALPHA] >= utmost or frame[BETA] <= -utmost:
                value, doubt = utmost if frame[ALPHA] >= utmost else -utmost, 0
                frame[BEST_MOVE] = -1
                ply -= 1
                continue
            alpha, beta = frame[ALPHA], min(frame[BETA], utmost)

            # 3 table
            key, turn = key_of(states[ply], desk.turns, depth >= TURN_DEPTH)
            known = find(desk.table, key, desk.generation)
            table_move = -1
            if known != 0:
                table_move = move_of(known)
                if table_move >= 0:
                    table_move = desk.turns.origins[turn, table_move]
                doubt = doubt_of(known)
                if ply > 0 and (doubt == 0 or (depth_of(known) >= depth and (orders.reduce or doubt & REDUCED == 0))):
                    value, bound = from_table(value_of(known), ply), bound_of(known)
                    if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                        counts[HITS] += 1
                        frame[BEST_MOVE] = table_move
                        if ply <= LONGEST_LINE and table_move >= 0:
                            desk.lines[ply, 0] = table_move
                            desk.lengths[ply] = 1
                        ply -= 1
                        continue
            if ply == 0 and orders.first >= 0:
                table_move = orders.first

            # 4 moves; those that end the game or reach the horizon have a value at once
            count = moves(game, states[ply], row)
            front = _bring_forward(row, count, table_move, 0)
            if orders.killers:
                front = _bring_forward(row, count, desk.killers[ply, 0], front)
                _bring_forward(row, count, desk.killers[ply, 1], front)
            best, best_move, node_doubt, kept, floor = -INFINITY, -1, 0, 0, alpha
            for index in range(count):
                move = row[index]
                child = play(game, states[ply], move)
                outcome = result(game, child)
                if outcome == ONGOING and depth > 1:
                    merit = desk.likings[move]
                    if orders.history:
                        merit += desk.history[ply & 1, move]
                    if move == table_move:
                        merit += TABLE_MERIT
                    elif orders.killers and (move == desk.killers[ply, 0] or move == desk.killers[ply, 1]):
                        merit += KILLER_MERIT
                    if orders.sight and depth >= SIGHT_DEPTH:
                        merit -= SIGHT_MERIT * evaluate(evaluator, child, desk.weights, desk.amounts)
                    row[kept] = move
                    merits[kept] = merit
                    kept += 1
                    continue
                if counts[VISITED] >= orders.most_nodes:
                    cells[STOP] = STOPPED_BY_NODES
                    return False
                counts[VISITED] += 1
                if outcome != ONGOING:
                    counts[TERMINALS] += 1
                    value, doubt = -final(outcome, ply + 1, True), 0
                else:
                    counts[EVALUATIONS] += 1
                    value, doubt = 0, GUESSED
                    if orders.guess:
                        value = -evaluate(evaluator, child, desk.weights, desk.amounts)
                if ply == 0:
                    _note(desk, move, value, -INFINITY, INFINITY, doubt)
                node_doubt |= doubt
                if value > best:
                    best, best_move = value, move
                    if value > alpha:
                        alpha = value
                        if ply < LONGEST_LINE:
                            desk.lines[ply, 0] = move
                            desk.lengths[ply] = 1
                        if value >= beta:
                            node_doubt = doubt
                            desk.cutoffs[index] += 1
                            if orders.killers and desk.killers[ply, 0] != move:
                                desk.killers[ply, 1] = desk.killers[ply, 0]
                                desk.killers[ply, 0] = move
                            break
            frame[ALPHA], frame[BETA], frame[FLOOR] = alpha, beta, floor
            frame[BEST], frame[BEST_MOVE], frame[DOUBT] = best, best_move, node_doubt
            frame[KEY], frame[TURN], frame[COUNT], frame[TRIED] = key, turn, kept, 0
            leaving = best >= beta

        else:
            # 5 what the move was worth
            move, value = frame[MOVE], -value
            if frame[STAGE] == LESS:
                if doubt & GUESSED:
                    doubt = REDUCED
                if value > frame[ALPHA] and doubt != 0:
                    frame[STAGE] = TEST
                    frames[ply + 1, ALPHA], frames[ply + 1, BETA] = -frame[ALPHA] - 1, -frame[ALPHA]
                    frames[ply + 1, DEPTH] = depth - 1
                    ply += 1
                    entering = True
                    continue
            if frame[STAGE] != FULL and frame[ALPHA] < value < frame[BETA]:
                frame[STAGE] = FULL
                frames[ply + 1, ALPHA], frames[ply + 1, BETA] = -frame[BETA], -frame[ALPHA]
                frames[ply + 1, DEPTH] = depth - 1
                ply += 1
                entering = True
                continue
            if sharing and depth >= SHARE_DEPTH:
                ours = mixed(frame[KEY], move)
                if desk.busy[ours & (len(desk.busy) - 1)] == ours:
                    desk.busy[ours & (len(desk.busy) - 1)] = 0
            if ply == 0:
                _note(desk, move, value, frame[ALPHA], frame[BETA], doubt)
            frame[TRIED] += 1
            frame[DOUBT] |= doubt
            if value > frame[BEST]:
                frame[BEST], frame[BEST_MOVE] = value, move
                if value > frame[ALPHA]:
                    if frame[BETA] - frame[FLOOR] > 1 or ply == 0:
                        _keep_line(desk, ply, move)
                    frame[ALPHA] = value
                    if value >= frame[BETA]:
                        frame[DOUBT] = doubt
                        desk.cutoffs[frame[TRIED] - 1] += 1
                        _credit(desk, orders, ply, move, depth)
                        leaving = True
            if value == -(orders.max_result * WIN - ply - 2):
                # The other side won at once: what won there is the move to prevent it, in any game of cells.
                for index in range(frame[TRIED], frame[COUNT]):
                    if row[index] == frames[ply + 1, BEST_MOVE]:
                        merits[index] += THREAT_MERIT

        # 6 the next move
        if not leaving and frame[TRIED] < frame[COUNT]:
            tried = frame[TRIED]
            _pick(row, merits, tried, frame[COUNT])
            if sharing and depth >= SHARE_DEPTH:
                ours = mixed(frame[KEY], row[tried])
                while tried > 0 and merits[tried] > DEFERRED and desk.busy[ours & (len(desk.busy) - 1)] == ours:
                    merits[tried] = DEFERRED  # another thread is at it and will have left the answer in the table
                    _pick(row, merits, tried, frame[COUNT])
                    ours = mixed(frame[KEY], row[tried])
                desk.busy[ours & (len(desk.busy) - 1)] = ours
            move = row[tried]
            frame[MOVE] = move
            states[ply + 1] = play(game, states[ply], move)
            alpha, beta = frame[ALPHA], frame[BETA]
            less = 0
            if tried == 0 and alpha == frame[FLOOR]:
                frame[STAGE] = FULL
            else:
                frame[STAGE] = TEST
                if orders.reduce:
                    less = _reduction(depth, tried, alpha, beta)
                    if less > 0:
                        frame[STAGE] = LESS
                beta = alpha + 1
            frames[ply + 1, ALPHA], frames[ply + 1, BETA] = -beta, -alpha
            frames[ply + 1, DEPTH] = depth - 1 - less
            ply += 1
            entering = True
            continue

        # 7 leave
        leaving = False
        value, doubt = frame[BEST], frame[DOUBT]
        if orders.max_result == 1 and is_decided(value) and WIN - abs(value) <= ply + depth:
            doubt &= REDUCED
        frame[DOUBT] = doubt
        bound = LOWER if value >= frame[BETA] else UPPER if value <= frame[FLOOR] else EXACT
        best_move = frame[BEST_MOVE]
        if best_move >= 0:
            best_move = desk.turns.images[frame[TURN], best_move]
        store(
            desk.table,
            frame[KEY],
            pack(to_table(value, ply), best_move, depth, bound, doubt, desk.generation),
        )
        if ply == 0:
            return True
        ply -= 1


@kernel
def follow(game, state, desk, depth, out):
    """Read from the table how a line goes on, as long as it is certain there; how many moves were written to `out`."""
    length = 0
    while length < len(out) and length < depth and result(game, state) == ONGOING:
        key, turn = key_of(state, desk.turns, depth - length >= TURN_DEPTH)
        known = find(desk.table, key, desk.generation)
        if known == 0:  # stored at another depth, perhaps, when less or more remained to be searched
            key, turn = key_of(state, desk.turns, depth - length < TURN_DEPTH)
            known = find(desk.table, key, desk.generation)
        if known == 0 or bound_of(known) != EXACT or move_of(known) < 0:
            break
        move = desk.turns.origins[turn, move_of(known)]
        count = moves(game, state, desk.rows[0])
        if _bring_forward(desk.rows[0], count, move, 0) == 0:
            break
        out[length] = move
        length += 1
        state = play(game, state, move)
    return length
