"""The walk of minimax, alpha-beta and PVS through the tree: one kernel, one explicit stack.

The walk arrives at a node and counts it. A leaf has its value at once, and a node with nothing but leaves below it has
it after one loop; any other node gets a frame and lists its moves. A value goes up: each node takes it in and goes on
to its next move, or leaves with a value of its own. What a node does with a value is all that tells the algorithms
apart.

In a game whose positions repeat, a position is compared with those above it, which `WalkMemory.states` holds.

The frame of the present node lies in local variables, those of the nodes above it in `WalkMemory.frames`, a row a ply:

    0 alpha   1 beta   2 best   3 index of the move being tried   4 count of moves   5 testing (PVS: width one)
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.evaluation import Evaluator
from kibitz.core.game import ONGOING, Game
from kibitz.core.score import INFINITY, final
from kibitz.core.searching import NodeKind
from kibitz.kernels.common.control import NODES, STOP, STOPPED_BY_LENGTH, STOPPED_BY_NODES
from kibitz.kernels.common.path import is_on_path
from kibitz.kernels.common.rng import shuffle
from kibitz.kernels.common.trace import enter_node, leave_node
from kibitz.kernels.compiler.bridge import (
    evaluate,
    keeps_turn,
    kernel,
    lean_kernel,
    moves,
    play,
    repeats,
    repetition,
    result,
    seen_from,
)
from kibitz.kernels.compiler.intrinsics import keep_state, kept_state

MINIMAX, FAIL_SOFT, FAIL_HARD, PVS = range(4)
CENTRE, HEURISTIC, SHUFFLED, KILLER, HISTORY = range(5)
ORDERS = {"centre": CENTRE, "heuristic": HEURISTIC, "shuffled": SHUFFLED, "killer": KILLER, "history": HISTORY}

INNER, TERMINAL, HORIZON = int(NodeKind.INNER), int(NodeKind.TERMINAL), int(NodeKind.HORIZON)

unsigned = np.uint64  # an index of this type is not looked at for being negative, which tells in the innermost loop

LOOK_EVERY = 1024  # nodes between two looks at the limits


class WalkMemory(NamedTuple):
    """The arrays of one search."""

    out: Any
    frames: Any
    states: Any
    lines: Any  # the best moves from a ply on, where a value lay inside its window: no other can become the root's
    line_lengths: Any
    roots: Any  # lower and upper bound of each root move
    counts: Any  # nodes, evaluations, terminals, deepest ply
    cutoffs: Any
    killers: Any
    merit: Any
    distance: Any  # of each move from the centre
    keys: Any  # for sorting
    amounts: Any  # for evaluating
    random: Any


def make_memory(game: Game, evaluator: Evaluator, depth: int, seed: int) -> WalkMemory:
    plies, width = min(depth, game.max_plies) + 2, game.num_moves
    rows = lambda *shape: np.zeros((plies, *shape), np.int64)
    killers = rows(2)
    killers.fill(-1)
    return WalkMemory(
        out=rows(width),
        frames=rows(6),
        states=rows(game.words),
        lines=np.zeros((plies, plies), np.int32),
        line_lengths=rows(),
        roots=np.zeros((width, 2), np.int64),
        counts=np.zeros(4, np.int64),
        cutoffs=np.zeros(width, np.int64),
        killers=killers,
        merit=np.zeros(width, np.int64),
        distance=centre_distances(game),
        keys=np.zeros(width, np.int64),
        amounts=np.zeros(max(1, evaluator.room), np.int64),
        random=np.array([seed], np.uint64),
    )


@functools.lru_cache(64)
def centre_distances(game: Game) -> Any:
    return np.array([game.centre_distance(move) for move in range(game.num_moves)], np.int64)


@lean_kernel
def walk(
    game, evaluator, weights, algorithm, orders, start, first_move, keeps_first_turn, first_ply, depth, low, high,
    sooner, memory, max_nodes, cells, trace,
):  # fmt: skip
    """The value of `start`, which lies `first_ply` plies below the root; 0 if `cells[STOP]` ended the walk.

    No `algorithm` means fail-soft alpha-beta, no `orders` natural order; both are then known when this is compiled.
    `keeps_first_turn`: the first move leads to `start`, and the side that made it moves again there.
    """
    way = FAIL_SOFT if algorithm is None else algorithm
    out, frames, states, lines, lengths = memory.out, memory.frames, memory.states, memory.lines, memory.line_lengths
    cutoffs, roots, amounts, random = memory.cutoffs, memory.roots, memory.amounts, memory.random
    killers, merit, distance, keys = memory.killers, memory.merit, memory.distance, memory.keys
    nodes, evaluations, terminals, deepest = memory.counts[0], memory.counts[1], memory.counts[2], memory.counts[3]
    next_look, enough_nodes = nodes, max_nodes - 2 * len(cutoffs)  # PVS may look at a leaf twice
    above_leaves = depth - 2 if depth - 2 >= first_ply else -2  # the ply whose children have only leaves below them
    ply, child = first_ply - 1, start  # as if the first node were the child of one above it
    given_low, given_high = low, high
    root_low, root_high = -high, -low
    alpha, beta, best, index, count, testing = low, high, 0, 0, 0, False
    lengths[first_ply] = 0
    while True:
        # 1. Arrive at `child`: limits first, then the node counts.
        if nodes >= next_look:
            cells[NODES] = nodes
            if nodes >= max_nodes:
                cells[STOP] = STOPPED_BY_NODES
            if cells[STOP] != 0:
                value = 0
                break
            next_look = min(nodes + LOOK_EVERY, max_nodes)
        nodes += 1
        if trace is not None:
            move = first_move if ply < first_ply else out[ply, index]
            enter_node(trace, ply + 1, first_ply, move, depth - ply - 1, low, high)
        outcome = result(game, child)
        if repeats(game) and outcome == ONGOING and is_on_path(states, ply, child):
            outcome = repetition(game)
        going_up, length = True, 0  # length of the line that begins at the child
        if outcome != ONGOING:
            # 2. A leaf has its value at once and needs no frame.
            terminals += 1
            deepest = max(deepest, ply + 1)
            value = final(outcome, ply + 1, sooner)
            if trace is not None:
                leave_node(trace, ply + 1, value, TERMINAL)
        elif ply + 1 >= depth:
            evaluations += 1
            value = evaluate(evaluator, child, weights, amounts)
            if trace is not None:
                leave_node(trace, ply + 1, value, HORIZON)
        else:
            # 3. An inner node lists its moves.
            if ply + 3 > len(frames):
                cells[STOP] = STOPPED_BY_LENGTH
                value = 0
                break
            moves_below = moves(game, child, out[ply + 1])
            if orders is not None and len(orders) > 0:
                arrange(
                    game, evaluator, weights, orders, child, out[ply + 1], moves_below, killers[ply + 1], merit,
                    distance, keys, amounts, random,
                )  # fmt: skip
            if way == MINIMAX:
                low, high = -INFINITY, INFINITY
            if trace is None and ply == above_leaves and nodes <= enough_nodes:
                # 4. Nothing but leaves below it: they are looked at in one go, and it needs no frame either.
                value, chosen, cut, visits, ended = look_at_leaves(
                    game, evaluator, weights, way, child, out[ply + 1], moves_below, low, high, depth, sooner,
                    amounts, states, ply,
                )  # fmt: skip
                nodes += visits
                evaluations += visits - ended
                terminals += ended
                if ended > 0:
                    deepest = depth
                if chosen >= 0:
                    lines[ply + 1, 0] = out[ply + 1, chosen]
                    length = 1
                if cut >= 0:
                    cutoffs[cut] += 1
                    if orders is not None and len(orders) > 0:
                        credit(orders, out[ply + 1, cut], 1, killers[ply + 1], merit)
            else:
                # 5. Its parent's frame is put away, and its first move is next.
                if ply >= first_ply:
                    frame = frames[unsigned(ply)]
                    frame[0], frame[1], frame[2], frame[3], frame[4] = alpha, beta, best, index, count
                    if way == PVS:
                        frame[5] = testing
                ply += 1
                keep_state(states, unsigned(ply), child)
                alpha, beta, index, count, testing = low, high, 0, moves_below, False
                best = alpha if way == FAIL_HARD else -INFINITY
                going_up = False
        # 6. The value goes up: each node takes it in, and if that was its last move leaves with its own.
        while going_up and ply >= first_ply:
            value = seen_from(game, kept_state(states, ply, start), child, value)
            if ply == 0:
                note_root(roots, out[0, index], value, root_low, root_high)
            if testing and alpha < value < beta:
                testing = False  # PVS: better than expected, so that the same move is searched once more
                break
            leaving = False
            if value > best:
                best = value
                if value >= beta:
                    leaving = True
                    cutoffs[index] += 1
                    if orders is not None and len(orders) > 0:
                        credit(orders, out[ply, index], depth - ply, killers[ply], merit)
                elif value > alpha:
                    alpha = value
                    lines[ply, 0] = out[ply, index]
                    for i in range(length):
                        lines[ply, i + 1] = lines[ply + 1, i]
                    lengths[ply] = length + 1
            index += 1
            testing = way == PVS
            if not leaving and index < count:
                break
            value = min(best, beta) if way == FAIL_HARD else best
            length = lengths[ply]
            if trace is not None:
                leave_node(trace, ply, value, INNER)
            child = kept_state(states, ply, start)
            ply -= 1
            if ply >= first_ply:
                frame = frames[unsigned(ply)]
                alpha, beta, best, index, count = frame[0], frame[1], frame[2], frame[3], frame[4]
                if way == PVS:
                    testing = frame[5] != 0
        if ply < first_ply:
            break
        # 7. Go down to the move whose turn it is.
        state = kept_state(states, ply, start)
        child = play(game, state, out[unsigned(ply), unsigned(index)])
        if keeps_turn(game, state, child):
            low, high = alpha, beta
            if way == MINIMAX:
                low, high = -INFINITY, INFINITY
            elif testing:
                high = low + 1
            if ply == 0:
                root_low, root_high = low, high
        else:
            low, high = -beta, -alpha
            if way == MINIMAX:
                low, high = -INFINITY, INFINITY
            elif testing:
                low = high - 1
            if ply == 0:
                root_low, root_high = -high, -low
    if first_ply == 1 and ply < first_ply and cells[STOP] == 0:
        if keeps_first_turn:
            note_root(roots, first_move, value, given_low, given_high)
        else:
            note_root(roots, first_move, -value, -given_high, -given_low)
    memory.counts[0] = nodes
    memory.counts[1] = evaluations
    memory.counts[2] = terminals
    memory.counts[3] = deepest
    return value


@lean_kernel
def look_at_leaves(
    game, evaluator, weights, way, state, out, count, alpha, beta, depth, sooner, amounts, states, ply
):  # fmt: skip
    """The value of a node whose children are all leaves, at `depth`.

    Besides: the index of its best move if the value is exact, that of a cut-off (or -1), leaves seen, games ended.
    """
    best = alpha if way == FAIL_HARD else -INFINITY
    chosen, cut, visits, ended = -1, -1, 0, 0
    for index in range(count):
        child = play(game, state, out[index])
        outcome = result(game, child)
        if repeats(game) and outcome == ONGOING and (child == state or is_on_path(states, ply, child)):
            outcome = repetition(game)
        if outcome == ONGOING:
            value = seen_from(game, state, child, evaluate(evaluator, child, weights, amounts))
        else:
            value = seen_from(game, state, child, final(outcome, depth, sooner))
            ended += 1
        visits += 1
        if way == PVS and index > 0 and alpha < value < beta:  # tested, then searched again
            visits += 1
            ended += outcome != ONGOING
        if value > best:
            best = value
            if value >= beta:
                cut = index
                break
            if value > alpha:
                alpha = value
                chosen = index
    return min(best, beta) if way == FAIL_HARD else best, chosen, cut, visits, ended


@kernel
def note_root(roots, move, value, alpha, beta):
    """Narrow the interval in which a root move's value lies."""
    low, high = roots[move, 0], roots[move, 1]
    if value > alpha:
        low = max(low, value)
    if value < beta:
        high = min(high, value)
    if low > high:
        low = high = value
    roots[move, 0], roots[move, 1] = low, high


@kernel
def arrange(
    game, evaluator, weights, orders, state, out, count, killers, merit, distance, keys, amounts, random
):  # fmt: skip
    """Put the node's moves into the order to try them, the first order deciding."""
    for position in range(len(orders) - 1, -1, -1):
        order = orders[position]
        if order == SHUFFLED:
            shuffle(random, out, count)
            continue
        for i in range(count):
            move = out[i]
            if order == CENTRE:
                keys[i] = distance[move]
            elif order == HISTORY:
                keys[i] = -merit[move]
            elif order == KILLER:
                keys[i] = 0 if move == killers[0] else 1 if move == killers[1] else 2
            else:
                child = play(game, state, move)
                outcome = result(game, child)
                if outcome == ONGOING:
                    keys[i] = -seen_from(game, state, child, evaluate(evaluator, child, weights, amounts))
                else:
                    keys[i] = -seen_from(game, state, child, final(outcome, 0, False))
        for i in range(1, count):  # insertion sort: stable, and quick for lists this short
            key, move, j = keys[i], out[i], i
            while j > 0 and keys[j - 1] > key:
                keys[j], out[j] = keys[j - 1], out[j - 1]
                j -= 1
            keys[j], out[j] = key, move


@kernel
def credit(orders, move, depth, killers, merit):
    """Let the orders learn that the move refuted a node."""
    for order in orders:
        if order == KILLER and killers[0] != move:
            killers[0], killers[1] = move, killers[0]
        elif order == HISTORY:
            merit[move] += depth * depth
