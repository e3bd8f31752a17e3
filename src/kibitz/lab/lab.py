"""The lab: what was measured so far of which tables and claims, and measuring the rest.

Every cell is stored as it is measured. To resume is to run again: cells that are stored, measured by the code you
have, are not measured a second time. Of an experiment that nobody has measured here, the results are shown that
come with Kibitz (`lab/shipped_results.py`).
"""

from __future__ import annotations

import functools
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from kibitz import __version__
from kibitz.core.errors import BadFile, BadOption
from kibitz.core.files.named_file import exists
from kibitz.core.searching import StopFlag
from kibitz.jobs.folders import make_folder, write_text
from kibitz.lab.design import Experiment
from kibitz.lab.machine_info import machine_text
from kibitz.lab.measure_process import measure_all
from kibitz.lab.measure_task import FailedCell, MeasuredCell, MeasureJob
from kibitz.lab.outcome import Outcome, find_outcome
from kibitz.lab.reports.lab_report import write_report as report_page
from kibitz.lab.reports.plots import check_plots, draw
from kibitz.lab.reports.run_comparison import Comparison, compare_runs
from kibitz.lab.result_store import Key, Measurement, Measurements, ResultStore, make_key
from kibitz.lab.shipped_results import OURS, read_shipped_results

RESULTS = "lab.db"
MAIN = "main"  # the run by default


@dataclass(frozen=True)
class LabProgress:
    """How far a run is: cells measured of those asked for, those that failed, and what ended last, in words."""

    done: int
    planned: int
    failed: tuple[FailedCell, ...] = ()
    last: str = ""


@dataclass
class Lab:
    """A file of results, and which of them are meant: a run by its name, a seed, the quick cells or all."""

    results: Path = Path(RESULTS)
    run_name: str = MAIN
    seed: int = 0
    quick: bool = False
    found: Measurements = field(default_factory=Measurements, init=False)

    def __post_init__(self) -> None:
        """Read what the file holds now; a file that is not there yet holds nothing and is not made."""
        if self.run_name == OURS:
            self.found.add(read_shipped_results())
        elif exists(self.results):
            with ResultStore(self.results) as file:
                self.found.add(file.all(self.run_name).values())

    def outcome(self, experiment: Experiment) -> Outcome:
        """What was measured here; what comes with Kibitz where that is nothing."""
        own = find_outcome(experiment, self.found, run=self.run_name, seed=self.seed, quick=self.quick)
        return own if own.sources else find_our_outcome(experiment) or own

    def missing(self, experiments: dict[str, Experiment]) -> list[MeasureJob]:
        """The cells that this code has not measured yet, in order."""
        return [
            MeasureJob(text, cell, self.seed)
            for text, experiment in experiments.items()
            for cell in experiment.cells(quick=self.quick)
            if make_key(self.run_name, experiment, cell, self.seed) not in self.found
        ]

    def forecast_seconds(self, experiments: dict[str, Experiment]) -> float:
        """How long the missing cells took when the results that come with Kibitz were measured, one after the other."""
        known = _find_our_measurements()
        keys = (make_key(OURS, experiments[job.experiment], job.cell, 0) for job in self.missing(experiments))
        return sum(found.seconds for key in keys if (found := known.latest(key)) is not None)

    def run(
        self,
        experiments: dict[str, Experiment],
        workers: int = 1,
        cluster: str | None = None,
        *,
        low_priority: bool = False,
        stop: StopFlag | None = None,
    ) -> Generator[LabProgress, None, None]:
        """Measure what is missing and store each cell as it ends; to leave the loop or raise the flag ends it."""
        if self.run_name == OURS:
            raise BadOption(f"The run '{OURS}' ships with Kibitz and is not measured here; use another name.")
        jobs = self.missing(experiments)
        failed: list[FailedCell] = []
        done = 0
        yield LabProgress(0, len(jobs))
        if not jobs:
            return
        with (
            ResultStore(self.results) as file,
            closing(measure_all(jobs, workers, cluster, low_priority=low_priority, stop=stop)) as batches,
        ):
            for batch in batches:
                measured = [
                    self._measurement(experiments, one, workers) for one in batch if isinstance(one, MeasuredCell)
                ]
                file.add(measured)
                self.found.add(measured)
                failed += [one for one in batch if isinstance(one, FailedCell)]
                done += len(batch)
                last = batch[-1].job
                yield LabProgress(done, len(jobs), tuple(failed), f"{experiments[last.experiment].id} {last.cell.name}")

    def _measurement(self, experiments: dict[str, Experiment], measured: MeasuredCell, workers: int) -> Measurement:
        experiment = experiments[measured.job.experiment]
        return Measurement(
            make_key(self.run_name, experiment, measured.job.cell, measured.job.seed),
            measured.values,
            tuple(column.name for column in experiment.columns if column.exact),
            round(measured.seconds, 3),
            __version__,
            measured.machine or machine_text(workers),
            datetime.now(UTC).isoformat(timespec="seconds"),
        )


def find_our_outcome(experiment: Experiment) -> Outcome | None:
    """The full rows of an experiment as they come with Kibitz; None if there are none of it."""
    found = find_outcome(experiment, _find_our_measurements(), run=OURS, seed=0, quick=False)
    return found if found.sources else None


@functools.cache
def _find_our_measurements() -> Measurements:
    return Measurements(read_shipped_results())


def check_report(out: str) -> Path:
    """The folder, made if it is not there; what a report needs and is missing is refused before hours of measuring."""
    check_plots()
    folder = Path(out)
    make_folder(folder)
    return folder


def write_report(lab: Lab, experiments: dict[str, Experiment], folder: Path) -> list[Path]:
    """Write the report, and each plot as a file of its own; the files written, the report first."""
    outcomes = [lab.outcome(experiment) for experiment in experiments.values()]
    texts = {"report.html": report_page(outcomes)}
    texts |= {f"{one.experiment.id}.svg": draw(one) for one in outcomes if one.experiment.plot and one.sources}
    for name, text in texts.items():
        write_text(folder / name, text)
    return [folder / name for name in texts]


def compare(first: str, second: str, results: Path) -> Comparison:
    """Compare two runs, each given by its name in the file of results, as FILE.db or FILE.db:NAME, or as "ours"."""
    return compare_runs(_find_run(first, results), _find_run(second, results))


def _find_run(text: str, results: Path) -> dict[Key, Measurement]:
    if text == OURS:
        return {one.key: one for one in read_shipped_results()}
    path, _, name = text.partition(".db")
    if path != text:
        results, name = Path(f"{path}.db"), name.lstrip(":")
    else:
        name = text
    if not exists(results):
        raise BadFile(f"There is no file {results}; a run is a name in --results FILE, or FILE.db, or FILE.db:NAME.")
    with ResultStore(results) as file:
        runs = file.runs()
        if not name and len(runs) == 1:
            (name,) = runs
        if not name:
            raise BadOption(f"{results} holds {len(runs)} runs; say which: {', '.join(runs)} (as in {results}:NAME).")
        return file.run_named(name)
