"""Measurements that several experiments share: a search, a stored tree, the size of a tree."""

from __future__ import annotations

import time
from itertools import accumulate
from typing import NamedTuple

from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game, State, find_game
from kibitz.core.passes import Stopped
from kibitz.core.searching import SearchResult, find_search
from kibitz.kernels.backends import count_compiled
from kibitz.search.common.run import deep_recursion
from kibitz.search.game_tree import MAX_NODES, GameTree
from kibitz.search.perft import perft
from kibitz.search.stored_tree import find_room

MB = 10**6


def search_with(spec: str, game: str | Game, state: State | None = None) -> SearchResult:
    """Run a search given as a spec string, such as alphabeta:depth=6,eval=windows; compiled by default if possible."""
    played = find_game(game) if isinstance(game, str) else game
    searcher, limits, backend = find_search(spec)
    start = played.initial() if state is None else state
    return searcher.search(played, start, limits, backend=backend.backend)


class StoredTree(NamedTuple):
    """A tree that was built and searched. `looked_at`: nodes whose value was used; `evaluated`: boards evaluated.

    The seconds are processor time, which other work on the machine does not change.
    """

    nodes: int
    looked_at: int
    seconds: float
    memory: int  # bytes
    evaluated: int


def build_stored_tree(
    game: str,
    depth: int,
    *,
    prune: str = "none",
    evaluator: str = "",
    evaluates_early: bool = False,
    max_nodes: int = MAX_NODES,
) -> StoredTree | None:
    """Build the tree of a first move; prune "none", "after" building it or "during"; None if memory cannot hold it.

    With `evaluates_early` a leaf is evaluated when it is made, and not when the search looks at it.
    """
    played = find_game(game)
    tree = GameTree(
        played,
        depth=depth,
        evaluator=find_evaluator(evaluator, played),
        evaluates_early=evaluates_early,
        max_nodes=min(max_nodes, find_room(played, evaluates_early=evaluates_early)),
    )
    began = time.thread_time()
    try:
        with deep_recursion():
            if prune == "during":
                tree.grow_pruned()
            else:
                tree.grow()
                tree.alphabeta() if prune == "after" else tree.minimax()
    except Stopped:
        return None
    seconds = time.thread_time() - began
    evaluated = tree.evaluations + tree.terminals
    return StoredTree(tree.nodes, tree.looked_at, seconds, tree.memory(), evaluated)


def count_tree_sizes(game: str, depth: int, *, compiled: bool = False) -> list[int]:
    """Count the nodes of the whole tree to depth 0, 1 … `depth`; a position reached in n ways counts n times.

    Compiled code counts them one by one; readable code counts equal positions together, which is faster for Take-Away.
    """
    played = find_game(game)
    assert not played.perft_keeps_finished, "games that are over would be counted again at every ply"
    counts = count_compiled(played, played.initial(), depth) if compiled else None
    if counts is None:
        return list(accumulate(ply.nodes for ply in perft(played, played.initial(), depth)))
    return list(accumulate(counts.nodes))
