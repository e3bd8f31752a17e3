"""A recording as one page that opens without a server: the microscope's own page with a tree inside.

The page is `web/static/microscope/standalone.html`, which names its styles and one module. Every module becomes a
function that returns what it exports, in the order in which they need each other, so that names in different modules
cannot clash.

The page draws and looks up; everything it says was worked out here. Its data are JSON:

    recording     as the server describes it
    explained     whether the page has explanations; `explained_up_to`: nodes of the largest page that has
    tree          parent and size of every node
    cards         what is said of every node: a `NodeCard` for Max; `for_min`: what differs for Min
    nodes         the other fields of an `EmbeddedNode`
    steps         an `EmbeddedStep` for every step of the replay
    reasons       `EmbeddedExplanations` of every node; `reasons_for_min`: those for the movers, where Min moves
    statistics    root of a pass -> as the server gives them

A list of records is packed as columns, field -> column: {type, data}, the data being base64 of deflated bytes:

    i4 i1         little-endian numbers; i1 are truths
    text          a line each
    json          a list as JSON
    same          all are equal: `value` instead of data
"""

from __future__ import annotations

import base64
import json
import re
import sys
import zlib
from array import array
from collections.abc import Sequence, Set
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import kibitz
from kibitz.core.errors import Unsuited
from kibitz.trees.microscope.embedded_replay import EmbeddedStep, list_steps
from kibitz.trees.microscope.embedded_tree import EmbeddedExplanations, EmbeddedNode, list_explanations, list_nodes
from kibitz.trees.microscope.node_cards import NodeCard, NodeTexts
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.microscope.recording_summary import summarize_recording
from kibitz.trees.recording import Recording
from kibitz.trees.tree_format import TREE_FORMATS, TreeFormat

MAX_EMBEDDED = 100_000  # nodes
MAX_EXPLAINED = 20_000  # nodes of a page that says why
LARGEST = (1 << 31) - 1  # of a number in a column
NOT_ON_PAGE = {"node", "by", "alpha", "beta", "raw", "verdict", "mean"}  # numbers of which the page shows the texts

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
    return write_data(recording).join(write_shell())


# The data.


def write_data(recording: Recording) -> str:
    """What the page is told about a recording, as JSON that can stand in a page."""
    return _write_json(embed(recording)).replace("<", "\\u003c")


def embed(recording: Recording) -> dict[str, Any]:
    """Everything a page needs to show the tree by itself."""
    tree = recording.tree
    if len(tree) > MAX_EMBEDDED:
        raise Unsuited(
            f"{len(tree):,} nodes are too many for one page (at most {MAX_EMBEDDED:,}); search less deep, "
            "or write a recording with --record and open that."
        )
    is_explained = len(tree) <= MAX_EXPLAINED
    nodes = list(list_nodes(recording, exactly=is_explained))
    reasons, reasons_for_min = (
        list(list_explanations(recording, pov)) if is_explained else [] for pov in (PointOfView.ROOT, PointOfView.MOVER)
    )
    return {
        "recording": asdict(summarize_recording(recording)),
        "explained": is_explained,
        "explained_up_to": MAX_EXPLAINED,
        "tree": {"parent": _pack_column(tree.parent.tolist()), "size": _pack_column(tree.size.tolist())},
        "cards": _pack_records([node.card for node in nodes], NodeCard, leave_out=NOT_ON_PAGE),
        "for_min": _pack_records([node.for_min for node in nodes], NodeTexts),
        "nodes": _pack_records(nodes, EmbeddedNode, leave_out={"card", "for_min"}),
        "steps": _pack_records(list(list_steps(recording)), EmbeddedStep),
        "reasons": _pack_records(reasons, EmbeddedExplanations),
        "reasons_for_min": _pack_records(reasons_for_min, EmbeddedExplanations),
        "statistics": {root: asdict(recording.statistics(root)) for root in tree.roots},
    }


def _pack_records(
    records: Sequence[object | None], kind: type[Any], leave_out: Set[str] = frozenset()
) -> dict[str, dict[str, Any]]:
    names = [field.name for field in fields(kind) if field.name not in leave_out]
    return {name: _pack_column([getattr(record, name, None) for record in records]) for name in names}


def _pack_column(column: Sequence[Any]) -> dict[str, Any]:
    """A column in the shortest form that holds it."""
    kinds = set(map(type, column))
    if column and all(entry == column[0] for entry in column) and len(kinds) == 1:
        return {"type": "same", "value": json.loads(_write_json(column[0]))}
    if kinds == {bool}:
        return {"type": "i1", "data": _pack(bytes(column))}
    if kinds == {int} and -LARGEST <= min(column) <= max(column) <= LARGEST:
        numbers = array("i", column)
        if sys.byteorder == "big":
            numbers.byteswap()
        return {"type": "i4", "data": _pack(numbers.tobytes())}
    if kinds == {str} and not any("\n" in entry for entry in column):
        return {"type": "text", "data": _pack("\n".join(column).encode())}
    return {"type": "json", "data": _pack(_write_json(column).encode())}


def _write_json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=asdict)


def _pack(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data)).decode()


# The page.


def write_shell() -> tuple[str, str]:
    """The page before its data and after them."""
    if not PAGE.exists():
        raise Unsuited("The page of the microscope is not part of this installation; reinstall Kibitz.")
    page = _STYLE.sub(lambda found: _inline_style(PAGE.parent / found["href"]), PAGE.read_text(encoding="utf-8"))
    script = _SCRIPT.search(page)
    assert script is not None, "the page names its module"
    code = bundle(PAGE.parent / script["src"]).replace("</script", "<\\/script")
    return (
        f'{page[: script.start()]}<script type="application/json" id="{DATA_ID}">',
        f'</script>\n<script type="module">\n{code}</script>{page[script.end() :]}',
    )


def _inline_style(path: Path) -> str:
    return f"<style>\n{path.read_text(encoding='utf-8')}</style>"


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
        max_download=MAX_EXPLAINED,  # larger ones take too long to write while somebody waits
    )
)
