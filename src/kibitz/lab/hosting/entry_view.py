"""An experiment as a page shows it: its table as text, its plot as points, and what of it can be looked at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from kibitz.core.errors import BadOption
from kibitz.lab.design import AppLink, BoardLink, Row, Value
from kibitz.lab.lab import Entry, entry_of
from kibitz.lab.outcome import Outcome
from kibitz.lab.reports.lab_report import write_report
from kibitz.lab.reports.plots import Curve, curves_of, draw
from kibitz.lab.reports.text_tables import grid_of

__all__ = ["FILES", "Heading", "Link", "Picture", "Point", "Series", "Sheet", "SheetRow", "file_text", "sheet_of"]

BOARD, MICROSCOPE = "board", "microscope"
FILES = {"html": ("report.html", "text/html"), "svg": ("plot.svg", "image/svg+xml")}


@dataclass(frozen=True)
class Link:
    """A place in the app: `kind` is board or microscope, `who` the players or the search there."""

    kind: str
    title: str
    who: str
    href: str


@dataclass(frozen=True)
class Heading:
    text: str
    span: int


@dataclass(frozen=True)
class SheetRow:
    """`cells` as they are read, without the name; `failed`: why the row could not be measured, if it was tried."""

    name: str
    cells: tuple[str, ...]
    is_measured: bool
    failed: str
    links: tuple[Link, ...]


@dataclass(frozen=True)
class Point:
    """`low` and `high` are the ends of its interval, where it has one."""

    x: Value
    y: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """One curve, or the bars of one colour: `kind` is reported or measured, `colour` counts the curves."""

    label: str
    kind: str
    colour: int
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Picture:
    """`kind` is lines or bars; with `log` the vertical axis is logarithmic."""

    kind: str
    title: str
    x: str
    y: str
    log: bool
    series: tuple[Series, ...]


@dataclass(frozen=True)
class Sheet:
    """`kinds` says of each column whether it is reported or measured; `sources` on what the rows were measured."""

    entry: Entry
    headings: tuple[Heading, ...]
    kinds: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    plot: Picture | None
    sources: tuple[str, ...]


def sheet_of(outcome: Outcome, failed: Mapping[str, str]) -> Sheet:
    """`failed`: why rows could not be measured, by their names."""
    grid = grid_of(outcome)
    return Sheet(
        entry_of(outcome),
        tuple(Heading(*heading) for heading in grid.headings),
        grid.kinds,
        tuple(
            SheetRow(
                row.cell.name,
                tuple(cells),
                row.measured is not None,
                "" if row.measured is not None else failed.get(row.cell.name, ""),
                tuple(map(_link, outcome.experiment.app_links(row))),
            )
            for row, (_, *cells) in zip(outcome.rows, grid.rows, strict=True)
        ),
        _picture(outcome),
        tuple(_sources(outcome)),
    )


def file_text(outcomes: list[Outcome], kind: str) -> str:
    """The text of one of `FILES`: a report of the experiments, or the plot of a single one."""
    if kind == "html":
        return write_report(outcomes)
    drawing = draw(outcomes[0]) if kind == "svg" and len(outcomes) == 1 else ""
    if not drawing:
        raise BadOption(f"There is no {kind} file here; there are html of all entries, and svg of one that has a plot.")
    return drawing


def _link(link: AppLink) -> Link:
    if isinstance(link, BoardLink):
        players = [player for player in (link.first, link.second) if player != "human"]
        who = " against ".join(dict.fromkeys(players))
        asked = {"game": link.game, "first": link.first, "second": link.second, "moves": link.moves}
        return Link(BOARD, link.title, who, _address("play", asked))
    asked = {"game": link.game, "moves": link.moves, "searcher": link.search}
    return Link(MICROSCOPE, link.title, link.search, _address("tree", asked))


def _address(page: str, asked: dict[str, str]) -> str:
    return f"/{page}?{urlencode({key: text for key, text in asked.items() if text}, safe=':,=/')}"


def _picture(outcome: Outcome) -> Picture | None:
    plot = outcome.experiment.plot
    if plot is None:
        return None
    units = {column.name: column.unit for column in outcome.experiment.columns}
    return Picture(
        plot.kind,
        plot.title or outcome.experiment.title,
        plot.x,
        ", ".join(f"{name} ({units[name]})" if units.get(name) else name for name in plot.y),
        plot.log,
        tuple(
            one
            for colour, curve in enumerate(curves_of(plot, outcome.rows))
            for one in _series(curve, colour, plot.x, log=plot.log)
            if one.points
        ),
    )


def _series(curve: Curve, colour: int, x: str, *, log: bool) -> Iterator[Series]:
    for kind, of in (("measured", Row.number), ("reported", Row.printed)):
        points = [
            Point(row.cell.settings[x], y, *(_interval(row, curve.column) if kind == "measured" else ()))
            for row in curve.rows
            if (y := of(row, curve.column)) is not None and (y > 0 or not log)
        ]
        yield Series(curve.label, kind, colour, tuple(points))


def _interval(row: Row, column: str) -> tuple[float | None, float | None]:
    return row.number(f"{column} low"), row.number(f"{column} high")


def _sources(outcome: Outcome) -> Iterator[str]:
    """A sentence for each version, machine and seed that rows come from."""
    for version, machine, seed in dict.fromkeys((s.version, s.machine, s.key.seed) for s in outcome.sources):
        own = [s for s in outcome.sources if (s.version, s.machine, s.key.seed) == (version, machine, seed)]
        about = json.loads(machine)
        yield (
            f"{len(own)} row{'' if len(own) == 1 else 's'} with Kibitz {version} and seed {seed} on {about['cpu']}, "
            f"{about['cores']} cores, Python {about['python']}, last on {max(s.at for s in own)[:10]}; "
            f"{sum(s.seconds for s in own):,.1f} s of measuring."
        )
