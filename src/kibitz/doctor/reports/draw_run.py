"""A search of a tree as a picture: values, windows or visits, and what was not looked at."""

from __future__ import annotations

from dataclasses import replace
from html import escape

from kibitz.doctor.montecarlo.sampled_runs import count_playouts
from kibitz.doctor.report import Run, RunNode
from kibitz.doctor.reports.text_report import format_number

__all__ = ["STYLE", "describe_answer", "draw_picture", "draw_run"]

X_STEP, Y_STEP, RADIUS, MARGIN = 54, 84, 19, 34  # pixels
LABEL = 36  # down to where the lines to the children begin, if something stands below a node

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


def describe_answer(run: Run) -> str:
    """The answer of a search in words."""
    if run.error:
        return run.error
    value = [] if run.is_sampled else [f"value {format_number(run.value)}"]
    return ", ".join([*value, *([] if run.move is None else [f"move {run.move}"])])


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
            drop = LABEL if _write_below(run.nodes[node.parent]) else 0  # below what stands below the parent
            start = f'x1="{above[0]:g}" y1="{above[1] + drop:g}"'
            shapes.insert(0, f'<line class="{hidden}" {start} x2="{x:g}" y2="{y:g}"/>')
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
        below_it = "" if hidden else _write_below(node)
        if below_it:
            shapes.append(f'<text class="window" x="{x:g}" y="{y + 31:g}">{escape(below_it)}</text>')
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'<svg role="img" aria-label="{escape(describe_answer(run))}" {size}>{"".join(shapes)}</svg>'


def _write_below(node: RunNode) -> str:
    """What stands below a node: its visits, or its window."""
    if node.visits is not None:
        return f"{node.visits:,} ×"
    if node.static is None and node.alpha is not None and node.beta is not None:
        return f"{format_number(node.alpha)}, {format_number(node.beta)}"
    return ""


def draw_picture(run: Run, is_max: bool, step: int | None = None) -> str:
    """A search as an SVG file of its own; `step`: only as far as it is when it has looked at so many leaves."""
    if step is not None and step < len(run.leaves or ()):
        run = _cut_at_step(run, step)
    head, _, rest = draw_run(run, is_max).partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{STYLE}</style>{rest}'


def _cut_at_step(run: Run, step: int) -> Run:
    """The search when it has looked at so many leaves: no inner node has its value yet, except a mean."""
    if run.is_sampled:
        return count_playouts(run, (run.leaves or ())[:step])
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
