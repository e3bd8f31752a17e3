"""A recorded search replayed: what it knew at any step, found without going through the steps before.

A search of n nodes has 2n steps: it enters every node once and leaves it once. Before it enters a node it has entered
all nodes of smaller number, and left those of them that are not above it. Therefore

    node is entered at step  2 node - ply          and left at step  2 (node + size) - ply - 1

and the node of a step is found by bisection. What the nodes on the path had found by then follows from those of their
children that had been left.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kibitz.core.errors import BadOption
from kibitz.core.pseudocode import Pseudocode
from kibitz.core.score import INFINITY, Score, is_decided
from kibitz.core.searching import NodeKind
from kibitz.trees.fault_marks import FaultMarks, takes_least
from kibitz.trees.labels import has_windows
from kibitz.trees.search_tree import NO_NODE, SearchTree

OPEN_NODES_KEPT = 1_000  # for the steps that follow, on whose paths most of them are again


@dataclass(frozen=True)
class OpenNode:
    """A node on the path at some step, for the side to move there.

    `alpha` is what it was given or the best it has found since; `best` is None before its first child is left. `tried`
    counts the moves that have been searched.
    """

    node: int
    alpha: int
    beta: int
    best: int | None
    tried: int

    @property
    def is_closed(self) -> bool:
        """Whether the window is empty: whatever else there is cannot matter."""
        return self.alpha >= self.beta


@dataclass(frozen=True)
class ReplayStep:
    """One step: `event` is enter, leave, or cut for leaving a node with moves that need no search; or, in a search that
    does not go depth first, simulate or update.

    `path`: the open nodes as they stand after the step, the root first and `node` last. `line`: what happens at the
    node, and `then`: what the node above makes of it, as events of its pseudocode; empty where it has none.
    `changed`: what the step changed at the node above: best, alpha too, or nothing.
    """

    step: int
    event: str
    node: int
    path: tuple[OpenNode, ...]
    line: str
    then: str
    changed: str


class AnyReplay(ABC):
    """The steps of a search, in the order in which it made them."""

    steps: int

    @abstractmethod
    def entered(self, node: int) -> int:
        """The step from which on a node is there; `steps` if it never is."""

    @abstractmethod
    def left(self, node: int) -> int:
        """The step at which the search was at the node for the last time."""

    @abstractmethod
    def describe(self, step: int) -> ReplayStep:
        """What happens at a step, and the open nodes after it."""

    @abstractmethod
    def seek(self, step: int, direction: int, kind: str, what: str = "") -> int | None:
        """The nearest step after (direction 1) or before (-1) this one where a condition holds; None if there is none.

        See `CONDITIONS`; `what` is the move, depth or value that some of them ask for.
        """

    def check_step(self, step: int) -> None:
        if not 0 <= step < self.steps:
            raise BadOption(f"There is no step {step}; this search has steps 0 to {self.steps - 1}.")


class Replay(AnyReplay):
    """The steps of all passes of a tree, one after the other."""

    def __init__(self, tree: SearchTree, code: Pseudocode) -> None:
        self.tree, self.code = tree, code
        self.steps = 2 * len(tree)
        self.raises_alpha = has_windows(tree)
        self.root_takes_least = takes_least(tree)
        self.open_node = lru_cache(OPEN_NODES_KEPT)(self._find_open_node)

    def entered(self, node: int) -> int:
        return 2 * node - self.tree.ply[node]

    def left(self, node: int) -> int:
        return 2 * (node + self.tree.size[node]) - self.tree.ply[node] - 1

    def at(self, step: int) -> tuple[int, bool]:
        """The node of a step, and whether it is entered there."""
        self.check_step(step)
        node = bisect_right(range(len(self.tree)), step, key=self.entered) - 1
        since = step - self.entered(node)
        for _ in range(since - 1):
            node = self.tree.parent[node]
        return node, since == 0

    def describe(self, step: int) -> ReplayStep:
        node, is_entering = self.at(step)
        tree = self.tree
        is_cut = not is_entering and tree.is_cut(node)
        path = self.path(node, node_is_open=is_entering)
        line, then, changed = self._entering(node) if is_entering else self._leaving(node, path)
        return ReplayStep(
            step, "enter" if is_entering else "cut" if is_cut else "leave", node, path, line, then, changed
        )

    def path(self, node: int, *, node_is_open: bool) -> tuple[OpenNode, ...]:
        """The nodes from the root to this one, just after it was entered, or left."""
        nodes = [node]
        while self.tree.parent[nodes[-1]] != NO_NODE:
            nodes.append(self.tree.parent[nodes[-1]])
        nodes.reverse()
        found = [self.open_node(above, below) for above, below in itertools.pairwise(nodes)]
        if not node_is_open and found:
            found[-1] = self.open_node(nodes[-2], node + self.tree.size[node])
        last = node + 1 if node_is_open else node + self.tree.size[node]
        return (*found, self.open_node(node, last))

    def _find_open_node(self, node: int, before: int) -> OpenNode:
        """What a node had found from its children of smaller number than `before`."""
        tree, best, tried = self.tree, None, set()
        size, move = tree.size, tree.move
        better = min if self.root_takes_least and tree.parent[node] == NO_NODE else max
        after_all = node + size[node]
        child, end = node + 1, min(before, after_all)
        while child < end:
            after = child + size[child]
            tried.add(move[child])
            is_tested_only = after < after_all and move[after] == move[child]
            if tree.kind[child] != NodeKind.STOPPED and not is_tested_only:
                value = tree.value_above(child)
                best = value if best is None else better(best, value)
            child = after
        alpha = tree.alpha[node]
        if self.raises_alpha and best is not None:
            alpha = max(alpha, best)
        return OpenNode(node, alpha, tree.beta[node], best, len(tried))

    def _entering(self, node: int) -> tuple[str, str, str]:
        tree = self.tree
        if tree.parent[node] == NO_NODE:
            return self.code.line_for("enter"), "", ""
        if tree.keeps_turn(node):
            return self.code.line_for("same", "visit", "enter"), "", ""
        if tree.is_research(node):
            return self.code.line_for("again", "visit"), "", ""
        is_test = tree.beta[node] - tree.alpha[node] == 1 and node != tree.parent[node] + 1
        return self.code.line_for("test" if is_test else "visit", "visit", "enter"), "", ""

    def _leaving(self, node: int, path: tuple[OpenNode, ...]) -> tuple[str, str, str]:
        kind = NodeKind(self.tree.kind[node])
        own = {NodeKind.TERMINAL: "final", NodeKind.HORIZON: "horizon", NodeKind.TABLE: "table"}.get(kind, "leave")
        line = self.code.line_for("cut" if self.tree.meets_beta(node) else own, "leave")
        if len(path) < 2 or kind == NodeKind.STOPPED:
            return line, "", ""
        before, above = self.open_node(path[-2].node, node), path[-2]
        if above.best == before.best:
            return line, self.code.line_for("keep"), ""
        closes = above.is_closed and not before.is_closed and self.raises_alpha
        changed = "alpha" if above.alpha != before.alpha else "best"
        return line, self.code.line_for("cut" if closes else "improve", "improve"), changed

    # Going to where something happens.

    def seek(self, step: int, direction: int, kind: str, what: str = "") -> int | None:
        holds = self.condition(kind, what)
        node, is_entering = self.at(step)
        walk = self._forward if direction > 0 else self._backward
        for there, entering in walk(node, is_entering):
            if holds(there, entering):
                return self.entered(there) if entering else self.left(there)
        return None

    def condition(self, kind: str, what: str = "") -> Holds:
        """Whether something happens at the step that enters a node, or that leaves it."""
        return _condition(self.tree, kind, what)

    def _forward(self, node: int, is_entering: bool) -> Iterator[tuple[int, bool]]:
        parent, size, end = self.tree.parent, self.tree.size, len(self.tree)
        while True:
            following = node + 1 if is_entering else node + size[node]
            if is_entering:
                is_entering = size[node] > 1
                node = following if is_entering else node
            else:
                above = parent[node]
                if following < (end if above == NO_NODE else above + size[above]):
                    node, is_entering = following, True
                elif above == NO_NODE:
                    return
                else:
                    node = above
            yield node, is_entering

    def _backward(self, node: int, is_entering: bool) -> Iterator[tuple[int, bool]]:
        parent, size = self.tree.parent, self.tree.size
        while True:
            above = parent[node] if is_entering else node
            if is_entering and node == above + 1:  # the first child, or the very first node
                if above == NO_NODE:
                    return
                node = above
            elif not is_entering and size[node] == 1:
                is_entering = True
            else:
                last = node - 1 if is_entering else node + size[node] - 1
                while parent[last] != above:
                    last = parent[last]
                node, is_entering = last, False
            yield node, is_entering


Holds = Callable[[int, bool], bool]

CONDITIONS = {
    "cutoff": "a node has a cut-off",
    "closes": "a window becomes empty",
    "move": "a move is tried",
    "depth": "a node at a certain ply is entered",
    "value": "a node gets a certain value for Max",
    "research": "a move is searched again",
    "table": "a value is found in the table",
    "leaf": "a leaf is judged",
    "proven": "a result becomes certain",
    "fault": "a fault of a published program acts",
}


def _condition(tree: SearchTree, kind: str, what: str) -> Holds:
    if kind == "move":
        wanted = tree.game.parse_move(what)
        return lambda node, entering: entering and tree.move[node] == wanted
    if kind in ("depth", "value"):
        try:
            number = int(what.replace("−", "-"))
        except ValueError:
            raise BadOption(f"'{what}' is not a {kind} to stop at; give a whole number.") from None
        if kind == "depth":
            return lambda node, entering: entering and tree.ply[node] == number
        return lambda node, entering: (
            not entering and tree.kind[node] != NodeKind.STOPPED and Score(tree.value_for_max(node)).points == number
        )
    plain: dict[str, Holds] = {
        "cutoff": lambda node, entering: not entering and tree.is_cut(node),
        "closes": lambda node, entering: not entering and _closes(tree, node),
        "research": lambda node, entering: entering and tree.is_research(node),
        "table": lambda node, entering: not entering and tree.kind[node] == NodeKind.TABLE,
        "leaf": lambda node, entering: not entering and tree.kind[node] in (NodeKind.TERMINAL, NodeKind.HORIZON),
        "proven": lambda node, entering: (
            not entering and tree.kind[node] != NodeKind.STOPPED and is_decided(tree.value[node])
        ),
    }
    if kind == "fault":
        marks = FaultMarks(tree)
        return lambda node, entering: not entering and bool(marks.at(node))
    if kind not in plain:
        raise BadOption(f"'{kind}' is not something to stop at; take one of: {', '.join(CONDITIONS)}.")
    return plain[kind]


def _closes(tree: SearchTree, node: int) -> bool:
    """Whether this node's value meets the bound of the one above."""
    parent = tree.parent[node]
    if parent == NO_NODE or tree.kind[node] == NodeKind.STOPPED:
        return False
    return tree.beta[parent] < INFINITY and tree.value_above(node) >= tree.beta[parent]
