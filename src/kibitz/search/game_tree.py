"""The game tree as an object: built, walked, counted, weighed and searched.

    node       a position, the move that led to it, its children and, once known, its value
    leaf       a node without children: the game is over, or the depth was used up

A node is a number, and what is known of it stands in columns of numbers (a node's children are a chain: the first
child, its next sibling, and so on), so that a node of Connect Four takes 30 bytes, and a hundred million of them fit
into 3 GB. `GameTreeNode` reads a node as an object.

`GameTree.build` makes the whole tree first; `minimax` and `alphabeta` then run over what is stored, depth-free (a leaf
is what has no children) or counting a depth of their own. `build_pruned` is alpha-beta while the tree is built, so that
what is pruned is never made.

A leaf is evaluated when a search looks at it. With `evaluates_early`, `grow` evaluates every leaf
when it is made, whether a search will look at it or not.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Stopped
from kibitz.core.score import INFINITY, final
from kibitz.search.common.budget import Budget

MAX_NODES = 1_000_000_000  # memory ends earlier, on most machines
ROOT = 0
NONE = -1  # no such node
NO_VALUE = -(1 << 31)  # below every value


@dataclass(frozen=True, slots=True)
class GameTreeNode:
    """One position in a stored tree, read from the columns; values belong to the side to move."""

    tree: GameTree
    number: int

    @property
    def state(self) -> State:
        return self.tree.states[self.number]

    @property
    def move(self) -> Move:
        """The move that led to it; -1 at the root."""
        return self.tree.moves[self.number]

    @property
    def children(self) -> list[GameTreeNode]:
        return [GameTreeNode(self.tree, child) for child in self.tree.children(self.number)]

    @property
    def value(self) -> int | None:
        value = self.tree.values[self.number]
        return None if value == NO_VALUE else value


class States:
    """A column of states: eight bytes for each of their words, or a list where a word does not fit into eight bytes."""

    def __init__(self) -> None:
        self._words: list[array[int]] = []
        self._as_objects: list[State] | None = None

    def append(self, state: State) -> None:
        if self._as_objects is not None:
            self._as_objects.append(state)
            return
        self._words = self._words or [array("Q") for _ in state]
        try:
            for word, column in zip(state, self._words, strict=True):
                column.append(word)
        except (OverflowError, TypeError, ValueError):
            known = min(map(len, self._words))
            self._as_objects = [*(self[number] for number in range(known)), state]

    def __getitem__(self, number: int) -> State:
        if self._as_objects is not None:
            return self._as_objects[number]
        return tuple([column[number] for column in self._words])

    @property
    def memory(self) -> int:
        if self._as_objects is None:
            return sum(map(sys.getsizeof, self._words))
        return sys.getsizeof(self._as_objects) + sum(map(sys.getsizeof, self._as_objects))


def count_bytes_a_node(game: Game, *, evaluates_early: bool = False) -> int:
    """About how much memory a node of a stored tree takes: its state, move, value, first child and next sibling."""
    return 8 * len(game.initial()) + 14 + 4 * game.repeats + 4 * evaluates_early


def count_nodes(game: Game, state: State, depth: int) -> int:
    """How many nodes `GameTree.build` would store, found without storing them. The game never repeats a position."""
    ways, nodes = {state: 1}, 1
    for left in range(depth, 0, -1):
        after: dict[State, int] = {}
        for at, count in ways.items():
            moves = game.moves(at)
            nodes += count * len(moves)
            for move in moves if left > 1 else ():
                child = game.play(at, move)
                after[child] = after.get(child, 0) + count
        ways = after
    return nodes


class GameTree:
    """All positions that can follow a position, down to a depth.

    >>> import kibitz.games
    >>> from kibitz.core.game import find_game
    >>> tree = GameTree.build(find_game("take-away:chips=20,take=3"))
    >>> tree.nodes, tree.leaves, tree.height
    (266079, 121415, 20)
    >>> tree.minimax()
    -1000000
    """

    def __init__(
        self,
        game: Game,
        state: State | None = None,
        depth: int = FULL_DEPTH,
        *,
        evaluator: Evaluator | None = None,
        sooner: bool = False,
        evaluates_early: bool = False,
        budget: Budget | None = None,
        max_nodes: int = MAX_NODES,
    ) -> None:
        """A tree of nothing but its root; use `build` or `build_pruned` for one that has grown."""
        self.game, self.depth = game, depth
        self.evaluator = find_evaluator("", game) if evaluator is None else evaluator
        self.sooner = sooner
        self.evaluates_early = evaluates_early
        self.budget = Budget(Limits()) if budget is None else budget
        self.max_nodes = max_nodes
        self.states, self.moves, self.values = States(), array("h"), array("i")
        self.first_child, self.next_sibling = array("i"), array("i")
        self.parents = array("i")  # kept where positions repeat, so that one can see it
        self.early_values = array("i")  # of leaves, where they are evaluated when they are made
        self.height = 0  # plies from the root to the lowest leaf
        self._append(game.initial() if state is None else state, NONE)
        self.evaluations = self.terminals = 0
        self.cutoffs = [0] * game.num_moves

    @classmethod
    def build(cls, game: Game, state: State | None = None, depth: int = FULL_DEPTH, **options: object) -> GameTree:
        """The whole tree, no values yet."""
        tree = cls(game, state, depth, **options)  # type: ignore[arg-type]  # passed on as they are
        tree.grow()
        return tree

    @classmethod
    def build_pruned(
        cls, game: Game, state: State | None = None, depth: int = FULL_DEPTH, **options: object
    ) -> GameTree:
        """The part of the tree that alpha-beta looks at, with its values."""
        tree = cls(game, state, depth, **options)  # type: ignore[arg-type]  # passed on as they are
        tree.grow_pruned()
        return tree

    # Growing.

    def grow(self) -> None:
        """Add all positions down to the depth, without recursion."""
        front = [(ROOT, 0)]
        while front:
            node, ply = front.pop()
            if ply < self.depth and not self._comes_again(node):
                youngest = NONE
                for move in self.game.moves(self.states[node]):
                    youngest = self._add(node, youngest, move, ply + 1)
                    front.append((youngest, ply + 1))
            if self.evaluates_early and self.first_child[node] == NONE:
                self.early_values[node] = self._evaluate(node, ply)

    def grow_pruned(self) -> int:
        """Alpha-beta that stores what it looks at; the root's value."""
        return self._grow_pruned(ROOT, 0, -INFINITY, INFINITY)

    def _grow_pruned(self, node: int, ply: int, alpha: int, beta: int) -> int:
        moves = self.game.moves(self.states[node]) if ply < self.depth and not self._comes_again(node) else []
        best, child = -INFINITY if moves else self._leaf_value(node, ply), NONE
        for index, move in enumerate(moves):
            child = self._add(node, child, move, ply + 1)
            low, high = self._window(node, child, alpha, beta)
            value = self._seen_from(node, child, self._grow_pruned(child, ply + 1, low, high))
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                self.cutoffs[index] += 1
                break
        self.values[node] = best
        return best

    def _add(self, parent: int, sibling: int, move: Move, ply: int) -> int:
        """Store the position after a move; `sibling`: the child of the move before, if there is one."""
        if self.nodes >= self.max_nodes:
            raise Stopped("memory")
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        child = self._append(self.game.play(self.states[parent], move), move, parent)
        if sibling == NONE:
            self.first_child[parent] = child
        else:
            self.next_sibling[sibling] = child
        self.height = max(self.height, ply)
        return child

    def _append(self, state: State, move: Move, parent: int = NONE) -> int:
        self.states.append(state)
        if self.game.repeats:
            self.parents.append(parent)
        self.moves.append(move)
        self.values.append(NO_VALUE)
        self.first_child.append(NONE)
        self.next_sibling.append(NONE)
        if self.evaluates_early:
            self.early_values.append(NO_VALUE)
        return len(self.moves) - 1

    # Searching what is stored. Each leaves its value in every node it looks at.

    def minimax(self, node: int = ROOT, ply: int = 0) -> int:
        """Depth-free minimax: a leaf is a node without children."""
        if self.first_child[node] == NONE:
            value = self._leaf_value(node, ply)
        else:
            value = max(self._seen_from(node, child, self.minimax(child, ply + 1)) for child in self.children(node))
        self.values[node] = value
        return value

    def minimax_to(self, depth: int, node: int = ROOT, ply: int = 0) -> int:
        """Minimax that counts the depth, and so can look less far than the tree goes."""
        if depth == 0 or self.first_child[node] == NONE:
            value = self._leaf_value(node, ply)
        else:
            value = max(
                self._seen_from(node, child, self.minimax_to(depth - 1, child, ply + 1))
                for child in self.children(node)
            )
        self.values[node] = value
        return value

    def alphabeta(self, node: int = ROOT, alpha: int = -INFINITY, beta: int = INFINITY, ply: int = 0) -> int:
        """Alpha-beta over the stored tree: saves looking, not building."""
        best = -INFINITY if self.first_child[node] != NONE else self._leaf_value(node, ply)
        for index, child in enumerate(self.children(node)):
            low, high = self._window(node, child, alpha, beta)
            value = self._seen_from(node, child, self.alphabeta(child, low, high, ply + 1))
            best = max(best, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                self.cutoffs[index] += 1
                break
        self.values[node] = best
        return best

    def _leaf_value(self, node: int, ply: int) -> int:
        if self.evaluates_early and self.early_values[node] != NO_VALUE:
            return self.early_values[node]
        return self._evaluate(node, ply)

    def _evaluate(self, node: int, ply: int) -> int:
        state = self.states[node]
        result = self.game.repetition if self._comes_again(node) else self.game.result(state)
        if result is None:
            self.evaluations += 1
            return self.evaluator(state)
        self.terminals += 1
        return final(result, ply, self.sooner)

    def is_over(self, node: int) -> bool:
        """Whether the game has ended there, or come back to an earlier position."""
        return self._comes_again(node) or self.game.result(self.states[node]) is not None

    def _seen_from(self, node: int, child: int, value: int) -> int:
        """A child's value as the side to move at its parent sees it."""
        return value if self._keeps_turn(node, child) else -value

    def _window(self, node: int, child: int, alpha: int, beta: int) -> tuple[int, int]:
        return (alpha, beta) if self._keeps_turn(node, child) else (-beta, -alpha)

    def _keeps_turn(self, node: int, child: int) -> bool:
        return self.game.moves_again and self.game.keeps_turn(self.states[node], self.states[child])

    def _comes_again(self, node: int) -> bool:
        """Whether the position stands on the path from the root already: a leaf."""
        if not self.game.repeats:
            return False
        above = self.parents[node]
        while above != NONE and self.states[above] != self.states[node]:
            above = self.parents[above]
        return above != NONE

    # Looking at it.

    @property
    def root(self) -> GameTreeNode:
        return GameTreeNode(self, ROOT)

    def children(self, node: int) -> Iterator[int]:
        """The numbers of the children, in the order in which they were added."""
        child = self.first_child[node]
        while child != NONE:
            yield child
            child = self.next_sibling[child]

    def walk(self) -> Iterator[tuple[int, GameTreeNode]]:
        """Every node with its ply, parents before children, in natural order."""
        front = [(0, ROOT)]
        while front:
            ply, node = front.pop()
            yield ply, GameTreeNode(self, node)
            front.extend((ply + 1, child) for child in reversed(list(self.children(node))))

    @property
    def nodes(self) -> int:
        return len(self.moves)

    @property
    def leaves(self) -> int:
        return self.first_child.count(NONE)

    @property
    def looked_at(self) -> int:
        """Nodes that have a value."""
        return self.nodes - self.values.count(NO_VALUE)

    def line(self) -> tuple[Move, ...]:
        """The moves both sides choose, once the tree has been searched: the first child that has the value."""
        moves, node = [], self.root
        while node.value is not None:
            best = next(
                (
                    child
                    for child in node.children
                    if child.value is not None and self._seen_from(node.number, child.number, child.value) == node.value
                ),
                None,
            )
            if best is None:
                break
            moves.append(best.move)
            node = best
        return tuple(moves)

    def memory(self) -> int:
        """Bytes that the columns take."""
        columns = [self.moves, self.values, self.first_child, self.next_sibling, self.parents]
        if self.evaluates_early:
            columns.append(self.early_values)
        return self.states.memory + sum(map(sys.getsizeof, columns))
