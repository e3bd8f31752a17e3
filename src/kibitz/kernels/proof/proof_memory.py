"""Where a compiled proof-number search keeps its positions: what the readable one has in objects and calls, in arrays.

    nodes[n], states[n]        what is known of position n, and its words; node 0 is the root
    free                       numbers of nodes that can be used again
    tables[0], tables[1]       the young and the old half of the table, or the reverse: counts[YOUNG] says; a slot
                               holds the number of a node and some bits of its hash, or 0
    frames[ply]                the position worked on at that ply and its limits
    children[ply], out[ply]    the nodes after it, and its moves
    keep_turns[ply]            after which moves the same side moves again, where that happens

A node lives as an object would, as long as the table or a frame refers to it: one that the table never had until its
frame is left, any other until a half of the table is forgotten.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kibitz.core.game import Game
from kibitz.kernels.compiler.bridge import kernel, subkernel

NODE = np.dtype(
    [
        ("phi", np.int64),
        ("delta", np.int64),
        ("work", np.int64),
        ("low", np.int16),
        ("high", np.int16),
        ("goal", np.int16),
        ("kept", np.int16),  # whether the table has it, or had
    ],
    align=True,
)
FRAME = np.dtype(
    [
        ("node", np.int64),
        ("phi_limit", np.int64),
        ("delta_limit", np.int64),
        ("before", np.int64),  # nodes counted when work on it began
        ("children", np.int64),  # how many were found so far
        ("move", np.int64),  # that is being followed
    ],
    align=True,
)
# What `ProofMemory.counts` holds: the ply worked on, -1 between two questions; when to look at the limits; finished
# games reached; positions recognised; root moves found; nodes ever used; of these, free again; which half of the table
# is the young one; how many positions it holds.
PLY, LOOK, TERMINALS, HITS, ROOTS, USED, FREE, YOUNG, FILLED = range(9)


class ProofMemory(NamedTuple):
    """The arrays of one search."""

    nodes: Any
    states: Any
    free: Any
    tables: Any
    frames: Any
    children: Any
    keep_turns: Any
    out: Any
    roots: Any
    counts: Any


def make_memory(game: Game) -> ProofMemory:
    most, plies = game.num_moves, 64
    memory = ProofMemory(
        nodes=np.zeros(1_024 + 4 * most, NODE),
        states=np.zeros((1_024 + 4 * most, game.words), np.int64),
        free=np.zeros(1_024 + 4 * most, np.int64),
        tables=np.zeros((2, 1 << (1_024 + 4 * most).bit_length()), np.int64),
        frames=np.zeros(plies, FRAME),
        children=np.zeros((plies, most), np.int64),
        keep_turns=np.zeros((plies, most if game.moves_again else 1), np.bool_),
        out=np.zeros((plies, most), np.int64),
        roots=np.zeros(most, np.int64),
        counts=np.zeros(9, np.int64),
    )
    memory.nodes[0]["low"], memory.nodes[0]["high"] = -game.max_result, game.max_result
    memory.counts[USED], memory.counts[PLY] = 1, -1
    return memory


def enlarge(memory: ProofMemory) -> ProofMemory:
    """The same with more of whatever is short."""
    twice = lambda array: np.concatenate((array, np.zeros_like(array)))
    if lacks_plies(memory.frames, memory.counts):
        memory = memory._replace(
            frames=twice(memory.frames),
            children=twice(memory.children),
            keep_turns=twice(memory.keep_turns),
            out=twice(memory.out),
        )
    if lacks_nodes(memory.nodes, memory.roots, memory.counts):
        memory = memory._replace(nodes=twice(memory.nodes), states=twice(memory.states), free=twice(memory.free))
    if lacks_slots(memory.tables, memory.counts):
        tables = np.zeros((2, 2 * memory.tables.shape[1]), np.int64)
        for old, new in zip(memory.tables, tables, strict=True):
            copy_table(old, new, memory.states)
        memory = memory._replace(tables=tables)
    return memory


@subkernel
def lacks_plies(frames: Any, counts: Any) -> bool:
    return counts[PLY] + 1 >= len(frames)


@subkernel
def lacks_nodes(nodes: Any, roots: Any, counts: Any) -> bool:
    return counts[USED] - counts[FREE] + len(roots) > len(nodes)


@subkernel
def lacks_slots(tables: Any, counts: Any) -> bool:
    return 2 * (counts[FILLED] + 1) > tables.shape[1]


@subkernel
def new_node(state: Any, low: int, high: int, nodes: Any, states: Any, free: Any, counts: Any) -> int:
    """The number of a node for a position of which the table knows nothing."""
    if counts[FREE] > 0:
        counts[FREE] -= 1
        node = free[counts[FREE]]
    else:
        node = counts[USED]
        counts[USED] += 1
    for index in range(len(state)):
        states[node, index] = state[index]
    nodes[node].phi, nodes[node].delta, nodes[node].work, nodes[node].goal = 1, 1, 0, 0
    nodes[node].low, nodes[node].high, nodes[node].kept = low, high, 0
    return node


@subkernel
def release(node: int, nodes: Any, free: Any, counts: Any) -> None:
    """A frame no longer refers to a node."""
    if not nodes[node].kept:
        free[counts[FREE]] = node
        counts[FREE] += 1


# The table.

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_S29, _S32 = np.uint64(29), np.uint64(32)
_NUMBER = (1 << 32) - 1  # the bits of a slot that say which node; the others are those of the hash


@subkernel
def hash_of(state: Any) -> Any:
    """Of a state's words; never negative."""
    mixed = np.uint64(0)
    for index in range(len(state)):
        mixed = (mixed ^ np.uint64(state[index])) * _FACTOR
        mixed ^= mixed >> _S29
    mixed *= _FACTOR
    return np.int64((mixed ^ (mixed >> _S32)) >> np.uint64(1))


@subkernel
def find_slot(table: Any, states: Any, state: Any, key: int) -> int:
    """Where a position is in a table, or the free slot where it belongs."""
    slot = key & (len(table) - 1)
    while table[slot] != 0:
        if table[slot] >> 32 == key >> 32:
            node = (table[slot] & _NUMBER) - 1
            same = True
            for index in range(len(state)):
                same &= states[node, index] == state[index]
            if same:
                return slot
        slot = (slot + 1) & (len(table) - 1)
    return slot


@subkernel
def put(table: Any, slot: int, node: int, key: int) -> None:
    table[slot] = key >> 32 << 32 | (node + 1)


@kernel
def copy_table(old: Any, new: Any, states: Any) -> None:
    for slot in range(len(old)):
        if old[slot] != 0:
            node = (old[slot] & _NUMBER) - 1
            key = hash_of(states[node])
            put(new, find_slot(new, states, states[node], key), node, key)


@subkernel
def recall(states: Any, tables: Any, counts: Any, state: Any, key: int) -> int:
    """The number of a position's node; -1 if the table has none."""
    for half in (counts[YOUNG], 1 - counts[YOUNG]):
        found = tables[half, find_slot(tables[half], states, state, key)]
        if found != 0:
            return (found & _NUMBER) - 1
    return -1


@kernel
def recall_words(states: Any, tables: Any, counts: Any, state: Any) -> int:
    return recall(states, tables, counts, state, hash_of(state))


@subkernel
def forget_old(states: Any, tables: Any, roots: Any, counts: Any) -> None:
    """The young half becomes the old one; the new young half begins with the root moves."""
    counts[YOUNG] = 1 - counts[YOUNG]
    young = tables[counts[YOUNG]]
    young[:] = 0
    counts[FILLED] = 0
    for index in range(counts[ROOTS]):
        key = hash_of(states[roots[index]])
        slot = find_slot(young, states, states[roots[index]], key)
        if young[slot] == 0:
            put(young, slot, roots[index], key)
            counts[FILLED] += 1


@subkernel
def collect_free(free: Any, tables: Any, frames: Any, children: Any, counts: Any) -> None:
    """List the nodes that neither the table nor a frame refers to."""
    in_use = np.zeros(counts[USED], np.bool_)
    in_use[0] = True
    for half in range(2):
        for slot in range(tables.shape[1]):
            if tables[half, slot] != 0:
                in_use[(tables[half, slot] & _NUMBER) - 1] = True
    for ply in range(counts[PLY] + 1):
        for index in range(frames[ply].children):
            in_use[children[ply, index]] = True
    counts[FREE] = 0
    for node in range(counts[USED]):
        if not in_use[node]:
            free[counts[FREE]] = node
            counts[FREE] += 1


@subkernel
def keep(
    node: int,
    half: int,
    nodes: Any,
    states: Any,
    free: Any,
    tables: Any,
    frames: Any,
    children: Any,
    roots: Any,
    counts: Any,
) -> int:
    """The node that the table has for a position; this one, if it had none."""
    key = hash_of(states[node])
    known = recall(states, tables, counts, states[node], key)
    if known >= 0:
        return known
    full = counts[FILLED] >= half
    if full:
        forget_old(states, tables, roots, counts)
    young = tables[counts[YOUNG]]
    put(young, find_slot(young, states, states[node], key), node, key)
    counts[FILLED] += 1
    nodes[node].kept = 1
    if full:
        collect_free(free, tables, frames, children, counts)
    return node
