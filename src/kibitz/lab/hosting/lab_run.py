"""Experiments that a server measures in the background, their rows one by one in a process of the lowest priority.

Each row is stored as it is measured (`lab/lab.py`), so that a later run resumes where this one ended. Whoever looks
at a run gets values that do not change any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from kibitz.jobs.background_run import TIME_LIMIT, BackgroundRun
from kibitz.lab.design import Experiment
from kibitz.lab.lab import Lab, LabProgress


@dataclass(frozen=True)
class FailedRow:
    """A row that could not be measured, and why in a sentence."""

    row: str
    reason: str


@dataclass(frozen=True)
class LabRunStatus:
    """How far a run is: rows done of those that were missing when it began, which row is being measured since when.

    `entry`: the experiment of that row. `error`: why it ended, if neither by itself nor by hand.
    """

    entry: str = ""
    is_running: bool = False
    is_stopping: bool = False
    done: int = 0
    planned: int = 0
    row: str = ""
    since: str = ""
    failed: tuple[FailedRow, ...] = ()
    error: str = ""


class LabRun(BackgroundRun):
    """Measures the rows of experiments that are missing in a lab. `title`: what the client calls it."""

    def __init__(
        self,
        lab: Lab,
        experiments: Mapping[str, Experiment],
        title: str,
        client: str,
        *,
        time_limit: float = TIME_LIMIT,
    ) -> None:
        super().__init__(title, client, time_limit=time_limit)
        self.lab, self.experiments = lab, dict(experiments)
        jobs = lab.missing(self.experiments)
        self._ids = [self.experiments[job.experiment].id for job in jobs]
        self._rows = [job.cell.name for job in jobs]
        self._progress, self._since = LabProgress(0, len(self._rows)), ""

    @property
    def status(self) -> LabRunStatus:
        # Read first: a run that is over says nothing more, so that what is read after it is final.
        is_running, is_stopping = self.is_running, self.is_stopping
        progress = self._progress
        row = self._rows[progress.done] if is_running and self._since and progress.done < len(self._rows) else ""
        return LabRunStatus(
            entry=self._ids[progress.done] if row else "",
            is_running=is_running,
            is_stopping=is_stopping,
            done=progress.done,
            planned=progress.planned,
            row=row,
            since=self._since if row else "",
            failed=tuple(FailedRow(one.job.cell.name, one.reason) for one in progress.failed),
            error=self.error,
        )

    def work(self) -> None:
        for progress in self.lab.run(self.experiments, low_priority=True, stop=self.stop_flag):
            # Rows are measured one at a time, in order, so that the next one is under way.
            self._progress, self._since = progress, datetime.now(UTC).isoformat(timespec="milliseconds")
