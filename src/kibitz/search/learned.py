"""A learned player: what `kibitz learn` has trained, alone or with a search on top.

Without a limit it plays the move that its model prefers, which takes one look. With one it searches: a network guides
PUCT (`search/puct.py`), where nodes are simulations; a table or tuples of cells are the heuristic of alpha-beta.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kibitz.core.errors import BadOption
from kibitz.core.evaluation import Evaluator
from kibitz.core.game import Game, State
from kibitz.core.limits import Limits
from kibitz.core.passes import Stopped
from kibitz.core.pseudocode import pseudocode
from kibitz.core.score import Bound, Score, sign
from kibitz.core.searching import RootMove, Searcher, SearchResult, Stats, StopFlag, Watcher
from kibitz.core.spec import option
from kibitz.learned.kept_trainings import find_training_file
from kibitz.learned.model import Expectation, Model
from kibitz.search.alphabeta import AlphaBeta
from kibitz.search.common.budget import Budget
from kibitz.search.common.sampled_answer import SCALE, FinalNode, answer_score, best_child, score, show_tree
from kibitz.search.puct import CONSIDERED, Advice, ChoosableNode, PolicyTree, choose_child, list_visits

if TYPE_CHECKING:  # who only lists the players need not wait for NumPy
    from kibitz.learned.network_model import NetworkModel


PSEUDOCODE = pseudocode(
    "PUCT",
    "Silver et al. 2018; Rosin 2011",
    """
         | for each simulation:
enter    |     select: go to the child of largest q + c * share * sqrt(visits of parent) / (1 + visits of child)
horizon  |     expand: ask the network for the share of every move, and for a value
final    |     the game is over: its result is sure
leave    |     back up: count the visit and the value at every node passed
         | play the move that was visited most
""",
)


@dataclass(frozen=True)
class Learned(Searcher):
    """Scores are from -1000, a loss, to 1000, a win, unless they are proven. `nodes` counts the positions judged."""

    name = "learned"
    about = "plays a trained model (kibitz learn), alone or with a search on top"
    pseudocode = PSEUDOCODE
    takes_depth = True
    is_instant = True
    estimates_in = "thousandths of a win"

    file: str = option("", "a model file written by `kibitz learn`; empty = the model shipped with the game")
    training: str = option("", "name of a training run in the web app, instead of a file")
    at: int = option(0, "checkpoint of the training run, as a number of games; 0 = the latest", 0, 10**9)
    c: float = option(1.5, "networks: exploration constant of PUCT", 0.0, 100.0)
    temperature: float = option(1.0, "networks: temperature of the priors; above 1 they become more even", 0.01, 100.0)
    lookout: int = option(200, "networks: nodes spent at each leaf on a search for a forced win", 0, 10**6)
    images: int = option(2, "networks: number of symmetric images of a position to evaluate and average", 1, 16)
    gumbel: bool = option(False, "networks: allocate simulations by Gumbel sequential halving; needs nodes=")
    every_move: bool = option(False, "networks, without a search: also evaluate the position after each move")

    def model(self, game: Game) -> Model:
        if self.training and self.file:
            raise BadOption("learned: file and training are both given; give one of them.")
        file = str(find_training_file(self.training, self.at)) if self.training else self.file
        from kibitz.learned.find_model import find_model

        return find_model(file, game)

    def check_suits(self, game: Game) -> None:
        self.model(game)

    def search_reference(
        self,
        game: Game,
        state: State,
        limits: Limits = Limits(),
        *,
        watcher: Watcher | None = None,
        stop: StopFlag | None = None,
    ) -> SearchResult:
        from kibitz.learned.network_model import NetworkModel

        model, result = self.model(game), game.result(state)
        if result is not None:
            return SearchResult(None, Score.solved(result, 0))
        if limits == Limits():
            if isinstance(model, NetworkModel):
                network = model.network.with_images(self.images)
                return self.answer_at_once(
                    game, state, *model.expect_from(network.judge, state, every_move=self.every_move)
                )
            return self.answer_at_once(game, state, model.expect(state))
        if not isinstance(model, NetworkModel):
            return _ValueSearch.of(model).search_reference(game, state, limits, watcher=watcher, stop=stop)
        tree = PolicyTree(self, game, state, _Advisor(model, self.images), self.plan_visits(game, state, limits))
        budget, stopped_by = Budget(limits, stop), ""
        try:
            while not tree.root.is_settled:
                tree.simulate()
                budget.look(tree.root.visits)
        except Stopped as stopped:
            stopped_by = stopped.reason
        if watcher is not None:
            show_tree(tree.root, game, state, watcher)
        visits = tree.root.visits
        stats = Stats(nodes=visits, evaluations=visits, depth=tree.depth, seconds=budget.seconds())
        return self.answer(tree.root, stats, stopped_by)

    def plan_visits(self, game: Game, state: State, limits: Limits) -> list[int]:
        """With gumbel, how the simulations are shared out; refuses limits that a network has no use for."""
        if limits.depth is not None:
            raise BadOption(f"A learned network does not use depth={limits.depth}; give it nodes or time.")
        if not self.gumbel:
            return []
        if limits.nodes is None:
            raise BadOption("learned: gumbel=true needs a number of simulations; give nodes=, as in nodes=64.")
        return list_visits(min(CONSIDERED, len(game.moves(state))), limits.nodes - 1)

    def answer_at_once(
        self, game: Game, state: State, expected: Sequence[Expectation], value: float | None = None
    ) -> SearchResult:
        """What the model prefers of what it says of every move, without a search. `value`: that of the position.

        A move whose value was not looked at is worth that of the position, or less.
        """
        best = max(expected, key=lambda one: one.preference)
        roots = tuple(
            RootMove(one.move, _score(game, state, one, best, value), one.visits or 0, one.share) for one in expected
        )
        chosen = next(root.score for root in roots if root.move == best.move)
        if chosen.proven and chosen.points < game.max_result and len(roots) > 1:  # another move may be better
            chosen = Score(SCALE * sign(chosen.points), Bound.LOWER)
        stats = Stats(nodes=1, evaluations=1 + sum(one.value is not None for one in expected), depth=1)
        return SearchResult(best.move, chosen, (best.move,), roots, stats)

    def answer(self, root: ChoosableNode, stats: Stats, stopped_by: str) -> SearchResult:
        """What a tree says; also for a twin, whose nodes look the same."""
        best: FinalNode = choose_child(root, gumbel=self.gumbel)
        line, node = [best.move], best
        while any(child.visits for child in node.children):
            node = best_child(node)
            line.append(node.move)
        found = answer_score(root, best)
        roots = tuple(
            RootMove(child.move, _score_child(child, found), child.visits, child.share) for child in root.children
        )
        return SearchResult(best.move, found, tuple(line), roots, stats, stopped_by)


@dataclass(frozen=True)
class _ValueSearch(AlphaBeta):
    """Alpha-beta with the values of a table or of tuples as its heuristic."""

    model: Model | None = field(default=None, init=False, repr=False)

    @classmethod
    def of(cls, model: Model) -> _ValueSearch:
        searcher = cls(order="table+killer+history", table="two-tier", sooner=True)
        object.__setattr__(searcher, "model", model)
        return searcher

    def evaluator(self, game: Game) -> Evaluator:
        assert self.model is not None, "it is made by `of`"
        from kibitz.learned.learned_value import make_evaluator

        return make_evaluator(self.model)


class _Advisor:
    """A network as PUCT asks it."""

    def __init__(self, model: NetworkModel, images: int) -> None:
        self.model, self.images = model, images

    def __call__(self, state: State) -> Advice:
        return Advice(*self.model.judge(state, self.images))


def _score_child(child: FinalNode, found: Score) -> Score:
    """Of a move that no simulation has tried nothing is known but that it was not preferred to the one found."""
    of_child = score(child)
    if child.visits or of_child.proven:
        return of_child
    return Score(SCALE * sign(found.value) if found.proven else found.value, Bound.UPPER)


def _score(game: Game, state: State, one: Expectation, best: Expectation, value: float | None) -> Score:
    """What a model says of a move; of one that ends the game, what it is."""
    if one.value is None:
        return Score(round(SCALE * (value or 0.0)), Bound.EXACT if one is best else Bound.UPPER)
    after = game.play(state, one.move)
    result = game.result(after)
    if result is None:
        return Score(round(SCALE * one.value))
    return game.score_before(state, after, Score.solved(result, 0))
