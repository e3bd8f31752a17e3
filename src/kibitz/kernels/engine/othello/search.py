"""One pass over the tree: principal variation search with Multi-ProbCut, to a depth or to the end, without recursion.

Positions wait on a stack, a frame a ply. A frame goes through these steps:

    enter    limits, the end of the game, the last free cells (the solver's search), the horizon, the table
    probe    a shallow search of the same position may say that this one is out of the window [Buro 1997]
    expand   all children: what the table knows about them, and the order in which they promise most
    follow   the next child, in a window of width one unless it is the first
    accept   what a child was worth; searched again if it is better than was asked

Values are in points (`workspace.py`), from the view of the side to move of a position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.bits import popcount
from kibitz.kernels.common.control import NODES, OVER, STOP, STOPPED_BY_NODES
from kibitz.kernels.common.shared_work import enter, is_busy, leave
from kibitz.kernels.compiler.bridge import kernel
from kibitz.kernels.engine.othello.leaves import best_leaf, copy_row, solve_window, to_points
from kibitz.kernels.engine.othello.pattern_indices import value_after, value_of_row, write_row_after
from kibitz.kernels.engine.othello.table import confidence_of, depth_of, key_of, lower, move_of, store, upper
from kibitz.kernels.engine.othello.workspace import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    CELL,
    COUNT,
    DEPTH,
    EMPTIES,
    EVALUATIONS,
    FLOOR,
    FRAME,
    HITS,
    KEY,
    KID,
    KID_KEY,
    KID_MINE,
    KID_MOVES,
    KID_OTHER,
    KNOWN,
    MAX_MOVES,
    MINE,
    MOST,
    MOVES,
    NEXT,
    NOTHING,
    OTHER,
    PAIR,
    POINTS,
    SIDE,
    SINCE,
    STEP,
    STOPPED,
    WORDS,
)
from kibitz.kernels.solvers.othello.bitboard import ONE, ZERO, bit, final, flips, index, mobility
from kibitz.kernels.solvers.othello.table import NO_MOVE, find, prefetch_bucket
from kibitz.kernels.solvers.table_solver import MAX_NODES

NODES_BETWEEN_LOOKS = 1023

# Plies to the horizon from which on …
LOOK_UP = 2  # a position is looked up and kept
VALUE_ORDER = 2  # children are ordered by their value
LOOK_AHEAD = 4  # children are looked up before any is searched
DEEPEN_INSIDE = 7  # a position without a known move is first searched less deep
SHARE = 5  # threads avoid each other's positions

HANDOVER = 14  # free cells that are left to the solver, if the search is to go to the end

# Orders of children.
FROM_TABLE = 1 << 40
MOVE_WORTH = 40  # hundredths of a disc that every answer less is worth
END_MOVE_WORTH = 150  # the same in a search to the end of the game, whose tree is the smaller for it
FEWEST_FIRST = 100  # the same where values are not looked at

# What a frame waits for: the answer of a probe above or below its window, that of a less deep search which is to find
# a move, that of a child in a window of width one, or in the whole window.
PROBE_HIGH, PROBE_LOW, INSIDE, TEST, FULL = range(5)

# What the loop does next.
ENTER, PROBE, EXPAND, FOLLOW, RETURN = range(5)


@kernel
def descend(memory: Any, workspace: Any, asked: Any) -> int:
    """The value of a position in a window, STOPPED if a limit ended it; row 0 of `rows` holds its indices.

    The best move stands in the first frame.
    """
    frames, words, kids, orders, rows = (
        workspace.frames, workspace.words, workspace.kids, workspace.orders, workspace.rows
    )  # fmt: skip
    found, cutoffs, counts, cells = workspace.found, workspace.cutoffs, workspace.counts, workspace.cells
    table, generation, busy = memory.table, memory.generation, memory.busy
    values, bases, cuts = memory.values, memory.bases, memory.cuts
    confidence = asked.confidence
    mine, other, side, alpha, beta, depth = asked.mine, asked.other, asked.side, asked.alpha, asked.beta, asked.depth
    moves, key, ply, value, state = mobility(mine, other), key_of(mine, other), 0, NOTHING, ENTER
    shared, looked = memory.cells, cells[NODES]
    most_nodes = cells[MAX_NODES] - MAX_MOVES
    look = min(looked + NODES_BETWEEN_LOOKS, most_nodes)
    frames[BEST], frames[BEST_MOVE] = NOTHING, NO_MOVE
    found[:, 1] = -1
    while True:
        frame, at = ply * FRAME, ply * WORDS
        if state == ENTER:
            if cells[NODES] >= look:
                shared[NODES] += cells[NODES] - looked  # of all threads, nearly: two may write at the same time
                looked = cells[NODES]
                look = min(looked + NODES_BETWEEN_LOOKS, most_nodes)
                if looked >= most_nodes:
                    shared[STOP] = STOPPED_BY_NODES
                if shared[STOP] != 0 or shared[OVER] != 0:
                    return STOPPED
            cells[NODES] += 1
            empties = 64 - popcount(mine | other)
            depth = min(depth, empties)
            value, known_move, first = NOTHING, NO_MOVE, ply * MAX_MOVES
            frames[frame + COUNT], frames[frame + NEXT] = 0, 0
            frames[frame + SINCE], frames[frame + SIDE], frames[frame + EMPTIES] = cells[NODES], side, empties
            frames[frame + BEST], frames[frame + BEST_MOVE] = NOTHING, NO_MOVE
            words[at + MINE], words[at + OTHER], words[at + MOVES], words[at + KEY] = mine, other, moves, ZERO
            state = EXPAND
            if moves == ZERO:
                answers = mobility(other, mine)
                if answers == ZERO:
                    value, state = final(mine, other, 64) * POINTS, RETURN
                else:  # a pass takes nothing off the depth
                    frames[frame + COUNT], orders[first] = 1, NO_MOVE
                    kid = first * KID
                    kids[kid + KID_MINE], kids[kid + KID_OTHER], kids[kid + KID_MOVES] = other, mine, answers
                    kids[kid + KID_KEY] = key_of(other, mine)
                    depth, state = depth + 1, FOLLOW
            elif depth == empties and empties <= HANDOVER and ply > 0:
                value, state = solve_window(memory, workspace, mine, other, alpha, beta), RETURN
                if value == STOPPED:
                    shared[STOP] = STOPPED_BY_NODES
                    return STOPPED
            elif depth == 0:
                counts[EVALUATIONS] += 1
                value = to_points(value_of_row(rows, ply, values, bases[2 * (64 - empties) + side]))
                state = RETURN
            elif depth == 1 and ply > 0:
                value = best_leaf(rows, ply, memory, mine, other, moves, side, beta, cells, counts)
                state = RETURN
            else:
                if depth >= LOOK_UP:
                    words[at + KEY] = key
                    entry = find(table, generation, key)
                    if entry != ZERO:
                        known_move = move_of(entry)
                        if depth_of(entry) >= depth and confidence_of(entry) >= confidence and ply > 0:
                            low, high = lower(entry), upper(entry)
                            if low >= beta or low == high:
                                value, state = low, RETURN
                            elif high <= alpha:
                                value, state = high, RETURN
                            else:
                                alpha, beta = max(alpha, low), min(beta, high)
                            counts[HITS] += state == RETURN
                if state != RETURN and beta - alpha == 1 and ply > 0 and cuts[confidence, 64 - empties, depth, 0] >= 0:
                    state = PROBE
            if state == RETURN:
                words[at + KEY] = ZERO
                frames[frame + BEST] = value
            frames[frame + ALPHA], frames[frame + BETA], frames[frame + FLOOR] = alpha, beta, alpha
            frames[frame + DEPTH], frames[frame + KNOWN], frames[frame + PAIR] = depth, known_move, 0
            frames[frame + STEP] = FULL

        if state == PROBE:
            # A shallow search is asked only where the value of the position itself points that way.
            alpha, beta, depth = frames[frame + ALPHA], frames[frame + BETA], frames[frame + DEPTH]
            side, empties, pair = frames[frame + SIDE], frames[frame + EMPTIES], frames[frame + PAIR]
            shallow: Any = np.int64(-1)
            margin: Any = np.int64(0)
            if pair < 4:
                shallow = np.int64(cuts[confidence, 64 - empties, depth, pair])
                margin = np.int64(cuts[confidence, 64 - empties, depth, pair + 1])
            if shallow < 0:
                state = EXPAND
            else:
                frames[frame + PAIR] += 2
                guess = to_points(value_of_row(rows, ply, values, bases[2 * (64 - empties) + side]))
                bound, step = 0, -1
                if guess >= beta and beta + margin < MOST:
                    bound, step = beta + margin, PROBE_HIGH
                elif guess <= alpha and alpha - margin > -MOST:
                    bound, step = alpha - margin + 1, PROBE_LOW
                if step >= 0:
                    if shallow == 0:
                        counts[EVALUATIONS] += 1
                        if (step == PROBE_HIGH and guess >= bound) or (step == PROBE_LOW and guess < bound):
                            value = beta if step == PROBE_HIGH else alpha
                            frames[frame + BEST] = value
                            state = RETURN
                    else:
                        frames[frame + STEP] = step
                        mine, other, moves = words[at + MINE], words[at + OTHER], words[at + MOVES]
                        key, alpha, beta, depth = words[at + KEY], bound - 1, bound, shallow
                        if depth >= LOOK_UP and key == ZERO:
                            key = key_of(mine, other)
                        copy_row(rows, ply, ply + 1)
                        ply, state = ply + 1, ENTER
                        continue

        if state == EXPAND:
            mine, other, moves = words[at + MINE], words[at + OTHER], words[at + MOVES]
            alpha, beta, depth = frames[frame + ALPHA], frames[frame + BETA], frames[frame + DEPTH]
            side, empties, known_move = frames[frame + SIDE], frames[frame + EMPTIES], frames[frame + KNOWN]
            if known_move == NO_MOVE and depth >= DEEPEN_INSIDE and frames[frame + STEP] != INSIDE:
                frames[frame + STEP] = INSIDE
                key, depth = words[at + KEY], depth // 2 if depth < empties else depth // 4
                copy_row(rows, ply, ply + 1)
                ply, state = ply + 1, ENTER
                continue
            first, count, value = ply * MAX_MOVES, 0, NOTHING
            base = bases[2 * (65 - empties) + 1 - side]
            left = moves
            while left != ZERO:
                cell = index(left)
                left &= left - ONE
                turned = flips(mine, other, cell)
                kid_mine, kid_other = other ^ turned, mine | turned | bit(cell)
                if kid_mine == ZERO:
                    value, frames[frame + BEST_MOVE] = MOST, cell
                    break
                kid_moves, kid_key = mobility(kid_mine, kid_other), ZERO
                if depth > LOOK_UP:
                    kid_key = key_of(kid_mine, kid_other)
                    prefetch_bucket(table, kid_key)
                if cell == known_move:
                    order = FROM_TABLE
                elif depth >= VALUE_ORDER:
                    order = -value_after(rows, ply, values, base, cell, turned, side)
                    order -= (END_MOVE_WORTH if depth == empties else MOVE_WORTH) * popcount(kid_moves)
                else:
                    order = -FEWEST_FIRST * popcount(kid_moves)
                orders[first + count] = order << 8 | cell
                kid = (first + count) * KID
                kids[kid + KID_MINE], kids[kid + KID_OTHER] = kid_mine, kid_other
                kids[kid + KID_MOVES], kids[kid + KID_KEY] = kid_moves, kid_key
                count += 1
            if value == NOTHING and depth >= LOOK_AHEAD and ply > 0:
                for number in range(first, first + count):
                    entry = find(table, generation, kids[number * KID + KID_KEY])
                    is_deep = entry != ZERO and depth_of(entry) >= depth - 1 and confidence_of(entry) >= confidence
                    if is_deep and -upper(entry) >= beta:
                        value, frames[frame + BEST_MOVE] = -upper(entry), orders[number] & 255
                        counts[HITS] += 1
                        break
            frames[frame + COUNT] = count
            state = FOLLOW
            if value != NOTHING:
                frames[frame + BEST] = value
                state = RETURN

        if state == RETURN:
            # Keep what is known about this position, and tell it to the one above.
            value = frames[frame + BEST]
            if words[at + KEY] != ZERO:
                low, high, move = -MOST, MOST, frames[frame + BEST_MOVE]
                if value > frames[frame + FLOOR]:
                    low = value
                if value < frames[frame + BETA]:
                    high = value
                if value <= frames[frame + FLOOR] and frames[frame + KNOWN] != NO_MOVE:
                    move = frames[frame + KNOWN]
                store(
                    table, generation, words[at + KEY], low, high, move, frames[frame + DEPTH], confidence,
                    cells[NODES] - frames[frame + SINCE],
                )  # fmt: skip
            if ply == 0:
                return value
            ply -= 1
            frame, at = ply * FRAME, ply * WORDS
            alpha, beta, step = frames[frame + ALPHA], frames[frame + BETA], frames[frame + STEP]
            if step in (PROBE_HIGH, PROBE_LOW):
                empties, pair = frames[frame + EMPTIES], frames[frame + PAIR] - 2
                margin = np.int64(cuts[confidence, 64 - empties, frames[frame + DEPTH], pair + 1])
                state = PROBE
                if step == PROBE_HIGH and value >= beta + margin:
                    frames[frame + BEST], state = beta, RETURN
                elif step == PROBE_LOW and value <= alpha - margin:
                    frames[frame + BEST], state = alpha, RETURN
                continue
            if step == INSIDE:
                entry = find(table, generation, words[at + KEY])
                if entry != ZERO:
                    frames[frame + KNOWN] = move_of(entry)
                state = EXPAND
                continue
            value = -value
            number = ply * MAX_MOVES + frames[frame + NEXT] - 1
            cell = frames[frame + CELL]
            if step == TEST and alpha < value < beta:
                frames[frame + STEP] = FULL
                kid = number * KID
                mine, other = kids[kid + KID_MINE], kids[kid + KID_OTHER]
                moves, key = kids[kid + KID_MOVES], kids[kid + KID_KEY]
                side, depth = 1 - frames[frame + SIDE], frames[frame + DEPTH] - 1
                alpha, beta = -beta, -alpha
                ply, state = ply + 1, ENTER
                continue
            if asked.is_shared and frames[frame + DEPTH] >= SHARE:
                leave(busy, kids[number * KID + KID_KEY])
            if ply == 0:
                found[cell, 0] = value
                found[cell, 1] = 2 if value <= alpha else 1 if value >= beta else 0
            if value > frames[frame + BEST]:
                frames[frame + BEST], frames[frame + BEST_MOVE] = value, cell
                if value > alpha:
                    frames[frame + ALPHA] = value
            state = FOLLOW
            if value >= beta:
                cutoffs[frames[frame + NEXT] - 1] += 1
                state = RETURN
                continue

        if state == FOLLOW:
            next_one, count = frames[frame + NEXT], frames[frame + COUNT]
            if next_one == count:
                state = RETURN
                continue
            first, end = ply * MAX_MOVES + next_one, ply * MAX_MOVES + count
            chosen = first
            for number in range(first + 1, end):
                if orders[number] > orders[chosen]:
                    chosen = number
            if asked.is_shared and frames[frame + DEPTH] >= SHARE:
                if next_one > 0 and is_busy(busy, kids[chosen * KID + KID_KEY]):
                    free_kid = -1
                    for number in range(first, end):
                        is_better = free_kid < 0 or orders[number] > orders[free_kid]
                        if is_better and not is_busy(busy, kids[number * KID + KID_KEY]):
                            free_kid = number
                    chosen = chosen if free_kid < 0 else free_kid
                enter(busy, kids[chosen * KID + KID_KEY])
            if chosen != first:
                orders[first], orders[chosen] = orders[chosen], orders[first]
                for field in range(KID):
                    one, two = first * KID + field, chosen * KID + field
                    kids[one], kids[two] = kids[two], kids[one]
            cell, kid = orders[first] & 255, first * KID
            frames[frame + CELL], frames[frame + NEXT] = cell, next_one + 1
            alpha, beta, side = frames[frame + ALPHA], frames[frame + BETA], frames[frame + SIDE]
            kid_mine = kids[kid + KID_MINE]
            if cell == NO_MOVE:
                copy_row(rows, ply, ply + 1)
            else:
                write_row_after(rows, ply, ply + 1, cell, words[at + OTHER] ^ kid_mine, side)
            mine, other, moves, key = kid_mine, kids[kid + KID_OTHER], kids[kid + KID_MOVES], kids[kid + KID_KEY]
            side, depth = 1 - side, frames[frame + DEPTH] - 1
            frames[frame + STEP] = FULL
            if next_one > 0:
                frames[frame + STEP] = TEST
                beta = alpha + 1
            alpha, beta = -beta, -alpha
            ply, state = ply + 1, ENTER
