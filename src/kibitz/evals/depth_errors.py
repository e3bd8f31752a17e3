"""How far a shallow search lies from a deep one, for the heuristics for which it was measured.

With v(d) the value of a search to depth d, the difference v(D) - v(d) over many positions has a standard deviation
that grows with D, falls with d, and depends on the phase. Its logarithm is fitted as a sum of a few features of the
three (`features`), once for searches that stop at a horizon and once for those that reach the end of the game, whose
values are exact. D and d are both even or both odd.

The constants come from `tools/fit_probcut.py` and are in a file next to this one. They belong to the weights of the
heuristic and must be measured again when those change.
"""

from __future__ import annotations

import functools
import json
import math
import zlib
from array import array
from pathlib import Path
from typing import NamedTuple

from kibitz.core.bits import popcount
from kibitz.core.evaluation import DepthErrors, Evaluator, TableEvaluator
from kibitz.core.game import State

FILE = Path(__file__).with_name("depth_errors.json")


def features(filled: float, depth: float, shallow: int) -> tuple[float, ...]:
    """What the logarithm of the deviation is made of; `filled` is the part of the board with discs on it."""
    near = math.log(1 + shallow)
    return (1.0, filled, filled * filled, math.log(depth - shallow), near, filled * near)


class ErrorModel(NamedTuple):
    """Fitted constants, one for each feature: to a horizon, and to the end of the game; and where they are from."""

    cells: int
    horizon: tuple[float, ...]
    end: tuple[float, ...]
    weights: str  # as `describe_weights` gives them
    made: str  # by this command

    def deviation(self, discs: int, depth: int, shallow: int) -> float:
        """The standard deviation of v(depth) - v(shallow); a depth beyond the end of the game reaches the end."""
        free = self.cells - discs
        constants, depth = (self.end, free) if depth >= free else (self.horizon, depth)
        if shallow >= depth:
            return 0.0
        amounts = features(discs / self.cells, depth, shallow)
        return math.exp(sum(constant * amount for constant, amount in zip(constants, amounts, strict=True)))


def count_discs(state: State) -> int:
    """The discs or stones on the board, of a game whose state begins with those of either side."""
    return popcount(state[0] | state[1])


def measured_errors(evaluator: Evaluator) -> DepthErrors | None:
    """What was measured for a heuristic with these very weights on this very board, by the number of discs."""
    model = read_models().get(name_pair(evaluator))
    return None if model is None else DepthErrors(model.cells + 1, count_discs, model.deviation)


def list_measured() -> list[str]:
    """The heuristics that were measured, each with its game."""
    return sorted(read_models())


def name_pair(evaluator: Evaluator) -> str:
    return f"{evaluator} on {evaluator.game.spec(full=False)}"


def describe_weights(evaluator: Evaluator) -> str:
    """The weights of a heuristic, and a checksum of its table if it has one."""
    weights = " ".join(map(str, evaluator.weights))
    if not isinstance(evaluator, TableEvaluator):
        return weights
    return f"{weights} {zlib.crc32(array('h', evaluator.table()).tobytes()):08x}"


# The file: a JSON object with a model for each heuristic.


@functools.cache
def read_models() -> dict[str, ErrorModel]:
    models = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: ErrorModel(**{**model, "horizon": tuple(model["horizon"]), "end": tuple(model["end"])})
        for name, model in models.items()
    }


def save_model(evaluator: Evaluator, model: ErrorModel) -> None:
    models = {**read_models(), name_pair(evaluator): model}
    entries = {name: model._asdict() for name, model in sorted(models.items())}
    FILE.write_text(json.dumps(entries, indent=2) + "\n", encoding="utf-8")
    read_models.cache_clear()
