"""Weights that explain best what positions are worth: logistic regression, as P. Österlund tuned his program Texel.

A position's expected worth is 1 / (1 + exp(-w·a)), where a are the amounts of the terms and w the weights. The weights
that make the labels most likely are found by Newton's method; a little ridge keeps terms that hardly ever occur, or
always together, from running away.

A value of an evaluator has no unit. Before errors of two sets of weights are compared, each gets the factor that turns
its values into the best expectations it can give (`Scale`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]

RIDGE = 1.0  # as many positions' worth of belief that a term counts nothing
STEPS = 60
CLOSE = 1e-9  # a step so small ends the search
FINE = 100  # the largest weight after rounding, at least: one part in a hundred is as fine as anybody can measure


def expected_worths(values: Vector) -> Vector:
    """The worth that the side to move may expect, from an advantage in logits."""
    worths: Vector = 1 / (1 + np.exp(-np.clip(values, -30, 30)))
    return worths


def fit_weights(amounts: Vector, worths: Vector) -> Vector:
    """The weights, in logits, for a row of amounts and a worth of each position; 0 for a term that never occurs."""
    sizes = np.sqrt(np.mean(amounts**2, axis=0))
    seen = sizes > 0
    weights = np.zeros(amounts.shape[1])
    if seen.any():
        weights[seen] = _newton(amounts[:, seen] / sizes[seen], worths) / sizes[seen]
    return weights


def _newton(terms: Vector, worths: Vector) -> Vector:
    weights = np.zeros(terms.shape[1])
    ridge = RIDGE * np.eye(len(weights))
    for _ in range(STEPS):
        expected = expected_worths(terms @ weights)
        slope = terms.T @ (worths - expected) - RIDGE * weights
        curvature = (terms * (expected * (1 - expected))[:, None]).T @ terms + ridge
        step = np.linalg.solve(curvature, slope)
        weights = weights + np.clip(step, -1, 1)  # far from the best weights a whole step may overshoot
        if np.abs(step).max() < CLOSE:
            break
    return weights


def fit_scale(values: Vector, worths: Vector) -> float:
    """The factor that turns values of an evaluator into logits."""
    return float(fit_weights(values[:, None], worths)[0])


def round_weights(weights: Vector, start: Sequence[int], seen: Sequence[bool]) -> tuple[int, ...]:
    """Whole numbers in the same proportion; a term that was never seen keeps what it had."""
    largest = float(np.abs(weights).max(initial=0))
    factor = max(FINE, *map(abs, start)) / largest if largest > 0 else 0.0
    return tuple(
        round(float(weight) * factor) if is_seen else old
        for weight, old, is_seen in zip(weights, start, seen, strict=True)
    )
