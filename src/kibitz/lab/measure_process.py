"""Cells measured in other processes, one at a time in each: a cell that crashes harms no other cell and no result."""

from __future__ import annotations

import functools
from collections.abc import Generator, Iterable
from contextlib import closing
from dataclasses import replace

from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.jobs.process import Caller, ProcessDied, ProcessPool, WorkInterrupted
from kibitz.jobs.workers import run_tasks, run_tasks_on_cluster
from kibitz.lab.design import Experiment
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.machine_info import machine_text
from kibitz.lab.measure_task import FailedCell, MeasuredCell, MeasureJob, measure


def measure_all(
    jobs: Iterable[MeasureJob],
    workers: int = 1,
    cluster: str | None = None,
    *,
    low_priority: bool = False,
    stop: StopFlag | None = None,
) -> Generator[list[MeasuredCell | FailedCell], None, None]:
    """What comes of the jobs, as they end. To leave the loop early, or to raise the flag, ends those under way.

    With the address of a `cluster`, they are measured there, each in a process of its worker's own.
    """
    if cluster is not None:
        yield from run_tasks_on_cluster(jobs, measure_on_worker, cluster)
        return
    with ProcessPool(low_priority=low_priority) as processes:
        try:
            with closing(run_tasks(jobs, functools.partial(_measure_in, processes), workers, stop=stop)) as batches:
                yield from batches
        except WorkInterrupted:
            return


_processes_of_worker = ProcessPool()


def measure_on_worker(job: MeasureJob) -> MeasuredCell | FailedCell:
    """What a worker of a cluster does, which says what kind of machine it is."""
    found = _measure_in(_processes_of_worker, job, StopFlag())
    return replace(found, machine=machine_text(1)) if isinstance(found, MeasuredCell) else found


def _measure_in(processes: ProcessPool, job: MeasureJob, stop: StopFlag) -> MeasuredCell | FailedCell:
    try:
        return processes.run(_measure, job, stop=stop)
    except WorkInterrupted:
        raise
    except ProcessDied as died:
        return FailedCell(job, f"its process ended {died.how}, twice; is there enough memory?")
    except KibitzError as error:
        return FailedCell(job, str(error))


# In the other process.


def _measure(job: MeasureJob, _: Caller) -> MeasuredCell | FailedCell:
    return measure(job, _find_experiment(job.experiment))


@functools.cache
def _find_experiment(text: str) -> Experiment:
    (found,) = find_experiments([text]).values()
    return found
