"""One pass of the engine over the tree, compiled: principal variation search [Marsland & Campbell 1982] in one loop.

A row of `frames` is one node on the way down from the root:

    enter   1 limits   2 distance to the end   3 table   4 moves, with those that end the game or reach the horizon
    accept  5 what a move was worth; searched again if it is better than was asked
    choose  6 the next move, its window and its depth
    leave   7 what is certain about the value; into the table

Every value travels with its *doubt* (see `transposition_table.py`). A move that refutes a node answers for it alone;
otherwise all moves do. Where nothing is better than a win, a win or loss that lies within the horizon is exact
whatever was guessed elsewhere: a full-width search to that depth would have seen a sooner one. A pass whose root value
has no doubt has solved the position, and its table entries hold at every depth.

In a game whose positions repeat, one that stands on the path already is a leaf, and every value also travels with what
it *rests* on: the least ply of a position whose coming again had a part in it. A value that rests on a position above
its node is true on this path only, and stays out of the table (docs/search/repetitions.md); wins and losses go in as
bounds, since no repetition is part of them.
"""

from __future__ import annotations

from typing import Any

from kibitz.core.game import ONGOING
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import EVAL_LIMIT, INFINITY, WIN, final, from_table, is_decided, to_table
from kibitz.kernels.common.control import NODES, OVER, STOP, STOPPED_BY_NODES
from kibitz.kernels.common.symmetry import key_of
from kibitz.kernels.common.transposition_table import (
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
from kibitz.kernels.compiler.bridge import (
    candidates,
    evaluate,
    focus,
    keeps_turn,
    kernel,
    moves,
    play,
    prospects,
    repeats,
    repetition,
    result,
    seen_from,
    side,
    subkernel,
)
from kibitz.kernels.engine.workspace import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    COUNT,
    DEPTH,
    DOUBT,
    EVALUATIONS,
    EXACT,
    FLOOR,
    HITS,
    KEY,
    LONGEST_LINE,
    LOWER,
    MOVE,
    REST,
    STAGE,
    TERMINALS,
    TRIED,
    TURN,
    UPPER,
    VISITED,
    bring_forward,
    credit,
    keep_line,
    note_root,
    pick,
    remember_killer,
)

# How the move under way is searched: less deep, tested in a window of width one, measured in the full window.
LESS, TEST, FULL = range(3)

# Merits of moves, far enough apart: the table's move, one that meets a threat, one that leaves a single answer, and
# killers; then what the evaluator says, and history.
TABLE_MERIT, THREAT_MERIT, FORCING_MERIT, KILLER_MERIT = 1 << 60, 1 << 59, 1 << 58, 1 << 57
SIGHT_MERIT = 1 << 32
DEFERRED = -(1 << 61)

TURN_PLY, TURN_DEPTH = 12, 4  # symmetric positions share an entry so far from root and horizon; elsewhere it costs more
EVAL_ORDER_DEPTH = 3  # the evaluator orders the moves from this depth on
LATE, LATE_DEPTH, LESS_PLIES = 3, 5, 2  # after so many moves, from this depth on, the others are searched less deep
SHARE_DEPTH = 4  # threads avoid each other's moves from this depth on
NOWHERE = FULL_DEPTH + 2  # a ply that no path has
LOOK = 512  # nodes between two looks at the stop cell: a quarter of a millisecond in Othello


@subkernel
def _reduction(depth: int, rank: int, alpha: int, beta: int) -> int:
    """How many plies less a late move is searched at first; never next to a decided score, nor near the horizon."""
    if depth < LATE_DEPTH or rank < LATE or is_decided(alpha) or is_decided(beta):
        return 0
    return LESS_PLIES


@subkernel
def _rank(merits: Any, ply: int, tried: int, count: int) -> int:
    """A move's place in the order, counting the moves before it that were put off and are still to come."""
    if merits[ply, tried] <= DEFERRED:
        return DEFERRED - merits[ply, tried]
    rank = tried
    for index in range(tried + 1, count):
        rank += merits[ply, index] <= DEFERRED
    return rank


@subkernel
def _settled(who: int, alpha: int, beta: int) -> bool:
    """Whether a position is level as far as the window asks, given who may be able to win."""
    return who == 0 or (who == 1 and beta <= 0) or (who == 2 and alpha >= 0)


@subkernel
def _ply_on_path(states: Any, ply: int, state: Any) -> int:
    """Where a position stands on the path from the root to a ply; NOWHERE if it does not."""
    for above in range(ply, -1, -1):
        if states[above] == state:
            return above
    return NOWHERE


@subkernel
def _child_window(keeps: bool, alpha: int, beta: int) -> tuple[int, int]:
    """The window as the side sees it that is to move after the move."""
    return (alpha, beta) if keeps else (-beta, -alpha)


@kernel
def descend(game, evaluator, root, workspace, orders):
    """Search the root in a window; True when done, False when a limit or another thread ended it.

    The answer stands in frame 0.
    """
    frames, rows, merits = workspace.frames, workspace.rows, workspace.merits
    killers, history = workspace.killers, workspace.history
    lines, lengths, found, refuted = workspace.lines, workspace.lengths, workspace.found, workspace.refuted
    counts, cutoffs = workspace.counts, workspace.cutoffs
    move_preference, weights, amounts = workspace.move_preference, workspace.weights, workspace.amounts
    cells, busy = workspace.cells, workspace.busy
    table, generation = workspace.table, workspace.generation
    turn_bytes, images, origins = workspace.turns.bytes, workspace.turns.images, workspace.turns.origins
    max_nodes, top, guess, reduce = orders.max_nodes, orders.max_result * WIN, orders.guess, orders.reduce
    use_killers, use_history, order_by_eval = orders.killers, orders.history, orders.order_by_eval
    sharing, busy_mask = len(busy) > 0, len(busy) - 1

    # Not a comprehension: with one, Numba looks for dead code and takes writes to arrays out of a tuple for such.
    states = [root] * (orders.depth + 1)
    frames[0, ALPHA], frames[0, BETA], frames[0, DEPTH] = orders.alpha, orders.beta, orders.depth
    frames[0, BEST_MOVE] = -1
    found[:, 1] = -1
    ply, entering, leaving, value, doubt, next_look, looked = 0, True, False, 0, 0, 0, counts[VISITED]
    rest = NOWHERE
    while True:
        depth = frames[ply, DEPTH]
        if entering:
            entering = False
            # 1 limits
            if counts[VISITED] >= max_nodes:
                cells[STOP] = STOPPED_BY_NODES
                return False
            if counts[VISITED] >= orders.patience:
                cells[OVER] = 1
                return False
            counts[VISITED] += 1
            if counts[VISITED] >= next_look:
                cells[NODES] += counts[VISITED] - looked  # of all threads, nearly: two may write at the same time
                looked = counts[VISITED]
                next_look = looked + LOOK
                if cells[STOP] != 0 or cells[OVER] != 0:
                    return False
            if ply <= LONGEST_LINE:
                lengths[ply] = 0

            if repeats(game):
                rest = NOWHERE if ply == 0 else _ply_on_path(states, ply - 1, states[ply])
                frames[ply, REST] = rest
                if rest != NOWHERE:
                    value, doubt = final(repetition(game), ply, True), 0
                    counts[TERMINALS] += 1
                    frames[ply, BEST_MOVE] = -1
                    ply -= 1
                    continue

            # 2 distance: nobody can win or lose before the next move
            alpha, beta, utmost = frames[ply, ALPHA], frames[ply, BETA], top - ply - 1
            if alpha >= utmost or beta <= -utmost:
                value, doubt, rest = utmost if alpha >= utmost else -utmost, 0, NOWHERE
                frames[ply, BEST_MOVE] = -1
                ply -= 1
                continue
            beta = min(beta, utmost)
            state = states[ply]
            if not guess and ply > 0 and _settled(prospects(game, state, depth), alpha, beta):
                # Level within the horizon; if it is beyond as well, there is no doubt about it.
                value, doubt = 0, 0 if _settled(prospects(game, state, FULL_DEPTH), alpha, beta) else GUESSED
                frames[ply, BEST_MOVE] = -1
                ply -= 1
                continue

            # 3 table
            key, turn = key_of(state, turn_bytes, depth >= TURN_DEPTH and ply <= TURN_PLY)
            known = find(table, generation, key)
            table_move = -1
            if known != 0:
                table_move = move_of(known)
                if table_move >= 0:
                    table_move = origins[turn, table_move]
                doubt = doubt_of(known)
                if ply > 0 and (doubt == 0 or (depth_of(known) >= depth and (reduce or doubt & REDUCED == 0))):
                    value, bound = from_table(value_of(known), ply), bound_of(known)
                    if bound == EXACT or (value >= beta if bound == LOWER else value <= alpha):
                        counts[HITS] += 1
                        frames[ply, BEST_MOVE] = table_move
                        if table_move >= 0:
                            keep_line(lines, lengths, ply, table_move, False)
                        ply -= 1
                        continue
                if not guess and doubt != 0:
                    table_move = -1  # what was best by a guess says nothing about wins
            if ply == 0 and orders.first >= 0:
                table_move = orders.first

            # 4 moves; those that end the game or reach the horizon have a value at once
            omitted = 0
            if guess:
                count = focus(game, state, rows[ply])
                if count < 0:
                    count, omitted = -count, GUESSED | REDUCED
            else:
                count = moves(game, state, rows[ply]) if ply == 0 else candidates(game, state, rows[ply])
            front = bring_forward(rows, ply, count, table_move, 0)
            killer, other_killer = -1, -1
            if use_killers:
                killer, other_killer = killers[ply, 0], killers[ply, 1]
                front = bring_forward(rows, ply, count, killer, front)
                bring_forward(rows, ply, count, other_killer, front)
            looking = guess if depth == 1 else depth >= EVAL_ORDER_DEPTH and ply < order_by_eval
            forcing = not guess and looking
            best, best_move, node_doubt, kept, floor = -INFINITY, -1, omitted, 0, alpha
            for index in range(count):
                move = rows[ply, index]
                if ply == 0 and refuted[move]:
                    continue
                child = play(game, state, move)
                outcome = result(game, child)
                rest = NOWHERE
                if repeats(game) and depth == 1 and outcome == ONGOING:
                    rest = _ply_on_path(states, ply, child)
                    if rest != NOWHERE:
                        outcome = repetition(game)
                value = 0
                if looking and outcome == ONGOING:
                    value = seen_from(game, state, child, evaluate(evaluator, child, weights, amounts))
                if outcome == ONGOING and depth > 1:
                    merit = move_preference[move] + SIGHT_MERIT * value
                    if forcing and candidates(game, child, rows[ply + 1]) == 1:
                        merit += FORCING_MERIT
                    if use_history:
                        merit += history[side(game, state, ply), move]
                    if move == table_move:
                        merit += TABLE_MERIT
                    elif move in (killer, other_killer):
                        merit += KILLER_MERIT
                    rows[ply, kept] = move
                    merits[ply, kept] = merit
                    kept += 1
                    continue
                if counts[VISITED] >= max_nodes:
                    cells[STOP] = STOPPED_BY_NODES
                    return False
                counts[VISITED] += 1
                doubt = GUESSED
                if outcome != ONGOING:
                    counts[TERMINALS] += 1
                    value, doubt = seen_from(game, state, child, final(outcome, ply + 1, True)), 0
                else:
                    counts[EVALUATIONS] += 1
                if ply == 0:
                    note_root(found, move, value, -INFINITY, INFINITY, doubt)
                node_doubt |= doubt
                if repeats(game):
                    frames[ply, REST] = min(frames[ply, REST], rest)
                if value > best:
                    best, best_move = value, move
                    if value > alpha:
                        alpha = value
                        keep_line(lines, lengths, ply, move, False)
                        if value >= beta:
                            node_doubt = doubt
                            if repeats(game):
                                frames[ply, REST] = rest
                            cutoffs[index] += 1
                            if use_killers:
                                remember_killer(killers, ply, move)
                            break
            frames[ply, ALPHA], frames[ply, BETA], frames[ply, FLOOR] = alpha, beta, floor
            frames[ply, BEST], frames[ply, BEST_MOVE], frames[ply, DOUBT] = best, best_move, node_doubt
            frames[ply, KEY], frames[ply, TURN], frames[ply, COUNT], frames[ply, TRIED] = key, turn, kept, 0
            leaving = best >= beta

        else:
            # 5 what the move was worth
            move, value = frames[ply, MOVE], seen_from(game, states[ply], states[ply + 1], value)
            keeps = keeps_turn(game, states[ply], states[ply + 1])
            alpha, beta, stage = frames[ply, ALPHA], frames[ply, BETA], frames[ply, STAGE]
            if stage == LESS and doubt & GUESSED:
                doubt = REDUCED
            if (stage == LESS and value > alpha and doubt != 0) or (stage != FULL and alpha < value < beta):
                if stage == LESS and doubt != 0:
                    frames[ply, STAGE] = TEST
                    beta = alpha + 1
                else:
                    frames[ply, STAGE] = FULL
                frames[ply + 1, ALPHA], frames[ply + 1, BETA] = _child_window(keeps, alpha, beta)
                frames[ply + 1, DEPTH] = depth - 1
                ply += 1
                entering = True
                continue
            if sharing and depth >= SHARE_DEPTH:
                ours = mixed(frames[ply, KEY], move)
                if busy[ours & busy_mask] == ours:
                    busy[ours & busy_mask] = 0
            if ply == 0:
                note_root(found, move, value, alpha, beta, doubt)
            frames[ply, TRIED] += 1
            frames[ply, DOUBT] |= doubt
            if repeats(game):
                frames[ply, REST] = min(frames[ply, REST], rest)
            if value > frames[ply, BEST]:
                frames[ply, BEST], frames[ply, BEST_MOVE] = value, move
                if value > alpha:
                    if beta - frames[ply, FLOOR] > 1 or ply == 0:
                        keep_line(lines, lengths, ply, move, True)
                    frames[ply, ALPHA] = value
                    if value >= beta:
                        frames[ply, DOUBT] = doubt
                        if repeats(game):
                            frames[ply, REST] = rest
                        cutoffs[frames[ply, TRIED] - 1] += 1
                        if use_killers:
                            remember_killer(killers, ply, move)
                        if use_history:
                            credit(history, side(game, states[ply], ply), move, depth)
                        leaving = True
            if value == ply + 2 - top:
                # The other side won at once: what won there is the move to prevent it, in any game of cells.
                for index in range(frames[ply, TRIED], frames[ply, COUNT]):
                    if rows[ply, index] == frames[ply + 1, BEST_MOVE]:
                        merits[ply, index] += THREAT_MERIT

        # 6 the next move
        tried = frames[ply, TRIED]
        if not leaving and tried < frames[ply, COUNT]:
            pick(rows, merits, ply, tried, frames[ply, COUNT])
            if sharing and depth >= SHARE_DEPTH:
                ours = mixed(frames[ply, KEY], rows[ply, tried])
                while tried > 0 and merits[ply, tried] > DEFERRED and busy[ours & busy_mask] == ours:
                    # Another thread is at it and will have left the answer in the table. Its rank stays with it.
                    merits[ply, tried] = DEFERRED - _rank(merits, ply, tried, frames[ply, COUNT])
                    pick(rows, merits, ply, tried, frames[ply, COUNT])
                    ours = mixed(frames[ply, KEY], rows[ply, tried])
                busy[ours & busy_mask] = ours
            frames[ply, MOVE] = rows[ply, tried]
            states[ply + 1] = play(game, states[ply], rows[ply, tried])
            alpha, beta = frames[ply, ALPHA], frames[ply, BETA]
            stage, less = FULL, 0
            if tried > 0 or alpha > frames[ply, FLOOR]:
                stage = TEST
                if reduce:
                    rank = tried
                    if sharing and depth >= LATE_DEPTH:
                        rank = _rank(merits, ply, tried, frames[ply, COUNT])
                    less = _reduction(depth, rank, alpha, beta)
                    if less > 0:
                        stage = LESS
                beta = alpha + 1
            frames[ply, STAGE] = stage
            keeps = keeps_turn(game, states[ply], states[ply + 1])
            frames[ply + 1, ALPHA], frames[ply + 1, BETA] = _child_window(keeps, alpha, beta)
            frames[ply + 1, DEPTH] = depth - 1 - less
            ply += 1
            entering = True
            continue

        # 7 leave
        leaving = False
        value, doubt, best_move = frames[ply, BEST], frames[ply, DOUBT], frames[ply, BEST_MOVE]
        if top == WIN and is_decided(value) and WIN - abs(value) <= ply + depth:
            doubt &= REDUCED
            frames[ply, DOUBT] = doubt
        bound = LOWER if value >= frames[ply, BETA] else UPPER if value <= frames[ply, FLOOR] else EXACT
        is_kept = True
        if repeats(game):
            rest = frames[ply, REST]
            if rest < ply:  # true on this path only, but for a win or a loss
                is_kept = value > EVAL_LIMIT and bound != UPPER and repetition(game) == 0
                is_kept |= value < -EVAL_LIMIT and bound != LOWER and repetition(game) == 0
                bound = LOWER if value > 0 else UPPER
            else:
                rest = NOWHERE
                is_kept = repetition(game) == 0
        if is_kept:
            stored_move = images[frames[ply, TURN], best_move]
            store(table, frames[ply, KEY], pack(to_table(value, ply), stored_move, depth, bound, doubt, generation))
        if ply == 0:
            cells[OVER] = 1
            return True
        ply -= 1


@kernel
def follow(game, state, workspace, depth, out):
    """Read from the table how a line goes on, as long as it is certain there; how many moves were written to `out`."""
    length = 0
    while length < len(out) and length < depth and result(game, state) == ONGOING:
        key, turn = key_of(state, workspace.turns.bytes, depth - length >= TURN_DEPTH)
        known = find(workspace.table, workspace.generation, key)
        if known == 0:  # stored at another depth, perhaps, when less or more remained to be searched
            key, turn = key_of(state, workspace.turns.bytes, depth - length < TURN_DEPTH)
            known = find(workspace.table, workspace.generation, key)
        if known == 0 or bound_of(known) != EXACT or move_of(known) < 0:
            break
        move = workspace.turns.origins[turn, move_of(known)]
        count = moves(game, state, workspace.rows[0])
        if bring_forward(workspace.rows, 0, count, move, 0) == 0:
            break
        out[length] = move
        length += 1
        state = play(game, state, move)
    return length
