"""A table with reported and measured values side by side, as text and as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from kibitz.lab.design import Column, Row, Value
from kibitz.lab.outcome import Outcome

REPORTED, MEASURED = "reported", "measured"
NOTHING = "–"


@dataclass(frozen=True)
class Grid:
    """A table ready to be shown: headings with the columns each spans, the kind of each column, and the rows."""

    headings: tuple[tuple[str, int], ...]  # without the first column, which has none
    kinds: tuple[str, ...]  # reported or measured, for each column
    rows: tuple[tuple[str, ...], ...]  # the name of the row first


def grid_of(outcome: Outcome) -> Grid:
    """The table of an outcome; a column without any reported value gets no reported half."""
    headings, kinds, columns = [], [], list[list[str]]()
    for column in outcome.experiment.columns:
        is_printed = any(row.reported.get(column.name) is not None for row in outcome.rows)
        headings.append((_heading(column), 1 + is_printed))
        if is_printed:
            kinds.append(REPORTED)
            columns.append([value_text(row.reported.get(column.name)) for row in outcome.rows])
        kinds.append(MEASURED)
        columns.append([_format_measured(row, column.name) for row in outcome.rows])
    names = [row.cell.label for row in outcome.rows]
    return Grid(tuple(headings), tuple(kinds), tuple(zip(names, *columns, strict=True)))


def _heading(column: Column) -> str:
    return f"{column.name}, {column.unit}" if column.unit else column.name


def _format_measured(row: Row, name: str) -> str:
    return "" if row.measured is None else value_text(row.measured.get(name))


def value_text(value: Value) -> str:
    """A value as text; fractions with four significant digits."""
    if value is None:
        return NOTHING
    if isinstance(value, (bool, str)):
        return str(value)
    if isinstance(value, int) or (value.is_integer() and abs(value) >= 100):
        return f"{int(value):,}"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def text_table(outcome: Outcome) -> str:
    """The table as lines of text, columns aligned right."""
    grid = grid_of(outcome)
    widths = [max(map(len, column)) for column in zip(("", *grid.kinds), *grid.rows, strict=True)]
    spans = _find_spans(grid)
    for (heading, _), (first, last) in zip(grid.headings, spans, strict=True):
        space = sum(widths[first:last]) + 2 * (last - first - 1)
        widths[last - 1] += max(0, len(heading) - space)
    top = " " * widths[0]
    for (heading, _), (first, last) in zip(grid.headings, spans, strict=True):
        top += "  " + heading.rjust(sum(widths[first:last]) + 2 * (last - first - 1))
    return "\n".join([top, _line(("", *grid.kinds), widths), *(_line(row, widths) for row in grid.rows)])


def _find_spans(grid: Grid) -> list[tuple[int, int]]:
    """The first and the last column (exclusive) of each heading; column 0 holds the names of the rows."""
    spans, first = [], 1
    for _, span in grid.headings:
        spans.append((first, first + span))
        first += span
    return spans


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        cell.rjust(width) if number else cell.ljust(width)
        for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([first, *others]).rstrip()


def html_table(outcome: Outcome) -> str:
    """A table element; `reported` and `measured` are classes of its cells."""
    grid = grid_of(outcome)
    headings = "".join(
        f'<th colspan="{span}" scope="colgroup">{escape(heading)}</th>' for heading, span in grid.headings
    )
    kinds = "".join(f'<th class="{kind}" scope="col">{kind}</th>' for kind in grid.kinds)
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f'<td class="{kind}">{escape(cell)}</td>' for kind, cell in zip(grid.kinds, cells, strict=True))
        + "</tr>\n"
        for name, *cells in grid.rows
    )
    head = f'<thead>\n<tr><td rowspan="2"></td>{headings}</tr>\n<tr>{kinds}</tr>\n</thead>'
    return f"<table>\n{head}\n<tbody>\n{rows}</tbody>\n</table>"
