"""Monte Carlo tree search compiled: the readable one (`search/mcts.py`) visit by visit.

The tree is one array of nodes. A node knows where its children are: side by side, in natural order, from `first` on.
That block has room for `BLOCK` of them, or all if there are no more moves than that; when it is full it moves to a new
place of twice the size. So selection reads memory in order, and a game of hundreds of moves takes no more than a few
times what it uses. States are not kept: a simulation plays the moves again on its way down.

    slot     0      1   2   3   4   5   6   7      8   9 …
           root    its children, one a column      the children of 3 …

When the array is full the kernel comes back between two simulations, and is called again with one twice as long.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, Stats, StopFlag, Watcher
from kibitz.kernels.common.control import DEPTH, NODES, STOP, Control
from kibitz.kernels.common.node_limit import next_look
from kibitz.kernels.common.path import is_on_path
from kibitz.kernels.common.rng import below, make_rng
from kibitz.kernels.compiler.bridge import (
    keeps_turn,
    kernel,
    moves,
    play,
    repeats,
    repetition,
    result,
    seen_from,
    state_words,
    subkernel,
)
from kibitz.kernels.compiler.intrinsics import keep_state
from kibitz.kernels.montecarlo.node_bounds import MOVE, MOVES_AGAIN, least_of, most_of
from kibitz.search.common.sampled_answer import BoundedNode, show_tree
from kibitz.search.mcts import LONG_PLAYOUT

BLOCK = 8  # children a block has room for at first
DRAW = 0.5  # the reward

NODE = np.dtype(
    [
        ("visits", np.int64),
        ("total", np.float64),  # rewards of the side that chose to come here
        ("first", np.int64),  # where its children are
        ("move", np.int32),  # that led here; below 0, with the bit MOVES_AGAIN, if the side that made it moves again
        ("moves", np.int32),  # how many there are; none when the game is over
        ("tried", np.int32),  # how many of them have a child, the first in natural order
        ("low", np.int16),  # what the exact result is at least, for the side to move
        ("high", np.int16),  # and at most
    ],
    align=True,
)

SIZE, USED, HEIGHT = range(3)  # what `Tree.counts` holds: nodes, slots in use, no path is longer than this


@subkernel
def pick_child(tree: Any, node: int, c: float, solver: bool) -> int:
    """The child of largest upper confidence bound (UCB1) among those that may still matter; of equals the first."""
    first, low = tree[node].first, tree[node].low
    log_visits = math.log(tree[node].visits)
    best, best_bound = -1, -1.0
    for child in range(first, first + tree[node].tried):
        if not solver or most_of(tree, child) > low:
            visits = tree[child].visits
            bound = tree[child].total / visits + c * math.sqrt(log_visits / visits)
            if bound > best_bound:
                best, best_bound = child, bound
    return best


@subkernel
def add_child(tree: Any, node: int, counts: Any) -> int:
    """A slot next to a node's other children, which may move to make room for it."""
    tried = tree[node].tried
    if tried == 0 or (tried >= BLOCK and tried & (tried - 1) == 0):  # the block is full
        first, tree[node].first = tree[node].first, counts[USED]
        for index in range(tried):
            tree[counts[USED] + index] = tree[first + index]
        counts[USED] += min(tree[node].moves, max(BLOCK, 2 * tried))
    tree[node].tried = tried + 1
    counts[SIZE] += 1
    return tree[node].first + tried


@subkernel
def prove(tree: Any, path: Any, length: int) -> None:
    """Take what the finished game at the end of the path proves as far up as it matters."""
    for ply in range(length - 1, -1, -1):
        node = path[ply]
        first, tried = tree[node].first, tree[node].tried
        low, high = least_of(tree, first), most_of(tree, first)
        for child in range(first + 1, first + tried):
            low, high = max(low, least_of(tree, child)), max(high, most_of(tree, child))
        if tried < tree[node].moves:
            high = tree[node].high
        if low == tree[node].low and high == tree[node].high:
            return
        tree[node].low, tree[node].high = low, high


@kernel
def simulate(
    game: Any,
    root: Any,
    max_result: int,
    tree: Any,
    counts: Any,
    path: Any,
    states: Any,
    out: Any,
    rng: Any,
    c: float,
    solver: bool,
    max_nodes: int,
    most_visits: int,
    node_limit: int,
    cells: Any,
) -> None:
    """Simulations until the root has that many visits or is proven, a limit is reached, or there is no more room."""
    nodes, look = cells[NODES], 0
    while tree[0].visits < most_visits and tree[0].low < tree[0].high:
        if counts[USED] + len(out) > len(tree) or counts[HEIGHT] + 2 > len(path):
            return
        # 1. Select.
        state, node, ply = root, 0, 0
        path[0] = 0
        if repeats(game):
            keep_state(states, 0, root)
        while tree[node].moves > 0 and tree[node].tried == tree[node].moves:
            if nodes >= look:
                look = next_look(cells, nodes, node_limit)
                if look < 0:
                    return
            nodes += 1
            node = pick_child(tree, node, c, solver)
            state = play(game, state, tree[node].move)
            ply += 1
            path[ply] = node
            if repeats(game):
                keep_state(states, ply, state)
        # 2. Expand.
        move = -1
        if tree[node].moves > 0 and counts[SIZE] < max_nodes:
            if nodes >= look:
                look = next_look(cells, nodes, node_limit)
                if look < 0:
                    return
            nodes += 1
            moves(game, state, out)
            move = out[tree[node].tried]
            child = play(game, state, move)
            if keeps_turn(game, state, child):
                move |= MOVES_AGAIN
            state = child
        # 3. Play out.
        outcome, sign, count, plies = result(game, state), 1, 0, 0
        if repeats(game) and (tree[node].moves == 0 or (move != -1 and is_on_path(states, ply, state))):
            outcome = tree[node].low if tree[node].moves == 0 else repetition(game)
        if outcome == ONGOING:
            count = moves(game, state, out)
        first_outcome, first_count = outcome, count
        while outcome == ONGOING:
            if nodes >= look:
                look = next_look(cells, nodes, node_limit)
                if look < 0:
                    return
            nodes += 1
            child = play(game, state, out[below(rng, count)])
            sign = seen_from(game, state, child, sign)
            state = child
            outcome = result(game, state)
            if repeats(game):
                plies += 1
                if plies == LONG_PLAYOUT and outcome == ONGOING:
                    outcome = repetition(game)
            if outcome == ONGOING:
                count = moves(game, state, out)
        # 4. Back up.
        if move != -1:
            node = add_child(tree, node, counts)
            ply += 1
            path[ply] = node
            tree[node].visits, tree[node].total, tree[node].tried = 0, 0.0, 0
            tree[node].move, tree[node].moves = move, first_count
            is_over = first_outcome != ONGOING
            tree[node].low = first_outcome if is_over else -max_result
            tree[node].high = first_outcome if is_over else max_result
        reward = sign * outcome
        for at in range(ply, -1, -1):
            if tree[path[at]].move >= 0:
                reward = -reward  # now for the side that chose to come here
            tree[path[at]].visits += 1
            tree[path[at]].total += 1.0 if reward > 0 else DRAW if reward == 0 else 0.0
        if solver and tree[node].moves == 0:
            prove(tree, path, ply)
        counts[HEIGHT] = max(counts[HEIGHT], ply)
        cells[DEPTH] = max(cells[DEPTH], ply)
        cells[NODES] = nodes


@kernel
def copy_below(tree: Any, node: int, into: Any) -> tuple[int, int]:
    """Copy a node and all below it to the beginning of an empty array; how many nodes and slots that takes."""
    into[0] = tree[node]
    used, size, at = 1, 1, 0
    while at < used:  # the children of slot `at` go to the end, so that in the end all slots have been come by
        tried = into[at].tried
        if tried > 0:
            first, room = into[at].first, BLOCK
            while room < tried:
                room *= 2
            into[at].first = used
            for index in range(tried):
                into[used + index] = tree[first + index]
            used += min(room, into[at].moves)
            size += tried
        at += 1
    return size, used


class CompiledTree:
    """A tree that can be searched further, also from a position one or two plies on."""

    def __init__(self, searcher: MCTSSwitches, game: Game, state: State) -> None:
        self.searcher, self.game, self.state = searcher, game, state
        self.nodes = np.zeros(1_024 + 2 * game.num_moves, NODE)
        self.nodes[0]["moves"] = len(game.moves(state))
        self.nodes[0]["low"], self.nodes[0]["high"] = -game.max_result, game.max_result
        self.counts = np.array([1, 1, 0], np.int64)
        self.path = np.zeros(64, np.int64)
        self.states = np.zeros((64, game.words), np.int64)  # of the path, where positions repeat
        self.out = np.zeros(game.num_moves, np.int64)
        self.rng = make_rng(searcher.seed)

    def grow(self, more_visits: int, control: Control) -> None:
        """Play out games until one of the limits ends it."""
        options, cells = self.searcher, control.cells
        most_visits = int(self.nodes[0]["visits"]) + more_visits
        root, max_result = state_words(self.game, self.state), self.game.max_result
        switches = float(options.c), options.solver, options.max_nodes
        cells[NODES] = 1
        while True:
            rest = (
                self.counts,
                self.path,
                self.states,
                self.out,
                self.rng,
                *switches,
                most_visits,
                control.max_nodes,
                cells,
            )
            simulate(self.game, root, max_result, self.nodes, *rest)
            top = self.nodes[0]
            if cells[STOP] or top["visits"] >= most_visits or top["low"] == top["high"]:
                return
            if self.counts[HEIGHT] + 2 > len(self.path):
                self.path = np.resize(self.path, 2 * len(self.path))
                self.states = np.resize(self.states, (2 * len(self.states), self.game.words))
            else:
                larger = np.zeros(2 * len(self.nodes), NODE)
                larger[: len(self.nodes)] = self.nodes
                self.nodes = larger

    def go_to(self, state: State) -> bool:
        """Keep only what lies below a position at most two plies from the root; False if it is not there.

        Where positions repeat nothing is kept, as in the readable search.
        """
        if self.game.repeats:
            return False
        root = (self.state, CompiledNode(self, 0))
        children = self._children(*root)
        near = [root, *children, *(below for child in children for below in self._children(*child))]
        found = [node for position, node in near if position == state]
        if found:
            into = np.zeros(len(self.nodes), NODE)
            size, used = copy_below(self.nodes, max(found, key=lambda node: node.visits).at, into)
            self.nodes, self.state = into, state
            self.counts[SIZE], self.counts[USED] = size, used
        return bool(found)

    def _children(self, state: State, node: CompiledNode) -> list[tuple[State, CompiledNode]]:
        return [(self.game.play(state, child.move), child) for child in node.children]


class CompiledNode(BoundedNode):
    """A node as the readable search's own look, made when somebody asks."""

    def __init__(self, tree: CompiledTree, at: int) -> None:
        record = tree.nodes[at]
        self.tree, self.at, self.first, self.tried = tree, at, int(record["first"]), int(record["tried"])
        move, self.low, self.high = int(record["move"]), int(record["low"]), int(record["high"])
        self.move, self.keeps_turn = move & MOVE, move < 0
        self.visits, self.total = int(record["visits"]), float(record["total"])

    @property
    def mean(self) -> float:
        return self.total / self.visits

    @property
    def children(self) -> list[CompiledNode]:
        return [CompiledNode(self.tree, self.first + index) for index in range(self.tried)]


class MCTSSwitches(Protocol):
    """What the compiled form uses of the readable searcher."""

    c: float
    solver: bool
    max_nodes: int
    seed: int
    reuse: bool
    kept: dict[Game, Any]

    def max_simulations(self, limits: Limits) -> int: ...
    def answer(self, root: CompiledNode, moves: Sequence[Move], stats: Stats, stopped_by: str) -> SearchResult: ...


def search_mcts(
    searcher: MCTSSwitches, game: Game, state: State, limits: Limits, watcher: Watcher | None, stop: StopFlag | None
) -> SearchResult:
    tree = searcher.kept.pop(game, None)
    if not isinstance(tree, CompiledTree) or not tree.go_to(state):
        tree = CompiledTree(searcher, game, state)
    before = int(tree.nodes[0]["visits"])
    with Control(limits, stop) as control:
        tree.grow(searcher.max_simulations(limits), control)
    if searcher.reuse:
        searcher.kept[game] = tree
    root = CompiledNode(tree, 0)
    if watcher is not None:
        show_tree(root, game, state, watcher)
    stats = Stats(
        nodes=int(control.cells[NODES]),
        terminals=root.visits - before,
        depth=int(control.cells[DEPTH]),
        seconds=control.seconds(),
        memory=tree.nodes.nbytes,
    )
    return searcher.answer(root, game.moves(state), stats, control.stopped_by)
