"""What has come of an experiment so far: its rows, printed and measured, and what they show."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.lab.design import Experiment, Kind, Row, Verdict
from kibitz.lab.result_store import Key, Measurement, key_of

__all__ = ["REPORTS", "Outcome", "outcome_of", "place_of"]

REPORTS = {
    "S0": "Four in a Row (2021)",
    "S1": "Othello bots: minimax and alpha-beta",
    "S2": "Connect-4 agents",
    "S3": "Tic-tac-toe, Take-Away and Connect 4 on the console",
    "S4": "Tic-tac-toe on 3x3 and 5x5 with a graphical interface",
}


@dataclass(frozen=True)
class Outcome:
    """An experiment with its rows; `sources` are the measurements behind those that have been measured."""

    experiment: Experiment
    rows: tuple[Row, ...]
    sources: tuple[Measurement, ...]
    verdict: Verdict

    @property
    def measured(self) -> int:
        return len(self.sources)

    @property
    def remaining(self) -> int:
        return len(self.rows) - self.measured


def outcome_of(
    experiment: Experiment, found: Mapping[Key, Measurement], *, run: str, seed: int, quick: bool
) -> Outcome:
    """The rows of an experiment with what was found of them."""
    rows, sources = [], []
    for cell in experiment.cells(quick=quick):
        source = found.get(key_of(run, experiment, cell, seed))
        rows.append(Row(cell, experiment.reported(cell), None if source is None else source.values))
        if source is not None:
            sources.append(source)
    done = [row for row in rows if row.measured is not None]
    verdict = experiment.judge(done) if done else Verdict(Kind.OPEN, "")
    return Outcome(experiment, tuple(rows), tuple(sources), verdict)


def place_of(name: str) -> tuple[bool, list[tuple[str, int]]]:
    """By this, S1-9 comes before S1-10, and those of the reports before all others."""
    words = [(word, int(digits or 0)) for word, digits in re.findall(r"(\D*)(\d*)", name)]
    return name.partition("-")[0] not in REPORTS, words
