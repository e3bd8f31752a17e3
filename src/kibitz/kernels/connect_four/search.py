"""The search: is the score of a position above a number or not? Depth first, without recursion.

A node is a position in which the side to move has a choice: it cannot win on the spot, and at least two moves do not
lose at once. `settle` plays all forced moves up to there, so that a child may be several plies below its parent and
of either side; an odd number of free cells between the two tells that the sides have changed.

A score is the number of stones the winner has left, whatever the ply, so that values need no adjustment on their way
up: a window far from 0 asks for a quick win or loss and is searched quickly, since it closes with the free cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from kibitz.core.bits import popcount
from kibitz.kernels.connect_four.board import ONE, ZERO, U, following, has_line, key_of, masks, shape, threats
from kibitz.kernels.connect_four.table import NO_MOVE, find, lower, move_of, store, upper
from kibitz.kernels.control import NODES, STOP

__all__ = ["MOST_NODES", "STOPPED", "room_for", "search"]

MOST_NODES = 5  # the cell that limits cells[NODES]
INFINITY = 99
STOPPED = 1000  # no score: told to stop

LOOK_UP = 8  # free cells from which on a position is worth an entry
LOOK_AHEAD = 10  # free cells from which on children are looked up before any is searched
NODES_BETWEEN_LOOKS = 1023  # at the stop flag: well below a millisecond

# The stack, by ply: frames of numbers, the key, and for each child its words and its order.
ALPHA, BETA, BEST, MOVE, LOW, HIGH, EMPTIES, SINCE, COUNT, NEXT, FRAME = range(11)
MINE, OTHER, THEIR, KEY, KID = range(5)


def room_for(game: Any) -> Any:
    """The stack of one search at a time: frames, keys, children and their order."""
    plies = game.width * game.height + 2
    kids = plies * game.width
    return (
        np.empty(plies * FRAME, np.int64),
        np.empty(plies, np.uint64),
        np.empty(kids * KID, np.uint64),
        np.empty(kids, np.int64),
    )


@register_jitable
def settle(game: Any, mine: Any, other: Any, their: Any, empties: int, alpha: int, beta: int) -> Any:
    """Play forced moves until there is a choice or a verdict.

    Takes a position whose mover cannot win on the spot, with the other side's threats. Returns whether it is settled
    with respect to the window, the value or bound as the mover of the given position sees it, and the position
    reached with its threats and free cells.
    """
    bottom, board, _ = masks(game)
    sign = 1
    while True:
        taken = mine | other
        free = board ^ taken
        playable = (taken + bottom) & board
        now = their & playable
        safe = playable & ~(their >> ONE)
        if now != ZERO:
            safe = safe & now if now & (now - ONE) == ZERO else ZERO
        if safe == ZERO or empties <= 2:
            value = -(empties >> 1) if safe == ZERO else 0
            return True, sign * value, mine, other, their, empties
        low, high = -((empties - 2) >> 1), (empties - 1) >> 1
        if low >= beta:
            return True, sign * low, mine, other, their, empties
        if high <= alpha:
            return True, sign * high, mine, other, their, empties
        if safe & (safe - ONE) != ZERO:
            break
        mine, other = other, mine | safe
        empties -= 1
        alpha, beta, sign = -beta, -alpha, -sign
        their = threats(game, other, free ^ safe)
    if (alpha >= 0 and not has_line(game, mine | free)) or (beta <= 0 and not has_line(game, other | free)):
        return True, 0, mine, other, their, empties
    bound = following(game, mine, other, their, empties, INFINITY)
    return bound <= alpha, sign * bound, mine, other, their, empties


@register_jitable
def search(
    game: Any, table: Any, layout: Any, generation: Any, root: Any, window: Any, room: Any, cells: Any, noise: int
) -> int:
    """The score of the root if it lies within the window, else a bound on the same side of the window.

    The root is two words; its mover must not be able to win on the spot. STOPPED when `cells[STOP]` was set or
    `cells[MOST_NODES]` were searched. `noise` is a small number that shakes the order of moves, 0 not at all.
    """
    frames, keys, kids, orders = room
    width, height, _ = shape(game)
    bottom, board, _ = masks(game)
    one_column = (ONE << U(height)) - ONE
    nodes = cells[NODES]
    mine, other = root
    alpha, beta = window
    root_empties = popcount(board ^ (mine | other))
    their = threats(game, other, board ^ (mine | other))
    done, value, mine, other, their, empties = settle(game, mine, other, their, root_empties, alpha, beta)
    if done:
        return value
    if (root_empties - empties) & 1 == 1:
        alpha, beta = -beta, -alpha
    key, ply = ZERO, 0
    while True:
        # 1. Enter the position: what is known about it?
        nodes += 1
        if nodes & NODES_BETWEEN_LOOKS == 0 and (cells[STOP] != 0 or nodes >= cells[MOST_NODES]):
            cells[NODES] = nodes
            return STOPPED
        low, high = -((empties - 2) >> 1), (empties - 1) >> 1
        alpha, beta = max(alpha, low), min(beta, high)
        known_move, count, best = NO_MOVE, 0, -INFINITY
        if empties >= LOOK_UP:
            if key == ZERO:
                key = key_of(game, mine, other)
            entry = find(table, layout, generation, key)
            if entry != ZERO:
                low, high, known_move = lower(entry), upper(entry), move_of(entry)
                if low >= beta:
                    best = alpha = low
                elif high <= alpha:
                    best = beta = high
        if alpha < beta:
            # 2. Settle its moves as far as that can be done without searching.
            taken = mine | other
            safe = (taken + bottom) & board & ~(their >> ONE)
            for column in range(width):
                move = safe & (one_column << U(column * (height + 1)))
                if move == ZERO:
                    continue
                ours = threats(game, mine | move, board ^ taken ^ move)
                done, value, kid_mine, kid_other, kid_their, kid_empties = settle(
                    game, other, mine | move, ours, empties - 1, -beta, -alpha
                )
                value, kid_key = -value, ZERO
                if not done and kid_empties >= LOOK_AHEAD:
                    kid_key = key_of(game, kid_mine, kid_other)
                    entry = find(table, layout, generation, kid_key)
                    if entry != ZERO:
                        kid_low, kid_high = lower(entry), upper(entry)
                        if (empties - kid_empties) & 1 == 1:
                            kid_low, kid_high = -kid_high, -kid_low
                        done = kid_low >= beta or kid_high <= alpha
                        value = kid_low if kid_low >= beta else kid_high
                if done:
                    best = max(best, value)
                    alpha = max(alpha, value)
                    if alpha >= beta:
                        break
                    continue
                above = (taken | move) + bottom
                order = 12 * popcount(ours & (above << ONE)) + 5 * popcount(ours & (above << U(2)))
                order += 3 * popcount(ours) + min(column, width - 1 - column) + (30 if column == known_move else 0)
                if noise:
                    order += np.int64((mine | move) * U(0x9E3779B97F4A7C15 + 2 * noise) >> U(61))
                at = ply * width + count
                orders[at] = order << 16 | column << 8 | kid_empties
                at *= KID
                kids[at + MINE], kids[at + OTHER], kids[at + THEIR], kids[at + KEY] = (
                    kid_mine,
                    kid_other,
                    kid_their,
                    kid_key,
                )
                count += 1
        frame = ply * FRAME
        if alpha < beta and count > 0:
            frames[frame + ALPHA], frames[frame + BETA], frames[frame + BEST] = alpha, beta, best
            frames[frame + MOVE], frames[frame + LOW], frames[frame + HIGH] = known_move, low, high
            frames[frame + EMPTIES], frames[frame + SINCE] = empties, nodes
            frames[frame + COUNT], frames[frame + NEXT] = count, 0
            keys[ply] = key
        else:
            # 3. Nothing to search: tell the value to the positions above, up to one that has a move left.
            value = best
            while True:
                if ply == 0:
                    cells[NODES] = nodes
                    return value if (root_empties - empties) & 1 == 0 else -value
                ply -= 1
                frame = ply * FRAME
                if (frames[frame + EMPTIES] - empties) & 1 == 1:
                    value = -value
                empties = frames[frame + EMPTIES]
                alpha, beta = frames[frame + ALPHA], frames[frame + BETA]
                if value > frames[frame + BEST]:
                    frames[frame + BEST] = value
                    frames[frame + MOVE] = orders[ply * width + frames[frame + NEXT] - 1] >> 8 & 255
                    if value > alpha:
                        alpha = value
                        frames[frame + ALPHA] = value
                if alpha < beta and frames[frame + NEXT] < frames[frame + COUNT]:
                    break
                value = frames[frame + BEST]
                if empties >= LOOK_UP:
                    low, high = frames[frame + LOW], frames[frame + HIGH]
                    if value >= beta:
                        low = max(low, value)
                    else:
                        high = min(high, value)
                    work = nodes - frames[frame + SINCE]
                    store(table, layout, generation, keys[ply], low, high, frames[frame + MOVE], work)
        # 4. Follow the most promising move that is left.
        first = ply * width + frames[frame + NEXT]
        chosen = first
        for at in range(first + 1, ply * width + frames[frame + COUNT]):
            if orders[at] > orders[chosen]:
                chosen = at
        for field in range(KID):
            at = chosen * KID + field
            kids[first * KID + field], kids[at] = kids[at], kids[first * KID + field]
        orders[first], orders[chosen] = orders[chosen], orders[first]
        frames[frame + NEXT] += 1
        kid_empties = orders[first] & 255
        if (empties - kid_empties) & 1 == 1:
            alpha, beta = -beta, -alpha
        empties = kid_empties
        at = first * KID
        mine, other, their, key = kids[at + MINE], kids[at + OTHER], kids[at + THEIR], kids[at + KEY]
        ply += 1
