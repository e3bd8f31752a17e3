"""A few measured numbers with their intervals as the outcome of an experiment, so that they can be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kibitz.lab.design import Cell, Column, Experiment, Plot, Row, Values
from kibitz.lab.outcome import Outcome
from kibitz.lab.verdict import Kind, Verdict


class Bar(NamedTuple):
    height: float
    low: float | None
    high: float | None


class _Bars(Experiment):
    def __init__(self, name: str, title: str, along: str, measured: str, unit: str, bars: Mapping[str, Bar]) -> None:
        self.id = name  # type: ignore[misc]  # on the instance only, so that nothing is registered
        self.title = title  # type: ignore[misc]
        self.source = ""  # type: ignore[misc]
        self.columns = tuple(Column(measured + end, unit) for end in ("", " low", " high"))  # type: ignore[misc]
        self.plot = Plot("bars", x=along, y=(measured,), title=title)  # type: ignore[misc]
        self.along, self.measured, self.bars = along, measured, bars

    def cells(self, *, quick: bool = False) -> Sequence[Cell]:
        return [Cell(name, {self.along: name}) for name in self.bars]

    def measure(self, cell: Cell, seed: int) -> Values:
        return {column.name: value for column, value in zip(self.columns, self.bars[cell.name], strict=True)}

    def judge(self, rows: Sequence[Row]) -> Verdict:
        return Verdict(Kind.OPEN, "")


def make_bars(name: str, title: str, *, along: str, measured: str, unit: str, bars: Mapping[str, Bar]) -> Outcome:
    """Bars by the names in `bars`, each for what was measured there."""
    made = _Bars(name, title, along, measured, unit, bars)
    rows = tuple(Row(cell, {}, made.measure(cell, 0)) for cell in made.cells())
    return Outcome(made, rows, (), made.judge(rows))
