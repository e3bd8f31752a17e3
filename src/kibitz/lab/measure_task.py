"""One cell of a table to be measured, and what came of it.

Both are plain values, so that they can go to another process and into a file.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from kibitz.core.errors import KibitzError, Unfinished
from kibitz.core.user_files import describe_user_fault
from kibitz.lab.design import Cell, Experiment, Value, Values


@dataclass(frozen=True)
class MeasureJob:
    """A cell to be measured. `experiment` is the text by which any process finds it: an id, or file.py:Class."""

    experiment: str
    cell: Cell
    seed: int


@dataclass(frozen=True)
class MeasuredCell:
    """`machine`: the one that measured it, as `machine_text` says it, if that was another one."""

    job: MeasureJob
    values: Values
    seconds: float
    machine: str = ""


@dataclass(frozen=True)
class FailedCell:
    """A cell that could not be measured, and why in a sentence."""

    job: MeasureJob
    reason: str


def measure(job: MeasureJob, experiment: Experiment) -> MeasuredCell | FailedCell:
    """Measure a cell in this process."""
    began = time.perf_counter()
    try:
        values = experiment.measure(job.cell, job.seed)
    except KibitzError:
        raise
    except Exception as error:
        return FailedCell(job, describe_user_fault(error) or f"{type(error).__name__}: {error}")
    return MeasuredCell(job, _check_values(experiment, values), time.perf_counter() - began)


def _check_values(experiment: Experiment, values: Values) -> dict[str, Value]:
    """The values by column; what is no column, or no plain value, is a mistake in the experiment."""
    known = [column.name for column in experiment.columns]
    for name, value in values.items():
        if name not in known:
            raise Unfinished(f"measure gave '{name}', which is not a column; its columns: {', '.join(known)}.")
        if not isinstance(value, (int, float, str, type(None))):
            raise Unfinished(f"measure gave {value!r} for '{name}'; a value is a number, a text or None.")
    return {name: values.get(name) for name in known}
