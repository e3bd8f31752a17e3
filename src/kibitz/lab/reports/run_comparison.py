"""Compare two runs: what must be equal in both, and by how much the rest differs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.lab.design import Value
from kibitz.lab.find_experiments import catalogue_order
from kibitz.lab.result_store import Key, Measurement


@dataclass(frozen=True)
class RunDifference:
    """One column of one cell in both runs. `ratio` is second / first if both are numbers and need not be equal."""

    experiment: str
    cell: str
    column: str
    first: Value
    second: Value
    exact: bool
    ratio: float | None

    @property
    def is_fault(self) -> bool:
        """Whether the two differ although a second run must give the same."""
        return self.exact and self.first != self.second


@dataclass(frozen=True)
class Comparison:
    """All columns of the cells that both runs have, and how many cells only one of them has."""

    values: tuple[RunDifference, ...]
    cells: int
    only_first: int
    only_second: int

    @property
    def faults(self) -> tuple[RunDifference, ...]:
        return tuple(value for value in self.values if value.is_fault)


_CellKey = tuple[str, str, str, int]  # experiment, cell, settings and seed


def compare_runs(first: Mapping[Key, Measurement], second: Mapping[Key, Measurement]) -> Comparison:
    """Compare the cells that have the same name, settings and seed, whatever code measured them."""
    one, other = _index_by_cell(first), _index_by_cell(second)
    common = [place for place in one if place in other]
    common.sort(key=lambda place: [catalogue_order(name) for name in place[:2]])
    values = [
        _difference(place, column, one[place], other[place])
        for place in common
        for column in one[place].values
        if column in other[place].values
    ]
    return Comparison(tuple(values), len(common), len(one) - len(common), len(other) - len(common))


def _index_by_cell(found: Mapping[Key, Measurement]) -> dict[_CellKey, Measurement]:
    """The last measurement of each cell."""
    return {(key.experiment, key.cell, key.settings, key.seed): measured for key, measured in found.items()}


def _difference(place: _CellKey, column: str, one: Measurement, other: Measurement) -> RunDifference:
    first, second = one.values[column], other.values[column]
    is_exact = column in one.exact and column in other.exact
    ratio = None
    if not is_exact and isinstance(first, (int, float)) and isinstance(second, (int, float)) and first:
        ratio = second / first
    return RunDifference(place[0], place[1], column, first, second, is_exact, ratio)
