"""What each term of an evaluator is good for: the evaluator without it, on positions whose worth is known.

A term is left out by giving it the weight 0; nothing else is fitted again, so that what the other terms could take over
is not counted. A term that only makes things worse shows as well: without it error and loss become smaller.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.arena.match import MatchResult
from kibitz.core.errors import BadOption
from kibitz.core.evaluation import find_evaluator
from kibitz.core.game import Game
from kibitz.lab.tools.eval_quality import PhaseChange, change_by_phase
from kibitz.lab.tools.labelled_positions import choose_labels, label_positions
from kibitz.lab.tools.tuning import play_verification, put_weights


@dataclass(frozen=True)
class TermEffect:
    """An evaluator without one term. `match`: the whole evaluator against it, None if no games were asked for."""

    term: str
    weight: int
    without: str
    phases: tuple[PhaseChange, ...]
    match: MatchResult | None


@dataclass(frozen=True)
class EvalAblation:
    """`effects` start with the term whose loss costs most."""

    game: str
    evaluator: str
    labels: str
    positions: int
    seed: int
    effects: tuple[TermEffect, ...]


def ablate_evaluator(
    game: Game,
    spec: str,
    *,
    positions: int = 300,
    depth: int | None = None,
    seconds: float = 2.0,
    seed: int = 0,
    player: str = "alphabeta:depth=4",
    games: int = 0,
    workers: int = 1,
    cluster: str | None = None,
    on_step: Callable[[int, int, str], None] = lambda done, planned, what: None,
) -> EvalAblation:
    """Leave out one term after another; with `games`, also let the whole evaluator play each of the others."""
    evaluator = find_evaluator(spec, game)
    used = [name for name, weight in zip(evaluator.term_names, evaluator.weights, strict=True) if weight]
    if len(used) < 2:
        raise BadOption(f"{evaluator} has {len(used)} terms in use; to leave one out there must be two or more.")
    labels = choose_labels(game, depth, seconds)
    labelled = label_positions(
        evaluator,
        labels,
        positions=positions,
        seed=seed,
        workers=workers,
        cluster=cluster,
        on_position=lambda done, planned: on_step(done, planned, "positions"),
    )
    effects = []
    for number, name in enumerate(used):
        weights = [
            0 if term == name else weight for term, weight in zip(evaluator.term_names, evaluator.weights, strict=True)
        ]
        without = str(put_weights(evaluator, weights))
        match = None
        if games:
            match = play_verification(
                game,
                player,
                (str(evaluator), without),
                games=games,
                sprt=None,
                seed=seed,
                workers=workers,
                cluster=cluster,
                on_game=lambda done, planned, at=number: on_step(  # type: ignore[misc]  # mypy sees no default in a lambda
                    at * planned + done, len(used) * planned, "games"
                ),
            )
        phases = change_by_phase(evaluator.weights, weights, labelled, labelled)
        weight = evaluator.weights[evaluator.term_names.index(name)]
        effects.append(TermEffect(name, weight, without, phases, match))
    effects.sort(key=lambda effect: -effect.phases[-1].loss_change)
    return EvalAblation(str(game), str(evaluator), labels.words, len(labelled), seed, tuple(effects))
