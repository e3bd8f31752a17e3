"""What a Monte Carlo tree says in the end: the move, what it is worth, the line that follows, and the tree itself.

The same for the nodes of a readable tree, of a compiled one, and of several that were added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kibitz.core.game import Game, Move, State
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import INFINITY, WIN, Bound, Score
from kibitz.core.searching import NodeKind, Watcher

SCALE = 1_000  # the value of a mean reward: -SCALE when all was lost, 0 level, SCALE when all was won
DRAW = 0.5  # the reward


class FinalNode(Protocol):
    """A node whose exact result, for the side to move there, lies between `low` and `high`.

    `mean` is that of the side which chose to come here, `least` and `most` are what that side gets.
    """

    @property
    def move(self) -> Move: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def visits(self) -> int: ...
    @property
    def mean(self) -> float: ...
    @property
    def children(self) -> Sequence[FinalNode]: ...


class BoundedNode:
    """The bounds of a node as the side sees them that chose to come here: the other one, unless it `keeps_turn`."""

    __slots__ = ()
    low: int
    high: int
    keeps_turn: bool

    @property
    def least(self) -> int:
        """What that side gets at least."""
        return self.low if self.keeps_turn else -self.high

    @property
    def most(self) -> int:
        return self.high if self.keeps_turn else -self.low


def best_child(node: FinalNode) -> FinalNode:
    """The child to play: a sure win, else the most visited move that is not lost, else the least loss.

    A sure draw is taken where the most visited move promises no more than that. Of equal losses it is the one that
    took most visits to prove, as the likeliest to hold out.
    """
    sure = max(node.children, key=lambda child: (child.least, child.visits))
    open_ones = [child for child in node.children if child.most > sure.least]
    if not open_ones or sure.least > 0:
        return sure
    popular = max(open_ones, key=lambda child: (min(child.most, 0), child.visits, child.mean))
    return sure if sure.least == 0 and popular.mean <= DRAW else popular


def score(node: FinalNode) -> Score:
    """Of the move that led to a node, for the side that made it."""
    low, high = node.least, node.most
    if low > 0 or low == high:
        return Score(low * WIN, Bound.EXACT if low == high else Bound.LOWER, proven=True)
    if high < 0:
        return Score(high * WIN, Bound.UPPER, proven=True)
    return Score(_mean_value(node))


def _mean_value(node: FinalNode) -> int:
    return round(SCALE * (2 * node.mean - 1))


def answer_score(root: FinalNode, child: FinalNode) -> Score:
    """Of the position, if the move to that child is played; no more sure than that no other move is better."""
    found = score(child)
    if root.high <= child.least or not found.proven:
        return found
    if found.value == 0:
        return Score(0)
    if found.bound == Bound.UPPER:  # another move may lose by less
        return Score(root.high * WIN, Bound.UPPER, proven=True) if root.high < 0 else Score(_mean_value(child))
    return Score(found.value, Bound.LOWER, proven=True)  # another move may win by more


def best_line(root: FinalNode, moves: Sequence[Move]) -> tuple[tuple[Move, ...], Score]:
    """The best moves from the root on, and what the first is worth."""
    untried = moves[len(root.children) :]
    if not root.children or (untried and best_child(root).most < 0):
        return (untried[0],), Score(0)  # nothing is known of it, which is better than a sure loss
    line, node = [], root
    while node.children:
        node = best_child(node)
        line.append(node.move)
    return tuple(line), answer_score(root, best_child(root))


def show_tree(root: FinalNode, game: Game, state: State, watcher: Watcher) -> dict[int, int]:
    """Let a watcher see the tree: the value of a node is that of the move that led there.

    Notes: `visits`, `mean`, the mean reward of the side that chose to come here, in thousandths from -1 to 1, and
    `low` and `high`, which enclose the result for the side to move there.
    Returns where each node was shown, by `id`.
    """
    watcher.begin(FULL_DEPTH)
    places: dict[int, int] = {}
    todo: list[tuple[FinalNode, State, int, bool] | None] = [(root, state, 0, False)]
    closing: list[tuple[int, NodeKind]] = []
    while todo:
        following = todo.pop()
        if following is None:
            watcher.leave(*closing.pop())
            continue
        node, here, ply, keeps_turn = following
        places[id(node)] = len(places)
        watcher.enter(here, -1 if ply == 0 else node.move, FULL_DEPTH - ply, -INFINITY, INFINITY)
        watcher.note("visits", node.visits)
        watcher.note("mean", round(SCALE * (2 * node.mean - 1)) if node.visits else 0)
        watcher.note("low", node.low)
        watcher.note("high", node.high)
        over, below = game.result(here) is not None, node.children
        value = best_line(root, game.moves(state))[1].value if ply == 0 else score(node).value
        value = value if ply == 0 or keeps_turn else -value
        closing.append((value, NodeKind.TERMINAL if over else NodeKind.INNER if below else NodeKind.HORIZON))
        todo.append(None)
        after = [(child, game.play(here, child.move)) for child in reversed(below)]
        todo += [(child, there, ply + 1, game.keeps_turn(here, there)) for child, there in after]
    return places
