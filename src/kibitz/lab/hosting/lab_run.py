"""An entry of the lab being measured on a machine that has other things to do, at the lowest priority."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.lab.design import Experiment
from kibitz.lab.find_experiments import LOW_PROCESS
from kibitz.lab.lab import Lab, Progress

__all__ = ["LabRun", "Missed", "Standing"]

log = logging.getLogger("kibitz.lab")

LONGEST = 3_600.0  # seconds, after which somebody has to say that it shall go on
HOUR_OVER = "It has run for an hour and was stopped; press Go on if it shall continue."


@dataclass(frozen=True)
class Missed:
    """A row that could not be measured, and why in a sentence."""

    row: str
    reason: str


@dataclass(frozen=True)
class Standing:
    """How far a run is: rows done of those that were missing when it began, and since when which row is measured.

    `error`: why it ended, if neither by itself nor by hand.
    """

    is_running: bool = False
    is_stopping: bool = False
    done: int = 0
    planned: int = 0
    row: str = ""
    since: str = ""
    failed: tuple[Missed, ...] = ()
    error: str = ""


class LabRun:
    """A thread of its own has the rows measured one by one; whoever looks gets values that do not change any more."""

    def __init__(self, lab: Lab, experiment: Experiment, client: str, *, longest: float = LONGEST) -> None:
        self.lab, self.experiment, self.client = lab, experiment, client
        self._rows = [job.cell.name for job in lab.missing({experiment.id: experiment})]
        self.standing = Standing(is_running=True, planned=len(self._rows))
        self._change_lock = threading.Lock()
        self._stop = StopFlag()
        self._timer = threading.Timer(longest, self._expire)
        self._timer.daemon = True
        self._thread = threading.Thread(target=self._run, name="kibitz-lab", daemon=True)

    def start(self) -> None:
        self._timer.start()
        self._thread.start()

    def stop(self, *, wait: float = 0.0) -> None:
        """End it; the row under way is measured again when it goes on."""
        self._change(is_stopping=True)
        self._stop.up()
        if wait:
            self._thread.join(wait)

    def _run(self) -> None:
        error = ""
        try:
            for progress in self.lab.run({self.experiment.id: self.experiment}, command=LOW_PROCESS, stop=self._stop):
                self._tell(progress)
        except KibitzError as refused:
            error = str(refused)
        except Exception:
            log.exception("a run of the lab failed")
            error = "Kibitz itself is at fault; the log of the server says why."
        finally:
            self._timer.cancel()
            self._change(is_running=False, is_stopping=False, row="", since="", error=error or self.standing.error)

    def _tell(self, progress: Progress) -> None:
        """One row is measured at a time, in order, so that the next one is under way."""
        self._change(
            done=progress.done,
            row=self._rows[progress.done] if progress.done < len(self._rows) else "",
            since=datetime.now(UTC).isoformat(timespec="milliseconds"),
            failed=tuple(Missed(one.job.cell.name, one.reason) for one in progress.failed),
        )

    def _expire(self) -> None:
        self._change(error=HOUR_OVER)
        self._stop.up()

    def _change(self, **what: Any) -> None:
        """Say something new of a run, unless it is over; several threads have something to say."""
        with self._change_lock:
            if self.standing.is_running:
                self.standing = replace(self.standing, **what)
