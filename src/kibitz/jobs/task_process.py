"""A process that does tasks of any kind, one at a time: one that crashes harms no other task and no result.

    here   ── the function and its task ──▶   the other process, which does it
           ◀── TaskResult, or the error that Kibitz raised ──

A process that dies may have been killed from outside, so its task is done once more in a new one.

    python -m kibitz.jobs.task_process

is the other process.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from kibitz.core.errors import KibitzError, Unfinished
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import convert_user_faults
from kibitz.jobs.process import Process, serve

T = TypeVar("T")
R = TypeVar("R")

COMMAND = (sys.executable, "-m", "kibitz.jobs.task_process")


class WorkInterrupted(Unfinished):
    """Somebody has asked for the end of all tasks."""


@dataclass(frozen=True)
class TaskResult:
    """What a function returned; wrapped, since None means that the process has ended."""

    value: Any


class TaskProcess(Process):
    """A process that does one task after another. To end it, from any thread, also ends the waiting for it."""

    def __init__(self) -> None:
        super().__init__(COMMAND)

    def run(self, work: Callable[[T], R], task: T, stop: StopFlag) -> R:
        """The result of a function of a module, given the task. Whoever raises the flag ends the process as well."""
        ended = ""
        for _ in range(2):
            self.ask((work, task))
            answer = self.receive()
            if stop.raised:
                raise WorkInterrupted("The work was stopped before it had ended.")
            if isinstance(answer, TaskResult):
                result: R = answer.value
                return result
            if isinstance(answer, KibitzError):
                raise answer
            ended = self.how_it_ended()
            self.end()
        raise Unfinished(f"The process of a worker ended {ended}, twice with the same task; is there enough memory?")


# In the other process.


def _do(question: tuple[Callable[[Any], Any], Any], tell: Callable[[object], None]) -> TaskResult:
    work, task = question
    with convert_user_faults():  # after any other fault the process ends with its traceback
        return TaskResult(work(task))


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt key is for whoever asked, who ends this process
    from kibitz.jobs.task_process import _do as do  # the module by its name, as the other side knows its classes

    serve(do)
