"""The search: is the score of a position more than a number or not? Depth first, without recursion.

A node is a position in which the side to move has a choice: it cannot win on the spot, and at least two moves do not
lose at once. `settle` plays all forced moves up to there, so that a child may be several plies below its parent and
of either side; an odd number of free cells between the two tells that the sides have changed.

A score is the number of stones the winner has left, whatever the ply, so that values need no adjustment on their way
up: a question far from 0 asks for a quick win or loss and is answered quickly, since few free cells may be used up.

Threads that ask the same question leave moves to each other (`common/shared_work.py`). Two visit 1.03 times the nodes
of one in the first five of L1_R3, 0.97 times from the empty board; each in a shaken order of its own they visited 2.2
times as many.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.core.bits import bits, popcount
from kibitz.kernels.common.bucket_table import prefetch_bucket
from kibitz.kernels.common.control import NODES, STOP
from kibitz.kernels.common.shared_work import enter, is_busy, leave
from kibitz.kernels.compiler.bridge import subkernel
from kibitz.kernels.solvers.connect_four.bitboard import following, has_line, key_of, masks, shape, threats
from kibitz.kernels.solvers.connect_four.table import NO_MOVE, find, lower, mixed, move_of, store, upper
from kibitz.kernels.solvers.connect_four.words import ONE, ZERO, U, get_word, lowest, put_word, word_count

NOTHING = -999  # less than every score
STOPPED = 999  # no score: told to stop

LOOK_UP = 8  # free cells from which on a position is worth an entry
LOOK_AHEAD = 12  # free cells from which on children are looked up before any is searched
NODES_BETWEEN_LOOKS = 1023  # at the stop flag: well below a millisecond
WIDE_NODES_BETWEEN_LOOKS = 127  # on a board of more than 64 bits: 3 ms with eleven words

# What makes a move worth trying early; found by random steps that left fewer nodes on L2_R2, L1_R1 and part of L1_R2.
THREAT = 3  # for every threat after the move,
THREAT_NEXT = 12  # and as much again if the other side must not play below it now,
THREAT_SOON = 6  # or after one more stone there,
THREAT_IN_STEP = 2  # or if its row is one that fills up in favour of the side that moves
FORCED = 4  # for every forced move that follows,
KEEPS_THE_MOVE = 9  # and if the side that moves is to choose again
FROM_TABLE = 9
FROM_EDGE = 2  # for every column between the move and the edge, and 1 for every line through the cell

# The stack, by ply: frames of numbers, the key, and for each child its words and its order.
ALPHA, BEST, MOVE, LOW, HIGH, EMPTIES, SINCE, COUNT, NEXT, FRAME = range(10)
KID_WORDS = 3  # the stones of both sides and the threats; a key of 64 bits comes after them

# An order is a number: how early a move is tried | its column 6 bits | the free cells of the child 10
EMPTIES_BITS, ORDER_BITS = 10, 16
EMPTIES_MASK, COLUMN_MASK = 1023, 63


def make_workspace(game: Any) -> Any:
    """The stack of one search at a time (frames, keys, children and their order), and what each cell is worth."""
    plies = game.width * game.height + 2
    kids = plies * game.width
    return (
        np.empty(plies * FRAME, np.int64),
        np.empty(plies, np.uint64),
        np.empty(kids * (KID_WORDS * game.int_words + 1), np.uint64),
        np.empty(kids, np.int64),
        _worth(game),
    )


def _worth(game: Any) -> Any:
    """How soon a move to each cell is tried when nothing else counts: by the lines through it, and from the centre."""
    worth = np.zeros(game.width * (game.height + 1), np.int64)
    for line in game.winning_lines:
        for cell in bits(line):
            worth[cell] += 1
    for row, column in game.cells:
        worth[game.bit(row, column)] += FROM_EDGE * min(column, game.width - 1 - column)
    return worth


@subkernel
def _safe_moves(playable: Any, their: Any) -> Any:
    """The moves after which the other side, whose threats are given, does not win at once."""
    now = their & playable
    safe = playable & ~(their >> ONE)
    if now == ZERO:
        return safe
    return safe & now if now & (now - ONE) == ZERO else ZERO


@subkernel
def settle(game: Any, mine: Any, other: Any, their: Any, empties: int, alpha: int) -> Any:
    """Play forced moves until there is a choice, or an answer to whether the score is more than `alpha`.

    Takes a position whose mover cannot win on the spot, with the other side's threats. Returns whether there is an
    answer, the score or a bound on the same side of `alpha` as the mover of the given position sees it, and the
    position reached with its threats and free cells.
    """
    bottom, board, _ = masks(game)
    sign = 1
    while True:
        taken = mine | other
        safe = _safe_moves((taken + bottom) & board, their)
        if safe == ZERO or empties <= 2:
            return True, sign * (-(empties >> 1) if safe == ZERO else 0), mine, other, their, empties
        low, high = -((empties - 2) >> 1), (empties - 1) >> 1  # neither side wins with its next stone
        if low > alpha or high <= alpha:
            return True, sign * (low if low > alpha else high), mine, other, their, empties
        if safe & (safe - ONE) != ZERO:
            break
        mine, other = other, mine | safe
        empties -= 1
        alpha, sign = -alpha - 1, -sign
        their = threats(game, other, board ^ (taken | safe))
    # Whoever can complete no line does not win.
    if not has_line(game, (mine if alpha >= 0 else other) | (board ^ taken)):
        return True, 0, mine, other, their, empties
    score = following(game, mine, other, their, empties, alpha)
    return score >= max(0, -alpha), sign * -score, mine, other, their, empties


@subkernel
def search(
    game: Any,
    table: Any,
    layout: Any,
    generation: Any,
    root: Any,
    alpha: int,
    workspace: Any,
    cells: Any,
    budget: int,
    busy: Any,
    split: int,
) -> int:
    """A bound on the score of the root: a lower one if it is more than `alpha`, else an upper one.

    The root is two words of the board; its mover must not be able to win on the spot. STOPPED when `cells[STOP]` was
    set or `cells[NODES]` has come to the budget. Threads that ask the same leave the positions in `busy` to each other
    where at least `split` cells are free, ALONE if there is only one.
    """
    frames, keys, kids, orders, worth = workspace
    width, height, _ = shape(game)
    bottom, board, even = masks(game)
    size = word_count(board)
    between_looks = NODES_BETWEEN_LOOKS if size == 1 else WIDE_NODES_BETWEEN_LOOKS
    # Where in a child its words are: the stones of its mover, those of the other side, the threats of that, the key.
    at_other, at_their, at_key, kid_size = size, 2 * size, KID_WORDS * size, KID_WORDS * size + 1
    nodes = cells[NODES]
    mine, other = root
    empties = popcount(board ^ (mine | other))
    their = threats(game, other, board ^ (mine | other))
    key, ply = ZERO, 0
    while True:
        # 1. Enter the position: what is known about it?
        nodes += 1
        if nodes & between_looks == 0:
            if cells[STOP] != 0 or nodes >= budget:
                cells[NODES] = nodes
                return STOPPED
            # Go back to the first position that another thread has answered meanwhile.
            back = 0
            while back < ply and frames[back * FRAME + EMPTIES] >= split:
                entry = find(game, table, layout, generation, keys[back])
                at = frames[back * FRAME + ALPHA]
                if entry != ZERO and (lower(game, entry) > at or upper(game, entry) <= at):
                    alpha, empties, key = at, frames[back * FRAME + EMPTIES], keys[back]
                    while ply > back:
                        ply -= 1
                        leave(busy, kids[(ply * width + frames[ply * FRAME + NEXT] - 1) * kid_size + at_key])
                    mine, other = root
                    if ply > 0:
                        at = ((ply - 1) * width + frames[(ply - 1) * FRAME + NEXT] - 1) * kid_size
                        mine, other = get_word(kids, at, board), get_word(kids, at + at_other, board)
                    their = threats(game, other, board ^ (mine | other))
                    break
                back += 1
        low, high = -(empties >> 1), (empties - 1) >> 1
        known_move, count, best = NO_MOVE, 0, NOTHING
        if empties >= LOOK_UP:
            if key == ZERO:
                key = mixed(game, key_of(game, mine, other), layout)
            entry = find(game, table, layout, generation, key)
            if entry != ZERO:
                low, high, known_move = lower(game, entry), upper(game, entry), move_of(game, entry)
        if low > alpha or high <= alpha:
            best = low if low > alpha else high
        else:
            # 2. Settle its moves as far as that can be done without searching.
            taken = mine | other
            safe = _safe_moves((taken + bottom) & board, their)
            if safe == ZERO:
                best = low  # only the root can be lost at once
            in_step = even if empties & 1 == 1 else ~even
            while safe != ZERO:
                move = lowest(safe)
                safe ^= move
                ours = threats(game, mine | move, board ^ taken ^ move)
                done, value, kid_mine, kid_other, kid_their, kid_empties = settle(
                    game, other, mine | move, ours, empties - 1, -alpha - 1
                )
                if done:
                    best = max(best, -value)
                    if best > alpha:
                        break
                    continue
                kid_key = ZERO
                if kid_empties >= LOOK_AHEAD:
                    kid_key = mixed(game, key_of(game, kid_mine, kid_other), layout)
                    prefetch_bucket(table, kid_key)
                cell = popcount(move - ONE)
                column = cell // (height + 1)
                above = (taken | move) + bottom
                order = (
                    THREAT * popcount(ours)
                    + THREAT_NEXT * popcount(ours & (above << ONE))
                    + THREAT_SOON * popcount(ours & (above << U(2)))
                    + THREAT_IN_STEP * popcount(ours & in_step)
                    + FORCED * (empties - 1 - kid_empties)
                    + worth[cell]
                )
                if (empties - kid_empties) & 1 == 0:
                    order += KEEPS_THE_MOVE
                if column == known_move:
                    order += FROM_TABLE
                at = ply * width + count
                orders[at] = order << ORDER_BITS | column << EMPTIES_BITS | kid_empties
                at *= kid_size
                put_word(kids, at, kid_mine)
                put_word(kids, at + at_other, kid_other)
                put_word(kids, at + at_their, kid_their)
                kids[at + at_key] = kid_key
                count += 1
            # 3. What is known about the others?
            met, count = count if best <= alpha else 0, 0
            for at in range(ply * width, ply * width + met):
                kid_empties = orders[at] & EMPTIES_MASK
                if kid_empties >= LOOK_AHEAD:
                    entry = find(game, table, layout, generation, kids[at * kid_size + at_key])
                    if entry != ZERO:
                        kid_low, kid_high = lower(game, entry), upper(game, entry)
                        if (empties - kid_empties) & 1 == 1:
                            kid_low, kid_high = -kid_high, -kid_low
                        if kid_low > alpha:
                            best, count = kid_low, 0
                            break
                        if kid_high <= alpha:
                            best = max(best, kid_high)
                            continue
                to = ply * width + count
                orders[to] = orders[at]
                for field in range(kid_size):
                    kids[to * kid_size + field] = kids[at * kid_size + field]
                count += 1
        frame = ply * FRAME
        if count > 0:
            frames[frame + ALPHA], frames[frame + BEST], frames[frame + MOVE] = alpha, best, known_move
            frames[frame + LOW], frames[frame + HIGH], frames[frame + EMPTIES] = low, high, empties
            frames[frame + SINCE], frames[frame + COUNT], frames[frame + NEXT] = nodes, count, 0
            keys[ply] = key
        else:
            # 4. Nothing to search: tell the value to the positions above, up to one that has a move left.
            value = best
            while True:
                if ply == 0:
                    cells[NODES] = nodes
                    return value
                ply -= 1
                frame = ply * FRAME
                if empties >= split:
                    leave(busy, kids[(ply * width + frames[frame + NEXT] - 1) * kid_size + at_key])
                if (frames[frame + EMPTIES] - empties) & 1 == 1:
                    value = -value
                empties, alpha = frames[frame + EMPTIES], frames[frame + ALPHA]
                if value > frames[frame + BEST]:
                    frames[frame + BEST] = value
                    order = orders[ply * width + frames[frame + NEXT] - 1]
                    frames[frame + MOVE] = order >> EMPTIES_BITS & COLUMN_MASK
                value = frames[frame + BEST]
                if value <= alpha and frames[frame + NEXT] < frames[frame + COUNT]:
                    break
                if empties >= LOOK_UP:
                    low, high = frames[frame + LOW], frames[frame + HIGH]
                    if value > alpha:
                        low = max(low, value)
                    else:
                        high = min(high, value)
                    work = nodes - frames[frame + SINCE]
                    store(game, table, layout, generation, keys[ply], low, high, frames[frame + MOVE], work)
        # 5. Follow the most promising move that is left.
        first = ply * width + frames[frame + NEXT]
        chosen = first
        for at in range(first + 1, ply * width + frames[frame + COUNT]):
            if orders[at] > orders[chosen]:
                chosen = at
        if empties >= split and frames[frame + NEXT] > 0 and is_busy(busy, kids[chosen * kid_size + at_key]):
            free = np.int64(-1)
            for at in range(first, ply * width + frames[frame + COUNT]):
                if orders[at] > free and not is_busy(busy, kids[at * kid_size + at_key]):
                    chosen, free = at, orders[at]
        orders[first], orders[chosen] = orders[chosen], orders[first]
        for field in range(kid_size):
            at = chosen * kid_size + field
            kids[first * kid_size + field], kids[at] = kids[at], kids[first * kid_size + field]
        frames[frame + NEXT] += 1
        kid_empties = orders[first] & EMPTIES_MASK
        if (empties - kid_empties) & 1 == 1:
            alpha = -alpha - 1
        at = first * kid_size
        mine, other = get_word(kids, at, board), get_word(kids, at + at_other, board)
        their, key = get_word(kids, at + at_their, board), kids[at + at_key]
        empties = kid_empties
        ply += 1
        if empties >= split:
            enter(busy, key)
