"""A watcher that records the tree of a search while it runs."""

from __future__ import annotations

from contextlib import suppress

from kibitz.core.errors import BadPosition, Unfinished, Unsuited
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import AUTO, REFERENCE, Backend, Limits
from kibitz.core.searching import NodeKind, Nodes, Searcher, SearchResult, StopFlag, search_spec
from kibitz.kernels.backends import is_prepared
from kibitz.search.common.search_order import OrderedSearcher, TooManyEvents
from kibitz.trees.fault_marks import find_tree_position
from kibitz.trees.search_tree import BYTES_A_NODE, NO_MOVE, NO_NODE, SearchTree

MAX_RECORDED = 1_000_000  # nodes
MAX_MEMORY = MAX_RECORDED * BYTES_A_NODE
SMALL_TREE = 20_000  # nodes that readable Python searches in less time than their search takes to compile
MAX_EVENTS = 10_000  # of a search that does not go depth first, whose order is kept; some seconds of readable Python


class Recorder:
    """Fills a `SearchTree`.

    After `limit` nodes it stops recording, but the search goes on: nodes already there still get their values, and
    `tree.missed` counts the rest.
    """

    def __init__(self, game: Game, state: State, searcher: str, *, limit: int = MAX_RECORDED) -> None:
        self.tree = SearchTree(game, state, searcher)
        self._limit = limit
        self._open: list[int] = []
        self._unrecorded = 0  # nodes entered beyond the limit and not left yet

    @property
    def room(self) -> int:
        return self._limit - len(self.tree)

    def begin(self, depth: int) -> None:
        """A pass that was stopped may have left its nodes open; they stay stopped."""
        self._open.clear()
        self._unrecorded = 0

    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None:
        if len(self.tree) >= self._limit:
            self.tree.missed += 1
            self._unrecorded += 1
            return
        # A search may come back to single root moves after its pass (to break ties); they belong below that root.
        parent = self._open[-1] if self._open else NO_NODE if move == NO_MOVE else self.tree.roots[-1]
        self._open.append(self.tree.add(parent, move, depth, alpha, beta))

    def note(self, column: str, number: int) -> None:
        if not self._unrecorded:
            self.tree.note(self._open[-1], column, number)

    def take(self, nodes: Nodes) -> None:
        kept = min(self.room, len(nodes.move))
        self.tree.missed += len(nodes.move) - kept
        if kept:
            first = Nodes._make(column[:kept] for column in nodes)  # no node comes before its parent
            self.tree.extend(first, NO_NODE if nodes.move[0] == NO_MOVE else self.tree.roots[-1])

    def leave(self, value: int, kind: NodeKind) -> None:
        if self._unrecorded:
            self._unrecorded -= 1
        else:
            self.tree.close(self._open.pop(), value, kind)

    def skip(self, count: int) -> None:
        self.tree.missed += count


class _TooManyNodes(Exception):
    """A tree is not small."""


class _SmallTreeRecorder(Recorder):
    """Gives up a search that visits more nodes than `limit`."""

    def enter(self, state: State, move: Move, depth: int, alpha: int, beta: int) -> None:
        if not self.room:
            raise _TooManyNodes
        super().enter(state, move, depth, alpha, beta)


def record(
    game: Game,
    state: State,
    searcher: Searcher,
    limits: Limits = Limits(),
    backend: Backend = Backend(),
    *,
    limit: int = MAX_RECORDED,
    stop: StopFlag | None = None,
) -> tuple[SearchResult, SearchTree]:
    """Search a position; returns the answer and the tree of the search.

    A search whose compiled form is not there yet is tried in readable Python first, which is the same search: a small
    tree is recorded without waiting for the compiler.
    """
    if game.result(state) is not None:
        raise BadPosition(
            f"The game is over there ({game.describe_result(state)}); give a position with a move to find."
        )
    if not searcher.shows_tree:
        raise Unsuited(f"The searcher {searcher.name} does not show its tree; take alphabeta, pvs or mcts.")
    if isinstance(searcher, OrderedSearcher) and limits.time is None:
        try:
            return _record_in_order(game, state, searcher, limits, limit, stop)
        except TooManyEvents:
            pass  # then the tree at the end of the search has to do
    at, spec = find_tree_position(game, state, searcher), search_spec(searcher, limits)
    has_choice = backend.backend == AUTO and limits.time is None and searcher.has_reference and limit > SMALL_TREE
    if has_choice and not is_prepared(searcher, game, recorded=True):
        small = _SmallTreeRecorder(*at, spec, limit=SMALL_TREE)
        with suppress(_TooManyNodes):
            return searcher.search(game, state, limits, backend=REFERENCE, watcher=small, stop=stop), small.tree
    recorder = Recorder(*at, spec, limit=limit)
    result = searcher.search(game, state, limits, backend=backend.backend, watcher=recorder, stop=stop)
    if not len(recorder.tree) and result.stopped_by == "stop":
        raise Unfinished("The search was stopped before its first node, so there is no tree.")
    if not len(recorder.tree):
        raise Unsuited(f"The searcher {searcher.name} does not show its tree; take alphabeta, pvs or mcts.")
    return result, recorder.tree


def _record_in_order(
    game: Game, state: State, searcher: OrderedSearcher, limits: Limits, limit: int, stop: StopFlag | None
) -> tuple[SearchResult, SearchTree]:
    """Only the readable form tells the order of its events; the compiled one is the same search, node for node.

    Within a time limit it is not, as it gets further; there the compiled search is recorded, without its order.
    """
    recorder = Recorder(game, state, search_spec(searcher, limits), limit=limit)
    result, order = searcher.search_in_order(game, state, limits, watcher=recorder, most=MAX_EVENTS, stop=stop)
    if not recorder.tree.missed:  # otherwise some events are at nodes that are not there
        recorder.tree.order = order
    return result, recorder.tree


def describe_missing_nodes(tree: SearchTree) -> str:
    """A sentence if not all nodes of the search are in the tree; empty otherwise."""
    if not tree.missed:
        return ""
    return (
        f"Recording stopped at {len(tree):,} nodes ({tree.memory / 2**20:.0f} MiB); the search continued, "
        f"and {tree.missed:,} more nodes were searched but not recorded."
    )
