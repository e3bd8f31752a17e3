"""Long runs of one kind that a server keeps, each in a folder: begun, listed, found, continued, stopped, removed.

Everything known about a run is in its folder. So all of them are there again after a restart, and one that was
interrupted goes on where it was.
"""

from __future__ import annotations

import shutil
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar
from uuid import uuid4

from kibitz.core.errors import KibitzError
from kibitz.jobs.background_run import BackgroundRun
from kibitz.jobs.hosted_runs import MAX_RUNNING, HostedRuns, TooManyRuns

RUNNING, FINISHED, STOPPED = "running", "finished", "stopped"

V = TypeVar("V")  # an overview
R = TypeVar("R", bound=BackgroundRun)


class NoSuchRun(KibitzError):
    """There is none of that name; `kind` is what there is none of."""

    def __init__(self, kind: str, name: str) -> None:
        super().__init__(f"There is no {kind} '{name}'; it may have been removed.")
        self.kind = kind


class HostedFolder(ABC, Generic[R, V]):
    """A run as its folder has it, named like the folder; `begun`: when it began, as text that sorts.

    `run` is the work that is done for it now, or that was done last since the server began.
    """

    begun: str

    def __init__(self, folder: Path) -> None:
        self.folder, self.name = folder, folder.name
        self.run: R | None = None

    @property
    def is_running(self) -> bool:
        return self.run is not None and self.run.is_running

    @abstractmethod
    def new_run(self, client: str) -> R:
        """Work that goes on with it."""

    @property
    @abstractmethod
    def overview(self) -> V:
        """What it is, and how far."""


H = TypeVar("H", bound=HostedFolder[Any, Any])


class FolderHost(Generic[H, V]):
    """`folder` holds all of them; `max_running`: how many may run at once.

    `kind`: what one is called. `read` makes one from its folder; every folder that holds a file called `marker` is one,
    unless `read` raises an error. `max_stored`: how many may be kept, `max_bytes`: of all together.
    """

    def __init__(
        self,
        folder: Path,
        kind: str,
        read: Callable[[Path], H],
        marker: str,
        *,
        max_running: int = MAX_RUNNING,
        max_stored: int,
        max_bytes: int | None = None,
    ) -> None:
        self.folder, self.kind = folder, kind
        self._read, self._marker, self._max_stored, self._max_bytes = read, marker, max_stored, max_bytes
        self._runs: HostedRuns[str, Any] = HostedRuns(f"{kind}s", max_running=max_running)
        self._lock = threading.RLock()
        self._hosted: dict[str, H] = {}

    def latest_first(self) -> list[H]:
        """All there are."""
        self._read_folder()
        with self._lock:
            return sorted(self._hosted.values(), key=lambda one: one.begun, reverse=True)

    def find(self, name: str) -> H:
        """The one of that name; raises NoSuchRun if there is none."""
        with self._lock:
            if name not in self._hosted:
                self._read_folder()
            if name not in self._hosted:
                raise NoSuchRun(self.kind, name)
            return self._hosted[name]

    def overview(self, name: str) -> V:
        found: V = self.find(name).overview
        return found

    def stop(self, name: str) -> V:
        """Interrupt one that runs; what it has found is safe."""
        one = self.find(name)
        self._runs.stop(name)
        found: V = one.overview
        return found

    def remove(self, name: str) -> None:
        """Delete one, with all it has found."""
        with self._lock:
            one = self.find(name)
            self._runs.stop(name)
            if self._runs.is_running(name):
                raise TooManyRuns(f"The {self.kind} is still being stopped; try again in a few seconds.")
            self._runs.forget(name)
            del self._hosted[name]
            shutil.rmtree(one.folder, ignore_errors=True)

    def close(self) -> None:
        """Interrupt everything."""
        self._runs.close()

    def check_allowed(self, client: str) -> None:
        """Refuse one more for a client who has one running, or if there are too many, running or stored."""
        self._runs.check_allowed(client)
        self._read_folder()
        if len(self._hosted) >= self._max_stored:
            raise TooManyRuns(
                f"{self._max_stored} {self.kind}s are stored already; remove one that you no longer need."
            )
        if self._max_bytes is None:
            return
        if sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file()) > self._max_bytes:
            raise TooManyRuns(
                f"The {self.kind}s take more than {self._max_bytes >> 30} GiB together; "
                "remove one that you no longer need."
            )

    def begin(self, client: str, create: Callable[[Path], H]) -> V:
        """Begin one for a client, who may have one running at a time; `create` makes it in a new folder."""
        with self._lock:
            self.check_allowed(client)
            name = uuid4().hex[:12]
            one = self._hosted[name] = create(self.folder / name)
            return self.run(one, client)

    def run(self, one: H, client: str) -> V:
        """Continue one, unless it runs."""
        one.run = self._runs.start(one.name, client, partial(one.new_run, client))
        found: V = one.overview
        return found

    def _read_folder(self) -> None:
        """Find what is in the folder; what cannot be read is left alone."""
        with self._lock:
            for file in self.folder.glob(f"*/{self._marker}"):
                if file.parent.name not in self._hosted:
                    try:
                        self._hosted[file.parent.name] = self._read(file.parent)
                    except (OSError, KibitzError, KeyError, ValueError, TypeError):
                        continue  # not one of our files


def time_text() -> str:
    """When it is now, for `begun`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
