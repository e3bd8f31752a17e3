"""A tree of any size as an icicle: a rectangle for every node, as wide as its subtree has nodes, a row for every ply.

    row 0   ├────────────── 0 ──────────────┤        A node covers its own place and those of all below it, which
    row 1      ├──── 1 ────┤├──── 4 ───┤├6┤          in the order of the search is the stretch node … node + size.
    row 2         ├2┤├3┤       ├ 5 ┤

Subtrees too narrow to be seen are merged with their neighbours into one block. So the answer has as many rectangles as
there is room for, however large the tree is, and is found without looking at what cannot be seen.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from kibitz.trees.search_tree import SearchTree

MAX_SHOWN = 2_000  # rectangles, and blocks of merged ones
NARROWEST = 1.5  # pixels
DEEPEST_OF = 32  # nodes of a block that tell how deep it is


class NodeFlag(enum.IntFlag):
    """What is marked on a node."""

    CUT = 1
    RESEARCH = 2
    PRINCIPAL = 4
    ONLY = 8  # the other search of a comparison was never there
    FAULT = 16  # a fault of a published program acts there
    MIN = 32  # Min is to move, the side that is not to move at the root


@dataclass(frozen=True)
class MergedNodes:
    """Neighbours too narrow to be seen: parallel columns. `x`, `width`: the stretch, from the root shown.

    `height`: how many rows they reach down, as far as some of their nodes tell. `only`: whether the other search of a
    comparison was at none of them; else it was at all of their roots.
    """

    x: list[int]
    width: list[int]
    ply: list[int]
    height: list[int]
    only: list[bool]


@dataclass(frozen=True)
class Icicle:
    """Nodes in view: parallel columns, row by row. `ply` counts from the root shown.

    `smallest`: subtrees of fewer nodes than that were merged.
    """

    root: int
    x0: float
    x1: float
    smallest: float
    id: list[int]
    ply: list[int]
    size: list[int]
    kind: list[int]
    flags: list[int]
    move: list[int]
    merged: MergedNodes


def make_icicle(
    tree: SearchTree,
    root: int,
    x0: float,
    x1: float,
    width: float,
    *,
    plies: int | None = None,
    line: frozenset[int] = frozenset(),
    is_only: Callable[[int], bool] = lambda node: False,
) -> Icicle:
    """The nodes below `root` between x0 and x1 of a picture `width` pixels wide, down to `plies` plies.

    `line`: the nodes of the principal line; `is_only` says of a node whether the other search was never there.
    """
    smallest = NARROWEST * max(x1 - x0, 1.0) / max(width, 1.0)
    while True:
        shown = _look(tree, root, x0, x1, smallest, plies, line, is_only)
        if shown is not None:
            return shown
        smallest *= 2


def _look(
    tree: SearchTree,
    root: int,
    x0: float,
    x1: float,
    smallest: float,
    plies: int | None,
    line: frozenset[int],
    is_only: Callable[[int], bool],
) -> Icicle | None:
    """What is in view; None if it is too much, and more must be merged."""
    size, moves, top = tree.size, tree.move, tree.ply[root]
    low, high = root + x0, root + x1
    shown = Icicle(root, x0, x1, smallest, [], [], [], [], [], [], MergedNodes([], [], [], [], []))
    merged = shown.merged
    waiting: deque[tuple[int, bool]] = deque([(root, False)])
    while waiting:
        node, is_again = waiting.popleft()
        ply = tree.ply[node] - top
        shown.id.append(node)
        shown.ply.append(ply)
        shown.size.append(size[node])
        shown.kind.append(tree.kind[node])
        shown.flags.append(_flags(tree, node, is_again, node in line, is_only(node)))
        shown.move.append(moves[node])
        if len(shown.id) > MAX_SHOWN or len(merged.x) > MAX_SHOWN:
            return None
        if plies is not None and ply >= plies:
            continue
        child, end = node + 1, min(node + size[node], high)
        block = -1  # where the stretch of narrow ones began
        block_is_only = False
        seen: set[int] = set()
        while child < end:
            after = child + size[child]
            if after > low:
                if size[child] >= smallest:
                    if block >= 0:
                        _merge(tree, merged, block, child, root, only=block_is_only)
                        block = -1
                    waiting.append((child, moves[child] in seen))
                elif block < 0:
                    block, block_is_only = child, is_only(child)
                elif is_only(child) != block_is_only:
                    _merge(tree, merged, block, child, root, only=block_is_only)
                    block, block_is_only = child, not block_is_only
            seen.add(moves[child])
            child = after
        if block >= 0:
            _merge(tree, merged, block, child, root, only=block_is_only)
    return shown


def _merge(tree: SearchTree, merged: MergedNodes, first: int, end: int, root: int, *, only: bool) -> None:
    merged.x.append(first - root)
    merged.width.append(end - first)
    merged.ply.append(tree.ply[first] - tree.ply[root])
    looked_at = tree.ply[first : end : max(1, (end - first) // DEEPEST_OF)]
    merged.height.append(max(looked_at) - tree.ply[first] + 1)
    merged.only.append(only)


def _flags(tree: SearchTree, node: int, is_again: bool, on_line: bool, is_only: bool) -> int:
    flags = NodeFlag(0)
    if tree.is_cut(node):
        flags |= NodeFlag.CUT
    if is_again:
        flags |= NodeFlag.RESEARCH
    if on_line:
        flags |= NodeFlag.PRINCIPAL
    if is_only:
        flags |= NodeFlag.ONLY
    if not tree.is_max(node):
        flags |= NodeFlag.MIN
    return int(flags)
