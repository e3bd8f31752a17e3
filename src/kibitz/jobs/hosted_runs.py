"""The runs that a server does for its clients: a few at a time, and one for each client."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from kibitz.core.errors import Unfinished
from kibitz.jobs.background_run import BackgroundRun

MAX_RUNNING = 2
WAIT = 5.0  # seconds for a run to end

K = TypeVar("K", bound=Hashable)
R = TypeVar("R", bound=BackgroundRun)


class TooManyRuns(Unfinished):
    """The server, or this client, is doing as much as is allowed."""


class HostedRuns(Generic[K, R]):
    """The last run of each thing that was run, by its key. `kind` is what they are, as in "tournaments"."""

    def __init__(self, kind: str, *, max_running: int = MAX_RUNNING) -> None:
        self.kind, self.max_running = kind, max_running
        self._lock = threading.RLock()
        self._runs: dict[K, R] = {}

    def find(self, key: K) -> R | None:
        """The run of something, or its last one; None if there was none since the server began."""
        return self._runs.get(key)

    def is_running(self, key: K) -> bool:
        run = self.find(key)
        return run is not None and run.is_running

    def start(self, key: K, client: str, make_run: Callable[[], R]) -> R:
        """Start a run, which `make_run` makes; if there is one of the same key already, that one goes on."""
        with self._lock:
            run = self.find(key)
            if run is not None and run.is_running:
                return run
            self.check_allowed(client)
            run = self._runs[key] = make_run()
            run.start()
            return run

    def check_allowed(self, client: str) -> None:
        """Refuse a client that has a run already, and anybody when there are too many."""
        with self._lock:
            running = [run for run in self._runs.values() if run.is_running]
        own = next((run for run in running if run.client == client), None)
        if own is not None:
            raise TooManyRuns(f"You are running {own.title} already; stop it, or wait until it ends.")
        if len(running) >= self.max_running:
            raise TooManyRuns(f"{len(running)} {self.kind} are running already; wait until one has ended, or stop one.")

    def stop(self, key: K) -> None:
        """Stop a run and wait a few seconds for its end; what it has found is safe."""
        run = self.find(key)
        if run is not None:
            run.stop(wait=WAIT)

    def forget(self, key: K) -> None:
        """Forget a run that is over."""
        with self._lock:
            self._runs.pop(key, None)

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            runs = list(self._runs.values())
        for run in runs:
            run.stop()
        for run in runs:
            run.stop(wait=WAIT)
