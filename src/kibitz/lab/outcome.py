"""What has come of an experiment so far: its rows, printed and measured, and what they show.

Rows that the code you have has not measured, but earlier code has, show the earlier figures; they count as outdated,
not as measured, until a run has measured them again (`lab/code_digest.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.lab.code_digest import code_digest
from kibitz.lab.design import Claim, Experiment, Kind, Row, Value, Verdict
from kibitz.lab.result_store import Measurement, Measurements, make_key

__all__ = ["LabEntry", "LabTable", "Outcome", "TableColumn", "TableRow", "find_outcome", "make_entry", "make_table"]


@dataclass(frozen=True)
class Outcome:
    """An experiment with its rows; `sources` are the measurements behind the rows that have figures."""

    experiment: Experiment
    rows: tuple[Row, ...]
    sources: tuple[Measurement, ...]
    verdict: Verdict

    def is_outdated(self, source: Measurement) -> bool:
        """Whether other code than this has measured it."""
        return source.key.code != code_digest(type(self.experiment))

    @property
    def outdated(self) -> int:
        """Rows whose figures come from other code."""
        return sum(map(self.is_outdated, self.sources))

    @property
    def measured(self) -> int:
        """Rows measured by this code."""
        return len(self.sources) - self.outdated

    @property
    def remaining(self) -> int:
        """Rows that have no figures yet."""
        return len(self.rows) - len(self.sources)


def find_outcome(experiment: Experiment, found: Measurements, *, run: str, seed: int, quick: bool) -> Outcome:
    """The rows of an experiment with what was found of them."""
    rows, sources = [], []
    for cell in experiment.cells(quick=quick):
        source = found.latest(make_key(run, experiment, cell, seed))
        rows.append(Row(cell, experiment.reported(cell), None if source is None else source.values))
        if source is not None:
            sources.append(source)
    done = [row for row in rows if row.measured is not None]
    verdict = experiment.judge(done) if done else Verdict(Kind.OPEN, "")
    return Outcome(experiment, tuple(rows), tuple(sources), verdict)


# As plain values.


@dataclass(frozen=True)
class LabEntry:
    """An experiment in a list. `verdict` is one of "holds", "holds with a condition", "wrong", "not measured yet".

    `measured`: rows measured by the code you have.
    """

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


def make_entry(outcome: Outcome) -> LabEntry:
    """An outcome in brief."""
    experiment = outcome.experiment
    return LabEntry(
        experiment.id,
        experiment.title,
        experiment.source,
        experiment.says,
        experiment.covers,
        "claim" if isinstance(experiment, Claim) else "table",
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
class LabTable:
    """An experiment with its rows."""

    entry: LabEntry
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]


def make_table(outcome: Outcome) -> LabTable:
    return LabTable(
        make_entry(outcome),
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
