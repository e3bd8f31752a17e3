"""The lab: what was measured so far of which tables and claims, and measuring the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from kibitz import __version__
from kibitz.core.errors import BadFile, BadOption
from kibitz.core.searching import StopFlag
from kibitz.lab.design import Claim, Experiment, Value
from kibitz.lab.find_experiments import PROCESS
from kibitz.lab.machine_info import machine_text
from kibitz.lab.outcome import Outcome, outcome_of
from kibitz.lab.reports.lab_report import write_report as report_page
from kibitz.lab.reports.plots import check_plots, draw
from kibitz.lab.reports.run_comparison import Comparison, compare_runs
from kibitz.lab.result_store import Key, Measurement, Results, key_of
from kibitz.lab.runner import Failed, Job, Measured, run_jobs

__all__ = [
    "MAIN",
    "RESULTS",
    "Entry",
    "Lab",
    "Progress",
    "Table",
    "TableColumn",
    "TableRow",
    "check_report",
    "compare",
    "entry_of",
    "table_of",
    "write_report",
]

RESULTS = "lab.db"
MAIN = "main"  # the run, unless told


@dataclass(frozen=True)
class Entry:
    """A line of the catalogue. `verdict` is one of "holds", "holds with a condition", "wrong", "not measured yet"."""

    id: str
    title: str
    source: str
    says: str
    covers: tuple[str, ...]
    kind: str  # table or claim
    cells: int
    measured: int
    verdict: str
    sentence: str


def entry_of(outcome: Outcome) -> Entry:
    """An outcome in brief."""
    made = outcome.experiment
    return Entry(
        made.id,
        made.title,
        made.source,
        made.says,
        made.covers,
        "claim" if isinstance(made, Claim) else "table",
        len(outcome.rows),
        outcome.measured,
        outcome.verdict.kind.value,
        outcome.verdict.sentence,
    )


@dataclass(frozen=True)
class TableColumn:
    name: str
    unit: str
    exact: bool


@dataclass(frozen=True)
class TableRow:
    """`measured` is None until it has been."""

    cell: str
    settings: dict[str, Value]
    reported: dict[str, Value]
    measured: dict[str, Value] | None


@dataclass(frozen=True)
class Table:
    """An experiment with its rows, as plain values."""

    entry: Entry
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]


def table_of(outcome: Outcome) -> Table:
    return Table(
        entry_of(outcome),
        tuple(TableColumn(*column) for column in outcome.experiment.columns),
        tuple(
            TableRow(
                row.cell.name,
                dict(row.cell.settings),
                dict(row.reported),
                None if row.measured is None else dict(row.measured),
            )
            for row in outcome.rows
        ),
    )


@dataclass(frozen=True)
class Progress:
    """How far a run is: cells measured of those asked for, those that failed, and what ended last, in words."""

    done: int
    planned: int
    failed: tuple[Failed, ...] = ()
    last: str = ""


@dataclass
class Lab:
    """A file of results, and which of them are meant: a run by its name, a seed, the quick cells or all."""

    results: Path = Path(RESULTS)
    run_name: str = MAIN
    seed: int = 0
    quick: bool = False
    found: dict[Key, Measurement] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.read()

    def read(self) -> None:
        """Take what the file holds now; a file that is not there yet holds nothing and is not made."""
        if self.results.exists():
            with Results(self.results) as file:
                self.found = file.all(self.run_name)

    def outcome(self, experiment: Experiment) -> Outcome:
        return outcome_of(experiment, self.found, run=self.run_name, seed=self.seed, quick=self.quick)

    def missing(self, experiments: dict[str, Experiment]) -> list[Job]:
        """The cells not measured yet, in order."""
        return [
            Job(text, cell, self.seed)
            for text, experiment in experiments.items()
            for cell in experiment.cells(quick=self.quick)
            if key_of(self.run_name, experiment, cell, self.seed) not in self.found
        ]

    def run(
        self,
        experiments: dict[str, Experiment],
        workers: int = 1,
        *,
        command: Sequence[str] = PROCESS,
        stop: StopFlag | None = None,
    ) -> Iterator[Progress]:
        """Measure what is missing, each cell stored as it ends; to leave the loop or raise the flag keeps what is.

        `command` starts a process that measures.
        """
        jobs = self.missing(experiments)
        failed: list[Failed] = []
        done = 0
        yield Progress(0, len(jobs))
        if not jobs:
            return
        with Results(self.results) as file, closing(run_jobs(jobs, command, workers, stop=stop)) as batches:
            for batch in batches:
                kept = [self._kept(experiments, one, workers) for one in batch if isinstance(one, Measured)]
                file.add(kept)
                self.found.update((one.key, one) for one in kept)
                failed += [one for one in batch if isinstance(one, Failed)]
                done += len(batch)
                last = batch[-1].job
                yield Progress(done, len(jobs), tuple(failed), f"{experiments[last.experiment].id} {last.cell.name}")

    def _kept(self, experiments: dict[str, Experiment], measured: Measured, workers: int) -> Measurement:
        experiment = experiments[measured.job.experiment]
        return Measurement(
            key_of(self.run_name, experiment, measured.job.cell, measured.job.seed),
            measured.values,
            tuple(column.name for column in experiment.columns if column.exact),
            round(measured.seconds, 3),
            __version__,
            machine_text(workers),
            datetime.now(UTC).isoformat(timespec="seconds"),
        )


def check_report(out: str) -> Path:
    """The folder, made if need be; what a report needs and is not there is refused now, before hours of measuring."""
    check_plots()
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile(f"{folder} cannot be made: {error.strerror}.") from None
    return folder


def write_report(lab: Lab, experiments: dict[str, Experiment], folder: Path) -> list[Path]:
    """Write the report, and each plot as a file of its own; the files written, the report first."""
    outcomes = [lab.outcome(experiment) for experiment in experiments.values()]
    texts = {"report.html": report_page(outcomes)}
    texts |= {f"{one.experiment.id}.svg": draw(one) for one in outcomes if one.experiment.plot and one.measured}
    written = []
    for name, text in texts.items():
        path = folder / name
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise BadFile(f"{path} cannot be written: {error.strerror}.") from None
        written.append(path)
    return written


def compare(first: str, second: str, results: Path) -> Comparison:
    """Two runs, each given by its name in the file of results or as FILE.db or FILE.db:NAME."""
    return compare_runs(_run_named(first, results), _run_named(second, results))


def _run_named(text: str, results: Path) -> dict[Key, Measurement]:
    path, _, name = text.partition(".db")
    if path != text:
        results, name = Path(f"{path}.db"), name.lstrip(":")
    else:
        name = text
    if not results.exists():
        raise BadFile(f"There is no file {results}; a run is a name in --results FILE, or FILE.db, or FILE.db:NAME.")
    with Results(results) as file:
        runs = file.runs()
        if not name and len(runs) == 1:
            (name,) = runs
        if not name:
            raise BadOption(f"{results} holds {len(runs)} runs; say which: {', '.join(runs)} (as in {results}:NAME).")
        return file.run_named(name)
