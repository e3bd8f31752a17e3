"""What a search did, as a tree in parallel arrays: one number a node in each, nodes in the order they were entered.

    node     0   1   2   3   4   5   6          0 ── 1 ── 2
    parent  -1   0   1   1   0   4   0          │    └─── 3
    size     7   3   1   1   2   1   1          ├─── 4 ── 5
                                                └─── 6

Because the order is depth first, a subtree is a stretch of the arrays: node … node + size - 1, the first child is
node + 1, and the next sibling of a child is child + size. A search that goes over its tree several times (iterative
deepening, MTD) leaves one tree a pass, one after the other; a tree begins where the parent is -1.

A search that does not go depth first (Monte Carlo, proof numbers) shows the tree it ends up with, and has numbers of
its own for every node, such as visits: `notes` has a column for each. What it did when is in `order`, if that was
recorded: columns with a number for every event.

Values and windows belong to the side to move at their node. For drawings and logs, which keep to one view, the side
to move at the root is Max: `value_for_max` and `window_for_max` convert.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from operator import ge, sub
from typing import ClassVar

from kibitz.core.game import Game, Move, State, View
from kibitz.core.score import Bound, is_decided
from kibitz.core.searching import NodeKind, Nodes

NO_NODE = -1  # the parent of a root
NO_MOVE = -1  # what led to a root
STATES_KEPT = 20_000
VIEWS_KEPT = 200  # of a node and those around it

COLUMNS = {"parent": "i", "move": "i", "ply": "i", "depth": "i", "alpha": "i", "beta": "i", "value": "i", "kind": "b"}
BYTES_A_NODE = sum(array(code).itemsize for code in COLUMNS.values()) + array("i").itemsize  # with its size


@dataclass(frozen=True)
class NodeCounts:
    """How large a tree is, in all or at one ply. Leaves are the nodes without children.

    `cutoffs` are beta cut-offs as searches count them: nodes whose value met beta, be it with their last move.
    """

    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0


class SearchTree:
    """The nodes of a search of `root_state`; see the top of this file for the arrays.

    `searcher` is the spec of the search. `missed` counts the nodes that were searched but not recorded; they belong to
    the end of the last pass. A stopped node has no value; the array holds 0.
    """

    _repr_html_: ClassVar[Callable[[SearchTree], str]]  # how a notebook shows a tree; `position_api.py` sets it

    def __init__(self, game: Game, root_state: State, searcher: str) -> None:
        self.game = game
        self.root_state = root_state
        self.searcher = searcher
        self.missed = 0
        self.roots: list[int] = []
        self.parent = array("i")
        self.move = array("i")
        self.ply = array("i")
        self.depth = array("i")  # what remained to be searched below the node
        self.alpha = array("i")
        self.beta = array("i")
        self.value = array("i")
        self.kind = array("b")
        self.notes: dict[str, array[int]] = {}
        self.order: dict[str, array[int]] = {}
        self._size = array("i")
        self._states: dict[int, State] = {}
        self._moves: dict[int, list[Move]] = {}
        self._views: dict[int, View] = {}
        self._sides = array("b")  # see `_find_sides`
        self._is_max_first = game.to_move(root_state) == self.max_side

    # Filling it.

    def add(self, parent: int, move: Move, depth: int, alpha: int, beta: int) -> int:
        """A new node, entered with this window; stopped until `close` says otherwise."""
        node = len(self.parent)
        if parent == NO_NODE:
            self.roots.append(node)
        for column, entry in (
            (self.parent, parent),
            (self.move, move),
            (self.ply, 0 if parent == NO_NODE else self.ply[parent] + 1),
            (self.depth, depth),
            (self.alpha, alpha),
            (self.beta, beta),
            (self.value, 0),
            (self.kind, NodeKind.STOPPED),
        ):
            column.append(entry)
        for notes in self.notes.values():
            notes.append(0)
        return node

    def extend(self, nodes: Nodes, below: int = NO_NODE) -> None:
        """Many nodes at once, a subtree below a node or a whole pass."""
        first = len(self)
        if below == NO_NODE:
            self.roots.append(first)
        self.parent.extend(nodes.parent if first == 0 else map(first.__add__, nodes.parent))
        self.parent[first] = below
        ply = array("i", [0 if below == NO_NODE else self.ply[below] + 1])
        for parent in nodes.parent[1:]:
            ply.append(ply[parent] + 1)
        self.ply += ply
        for column, more in (
            (self.move, nodes.move),
            (self.depth, nodes.depth),
            (self.alpha, nodes.alpha),
            (self.beta, nodes.beta),
            (self.value, nodes.value),
            (self.kind, nodes.kind),
        ):
            column += more

    def note(self, node: int, column: str, number: int) -> None:
        """A further number of a node; nodes without one have 0."""
        if column not in self.notes:
            self.notes[column] = array("q", bytes(8 * len(self)))
        self.notes[column][node] = number

    def close(self, node: int, value: int, kind: NodeKind) -> None:
        """The search left the node with this value."""
        self.value[node] = 0 if kind == NodeKind.STOPPED else value
        self.kind[node] = kind

    # Its shape.

    def __len__(self) -> int:
        return len(self.parent)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SearchTree) and self._everything() == other._everything()

    __hash__ = None  # type: ignore[assignment]  # a tree grows while it is recorded

    def _everything(self) -> tuple[object, ...]:
        columns = (self.parent, self.move, self.depth, self.alpha, self.beta, self.value, self.kind)
        return (self.game, self.root_state, self.searcher, self.missed, self.notes, *columns)

    @property
    def memory(self) -> int:
        """Bytes that the arrays take."""
        return len(self) * (BYTES_A_NODE + 8 * len(self.notes)) + 8 * sum(map(len, self.order.values()))

    @property
    def is_depth_first(self) -> bool:
        """Whether the order of the nodes is that of the search."""
        return not self.notes

    @property
    def size(self) -> array[int]:
        """Nodes in the subtree of each node, itself included."""
        if len(self._size) != len(self.parent):
            sizes = [1] * (len(self.parent) + 1)  # the last place takes what a root has no parent to give to
            for node, parent in zip(range(len(self.parent) - 1, -1, -1), reversed(self.parent), strict=True):
                sizes[parent] += sizes[node]
            self._size = array("i", sizes[:-1])
        return self._size

    @size.setter
    def size(self, size: array[int]) -> None:
        """Set by what reads a recording, which has the sizes."""
        self._size = size

    def children(self, node: int) -> tuple[int, ...]:
        """The nodes below, in the order they were searched; a move that was searched again comes again."""
        size, end = self.size, node + self.size[node]
        found, child = [], node + 1
        while child < end:
            found.append(child)
            child += size[child]
        return tuple(found)

    def stands_for(self, node: int) -> int:
        """How many moves of its parent the node stands for: one, unless symmetric ones are merged."""
        return 1

    def is_leaf(self, node: int) -> bool:
        return self.size[node] == 1

    def events(self, root: int = 0) -> Iterator[tuple[int, bool]]:
        """The subtree as the search went through it: (node, True) on entering a node, (node, False) on leaving it."""
        open_nodes: list[int] = []
        for node in range(root, root + self.size[root]):
            while open_nodes and open_nodes[-1] != self.parent[node]:
                yield open_nodes.pop(), False
            open_nodes.append(node)
            yield node, True
        while open_nodes:
            yield open_nodes.pop(), False

    def pass_of(self, node: int) -> int:
        """The number of the pass the node belongs to, from 0."""
        return bisect_right(self.roots, node) - 1

    def last_pass(self) -> SearchTree:
        """The last complete pass as a tree of its own; the first pass if none is complete."""
        complete = [root for root in self.roots if self.is_complete(root)]
        return self.subtree(complete[-1] if complete else self.roots[0])

    def subtree(self, root: int) -> SearchTree:
        """A node with all below it as a tree of its own, in which the side to move there is Max."""
        if self.size[root] == len(self):
            return self
        end = root + self.size[root]
        copy = SearchTree(self.game, self.state(root), self.searcher)
        copy.missed = self.missed if end == len(self) else 0
        copy.roots = [0]
        copy.parent = array("i", map(sub, self.parent[root:end], repeat(root)))
        copy.parent[0], copy.move = NO_NODE, self.move[root:end]
        copy.move[0] = NO_MOVE
        copy.ply = array("i", map(sub, self.ply[root:end], repeat(self.ply[root])))
        copy.depth, copy.alpha, copy.beta = self.depth[root:end], self.alpha[root:end], self.beta[root:end]
        copy.value, copy.kind, copy.size = self.value[root:end], self.kind[root:end], self.size[root:end]
        copy.notes = {column: notes[root:end] for column, notes in self.notes.items()}
        return copy

    def is_complete(self, root: int) -> bool:
        """Whether a pass was finished and every node of it was recorded."""
        return self.kind[root] != NodeKind.STOPPED and not self.lacks_nodes(root)

    def lacks_nodes(self, node: int) -> bool:
        """Whether nodes below may have gone unrecorded: only at the very end of the recording."""
        return self.missed > 0 and node + self.size[node] == len(self)

    def __repr__(self) -> str:
        return f"SearchTree({self.searcher} on {self.game}: {len(self):,} nodes)"

    # What its nodes mean.

    def moves_to(self, node: int) -> tuple[Move, ...]:
        """The moves from the root to the node."""
        moves = []
        while self.parent[node] != NO_NODE:
            moves.append(self.move[node])
            node = self.parent[node]
        return tuple(reversed(moves))

    def state(self, node: int) -> State:
        """The position, found by playing on from the nearest ancestor whose position is still in memory."""
        if len(self._states) > STATES_KEPT:
            self._states = {}  # a new one: whoever asks from another thread goes on with the old
        states, above = self._states, []
        state = states.get(node)
        while state is None and self.parent[node] != NO_NODE:
            above.append(node)
            node = self.parent[node]
            state = states.get(node)
        if state is None:
            state = self.root_state
        for step in reversed(above):
            state = states[step] = self.game.play(state, self.move[step])
        return state

    def legal_moves(self, node: int) -> list[Move]:
        """The moves that the rules allow there, in natural order."""
        if len(self._moves) > STATES_KEPT:
            self._moves = {}
        known = self._moves
        moves = known.get(node)
        if moves is None:
            moves = known[node] = self.game.moves(self.state(node))
        return moves

    def view(self, node: int) -> View:
        """The board there."""
        if len(self._views) > VIEWS_KEPT:
            self._views = {}
        known = self._views
        view = known.get(node)
        if view is None:
            view = known[node] = self.game.view(self.state(node))
        return view

    def ghosts(self, node: int) -> tuple[Move, ...]:
        """The legal moves a finished node never searched: what pruning saved. In natural order."""
        if self.kind[node] != NodeKind.INNER or self.lacks_nodes(node):
            return ()
        searched = {self.move[child] for child in self.children(node)}
        return tuple(move for move in self.legal_moves(node) if move not in searched)

    def meets_beta(self, node: int) -> bool:
        """Whether a move proved so good that the search ends there: a beta cut-off, as searches count them."""
        return self.kind[node] == NodeKind.INNER and self.value[node] >= self.beta[node]

    def is_cut(self, node: int) -> bool:
        """Whether moves were left out because one met beta. Where the last move met it, nothing was cut."""
        return self.meets_beta(node) and bool(self.ghosts(node))

    def is_research(self, node: int) -> bool:
        """Whether the same move was searched before, as PVS does when its guess was wrong."""
        above, move, size = self.parent[node], self.move, self.size
        earlier = node if above == NO_NODE else above + 1
        while earlier < node and move[earlier] != move[node]:
            earlier += size[earlier]
        return earlier < node

    def bound(self, node: int) -> Bound:
        """Whether the value is exact at the depth searched or a bound; values of leaves are exact."""
        if self.kind[node] in (NodeKind.TERMINAL, NodeKind.HORIZON):
            return Bound.EXACT
        return Bound.of(self.value[node], self.alpha[node], self.beta[node])

    def source(self, node: int) -> int | None:
        """The child a node has its value from, an exact value rather than a bound; None where there is none.

        In a tree with visits it is the move to play: a sure win, or the most visited move that is not lost.
        """
        if self.kind[node] != NodeKind.INNER:
            return None
        if "visits" in self.notes:
            return max(self.children(node), key=self._popularity, default=None)
        matching = [
            child
            for child in self.children(node)
            if self.kind[child] != NodeKind.STOPPED and self.value_above(child) == self.value[node]
        ]
        exact = (child for child in matching if self.bound(child) == Bound.EXACT)
        return next(exact, matching[0] if matching else None)

    def _popularity(self, node: int) -> tuple[int, int]:
        value = self.value_above(node)
        return (1 if value > 0 else -1) if is_decided(value) else 0, self.notes["visits"][node]

    def line(self, root: int = 0) -> tuple[int, ...]:
        """The nodes on the principal line: from the root down to where its value comes from."""
        line, node = [root], self.source(root)
        while node is not None:
            line.append(node)
            node = self.source(node)
        return tuple(line)

    def is_max(self, node: int) -> bool:
        """Whether Max is to move."""
        if self.game.moves_again:
            return self._find_sides()[node] == self.max_side
        return (self.ply[node] % 2 == 0) == self._is_max_first

    @property
    def max_side(self) -> int:
        """Who is Max: the side to move at the root, unless the game says who."""
        named = self.game.max_side
        return self.game.to_move(self.root_state) if named is None else named

    def keeps_turn(self, node: int) -> bool:
        """Whether the side that made the move to a node has the next one as well."""
        above = self.parent[node]
        return self.game.moves_again and above != NO_NODE and self.is_max(node) == self.is_max(above)

    def value_above(self, node: int) -> int:
        """The value of a node as the side sees it that made the move to it."""
        return self.value[node] if self.keeps_turn(node) else -self.value[node]

    def _find_sides(self) -> array[int]:
        """Whose turn it is at each node, where turns do not alternate."""
        sides = self._sides
        if len(sides) < len(self):
            sides, path = array("b"), list[State]()
            for node, ply in enumerate(self.ply):
                del path[ply:]
                path.append(self.game.play(path[-1], self.move[node]) if ply else self.root_state)
                sides.append(self.game.to_move(path[-1]))
            self._sides = sides  # whoever asks from another thread meanwhile finds the same
        return sides

    def value_for_max(self, node: int) -> int:
        return self.value[node] if self.is_max(node) else -self.value[node]

    def bound_for_max(self, node: int) -> Bound:
        return self.bound(node) if self.is_max(node) else -self.bound(node)

    def window_for_max(self, node: int) -> tuple[int, int]:
        alpha, beta = self.alpha[node], self.beta[node]
        return (alpha, beta) if self.is_max(node) else (-beta, -alpha)

    def counts(self, root: int = 0) -> NodeCounts:
        """The size of a subtree."""
        by_ply = self.counts_by_ply(root)
        return NodeCounts(
            sum(at.nodes for at in by_ply), sum(at.leaves for at in by_ply), sum(at.cutoffs for at in by_ply)
        )

    def counts_by_ply(self, root: int = 0) -> tuple[NodeCounts, ...]:
        """The size of a subtree ply by ply, its root first."""
        stretch = slice(root, root + self.size[root])
        meets_beta = map(ge, self.value[stretch], self.beta[stretch])
        alike = Counter(zip(self.ply[stretch], self.size[stretch], self.kind[stretch], meets_beta, strict=True))
        height = max(ply for ply, *_ in alike) - self.ply[root] + 1
        totals, leaves, cutoffs = [0] * height, [0] * height, [0] * height
        for (ply, size, kind, meets), count in alike.items():
            totals[ply - self.ply[root]] += count
            leaves[ply - self.ply[root]] += count * (size == 1)
            cutoffs[ply - self.ply[root]] += count * (meets and kind == NodeKind.INNER)
        return tuple(map(NodeCounts, totals, leaves, cutoffs))
