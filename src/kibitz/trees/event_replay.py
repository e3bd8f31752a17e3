"""The replay of a search that does not go depth first, event by event: what it knew of every node at any step.

A Monte Carlo search makes one step with every simulation, a proof-number search one with every look at a node's
children. What was known at a step is found by going through the events; the place where one stands is kept, so that
the next step costs no more than itself.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from array import array
from collections.abc import Callable, Iterable

from kibitz.core.errors import BadOption
from kibitz.core.pseudocode import Pseudocode
from kibitz.core.score import INFINITY, WIN
from kibitz.core.searching import NodeKind
from kibitz.core.spec import parse_whole_number
from kibitz.trees.labels import NodeNumbers
from kibitz.trees.replay import AnyReplay, OpenNode, ReplayStep
from kibitz.trees.search_tree import NO_NODE, SearchTree

NEVER = 1 << 50  # the proof number of what cannot be shown


class EventReplay(AnyReplay):
    """Steps of a tree with an `order`. Safe for many threads."""

    def __init__(self, tree: SearchTree, code: Pseudocode) -> None:
        self.tree, self.code = tree, code
        self._now = -1  # the last event that has been applied
        self._lock = threading.Lock()

    def numbers(self, step: int, nodes: Iterable[int]) -> tuple[NodeNumbers, ...]:
        """What was known of some nodes after a step."""
        self.check_step(step)
        with self._lock:
            while self._now < step:
                self._now += 1
                self._apply(self._now)
            while self._now > step:
                self._take_back(self._now)
                self._now -= 1
            return tuple(self._numbers(node) for node in nodes)

    @abstractmethod
    def node_at(self, step: int) -> int:
        """The node a step is about."""

    @abstractmethod
    def path_at(self, step: int) -> tuple[int, ...]:
        """The nodes that the search passed on its way there, the root first."""

    @abstractmethod
    def _apply(self, step: int) -> None: ...
    @abstractmethod
    def _take_back(self, step: int) -> None: ...
    @abstractmethod
    def _numbers(self, node: int) -> NodeNumbers: ...

    def _describe(self, step: int, event: str, line: str, then: str) -> ReplayStep:
        path = tuple(self._open_node(step, node) for node in self.path_at(step))
        return ReplayStep(step, event, self.node_at(step), path, line, then, "")

    def _open_node(self, step: int, node: int) -> OpenNode:
        there = sum(self.entered(child) <= step for child in self.tree.children(node))
        return OpenNode(node, -INFINITY, INFINITY, None, there)

    def seek(self, step: int, direction: int, kind: str, what: str = "") -> int | None:
        holds = self.condition(kind, what)
        following = range(step + 1, self.steps) if direction > 0 else range(step - 1, -1, -1)
        return next((there for there in following if holds(there)), None)

    def condition(self, kind: str, what: str = "") -> Callable[[int], bool]:
        """Whether something happens at a step."""
        tree = self.tree
        if kind == "move":
            wanted = tree.game.parse_move(what)
            return lambda step: any(tree.move[node] == wanted for node in self.path_at(step))
        if kind == "depth":
            depth = parse_whole_number(what)
            if depth is None:
                raise BadOption(f"'{what}' is not a depth to stop at; give a whole number.")
            return lambda step: tree.ply[self.node_at(step)] == depth
        if kind == "leaf":
            return lambda step: tree.kind[self.node_at(step)] in (NodeKind.TERMINAL, NodeKind.HORIZON)
        if kind == "proven":
            return self.proves_something
        raise BadOption(f"'{kind}' does not happen in this search; run to a move, a depth, a leaf or proven.")

    @abstractmethod
    def proves_something(self, step: int) -> bool:
        """Whether a step makes a result sure that was open before."""


class SimulationReplay(EventReplay):
    """The simulations of a Monte Carlo search; the order has the columns of its `SimulationLog`."""

    def __init__(self, tree: SearchTree, code: Pseudocode) -> None:
        super().__init__(tree, code)
        order = tree.order
        self._end, self._result = order["end"], order["result"]
        self.steps = len(self._end)
        self._first, self._last = array("q", [self.steps]) * len(tree), array("q", [-1]) * len(tree)
        for step, end in enumerate(self._end):
            for node in self._way_to(end):
                self._first[node] = min(self._first[node], step)
                self._last[node] = step
        self._first[0] = 0
        self._visits, self._total = array("q", [0]) * len(tree), array("q", [0]) * len(tree)
        self._bounds = {
            node: (tree.value[node] // WIN,) * 2 for node in range(len(tree)) if tree.kind[node] == NodeKind.TERMINAL
        }
        self._proofs: dict[int, list[tuple[int, tuple[int, int], tuple[int, int]]]] = {}  # by step: node, before, after
        so_far = dict(self._bounds)
        rows = zip(order["proved_at"], order["proved_node"], order["low"], order["high"], strict=True)
        for at, node, low, high in rows:
            before = so_far.get(node, (-tree.game.max_result, tree.game.max_result))
            self._proofs.setdefault(at, []).append((node, before, (low, high)))
            so_far[node] = (low, high)

    def _way_to(self, node: int) -> Iterable[int]:
        while node != NO_NODE:
            yield node
            node = self.tree.parent[node]

    def entered(self, node: int) -> int:
        return self._first[node]

    def left(self, node: int) -> int:
        return max(self._last[node], 0)

    def node_at(self, step: int) -> int:
        self.check_step(step)
        return self._end[step]

    def path_at(self, step: int) -> tuple[int, ...]:
        return tuple(self._way_to(self.node_at(step)))[::-1]

    def result_at(self, step: int) -> int:
        """How the game of a simulation ended, for the side to move at its node."""
        return self._result[step]

    def is_new(self, step: int) -> bool:
        """Whether the simulation added its node to the tree."""
        node = self.node_at(step)
        return self._first[node] == step and self.tree.parent[node] != NO_NODE

    def proofs_at(self, step: int) -> list[int]:
        """The nodes whose result a simulation made sure, the lowest first."""
        return [node for node, *_ in self._proofs.get(step, [])]

    def describe(self, step: int) -> ReplayStep:
        is_over = self.tree.kind[self.node_at(step)] == NodeKind.TERMINAL
        line = self.code.line_for("final" if is_over else "horizon" if self.is_new(step) else "visit")
        return self._describe(step, "simulate", line, self.code.line_for("leave"))

    def _apply(self, step: int, sign: int = 1) -> None:
        result = self._result[step]
        reward = (result > 0) - (result < 0)
        for node in self._way_to(self._end[step]):
            self._visits[node] += sign
            self._total[node] += sign * reward
            reward = reward if self.tree.keeps_turn(node) else -reward
        for node, before, after in self._proofs.get(step, [])[::sign]:
            self._bounds[node] = after if sign > 0 else before

    def _take_back(self, step: int) -> None:
        self._apply(step, -1)

    def _numbers(self, node: int) -> NodeNumbers:
        if self._first[node] > self._now:
            return NodeNumbers(node, False)
        most = self.tree.game.max_result
        low, high = self._bounds.get(node, (-most, most))
        visits = self._visits[node]
        return NodeNumbers(node, True, visits, self._total[node] / visits if visits else 0.0, low, high)

    def proves_something(self, step: int) -> bool:
        return step in self._proofs


class ProofReplay(EventReplay):
    """The looks of a proof-number search at its nodes; the order has the columns that `Proof` gives it.

    A position that is reached in several ways has several nodes in the tree. They share the numbers of the first.
    """

    def __init__(self, tree: SearchTree, code: Pseudocode) -> None:
        super().__init__(tree, code)
        order = tree.order
        self._node, self._ply, self._goal = order["node"], order["ply"], order["goal"]
        self._phi, self._delta, self._low, self._high = (order[name] for name in ("phi", "delta", "low", "high"))
        self.steps = len(self._node)
        firsts: dict[object, int] = {}
        self._same = array("q", (firsts.setdefault(tree.state(node), node) for node in range(len(tree))))
        self._above, self._before = array("q", [-1]) * self.steps, array("q", [-1]) * self.steps
        self._latest = array("q", [-1]) * len(tree)
        self._first, self._last = array("q", [self.steps]) * len(tree), array("q", [0]) * len(tree)
        open_steps: list[int] = []
        for step, (node, ply) in enumerate(zip(self._node, self._ply, strict=True)):
            del open_steps[ply:]
            self._above[step] = open_steps[-1] if open_steps else -1
            open_steps.append(step)
            self._before[step] = self._latest[node]
            self._latest[node] = self._last[node] = step
            self._first[node] = min(self._first[node], step)
        expanded = self._first[:]
        for node in range(1, len(tree)):
            first = expanded[self._same[tree.parent[node]]]
            self._first[node] = min(first, expanded[self._same[node]])
        self._first[0] = 0
        self._latest = array("q", [-1]) * len(tree)

    def entered(self, node: int) -> int:
        return self._first[node]

    def left(self, node: int) -> int:
        return self._last[self._same[node]]

    def node_at(self, step: int) -> int:
        self.check_step(step)
        return self._node[step]

    def path_at(self, step: int) -> tuple[int, ...]:
        self.check_step(step)
        path = []
        while step >= 0:
            path.append(self._node[step])
            step = self._above[step]
        return tuple(reversed(path))

    def goal_at(self, step: int) -> int:
        """What is asked at a step: whether the side to move at its node gets at least this."""
        return self._goal[step]

    def is_first_look(self, step: int) -> bool:
        """Whether the search comes to the node here, rather than back to it from below."""
        self.check_step(step)
        if step == 0 or self._ply[step - 1] < self._ply[step]:
            return True
        return self._ply[step] == 0 and self._goal[step - 1] != self._goal[step]  # the root is asked something else

    def describe(self, step: int) -> ReplayStep:
        looks = self.is_first_look(step)
        is_last = step + 1 == self.steps or self._ply[step + 1] <= self._ply[step]
        then = "leave" if is_last else "visit"
        return self._describe(
            step, "update", self.code.line_for("enter" if looks else "improve"), self.code.line_for(then)
        )

    def _apply(self, step: int) -> None:
        self._latest[self._node[step]] = step

    def _take_back(self, step: int) -> None:
        self._latest[self._node[step]] = self._before[step]

    def _numbers(self, node: int) -> NodeNumbers:
        if self._first[node] > self._now:
            return NodeNumbers(node, False)
        goal, tree = self._goal[self._now], self.tree
        is_max_now = (self._ply[self._now] % 2 == 0) == tree.is_max(0)
        if tree.game.moves_again:
            is_max_now = tree.is_max(self._node[self._now])
        wanted = goal if tree.is_max(node) == is_max_now else 1 - goal
        latest, most = self._latest[self._same[node]], self.tree.game.max_result
        low, high = (self._low[latest], self._high[latest]) if latest >= 0 else (-most, most)
        if self.tree.kind[node] == NodeKind.TERMINAL:
            low = high = self.tree.value[node] // WIN
        if low >= wanted:
            proof, disproof = 0, NEVER
        elif high < wanted:
            proof, disproof = NEVER, 0
        elif latest >= 0 and self._goal[latest] == wanted:
            proof, disproof = self._phi[latest], self._delta[latest]
        else:
            proof = disproof = 1
        return NodeNumbers(node, True, low=low, high=high, proof=proof, disproof=disproof)

    def proves_something(self, step: int) -> bool:
        return 0 in (self._phi[step], self._delta[step])


class NoReplay(EventReplay):
    """Of a search whose order was not recorded: no step at all."""

    steps = 0

    def entered(self, node: int) -> int:
        return 0

    def left(self, node: int) -> int:
        return 0

    def node_at(self, step: int) -> int:
        return 0

    def path_at(self, step: int) -> tuple[int, ...]:
        return ()

    def describe(self, step: int) -> ReplayStep:
        raise BadOption("The order of this search was not recorded, so it cannot be replayed.")

    def _nothing(self, step: int) -> None:
        """There are no events."""

    _apply = _take_back = _nothing

    def _numbers(self, node: int) -> NodeNumbers:
        return NodeNumbers(node, False)

    def proves_something(self, step: int) -> bool:
        return False


def make_event_replay(tree: SearchTree, code: Pseudocode) -> EventReplay:
    """The replay of a search that does not go depth first."""
    if "end" in tree.order:
        return SimulationReplay(tree, code)
    return ProofReplay(tree, code) if "node" in tree.order else NoReplay(tree, code)
