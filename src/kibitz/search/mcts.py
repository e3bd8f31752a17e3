"""Monte Carlo tree search: UCT [Kocsis & Szepesvári, "Bandit based Monte-Carlo planning", 2006] with a solver.

One simulation has four steps:

    select     from the root on, go to the child of largest mean + c * sqrt(ln(visits of parent) / visits of child)
    expand     at the first node with an untried move, try the next one in natural order: a new node
    play out   from there, random moves to the end of the game
    back up    count the visit and the reward at every node passed: 1 for a win, 0.5 for a draw, 0 for a loss

The solver [Winands, Björnsson & Saito, "Monte-Carlo tree search solver", 2008] also backs up what finished games
prove. As some games are won by more or by less, a node keeps two bounds on its exact result [Cazenave & Saffidine,
"Score bounded Monte-Carlo tree search", 2010]: it is worth at least the best of its children's sure results and, once
all moves are tried, at most the best of their possible ones. A move that cannot beat the best sure one is no longer
selected, and when the bounds of the root meet, the search is over.

In a game whose positions repeat, one that stands on the path from the root already is a leaf of the tree. Random games
look at no path, since nearly all of them would soon be level; they are given up after `LONG_PLAYOUT` plies.

A twin can follow visit by visit: of equal bounds the first in natural order is taken, and the only random numbers are
those of the play-outs, one `below(number of moves)` for every move played, also for a forced one.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from kibitz.core.errors import BadOption
from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.passes import Stopped
from kibitz.core.pseudocode import pseudocode
from kibitz.core.rng import Rng
from kibitz.core.score import WIN, Score
from kibitz.core.searching import RootMove, SearchResult, Stats, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.search.common.budget import Budget
from kibitz.search.common.root_parallel import MergedNode, grow_trees, merge_results, tree_seeds
from kibitz.search.common.sampled_answer import DRAW, BoundedNode, FinalNode, best_line, score, show_tree
from kibitz.search.common.search_order import EventLog, OrderedSearcher, SearchOrder, TooManyEvents

LONG_PLAYOUT = 200  # plies after which a random game that goes round in circles is given up


@dataclass(slots=True, eq=False)
class Node(BoundedNode):
    """A position in the tree. Its exact result, for the side to move there, lies between `low` and `high`.

    `total` is the sum of rewards of the side that chose to come here: the other one, unless it `keeps_turn`. `moves` is
    empty when the game is over.
    """

    state: State
    move: Move
    moves: list[Move]
    low: int
    high: int
    children: list[Node] = field(default_factory=list)  # of the first moves, in natural order
    visits: int = 0
    total: float = 0.0
    keeps_turn: bool = False  # the side that chose to come here moves again

    @property
    def mean(self) -> float:
        return self.total / self.visits

    def below(self) -> Iterator[Node]:
        """This node and all below it."""
        nodes = [self]
        while nodes:
            node = nodes.pop()
            nodes += node.children
            yield node


class SimulationLog:
    """What the simulations of a search did, one after the other.

    `ends`: where the play-out of a simulation began, and how the game ended for the side to move there. `proofs`: the
    bounds of a node that a simulation narrowed, with the number of that simulation.
    """

    def __init__(self, most: int) -> None:
        self.ends = EventLog("end", ("result",), most)
        self.proofs = EventLog("proved_node", ("proved_at", "low", "high"), most)

    def finish(self, places: dict[int, int]) -> SearchOrder:
        return self.ends.finish(places) | self.proofs.finish(places)


class Tree:
    """The tree of a search, and how a simulation makes it grow."""

    log: SimulationLog | None = None

    def __init__(self, options: MCTS, game: Game, state: State) -> None:
        self.options, self.game, self.max_result = options, game, game.max_result
        self.rng = Rng(options.seed)
        self.moves, self.play, self.result = game.cached_rules
        self.out = [0] * game.num_moves
        self.root = self.new_node(state, -1)
        self.size = 1

    def begin(self, budget: Budget) -> None:
        """Count anew, for the next search."""
        self.budget, self.nodes, self.depth = budget, 1, 0

    def go_to(self, state: State) -> bool:
        """Keep only what lies below a position at most two plies from the root; False if it is not there.

        Where positions repeat nothing is kept: what comes again on the path from the old root may not from the new one.
        """
        if self.game.repeats:
            return False
        near = [self.root, *self.root.children, *(node for child in self.root.children for node in child.children)]
        found = [node for node in near if node.state == state]
        if found:
            self.root = max(found, key=lambda node: node.visits)
            self.size = sum(1 for _ in self.root.below())
        return bool(found)

    def new_node(self, state: State, move: Move, path: Sequence[Node] = ()) -> Node:
        result = self.result(state)
        if self.game.repeats and any(node.state == state for node in path):
            result = self.game.repetition
        if result != ONGOING:
            return Node(state, move, [], result, result)
        moves = self.out[: self.moves(state, self.out)]
        return Node(state, move, moves, -self.max_result, self.max_result)

    def step(self) -> None:
        """Count one more position passed, if the limits allow it."""
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        self.nodes += 1

    def simulate(self) -> None:
        """All four steps; a simulation stopped half-way leaves the tree as it was."""
        path = self.select()
        end = path[-1]
        result = self.play_out(end.state) if end.moves else end.low
        self.back_up(path, result)
        if self.log is not None:
            self.log.ends.add(path[-1], result)
        if self.options.solver and not path[-1].moves:
            self.prove(path)

    def select(self) -> list[Node]:
        """The nodes from the root to where the play-out begins: a new one, or the end of the game or of memory."""
        node = self.root
        path = [node]
        while node.moves and len(node.children) == len(node.moves):
            self.step()
            node = self.pick_child(node)
            path.append(node)
        if node.moves and self.size < self.options.max_nodes:
            self.step()
            move = node.moves[len(node.children)]
            child = self.new_node(self.play(node.state, move), move, path)
            child.keeps_turn = self.game.keeps_turn(node.state, child.state)
            path.append(child)
        return path

    def pick_child(self, node: Node) -> Node:
        """The child of largest upper confidence bound (UCB1) among those that may still matter."""
        c, log_visits = self.options.c, math.log(node.visits)
        open_ones = [child for child in node.children if not self.options.solver or child.most > node.low]
        return max(open_ones, key=lambda child: child.mean + c * math.sqrt(log_visits / child.visits))

    def play_out(self, state: State) -> int:
        """The result of a game finished at random, for the side to move in `state`.

        Where positions repeat, a game that goes on for `LONG_PLAYOUT` plies is given up and counts as a repetition.
        """
        first, plies = self.game.to_move(state), 0
        while (result := self.result(state)) == ONGOING:
            if self.game.repeats and plies == LONG_PLAYOUT:
                result = self.game.repetition
                break
            self.step()
            state = self.play(state, self.out[self.rng.below(self.moves(state, self.out))])
            plies += 1
        return result if self.game.to_move(state) == first else -result

    def back_up(self, path: list[Node], result: int) -> None:
        if path[-1].visits == 0:
            path[-2].children.append(path[-1])
            self.size += 1
        self.depth = max(self.depth, len(path) - 1)
        for node in reversed(path):
            result = result if node.keeps_turn else -result  # now for the side that chose to come here
            node.visits += 1
            node.total += 1 if result > 0 else DRAW if result == 0 else 0

    def prove(self, path: list[Node]) -> None:
        """Take what the finished game at the end of the path proves as far up as it matters."""
        for node in reversed(path[:-1]):
            low = max(child.least for child in node.children)
            all_tried = len(node.children) == len(node.moves)
            high = max(child.most for child in node.children) if all_tried else node.high
            if (low, high) == (node.low, node.high):
                return
            node.low, node.high = low, high
            if self.log is not None:
                self.log.proofs.add(node, len(self.log.ends) - 1, low, high)


PSEUDOCODE = pseudocode(
    "Monte Carlo tree search (UCT)",
    "Kocsis & Szepesvári 2006; Winands, Björnsson & Saito 2008",
    """
         | for each simulation:
enter    |     select: go to the child of largest mean + c * sqrt(ln(visits of parent) / visits of child)
horizon  |     expand: try the next move of the first node that has an untried one
visit    |     play out: random moves to the end of the game
final    |     the game is over: its result is sure
leave    |     back up: count the visit and the reward at every node passed
         | play the move that was visited most
""",
)

DEFAULT_SIMULATIONS = 1_000
MAX_PLIES = 50  # about as long as simulations are
UNLIMITED = 1 << 60  # more than can ever be played out


@dataclass(frozen=True)
class MCTS(OrderedSearcher):
    """Plays out many games at random, more of them where they go well.

    Ends after `simulations`, at a limit, or when the result is proven, whichever comes first. A proven score is the
    game's own result; any other is the mean reward from -1000 to 1000. Stats: `nodes` counts the root once
    and every position a simulation passes after it, in the tree or not; `terminals` counts the simulations, `depth` is
    the longest path through the tree. A watcher is shown the tree that there is in the end, depth first.

    With `reuse` a search begins with what the one before it, by the same object, found out about the position, if that
    is at most two plies on: one's own move and the answer to it. Then the answer depends on more than the seed.

    With `threads`, as many trees share the simulations, and what they know of the moves at the root is added up.
    """

    name = "mcts"
    about = "Monte Carlo tree search with UCT: random play-outs, more of them for promising moves"
    pseudocode = PSEUDOCODE

    simulations: int | None = option(
        None, "number of play-outs; none = 1000, or as many as time or nodes allow", 1, 10**9
    )
    c: float = option(1.4, "exploration constant of UCT", 0, 1_000)
    solver: bool = option(True, "back up proven results and skip moves that cannot change the result")
    max_nodes: int = option(1_000_000, "maximum number of stored nodes; then only play-outs are added", 1_000, 10**9)
    seed: int = option(0, "random seed of the play-outs", 0, 2**63 - 1)
    reuse: bool = option(False, "keep the tree from one move of the game to the next")
    threads: int = option(1, "number of trees searched in parallel and merged (root parallelization)", 1, 64)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.reuse and self.threads > 1:
            raise BadOption("mcts: reuse=true keeps one tree; leave it out, or threads.")

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        if self.threads == 1:
            return self._search(game, state, limits, watcher, stop, None)[0]
        return self.search_trees(
            game,
            state,
            limits,
            watcher,
            lambda one, share: one.search_reference(game, state, share, stop=stop),
            at_once=False,
        )

    def search_trees(
        self,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None,
        search: Callable[[MCTS, Limits], SearchResult],
        *,
        at_once: bool,
    ) -> SearchResult:
        """Several trees, each grown by `search`, and the answer of all together (`search/common/root_parallel.py`)."""
        if watcher is not None:
            raise self._not_one_tree()
        most = self.max_simulations(limits)
        members = [
            replace(self, threads=1, seed=seed, simulations=None if most == UNLIMITED else -(-most // self.threads))
            for seed in tree_seeds(self.seed, self.threads)
        ]

        def answer(root: MergedNode, stats: Stats, stopped_by: str) -> SearchResult:
            return self.answer(root, game.moves(state), stats, stopped_by)

        results = grow_trees(members, search, limits, at_once=at_once)
        return merge_results(results, game.max_result, answer, at_once=at_once)

    def _not_one_tree(self) -> BadOption:
        return BadOption(f"{self} grows {self.threads} trees; leave out threads to record one.")

    def search_in_order(
        self,
        game: Game,
        state: State,
        limits: Limits,
        *,
        watcher: Watcher,
        most: int,
        stop: StopFlag | None = None,
    ) -> tuple[SearchResult, SearchOrder]:
        """The columns of the order are those of `SimulationLog`."""
        if self.max_simulations(limits) > most and (limits.nodes is None or limits.nodes > MAX_PLIES * most):
            raise TooManyEvents
        if self.threads > 1:
            raise self._not_one_tree()
        log = SimulationLog(most)
        result, places = self._search(game, state, limits, watcher, stop, log)
        return result, log.finish(places)

    def _search(
        self,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None,
        stop: StopFlag | None,
        log: SimulationLog | None,
    ) -> tuple[SearchResult, dict[int, int]]:
        """The answer, and where the watcher saw each node, by `id`."""
        if limits.depth is not None:
            raise BadOption(f"mcts does not use depth={limits.depth}; give it simulations, nodes or time.")
        result = game.result(state)
        if result is not None:
            return SearchResult(None, Score(result * WIN, proven=True)), {}
        tree = self.kept.pop(game, None)
        if not isinstance(tree, Tree) or not tree.go_to(state):
            tree = Tree(self, game, state)
        tree.log = log
        tree.begin(Budget(limits, stop))
        root, before, stopped_by = tree.root, tree.root.visits, ""
        most = before + self.max_simulations(limits)
        try:
            while root.visits < most and root.low < root.high:
                tree.simulate()
        except Stopped as stopped:
            stopped_by = stopped.reason
        if self.reuse:
            self.kept[game] = tree
        places = {} if watcher is None else show_tree(root, game, state, watcher)
        stats = Stats(
            nodes=tree.nodes,
            terminals=root.visits - before,
            depth=tree.depth,
            seconds=tree.budget.seconds(),
            memory=tree.size * (sys.getsizeof(root) + sys.getsizeof(root.state)),
        )
        return self.answer(root, root.moves, stats, stopped_by), places

    @cached_property
    def kept(self) -> dict[Game, Any]:
        """With `reuse`, the tree of the latest search of each game."""
        return {}

    def max_simulations(self, limits: Limits) -> int:
        limited = limits.time is not None or limits.nodes is not None
        return self.simulations or (UNLIMITED if limited else DEFAULT_SIMULATIONS)

    def answer(self, root: FinalNode, moves: Sequence[Move], stats: Stats, stopped_by: str) -> SearchResult:
        """What the tree below `root`, where `moves` are legal, says; also for a twin, whose nodes look the same."""
        line, value = best_line(root, moves)
        roots = tuple(RootMove(child.move, score(child), child.visits) for child in root.children)
        return SearchResult(line[0], value, line, roots, stats, stopped_by)
