"""A search of a tree as a picture: values, windows or visits, and what was not looked at."""

from __future__ import annotations

from dataclasses import replace

from kibitz.doctor.montecarlo.sampled_runs import count_playouts
from kibitz.doctor.report import Run, RunNode
from kibitz.doctor.reports.text_report import format_number
from kibitz.games.numbers import name_nodes
from kibitz.trees.drawing.figure_svg import draw_tree
from kibitz.trees.drawing.tree_figure import TreeFigure, TreeNode

DARK = """
@media (prefers-color-scheme: dark) { .tree-figure .ground { fill: #12181f; } .tree-figure text { fill: #e6ebf0; }
  .tree-figure .shape { fill: #1c252f; stroke: #718092; } .tree-figure .edge { stroke: #718092; }
  .tree-figure :is(.name, .note) { stroke: #12181f; } }
"""


def describe_answer(run: Run) -> str:
    """The answer of a search in words."""
    if run.error:
        return run.error
    value = [] if run.is_sampled else [f"value {format_number(run.value)}"]
    return ", ".join([*value, *([] if run.move is None else [f"move {run.move}"])])


def draw_run(run: Run, is_max: bool, style: str = "") -> str:
    """A search as SVG, for a page with the style sheet `DARK`, or with one of its own."""
    plies = list[int]()
    for node in run.nodes:
        plies.append(0 if node.parent < 0 else plies[node.parent] + 1)
    names = name_nodes([(ply, node.static is not None) for ply, node in zip(plies, run.nodes, strict=True)])
    skipped = [name for name, node in zip(names, run.nodes, strict=True) if node.state == "skipped"]
    nodes = tuple(
        TreeNode(
            name,
            names[node.parent] if node.parent >= 0 else "",
            "" if node.static is not None else "max" if (ply % 2 == 0) == is_max else "min",
            _write_inside(node),
            "" if node.state == "skipped" else _write_below(node),
        )
        for name, ply, node in zip(names, plies, run.nodes, strict=True)
    )
    return draw_tree(TreeFigure(nodes, caption=describe_answer(run)), faint=skipped, style=style)


def _write_inside(node: RunNode) -> str:
    """What stands in a node: the number of a leaf, or the value that was found, if it was looked for."""
    if node.static is not None:
        return format_number(node.static)
    return "" if node.state == "skipped" else format_number(node.value)


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
    return draw_run(run, is_max, DARK)


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
