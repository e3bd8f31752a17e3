"""Cells measured in other processes, one at a time in each: a cell that crashes harms no other cell and no result.

    here   ── MeasureJob ──▶   the other process, which measures it
           ◀── MeasuredCell or FailedCell ──

A process that dies may have been killed from outside, so its cell is measured once more in a new one.

    python -m kibitz.lab.measure_process [--low]

is the other process. With --low it has the lowest priority.
"""

from __future__ import annotations

import atexit
import functools
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import replace

from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.jobs.priority import LOW_PRIORITY, lower_process_priority
from kibitz.jobs.process import Process, serve
from kibitz.jobs.task_process import WorkInterrupted
from kibitz.jobs.workers import run_tasks, run_tasks_on_cluster
from kibitz.lab.design import Experiment
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.machine_info import machine_text
from kibitz.lab.measure_task import FailedCell, MeasuredCell, MeasureJob, measure

COMMAND = (sys.executable, "-m", "kibitz.lab.measure_process")


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
    own, started = threading.local(), list[MeasureProcess]()

    def work(job: MeasureJob, halt: StopFlag) -> MeasuredCell | FailedCell:
        if not hasattr(own, "process"):
            own.process = MeasureProcess([*COMMAND, LOW_PRIORITY] if low_priority else COMMAND)
            started.append(own.process)
        process: MeasureProcess = own.process
        return process.measure(job, halt)

    try:
        with closing(run_tasks(jobs, work, workers, stop=stop)) as batches:
            yield from batches
    except WorkInterrupted:
        return
    finally:
        for process in started:
            process.end()


_own = threading.local()


def measure_on_worker(job: MeasureJob) -> MeasuredCell | FailedCell:
    """What a worker of a cluster does, which says what kind of machine it is."""
    if not hasattr(_own, "process"):
        _own.process = MeasureProcess(COMMAND)
        atexit.register(_own.process.end)
    process: MeasureProcess = _own.process
    found = process.measure(job, StopFlag())
    return replace(found, machine=machine_text(1)) if isinstance(found, MeasuredCell) else found


class MeasureProcess(Process):
    """A process that measures one cell after another."""

    def measure(self, job: MeasureJob, stop: StopFlag) -> MeasuredCell | FailedCell:
        ended = ""
        for _ in range(2):
            self.ask(job, stop=stop)
            answer = self.receive()
            if stop.raised:
                self.end()
                raise WorkInterrupted("The measurements were stopped before they had ended.")
            if isinstance(answer, (MeasuredCell, FailedCell)):
                return answer
            if isinstance(answer, KibitzError):
                return FailedCell(job, str(answer))
            ended = self.how_it_ended()
            self.end()
        return FailedCell(job, f"its process ended {ended}, twice; is there enough memory?")


# In the other process.


@functools.cache
def _find_experiment(text: str) -> Experiment:
    (found,) = find_experiments([text]).values()
    return found


def _measure(job: MeasureJob, tell: Callable[[object], None]) -> MeasuredCell | FailedCell:
    return measure(job, _find_experiment(job.experiment))


if __name__ == "__main__":
    if LOW_PRIORITY in sys.argv:
        lower_process_priority()
    serve(_measure)
