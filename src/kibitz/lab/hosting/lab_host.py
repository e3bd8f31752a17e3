"""The desk of the lab: who asks for the catalogue, runs an entry, stops it or looks at it comes here.

What is measured goes into one file in the user's data folder, row by row, as `kibitz lab run` writes it; so everything
is there again after a restart, and a run that was stopped goes on where it was. Few run at a time.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kibitz.core.errors import BadFile, KibitzError, Unfinished
from kibitz.jobs.data_folder import data_folder
from kibitz.lab.design import Experiment
from kibitz.lab.faults.fault_list import FaultDetails, FaultSummary, describe_fault, list_faults
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.hosting.entry_view import Sheet, file_text, sheet_of
from kibitz.lab.hosting.lab_run import LabRun, Standing
from kibitz.lab.lab import RESULTS, Entry, Lab, entry_of
from kibitz.lab.outcome import REPORTS

__all__ = ["Catalogue", "LabDesk", "LabFull", "Listed", "NoEntry", "Report"]

MAX_RUNNING = 2
WAIT = 5.0  # seconds for a run to end
OTHERS = "Further experiments"


class LabFull(Unfinished):
    """Too much is being measured already."""


class NoEntry(KibitzError):
    """The catalogue has none of that name."""


@dataclass(frozen=True)
class Listed:
    """A line of the catalogue, and whether it is being measured now."""

    entry: Entry
    is_running: bool


@dataclass(frozen=True)
class Report:
    """A report with what it prints, and the faults of its programs; `id` is empty for what is of none."""

    id: str
    title: str
    entries: tuple[Listed, ...]
    faults: tuple[FaultSummary, ...]


@dataclass(frozen=True)
class Catalogue:
    """`counts`: entries by verdict."""

    reports: tuple[Report, ...]
    counts: dict[str, int]


class LabDesk:
    """`results`: the file; the user's own unless told. `running`: how many entries may be measured at once."""

    def __init__(self, results: Path | None = None, *, running: int = MAX_RUNNING) -> None:
        self.results = results or data_folder() / RESULTS
        self.running = running
        self._lock = threading.RLock()
        self._runs: dict[tuple[str, bool], LabRun] = {}  # the last of each entry, with all rows or the quick ones

    def catalogue(self, *, quick: bool) -> Catalogue:
        """Everything there is, by report, with what was found so far."""
        lab = self._lab(quick=quick)
        entries = [entry_of(lab.outcome(experiment)) for experiment in _experiments().values()]
        groups: dict[str, list[Listed]] = {report: [] for report in REPORTS}
        for entry in entries:
            report = entry.id.partition("-")[0]
            listed = Listed(entry, self.standing(entry.id, quick=quick).is_running)
            groups.setdefault(report if report in REPORTS else "", []).append(listed)
        faults = list_faults()
        reports = [
            Report(
                report,
                REPORTS.get(report, OTHERS),
                tuple(own),
                tuple(fault for fault in faults if fault.id.startswith(f"{report}-")),
            )
            for report, own in groups.items()
        ]
        verdicts = [entry.verdict for entry in entries]
        return Catalogue(
            tuple(report for report in reports if report.entries or report.faults),
            {verdict: verdicts.count(verdict) for verdict in dict.fromkeys(verdicts)},
        )

    def sheet(self, name: str, *, quick: bool) -> Sheet:
        """An entry with its table and plot, as far as they are measured."""
        experiment = _experiment(name)
        run = self._runs.get((name, quick))
        failed = {} if run is None else {one.row: one.reason for one in run.standing.failed}
        lab = run.lab if run is not None and run.standing.is_running else self._lab(quick=quick)
        return sheet_of(lab.outcome(experiment), failed)

    def standing(self, name: str, *, quick: bool) -> Standing:
        """How far a run of an entry is, or how its last one ended."""
        run = self._runs.get((name, quick))
        return Standing() if run is None else run.standing

    def start(self, name: str, client: str, *, quick: bool) -> Standing:
        """Measure what is missing of an entry, for a client, who may have one run at a time."""
        experiment = _experiment(name)
        with self._lock:
            if self.standing(name, quick=quick).is_running:
                return self.standing(name, quick=quick)
            self._check_room(client)
            try:
                self.results.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise BadFile(f"{self.results.parent} cannot be made: {error.strerror}.") from None
            run = self._runs[name, quick] = LabRun(self._lab(quick=quick), experiment, client)
            run.start()
        return run.standing

    def stop(self, name: str, *, quick: bool) -> Standing:
        """Interrupt a run. What has been measured is safe."""
        _experiment(name)
        run = self._runs.get((name, quick))
        if run is not None:
            run.stop(wait=WAIT)
        return self.standing(name, quick=quick)

    def file(self, name: str, kind: str, *, quick: bool) -> str:
        """A report of an entry, or of all if the name is empty; or the plot of one."""
        chosen = {name: _experiment(name)} if name else _experiments()
        lab = self._lab(quick=quick)
        return file_text([lab.outcome(experiment) for experiment in chosen.values()], kind)

    def fault(self, name: str) -> FaultDetails:
        """A fault of a published program, and where it shows."""
        if name not in {fault.id for fault in list_faults()}:
            raise NoEntry(f"There is no fault '{name}'; the Lab page lists all.")
        with self._lock:  # the search for the smallest board is done once
            return _fault(name)

    def close(self) -> None:
        """Interrupt everything."""
        for run in list(self._runs.values()):
            run.stop(wait=WAIT)

    def _lab(self, *, quick: bool) -> Lab:
        """What the file holds now, whoever wrote it."""
        return Lab(self.results, quick=quick)

    def _check_room(self, client: str) -> None:
        going = [run for run in self._runs.values() if run.standing.is_running]
        own = next((run for run in going if run.client == client), None)
        if own is not None:
            raise LabFull(f"You are measuring {own.experiment.id} already; stop it, or wait for its end.")
        if len(going) >= self.running:
            raise LabFull(f"{len(going)} entries are being measured already; wait until one has ended, or stop one.")


@functools.cache
def _experiments() -> Mapping[str, Experiment]:
    """The catalogue by id; nothing else can be asked for here, and no file of anybody's."""
    return find_experiments()


def _experiment(name: str) -> Experiment:
    found = _experiments().get(name)
    if found is None:
        raise NoEntry(f"There is no entry '{name}' in the catalogue; the Lab page lists all.")
    return found


_fault = functools.cache(describe_fault)
