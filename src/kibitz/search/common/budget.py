"""The limits of a search, kept."""

from __future__ import annotations

import time

from kibitz.core.clock import get_clock
from kibitz.core.limits import Limits
from kibitz.core.passes import Stopped
from kibitz.core.searching import StopFlag

NODES_BETWEEN_LOOKS = 20  # at the clock; an interpreted node takes 2 to 20 microseconds


class Budget:
    """Started with the search. Before it counts node number `next_look`, the search must call `look`.

    A limit on nodes is kept to the node, one on time to within a few.
    """

    def __init__(self, limits: Limits, stop: StopFlag | None = None) -> None:
        self.started = time.perf_counter()
        self._deadline: float | None = None
        if limits.time is not None:
            self._now = get_clock().now
            self._deadline = self._now() + limits.time
        self._nodes = limits.nodes
        self._stop = stop
        self._counted = 0
        self.next_look = 0
        if stop is not None:
            stop.begin(lambda: self._counted)

    def look(self, nodes: int) -> None:
        """Raise Stopped if a limit is reached, else set when to look again."""
        if self._nodes is not None and nodes >= self._nodes:
            raise Stopped("nodes")
        if self._deadline is not None and self._now() >= self._deadline:
            raise Stopped("time")
        if self._stop is not None and self._stop.raised:
            raise Stopped("stop")
        self._counted, self.next_look = nodes, nodes + NODES_BETWEEN_LOOKS
        if self._nodes is not None:
            self.next_look = min(self.next_look, self._nodes)

    def seconds(self) -> float:
        """Since the search began."""
        return time.perf_counter() - self.started
