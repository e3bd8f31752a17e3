"""Cells measured by processes, one cell a task: what a cell does to its process harms no other, nor what is stored.

    here   ── Job ──▶   the other process, which measures it
           ◀── Measured or Failed ──

A process that dies may have been killed from outside, so that its cell is measured once more in a new one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

from kibitz.arena.game_task import Interrupted
from kibitz.core.errors import KibitzError, Unfinished
from kibitz.core.searching import StopFlag
from kibitz.jobs.process import Process
from kibitz.jobs.workers import work_here
from kibitz.lab.design import Cell, Experiment, Value, Values

__all__ = ["Failed", "Job", "Measured", "measure", "run_jobs"]


@dataclass(frozen=True)
class Job:
    """A cell to be measured. `experiment` is the text by which any process finds it: an id, or file.py:Class."""

    experiment: str
    cell: Cell
    seed: int


@dataclass(frozen=True)
class Measured:
    job: Job
    values: Values
    seconds: float


@dataclass(frozen=True)
class Failed:
    """A cell that could not be measured, and why in a sentence."""

    job: Job
    reason: str


def run_jobs(
    jobs: Iterable[Job], command: Sequence[str], workers: int = 1, *, stop: StopFlag | None = None
) -> Generator[list[Measured | Failed], None, None]:
    """What comes of the jobs as they end; `command` starts a process that serves `measure`.

    Whoever leaves the loop early, or raises the flag, ends those under way.
    """
    own, started = threading.local(), list[_Bench]()

    def work(job: Job, halt: StopFlag) -> Measured | Failed:
        if not hasattr(own, "bench"):
            own.bench = _Bench(command)
            started.append(own.bench)
        bench: _Bench = own.bench
        return bench.measure(job, halt)

    try:
        with closing(work_here(jobs, work, workers, stop=stop)) as batches:
            yield from batches
    except Interrupted:
        return
    finally:
        for bench in started:
            bench.end()


class _Bench(Process):
    """A process that measures one cell after another."""

    def measure(self, job: Job, stop: StopFlag) -> Measured | Failed:
        ended = ""
        for _ in range(2):
            self.ask(job, stop=stop)
            said = self.hear()
            if stop.raised:
                self.end()
                raise Interrupted("The measurements were stopped before they had ended.")
            if isinstance(said, (Measured, Failed)):
                return said
            if isinstance(said, KibitzError):
                return Failed(job, str(said))
            ended = self.how_it_ended()
            self.end()
        return Failed(job, f"its process ended {ended}, twice; is there enough memory?")


def measure(job: Job, experiment: Experiment, explain: Callable[[Exception], str]) -> Measured | Failed:
    """Measure a cell in this process; `explain` puts an error that is not Kibitz's own into words."""
    began = time.perf_counter()
    try:
        values = experiment.measure(job.cell, job.seed)
    except KibitzError:
        raise
    except Exception as error:
        return Failed(job, explain(error))
    return Measured(job, _checked(experiment, values), time.perf_counter() - began)


def _checked(experiment: Experiment, values: Values) -> dict[str, Value]:
    """The values by column; what is no column, or no plain value, is a mistake in the experiment."""
    known = [column.name for column in experiment.columns]
    for name, value in values.items():
        if name not in known:
            raise Unfinished(f"measure gave '{name}', which is no column; its columns: {', '.join(known)}.")
        if not isinstance(value, (int, float, str, type(None))):
            raise Unfinished(f"measure gave {value!r} for '{name}'; a value is a number, a text or None.")
    return {name: values.get(name) for name in known}
