"""What was learned as a heuristic for alpha-beta searches: an evaluator made from a model.

    tuples          TupleEvaluator    compiled, for any search
    action table    ActionEvaluator   readable only: the value of the best move of a position that was met in learning

Such an evaluator has no spec: a search that names the file of the model makes it (`make_evaluator`). Two of them are
equal only if they are the same object, so that nobody takes one model for another.

Compiled code depends on the class of an evaluator and on the game, never on the model: all that a model has learned,
where its tuples are and how its sums become values stands in the table that a search is handed (`make_value_table`).

    table   sizes | bits | side bits | starts | values of sums | steps, a row a bit | weights
"""

from __future__ import annotations

import functools
import math
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from kibitz.core.bits import bit_at
from kibitz.core.errors import Unsuited
from kibitz.core.evaluation import Evaluator, TableEvaluator, TableTerms, Terms
from kibitz.core.game import State
from kibitz.core.spec import option
from kibitz.learned.action_table import ActionTable
from kibitz.learned.model import Model
from kibitz.learned.tuple_value import TupleValue

SCALE = 1_000  # what a sure win would be worth, as in Monte Carlo tree search
PART = 1 << 15  # larger numbers take two places in a table of 16 bits: how many times this, and the rest

# A sum of weights times `factor`, divided by 2**FACTOR_BITS, is a place in the values of sums.
FINE, REACH, FACTOR_BITS = 1 << 10, 4, 20  # values of sums for every unit before tanh; and up to which sum
VALUES = 2 * FINE * REACH + 1

MAX_EVALUATORS = 8  # of models used last that are remembered

IMAGES, BITS, SIDE_BITS, FACTOR, SIZE, SIZES = 0, 1, 2, 3, 5, 7  # in the table; the last: where the bits begin


class _Unnamed:
    """What no spec can name, and so is in no list; equal to itself alone, whatever its fields."""

    name = "learned"
    __eq__ = object.__eq__
    __hash__ = object.__hash__


@dataclass(frozen=True, eq=False)
class _ModelEvaluator(_Unnamed, Evaluator):
    """An evaluator made from a model, with values from -SCALE to SCALE; a subclass says from which kind of model."""

    value: int = option(1, "what a model says, in thousandths of a win", -1000, 1000)

    @classmethod
    def of(cls, model: Model) -> Self:
        evaluator = cls(model.game)
        object.__setattr__(evaluator, "model", model)
        return evaluator

    @property
    def scale(self) -> int:
        return SCALE


@functools.lru_cache(MAX_EVALUATORS)
def make_evaluator(model: Model) -> Evaluator:
    """The model as a heuristic, the same object each time. Raises Unsuited for one that is no table."""
    if isinstance(model, TupleValue):
        return TupleEvaluator.of(model)
    if isinstance(model, ActionTable):
        return ActionEvaluator.of(model)
    raise Unsuited(f"A {model.kind} cannot be a heuristic for alpha-beta; it searches with PUCT.")


@dataclass(frozen=True, eq=False)
class TupleEvaluator(_ModelEvaluator, TableEvaluator):
    """The value of n-tuples."""

    about = "learned: patterns of cells"

    model: TupleValue | None = field(default=None, init=False, repr=False)  # compiled code is made without one

    @property
    def room(self) -> int:
        """The value, and four indexes in each number."""
        return 1 if self.model is None else 1 + -(-self.model.layout.images // 4)

    def table(self) -> Sequence[int]:
        assert self.model is not None, "only asked of an evaluator with a model"
        return cast(Sequence[int], make_value_table(self.model))

    def lookups(self) -> TableTerms:
        """For compiled code: the room behind the value is used for indexes of 16 bits."""

        def lookups(state: State, out: MutableSequence[int], table: Sequence[int]) -> None:
            images, bits, side_bits = table[IMAGES], table[BITS], table[SIDE_BITS]
            starts = SIZES + 2 * (bits + side_bits)
            values = starts + 2 * images
            steps = values + VALUES
            # Steps are added up modulo 2**16, as they are in the table, whatever their sign there.
            indexes = out[1:].view(np.uint16)  # type: ignore[attr-defined]  # an array in compiled code
            indexes[:images] = 0
            for number in range(bits):
                if bit_at(state[table[SIZES + 2 * number]], table[SIZES + 2 * number + 1]):
                    row = steps + number * images
                    for image in range(images):
                        indexes[image] += table[row + image]
            side = 0
            for number in range(bits, bits + side_bits):
                side ^= bit_at(state[table[SIZES + 2 * number]], table[SIZES + 2 * number + 1])
            first = steps + bits * images + side * (PART * table[SIZE] + table[SIZE + 1])
            total = 0
            for image in range(images):
                place = starts + 2 * image
                total += table[first + PART * table[place] + table[place + 1] + indexes[image]]
            place = (total * (PART * table[FACTOR] + table[FACTOR + 1]) >> FACTOR_BITS) + FINE * REACH
            out[0] = table[values + max(0, min(VALUES - 1, place))]

        return lookups

    def terms(self) -> Terms:
        """The same from the model itself, position by position."""
        model = self.model
        assert model is not None, "only asked of an evaluator with a model"
        factor, values = _find_factor(model), _values_of_sums()

        def terms(state: State, out: MutableSequence[int]) -> None:
            place = (int(model.add_up([state])[0]) * factor >> FACTOR_BITS) + FINE * REACH
            out[0] = int(values[max(0, min(VALUES - 1, place))])

        return terms


def make_value_table(model: TupleValue) -> NDArray[np.int16]:
    """All that compiled code has to know of a model."""
    layout, wide = model.layout, 64 * model.game.int_words
    bits = np.concatenate([layout.bits, layout.side_bits])
    return np.concatenate(
        [
            np.array([layout.images, len(layout.bits), len(layout.side_bits)], np.int16),
            _in_parts(np.array([_find_factor(model), layout.size])),
            np.stack([bits // wide, bits % wide], axis=1).astype(np.int16).ravel(),
            _in_parts(layout.starts),
            _values_of_sums(),
            layout.steps.view(np.int16).ravel(),
            model.weights,
        ]
    )


def _in_parts(numbers: NDArray[Any]) -> NDArray[np.int16]:
    return np.stack(np.divmod(numbers, PART), axis=1).astype(np.int16).ravel()


def _find_factor(model: TupleValue) -> int:
    return min(round(model.scale * FINE * (1 << FACTOR_BITS)), PART * PART - 1)


def _values_of_sums() -> NDArray[np.int16]:
    return np.array(
        [round(SCALE * math.tanh(place / FINE)) for place in range(-FINE * REACH, FINE * REACH + 1)], np.int16
    )


@dataclass(frozen=True, eq=False)
class ActionEvaluator(_ModelEvaluator):
    """The best of the action values of a position; 0 if it was never met."""

    about = "learned: a table of moves"

    model: ActionTable | None = field(default=None, init=False, repr=False)

    def terms(self) -> Terms:
        rows = {} if self.model is None else self.model.rows

        def terms(state: State, out: MutableSequence[int]) -> None:
            row = rows.get(state)
            out[0] = 0 if row is None else round(SCALE * max(row.values))

        return terms
