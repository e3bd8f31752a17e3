"""PUCT: Monte Carlo tree search in which a network takes the place of random games.

One simulation [Silver et al., "A general reinforcement learning algorithm that masters chess, shogi, and Go through
self-play", 2018; the rule is after Rosin, "Multi-armed bandits with episode context", 2011]:

    select     from the root on, go to the child of largest
               q + c * share * sqrt(visits of parent) / (1 + visits of child)
    expand     at the first position that was never judged, ask the network: a share for every move, and a value
    back up    count the visit and the value at every node passed

A child that was never visited counts with the q of its parent, less `UNTRIED`. What finished games prove is backed up
as in `search/mcts.py`: a node keeps two bounds on its exact result, and a move that cannot beat the best sure one is no
longer selected. When a position is expanded, its moves are looked at for games that end at once; before that, a short
look ahead tells whether one side can force a win soon (`search/forced.py`), as in the hybrids of Baier & Winands,
"MCTS-minimax hybrids", 2015. It takes a fraction of the time of the network.

With `gumbel`, the moves at the root are chosen another way [Danihelka, Guez, Schrittwieser & Silver, "Policy
improvement by planning with Gumbel", 2022]: the likeliest `CONSIDERED` share the simulations by sequential halving, the
better half going on each time. It is for few simulations, and for training, where noise on the shares makes games
differ.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.score import sign
from kibitz.search.common.sampled_answer import BoundedNode, FinalNode, best_child
from kibitz.search.forced import Lookout

UNTRIED = 0.2  # how much worse than its parent a move is taken to be that was never tried
CONSIDERED = 16  # moves that share the simulations, with gumbel
VISIT_WEIGHT = 50.0  # with gumbel: how much a value counts beside the shares, before any visits


class Advice(NamedTuple):
    """What a network says of an unfinished position, for the mover: a number for every move, a value from -1 to 1."""

    logits: Sequence[float]
    value: float


Advisor: TypeAlias = Callable[[State], Advice]


class PUCTSwitches(Protocol):
    """What the search uses of a searcher."""

    @property
    def c(self) -> float: ...
    @property
    def temperature(self) -> float: ...
    @property
    def lookout(self) -> int: ...
    @property
    def gumbel(self) -> bool: ...


@dataclass(slots=True, eq=False)
class PolicyNode(BoundedNode):
    """A position in the tree. Its exact result, for the side to move there, lies between `low` and `high`.

    `share` and `logit` are those of the move that leads here. `total` is the sum of rewards, from 0 for a loss to 1, of
    the side that chose to come here: the other one, unless it `keeps_turn`. `children` are all moves in natural order,
    once the node is expanded.
    """

    state: State
    move: Move
    low: int
    high: int
    keeps_turn: bool = False
    share: float = 1.0
    logit: float = 0.0
    children: list[PolicyNode] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.5

    @property
    def q(self) -> float:
        """The mean from -1 to 1, for the side that chose to come here."""
        return 2.0 * self.mean - 1.0

    @property
    def is_settled(self) -> bool:
        return self.low == self.high


class PolicyTree:
    """The tree of a search, and how a simulation makes it grow.

    With gumbel, `plan` says how often the move was visited that a simulation goes on with (`list_visits`), and `noise`
    is added to the logits of the moves at the root.
    """

    def __init__(
        self,
        options: PUCTSwitches,
        game: Game,
        state: State,
        advise: Advisor,
        plan: Sequence[int] = (),
        noise: Sequence[float] = (),
    ) -> None:
        self.options, self.game, self.advise, self.plan, self.noise = options, game, advise, plan, noise
        self.moves, self.play, self.result = game.cached_rules
        self.out = [0] * game.num_moves
        self.root = self.new_node(state, -1, (), None)
        self.lookout = Lookout(game, options.lookout) if looks_ahead(options.lookout, game) else None
        self.depth = 0

    def new_node(self, state: State, move: Move, path: Sequence[PolicyNode], parent: PolicyNode | None) -> PolicyNode:
        result = self.result(state)
        if self.game.repeats and any(node.state == state for node in path):
            result = self.game.repetition
        most = self.game.max_result
        low, high = (-most, most) if result == ONGOING else (result, result)
        return PolicyNode(state, move, low, high, parent is not None and self.game.keeps_turn(parent.state, state))

    def simulate(self) -> None:
        path = self.select()
        leaf = path[-1]
        self.look_ahead(path)
        value = float(sign(leaf.low)) if leaf.is_settled else self.expand(path)
        self.back_up(path, value)
        self.depth = max(self.depth, len(path) - 1)

    def select(self) -> list[PolicyNode]:
        """The nodes from the root to one that was never judged, or whose result is known."""
        node = self.root
        path = [node]
        while node.children and not node.is_settled:
            node = self.pick_at_root() if node is self.root and self.options.gumbel else self.pick_child(node)
            path.append(node)
        return path

    def pick_child(self, node: PolicyNode) -> PolicyNode:
        """The child of largest upper bound among those that may still matter; of equals the first."""
        scale = self.options.c * math.sqrt(node.visits)
        untried = (node.q if node.keeps_turn else -node.q) - UNTRIED
        best, largest = node.children[0], -math.inf
        for child in node.children:
            if child.most > node.low:
                q = child.q if child.visits else untried
                bound = q + scale * child.share / (1 + child.visits)
                if bound > largest:
                    best, largest = child, bound
        return best

    def look_ahead(self, path: list[PolicyNode]) -> None:
        """Settle the last node of a path if a win can be forced from there; never the root, whose moves are needed."""
        node = path[-1]
        if self.lookout is not None and len(path) > 1 and not node.is_settled:
            found = self.lookout.look(node.state)
            if found:
                node.low = node.high = found
                self.prove(path[:-1])

    def expand(self, path: list[PolicyNode]) -> float:
        """Have the last node of a path judged, and give it its children; what it is worth to the side to move there."""
        node = path[-1]
        advice = self.advise(node.state)
        moves = self.out[: self.moves(node.state, self.out)]
        logits = [float(advice.logits[move]) / self.options.temperature for move in moves]
        largest = max(logits)
        weights = [math.exp(logit - largest) for logit in logits]
        together = sum(weights)
        for move, logit, weight in zip(moves, logits, weights, strict=True):
            child = self.new_node(self.play(node.state, move), move, path, node)
            child.logit, child.share = logit, weight / together
            node.children.append(child)
        if any(child.is_settled for child in node.children):
            self.prove(path)
        return float(sign(node.low)) if node.is_settled else float(advice.value)

    def back_up(self, path: list[PolicyNode], value: float) -> None:
        for node in reversed(path):
            value = value if node.keeps_turn else -value  # now for the side that chose to come here
            node.visits += 1
            node.total += (value + 1.0) / 2.0

    def prove(self, path: list[PolicyNode]) -> None:
        """Take what the children of the last node prove as far up as it matters."""
        for node in reversed(path):
            low = max(child.least for child in node.children)
            high = max(child.most for child in node.children)
            if (low, high) == (node.low, node.high):
                return
            node.low, node.high = low, high

    # The root, with gumbel.

    def pick_at_root(self) -> PolicyNode:
        """Of the moves that were visited as often as the plan says, the one that promises most."""
        root = self.root
        wanted = self.plan[root.visits - 1] if root.visits <= len(self.plan) else -1
        open_ones = [child for child in root.children if child.visits == wanted and child.most > root.low]
        return max(open_ones, key=lambda one: promise(root, one, self.noise)) if open_ones else self.pick_child(root)


class ChoosableNode(FinalNode, Protocol):
    """A node of a finished tree, readable or compiled."""

    @property
    def share(self) -> float: ...
    @property
    def logit(self) -> float: ...
    @property
    def q(self) -> float: ...
    @property
    def children(self) -> Sequence[ChoosableNode]: ...


def promise(root: ChoosableNode, child: ChoosableNode, noise: Sequence[float]) -> float:
    """With gumbel, what speaks for a move at the root: its logit, noise, and what it proved to be worth."""
    visits = max(one.visits for one in root.children)
    q = child.q if child.visits else -root.q
    return child.logit + (noise[child.move] if len(noise) else 0.0) + weigh_value(q, visits)


def choose_child(root: ChoosableNode, *, gumbel: bool, noise: Sequence[float] = ()) -> ChoosableNode:
    """The child to play: as `best_child` says or, with gumbel, the one that promises most of the most visited."""
    best: ChoosableNode = best_child(root)  # type: ignore[assignment]  # one of its own children
    if not gumbel or best.least > 0:
        return best
    open_ones = [child for child in root.children if child.most > root.low] or [best]
    visits = max(child.visits for child in open_ones)
    return max((child for child in open_ones if child.visits == visits), key=lambda one: promise(root, one, noise))


def looks_ahead(budget: int, game: Game) -> bool:
    """Whether leaves are looked at for forced wins: not where games are won by more or by less."""
    return budget > 0 and game.max_result == 1


def weigh_value(q: float, visits: int) -> float:
    """How much a value from -1 to 1 counts beside logits, if the most visited move was visited so often."""
    return (VISIT_WEIGHT + visits) * (q + 1.0) / 2.0


def list_visits(considered: int, simulations: int) -> list[int]:
    """The plan of sequential halving: how often the move was visited before that each simulation goes on with."""
    if considered <= 1:
        return list(range(simulations))
    plan: list[int] = []
    rounds, visits, left = math.ceil(math.log2(considered)), [0] * considered, considered
    while len(plan) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            plan += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return plan[:simulations]
