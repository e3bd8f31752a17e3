"""Whole columns of a search tree at once, where a loop over a million nodes would take seconds.

No kernels: NumPy is quick enough, and nothing has to be compiled. Columns come and go as arrays of the standard
library, which is what a tree is made of.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

import numpy as np

from kibitz.core.searching import NodeKind


def split_planes(column: array[int]) -> bytes:
    """The lowest byte of every number, then the next of every number, and so on."""
    return np.frombuffer(column, np.uint8).reshape(len(column), column.itemsize).T.tobytes()


def join_planes(planes: bytes, code: str) -> array[int]:
    """The reverse of `split_planes`."""
    column = array(code)
    column.frombytes(np.frombuffer(planes, np.uint8).reshape(column.itemsize, -1).T.tobytes())
    return column


def parents_from(distances: array[int]) -> array[int]:
    """What is so far before each place."""
    return array("i", (np.arange(len(distances), dtype=np.int32) - np.frombuffer(distances, np.int32)).tobytes())


def range_of(column: array[int]) -> tuple[int, int]:
    """The least and the greatest number."""
    numbers = np.frombuffer(column, np.dtype(column.typecode))
    return int(numbers.min()), int(numbers.max())


def find_fault_in_shape(roots: list[int], parent: array[int], ply: array[int], size: array[int]) -> str:
    """Why these are no trees one after the other, each in the order of a depth-first walk; empty if they are.

    The children of a node lie side by side behind it, each with all that is below it, and fill its stretch:

        node   first child …   second child …   | what is no longer below the node
    """
    parents, plies, sizes = (np.frombuffer(column, np.int32).astype(np.int64) for column in (parent, ply, size))
    nodes = np.arange(len(parents))
    ends, is_below = nodes + sizes, parents >= 0
    if np.any(sizes < 1) or np.any(parents >= nodes) or np.any(parents < -1):
        return "a node comes before its parent, or is not part of its own subtree"
    if np.flatnonzero(~is_below).tolist() != roots or ends[roots].tolist() != [*roots[1:], len(nodes)]:
        return "its passes do not follow each other, or its roots are not where it says"
    if np.any(plies != np.where(is_below, plies[parents] + 1, 0)):
        return "a node is not one ply below its parent"
    first = nodes[sizes > 1] + 1
    end_above = np.where(is_below, ends[parents], ends)
    last = ends == end_above
    following = ends[~last]
    if np.any(ends > end_above) or np.any(parents[first] != first - 1):
        return "the subtree of a node does not lie within that of its parent"
    return "" if np.all(parents[following] == parents[~last]) else "a node has children that are not below it"


class ColumnTally(NamedTuple):
    """A subtree counted: by ply the nodes, leaves, cut-offs and nodes that went on; and `some` of the latter.

    `by_index[i]`: nodes cut off by the move tried as number i, of those whose moves were recorded. `research`: moves
    that were searched again.
    """

    nodes: list[int]
    leaves: list[int]
    cutoffs: list[int]
    going_on: list[int]
    some: list[list[int]]
    by_index: list[int]
    research: int


def tally(
    parent: array[int],
    move: array[int],
    ply: array[int],
    size: array[int],
    kind: array[int],
    value: array[int],
    beta: array[int],
    root: int,
    most: int,
) -> ColumnTally:
    """Count the subtree of `root`; of the nodes that went on, at most so many of a ply are named, evenly spread."""
    stretch = slice(root, root + size[root])
    parents, moves, sizes, values, betas = (
        np.frombuffer(column, np.int32)[stretch] for column in (parent, move, size, value, beta)
    )
    plies = np.frombuffer(ply, np.int32)[stretch] - ply[root]
    inner = np.frombuffer(kind, np.int8)[stretch] == int(NodeKind.INNER)
    cut, height = inner & (values >= betas), int(plies.max()) + 1

    def by_ply(chosen: np.ndarray) -> list[int]:
        return [int(count) for count in np.bincount(plies[chosen], minlength=height)]

    # A move is searched again if the sibling before it, which ends where it begins, is the same move.
    count = len(plies)
    following = np.arange(count) + sizes
    has_sibling = following < count
    has_sibling[has_sibling] = parents[following[has_sibling]] == parents[has_sibling]
    again = following[has_sibling][moves[following[has_sibling]] == moves[has_sibling]]
    children = np.bincount(parents[1:] - root, minlength=count)
    tried = children - np.bincount(parents[again] - root, minlength=count)
    some = []
    for level in range(height):
        nodes = np.flatnonzero(inner & (plies == level))
        some.append((nodes[:: max(1, -(-len(nodes) // most))] + root).tolist())
    return ColumnTally(
        nodes=by_ply(np.full(count, True)),
        leaves=by_ply(sizes == 1),
        cutoffs=by_ply(cut),
        going_on=by_ply(inner),
        some=some,
        by_index=[int(number) for number in np.bincount(tried[cut & (tried > 0)] - 1)],
        research=len(again),
    )
