"""The plots of the reports, with printed and measured values in one picture: curves, or bars with intervals.

Measured values are solid, printed ones dashed and hollow, in one colour per curve. Text and axes take the colour of the
page around them, so one picture fits light and dark. Matplotlib is loaded only when something is drawn; the same rows
give the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from kibitz.core.errors import BadOption
from kibitz.lab.design import Experiment, Plot, Row, Value
from kibitz.lab.outcome import Outcome

COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f")  # fit for colour blindness
INK = "#010203"  # stands for the colour of the page's text
SIZE = (8.5, 4.2)


class Curve(NamedTuple):
    """The numbers of one curve by x; `column` is where they come from."""

    label: str
    column: str
    rows: tuple[Row, ...]


def check_plots() -> None:
    """Refuse to draw if Matplotlib is not installed."""
    try:
        import matplotlib  # noqa: F401  # only to see whether it is there
    except ImportError:
        raise BadOption("Plots need matplotlib, which is not installed; install it: pip install matplotlib.") from None


def draw(outcome: Outcome, *, kinds: tuple[str, str] = ("measured", "reported")) -> str:
    """Draw an outcome as SVG; an empty text if the experiment has no plot.

    `kinds`: the labels of solid and dashed curves. What quick rows measured is labelled as such.
    """
    kinds = label_measured(outcome, kinds[0]), kinds[1]
    plot = outcome.experiment.plot
    if plot is None:
        return ""
    check_plots()
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    settings: Any = {"svg.hashsalt": "kibitz", "svg.fonttype": "none", "font.size": 10}
    settings |= dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK)
    with matplotlib.rc_context(settings):
        figure = Figure(figsize=SIZE, layout="constrained", facecolor="none")
        FigureCanvasSVG(figure)
        axes = figure.add_subplot(facecolor="none")
        curves = curves_of(plot, outcome.rows)
        if plot.kind == "bars":
            _draw_bars(axes, plot, curves, kinds)
        else:
            _draw_lines(axes, plot, curves, kinds)
        axes.set_title(_plain(plot.title or outcome.experiment.title))
        axes.set_xlabel(_plain(plot.x))
        axes.set_ylabel(_plain(_y_label(outcome.experiment, plot)))
        if plot.log:
            axes.set_yscale("log")
        axes.grid(axis="y", alpha=0.3)
        axes.set_axisbelow(True)
        axes.spines[["top", "right"]].set_visible(False)
        if axes.get_legend_handles_labels()[0]:
            figure.legend(loc="outside right upper", frameon=False)  # where it hides nothing
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": "Kibitz"})
    return _adapt_to_page(out.getvalue(), outcome.experiment.id)


def label_measured(outcome: Outcome, label: str = "measured") -> str:
    """The label of what was measured, which says so if quick rows are among it."""
    return f"{label}, quick" if any(row.cell.quick for row in outcome.rows) else label


def curves_of(plot: Plot, rows: Sequence[Row]) -> list[Curve]:
    """A curve for each column and each value of the setting that separates them."""
    groups = list(dict.fromkeys(row.cell.settings.get(plot.by) for row in rows)) if plot.by else [None]
    curves = []
    for column in plot.y:
        for group in groups:
            own = [row for row in rows if not plot.by or row.cell.settings.get(plot.by) == group]
            own = [row for row in own if plot.x in row.cell.settings]
            name = f"{plot.by} {group}" if isinstance(group, (int, float)) else str(plot.name(group))
            label = ", ".join(filter(None, (column if len(plot.y) > 1 else "", name if plot.by else "")))
            curves.append(Curve(label, column, tuple(own)))
    return curves


def _draw_lines(axes: Any, plot: Plot, curves: Iterable[Curve], kinds: tuple[str, str]) -> None:
    for colour, curve in zip(_colours(), curves, strict=False):
        for kind, of, style in (
            (kinds[0], Row.number, {"linestyle": "-", "marker": "o"}),
            (kinds[1], Row.printed, {"linestyle": "--", "marker": "s", "markerfacecolor": "none"}),
        ):
            points = [(row.cell.settings[plot.x], of(row, curve.column)) for row in curve.rows]
            points = [(x, y) for x, y in points if y is not None and (y > 0 or not plot.log)]
            if points:
                label = ", ".join(filter(None, (curve.label, kind)))
                axes.plot(*zip(*points, strict=True), color=colour, label=_plain(label), markersize=5, **style)
    places = {row.cell.settings[plot.x] for curve in curves for row in curve.rows}
    if places and all(isinstance(place, int) for place in places):
        axes.xaxis.get_major_locator().set_params(integer=True)


def _draw_bars(axes: Any, plot: Plot, curves: Sequence[Curve], kinds: tuple[str, str]) -> None:
    """Draw bars side by side for each value of x, with an interval if there are columns `<y> low` and `<y> high`."""
    places = list(dict.fromkeys(row.cell.settings[plot.x] for curve in curves for row in curve.rows))
    bars: list[tuple[Curve, str, Callable[[Row, str], float | None], str]] = []
    for colour, curve in zip(_colours(), curves, strict=False):
        if any(row.printed(curve.column) is not None for row in curve.rows):
            bars.append((curve, kinds[1], Row.printed, colour))
        bars.append((curve, kinds[0], Row.number, colour))
    width = 0.8 / max(len(bars), 1)
    for number, (curve, kind, of, colour) in enumerate(bars):
        heights = [(places.index(row.cell.settings[plot.x]), of(row, curve.column), row) for row in curve.rows]
        known = [(place, height, row) for place, height, row in heights if height is not None]
        at = [place - 0.4 + (number + 0.5) * width for place, _, _ in known]
        is_measured = kind == kinds[0]
        axes.bar(
            at,
            [height for _, height, _ in known],
            width * 0.9,
            color=colour if is_measured else "none",
            edgecolor=colour,
            linestyle="-" if is_measured else "--",
            label=_plain(", ".join(filter(None, (curve.label, kind)))),
        )
        if is_measured:
            _draw_intervals(axes, at, [(height, row) for _, height, row in known], curve.column)
    axes.set_xticks(range(len(places)), [_plain(_text(plot.name(place))) for place in places])


def _draw_intervals(axes: Any, at: Sequence[float], known: Sequence[tuple[float, Row]], column: str) -> None:
    for place, (height, row) in zip(at, known, strict=True):
        low, high = row.number(f"{column} low"), row.number(f"{column} high")
        if low is not None and high is not None:
            axes.errorbar([place], [height], yerr=[[height - low], [high - height]], color=INK, capsize=4)


def _colours() -> list[str]:
    return [*COLOURS] * 4


def _y_label(experiment: Experiment, plot: Plot) -> str:
    units = {column.name: column.unit for column in experiment.columns}
    return ", ".join(f"{name} ({units[name]})" if units.get(name) else name for name in plot.y)


def _text(value: Value) -> str:
    return "" if value is None else str(value)


def _plain(text: str) -> str:
    """Text in which Matplotlib does not see a formula."""
    return text.replace("$", r"\$")


def _adapt_to_page(svg: str, name: str) -> str:
    """The SVG element alone, with the colours of the page and with ids that no other picture there uses."""
    prefix = re.sub(r"\W", "-", name)
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
    return re.sub(r'((?:\bid="|href="#|url\(#))', rf"\g<1>{prefix}-", svg)
