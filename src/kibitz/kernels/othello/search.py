"""The search: is the score of a position more than a number or not? Depth first, without recursion."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from kibitz.core.bits import popcount
from kibitz.kernels.control import NODES, STOP
from kibitz.kernels.othello.board import ONE, ZERO, U, bit, final, flips, index, mobility, odd_cells, stable
from kibitz.kernels.othello.last import LAST, last_few
from kibitz.kernels.othello.table import NO_MOVE, ahead, find, key_of, lower, move_of, store, upper

__all__ = ["STOPPED", "room_for", "search"]

NOTHING = -99  # less than every score
STOPPED = 99  # no score: told to stop
MOST_MOVES = 36  # more than any position has

SORT = 7  # free cells from which on moves are sorted
LOOK_UP = 8  # free cells from which on a position is worth an entry
LOOK_AHEAD = 11  # free cells from which on children are looked up before any is searched
NODES_BETWEEN_LOOKS = 1023

W_MOB, W_CORNER, W_ODD, W_POT, W_STABLE = 32, 32, 8, 4, 0
FROM_TABLE = 1 << 20

ALPHA, BEST, MOVE, LOW, HIGH, EMPTIES, SINCE, COUNT, NEXT, CELL, KNOWN, FRAME = range(12)
MINE, OTHER, KEY, LEFT, WORDS = range(5)
KID_MINE, KID_OTHER, KID_MOVES, KID_KEY, KID = range(5)

# By the free cells: how large alpha must be for stable discs to be worth counting.
STABLE_FROM = np.array(
    [99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30] + list(range(32, 130, 2)), np.int64
)


def room_for(game):
    plies = game.max_plies + 2
    return (
        np.zeros(plies * FRAME, np.int64),
        np.zeros(plies * WORDS, np.uint64),
        np.zeros(plies * MOST_MOVES * KID, np.uint64),
        np.zeros(plies * MOST_MOVES, np.int64),
    )


def knowledge_of(game):
    worth = np.zeros(64, np.int64)
    edge = (8 - game.size) // 2
    corners = 0
    half = [(7, 2, 5, 5), (2, 0, 3, 3), (5, 3, 4, 4), (5, 3, 4, 0)]
    n = game.size
    for r in range(n):
        for c in range(n):
            rr, cc = min(r, n - 1 - r), min(c, n - 1 - c)
            worth[(r + edge) * 8 + c + edge] = half[rr][cc]
            if rr == cc == 0:
                corners |= 1 << (r + edge) * 8 + c + edge
    return worth, U(corners)


@register_jitable
def root_move(room):
    return room[0][MOVE]


_NOT_A, _NOT_H = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)


@register_jitable
def _beside(discs: Any) -> Any:
    """The cells next to some discs."""
    wide = discs | (discs & _NOT_H) << ONE | (discs & _NOT_A) >> ONE
    return wide | wide << U(8) | wide >> U(8)


@register_jitable
def search(table, generation, board, root, alpha, room, knowledge, cells, budget, busy, split):
    frames, words, kids, orders = room
    worth, corners = knowledge
    size = popcount(board)
    counts = cells[NODES : NODES + 1]
    mine, other = root
    empties = popcount(board & ~(mine | other))
    moves = mobility(mine, other) & board
    ply = 0
    key = ZERO
    look = counts[0] + NODES_BETWEEN_LOOKS
    while True:
        # 1. Enter
        counts[0] += 1
        if counts[0] >= look:
            look = counts[0] + NODES_BETWEEN_LOOKS
            if cells[STOP] != 0 or counts[0] >= budget:
                return STOPPED
        value, known_move, low, high = NOTHING, NO_MOVE, -size, size
        count, left = 0, ZERO
        free = board & ~(mine | other)
        if empties <= LAST:
            value = last_few(mine, other, alpha, size, free, empties, counts)
        else:
            if alpha >= STABLE_FROM[empties]:
                high = size - 2 * popcount(stable(other, mine | other, board))
                if high <= alpha:
                    value = high
            if value == NOTHING and empties >= LOOK_UP:
                if key == ZERO:
                    key = key_of(mine, other)
                entry = find(table, generation, key)
                if entry != ZERO:
                    low, high, known_move = lower(entry), min(high, upper(entry)), move_of(entry)
                    if low > alpha:
                        value = low
                    elif high <= alpha:
                        value = high
            if value == NOTHING and moves == ZERO:
                moves = mobility(other, mine) & board
                if moves == ZERO:
                    value = final(mine, other, size)
                else:
                    frame, at = ply * FRAME, ply * WORDS
                    frames[frame + ALPHA], frames[frame + BEST], frames[frame + MOVE] = alpha, NOTHING, NO_MOVE
                    frames[frame + EMPTIES], frames[frame + COUNT], frames[frame + NEXT] = empties, 0, 0
                    frames[frame + CELL] = NO_MOVE
                    words[at + KEY] = ZERO
                    words[at + LEFT] = ZERO
                    ply += 1
                    mine, other = other, mine
                    alpha = -alpha - 1
                    key = ZERO
                    continue
            if value == NOTHING:
                if empties < SORT:
                    left = moves
                else:
                    # 2. sort
                    odd = odd_cells(free)
                    start = ply * MOST_MOVES
                    while moves != ZERO:
                        cell = index(moves)
                        moves &= moves - ONE
                        turned = flips(mine, other, cell)
                        kid_mine, kid_other = other ^ turned, mine | turned | bit(cell)
                        if kid_mine == ZERO:
                            value, count, known_move = size, 0, cell
                            break
                        kid_moves = mobility(kid_mine, kid_other) & board
                        kid_key = ZERO
                        if empties > LOOK_AHEAD:
                            kid_key = key_of(kid_mine, kid_other)
                            ahead(table, kid_key)
                        order = worth[cell] - W_MOB * popcount(kid_moves) - W_CORNER * popcount(kid_moves & corners)
                        if odd & bit(cell) != ZERO:
                            order += W_ODD
                        if empties > 9:
                            order -= W_POT * popcount(_beside(kid_other) & free)
                        if cell == known_move:
                            order += FROM_TABLE
                        orders[start + count] = order << 8 | cell
                        at = (start + count) * KID
                        kids[at + KID_MINE], kids[at + KID_OTHER] = kid_mine, kid_other
                        kids[at + KID_MOVES], kids[at + KID_KEY] = kid_moves, kid_key
                        count += 1
                    # 3. look up
                    if empties > LOOK_AHEAD:
                        best = NOTHING
                        met, count = count, 0
                        for at in range(start, start + met):
                            entry = find(table, generation, kids[at * KID + KID_KEY])
                            if entry != ZERO:
                                if -upper(entry) > alpha:
                                    value, count = -upper(entry), 0
                                    known_move = orders[at] & 255
                                    break
                                if -lower(entry) <= alpha:
                                    best = max(best, -lower(entry))
                                    continue
                            to = start + count
                            orders[to] = orders[at]
                            for field in range(KID):
                                kids[to * KID + field] = kids[at * KID + field]
                            count += 1
                        if value == NOTHING and count == 0:
                            value = best
                        elif value == NOTHING:
                            frames[ply * FRAME + BEST] = best
                    else:
                        frames[ply * FRAME + BEST] = NOTHING
        frame, at = ply * FRAME, ply * WORDS
        if value == NOTHING:
            frames[frame + ALPHA], frames[frame + MOVE], frames[frame + KNOWN] = alpha, known_move, known_move
            frames[frame + LOW], frames[frame + HIGH], frames[frame + EMPTIES] = low, high, empties
            frames[frame + SINCE], frames[frame + COUNT], frames[frame + NEXT] = counts[0], count, 0
            words[at + MINE], words[at + OTHER], words[at + KEY], words[at + LEFT] = mine, other, key, left
            if left != ZERO:
                frames[frame + BEST] = NOTHING
        else:
            if ply == 0:
                frames[MOVE] = known_move
            while True:
                if ply == 0:
                    return value
                ply -= 1
                frame, at = ply * FRAME, ply * WORDS
                value = -value
                alpha = frames[frame + ALPHA]
                if value > frames[frame + BEST]:
                    frames[frame + BEST] = value
                    frames[frame + MOVE] = frames[frame + CELL]
                value = frames[frame + BEST]
                if value <= alpha and (words[at + LEFT] != ZERO or frames[frame + NEXT] < frames[frame + COUNT]):
                    break
                key = words[at + KEY]
                if key != ZERO:
                    low, high = frames[frame + LOW], frames[frame + HIGH]
                    move = frames[frame + MOVE]
                    if value > alpha:
                        low = max(low, value)
                    else:
                        high = min(high, value)
                        if frames[frame + KNOWN] != NO_MOVE:
                            move = frames[frame + KNOWN]
                    store(table, generation, key, low, high, move, counts[0] - frames[frame + SINCE])
            mine, other, empties = words[at + MINE], words[at + OTHER], frames[frame + EMPTIES]
            left = words[at + LEFT]
        # 5. next
        alpha = -alpha - 1
        if left != ZERO:
            odd = left & odd_cells(board & ~(mine | other))
            cell = index(odd if odd != ZERO else left)
            words[at + LEFT] = left & ~bit(cell)
            turned = flips(mine, other, cell)
            mine, other = other ^ turned, mine | turned | bit(cell)
            key = ZERO
            empties -= 1
            if empties > LAST:
                moves = mobility(mine, other) & board
        else:
            first = ply * MOST_MOVES + frames[frame + NEXT]
            chosen = first
            for k in range(first + 1, ply * MOST_MOVES + frames[frame + COUNT]):
                if orders[k] > orders[chosen]:
                    chosen = k
            cell = orders[chosen] & 255
            k = chosen * KID
            mine, other, moves, key = kids[k + KID_MINE], kids[k + KID_OTHER], kids[k + KID_MOVES], kids[k + KID_KEY]
            if chosen != first:
                orders[chosen] = orders[first]
                for field in range(KID):
                    kids[k + field] = kids[first * KID + field]
            frames[frame + NEXT] += 1
            empties -= 1
        frames[frame + CELL] = cell
        ply += 1
