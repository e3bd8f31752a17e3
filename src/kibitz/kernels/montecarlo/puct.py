"""PUCT compiled: the readable one (`search/puct.py`) visit by visit.

The tree is one array of nodes. When a node is expanded, all its children are put side by side at the end of the array,
in natural order. States are not kept: a simulation plays the moves again on its way down, which takes no time beside
the network. The steps of a simulation are functions of their own, so that `self_play.py` can have many trees wait for
the network together.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import ONGOING, Game, State
from kibitz.core.limits import Limits
from kibitz.core.searching import SearchResult, Stats, StopFlag, Watcher
from kibitz.kernels.common.control import DEPTH, NODES, STOP, STOPPED_BY_NODES, Control
from kibitz.kernels.common.path import is_on_path
from kibitz.kernels.compiler.bridge import (
    keeps_turn,
    kernel,
    moves,
    play,
    repeats,
    repetition,
    result,
    state_words,
    subkernel,
)
from kibitz.kernels.compiler.intrinsics import keep_state
from kibitz.kernels.montecarlo.forced import look_ahead, make_room
from kibitz.kernels.montecarlo.node_bounds import MOVE, MOVES_AGAIN, least_of, most_of
from kibitz.kernels.network.forward import NetworkArrays, make_workspace, read_position
from kibitz.learned.network import OUTCOMES, Floats
from kibitz.search.common.sampled_answer import BoundedNode, show_tree
from kibitz.search.learned import Learned
from kibitz.search.puct import UNTRIED, VISIT_WEIGHT, looks_ahead

NODE = np.dtype(
    [
        ("visits", np.int64),
        ("total", np.float64),  # rewards of the side that chose to come here
        ("share", np.float64),
        ("logit", np.float64),
        ("first", np.int64),  # where its children are
        ("move", np.int32),  # that led here; below 0, with the bit MOVES_AGAIN, if the side that made it moves again
        ("count", np.int32),  # of its children; 0 before it is expanded
        ("low", np.int16),  # what the exact result is at least, for the side to move
        ("high", np.int16),  # and at most
    ],
    align=True,
)


@subkernel
def q_of(tree: Any, node: int) -> float:
    """The mean from -1 to 1, for the side that chose to come to a node."""
    return 2.0 * (tree[node].total / tree[node].visits) - 1.0 if tree[node].visits else 0.0


@subkernel
def pick_child(tree: Any, node: int, c: float) -> int:
    """The child of largest upper bound among those that may still matter; of equals the first."""
    scale = c * math.sqrt(tree[node].visits)
    untried = (q_of(tree, node) if tree[node].move < 0 else -q_of(tree, node)) - UNTRIED
    first, low = tree[node].first, tree[node].low
    best, largest = first, -math.inf
    for child in range(first, first + tree[node].count):
        if most_of(tree, child) > low:
            visits = tree[child].visits
            bound = (q_of(tree, child) if visits else untried) + scale * tree[child].share / (1 + visits)
            if bound > largest:
                best, largest = child, bound
    return best


@subkernel
def promise_of(tree: Any, child: int, most_visits: int, noise: Any) -> float:
    """What speaks for a move at the root: its logit, noise, and what it proved to be worth."""
    q = q_of(tree, child) if tree[child].visits else -q_of(tree, 0)
    return tree[child].logit + noise[tree[child].move & MOVE] + (VISIT_WEIGHT + most_visits) * (q + 1.0) / 2.0


@subkernel
def pick_at_root(tree: Any, c: float, plan: Any, noise: Any) -> int:
    """Of the moves that were visited as often as the plan says, the one that promises most."""
    visits, first = tree[0].visits, tree[0].first
    wanted = plan[visits - 1] if visits <= len(plan) else -1
    most_visits = 0
    for child in range(first, first + tree[0].count):
        most_visits = max(most_visits, tree[child].visits)
    best, largest = -1, -math.inf
    for child in range(first, first + tree[0].count):
        if tree[child].visits == wanted and most_of(tree, child) > tree[0].low:
            promise = promise_of(tree, child, most_visits, noise)
            if promise > largest:
                best, largest = child, promise
    return best if best >= 0 else pick_child(tree, 0, c)


@subkernel
def select(game: Any, root: Any, tree: Any, path: Any, states: Any, c: float, plan: Any, noise: Any) -> Any:
    """Go down to a node that was never judged, or whose result is known: its state, and how long the path is."""
    state, node, ply = root, 0, 0
    path[0] = 0
    if repeats(game):
        keep_state(states, 0, root)
    while tree[node].count > 0 and tree[node].low < tree[node].high and ply + 1 < len(path):
        node = pick_at_root(tree, c, plan, noise) if node == 0 and len(plan) > 0 else pick_child(tree, node, c)
        state = play(game, state, tree[node].move & MOVE)
        ply += 1
        path[ply] = node
        if repeats(game):
            keep_state(states, ply, state)
    return state, ply


@subkernel
def expand(
    game: Any,
    state: Any,
    tree: Any,
    path: Any,
    states: Any,
    ply: int,
    used: int,
    max_result: int,
    logits: Any,
    temperature: float,
    value: float,
    out: Any,
) -> Any:
    """Give the last node of a path its children; what it is worth, and how many slots are in use then."""
    node = path[ply]
    count = moves(game, state, out)
    largest = -math.inf
    for index in range(count):
        largest = max(largest, np.float64(logits[out[index]]) / temperature)
    together, is_proved = 0.0, False
    for index in range(count):
        move = out[index]
        child, after = used + index, play(game, state, move)
        outcome = result(game, after)
        if repeats(game) and is_on_path(states, ply, after):
            outcome = repetition(game)
        logit = np.float64(logits[move]) / temperature
        weight = math.exp(logit - largest)
        together += weight
        tree[child].visits, tree[child].total, tree[child].count = 0, 0.0, 0
        tree[child].logit, tree[child].share, tree[child].first = logit, weight, 0
        tree[child].move = move | MOVES_AGAIN if keeps_turn(game, state, after) else move
        is_over = outcome != ONGOING
        is_proved |= is_over
        tree[child].low = outcome if is_over else -max_result
        tree[child].high = outcome if is_over else max_result
    for child in range(used, used + count):
        tree[child].share /= together
    tree[node].first, tree[node].count = used, count
    if is_proved:
        prove(tree, path, ply)
    worth = known_value(tree, node) if tree[node].low == tree[node].high else value
    return worth, used + count


@subkernel
def known_value(tree: Any, node: int) -> float:
    """Of a node whose result is known, for the side to move there: 1, 0 or -1."""
    return 1.0 if tree[node].low > 0 else -1.0 if tree[node].low < 0 else 0.0


@subkernel
def prove(tree: Any, path: Any, ply: int) -> None:
    """Take what the children of the last node prove as far up as it matters."""
    for at in range(ply, -1, -1):
        node = path[at]
        first = tree[node].first
        low, high = least_of(tree, first), most_of(tree, first)
        for child in range(first + 1, first + tree[node].count):
            low, high = max(low, least_of(tree, child)), max(high, most_of(tree, child))
        if low == tree[node].low and high == tree[node].high:
            return
        tree[node].low, tree[node].high = low, high


@subkernel
def back_up(tree: Any, path: Any, ply: int, value: float) -> None:
    for at in range(ply, -1, -1):
        node = path[at]
        if tree[node].move >= 0:
            value = -value  # now for the side that chose to come here
        tree[node].visits += 1
        tree[node].total += (value + 1.0) / 2.0


@subkernel
def settle_forced(game: Any, state: Any, tree: Any, path: Any, ply: int, budget: int, room: Any) -> None:
    """Settle the last node of a path if a win can be forced from there; never the root, whose moves are needed."""
    node = path[ply]
    if budget > 0 and ply > 0 and tree[node].low < tree[node].high:
        found = look_ahead(game, state, budget, room)
        if found != 0:
            tree[node].low = tree[node].high = found
            prove(tree, path, ply - 1)


@subkernel
def start_tree(tree: Any, max_result: int) -> None:
    """A root that nothing is known of."""
    tree[0].visits, tree[0].total, tree[0].count, tree[0].move = 0, 0.0, 0, 0
    tree[0].low, tree[0].high = -max_result, max_result


@kernel
def _grow(
    game: Any,
    network: Any,
    root: Any,
    max_result: int,
    tree: Any,
    used: int,
    path: Any,
    states: Any,
    out: Any,
    work: Any,
    logits: Any,
    outcome: Any,
    c: float,
    temperature: float,
    plan: Any,
    noise: Any,
    budget: int,
    room: Any,
    most_visits: int,
    cells: Any,
) -> int:
    """Simulations until a limit is reached, the root is proven, or there is no more room; the slots in use."""
    while tree[0].low < tree[0].high:
        if cells[STOP] != 0 and tree[0].visits > 0:
            break
        if tree[0].visits >= most_visits:
            cells[STOP] = STOPPED_BY_NODES
            break
        if used + len(out) > len(tree):
            break
        state, ply = select(game, root, tree, path, states, c, plan, noise)
        node = path[ply]
        if tree[node].count == 0:
            settle_forced(game, state, tree, path, ply, budget, room)
        if tree[node].low == tree[node].high:
            value = known_value(tree, node)
        elif tree[node].count > 0:  # the path is as long as can be
            value = 0.0
        else:
            guess = read_position(network, state, work, logits, outcome)
            value, used = expand(
                game, state, tree, path, states, ply, used, max_result, logits, temperature, guess, out
            )
        back_up(tree, path, ply, value)
        cells[NODES] = tree[0].visits
        cells[DEPTH] = max(cells[DEPTH], ply)
    return used


class CompiledTree:
    """A tree that grows as large as it must."""

    def __init__(self, searcher: Learned, game: Game, state: State, network: NetworkArrays, plan: list[int]) -> None:
        self.searcher, self.game, self.state, self.network = searcher, game, state, network
        self.budget = searcher.lookout if looks_ahead(searcher.lookout, game) else 0
        self.lookout = make_room(game)
        self.nodes: NDArray[Any] = np.zeros(1_024 + 2 * game.num_moves, NODE)
        self.nodes[0]["low"], self.nodes[0]["high"] = -game.max_result, game.max_result
        self.used = 1
        longest = min(game.max_plies, 2_000) + 2
        self.path = np.zeros(longest, np.int64)
        self.states = np.zeros((longest if game.repeats else 1, game.words), np.int64)
        self.plan = np.array(plan, np.int64)
        self.noise = np.zeros(game.num_moves, np.float64)
        self.rooms: tuple[NDArray[np.int64], Floats, Floats, Floats] = (
            np.zeros(game.num_moves, np.int64),
            make_workspace(network),
            np.zeros(game.num_moves, np.float32),
            np.zeros(OUTCOMES, np.float32),
        )

    def grow(self, control: Control) -> None:
        root = state_words(self.game, self.state)
        while True:
            self.used = _grow(
                self.game,
                self.network,
                root,
                self.game.max_result,
                self.nodes,
                self.used,
                self.path,
                self.states,
                *self.rooms,
                float(self.searcher.c),
                float(self.searcher.temperature),
                self.plan,
                self.noise,
                self.budget,
                self.lookout,
                min(control.max_nodes, 1 << 60),
                control.cells,
            )
            top = self.nodes[0]
            if control.cells[STOP] or top["low"] == top["high"]:
                return
            larger = np.zeros(2 * len(self.nodes), NODE)
            larger[: self.used] = self.nodes[: self.used]
            self.nodes = larger


class CompiledNode(BoundedNode):
    """A node as the readable search's own look, made when somebody asks."""

    def __init__(self, tree: CompiledTree, at: int) -> None:
        record = tree.nodes[at]
        self.tree, self.first, self.count = tree, int(record["first"]), int(record["count"])
        move, self.low, self.high = int(record["move"]), int(record["low"]), int(record["high"])
        self.move, self.keeps_turn = move & MOVE, move < 0
        self.visits, self.total = int(record["visits"]), float(record["total"])
        self.share, self.logit = float(record["share"]), float(record["logit"])

    mean = property(lambda self: self.total / self.visits if self.visits else 0.5)
    q = property(lambda self: 2.0 * self.mean - 1.0)

    @property
    def children(self) -> list[CompiledNode]:
        return [CompiledNode(self.tree, self.first + index) for index in range(self.count)]


def search_network(
    searcher: Learned,
    network: NetworkArrays,
    game: Game,
    state: State,
    limits: Limits,
    watcher: Watcher | None,
    stop: StopFlag | None,
) -> SearchResult:
    tree = CompiledTree(searcher, game, state, network, searcher.plan_visits(game, state, limits))
    with Control(limits, stop) as control:
        tree.grow(control)
    root = CompiledNode(tree, 0)
    if watcher is not None:
        show_tree(root, game, state, watcher)
    stats = Stats(
        nodes=root.visits,
        evaluations=root.visits,
        depth=int(control.cells[DEPTH]),
        seconds=control.seconds(),
        memory=tree.nodes.nbytes,
    )
    return searcher.answer(root, stats, control.stopped_by)
