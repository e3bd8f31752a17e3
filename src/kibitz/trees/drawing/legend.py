"""The small signs of a drawn tree and what they mean: shape and colour say the same thing twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from xml.sax.saxutils import escape

from kibitz.core.score import Bound
from kibitz.core.searching import NodeKind
from kibitz.trees.labels import KIND_WORDS, has_windows, side_name
from kibitz.trees.search_tree import SearchTree

SIGN_STYLE = """
.max{fill:#2563eb}.min{fill:#db2777}.terminal-sign{fill:#475569}.horizon-sign{fill:#ca8a04}.table-sign{fill:#9333ea}
.stopped-sign{stroke:#64748b;stroke-width:2}
.cut-sign{stroke:#b91c1c;stroke-width:1.3;fill:none}
"""

NOTE_SIZE = 11.5  # of the letters

# Each ten to twenty units wide, around the origin.
_SIGNS = {
    "max": '<path class="max" d="M0-5L5.5 4.5H-5.5z"/>',
    "min": '<path class="min" d="M0 5L5.5-4.5H-5.5z"/>',
    "terminal": '<rect class="terminal-sign" x="-4.5" y="-4.5" width="9" height="9"/>',
    "horizon": '<circle class="horizon-sign" r="4.8"/>',
    "table": '<path class="table-sign" d="M0-6L6 0L0 6L-6 0z"/>',
    "stopped": '<path class="stopped-sign" d="M-4-4L4 4M4-4L-4 4"/>',
    "cut": '<g class="cut-sign"><path d="M-5-3.2L5 3M-5 3.2L5-3"/>'
    '<circle cx="-6.6" cy="-4" r="2"/><circle cx="-6.6" cy="4" r="2"/></g>',
    "ghost": '<path class="stub" d="M-9 0H9"/>',
    "best": '<path class="edge best" d="M-9 0H9"/>',
    "fault": '<rect class="fault" x="-8" y="-5" width="16" height="10" rx="3"/>',
}


def draw_sign(name: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})">{_SIGNS[name]}</g>'


def find_sign(tree: SearchTree, node: int) -> str:
    """The name of the sign that goes with a node's value."""
    if tree.kind[node] == NodeKind.INNER:
        return "max" if tree.is_max(node) else "min"
    return NodeKind(tree.kind[node]).name.lower()


def estimate_width(text: str, size: float) -> float:
    """About how wide a text is; a little more than most fonts need."""
    return 0.6 * size * len(text)


class LegendEntry(NamedTuple):
    """One entry of the legend; those that explain a notation have no sign."""

    sign: str
    words: str

    @property
    def width(self) -> float:
        return (22 if self.sign else 0) + estimate_width(self.words, NOTE_SIZE) + 12

    def draw(self, x: float, y: float) -> str:
        drawn, start = (draw_sign(self.sign, x + 9, y - 4), x + 22) if self.sign else ("", x)
        return f'{drawn}<text class="note" x="{start:g}" y="{y:g}">{escape(self.words)}</text>'


def lay_out_legend(tree: SearchTree, room: float, faults: Mapping[str, str]) -> list[list[LegendEntry]]:
    """What the signs in the drawing of this tree mean, in rows of at most that width; `faults`: what each marked is."""
    rows: list[list[LegendEntry]] = [[]]
    marked = [LegendEntry("fault", f"{fault_id}: {title}") for fault_id, title in sorted(faults.items())]
    for entry in [*_entries(tree), *marked]:
        if rows[-1] and sum(known.width for known in rows[-1]) + entry.width > room:
            rows.append([])
        rows[-1].append(entry)
    return rows


def _entries(tree: SearchTree) -> list[LegendEntry]:
    nodes = range(len(tree))
    kinds = sorted({NodeKind(kind) for kind in tree.kind} - {NodeKind.INNER})
    entries = [LegendEntry("max", f"Max: {side_name(tree)} to move")]
    if len(tree) > 1:
        entries.append(LegendEntry("min", f"Min: {side_name(tree, for_max=False)} to move"))
    entries += [LegendEntry(kind.name.lower(), KIND_WORDS[kind]) for kind in kinds]
    if any(tree.is_cut(node) for node in nodes):
        entries.append(LegendEntry("cut", "cut-off"))
    if any(tree.ghosts(node) for node in nodes):
        entries.append(LegendEntry("ghost", "never searched"))
    if len(tree.line()) > 1:
        entries.append(LegendEntry("best", "principal line"))
    if any(tree.bound(node) != Bound.EXACT for node in nodes):
        entries.append(LegendEntry("", "≥ ≤  at least, at most"))
    if has_windows(tree):
        entries.append(LegendEntry("", "( , )  window: alpha, beta"))
    return entries
