"""Many games at once, each with a tree of its own, whose searches wait for the network together.

Compiled code goes down every tree to a position that was never judged (`select_leaves`), all of these are judged in one
call, by machine code or on a GPU, and compiled code goes on from there (`expand_leaves`). A game has its own stream of
random numbers, so that it is the same whoever plays beside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.game import Game, State
from kibitz.kernels.compiler.bridge import kernel, state_words
from kibitz.kernels.compiler.intrinsics import keep_state, kept_state
from kibitz.kernels.montecarlo.forced import make_room
from kibitz.kernels.montecarlo.node_bounds import MOVE, least_of
from kibitz.kernels.montecarlo.puct import (
    NODE,
    back_up,
    expand,
    known_value,
    q_of,
    select,
    settle_forced,
    start_tree,
)
from kibitz.learned.network_model import Judge
from kibitz.search.puct import CONSIDERED, VISIT_WEIGHT, list_visits, looks_ahead

WAITING, SETTLED = 1, 0  # whether a tree waits for the network


@kernel
def select_leaves(
    game: Any,
    like: Any,
    roots: Any,
    trees: Any,
    paths: Any,
    states: Any,
    plies: Any,
    leaves: Any,
    waits: Any,
    c: float,
    plan: Any,
    noise: Any,
    budget: int,
    room: Any,
) -> None:
    """Go down every tree, to a leaf that waits for the network, or to one whose result is known."""
    for number in range(len(roots)):
        tree = trees[number]
        waits[number] = SETTLED
        if tree[0].low == tree[0].high:
            continue
        state, ply = select(
            game, kept_state(roots, number, like), tree, paths[number], states[number], c, plan, noise[number]
        )
        node = paths[number, ply]
        plies[number] = ply
        if tree[node].count == 0:
            settle_forced(game, state, tree, paths[number], ply, budget, room)
        if tree[node].low == tree[node].high:
            back_up(tree, paths[number], ply, known_value(tree, node))
        elif tree[node].count > 0:  # the path is as long as can be
            back_up(tree, paths[number], ply, 0.0)
        else:
            keep_state(leaves, number, state)
            waits[number] = WAITING


@kernel
def expand_leaves(
    game: Any,
    like: Any,
    trees: Any,
    used: Any,
    paths: Any,
    states: Any,
    plies: Any,
    leaves: Any,
    waits: Any,
    max_result: int,
    logits: Any,
    values: Any,
    out: Any,
) -> None:
    """Give the leaves that were judged their children, and count what they are worth."""
    judged = 0
    for number in range(len(waits)):
        if waits[number] == WAITING:
            state, ply = kept_state(leaves, number, like), plies[number]
            value, used[number] = expand(
                game, state, trees[number], paths[number], states[number], ply, used[number], max_result,
                logits[judged], 1.0, np.float64(values[judged]), out,
            )  # fmt: skip
            back_up(trees[number], paths[number], ply, value)
            judged += 1


@kernel
def start_trees(trees: Any, used: Any, max_result: int) -> None:
    for number in range(len(trees)):
        start_tree(trees[number], max_result)
        used[number] = 1


@kernel
def add_noise(trees: Any, shares: Any, weight: float) -> None:
    """Mix random shares into those of the moves at the roots."""
    for number in range(len(trees)):
        tree = trees[number]
        for index in range(tree[0].count):
            child = tree[0].first + index
            tree[child].share = (1.0 - weight) * tree[child].share + weight * shares[number, tree[child].move & MOVE]


@kernel
def read_roots(trees: Any, visits: Any, qs: Any, logits: Any, least: Any, values: Any, bounds: Any) -> None:
    """What every tree says of the moves at its root, by move; the root's own value, and what is sure of it."""
    for number in range(len(trees)):
        tree = trees[number]
        values[number] = -q_of(tree, 0)
        bounds[number, 0], bounds[number, 1] = tree[0].low, tree[0].high
        for index in range(tree[0].count):
            child = tree[0].first + index
            move = tree[child].move & MOVE
            visits[number, move], logits[number, move] = tree[child].visits, tree[child].logit
            qs[number, move] = q_of(tree, child)
            least[number, move] = least_of(tree, child)


class RootView:
    """What a search says of one position: of every move its visits, q, logit and sure result, and its legal moves."""

    def __init__(self, forest: Forest, number: int, legal: list[int]) -> None:
        self.legal = legal
        self.visits = forest.visits[number, legal]
        self.qs = forest.qs[number, legal]
        self.logits = forest.logits[number, legal]
        self.least = forest.least[number, legal]
        self.value = float(forest.values[number])
        self.low, self.high = forest.bounds[number].tolist()

    @property
    def is_settled(self) -> bool:
        return bool(self.low == self.high)

    def policy(self, *, gumbel: bool) -> NDArray[np.float64]:
        """The share that each legal move should have, by what the search found."""
        if self.is_settled:
            best = self.least == self.low
            return best / best.sum()
        if not gumbel:
            return self.visits / self.visits.sum()
        weights = self.logits + self._weigh(self._completed())
        raised = np.exp(weights - weights.max())
        shares: NDArray[np.float64] = raised / raised.sum()
        return shares

    def promise(self, noise: NDArray[np.float64]) -> NDArray[np.float64]:
        """What speaks for each move, noise included, with gumbel; a move that was visited less often has no chance."""
        if self.is_settled:
            return np.where(self.least == self.low, 0.0, -np.inf)
        promises = self.logits + noise[self.legal] + self._weigh(self.qs)
        return np.where(self.visits == self.visits.max(), promises, -np.inf)

    def _weigh(self, qs: NDArray[np.float64]) -> NDArray[np.float64]:
        return (VISIT_WEIGHT + self.visits.max()) * (qs + 1.0) / 2.0

    def _completed(self) -> NDArray[np.float64]:
        """The q of every move; one that was never tried has the value of the position, as far as it is known."""
        shares = np.exp(self.logits - self.logits.max())
        tried = self.visits > 0
        seen = shares * tried
        mixed = (self.value + self.visits.sum() * (seen * self.qs).sum() / max(seen.sum(), 1e-12)) / (
            1 + self.visits.sum()
        )
        return np.where(tried, self.qs, mixed)


class Forest:
    """Searches of many positions of one game at the same time."""

    def __init__(self, game: Game, count: int, simulations: int, c: float, lookout: int, *, gumbel: bool) -> None:
        self.game, self.count, self.simulations, self.c, self.gumbel = game, count, simulations, float(c), gumbel
        self.budget, self.lookout = lookout if looks_ahead(lookout, game) else 0, make_room(game)
        room = 1 + (simulations + 1) * game.num_moves
        longest = min(game.max_plies, simulations) + 2
        self.trees: NDArray[Any] = np.zeros((count, room), NODE)
        self.used = np.ones(count, np.int64)
        self.paths = np.zeros((count, longest), np.int64)
        self.states = np.zeros((count, longest if game.repeats else 1, game.words), np.int64)
        self.plies, self.waits = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self.leaves = np.zeros((count, game.words), np.int64)
        self.out = np.zeros(game.num_moves, np.int64)
        by_move = (count, game.num_moves)
        self.visits, self.least = np.zeros(by_move, np.int64), np.zeros(by_move, np.int64)
        self.qs, self.logits = np.zeros(by_move), np.zeros(by_move)
        self.values, self.bounds = np.zeros(count), np.zeros((count, 2), np.int64)

    def search(
        self, states: list[State], judge: Judge, noise: NDArray[np.float64], mixing: float = 0.25
    ) -> list[RootView]:
        """Search unfinished positions, no more than there are trees.

        `noise` is for every move of each: with gumbel as in `search/puct.py`, else random shares, of which a part of
        `mixing` goes into those of the roots.
        """
        game, like = self.game, (0,) * self.game.words
        count = len(states)
        roots = np.array([state_words(game, state) for state in states], np.int64)
        trees, used, paths, inner = self.trees[:count], self.used[:count], self.paths[:count], self.states[:count]
        plies, waits, leaves = self.plies[:count], self.waits[:count], self.leaves[:count]
        start_trees(trees, used, game.max_result)
        considered = min(CONSIDERED, game.num_moves)
        plan = np.array(list_visits(considered, self.simulations) if self.gumbel else [], np.int64)
        for simulation in range(self.simulations + 1):
            select_leaves(
                game,
                like,
                roots,
                trees,
                paths,
                inner,
                plies,
                leaves,
                waits,
                self.c,
                plan,
                noise,
                self.budget,
                self.lookout,
            )
            asked = leaves[waits == WAITING]
            if len(asked) == 0:
                if all(tree[0]["low"] == tree[0]["high"] for tree in trees):
                    break
                continue
            found = judge(asked.view(np.uint64))
            expand_leaves(
                game, like, trees, used, paths, inner, plies, leaves, waits, game.max_result, found.logits,
                found.values, self.out,
            )  # fmt: skip
            if simulation == 0 and not self.gumbel:
                add_noise(trees, noise, mixing)
        self.visits[:] = 0
        read_roots(trees, self.visits, self.qs, self.logits, self.least, self.values, self.bounds)
        return [RootView(self, number, game.moves(state)) for number, state in enumerate(states)]
