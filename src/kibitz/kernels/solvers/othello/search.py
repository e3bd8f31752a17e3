"""The search: is the score of a position more than a number or not? Depth first, without recursion.

Positions wait on a stack, one frame a ply, down to LAST free cells, or to the end if a search begins below that. Those
with few free cells try their moves in the order of parity as they come; the others make all children first, look them
up in the table, and sort them (`move_order.py`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.bits import popcount
from kibitz.games.othello import Othello
from kibitz.kernels.common.control import NODES, STOP
from kibitz.kernels.common.shared_work import enter, is_busy, leave
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.othello.bitboard import ONE, ZERO, bit, final, flips, index, mobility, odd_cells, stable
from kibitz.kernels.solvers.othello.last_cells import NOTHING, last_four
from kibitz.kernels.solvers.othello.move_order import rate_move
from kibitz.kernels.solvers.othello.table import NO_MOVE, find, key_of, lower, move_of, prefetch_bucket, store, upper

STOPPED = 99  # no score: told to stop
MAX_MOVES = 36  # more than any position has
NODES_BETWEEN_LOOKS = 1023  # at the stop flag: well below a millisecond

LAST = 4  # free cells that `last_cells.py` sees to

# Free cells from which on …
SORT = 6  # moves are sorted; below that, only parity counts
LOOK_UP = 8  # a position is worth an entry
LOOK_AHEAD = 11  # children are looked up before any is searched
FROM_TABLE = 1 << 20  # what is added to the rating of the move that was best before

# The stack, by ply: frames of numbers and of words, and for each child its words and its order.
ALPHA, BEST, MOVE, KNOWN, LOW, HIGH, EMPTIES, SINCE, COUNT, NEXT, CELL, FRAME = range(12)
MINE, OTHER, KEY, LEFT, AT, WORDS = range(6)
KID_MINE, KID_OTHER, KID_MOVES, KID_KEY, KID = range(5)


def make_workspace(game: Othello) -> Any:
    """The stack of one search at a time."""
    plies = game.max_plies + 2
    return (
        np.zeros(plies * FRAME, np.int64),
        np.zeros(plies * WORDS, np.uint64),
        np.zeros(plies * MAX_MOVES * KID, np.uint64),
        np.zeros(plies * MAX_MOVES, np.int64),
    )


@subkernel
def root_move(workspace: Any) -> int:
    """The move that the last search found best, NO_MOVE if it had no need to know."""
    return workspace[0][MOVE]


@subkernel
def _is_worth_counting(alpha: int, empties: int) -> bool:
    """Whether so many discs of the other side may be stable that the side to move cannot have more than `alpha`."""
    return alpha >= (2 * empties - 4 if empties < 10 else 2 * empties)


@subkernel
def search(
    table: Any,
    generation: Any,
    board: Any,
    root: Any,
    alpha: int,
    workspace: Any,
    knowledge: Any,
    cells: Any,
    budget: int,
    busy: Any,
    split: int,
) -> int:
    """A bound on the score of the root: a lower one if it is more than `alpha`, else an upper one.

    STOPPED when `cells[STOP]` was set or `cells[NODES]` has come to the budget. Threads that ask the same leave the
    positions in `busy` to each other where at least `split` cells are free, ALONE if there is only one.
    """
    frames, words, kids, orders = workspace
    size, counts = popcount(board), cells[NODES : NODES + 1]
    mine, other = root
    empties = popcount(board & ~(mine | other))
    moves, key, ply = mobility(mine, other) & board, ZERO, 0
    look = counts[0] + NODES_BETWEEN_LOOKS
    while True:
        # 1. Enter the position: what is known about it?
        counts[0] += 1
        if counts[0] >= look:
            look = counts[0] + NODES_BETWEEN_LOOKS
            if cells[STOP] != 0 or counts[0] >= budget:
                return STOPPED
            # Go back to the first position that another thread has answered meanwhile.
            back = 0
            while back < ply and frames[back * FRAME + EMPTIES] >= split:
                frame, at = back * FRAME, back * WORDS
                entry = find(table, generation, words[at + KEY])
                if entry != ZERO and (lower(entry) > frames[frame + ALPHA] or upper(entry) <= frames[frame + ALPHA]):
                    while ply > back:
                        ply -= 1
                        leave(busy, words[ply * WORDS + AT])
                    mine, other, key = words[at + MINE], words[at + OTHER], words[at + KEY]
                    alpha, empties = frames[frame + ALPHA], frames[frame + EMPTIES]
                    moves = mobility(mine, other) & board
                    break
                back += 1
        value, best, known_move, low, high = NOTHING, NOTHING, NO_MOVE, -size, size
        count, left = 0, ZERO
        free = board & ~(mine | other)
        if empties == LAST:
            value = last_four(mine, other, alpha, size, free, counts)
        else:
            if _is_worth_counting(alpha, empties):
                high = size - 2 * popcount(stable(other, mine | other, board))
            if high <= alpha:
                value = high
            elif empties >= LOOK_UP:
                key = key_of(mine, other) if key == ZERO else key
                entry = find(table, generation, key)
                if entry != ZERO:
                    low, high, known_move = lower(entry), min(high, upper(entry)), move_of(entry)
                    if low > alpha or high <= alpha:
                        value = low if low > alpha else high
        # 2. What can be done in it?
        if value == NOTHING:
            start = ply * MAX_MOVES
            if moves == ZERO:
                moves = mobility(other, mine) & board
                if moves == ZERO:
                    value = final(mine, other, size)
                else:  # the only child is the same position with the other side to move
                    orders[start] = NO_MOVE
                    kids[start * KID + KID_MINE], kids[start * KID + KID_OTHER] = other, mine
                    kids[start * KID + KID_MOVES], kids[start * KID + KID_KEY] = moves, ZERO
                    count = 1
            elif empties < SORT:
                left = moves
            else:
                odd = odd_cells(free)
                while moves != ZERO:
                    cell = index(moves)
                    moves &= moves - ONE
                    turned = flips(mine, other, cell)
                    kid_mine, kid_other = other ^ turned, mine | turned | bit(cell)
                    if kid_mine == ZERO:
                        value, known_move, count = size, cell, 0
                        break
                    kid_key = ZERO
                    if empties > LOOK_UP:
                        kid_key = key_of(kid_mine, kid_other)
                        prefetch_bucket(table, kid_key)
                    kid_moves = mobility(kid_mine, kid_other) & board
                    order = rate_move(kid_mine, kid_other, kid_moves, cell, odd, empties, board, knowledge)
                    if cell == known_move:
                        order += FROM_TABLE
                    orders[start + count] = order << 8 | cell
                    at = (start + count) * KID
                    kids[at + KID_MINE], kids[at + KID_OTHER] = kid_mine, kid_other
                    kids[at + KID_MOVES], kids[at + KID_KEY] = kid_moves, kid_key
                    count += 1
                # 3. What is known about the children?
                if empties >= LOOK_AHEAD:
                    met, count = count, 0
                    for at in range(start, start + met):
                        entry = find(table, generation, kids[at * KID + KID_KEY])
                        if entry != ZERO:
                            if -upper(entry) > alpha:
                                value, known_move, count = -upper(entry), orders[at] & 255, 0
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
        frame, at = ply * FRAME, ply * WORDS
        if value == NOTHING:
            frames[frame + ALPHA], frames[frame + BEST] = alpha, best
            frames[frame + MOVE], frames[frame + KNOWN] = known_move, known_move
            frames[frame + LOW], frames[frame + HIGH], frames[frame + EMPTIES] = low, high, empties
            frames[frame + SINCE], frames[frame + COUNT], frames[frame + NEXT] = counts[0], count, 0
            words[at + MINE], words[at + OTHER], words[at + LEFT] = mine, other, left
            words[at + KEY] = key if empties >= LOOK_UP else ZERO
        else:
            # 4. Nothing to search: tell the value to the positions above, up to one that has a move left.
            if ply == 0:
                frames[MOVE] = known_move
            while True:
                if ply == 0:
                    return value
                ply -= 1
                frame, at = ply * FRAME, ply * WORDS
                value, alpha, empties = -value, frames[frame + ALPHA], frames[frame + EMPTIES]
                if empties >= split:
                    leave(busy, words[at + AT])
                if value > frames[frame + BEST]:
                    frames[frame + BEST], frames[frame + MOVE] = value, frames[frame + CELL]
                value = frames[frame + BEST]
                if value <= alpha and (words[at + LEFT] != ZERO or frames[frame + NEXT] < frames[frame + COUNT]):
                    break
                if words[at + KEY] != ZERO:
                    low, high, move = frames[frame + LOW], frames[frame + HIGH], frames[frame + MOVE]
                    if value > alpha:
                        low = max(low, value)
                    else:  # no move is good enough; the one that was so for less stays the best known
                        high = min(high, value)
                        move = move if frames[frame + KNOWN] == NO_MOVE else frames[frame + KNOWN]
                    store(table, generation, words[at + KEY], low, high, move, counts[0] - frames[frame + SINCE])
            mine, other, left = words[at + MINE], words[at + OTHER], words[at + LEFT]
        # 5. Follow the most promising move that is left.
        alpha = -alpha - 1
        if left != ZERO:
            odd = left & odd_cells(board & ~(mine | other))
            cell = index(odd if odd != ZERO else left)
            words[at + LEFT] = left & ~bit(cell)
            turned = flips(mine, other, cell)
            mine, other, key = other ^ turned, mine | turned | bit(cell), ZERO
            empties -= 1
            if empties != LAST:
                moves = mobility(mine, other) & board
        else:
            first, end = ply * MAX_MOVES + frames[frame + NEXT], ply * MAX_MOVES + frames[frame + COUNT]
            chosen = first
            for kid in range(first + 1, end):
                if orders[kid] > orders[chosen]:
                    chosen = kid
            if empties >= split and frames[frame + NEXT] > 0 and is_busy(busy, kids[chosen * KID + KID_KEY]):
                free_kid = -1
                for kid in range(first, end):
                    is_better = free_kid < 0 or orders[kid] > orders[free_kid]
                    if is_better and not is_busy(busy, kids[kid * KID + KID_KEY]):
                        free_kid = kid
                chosen = chosen if free_kid < 0 else free_kid
            cell, kid = orders[chosen] & 255, chosen * KID
            mine, other = kids[kid + KID_MINE], kids[kid + KID_OTHER]
            moves, key = kids[kid + KID_MOVES], kids[kid + KID_KEY]
            orders[chosen] = orders[first]
            for field in range(KID):
                kids[kid + field] = kids[first * KID + field]
            frames[frame + NEXT] += 1
            if empties >= split:
                words[at + AT] = key
                if key != ZERO:
                    enter(busy, key)
            if cell != NO_MOVE:
                empties -= 1
        frames[frame + CELL] = cell
        ply += 1
