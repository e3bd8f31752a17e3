"""What has come of an experiment so far: its rows, printed and measured, and what they show.

Quick rows never decide an experiment about time or matches: their figures are shown, and nothing is judged.

Rows that the code you have has not measured, but earlier code has, show the earlier figures; they count as outdated,
not as measured, until a run has measured them again (`lab/code_digest.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.publications import find_publication
from kibitz.lab.code_digest import code_digest
from kibitz.lab.design import Claim, Experiment, Row, Value
from kibitz.lab.result_store import Measurement, Measurements, make_key
from kibitz.lab.shipped_results import OURS
from kibitz.lab.verdict import Kind, Verdict


@dataclass(frozen=True)
class Outcome:
    """An experiment with its rows; `sources` are the measurements behind the rows that have figures."""

    experiment: Experiment
    rows: tuple[Row, ...]
    sources: tuple[Measurement, ...]
    verdict: Verdict

    @property
    def is_ours(self) -> bool:
        """Whether the figures are those that come with Kibitz, and not this user's own."""
        return bool(self.sources) and self.sources[0].key.run == OURS

    def is_outdated(self, source: Measurement) -> bool:
        """Whether other code than this has measured it; what comes with Kibitz names its commit instead."""
        return not self.is_ours and source.key.code != code_digest(type(self.experiment))

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
        source = _with_all_columns(experiment, found.latest(make_key(run, experiment, cell, seed)))
        rows.append(Row(cell, experiment.reported(cell), None if source is None else source.values))
        if source is not None:
            sources.append(source)
    done = [row for row in rows if row.measured is not None]
    return Outcome(experiment, tuple(rows), tuple(sources), judge_rows(experiment, done))


def _with_all_columns(experiment: Experiment, source: Measurement | None) -> Measurement | None:
    """None for a measurement of earlier code that lacks a column: it was of something else."""
    has_all = source is not None and all(column.name in source.values for column in experiment.columns)
    return source if has_all else None


def judge_rows(experiment: Experiment, measured: Sequence[Row]) -> Verdict:
    """What rows show that have all been measured; no claim about time or matches is judged by quick ones."""
    if not measured:
        return Verdict(Kind.OPEN, "")
    verdict = experiment.judge(measured)
    is_withheld = experiment.needs_full_rows and any(row.cell.quick for row in measured)
    return verdict.withhold() if is_withheld and verdict.kind is not Kind.OPEN else verdict


# As plain values.


@dataclass(frozen=True)
class LabAnswer:
    """An answer: `verdict` is "holds", "holds with a condition", "wrong", "cannot tell" or "not measured yet".

    `condition` and `missing` name the condition, and what it takes to tell; they are empty where neither is needed.
    """

    verdict: str
    sentence: str
    figures: str
    condition: str
    missing: str


@dataclass(frozen=True)
class LabEntry:
    """An experiment in a list.

    `report`: the publication it is from, by short name and title; empty if that is unknown. `measured`: rows measured
    by the code you have, or those that come with Kibitz. `measured_by`: "here", or "us" for the figures that come with
    Kibitz, shown where nothing was measured here; empty if there are none. `answers` has one answer, or two if that
    about the report's own program differs from that about the program with its faults corrected; then they are in this
    order.
    """

    id: str
    title: str
    report: str
    source: str
    says: str
    assumes: str
    covers: tuple[str, ...]
    kind: str  # table or claim
    cells: int
    measured: int
    measured_by: str
    verdict: str  # of the first answer
    sentence: str  # likewise
    answers: tuple[LabAnswer, ...]


def make_entry(outcome: Outcome) -> LabEntry:
    """An outcome in brief."""
    experiment = outcome.experiment
    return LabEntry(
        experiment.id,
        experiment.title,
        str(find_publication(experiment.id) or ""),
        experiment.source,
        experiment.says,
        experiment.assumes,
        experiment.covers,
        "claim" if isinstance(experiment, Claim) else "table",
        len(outcome.rows),
        outcome.measured,
        ("us" if outcome.is_ours else "here") if outcome.sources else "",
        outcome.verdict.kind.value,
        outcome.verdict.sentence,
        tuple(
            LabAnswer(answer.kind.value, answer.sentence, answer.figures, answer.condition, answer.missing)
            for _, answer in outcome.verdict.answers
        ),
    )


@dataclass(frozen=True)
class TableColumn:
    name: str
    unit: str
    exact: bool


@dataclass(frozen=True)
class TableRow:
    """`measured` is None until it has been; `quick` is what a quick row does less than the full one, else empty."""

    cell: str
    quick: str
    settings: dict[str, Value]
    reported: dict[str, Value]
    measured: dict[str, Value] | None


@dataclass(frozen=True)
class LabTable:
    """An experiment with its rows."""

    entry: LabEntry
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]


def make_lab_table(outcome: Outcome) -> LabTable:
    return LabTable(
        make_entry(outcome),
        tuple(TableColumn(*column) for column in outcome.experiment.columns),
        tuple(
            TableRow(
                row.cell.name,
                row.cell.quick,
                dict(row.cell.settings),
                dict(row.reported),
                None if row.measured is None else dict(row.measured),
            )
            for row in outcome.rows
        ),
    )
