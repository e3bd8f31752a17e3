"""Writing down the nodes a kernel visits, and telling a watcher of them afterwards.

Nodes are numbered as they are entered. When the arrays are full the kernel only counts what it could not write; the
search goes on. A trace that is None costs nothing: its branches vanish when the kernel is compiled.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple

import numpy as np

from kibitz.core.searching import NodeKind, Nodes, Watcher
from kibitz.kernels.compiler.bridge import kernel

WRITTEN, MISSED = range(2)
STOPPED = int(NodeKind.STOPPED)


class Trace(NamedTuple):
    """One row a node: parent, move, depth, alpha, beta, value, kind; `open` has the number of the node at each ply."""

    rows: Any
    counts: Any
    open: Any


def make_trace(watcher: Watcher, plies: int) -> Trace:
    return Trace(np.zeros((watcher.room, 7), np.int64), np.zeros(2, np.int64), np.full(plies, -1, np.int64))


@kernel
def enter_node(trace, ply, first_ply, move, depth, alpha, beta):
    number = trace.counts[WRITTEN]
    if number == len(trace.rows):
        trace.counts[MISSED] += 1
        trace.open[ply] = -1
        return
    trace.counts[WRITTEN] = number + 1
    trace.open[ply] = number
    row = trace.rows[number]
    row[0] = -1 if ply == first_ply else trace.open[ply - 1]
    row[1], row[2], row[3], row[4] = move, depth, alpha, beta
    row[5], row[6] = 0, STOPPED


@kernel
def leave_node(trace, ply, value, kind):
    number = trace.open[ply]
    if number >= 0:
        trace.rows[number, 5] = value
        trace.rows[number, 6] = kind


def replay(trace: Trace, watcher: Watcher) -> None:
    """Let the watcher see what was written since the last time, and empty the trace."""
    rows = trace.rows[: int(trace.counts[WRITTEN])]
    if len(rows):
        columns = [array("i", rows[:, column].astype(np.int32).tobytes()) for column in range(6)]
        columns.append(array("b", rows[:, 6].astype(np.int8).tobytes()))
        watcher.take(Nodes._make(columns))
    watcher.skip(int(trace.counts[MISSED]))
    trace.counts[:] = 0
