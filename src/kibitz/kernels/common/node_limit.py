"""The limits of a search, kept in compiled code: that on nodes to the node, the others soon enough."""

from __future__ import annotations

from typing import Any

from kibitz.kernels.common.control import NODES, STOP, STOPPED_BY_NODES
from kibitz.kernels.compiler.bridge import subkernel

NODES_BETWEEN_LOOKS = 1_024  # at the cell that says to stop; a tenth of a millisecond, or a third in Othello


@subkernel
def next_look(cells: Any, nodes: int, max_nodes: int) -> int:
    """Before a search counts one more than `nodes`: the count at which to look again, or -1 to stop now."""
    cells[NODES] = nodes
    if nodes >= max_nodes:
        cells[STOP] = STOPPED_BY_NODES
    if cells[STOP] != 0:
        return -1
    return min(nodes + NODES_BETWEEN_LOOKS, max_nodes)
