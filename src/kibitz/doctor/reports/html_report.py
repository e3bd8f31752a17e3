"""A report as one page that needs nothing else: the verdict, the fault, and the tree with both runs drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from kibitz.doctor.report import Report, Run
from kibitz.doctor.reports.text_report import format_counts, format_number

__all__ = ["draw_picture", "draw_run", "write_html", "write_index"]

X_STEP, Y_STEP, RADIUS, MARGIN = 54, 74, 19, 34  # pixels

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fff; --soft: #f1f4f7; --line: #8a97a5; --good: #1a7f4b;
  --bad: #b3261e; --dim: #67737f; --accent: #1f5fae; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf0; --paper: #12181f; --soft: #1c252f; --line: #718092;
  --good: #5fd39a; --bad: #ff8a80; --dim: #9aa7b4; --accent: #8ab8f5; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto;
  max-width: 72rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
.verdict { font-size: 1.15rem; border-left: 5px solid var(--bad); padding-left: .8rem; }
.verdict.right { border-color: var(--good); }
pre, code { font-family: ui-monospace, monospace; }
pre { background: var(--soft); padding: .7rem; overflow-x: auto; margin: .3rem 0; }
.wrong { color: var(--bad); } .right-line { color: var(--good); }
.runs { display: flex; flex-wrap: wrap; gap: 1.5rem; } figure { margin: 0; max-width: 100%; overflow-x: auto; }
figcaption { font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; } dd { margin: 0; }
dt, .dim { color: var(--dim); } a { color: var(--accent); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--soft); }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); text-anchor: middle; }
svg .window { font-size: 10px; fill: var(--dim); paint-order: stroke; stroke: var(--paper); stroke-width: 4px; }
svg path, svg circle, svg rect { fill: var(--paper); stroke: var(--line); stroke-width: 1.5; }
svg line { stroke: var(--line); stroke-width: 1.5; } svg .skipped { opacity: .35; stroke-dasharray: 4 3; }
svg .leaf { fill: var(--soft); }
"""


def write_html(report: Report) -> str:
    """The page."""
    parts = [
        f"<h1><code>{escape(report.patient)}</code></h1>",
        f'<p class="verdict {"right" if report.verdict == "right" else ""}"><b>{escape(report.verdict)}</b>: '
        f"{escape(report.sentence)}</p>",
    ]
    if report.faults:
        both = (
            "These faults together explain it"
            if report.is_pair
            else "The faults that explain it, the most specific first"
        )
        parts.append(f"<h2>{both if len(report.faults) > 1 else 'The fault'}</h2>")
        parts += [
            _write_fault(fault.id, fault.sentence, fault.why, fault.wrong, fault.right, fault.published)
            for fault in report.faults
        ]
        if report.agreed:
            parts.append(
                f'<p class="dim">Put into the textbook, each gives the same {escape(report.agreed)} as this program on '
                f"all {report.cases} trees.</p>"
            )
    if report.smallest is not None:
        depth = "" if report.smallest_depth is None else f", searched to depth {report.smallest_depth}"
        parts.append("<h2>The smallest tree on which it shows</h2>")
        parts.append(f"<pre>{escape(str(report.smallest))}</pre>")
        parts.append(f"<p>{report.smallest_to_move.capitalize()} to move{depth}: {escape(report.violation)}.</p>")
    if report.patient_run is not None and report.right_run is not None:
        parts.append('<div class="runs">')
        for title, run in (("This program", report.patient_run), ("Right", report.right_run)):
            drawing = draw_run(run, report.smallest_to_move == "max")
            parts.append(f"<figure><figcaption>{title}: {escape(_answer(run))}</figcaption>{drawing}</figure>")
        parts.append("</div>")
        parts.append(
            '<p class="dim">A triangle up is Max, one down is Min. Below a node its window; faint: not looked at.</p>'
        )
    rows = []
    if report.leaves is not None:
        rows.append(("leaves looked at", format_counts(report)))
    if report.next_step:
        rows.append(("try next", report.next_step))
    rows += [("note", remark) for remark in report.remarks]
    if report.understood:
        rows.append(("read as", report.understood))
    rows.append(("asked", f"{report.cases} trees, {report.wrong_cases} answered wrongly, {report.seconds:.1f} s"))
    parts.append(
        "<h2>More</h2><dl>" + "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in rows) + "</dl>"
    )
    return _page(f"{report.patient}: {report.verdict}", parts)


def _write_fault(name: str, sentence: str, why: str, wrong: str, right: str, published: Sequence[str]) -> str:
    lines = (
        f'<pre><span class="wrong">- {escape(wrong)}</span>\n<span class="right-line">+ {escape(right)}</span></pre>'
        if wrong
        else ""
    )
    also = f" <span class='dim'>As in the published program: {', '.join(published)}.</span>" if published else ""
    return f"<p><code>{escape(name)}</code>: <b>{escape(sentence)}</b> {escape(why)}{also}</p>{lines}"


def _answer(run: Run) -> str:
    if run.error:
        return run.error
    return f"value {format_number(run.value)}" + ("" if run.move is None else f", move {run.move}")


def draw_run(run: Run, is_max: bool) -> str:
    """A search as SVG, for a page with the style sheet of a report."""
    plies, places = list[int](), [0.0] * len(run.nodes)
    below: dict[int, list[int]] = {}
    for number, node in enumerate(run.nodes):
        plies.append(0 if node.parent < 0 else plies[node.parent] + 1)
        below.setdefault(node.parent, []).append(number)
    next_column = 0.0

    def lay_out(number: int) -> float:
        nonlocal next_column
        children = below.get(number, [])
        if not children:
            places[number], next_column = next_column, next_column + 1
        else:
            spots = [lay_out(child) for child in children]
            places[number] = (spots[0] + spots[-1]) / 2
        return places[number]

    lay_out(0)
    width = 2 * MARGIN + X_STEP * max(next_column - 1, 0)
    height = 2 * MARGIN + Y_STEP * max(plies)
    shapes: list[str] = []
    for number, node in enumerate(run.nodes):
        x, y = MARGIN + X_STEP * places[number], MARGIN + Y_STEP * plies[number]
        hidden = " skipped" if node.state == "skipped" else ""
        if node.parent >= 0:
            above = MARGIN + X_STEP * places[node.parent], MARGIN + Y_STEP * plies[node.parent]
            shapes.insert(0, f'<line class="{hidden}" x1="{above[0]:g}" y1="{above[1]:g}" x2="{x:g}" y2="{y:g}"/>')
        if node.static is not None:
            shapes.append(f'<rect class="leaf{hidden}" x="{x - 17:g}" y="{y - 12:g}" width="34" height="24" rx="3"/>')
            text = format_number(node.static)
        else:
            points = (x, y - RADIUS, x + RADIUS, y + 13, x - RADIUS, y + 13)
            if (plies[number] % 2 == 0) != is_max:
                points = (x, y + RADIUS, x + RADIUS, y - 13, x - RADIUS, y - 13)
            shapes.append('<path class="{}" d="M{:g} {:g}L{:g} {:g}L{:g} {:g}Z"/>'.format(hidden, *points))
            text = "" if node.state == "skipped" else format_number(node.value)
        shapes.append(f'<text class="{hidden}" x="{x:g}" y="{y + 5:g}">{escape(text)}</text>')
        if node.static is None and node.alpha is not None and node.beta is not None and not hidden:
            window = f"{format_number(node.alpha)}, {format_number(node.beta)}"
            shapes.append(f'<text class="window" x="{x:g}" y="{y + 31:g}">{escape(window)}</text>')
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg role="img" aria-label="{escape(_answer(run))}" {size}>{"".join(shapes)}</svg>'


def draw_picture(run: Run, is_max: bool, step: int | None = None) -> str:
    """A search as an SVG file of its own; `step`: only as far as it is when it has looked at so many leaves."""
    if step is not None and step < len(run.leaves or ()):
        run = _cut_at_step(run, step)
    head, _, rest = draw_run(run, is_max).partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{STYLE}</style>{rest}'


def _cut_at_step(run: Run, step: int) -> Run:
    """The search when it has looked at so many leaves: no inner node has its value yet."""
    seen, begun = set((run.leaves or ())[:step]), set[int]()
    for place, node in enumerate(run.nodes):
        if node.number in seen:
            while place >= 0:
                begun.add(place)
                place = run.nodes[place].parent
    nodes = [
        replace(
            node, state=node.state if place in begun else "skipped", value=node.value if node.number in seen else None
        )
        for place, node in enumerate(run.nodes)
    ]
    return replace(run, nodes=tuple(nodes))


def write_index(title: str, rows: Iterable[tuple[str, str, str, str, str, str]]) -> str:
    """The table of a class: program, its page, verdict, faults, leaves, time."""
    cells = "".join(
        f'<tr><td><a href="{escape(page)}">{escape(name)}</a></td>'
        f'<td class="{"right-line" if verdict == "right" else "wrong"}">{escape(verdict)}</td>'
        f"<td>{escape(faults)}</td><td>{escape(leaves)}</td><td>{escape(seconds)}</td></tr>"
        for name, page, verdict, faults, leaves, seconds in rows
    )
    head = "<tr><th>program</th><th>verdict</th><th>fault</th><th>leaves</th><th>time</th></tr>"
    return _page(title, [f"<h1>{escape(title)}</h1>", f"<table>{head}{cells}</table>"])


def _page(title: str, parts: Iterable[str]) -> str:
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )
