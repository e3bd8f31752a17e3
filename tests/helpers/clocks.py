"""Time limits and stops that come when a test wants them to, whatever the machine is doing meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from helpers.waiting import wait_until
from kibitz.core.clock import Clock
from kibitz.core.searching import StopFlag


class FakeClock(Clock):
    """Stands still for so many looks, then is past every limit; of the calls asked for, the first few are made at once.

    A search of interpreted code looks at the clock itself; compiled code is told. `delays`: how much later each call
    was to be made.
    """

    def __init__(self, looks: int, rings: int) -> None:  # without the thread
        self._looks, self._rings = looks, rings
        self.delays: list[float] = []

    def now(self) -> float:
        self._looks -= 1
        return 0.0 if self._looks >= -1 else float("inf")  # the first look is for the time when it begins

    def call_at(self, when: float, function: Callable[[], None]) -> None:
        self.delays.append(when)
        if len(self.delays) <= self._rings:
            function()

    def cancel(self, function: Callable[[], None]) -> None:
        pass


@contextmanager
def fake_clock(looks: int = 10**9, rings: int = 10**9) -> Iterator[FakeClock]:
    """In the block, every search that begins goes by a clock of the test's own."""
    clock = FakeClock(looks, rings)
    with patch("kibitz.core.clock._make_clock", lambda process: clock):
        yield clock


class LateFlag(StopFlag):
    """Another thread raises it when the search has visited so many nodes, or does something else `then`.

    `seen`: how many nodes the search had visited after that.
    """

    def __init__(self, nodes: int, then: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._least, self._then = nodes, then or self.up
        self.seen = 0
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def begin(self, count: Callable[[], int]) -> None:
        super().begin(count)
        if self._thread.ident is None:
            self._thread.start()

    def _watch(self) -> None:
        wait_until(lambda: self.nodes >= self._least)
        self._then()
        self.seen = self.nodes

    def join(self) -> None:
        self._thread.join()
