"""The lab of a server: the catalogue, an experiment with its table and plot, and runs that measure it.

What is measured goes into one file in the user's data folder, row by row, as `kibitz lab run` writes it. So everything
is there again after a restart, and a run that was stopped resumes where it was (`lab/lab.py`).
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from kibitz.core.errors import KibitzError
from kibitz.core.files.data_folder import find_data_folder
from kibitz.core.publications import PUBLICATIONS, Publication
from kibitz.jobs.folders import make_folder
from kibitz.jobs.hosted_runs import MAX_RUNNING, HostedRuns
from kibitz.lab.design import Experiment
from kibitz.lab.faults.fault_list import FaultDetails, FaultSummary, describe_fault, list_faults
from kibitz.lab.find_experiments import find_experiments
from kibitz.lab.hosting.entry_view import EntryView, make_entry_view, write_file
from kibitz.lab.hosting.lab_run import LabRun, LabRunStatus
from kibitz.lab.lab import RESULTS, Lab
from kibitz.lab.outcome import LabEntry, make_entry
from kibitz.lab.shipped_results import OURS

OTHERS = Publication("", "Further experiments", "")
ALL_QUICK = ("", True)  # the key of the run that measures the quick rows of all experiments


class NoEntry(KibitzError):
    """The catalogue has none of that name."""


@dataclass(frozen=True)
class EntryListing:
    """An experiment in the catalogue, and whether it is being measured now."""

    entry: LabEntry
    is_running: bool


@dataclass(frozen=True)
class ReportListing:
    """A report with its tables and claims, and the faults of its programs; `id` is empty for what belongs to none.

    `title` is what people call it, `about` what it was, in one line.
    """

    id: str
    title: str
    about: str
    entries: tuple[EntryListing, ...]
    faults: tuple[FaultSummary, ...]


@dataclass(frozen=True)
class Catalogue:
    """`counts`: entries by verdict; an entry with two answers that differ counts for both.

    `run`: how far the run is that measures all quick rows, or how the last one ended.
    """

    reports: tuple[ReportListing, ...]
    counts: dict[str, int]
    run: LabRunStatus


class LabHost:
    """`results`: the file (default: the user's own). `max_running`: how many experiments may be measured at once."""

    def __init__(self, results: Path | None = None, *, max_running: int = MAX_RUNNING) -> None:
        self.results = results or find_data_folder() / RESULTS
        self._fault_lock = threading.Lock()
        # The key is the id, and whether only the quick rows are meant.
        self._runs: HostedRuns[tuple[str, bool], LabRun] = HostedRuns("experiments", max_running=max_running)

    def catalogue(self, *, quick: bool, ours: bool = False) -> Catalogue:
        """Everything there is, by report, with what was found so far; with `ours`, what comes with Kibitz."""
        lab, run = self._read_lab(quick=quick, ours=ours), self._status(ALL_QUICK)
        entries = [make_entry(lab.outcome(experiment)) for experiment in _experiments().values()]
        groups: dict[str, list[EntryListing]] = {report: [] for report in PUBLICATIONS}
        for entry in entries:
            report = entry.id.partition("-")[0]
            listed = EntryListing(entry, run.entry == entry.id or self._runs.is_running((entry.id, quick)))
            groups.setdefault(report if report in PUBLICATIONS else "", []).append(listed)
        faults = list_faults()
        reports = [
            ReportListing(
                *PUBLICATIONS.get(report, OTHERS),
                tuple(own),
                tuple(fault for fault in faults if fault.id.startswith(f"{report}-")),
            )
            for report, own in groups.items()
        ]
        verdicts = [verdict for entry in entries for verdict in {answer.verdict: None for answer in entry.answers}]
        return Catalogue(
            tuple(report for report in reports if report.entries or report.faults),
            {verdict: verdicts.count(verdict) for verdict in dict.fromkeys(verdicts)},
            run,
        )

    def view(self, name: str, *, quick: bool, ours: bool = False) -> EntryView:
        """An experiment with its table and plot, as far as they are measured; with `ours`, as they come with Kibitz."""
        experiment = _find_experiment(name)
        if ours:
            return make_entry_view(self._read_lab(quick=False, ours=True).outcome(experiment), {})
        run = self._runs.find((name, quick))
        failed = {} if run is None else {one.row: one.reason for one in run.status.failed}
        lab = run.lab if run is not None and run.is_running else self._read_lab(quick=quick)
        return make_entry_view(lab.outcome(experiment), failed)

    def status(self, name: str, *, quick: bool) -> LabRunStatus:
        """How far the run of an experiment is, or how its last one ended."""
        return self._status((name, quick))

    def _status(self, key: tuple[str, bool]) -> LabRunStatus:
        run = self._runs.find(key)
        return LabRunStatus() if run is None else run.status

    def start(self, name: str, client: str, *, quick: bool) -> LabRunStatus:
        """Measure what is missing of an experiment, for a client, who may have one run at a time."""
        experiment = _find_experiment(name)
        make_run = partial(self._new_run, {name: experiment}, name, client, quick=quick)
        return self._runs.start((name, quick), client, make_run).status

    def start_all(self, client: str) -> LabRunStatus:
        """Measure what is missing of the quick rows of all experiments, for a client."""
        make_run = partial(self._new_run, _experiments(), "all quick rows", client, quick=True)
        return self._runs.start(ALL_QUICK, client, make_run).status

    def stop_all(self) -> LabRunStatus:
        """Interrupt the run of all quick rows."""
        self._runs.stop(ALL_QUICK)
        return self._status(ALL_QUICK)

    def _new_run(self, experiments: Mapping[str, Experiment], title: str, client: str, *, quick: bool) -> LabRun:
        make_folder(self.results.parent)
        return LabRun(self._read_lab(quick=quick), experiments, title, client)

    def stop(self, name: str, *, quick: bool) -> LabRunStatus:
        """Interrupt a run. What has been measured is safe."""
        _find_experiment(name)
        self._runs.stop((name, quick))
        return self.status(name, quick=quick)

    def file(self, name: str, kind: str, *, quick: bool, ours: bool = False) -> str:
        """A report of an experiment, or of all if the name is empty; or the plot of one."""
        chosen = {name: _find_experiment(name)} if name else _experiments()
        lab = self._read_lab(quick=quick, ours=ours)
        return write_file([lab.outcome(experiment) for experiment in chosen.values()], kind)

    def fault(self, name: str) -> FaultDetails:
        """A fault of a published program, and where it shows."""
        if name not in {fault.id for fault in list_faults()}:
            raise NoEntry(f"There is no fault '{name}'; the Lab page lists all.")
        with self._fault_lock:  # the search for the smallest board is done once
            return _describe_fault(name)

    def close(self) -> None:
        """Interrupt everything."""
        self._runs.close()

    def _read_lab(self, *, quick: bool, ours: bool = False) -> Lab:
        """What the file holds now, whoever wrote it; or what comes with Kibitz, all of its rows."""
        return Lab(self.results, OURS) if ours else Lab(self.results, quick=quick)


@functools.cache
def _experiments() -> Mapping[str, Experiment]:
    """The catalogue by id; nothing else can be asked for here, and no file of anybody's."""
    return find_experiments()


def _find_experiment(name: str) -> Experiment:
    found = _experiments().get(name)
    if found is None:
        raise NoEntry(f"There is no entry '{name}' in the catalogue; the Lab page lists all.")
    return found


_describe_fault = functools.cache(describe_fault)
