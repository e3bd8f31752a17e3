"""Depth-first proof-number search, df-pn [Nagai, "Df-pn algorithm for searching AND/OR trees", 2002].

It answers yes or no: does the side to move get at least `goal`? For every position it keeps two numbers,

    phi      how many open positions must still turn out well to show that it does
    delta    how many to show that it does not

and always works where least is missing. A side gets at least `goal` exactly if, after some move, the other side fails
to get at least 1 - goal. So yes takes one child that says no, no takes all children to say yes, for either side:

    phi = min of the children's delta        delta = sum of the children's phi

A child where the same side moves again is asked the same question; its phi and delta then change places.

The exact result follows from a few such questions, each halving the interval it lies in: two at most where games are
won, drawn or lost. Positions are recognised however they are reached.

Where positions repeat, a node is a position at a ply, so that work never goes round in circles, and there is a horizon,
twice as far each time that it was reached. A position that stands on the path already, or lies at the horizon, counts
as what the game says of a repetition, a draw. That answers "no" to who wants to win and "yes" to who does not want to
lose, but on this path only. So these answers count only if there was no such position in the whole search; a win or a
loss is sure in any case, since a draw has no part in it. What is left is not shown, and the score says so. (For a way
to show draws too see Kishimoto & Müller, "A general solution to the graph history interaction problem", 2004.)

Two switches change the numbers, never the answer: `epsilon` [Pawlewicz & Lew, "Improving
depth-first PN-search: 1+ε trick", 2007] and `weak` [Ueda et al., "Weak proof-number search", 2008].
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.passes import Stopped
from kibitz.core.pseudocode import pseudocode
from kibitz.core.score import WIN, Score
from kibitz.core.searching import SearchResult, Stats, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.search.common.budget import Budget
from kibitz.search.common.proof_answer import make_answer, show_known
from kibitz.search.common.proof_node import INFINITY, Child, ProofNode
from kibitz.search.common.run import deep_recursion
from kibitz.search.common.search_order import EventLog, OrderedSearcher, SearchOrder

FIRST_HORIZON = 8  # plies, where positions repeat
NO_GOAL = 1 << 20  # that nobody asks for


class Prover:
    """One search: the table of positions, and the work on a question.

    The table has the positions that were worked on; of others there is nothing to remember. It has two halves. When
    the younger one is full, the older one is forgotten. That costs work, in a table far too small without end, but
    never truth: a node's bounds hold whatever else is forgotten. Root moves are always kept.
    """

    def __init__(self, options: Proof, game: Game, state: State, budget: Budget, log: EventLog | None = None) -> None:
        self.options, self.game, self.budget, self.log = options, game, budget, log
        self.nodes = self.terminals = self.table_hits = 0
        self.young: dict[tuple[State, int], ProofNode] = {}
        self.old: dict[tuple[State, int], ProofNode] = {}
        self.root = ProofNode(state, -game.max_result, game.max_result)
        self.root_moves: dict[Move, ProofNode] = {}
        # Where positions repeat: those on the path; the horizon; whether one came again or lay there; what is sure.
        self.path: set[State] = set()
        self.horizon = FIRST_HORIZON
        self.is_doubtful = self.is_cut = False
        self.sure: dict[State, tuple[int, int]] = {}

    def solve(self) -> None:
        """Ask until the root's bounds meet."""
        if not self.game.repeats:
            self.ask_all()
            return
        while True:
            self.is_cut = self.is_doubtful = False
            self.ask_all()
            if self.root.low == self.root.high or not self.is_cut:
                return
            self.horizon *= 2
            self.young, self.old, self.path = {}, {}, set()
            self.root.goal = NO_GOAL

    def ask_all(self) -> None:
        """Ask until the root's bounds meet, or until no question is left that could narrow them."""
        root = self.root
        low, high = root.low, root.high  # what the answers say, sure or not
        for move in self.game.moves(root.state):
            self.root_moves[move] = self.keep(self.find(self.game.play(root.state, move), 1))
        while low < high:
            root.ask((low + high + 2) // 2)
            self.work_on(root, INFINITY, INFINITY)
            self.path = set()
            low, high = (max(root.low, root.goal), high) if root.phi == 0 else (low, min(root.high, root.goal - 1))

    def work_on(self, node: ProofNode, phi_limit: int, delta_limit: int, ply: int = 0) -> None:
        """Bring a node closer to its answer, until it has it or one of its numbers has grown to the limit."""
        before = self.nodes
        self.count()
        if self.game.repeats:
            self.path.add(node.state)
        children = self.children(node, ply)
        while True:
            node.phi = min(child.yes for child in children)
            node.delta = self.together([child.no for child in children if child.no]) if node.phi else INFINITY
            if node.phi == 0 and (node.goal > self.game.repetition or not self.is_doubtful):
                node.low = max(child.node.least(child.keeps_turn) for child in children)
            elif node.delta == 0 and (node.goal <= self.game.repetition or not self.is_doubtful):
                node.high = max(child.node.most(child.keeps_turn) for child in children)
            if self.log is not None:
                self.log.add(node, ply, node.goal, node.phi, node.delta, node.low, node.high)
            if node.phi >= phi_limit or node.delta >= delta_limit:
                node.work += self.nodes - before
                if self.game.repeats:
                    self.path.discard(node.state)
                    self.sure[node.state] = (node.low, node.high)
                return
            # Stay with the easiest child until the second is easier, or until this node reaches its own limit.
            easiest = min(children, key=lambda child: child.yes)
            known = self.keep(easiest.node)
            if known is not easiest.node:  # it was new here, and has been worked on elsewhere meanwhile
                easiest.node = known
                easiest.ask(node.goal)
                continue
            second = min((child.yes for child in children if child.node is not known), default=INFINITY)
            patience = second + 1 + int(self.options.epsilon * second)
            no_limit, yes_limit = delta_limit - (node.delta - easiest.no), min(phi_limit, patience)
            limits = (yes_limit, no_limit) if easiest.keeps_turn else (no_limit, yes_limit)
            self.work_on(known, *limits, ply + 1)

    def children(self, node: ProofNode, ply: int) -> list[Child]:
        """A node's children, asked their question; if one settles the matter, those up to it."""
        children = []
        for move in self.game.moves(node.state):
            after = self.game.play(node.state, move)
            child = Child(self.find(after, ply + 1), self.game.keeps_turn(node.state, after))
            child.ask(node.goal)  # a state says whose turn it is, so that nobody asks it another goal meanwhile
            children.append(child)
            if child.yes == 0:
                break
        return children

    def together(self, numbers: list[int]) -> int:
        """What it takes to show all of several open children."""
        if not numbers:
            return 0
        needed = max(numbers) + len(numbers) - 1 if self.options.weak else sum(numbers)
        return min(needed, INFINITY - 1)

    def find(self, state: State, ply: int) -> ProofNode:
        """The node of a position, from the table or new; a finished game answers every question at once."""
        node = self.recall(state, ply)
        if node is not None:
            self.table_hits += 1
            return node
        result = self.game.result(state)
        if result is None and self.game.repeats:
            return self.find_repeating(state, ply)
        if result is None:
            return ProofNode(state, -self.game.max_result, self.game.max_result)
        self.count()
        self.terminals += 1
        return ProofNode(state, result, result)

    def find_repeating(self, state: State, ply: int) -> ProofNode:
        """A new node of a game that goes on; one on the path or at the horizon is a leaf, whatever is known of it."""
        low, high = self.sure.get(state, (-self.game.max_result, self.game.max_result))
        if state not in self.path and (ply < self.horizon or low == high):
            return ProofNode(state, low, high, ply=ply)
        self.is_cut |= state not in self.path
        self.is_doubtful = True
        self.count()
        self.terminals += 1
        return ProofNode(state, self.game.repetition, self.game.repetition, ply=ply)

    def keep(self, node: ProofNode) -> ProofNode:
        """The node that the table has for a position; this one, if it had none."""
        known = self.recall(node.state, node.ply)
        if known is not None:
            return known
        if len(self.young) >= self.options.entries // 2:
            self.young, self.old = {(child.state, child.ply): child for child in self.root_moves.values()}, self.young
        self.young[node.state, node.ply] = node
        return node

    def recall(self, state: State, ply: int) -> ProofNode | None:
        key = (state, ply if self.game.repeats else 0)
        return self.young.get(key) or self.old.get(key)

    def count(self) -> None:
        """One more position visited, if the limits allow it."""
        if self.nodes >= self.budget.next_look:
            self.budget.look(self.nodes)
        self.nodes += 1

    def stats(self) -> Stats:
        each = sys.getsizeof(self.root) + sys.getsizeof(self.root.state)
        memory = sum(sys.getsizeof(half) + len(half) * each for half in (self.young, self.old))
        return Stats(
            nodes=self.nodes,
            terminals=self.terminals,
            table_hits=self.table_hits,
            seconds=self.budget.seconds(),
            memory=memory,
        )


PSEUDOCODE = pseudocode(
    "Depth-first proof-number search",
    "Nagai 2002",
    """
         | ask whether the side to move gets at least goal; halve the interval until it closes
enter    | work on(node, limits of phi and delta):
final    |     a finished game answers at once: one number 0, the other infinite
table    |     what the table knows of a position holds however it is reached
visit    |     go to the child of smallest delta, until the second is easier
improve  |     phi = the smallest delta of the children
keep     |     delta = the sum of their phi
leave    |     leave when a number is 0 or has grown to its limit
""",
)


@dataclass(frozen=True)
class Proof(OrderedSearcher):
    """Finds the exact result and nothing less: no score has a guess in it.

    When a limit ends the search, the score is the bound shown so far, or an unproven 0 if there is none. `roots` lists
    the moves of which something is known: the best one exactly, others as far as it took to set them aside. In the
    stats, `nodes` counts every time a position is worked on and every finished game, `depth` is the length of the
    line. The search goes back and forth too often to be watched: a watcher is shown what the table has in the end.
    """

    name = "proof"
    about = "proof-number search (df-pn): finds the exact result by a series of yes-or-no questions"
    pseudocode = PSEUDOCODE

    entries: int = option(1_000_000, "number of entries in the transposition table", 2, 10**9)
    epsilon: float = option(0.0, "stay with a child until it is this fraction harder to prove than the next one", 0, 10)
    weak: bool = option(
        False, "weak PNS: largest child number plus one per other child, not the sum; for many transpositions"
    )

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        return self._search(game, state, limits, watcher, stop, None)[0]

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
        """An event is a look at a node's children: `ply` from the root, and all that is known of the node then."""
        log = EventLog("node", ("ply", "goal", "phi", "delta", "low", "high"), most)
        result, places = self._search(game, state, limits, watcher, stop, log)
        return result, log.finish(places)

    def _search(
        self,
        game: Game,
        state: State,
        limits: Limits,
        watcher: Watcher | None,
        stop: StopFlag | None,
        log: EventLog | None,
    ) -> tuple[SearchResult, dict[int, int]]:
        """The answer, and where the watcher saw each node first, by `id`."""
        if limits.depth is not None:
            raise BadOption(f"proof looks to the end of the game, not to depth={limits.depth}; give it nodes or time.")
        result = game.result(state)
        if result is not None:
            return SearchResult(None, Score(result * WIN, proven=True)), {}
        prover, stopped_by = Prover(self, game, state, Budget(limits, stop), log), ""
        try:
            with deep_recursion():
                prover.solve()
        except Stopped as stopped:
            stopped_by = stopped.reason
        places = {} if watcher is None else show_known(prover, watcher)
        return make_answer(prover, prover.stats(), stopped_by), places
