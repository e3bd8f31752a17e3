"""The game tree as an object: built, walked, counted, weighed and searched, as two of the reports did it.

    node       a position, the move that led to it, its children and, once known, its value
    leaf       a node without children: the game is over, or the depth was used up (S0-4)

`GameTree.build` makes the whole tree first (S0's Algorithm 1); `minimax` and `alphabeta` then run over what is stored,
depth-free (a leaf is what has no children) or counting a depth of their own (S0's appendix). `build_pruned` is S3's
way: alpha-beta while the tree is built, so that what is pruned is never made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Stopped
from kibitz.core.score import INFINITY, final
from kibitz.search.common.budget import Budget

__all__ = ["MAX_NODES", "GameTree", "GameTreeNode"]

MAX_NODES = 5_000_000  # about 1.5 GB


@dataclass(slots=True, eq=False)
class GameTreeNode:
    """One position in a stored tree; values belong to the side to move."""

    state: State
    move: Move = -1
    children: list[GameTreeNode] = field(default_factory=list)
    value: int | None = None


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
        budget: Budget | None = None,
        max_nodes: int = MAX_NODES,
    ) -> None:
        """A tree of nothing but its root; use `build` or `build_pruned` for one that has grown."""
        self.game, self.depth = game, depth
        self.root = GameTreeNode(game.initial() if state is None else state)
        self.evaluator = find_evaluator("", game) if evaluator is None else evaluator
        self.sooner = sooner
        self.budget = Budget(Limits()) if budget is None else budget
        self.max_nodes = max_nodes
        self.generated = 1
        self.evaluations = self.terminals = 0
        self.cutoffs = [0] * game.num_moves

    @classmethod
    def build(cls, game: Game, state: State | None = None, depth: int = FULL_DEPTH, **options: object) -> GameTree:
        """The whole tree, no values yet (S0's Algorithm 1)."""
        tree = cls(game, state, depth, **options)  # type: ignore[arg-type]  # passed on as they are
        tree.grow()
        return tree

    @classmethod
    def build_pruned(
        cls, game: Game, state: State | None = None, depth: int = FULL_DEPTH, **options: object
    ) -> GameTree:
        """The part of the tree that alpha-beta looks at, with its values (S3-20)."""
        tree = cls(game, state, depth, **options)  # type: ignore[arg-type]  # passed on as they are
        tree.grow_pruned()
        return tree

    # Growing.

    def grow(self) -> None:
        """Add all positions down to the depth, without recursion."""
        front = [(self.root, self.depth)]
        while front:
            node, depth = front.pop()
            if depth > 0:
                for move in self.game.moves(node.state):
                    front.append((self._add(node, move), depth - 1))

    def grow_pruned(self) -> int:
        """Alpha-beta that stores what it looks at; the root's value."""
        return self._grow_pruned(self.root, self.depth, -INFINITY, INFINITY)

    def _grow_pruned(self, node: GameTreeNode, depth: int, alpha: int, beta: int) -> int:
        moves = self.game.moves(node.state) if depth > 0 else []
        node.value = -INFINITY if moves else self._leaf_value(node, self.depth - depth)
        for index, move in enumerate(moves):
            value = -self._grow_pruned(self._add(node, move), depth - 1, -beta, -alpha)
            node.value = max(node.value, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                self.cutoffs[index] += 1
                break
        return node.value

    def _add(self, parent: GameTreeNode, move: Move) -> GameTreeNode:
        if self.generated >= self.max_nodes:
            raise Stopped("memory")
        if self.generated >= self.budget.next_look:
            self.budget.look(self.generated)
        self.generated += 1
        child = GameTreeNode(self.game.play(parent.state, move), move)
        parent.children.append(child)
        return child

    # Searching what is stored. Each leaves its value in every node it looks at.

    def minimax(self, node: GameTreeNode | None = None, ply: int = 0) -> int:
        """Depth-free minimax: a leaf is a node without children (S0's Algorithm 2)."""
        node = node or self.root
        if not node.children:
            node.value = self._leaf_value(node, ply)
        else:
            node.value = max(-self.minimax(child, ply + 1) for child in node.children)
        return node.value

    def minimax_to(self, depth: int, node: GameTreeNode | None = None, ply: int = 0) -> int:
        """Minimax that counts the depth, and so can look less far than the tree goes (S0's Algorithm 4)."""
        node = node or self.root
        if depth == 0 or not node.children:
            node.value = self._leaf_value(node, ply)
        else:
            node.value = max(-self.minimax_to(depth - 1, child, ply + 1) for child in node.children)
        return node.value

    def alphabeta(
        self, node: GameTreeNode | None = None, alpha: int = -INFINITY, beta: int = INFINITY, ply: int = 0
    ) -> int:
        """Alpha-beta over the stored tree: saves looking, not building (S0's Algorithm 3, put right)."""
        node = node or self.root
        if not node.children:
            node.value = self._leaf_value(node, ply)
            return node.value
        node.value = -INFINITY
        for index, child in enumerate(node.children):
            value = -self.alphabeta(child, -beta, -alpha, ply + 1)
            node.value = max(node.value, value)
            alpha = max(alpha, value)
            if alpha >= beta:
                self.cutoffs[index] += 1
                break
        return node.value

    def _leaf_value(self, node: GameTreeNode, ply: int) -> int:
        result = self.game.result(node.state)
        if result is None:
            self.evaluations += 1
            return self.evaluator(node.state)
        self.terminals += 1
        return final(result, ply, self.sooner)

    # Looking at it.

    def walk(self) -> Iterator[tuple[int, GameTreeNode]]:
        """Every node with its ply, parents before children, in natural order."""
        front = [(0, self.root)]
        while front:
            ply, node = front.pop()
            yield ply, node
            front.extend((ply + 1, child) for child in reversed(node.children))

    @property
    def nodes(self) -> int:
        return self.generated

    @property
    def leaves(self) -> int:
        return sum(1 for _, node in self.walk() if not node.children)

    @property
    def height(self) -> int:
        """Plies from the root to the lowest leaf."""
        return max(ply for ply, _ in self.walk())

    def line(self) -> tuple[Move, ...]:
        """The moves both sides choose, once the tree has been searched: the first child that has the value."""
        moves, node = [], self.root
        while node.value is not None:
            best = next(
                (child for child in node.children if child.value is not None and -child.value == node.value), None
            )
            if best is None:
                break
            moves.append(best.move)
            node = best
        return tuple(moves)

    def memory(self) -> int:
        """Bytes the nodes, their lists and their states take; small ints, which Python shares, left out."""
        return sum(
            sys.getsizeof(node)
            + sys.getsizeof(node.children)
            + sys.getsizeof(node.state)
            + sum(sys.getsizeof(word) for word in node.state if word > 256)
            for _, node in self.walk()
        )
