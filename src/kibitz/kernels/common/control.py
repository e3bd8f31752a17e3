"""Shared memory between a running kernel and everybody else: when to stop, and how far it is.

A kernel holds no lock and calls no Python. It looks at `cells[STOP]` every thousand nodes or so and writes what it has
into the other cells; a timer or another thread writes `STOP`.
"""

from __future__ import annotations

import time
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from kibitz.core.clock import get_clock
from kibitz.core.limits import Limits
from kibitz.core.searching import StopFlag

STOP, NODES, DEPTH, VALUE, MOVE, OVER = range(6)  # what each cell holds; OVER: another thread is through

REASONS = ("", "time", "stop", "nodes", "memory", "length")  # what a number in cells[STOP] means
_BY_TIME, _BY_FLAG, STOPPED_BY_NODES, STOPPED_BY_MEMORY, STOPPED_BY_LENGTH = 1, 2, 3, 4, 5

EARLY = 0.003  # seconds before its time that the clock strikes: to wake up, be seen and have the answer read takes some


class Control:
    """The cells of one search, and the clock that runs beside it.

    >>> with Control(Limits(time=2)) as control:
    ...     pass  # run a kernel with control.cells
    """

    def __init__(self, limits: Limits, stop: StopFlag | None = None) -> None:
        self.cells: NDArray[np.int64] = np.zeros(8, np.int64)
        self.max_nodes = limits.nodes or np.iinfo(np.int64).max
        self.started = time.perf_counter()
        self.stop = stop
        self._time = None if limits.time is None else limits.time - min(EARLY, limits.time / 10)

    def _set(self, reason: int) -> None:
        if self.cells[STOP] == 0:
            self.cells[STOP] = reason

    def __enter__(self) -> Control:
        if self.stop is not None:
            self.stop.when_raised(self._flag_is_up)
            self.stop.begin(lambda: int(self.cells[NODES]))
        if self._time is not None:
            clock = get_clock()
            clock.call_at(clock.now() + self._time, self._time_is_up)
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._time is not None:
            get_clock().cancel(self._time_is_up)
        if self.stop is not None:
            self.stop.forget(self._flag_is_up)

    def _flag_is_up(self) -> None:
        self._set(_BY_FLAG)

    def _time_is_up(self) -> None:
        self._set(_BY_TIME)

    @property
    def stopped_by(self) -> str:
        return REASONS[self.cells[STOP]]

    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.started
