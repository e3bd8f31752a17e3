"""An experiment as a page shows it: its table as text, its plot as points, and what of it can be looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from kibitz.core.errors import BadOption
from kibitz.lab.design import AppLink, BoardLink, Plot, Row, Value
from kibitz.lab.outcome import LabEntry, Outcome, make_entry
from kibitz.lab.reports.csv_table import csv_table
from kibitz.lab.reports.lab_report import write_report
from kibitz.lab.reports.plots import Curve, curves_of, draw, label_measured
from kibitz.lab.reports.text_tables import grid_of
from kibitz.lab.result_store import Measurement

BOARD, MICROSCOPE = "board", "microscope"
FILES = {
    "html": ("report.html", "text/html"),
    "svg": ("plot.svg", "image/svg+xml"),
    "csv": ("table.csv", "text/csv"),
}


@dataclass(frozen=True)
class EntryLink:
    """A place in the app: `kind` is board or microscope, `who` the players or the search there."""

    kind: str
    title: str
    who: str
    href: str


@dataclass(frozen=True)
class ColumnHeading:
    text: str
    span: int


@dataclass(frozen=True)
class EntryRow:
    """`cells` as they are read, without the name; `failed`: why the row could not be measured, if it was tried.

    `quick` is what a quick row does less than the full one, else empty.
    """

    name: str
    quick: str
    cells: tuple[str, ...]
    is_measured: bool
    failed: str
    links: tuple[EntryLink, ...]


@dataclass(frozen=True)
class PlotPoint:
    """`low` and `high` are the ends of its interval, where it has one."""

    x: Value
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class PlotSeries:
    """One curve, or the bars of one colour: `kind` is reported or measured, `colour` counts the curves.

    `about` is the kind as it is shown, such as "measured, quick".
    """

    label: str
    kind: str
    about: str
    colour: int
    points: tuple[PlotPoint, ...]


@dataclass(frozen=True)
class EntryPlot:
    """`kind` is lines or bars; with `log` the vertical axis is logarithmic."""

    kind: str
    title: str
    x: str
    y: str
    log: bool
    series: tuple[PlotSeries, ...]


@dataclass(frozen=True)
class EntryView:
    """`kinds` says of each column whether it is reported or measured; `sources` on what the rows were measured."""

    entry: LabEntry
    headings: tuple[ColumnHeading, ...]
    kinds: tuple[str, ...]
    rows: tuple[EntryRow, ...]
    plot: EntryPlot | None
    sources: tuple[str, ...]


def make_entry_view(outcome: Outcome, failed: Mapping[str, str]) -> EntryView:
    """`failed`: why rows could not be measured, by their names."""
    grid = grid_of(outcome)
    return EntryView(
        make_entry(outcome),
        tuple(ColumnHeading(*heading) for heading in grid.headings),
        grid.kinds,
        tuple(
            EntryRow(
                row.cell.name,
                row.cell.quick,
                tuple(cells),
                row.measured is not None,
                "" if row.measured is not None else failed.get(row.cell.name, ""),
                tuple(map(_link, outcome.experiment.app_links(row))),
            )
            for row, (_, *cells) in zip(outcome.rows, grid.rows, strict=True)
        ),
        _picture(outcome),
        tuple(_describe_sources(outcome)),
    )


def write_file(outcomes: list[Outcome], kind: str) -> str:
    """The text of one of `FILES`: a report or the table of the experiments, or the plot of a single one."""
    if kind == "html":
        return write_report(outcomes)
    if kind == "csv":
        return csv_table(outcomes)
    drawing = draw(outcomes[0]) if kind == "svg" and len(outcomes) == 1 else ""
    if not drawing:
        raise BadOption(
            f"There is no {kind} file here; there are html and csv of all entries, and svg of one with a plot."
        )
    return drawing


def _link(link: AppLink) -> EntryLink:
    if isinstance(link, BoardLink):
        players = [player for player in (link.first, link.second) if player != "human"]
        who = " against ".join(dict.fromkeys(players))
        asked = {"game": link.game, "first": link.first, "second": link.second, "moves": link.moves}
        return EntryLink(BOARD, link.title, who, _address("play", asked))
    asked = {"game": link.game, "moves": link.moves, "searcher": link.search}
    return EntryLink(MICROSCOPE, link.title, link.search, _address("tree", asked))


def _address(page: str, asked: dict[str, str]) -> str:
    return f"/{page}?{urlencode({key: text for key, text in asked.items() if text}, safe=':,=/')}"


def _picture(outcome: Outcome) -> EntryPlot | None:
    plot = outcome.experiment.plot
    if plot is None:
        return None
    units = {column.name: column.unit for column in outcome.experiment.columns}
    return EntryPlot(
        plot.kind,
        plot.title or outcome.experiment.title,
        plot.x,
        ", ".join(f"{name} ({units[name]})" if units.get(name) else name for name in plot.y),
        plot.log,
        tuple(
            one
            for colour, curve in enumerate(curves_of(plot, outcome.rows))
            for one in _series(curve, colour, plot, label_measured(outcome))
            if one.points
        ),
    )


def _series(curve: Curve, colour: int, plot: Plot, measured: str) -> Iterator[PlotSeries]:
    for kind, about, of in (("measured", measured, Row.number), ("reported", "reported", Row.printed)):
        points = [
            PlotPoint(
                plot.name(row.cell.settings[plot.x]), y, *(_interval(row, curve.column) if kind == "measured" else ())
            )
            for row in curve.rows
            if (y := of(row, curve.column)) is not None and (y > 0 or not plot.log)
        ]
        yield PlotSeries(curve.label, kind, about, colour, tuple(points))


def _interval(row: Row, column: str) -> tuple[float | None, float | None]:
    return row.number(f"{column} low"), row.number(f"{column} high")


def _describe_sources(outcome: Outcome) -> Iterator[str]:
    """A sentence for each version, machine and seed that rows come from; those of other code apart."""
    groups: dict[tuple[bool, str, str, int], list[Measurement]] = {}
    for source in outcome.sources:
        version = f"{source.version}, commit {source.commit}," if source.commit else source.version
        groups.setdefault((outcome.is_outdated(source), version, source.machine, source.key.seed), []).append(source)
    for (is_outdated, version, machine, seed), own in groups.items():
        about = json.loads(machine)
        code = " (its code has changed since: a run measures them again)" if is_outdated else ""
        by_us = "Measured by us: " if outcome.is_ours else ""
        yield (
            f"{by_us}{len(own)} row{'' if len(own) == 1 else 's'} with Kibitz {version}{code} and seed {seed} on "
            f"{about['cpu']}, {about['cores']} cores, Python {about['python']}, last on {max(s.at for s in own)[:10]}; "
            f"{sum(s.seconds for s in own):,.1f} s of measuring."
        )
