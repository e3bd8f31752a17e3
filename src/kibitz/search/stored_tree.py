"""The stored tree as a searcher: build everything and then look, or prune while building."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import isqrt

from kibitz.core.errors import Unsuited
from kibitz.core.game import Game, State
from kibitz.core.limits import FULL_DEPTH, Limits
from kibitz.core.passes import Stopped
from kibitz.core.score import INFINITY, Bound, Score
from kibitz.core.searching import EvaluatingSearcher, NodeKind, RootMove, SearchResult, Stats, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.search.alphabeta import PSEUDOCODE as ALPHABETA
from kibitz.search.common.budget import Budget
from kibitz.search.common.free_memory import free_memory
from kibitz.search.common.run import deep_recursion
from kibitz.search.game_size import estimate_games
from kibitz.search.game_tree import MAX_NODES, GameTree, GameTreeNode, count_bytes_a_node

LOOKED_AT, MADE = "looked-at", "made"  # when a leaf is evaluated
ROOM = 1.25  # columns have room to grow, of which a part is never used


@dataclass(frozen=True)
class Stored(EvaluatingSearcher):
    """Keeps the whole tree in memory. Its nodes are those generated, its memory that of the tree.

    How large the tree will be is estimated first, and one that the memory cannot hold is refused. A tree that outgrows
    `max_nodes`, the memory all the same, or a limit, is given up: the answer then is a legal move and no more.
    """

    name = "stored"
    about = "builds the whole tree in memory, then searches it"
    takes_depth = False  # a new tree for every depth is too much for a program that keeps it all in memory
    pseudocode = ALPHABETA

    prune: str = option(
        "none",
        "when to prune: never, after the tree is built, or while it is built",
        choices=("none", "after", "during"),
    )
    evaluate: str = option(
        LOOKED_AT, "evaluate a leaf when the search looks at it, or when it is created", choices=(LOOKED_AT, MADE)
    )
    sooner: bool = option(False, "prefer the sooner win and the later loss")
    max_nodes: int = option(MAX_NODES, "maximum number of stored nodes", 1, 10**9)

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        result = game.result(state)
        if result is not None:
            return SearchResult(None, Score.solved(result, 0 if self.sooner else None))
        depth = limits.depth or FULL_DEPTH
        room = self._find_room(game, state, limits)
        budget = Budget(limits, stop)
        tree = GameTree(
            game,
            state,
            depth,
            evaluator=self.evaluator(game),
            sooner=self.sooner,
            evaluates_early=self._evaluates_early,
            budget=budget,
            max_nodes=min(self.max_nodes, room),
        )
        try:
            with deep_recursion():
                self._search(tree)
                if watcher is not None:
                    watcher.begin(tree.depth)
                    self._show(tree, watcher, tree.root, tree.depth, -INFINITY, INFINITY)
        except Stopped as stopped:
            move = game.moves(state)[0]
            stats = Stats(nodes=tree.nodes, seconds=budget.seconds(), memory=tree.memory())
            return SearchResult(move, Score.of(0, Bound.LOWER), (move,), (), stats, stopped.reason)
        return self._answer(tree, budget)

    @property
    def _evaluates_early(self) -> bool:
        return self.evaluate == MADE and self.prune != "during"  # which looks at every leaf as it makes it

    def _find_room(self, game: Game, state: State, limits: Limits) -> int:
        """How many nodes the free memory holds; raises Unsuited if the tree will have more and nothing else ends it."""
        early = self._evaluates_early
        room, depth = find_room(game, evaluates_early=early), min(limits.depth or FULL_DEPTH, game.max_plies)
        most = min(self.max_nodes, limits.nodes or self.max_nodes, 2 * game.num_moves**depth)  # quick and safe
        if most <= room or limits.time is not None or game.repeats:  # what random games say of circles is worthless
            return room
        nodes = forecast_nodes(game, state, depth, prunes=self.prune == "during")
        if nodes <= room:
            return room
        tree = "Even with the best pruning the tree" if self.prune == "during" else "The tree"
        size = count_bytes_a_node(game, evaluates_early=early)
        raise Unsuited(
            f"{tree} would have about {nodes:,} nodes, and the {free_memory() / 2**30:,.1f} GiB of memory that are "
            f"free here hold {room:,} of {size} bytes each; take a smaller depth, or a search that stores no tree."
        )

    def _search(self, tree: GameTree) -> None:
        if self.prune == "during":
            tree.grow_pruned()
            return
        tree.grow()
        if self.prune == "after":
            tree.alphabeta()
        else:
            tree.minimax()

    def _show(self, tree: GameTree, watcher: Watcher, node: GameTreeNode, depth: int, alpha: int, beta: int) -> None:
        """Let the watcher see what was looked at, each node in the window it was looked at in."""
        watcher.enter(node.state, node.move, depth, alpha, beta)
        seen = [child for child in node.children if child.value is not None]
        for child in seen:
            keeps_turn = tree.game.keeps_turn(node.state, child.state)
            window = (alpha, beta) if keeps_turn else (-beta, -alpha)
            self._show(tree, watcher, child, depth - 1, *window)
            if self.prune != "none":
                alpha = max(alpha, tree.game.seen_from(node.state, child.state, child.value or 0))
        kind = NodeKind.INNER if seen else NodeKind.TERMINAL if tree.is_over(node.number) else NodeKind.HORIZON
        watcher.leave(node.value or 0, kind)

    def _answer(self, tree: GameTree, budget: Budget) -> SearchResult:
        complete, max_result = tree.evaluations == 0, tree.game.max_result
        read = partial(Score.of, complete=complete, sooner=self.sooner, max_result=max_result)
        roots, best = [], -INFINITY
        for child in tree.root.children:
            # Every child of the root was looked at, in the window (best, infinity).
            value = tree.game.seen_from(tree.root.state, child.state, child.value or 0)
            exact = self.prune == "none" or value > best
            bound = Bound.EXACT if exact else Bound.UPPER
            roots.append(RootMove(child.move, read(value, bound)))
            best = max(best, value)
        line = tree.line()
        used = max((index for index, count in enumerate(tree.cutoffs) if count), default=-1) + 1
        stats = Stats(
            nodes=tree.nodes,
            evaluations=tree.evaluations,
            terminals=tree.terminals,
            cutoffs=tuple(tree.cutoffs[:used]),
            depth=tree.height,
            seconds=budget.seconds(),
            memory=tree.memory(),
        )
        return SearchResult(line[0], read(best), line, tuple(roots), stats)


def find_room(game: Game, *, evaluates_early: bool = False) -> int:
    """How many nodes of a stored tree the free memory holds."""
    return int(free_memory() / (ROOM * count_bytes_a_node(game, evaluates_early=evaluates_early)))


def forecast_nodes(game: Game, state: State, depth: int, *, prunes: bool = False) -> int:
    """About how many nodes a tree will have; with pruning, what is left of it if the best move always comes first.

    That is about twice the square root of every ply [Knuth & Moore, "An analysis of alpha-beta pruning", 1975].
    """
    plies = estimate_games(game, state, min(depth, game.max_plies))
    return sum(min(count, 2 * isqrt(count)) if prunes else count for count in plies)
