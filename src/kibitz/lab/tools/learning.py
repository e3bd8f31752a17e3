"""Methods of learning side by side: each learns from as many games, several times, and is measured by the same truth.

A training depends on its seed, so that one of them says little about a setting. Each variant therefore learns once with
each of the same seeds; the interval is Student's over these runs, and the gain is that over the first variant, seed by
seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.core.loading import format_game_spec, load_game
from kibitz.core.searching import StopFlag
from kibitz.core.spec import split_spec
from kibitz.jobs.workers import run_in_order
from kibitz.lab.outcome import Outcome
from kibitz.lab.tools.bars import Bar, make_bars
from kibitz.lab.tools.intervals import estimate
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import find_method
from kibitz.learn.truth import find_truth

MAX_VARIANTS, MAX_RUNS = 32, 100
PIECES = 100  # of a training, between which it can be interrupted


@dataclass(frozen=True)
class Variant:
    """A method with its settings. `kept`: the share of positions in which its move keeps the result, from 0 to 1.

    Low and high ends are those of 95 % intervals, None if there was only one run. `gain`: of the share over that of the
    first variant, None for that one. `loss`: points given away a move. `seconds`: of learning, a run.
    """

    method: str
    done: int
    kept: float
    kept_low: float | None
    kept_high: float | None
    gain: float | None
    gain_low: float | None
    gain_high: float | None
    loss: float
    seconds: float


@dataclass(frozen=True)
class LearningComparison:
    """`truth`: the positions that all are measured by; `total`: what each variant learns from in a run."""

    game: str
    truth: str
    total: int
    runs: int
    seed: int
    variants: tuple[Variant, ...]


@dataclass(frozen=True)
class TrainingTask:
    """One run of one variant."""

    game: str
    method: str
    positions: int


@dataclass(frozen=True)
class TrainingResult:
    done: int
    kept: float
    loss: float
    seconds: float


def compare_learning(
    game: Game,
    methods: Sequence[str],
    *,
    total: int,
    runs: int = 3,
    seed: int = 0,
    positions: int = 1_000,
    workers: int = 1,
    cluster: str | None = None,
    tell: Callable[[int, int, str], None] = lambda done, planned, what: None,
) -> LearningComparison:
    """Train every variant from `total` games, or positions, once with each of the seeds `seed`, `seed` + 1, …"""
    if not 2 <= len(methods) <= MAX_VARIANTS:
        raise BadOption(f"The number of methods to compare is {len(methods)}; give 2 to {MAX_VARIANTS}.")
    if not 1 <= runs <= MAX_RUNS:
        raise BadOption(f"runs={runs} is not allowed; choose 1 to {MAX_RUNS}.")
    found = [find_method(spec).with_total(total) for spec in methods]
    for spec, method in zip(methods, found, strict=True):
        method.check(game)
        if method.total_option in split_spec(spec)[1]:
            raise BadOption(
                f"{spec} sets how much it learns from; leave that out, because it is the same for all here."
            )
        if found.count(method) > 1:
            raise BadOption(f"{spec} is given twice; give methods that differ.")
    truth = find_truth(game, positions, tell=lambda made, wanted: tell(made, wanted, "solving"))
    spec = format_game_spec(game)
    seeded = [replace(method, seed=seed + run) for method in found for run in range(runs)]
    tasks = [TrainingTask(spec, method.spec(), positions) for method in seeded]
    results = []
    tell(0, len(tasks), "learning")
    with closing(run_in_order(tasks, train_variant, workers, cluster)) as finished:
        for result in finished:
            results.append(result)
            tell(len(results), len(tasks), "learning")
    by_variant = [results[first : first + runs] for first in range(0, len(results), runs)]
    variants = tuple(
        _describe(spec, own, None if number == 0 else by_variant[0])
        for number, (spec, own) in enumerate(zip(methods, by_variant, strict=True))
    )
    return LearningComparison(str(game), truth.about, total, runs, seed, variants)


def train_variant(task: TrainingTask) -> TrainingResult:
    """Train once, without a file, and measure what was learned."""
    game, method = load_game(task.game), find_method(task.method)
    truth, learner, stop = find_truth(game, task.positions), method.begin(game), StopFlag()
    began = time.perf_counter()
    try:
        while learner.done < method.total:
            learner.learn(min(method.total, learner.done + max(1, method.total // PIECES)), stop)
        seconds = time.perf_counter() - began
        measured = truth.measure(choose_all(learner.make_model(), truth.states))
        return TrainingResult(learner.done, measured.kept, measured.loss, seconds)
    finally:
        learner.close()


def _describe(method: str, results: Sequence[TrainingResult], first: Sequence[TrainingResult] | None) -> Variant:
    kept = estimate([result.kept for result in results])
    gain = None
    if first is not None:
        gain = estimate([result.kept - other.kept for result, other in zip(results, first, strict=True)])
    return Variant(
        method=method,
        done=results[0].done,
        kept=kept.mean,
        kept_low=kept.low,
        kept_high=kept.high,
        gain=gain and gain.mean,
        gain_low=gain and gain.low,
        gain_high=gain and gain.high,
        loss=sum(result.loss for result in results) / len(results),
        seconds=sum(result.seconds for result in results) / len(results),
    )


def make_learning_outcome(found: LearningComparison) -> Outcome:
    """The comparison as the outcome of an experiment, to be drawn."""

    def percent(share: float | None) -> float | None:
        return None if share is None else 100 * share

    bars = {
        variant.method: Bar(100 * variant.kept, percent(variant.kept_low), percent(variant.kept_high))
        for variant in found.variants
    }
    return make_bars("learning", found.game, along="method", measured="result kept", unit="%", bars=bars)
