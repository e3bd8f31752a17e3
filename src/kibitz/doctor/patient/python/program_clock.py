"""The clock and the random numbers of an examined program: both are ours, so that it does the same every time.

The clock goes on by a step whenever the program has looked at a value, and by a small part of it whenever it reads the
clock, however fast the machine is. A program that searches until its time is up then searches as much as on any other
day, and a second takes no time.
"""

from __future__ import annotations

import contextlib
import random
import sys
import time
from collections.abc import Callable, Iterator, Sized
from typing import Any

STEP = 0.001  # seconds from one value to the next
PART = 0.05  # of a step, from one reading to the next
NAMES = ("time", "perf_counter", "monotonic", "process_time")
NANO = 1_000_000_000


class ProgramClock:
    """Replaces the functions of the module `time` that tell the time, or let it pass."""

    def __init__(self) -> None:
        self._passed = 1_000_000.0  # seconds, up to the search of the moment
        self._values: Sized = ()  # what that has looked at

    def watch(self, values: Sized) -> None:
        """A new search: the clock goes by what it looks at from now on."""
        self._passed += STEP * len(self._values)
        self._values = values

    def read(self) -> float:
        self._passed += PART * STEP
        return self._passed + STEP * len(self._values)

    def sleep(self, seconds: float) -> None:
        self._passed += seconds

    def read_nano(self) -> int:
        return int(self.read() * NANO)

    @contextlib.contextmanager
    def installed(self) -> Iterator[None]:
        """Inside the block the clock is this one, also for what imports a function of `time` there."""
        ours: dict[str, Callable[..., Any]] = dict.fromkeys(NAMES, self.read)
        ours |= {f"{name}_ns": self.read_nano for name in NAMES} | {"sleep": self.sleep}
        before = {name: getattr(time, name) for name in ours}
        for name, function in ours.items():
            setattr(time, name, function)
        try:
            yield
        finally:
            for name, function in before.items():
                setattr(time, name, function)


PROGRAM_CLOCK = ProgramClock()


def seed_random(seed: int) -> None:
    """Start the random numbers that programs use without a generator of their own."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed)
