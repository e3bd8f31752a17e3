"""What proof-number search says in the end: the move, what is proved of it, the line that follows, and the tree itself.

The same for the readable search and for the compiled one: both know positions, with bounds on their results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Protocol

from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import INFINITY, WIN, Bound, Score
from kibitz.core.searching import NodeKind, RootMove, SearchResult, Stats, Watcher
from kibitz.search.common.proof_node import Child, ProofNode


class Known(Protocol):
    """What a search found out: a Prover, or what a twin has to show for one."""

    game: Game
    root: ProofNode
    root_moves: dict[Move, ProofNode]

    def recall(self, state: State, ply: int) -> ProofNode | None:
        """The ply matters where positions repeat."""


def best_line(known: Known) -> tuple[Move, ...]:
    """The best move, then moves by which neither side gives anything away, as far as the table knows them.

    The best move is sure of most, then may get most, then took most work: of losses the likeliest to hold out.
    """
    game, nodes = known.game, known.root_moves
    if not nodes:
        return (game.moves(known.root.state)[0],)
    turns = {move: game.keeps_turn(known.root.state, node.state) for move, node in nodes.items()}
    best = max(
        nodes, key=lambda move: (nodes[move].least(turns[move]), nodes[move].most(turns[move]), nodes[move].work)
    )
    line, node, seen = [best], nodes[best], {known.root.state}
    while node.low == node.high and node.state not in seen:
        seen.add(node.state)
        for move in game.moves(node.state):
            after = game.play(node.state, move)
            result = game.result(after)
            child = known.recall(after, len(line) + 1) if result is None else ProofNode(after, result, result)
            keeps_turn = game.keeps_turn(node.state, after)
            if child is not None and child.least(keeps_turn) == child.most(keeps_turn) == node.low:
                line.append(move)
                node = child
                break
        else:
            break
    return tuple(line)


def score_of(low: int, high: int, max_result: int) -> Score:
    """What bounds on a result amount to: the result, or else the bound that says more, the one closer to 0."""
    if low == high:
        return Score(low * WIN, proven=True)
    if high - low == 2 * max_result:
        return Score(0)  # nothing is known
    return Score(low * WIN, Bound.LOWER, True) if low + high > 0 else Score(high * WIN, Bound.UPPER, True)


def make_answer(known: Known, stats: Stats, stopped_by: str) -> SearchResult:
    """What follows from what is known, for a twin as well; `roots` has the moves of which something is known."""
    line, root, max_result = best_line(known), known.root, known.game.max_result
    scores = {}
    for move, node in known.root_moves.items():
        keeps_turn = known.game.keeps_turn(root.state, node.state)
        scores[move] = score_of(node.least(keeps_turn), node.most(keeps_turn), max_result)
    roots = tuple(RootMove(move, score) for move, score in scores.items() if score.proven)
    score = score_of(root.low, root.high, max_result)
    return SearchResult(line[0], score, line, roots, replace(stats, depth=len(line)), stopped_by)


def show_known(known: Known, watcher: Watcher) -> dict[int, int]:
    """Let a watcher see the positions that were worked on, also by a twin, each below the first that led to it.

    Notes: `proof` and `disproof` of the latest question, and `low` and `high`, which enclose the result, all for
    the side to move there. Returns where each node was shown first, by `id`.
    """
    game, seen = known.game, {known.root.state}
    places: dict[int, int] = {}
    shown = 0
    watcher.begin(FULL_DEPTH)
    todo: list[tuple[ProofNode, Move, int] | None] = [(known.root, -1, 0)]
    closing: list[tuple[int, NodeKind]] = []
    while todo:
        following = todo.pop()
        if following is None:
            watcher.leave(*closing.pop())
            continue
        node, move, ply = following
        places.setdefault(id(node), shown)
        shown += 1
        watcher.enter(node.state, move, FULL_DEPTH - ply, -INFINITY, INFINITY)
        watcher.note("proof", node.phi)
        watcher.note("disproof", node.delta)
        watcher.note("low", node.low)
        watcher.note("high", node.high)
        known_before = ply > 0 and node.state in seen
        seen.add(node.state)
        over = game.result(node.state) is not None
        below = [] if over or known_before else list(_below(known, node, ply))
        kind = (
            NodeKind.TERMINAL
            if over
            else NodeKind.TABLE
            if known_before
            else NodeKind.INNER
            if below
            else NodeKind.HORIZON
        )
        closing.append((score_of(node.low, node.high, game.max_result).value, kind))
        todo.append(None)
        todo += [(child, led, ply + 1) for led, child in reversed(below)]
    return places


def _below(known: Known, node: ProofNode, ply: int) -> Iterator[tuple[Move, ProofNode]]:
    """The moves of a node after which the game is over or something is known."""
    for move in known.game.moves(node.state):
        after = known.game.play(node.state, move)
        result = known.game.result(after)
        child = known.recall(after, ply + 1) if result is None else ProofNode(after, result, result)
        if child is None:
            continue
        if result is not None:
            Child(child, known.game.keeps_turn(node.state, after)).ask(node.goal)
        yield move, child
