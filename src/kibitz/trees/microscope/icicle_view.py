"""The whole tree from afar: the part of an icicle that is in view."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.trees.drawing.icicle import Icicle, NodeFlag, make_icicle
from kibitz.trees.find_nodes import check_node
from kibitz.trees.labels import value_text
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import NO_NODE
from kibitz.trees.tree_comparison import Alignment


@dataclass(frozen=True)
class IcicleView(Icicle):
    """An icicle with the values of its nodes for Max and for Min, and how many rows the whole of it has.

    `born`: the steps of the replay from which on the nodes are there; empty if the order of the nodes says so.
    """

    value: list[str]
    value_for_min: list[str]
    born: list[int]
    height: int


def view_icicle(
    recording: Recording,
    root: int,
    x0: float,
    x1: float,
    width: float,
    *,
    plies: int | None = None,
    other: Alignment | None = None,
) -> IcicleView:
    """The part below a node that is in view; see `make_icicle`."""
    tree = recording.tree
    check_node(tree, root)
    x0, x1 = max(0.0, min(x0, tree.size[root] - 1.0)), max(1.0, min(x1, float(tree.size[root])))
    is_only = (lambda node: False) if other is None else other.is_only_in_a
    found = make_icicle(tree, root, x0, max(x1, x0 + 1), width, plies=plies, line=recording.lines, is_only=is_only)
    found.flags[:] = [
        flags | (NodeFlag.FAULT if recording.fault_marks.at(node) else 0)
        for node, flags in zip(found.id, found.flags, strict=True)
    ]
    values, theirs = ([value_text(tree, node, for_max=for_max) for node in found.id] for for_max in (True, False))
    born = [] if tree.is_depth_first else [recording.replay.entered(node) for node in found.id]
    return IcicleView(**vars(found), value=values, value_for_min=theirs, born=born, height=_height(recording, root))


def _height(recording: Recording, root: int) -> int:
    tree = recording.tree
    if tree.parent[root] == NO_NODE:
        return recording.pass_heights[root]
    return max(tree.ply[root : root + tree.size[root]]) - tree.ply[root] + 1
