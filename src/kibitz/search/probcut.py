"""Multi-ProbCut [Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995; "Experiments with
Multi-ProbCut and a new high-quality evaluation function for Othello", 1997].

The value of a shallow search tells roughly what a deep one will find. If it lies so far outside the window that the
deep one is unlikely to lie inside, the node is cut without the deep search. How far that is comes from measured errors
of the heuristic (`search/common/probable_cuts.py`); all the rest is alpha-beta.

A cut is a guess, and its value is always one that a heuristic may give: an end of the window that is the result of a
finished game is never guessed at. So a win or a loss that is found is one. But a larger or a sooner win may be
missed; where that matters, the score is not called proven.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import DepthErrors, Evaluator, evaluators_for, find_evaluator
from kibitz.core.game import ONGOING, Game, State
from kibitz.core.limits import Limits
from kibitz.core.passes import Passes, PassResult
from kibitz.core.score import EVAL_LIMIT, Score, is_decided
from kibitz.core.searching import SearchResult
from kibitz.core.spec import option
from kibitz.evals.depth_errors import list_measured
from kibitz.search.alphabeta import fail_soft
from kibitz.search.common.probable_cuts import CONFIDENCES, MAX_DEPTH, MIN_DEPTH, CutTable, probable_cuts
from kibitz.search.common.run import Algorithm, Run
from kibitz.search.common.tree_search import TreeSearch


def probcut(run: Run, state: State, depth: int, alpha: int, beta: int, confidence: int) -> int:
    """Fail-soft alpha-beta, but beta or alpha where a shallow search says that the value probably lies beyond it."""
    if MIN_DEPTH <= depth < run.depth and run.result(state) == ONGOING:  # the root has to find a move
        cuts, errors = find_cuts(run.evaluator, confidence)
        guess = run.evaluator(state)  # says on which side of the window it is worth trying
        for shallow, margin in cuts[errors.phase(state)][min(depth, MAX_DEPTH)]:
            if -EVAL_LIMIT <= beta <= guess:
                enough = beta + margin
                if search_shallow(run, state, depth, shallow, enough - 1, enough) >= enough:
                    return beta
            if guess <= alpha <= EVAL_LIMIT:
                enough = alpha - margin
                if search_shallow(run, state, depth, shallow, enough, enough + 1) <= enough:
                    return alpha
    return fail_soft(run, state, depth, alpha, beta)


def search_shallow(run: Run, state: State, depth: int, shallow: int, alpha: int, beta: int) -> int:
    """The value of the node at hand as if only `shallow` plies were left; in the nodes below, cuts go on."""
    if shallow == 0:
        run.evaluations += 1
        return run.evaluator(state)
    guessed = run.guessed
    run.depth -= depth - shallow  # so that the plies from the root stay what they are
    try:
        return fail_soft(run, state, shallow, alpha, beta)
    finally:
        run.depth += depth - shallow
        run.guessed = guessed  # its horizon is not one that a deeper search would move


@functools.lru_cache(64)
def find_cuts(evaluator: Evaluator, confidence: int) -> tuple[CutTable, DepthErrors]:
    errors = evaluator.depth_errors()
    assert errors is not None, "checked by ProbCut.evaluator"
    return probable_cuts(errors, confidence), errors


@dataclass(frozen=True)
class ProbCut(TreeSearch):
    """Alpha-beta that leaves out what a shallow search makes improbable, with an error that was measured."""

    name = "probcut"
    about = "alpha-beta with probable cuts, predicted by shallow searches; needs a heuristic with measured errors"
    shows_tree = False  # a tree in which nodes are searched to two depths is none that the microscope can explain

    eval: str = option("", "the heuristic at the horizon; empty = the game's own choice, or one with measured errors")
    confidence: int = option(
        95, "required confidence of a probable cut, in per cent; 100 = never cut", choices=tuple(CONFIDENCES)
    )

    @property
    def cuts_nothing(self) -> bool:
        return self.confidence == 100

    def algorithm(self) -> Algorithm:
        return fail_soft if self.cuts_nothing else functools.partial(probcut, confidence=self.confidence)

    def evaluator(self, game: Game) -> Evaluator:
        chosen = super().evaluator(game)
        others = [] if self.eval else [find_evaluator(name, game) for name in evaluators_for(game)]
        for evaluator in (chosen, *others):
            if evaluator.depth_errors() is not None:
                return evaluator
        if self.cuts_nothing:
            return chosen
        raise Unsuited(
            f"probcut needs to know how far shallow searches with {chosen} are from deep ones, which was not measured "
            f"on {game.spec(full=False)}; it was for: {', '.join(list_measured())}."
        )

    def passes(self, run: Passes, limits: Limits) -> Iterator[PassResult]:
        for found in super().passes(run, limits):
            yield found._replace(complete=found.complete and self.is_sure(run))

    def conduct(self, run: Passes, limits: Limits) -> SearchResult:
        result = super().conduct(run, limits)
        if self.is_sure(run) or (run.game.max_result == 1 and not self.sooner):
            return result
        roots = tuple(root._replace(score=doubt(root.score)) for root in result.roots)
        return replace(result, score=doubt(result.score), roots=roots)

    def is_sure(self, run: Passes) -> bool:
        """Whether no cut can have been wrong so far."""
        return self.cuts_nothing or run.evaluations == 0


def doubt(score: Score) -> Score:
    """The score of a finished game that a larger or sooner win may surpass."""
    return score._replace(proven=False, distance=None) if is_decided(score.value) else score
