"""One thread that calls functions at set times, such as at the time limit of a search.

A thread for every wait, as with `threading.Timer`, would cost more than an easy search itself.
"""

from __future__ import annotations

import functools
import os
import threading
import time
from collections.abc import Callable


class Clock:
    """Calls functions at set times. A call must be short, because the others wait for it."""

    def __init__(self) -> None:
        self._times: dict[Callable[[], None], float] = {}
        self._changed = threading.Condition()
        self._wakes = float("inf")
        threading.Thread(target=self._run, daemon=True, name="kibitz-clock").start()

    def now(self) -> float:
        """Seconds, from a beginning that means nothing."""
        return time.perf_counter()

    def call_at(self, when: float, function: Callable[[], None]) -> None:
        """Call `function` once when `now()` reaches `when`; an earlier time for it is replaced."""
        with self._changed:
            self._times[function] = when
            if when < self._wakes:
                self._changed.notify()

    def cancel(self, function: Callable[[], None]) -> None:
        """Do not call the function any more; it may have been called already."""
        with self._changed:
            self._times.pop(function, None)

    def _run(self) -> None:
        with self._changed:
            while True:
                now = self.now()
                due = [function for function, when in self._times.items() if when <= now]
                for function in sorted(due, key=self._times.__getitem__):
                    del self._times[function]
                    function()
                self._wakes = min(self._times.values(), default=float("inf"))
                self._changed.wait(min(self._wakes - now, threading.TIMEOUT_MAX))


def get_clock() -> Clock:
    """The clock of this process; a forked child needs one of its own, since threads are not copied."""
    return _make_clock(os.getpid())


@functools.cache
def _make_clock(process: int) -> Clock:
    return Clock()
