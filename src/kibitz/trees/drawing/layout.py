"""Where the nodes of a drawn tree go: geometry only, in the drawing's own units.

A tidy drawing after Reingold and Tilford, "Tidier drawings of trees" (1981): one level a ply, parents in the middle
above their children, equal subtrees drawn alike, no two boxes overlapping, and as narrow as that allows. Each
subtree keeps its outline (how far it reaches to the left and right on every level); siblings are pushed together
until their outlines touch. Pushing to the left alone leaves small subtrees clinging to their left neighbour; we push
once to each side and take the middle. Both drawings keep every distance, so their mean keeps it too.

Ghosts, the moves never searched, come after the children, in rows where there are many. The last ply of a search
holds most of its nodes and makes a drawing very wide. It can be stacked: siblings there stand below each other and
hang on a trunk at their left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.game import Move
from kibitz.trees.search_tree import SearchTree

GHOSTS_A_ROW = 8
MAX_GHOST_ROWS = 5  # beyond that the rows get longer


@dataclass(frozen=True)
class LayoutSizes:
    """How large the boxes are, and the least distances between them.

    All rows of ghosts must fit in between a node and its grandchildren.
    """

    node_width: float
    node_height: float
    ghost_width: float
    ghost_height: float
    sibling_gap: float
    cousin_gap: float  # between boxes on one level that have different parents
    level_gap: float  # from the bottom of a node to the top of its children
    ghost_drop: float  # from the bottom of a node to the top of its ghosts
    stack_gap: float  # between siblings that stand below each other
    trunk: float  # the room at their left


class Box(NamedTuple):
    """A rectangle; y grows downward."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        return self.left + self.width / 2

    @property
    def bottom(self) -> float:
        return self.top + self.height


class GhostBox(NamedTuple):
    """The place for the name of a move that was never searched below `node`; those in row 0 hang on a stub."""

    node: int
    move: Move
    row: int
    box: Box


@dataclass(frozen=True)
class TreeLayout:
    """A box for every node of the tree, in its order, and one for every ghost; all within width and height.

    `stacked` are the nodes that hang on a trunk.
    """

    nodes: tuple[Box, ...]
    stacked: frozenset[int]
    ghosts: tuple[GhostBox, ...]
    width: float
    height: float


class _Outline(NamedTuple):
    """How far a subtree reaches on each level, measured from the middle of its root."""

    left: list[float]
    right: list[float]

    def mirrored(self) -> _Outline:
        return _Outline([-x for x in self.right], [-x for x in self.left])


def lay_out_tree(tree: SearchTree, sizes: LayoutSizes, *, stack: bool = False) -> TreeLayout:
    """The layout of a tree of one pass; `stack`: whether its last ply is stacked."""
    ghosts = [tree.ghosts(node) for node in range(len(tree))]
    columns = _columns(tree, stack)
    middles, ghost_middles, width = _across(tree, columns, ghosts, sizes)
    rows = {node: row for stacks in columns for column in stacks for row, node in enumerate(column)}
    level, step = sizes.node_height + sizes.level_gap, sizes.node_height + sizes.stack_gap
    nodes = tuple(
        Box(
            middles[node] - sizes.node_width / 2,
            tree.ply[node] * level + rows.get(node, 0) * step,
            sizes.node_width,
            sizes.node_height,
        )
        for node in range(len(tree))
    )
    ghost_boxes = tuple(
        _ghost_box(node, move, divmod(place, len(ghost_middles[node])), nodes[node], ghost_middles[node], sizes)
        for node in range(len(tree))
        for place, move in enumerate(ghosts[node])
    )
    stacked = frozenset(node for stacks in columns for column in stacks if len(column) > 1 for node in column)
    bottom = max(box.bottom for box in (*nodes, *(ghost.box for ghost in ghost_boxes)))
    return TreeLayout(nodes, stacked, ghost_boxes, width, bottom)


def _ghost_columns(count: int) -> int:
    """How many ghosts stand side by side."""
    rows = min(MAX_GHOST_ROWS, -(-count // GHOSTS_A_ROW))
    return -(-count // rows) if rows else 0


def _ghost_box(
    node: int, move: Move, place: tuple[int, int], above: Box, middles: Sequence[float], sizes: LayoutSizes
) -> GhostBox:
    row, column = place
    left, top = middles[column] - sizes.ghost_width / 2, above.bottom + sizes.ghost_drop + row * sizes.ghost_height
    return GhostBox(node, move, row, Box(left, top, sizes.ghost_width, sizes.ghost_height))


def _columns(tree: SearchTree, stack: bool) -> list[list[tuple[int, ...]]]:
    """For each node, its children as columns: one each, or all in one column on a stacked last ply."""
    last = max(tree.ply)
    columns: list[list[tuple[int, ...]]] = []
    for node in range(len(tree)):
        children = tree.children(node)
        stacks = stack and children and tree.ply[node] == last - 1
        columns.append([children] if stacks else [(child,) for child in children])
    return columns


def _across(
    tree: SearchTree, columns: list[list[tuple[int, ...]]], ghosts: list[tuple[Move, ...]], sizes: LayoutSizes
) -> tuple[list[float], list[list[float]], float]:
    """The middle of every node, the middles of the columns of ghosts below it, and the width of the whole."""
    node_half, ghost_half = sizes.node_width / 2, sizes.ghost_width / 2
    outlines: dict[int, _Outline] = {}
    shift = [0.0] * len(tree)  # from the middle of the parent to the middle of the node
    ghost_shifts: list[list[float]] = [[] for _ in range(len(tree))]

    for node in range(len(tree) - 1, -1, -1):  # children come after their parent, so they are done before it
        below = []
        for column in columns[node]:
            whole = [outlines.pop(child) for child in column]
            below.append(whole[0] if len(whole) == 1 else _Outline([-node_half - sizes.trunk], [node_half]))
        below += [_Outline([-ghost_half], [ghost_half]) for _ in range(_ghost_columns(len(ghosts[node])))]
        places = _side_by_side(below, sizes)
        outlines[node] = _joined(node_half, below, places)
        for column, place in zip(columns[node], places, strict=False):
            for child in column:
                shift[child] = place
        ghost_shifts[node] = places[len(columns[node]) :]

    middles: list[float] = []
    for node in range(len(tree)):
        middles.append(shift[node] + (middles[tree.parent[node]] if node else -min(outlines[0].left)))
    ghost_middles = [[middles[node] + place for place in ghost_shifts[node]] for node in range(len(tree))]
    return middles, ghost_middles, max(outlines[0].right) - min(outlines[0].left)


def _side_by_side(outlines: Sequence[_Outline], sizes: LayoutSizes) -> list[float]:
    """Where the roots of neighbouring subtrees go, measured from the middle above them."""
    if len(outlines) <= 1:
        return [0.0] * len(outlines)
    to_left = _pushed_left(outlines, sizes)
    mirrored = _pushed_left([outline.mirrored() for outline in reversed(outlines)], sizes)
    to_right = [to_left[-1] - place for place in reversed(mirrored)]
    middle = (to_left[0] + to_left[-1]) / 2
    return [(left + right) / 2 - middle for left, right in zip(to_left, to_right, strict=True)]


def _pushed_left(outlines: Sequence[_Outline], sizes: LayoutSizes) -> list[float]:
    """Each subtree as far to the left as those before it allow; the first at 0."""
    places: list[float] = []
    reached: list[float] = []  # the right edge of everything placed so far, level by level
    for outline in outlines:
        place = 0.0
        if places:
            place = max(
                edge - left + (sizes.cousin_gap if level else sizes.sibling_gap)
                for level, (edge, left) in enumerate(zip(reached, outline.left, strict=False))
            )
        places.append(place)
        edges = [place + right for right in outline.right]
        # Whatever was placed earlier reaches less far on the levels both have, by construction.
        reached = edges + reached[len(edges) :]
    return places


def _joined(node_half: float, below: Sequence[_Outline], places: Sequence[float]) -> _Outline:
    """The outline of a node together with the subtrees placed below it."""
    if len(below) == 1:  # nothing to compare, which keeps long lines of play cheap
        return _Outline([-node_half, *below[0].left], [node_half, *below[0].right])
    height = max((len(outline.left) for outline in below), default=0)
    left, right = [0.0] * height, [0.0] * height
    for level in range(height):
        here = [(o, place) for o, place in zip(below, places, strict=True) if level < len(o.left)]
        left[level] = min(place + o.left[level] for o, place in here)
        right[level] = max(place + o.right[level] for o, place in here)
    return _Outline([-node_half, *left], [node_half, *right])
