"""A recording as one page that opens without a server: the microscope's own page with a tree inside.

The page is `web/static/microscope/standalone.html`, which names its styles and one module. Every module becomes a
function that returns what it exports, in the order in which they need each other, so that names in different modules
cannot clash.

The page has the arrays of the tree and computes from them what a server would answer. What needs the rules of the game
is worked out beforehand: how every node's board differs from its parent's, the moves never searched, and the
heuristic's terms at the end of the principal line. The data are JSON:

    recording     as the server describes it
    columns       name -> {type: "i4" | "i1", data: base64 of deflated little-endian numbers}; notes among them
    changes       {type: "text", data}: a line a node, "row,column,mark" with blanks between; "_" for no cell at all
    ghosts        likewise: the numbers of the moves never searched
    saved         likewise: about how many nodes each of them would have cost
    events        of a search that does not go depth first: the columns of `embedded_replay.py`, packed likewise
    faults        likewise: [id, title, what it does there] of every fault that acts at the node, as JSON
    least         whether the root takes the value that is least for the side to move there
    statistics    root of a pass -> as the server gives them
    terms         leaf -> the heuristic's terms there
"""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any
from urllib.parse import quote

import kibitz
from kibitz.core.errors import Unsuited
from kibitz.core.score import INFINITY, WIN
from kibitz.core.searching import NodeKind
from kibitz.play.boards.geometry import NO_CELL
from kibitz.play.position_view import list_texts
from kibitz.trees.fault_marks import takes_least
from kibitz.trees.microscope.embedded_replay import write_events
from kibitz.trees.microscope.explanation_view import explain_leaf
from kibitz.trees.microscope.recording_summary import summarize_recording
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import COLUMNS, NO_NODE, SearchTree
from kibitz.trees.tree_format import TREE_FORMATS, TreeFormat
from kibitz.trees.tree_statistics import estimate_ghost_cost

__all__ = ["MAX_EMBEDDED", "bundle", "embed", "write_page"]

MAX_EMBEDDED = 100_000  # nodes
LARGEST = (1 << 31) - 1  # of a number in a column; stands for infinity in proof numbers

STATIC = Path(kibitz.__file__).parent / "web" / "static"
PAGE = STATIC / "microscope" / "standalone.html"
DATA_ID = "kibitz-tree"

_STYLE = re.compile(r'<link rel="stylesheet" href="(?P<href>[^"]+)"\s*/?>')
_SCRIPT = re.compile(r'<script type="module" src="(?P<src>[^"]+)"></script>')
_IMPORT = re.compile(r'^import\s+(?:(?P<names>\{[^}]*\})\s+from\s+)?"(?P<path>[^"]+)";[ \t]*$', re.MULTILINE)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|class|const|let)\s+(?P<name>[\w$]+))", re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export\s+\{(?P<names>[^}]*)\};[ \t]*$", re.MULTILINE)


def write_page(recording: Recording) -> str:
    """The page, ready to be opened from a disk."""
    if not PAGE.exists():
        raise Unsuited("The page of the microscope is not part of this installation; reinstall Kibitz.")
    data = json.dumps(embed(recording), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = PAGE.read_text(encoding="utf-8")
    page = _STYLE.sub(lambda found: _inline_style(PAGE.parent / found["href"]), page)
    return _SCRIPT.sub(lambda found: _inline_scripts(data, PAGE.parent / found["src"]), page)


# The data.


def embed(recording: Recording) -> dict[str, Any]:
    """Everything a page needs to show the tree by itself."""
    tree = recording.tree
    if len(tree) > MAX_EMBEDDED:
        raise Unsuited(
            f"{len(tree):,} nodes are too many for one page (at most {MAX_EMBEDDED:,}); search less deep, "
            "or write a recording with --record and open that."
        )
    columns = {name: getattr(tree, name) for name in COLUMNS} | {"size": tree.size}
    notes = {name: array("i", (min(number, LARGEST) for number in column)) for name, column in tree.notes.items()}
    ghosts = [tree.ghosts(node) for node in range(len(tree))]
    leaves = {tree.line(root)[-1] for root in tree.roots}
    texts, numbers = write_events(recording) or ({}, {})
    root_view = tree.game.view(tree.root_state)
    return {
        "recording": asdict(summarize_recording(recording)),
        "columns": {name: _pack_numbers(column) for name, column in {**columns, **notes, **numbers}.items()},
        "events": {name: _pack_lines(lines) for name, lines in texts.items()},
        "infinity": INFINITY,
        "win": WIN,
        "never": LARGEST,
        "board": {"rows": root_view.rows, "texts": list_texts(root_view)},
        "changes": _pack_lines(_describe_changes(tree, node) for node in range(len(tree))),
        "ghosts": _pack_lines(" ".join(map(str, moves)) for moves in ghosts),
        "saved": _pack_lines(
            " ".join([str(estimate_ghost_cost(tree, node))] * len(moves)) if moves else ""
            for node, moves in enumerate(ghosts)
        ),
        "faults": _pack_lines(_describe_faults(recording, node) for node in range(len(tree))),
        "least": takes_least(tree),
        "line": list(tree.line(recording.root)),
        "statistics": {root: asdict(recording.statistics(root)) for root in tree.roots},
        "terms": {
            leaf: [asdict(term) for term in explain_leaf(recording, leaf)]
            for leaf in sorted(leaves)
            if tree.kind[leaf] == NodeKind.HORIZON and not tree.notes
        },
    }


def _describe_faults(recording: Recording, node: int) -> str:
    marks = [astuple(mark) for mark in recording.fault_marks.at(node)]
    return json.dumps(marks, ensure_ascii=False) if marks else ""


def _describe_changes(tree: SearchTree, node: int) -> str:
    """How the board of a node differs from that of the node above."""
    if tree.parent[node] == NO_NODE:
        return ""
    game = tree.game
    before, after = game.view(tree.state(tree.parent[node])), game.view(tree.state(node))
    changes = []
    for row, (old_row, new_row) in enumerate(zip(before.rows, after.rows, strict=False)):
        for column, (old, new) in enumerate(zip(old_row, new_row, strict=False)):
            old_text, text = before.texts.get((row, column), ""), after.texts.get((row, column), "")
            if old != new or old_text != text:
                mark = "_" if new == NO_CELL else new
                changes.append(f"{row},{column},{mark}" + f",{quote(text)}" * (old_text != text))
    return " ".join(changes)


def _pack_numbers(column: array[int]) -> dict[str, str]:
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return {"type": f"i{column.itemsize}", "data": _pack(column.tobytes())}


def _pack_lines(lines: Iterable[str]) -> dict[str, str]:
    return {"type": "text", "data": _pack("\n".join(lines).encode())}


def _pack(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()


# The page.


def _inline_style(path: Path) -> str:
    return f"<style>\n{path.read_text(encoding='utf-8')}</style>"


def _inline_scripts(data: str, entry: Path) -> str:
    code = bundle(entry).replace("</script", "<\\/script")
    return f'<script type="application/json" id="{DATA_ID}">{data}</script>\n<script type="module">\n{code}</script>'


def bundle(entry: Path) -> str:
    """A module with all it imports as one script."""
    order: list[Path] = []
    _collect(entry.resolve(), order, ())
    return "\n".join(_wrap_module(path, order) for path in order)


def _collect(path: Path, order: list[Path], above: tuple[Path, ...]) -> None:
    """Put a module into the list after those it needs."""
    if path in above:
        raise ValueError(f"{path.name} imports itself by way of {above[-1].name}")
    if path in order:
        return
    for found in _IMPORT.finditer(path.read_text(encoding="utf-8")):
        _collect((path.parent / found["path"]).resolve(), order, (*above, path))
    order.append(path)


def _wrap_module(path: Path, order: list[Path]) -> str:
    code = path.read_text(encoding="utf-8")
    exported = [found["name"] for found in _EXPORT.finditer(code)]
    for found in _EXPORT_LIST.finditer(code):
        exported += [name.strip() for name in found["names"].split(",") if name.strip()]

    def taken(found: re.Match[str]) -> str:
        module = f"module{order.index((path.parent / found['path']).resolve())}"
        return f"const {found['names'].replace(' as ', ': ')} = {module};" if found["names"] else ""

    code = _EXPORT_LIST.sub("", _EXPORT.sub("", _IMPORT.sub(taken, code)))
    name = f"module{order.index(path)}"
    return f"const {name} = await (async () => {{\n{code}\nreturn {{ {', '.join(exported)} }};\n}})();"


TREE_FORMATS.register(
    TreeFormat(
        ".html",
        "one page with the tree inside, which opens without a server",
        "text/html; charset=utf-8",
        lambda recording: write_page(recording).encode(),
        all_passes=True,
        max_download=MAX_EMBEDDED,
    )
)
