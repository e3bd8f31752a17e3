"""Proof-number search (df-pn) compiled: the readable one (`search/proof.py`) node by node.

What the readable search keeps in objects and calls lies in arrays here:

    nodes[n], states[n]      what is known of position n, and its words; node 0 is the root
    tables[0], tables[1]     the young and the old half of the table, which is which says counts[YOUNG]; a slot
                             holds the number of a node and some bits of its hash, 0 if it is free
    frames[ply]              the position worked on at that ply, its limits, its children

A node lives as long as the table or a frame refers to it, as an object would; when a half of the table is forgotten,
nodes that nothing refers to are free to be used again. When arrays are full the kernel comes back before it takes up
the next position, and is called again with larger ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, cast

import numpy as np
from numba.extending import register_jitable

from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.searching import Searcher, SearchResult, Stats, StopFlag, Watcher
from kibitz.kernels.bridge import kernel, moves, play, result, state_of, state_words
from kibitz.kernels.budget import next_look
from kibitz.kernels.control import NODES, STOP, Control
from kibitz.kernels.twins import announce

__all__ = ["search"]

INFINITY = 1 << 50  # as in the readable search

NODE = np.dtype(
    [
        ("phi", np.int64),
        ("delta", np.int64),
        ("work", np.int64),
        ("low", np.int16),
        ("high", np.int16),
        ("goal", np.int16),
        ("in_use", np.int16),  # only while looking for nodes that are free
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
# What `Room.counts` holds: the ply worked on, -1 between two questions; when to look at the limits; finished games
# reached; positions recognised; root moves found; nodes ever used; of these, free again; which half of the table is
# the young one; how many positions it holds.
PLY, LOOK, TERMINALS, HITS, ROOTS, USED, FREE, YOUNG, FILLED = range(9)


class Room(NamedTuple):
    """The arrays of one search."""

    nodes: Any
    states: Any
    free: Any
    tables: Any
    frames: Any
    children: Any
    out: Any
    roots: Any
    counts: Any


def make_room(game: Game) -> Room:
    most, plies = game.num_moves, 64
    room = Room(
        nodes=np.zeros(1_024 + 4 * most, NODE),
        states=np.zeros((1_024 + 4 * most, game.words), np.int64),
        free=np.zeros(1_024 + 4 * most, np.int64),
        tables=np.zeros((2, 1 << (1_024 + 4 * most).bit_length()), np.int64),
        frames=np.zeros(plies, FRAME),
        children=np.zeros((plies, most), np.int64),
        out=np.zeros((plies, most), np.int64),
        roots=np.zeros(most, np.int64),
        counts=np.zeros(9, np.int64),
    )
    room.nodes[0]["low"], room.nodes[0]["high"] = -game.max_result, game.max_result
    room.counts[USED], room.counts[PLY] = 1, -1
    return room


def larger(room: Room) -> Room:
    """The same with more of whatever is short."""
    twice = lambda array: np.concatenate((array, np.zeros_like(array)))
    if lacks_plies(room):
        room = room._replace(frames=twice(room.frames), children=twice(room.children), out=twice(room.out))
    if lacks_nodes(room):
        room = room._replace(nodes=twice(room.nodes), states=twice(room.states), free=twice(room.free))
    if lacks_slots(room):
        tables = np.zeros((2, 2 * room.tables.shape[1]), np.int64)
        for old, new in zip(room.tables, tables, strict=True):
            copy_table(old, new, room.states)
        room = room._replace(tables=tables)
    return room


@register_jitable
def lacks_plies(room: Any) -> bool:
    return room.counts[PLY] + 1 >= len(room.frames)


@register_jitable
def lacks_nodes(room: Any) -> bool:
    return room.counts[USED] - room.counts[FREE] + len(room.roots) > len(room.nodes)


@register_jitable
def lacks_slots(room: Any) -> bool:
    return 2 * (room.counts[FILLED] + len(room.roots)) > room.tables.shape[1]


# The table.

_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_S29, _S32 = np.uint64(29), np.uint64(32)
_NUMBER = (1 << 32) - 1  # the bits of a slot that say which node; the others are those of the hash


@register_jitable
def hash_of(state: Any) -> Any:
    """Of a state's words; never negative."""
    mixed = np.uint64(0)
    for index in range(len(state)):
        mixed = (mixed ^ np.uint64(state[index])) * _FACTOR
        mixed ^= mixed >> _S29
    mixed *= _FACTOR
    return np.int64((mixed ^ (mixed >> _S32)) >> np.uint64(1))


@register_jitable
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


@register_jitable
def put(table: Any, slot: int, node: int, key: int) -> None:
    table[slot] = key >> 32 << 32 | (node + 1)


@kernel
def copy_table(old: Any, new: Any, states: Any) -> None:
    for slot in range(len(old)):
        if old[slot] != 0:
            node = (old[slot] & _NUMBER) - 1
            key = hash_of(states[node])
            put(new, find_slot(new, states, states[node], key), node, key)


@register_jitable
def recall(room: Any, state: Any, key: int) -> int:
    """The number of a position's node; -1 if it has none."""
    young = room.counts[YOUNG]
    for half in (young, 1 - young):
        found = room.tables[half, find_slot(room.tables[half], room.states, state, key)]
        if found != 0:
            return (found & _NUMBER) - 1
    return -1


@kernel
def recall_words(room: Any, state: Any) -> int:
    return recall(room, state, hash_of(state))


@register_jitable
def forget_old(room: Any) -> None:
    """The young half becomes the old one; the new young half begins with the root moves."""
    nodes, counts, frames = room.nodes, room.counts, room.frames
    counts[YOUNG] = 1 - counts[YOUNG]
    young, old = room.tables[counts[YOUNG]], room.tables[1 - counts[YOUNG]]
    young[:] = 0
    counts[FILLED] = 0
    for index in range(counts[ROOTS]):
        node = room.roots[index]
        key = hash_of(room.states[node])
        slot = find_slot(young, room.states, room.states[node], key)
        if young[slot] == 0:
            put(young, slot, node, key)
            counts[FILLED] += 1
    # Which nodes does anything refer to?
    for node in range(counts[USED]):
        nodes[node].in_use = node == 0
    for table in (young, old):
        for slot in range(len(table)):
            if table[slot] != 0:
                nodes[(table[slot] & _NUMBER) - 1].in_use = 1
    for ply in range(counts[PLY] + 1):
        for index in range(frames[ply].children):
            nodes[room.children[ply, index]].in_use = 1
    counts[FREE] = 0
    for node in range(counts[USED]):
        if not nodes[node].in_use:
            room.free[counts[FREE]] = node
            counts[FREE] += 1


@register_jitable
def count_one(room: Any, most_nodes: int, cells: Any) -> bool:
    """One more position visited, if the limits allow it."""
    if cells[NODES] >= room.counts[LOOK]:
        look = next_look(cells, cells[NODES], most_nodes)
        if look < 0:
            return False
        room.counts[LOOK] = look
    cells[NODES] += 1
    return True


@register_jitable
def find(game: Any, state: Any, max_result: int, half: int, room: Any, most_nodes: int, cells: Any) -> int:
    """The number of a position's node, from the table or new; -1 if a limit was reached."""
    counts = room.counts
    key = hash_of(state)
    node = recall(room, state, key)
    if node >= 0:
        counts[HITS] += 1
        return node
    low, high = -max_result, max_result
    outcome = result(game, state)
    if outcome != ONGOING:
        if not count_one(room, most_nodes, cells):
            return -1
        counts[TERMINALS] += 1
        low = high = outcome
    if counts[FILLED] >= half:
        forget_old(room)
    if counts[FREE] > 0:
        counts[FREE] -= 1
        node = room.free[counts[FREE]]
    else:
        node = counts[USED]
        counts[USED] += 1
    for index in range(len(state)):
        room.states[node, index] = state[index]
    new = room.nodes[node]
    new.phi, new.delta, new.work, new.goal = 1, 1, 0, 0
    new.low, new.high = low, high
    young = room.tables[counts[YOUNG]]
    put(young, find_slot(young, room.states, state, key), node, key)
    counts[FILLED] += 1
    return node


# The work.


@register_jitable
def ask(node: Any, goal: int) -> None:
    """Set the numbers for a question: answered by what is known, or resumed, or new."""
    if node.low >= goal:
        node.phi, node.delta = 0, INFINITY
    elif node.high < goal:
        node.phi, node.delta = INFINITY, 0
    elif node.goal != goal:
        node.phi = node.delta = 1
    node.goal = goal


@register_jitable
def update(room: Any, ply: int, weak: bool) -> None:
    """The numbers of the position worked on, and what they settle, from its children."""
    nodes, children, count = room.nodes, room.children[ply], room.frames[ply].children
    node = nodes[room.frames[ply].node]
    easiest, total, hardest, still_open = INFINITY, 0, 0, 0
    for index in range(count):
        child = nodes[children[index]]
        easiest = min(easiest, child.delta)
        if child.phi:
            still_open += 1
            total += child.phi
            hardest = max(hardest, child.phi)
    node.phi, node.delta = easiest, INFINITY
    if easiest > 0:
        needed = hardest + still_open - 1 if weak else total
        node.delta = min(needed, INFINITY - 1) if still_open else 0
    if node.phi == 0:
        low = -nodes[children[0]].high
        for index in range(1, count):
            low = max(low, -nodes[children[index]].high)
        node.low = low
    elif node.delta == 0:
        high = -nodes[children[0]].low
        for index in range(1, count):
            high = max(high, -nodes[children[index]].low)
        node.high = high


@register_jitable
def descend(room: Any, ply: int, epsilon: float) -> int:
    """Set up work on the easiest child; its place among the children.

    Stay with it until the second is easier, or until this node reaches its own limit.
    """
    nodes, children, here, below = room.nodes, room.children[ply], room.frames[ply], room.frames[ply + 1]
    best = 0
    for index in range(1, here.children):
        if nodes[children[index]].delta < nodes[children[best]].delta:
            best = index
    second = INFINITY
    for index in range(here.children):
        if children[index] != children[best]:
            second = min(second, nodes[children[index]].delta)
    patience = second + 1 + int(epsilon * second)
    below.node, below.children = children[best], 0
    below.phi_limit = here.delta_limit - (nodes[here.node].delta - nodes[children[best]].phi)
    below.delta_limit = min(here.phi_limit, patience)
    return best


@kernel
def prove(
    game: Any,
    root: Any,
    max_result: int,
    half: int,
    epsilon: float,
    weak: bool,
    room: Any,
    most_nodes: int,
    cells: Any,
) -> None:
    """Ask until the root's bounds meet, a limit is reached, or there is no more room; called again, it goes on."""
    nodes, frames, counts = room.nodes, room.frames, room.counts
    # 1. Find the root moves; the first room is enough for that.
    if counts[PLY] < 0:
        count = moves(game, root, room.out[0])
        for index in range(counts[ROOTS], count):
            node = find(game, play(game, root, room.out[0, index]), max_result, half, room, most_nodes, cells)
            if node < 0:
                return
            room.roots[index] = node
            counts[ROOTS] += 1
    # 2. Go to where the work was broken off.
    states = [root for _ in range(len(frames))]
    for ply in range(counts[PLY]):
        states[ply + 1] = play(game, states[ply], frames[ply].move)
    entering = True
    while True:
        ply = counts[PLY]
        if ply < 0:
            # 3. The next question.
            if nodes[0].low >= nodes[0].high:
                return
            ask(nodes[0], (nodes[0].low + nodes[0].high + 2) // 2)
            frames[0].node, frames[0].phi_limit, frames[0].delta_limit, frames[0].children = 0, INFINITY, INFINITY, 0
            counts[PLY] = ply = 0
            entering = True
        here = frames[ply]
        if entering:
            # 4. Take up a position: find its children, and ask them.
            if lacks_plies(room) or lacks_nodes(room) or lacks_slots(room):
                return
            here.before = cells[NODES]
            if not count_one(room, most_nodes, cells):
                return
            count = moves(game, states[ply], room.out[ply])
            for index in range(count):
                after = play(game, states[ply], room.out[ply, index])
                node = find(game, after, max_result, half, room, most_nodes, cells)
                if node < 0:
                    return
                room.children[ply, index] = node
                here.children += 1
            for index in range(count):
                ask(nodes[room.children[ply, index]], 1 - nodes[here.node].goal)
        # 5. Leave it when it has its answer or one of its numbers has grown to the limit.
        update(room, ply, weak)
        node = here.node
        if nodes[node].phi >= here.phi_limit or nodes[node].delta >= here.delta_limit:
            nodes[node].work += cells[NODES] - here.before
            here.children = 0
            counts[PLY] -= 1
            entering = False
        else:
            # 6. Work on the easiest child.
            here.move = room.out[ply, descend(room, ply, epsilon)]
            states[ply + 1] = play(game, states[ply], here.move)
            counts[PLY] += 1
            entering = True


# What came of it.


class Node:
    """A node as the readable search's own look."""

    def __init__(self, room: Room, number: int) -> None:
        record = room.nodes[number]
        self.state = state_of(tuple(room.states[number].tolist()))
        self.low, self.high, self.work = int(record["low"]), int(record["high"]), int(record["work"])


class Known:
    """What the arrays say, as the readable search would have it."""

    def __init__(self, game: Game, state: State, room: Room) -> None:
        self.game, self.room, self.root = game, room, Node(room, 0)
        self.root.state = state
        found = room.roots[: room.counts[ROOTS]].tolist()
        self.root_moves: dict[Move, Node] = {
            move: Node(room, number) for move, number in zip(game.moves(state), found, strict=False)
        }

    def recall(self, state: State) -> Node | None:
        number = recall_words(self.room, state_words(state))
        return None if number < 0 else Node(self.room, number)


class Switches(Protocol):
    """What the twin uses of the readable searcher."""

    entries: int
    epsilon: float
    weak: bool

    def answer(self, known: Known, stats: Stats, stopped_by: str) -> SearchResult: ...


def search(
    searcher: Searcher,
    game: Game,
    state: State,
    limits: Limits,
    /,
    *,
    watcher: Watcher | None = None,
    stop: StopFlag | None = None,
) -> SearchResult:
    if limits.depth is not None or game.result(state) is not None:
        return searcher.search(game, state, limits)  # which takes no search
    switches = cast(Switches, searcher)
    room, root, half = make_room(game), state_words(state), switches.entries // 2
    with Control(limits, stop) as control:
        cells = control.cells
        while True:
            options = half, float(switches.epsilon), switches.weak
            prove(game, root, game.max_result, *options, room, control.most_nodes, cells)
            if cells[STOP] or room.counts[PLY] < 0:
                break
            room = larger(room)
    stats = Stats(
        nodes=int(cells[NODES]),
        terminals=int(room.counts[TERMINALS]),
        table_hits=int(room.counts[HITS]),
        seconds=control.seconds(),
        memory=sum(array.nbytes for array in room),
    )
    return switches.answer(Known(game, state, room), stats, control.stopped_by)


announce("proof", search)
