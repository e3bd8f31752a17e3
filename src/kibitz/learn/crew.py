"""Workers that stay from round to round of a training, so that they are started and have things compiled once."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from kibitz.core.searching import StopFlag
from kibitz.jobs.workers import run_in_order
from kibitz.learn.method import Team

T = TypeVar("T")
R = TypeVar("R")


class Crew(Generic[T, R]):
    """Does tasks with one function of a module, in this process, in several, or on a cluster.

    `ordered`: tasks whose results have not been collected.
    """

    def __init__(self, work: Callable[[T], R], team: Team) -> None:
        self._waiting: queue.SimpleQueue[T | None] = queue.SimpleQueue()
        self.ordered = 0
        self._results = run_in_order(self._take(), work, team.workers, team.cluster)

    def _take(self) -> Iterator[T]:
        """The tasks as they are given, without an end until the crew is dismissed."""
        while (task := self._waiting.get()) is not None:
            yield task

    def order(self, tasks: Sequence[T]) -> None:
        """Have tasks done, by other processes at once, by this one when they are collected."""
        self.ordered += len(tasks)
        for task in tasks:
            self._waiting.put(task)

    def collect(self, stop: StopFlag) -> list[R] | None:
        """The results of all tasks ordered, in their order; None if the flag is raised first."""
        done: list[R] = []
        while len(done) < self.ordered:
            if stop.raised:
                return None
            done.append(next(self._results))
        self.ordered = 0
        return done

    def close(self) -> None:
        """Dismiss the crew; what it is at is given up."""
        self._waiting.put(None)
        self._results.close()
