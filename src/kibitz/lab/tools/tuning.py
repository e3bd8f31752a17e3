"""Tuning: weights of an evaluator fitted to what positions are worth, and a match that says whether they play better.

Two positions of three are fitted to; every third is kept back and judges the result. A smaller error there is no proof
that a search plays better with the new weights, so that the last word has a match of the new against the old ones,
which a sequential test ends as soon as the answer is clear (`arena/elo.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from kibitz.arena.elo import Sprt
from kibitz.arena.grading import ALL
from kibitz.arena.match import Match, MatchResult
from kibitz.core.errors import BadOption
from kibitz.core.evaluation import Evaluator, find_evaluator
from kibitz.core.game import Game
from kibitz.core.loading import format_game_spec
from kibitz.core.score import EVAL_LIMIT
from kibitz.core.spec import join_spec, nest_spec, split_spec
from kibitz.lab.tools.eval_quality import PhaseChange, amounts_of, change_by_phase, phases_of, worths_of
from kibitz.lab.tools.fitted_weights import Vector, fit_weights, round_weights
from kibitz.lab.tools.labelled_positions import (
    LabelledPosition,
    choose_labels,
    label_positions,
)

KEPT_BACK = 3  # every third position
FEWEST = 30  # positions, of which ten are kept back


@dataclass(frozen=True)
class TermFit:
    """A term's weight before and after, and what would be fitted to the positions of one phase alone.

    `occurs`: whether the term is other than 0 in any position; one that is not keeps its weight.
    """

    name: str
    before: int
    after: int
    by_phase: dict[str, int]
    occurs: bool


@dataclass(frozen=True)
class Tuning:
    """`phases`: on the positions kept back. `match`: the new weights against the old, None if none was played."""

    game: str
    before: str
    after: str
    labels: str
    fitted: int
    kept_back: int
    seed: int
    terms: tuple[TermFit, ...]
    phases: tuple[PhaseChange, ...]
    match: MatchResult | None


def tune(
    game: Game,
    spec: str,
    *,
    positions: int = 600,
    depth: int | None = None,
    seconds: float = 2.0,
    seed: int = 0,
    workers: int = 1,
    cluster: str | None = None,
    on_position: Callable[[int, int], None] = lambda done, planned: None,
) -> Tuning:
    """Fit the weights of an evaluator to exact results, or to a search of `depth` plies with the evaluator itself."""
    evaluator = find_evaluator(spec, game)
    if not evaluator.weights:
        raise BadOption(f"{evaluator.name} has no weights to tune.")
    if positions < FEWEST:
        raise BadOption(f"positions={positions} is not allowed; weights are fitted to {FEWEST} positions or more.")
    labels = choose_labels(game, depth, seconds)
    labelled = label_positions(
        evaluator, labels, positions=positions, seed=seed, workers=workers, cluster=cluster, on_position=on_position
    )
    kept, fitted = labelled[::KEPT_BACK], [one for at, one in enumerate(labelled) if at % KEPT_BACK]
    if not fitted:
        raise BadOption(f"Only {len(labelled)} positions could be found and solved, too few to fit weights to.")
    fits = _fit_terms(evaluator, fitted)
    after = put_weights(evaluator, [fit.after for fit in fits])
    return Tuning(
        game=str(game),
        before=str(evaluator),
        after=str(after),
        labels=labels.words,
        fitted=len(fitted),
        kept_back=len(kept),
        seed=seed,
        terms=fits,
        phases=change_by_phase(evaluator.weights, after.weights, kept, fitted),
        match=None,
    )


def put_weights(evaluator: Evaluator, weights: Sequence[int]) -> Evaluator:
    """The evaluator with other weights."""
    return replace(evaluator, **dict(zip(evaluator.term_names, weights, strict=True)))  # type: ignore[arg-type]  # weights are whole numbers


def _fit_terms(evaluator: Evaluator, positions: Sequence[LabelledPosition]) -> tuple[TermFit, ...]:
    by_phase = {}
    for phase in phases_of(positions):
        some = [position for position in positions if phase in (position.phase, ALL)]
        amounts = amounts_of(some)
        occurs = (amounts != 0).any(axis=0)
        by_phase[phase] = _allowed(evaluator, round_weights(_fit(amounts, some), evaluator.weights, occurs.tolist()))
    whole = by_phase.pop(ALL)
    occurs = (amounts_of(positions) != 0).any(axis=0)
    return tuple(
        TermFit(
            name=name,
            before=evaluator.weights[at],
            after=whole[at],
            by_phase={phase: weights[at] for phase, weights in by_phase.items()},
            occurs=bool(occurs[at]),
        )
        for at, name in enumerate(evaluator.term_names)
    )


def _fit(amounts: Vector, positions: Sequence[LabelledPosition]) -> Vector:
    return fit_weights(amounts, worths_of(positions))


def _allowed(evaluator: Evaluator, weights: Sequence[int]) -> tuple[int, ...]:
    """The weights within what the options of the evaluator allow."""
    return tuple(
        int(min(max(weight, -EVAL_LIMIT if o.low is None else o.low), EVAL_LIMIT if o.high is None else o.high))
        for weight, o in zip(weights, evaluator.options(), strict=True)
    )


def play_verification(
    game: Game,
    player: str,
    evaluators: tuple[str, str],
    *,
    games: int,
    sprt: Sprt | None,
    seed: int,
    workers: int = 1,
    cluster: str | None = None,
    on_game: Callable[[int, int], None] = lambda done, planned: None,
) -> MatchResult:
    """Let a searching player play with the first evaluator against itself with the second."""
    first, second = (_player_with(player, find_evaluator(spec, game)) for spec in evaluators)
    match = Match(format_game_spec(game), (first, second), games, seed, workers, cluster, "", sprt)
    with closing(match.play()) as scores:
        for score in scores:
            on_game(len(score.played), games)
    return match.result(score)


def _player_with(player: str, evaluator: Evaluator) -> str:
    name, texts = split_spec(player)
    if "eval" in texts:
        raise BadOption(f"{player} names an evaluator; leave it out, since the evaluators are compared here.")
    texts["eval"] = nest_spec(str(evaluator))
    return join_spec(name, texts)
