"""A recorded tree as data inside a page that opens without a server.

The page has the arrays and computes from them what a server would answer. What takes the rules of the game is worked
out beforehand: how every node's board differs from its parent's, the moves never searched, and the heuristic's terms
at the end of the principal line.

    recording     as the server describes it
    columns       name -> {type: "i4" | "i1", data: base64 of deflated little-endian numbers}; notes among them
    changes       {type: "text", data}: a line a node, "row,column,mark" with blanks between; "_" for no cell at all
    ghosts        likewise: the numbers of the moves never searched
    saved         likewise: about how many nodes each of them would have cost
    statistics    root of a pass -> as the server gives them
    terms         leaf -> the heuristic's terms there
"""

from __future__ import annotations

import base64
import sys
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from kibitz.core.errors import Unsuited
from kibitz.core.score import INFINITY, WIN
from kibitz.core.searching import NodeKind
from kibitz.play.board_svg import NOWHERE
from kibitz.trees.microscope.recordings import Recorded
from kibitz.trees.microscope.replay_views import leaf_terms
from kibitz.trees.search_tree import COLUMNS, NO_NODE, SearchTree
from kibitz.trees.tree_statistics import ghost_cost

__all__ = ["MAX_EMBEDDED", "embed"]

MAX_EMBEDDED = 100_000  # nodes
LARGEST = (1 << 31) - 1  # of a number in a column; stands for infinity in proof numbers


def embed(recorded: Recorded) -> dict[str, Any]:
    """Everything a page needs to show the tree by itself."""
    tree = recorded.tree
    if len(tree) > MAX_EMBEDDED:
        raise Unsuited(
            f"{len(tree):,} nodes are too many for one page (at most {MAX_EMBEDDED:,}); search less deep, "
            "or write a recording with --record and open that."
        )
    columns = {name: getattr(tree, name) for name in COLUMNS} | {"size": tree.size}
    notes = {name: array("i", (min(number, LARGEST) for number in column)) for name, column in tree.notes.items()}
    ghosts = [tree.ghosts(node) for node in range(len(tree))]
    leaves = {tree.line(root)[-1] for root in tree.roots}
    return {
        "recording": asdict(recorded.recording),
        "columns": {name: _numbers(column) for name, column in {**columns, **notes}.items()},
        "infinity": INFINITY,
        "win": WIN,
        "never": LARGEST,
        "board": {"rows": tree.game.view(tree.root_state).rows},
        "changes": _lines(_changes(tree, node) for node in range(len(tree))),
        "ghosts": _lines(" ".join(map(str, moves)) for moves in ghosts),
        "saved": _lines(
            " ".join([str(ghost_cost(tree, node))] * len(moves)) if moves else "" for node, moves in enumerate(ghosts)
        ),
        "line": list(tree.line(recorded.root)),
        "statistics": {root: asdict(recorded.statistics(root)) for root in tree.roots},
        "terms": {
            leaf: [asdict(term) for term in leaf_terms(recorded, leaf)]
            for leaf in sorted(leaves)
            if tree.kind[leaf] == NodeKind.HORIZON and not tree.notes
        },
    }


def _changes(tree: SearchTree, node: int) -> str:
    """How the board of a node differs from that of the node above."""
    if tree.parent[node] == NO_NODE:
        return ""
    game = tree.game
    before, after = game.view(tree.state(tree.parent[node])).rows, game.view(tree.state(node)).rows
    return " ".join(
        f"{row},{column},{'_' if new == NOWHERE else new}"
        for row, (old_row, new_row) in enumerate(zip(before, after, strict=False))
        for column, (old, new) in enumerate(zip(old_row, new_row, strict=False))
        if old != new
    )


def _numbers(column: array[int]) -> dict[str, str]:
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return {"type": f"i{column.itemsize}", "data": _packed(column.tobytes())}


def _lines(lines: Iterable[str]) -> dict[str, str]:
    return {"type": "text", "data": _packed("\n".join(lines).encode())}


def _packed(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode()
