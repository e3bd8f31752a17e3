"""Proof-number search (df-pn) compiled: the readable one (`search/proof.py`) node by node, with a stack of its own.

When arrays are full the kernel comes back before it takes up the next position, and is called again with larger ones.
They are handed on one by one: as a tuple they made the search several times as slow.
"""

from __future__ import annotations

from typing import Any, Protocol

from kibitz.core.game import ONGOING, Game, Move, State
from kibitz.core.limits import Limits
from kibitz.core.score import MAX_RESULT
from kibitz.core.searching import SearchResult, Stats, StopFlag, Watcher
from kibitz.kernels.common.control import NODES, STOP, Control
from kibitz.kernels.common.node_limit import next_look
from kibitz.kernels.compiler.bridge import (
    keeps_turn,
    kernel,
    moves,
    moves_again,
    play,
    result,
    state_of,
    state_words,
    subkernel,
)
from kibitz.kernels.proof.proof_memory import (
    HITS,
    LOOK,
    PLY,
    ROOTS,
    TERMINALS,
    ProofMemory,
    enlarge,
    hash_of,
    keep,
    lacks_nodes,
    lacks_plies,
    lacks_slots,
    make_memory,
    new_node,
    recall,
    recall_words,
    release,
)
from kibitz.search.common.proof_answer import make_answer, show_known
from kibitz.search.common.proof_node import ProofNode

INFINITY = 1 << 50  # as in the readable search


@subkernel
def count_one(max_nodes: int, counts: Any, cells: Any) -> bool:
    """One more position visited, if the limits allow it."""
    if cells[NODES] >= counts[LOOK]:
        look = next_look(cells, cells[NODES], max_nodes)
        if look < 0:
            return False
        counts[LOOK] = look
    cells[NODES] += 1
    return True


@subkernel
def find(
    game: Any,
    state: Any,
    max_result: int,
    nodes: Any,
    states: Any,
    free: Any,
    tables: Any,
    counts: Any,
    max_nodes: int,
    cells: Any,
) -> int:
    """The number of a position's node, from the table or new; -1 if a limit was reached."""
    node = recall(states, tables, counts, state, hash_of(state))
    if node >= 0:
        counts[HITS] += 1
        return node
    low, high = -max_result, max_result
    outcome = result(game, state)
    if outcome != ONGOING:
        if not count_one(max_nodes, counts, cells):
            return -1
        counts[TERMINALS] += 1
        low = high = outcome
    return new_node(state, low, high, nodes, states, free, counts)


@subkernel
def ask(node: Any, goal: int) -> None:
    """Set the numbers for a question: answered by what is known, or resumed, or new."""
    if node.low >= goal:
        node.phi, node.delta = 0, INFINITY
    elif node.high < goal:
        node.phi, node.delta = INFINITY, 0
    elif node.goal != goal:
        node.phi = node.delta = 1
    node.goal = goal


@subkernel
def keeps(game: Any, keep_turns: Any, index: int) -> bool:
    """Whether the side that chose a child moves again there."""
    return moves_again(game) and keep_turns[index]


@subkernel
def to_yes(node: Any, keeps_turn: bool) -> int:
    """What it takes to show, through this child, that the parent's answer is yes."""
    return node.phi if keeps_turn else node.delta


@subkernel
def to_no(node: Any, keeps_turn: bool) -> int:
    return node.delta if keeps_turn else node.phi


@subkernel
def ask_child(node: Any, goal: int, keeps_turn: bool) -> None:
    """Put the question that decides whether the parent gets at least `goal` here."""
    ask(node, goal if keeps_turn else 1 - goal)


@subkernel
def update(game: Any, node: Any, nodes: Any, children: Any, keep_turns: Any, count: int, weak: bool) -> None:
    """The numbers of the position worked on, and what they settle, from its children."""
    easiest, total, hardest, still_open = INFINITY, 0, 0, 0
    low = high = -MAX_RESULT
    for index in range(count):
        child, again = nodes[children[index]], keeps(game, keep_turns, index)
        easiest = min(easiest, to_yes(child, again))
        no = to_no(child, again)
        if no:
            still_open += 1
            total += no
            hardest = max(hardest, no)
        low = max(low, child.low if again else -child.high)
        high = max(high, child.high if again else -child.low)
    node.phi, node.delta = easiest, INFINITY
    if easiest > 0:
        needed = hardest + still_open - 1 if weak else total
        node.delta = min(needed, INFINITY - 1) if still_open else 0
    if node.phi == 0:
        node.low = low
    elif node.delta == 0:
        node.high = high


@subkernel
def easiest_child(game: Any, nodes: Any, children: Any, keep_turns: Any, count: int) -> int:
    """Its place among the children; of equals the first."""
    best, least = 0, INFINITY + 1
    for index in range(count):
        needed = to_yes(nodes[children[index]], keeps(game, keep_turns, index))
        if needed < least:
            best, least = index, needed
    return best


@subkernel
def second_easiest(game: Any, nodes: Any, children: Any, keep_turns: Any, count: int, easiest: int) -> int:
    """The least that it takes to show yes through a child that is not the easiest one."""
    second = INFINITY
    for index in range(count):
        if children[index] != easiest:
            second = min(second, to_yes(nodes[children[index]], keeps(game, keep_turns, index)))
    return second


@kernel
def prove(
    game: Any,
    root: Any,
    max_result: int,
    half: int,
    epsilon: float,
    weak: bool,
    max_nodes: int,
    cells: Any,
    nodes: Any,
    states: Any,
    free: Any,
    tables: Any,
    frames: Any,
    children: Any,
    keep_turns: Any,
    out: Any,
    roots: Any,
    counts: Any,
) -> None:
    """Ask until the root's bounds meet, a limit is reached, or there is no more room; called again, it goes on."""
    # 1. Find the root moves; the first arrays are enough for that.
    if counts[PLY] < 0:
        for index in range(moves(game, root, out[0])):
            after = play(game, root, out[0, index])
            node = find(game, after, max_result, nodes, states, free, tables, counts, max_nodes, cells)
            if node < 0:
                return
            roots[index] = keep(node, half, nodes, states, free, tables, frames, children, roots, counts)
            counts[ROOTS] += 1
    # 2. Go to where the work was broken off.
    path = [root] * len(frames)
    for ply in range(counts[PLY]):
        path[ply + 1] = play(game, path[ply], frames[ply].move)
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
        here, node = frames[ply], nodes[frames[ply].node]
        if entering:
            # 4. Take up a position: find its children and ask them, up to one that settles the matter.
            if lacks_plies(frames, counts) or lacks_nodes(nodes, roots, counts) or lacks_slots(tables, counts):
                return
            here.before = cells[NODES]
            if not count_one(max_nodes, counts, cells):
                return
            for index in range(moves(game, path[ply], out[ply])):
                after = play(game, path[ply], out[ply, index])
                child = find(game, after, max_result, nodes, states, free, tables, counts, max_nodes, cells)
                if child < 0:
                    return
                again = keeps_turn(game, path[ply], after)
                ask_child(nodes[child], node.goal, again)
                children[ply, index] = child
                if moves_again(game):
                    keep_turns[ply, index] = again
                here.children += 1
                if to_yes(nodes[child], again) == 0:
                    break
            entering = False
        # 5. Leave it when it has its answer or one of its numbers has grown to the limit.
        update(game, node, nodes, children[ply], keep_turns[ply], here.children, weak)
        if node.phi >= here.phi_limit or node.delta >= here.delta_limit:
            node.work += cells[NODES] - here.before
            for index in range(here.children):
                release(children[ply, index], nodes, free, counts)
            counts[PLY] -= 1
            continue
        # 6. Choose the easiest child; what the table knows of it goes before what the frame remembers.
        best = easiest_child(game, nodes, children[ply], keep_turns[ply], here.children)
        child, again = children[ply, best], keeps(game, keep_turns[ply], best)
        known = keep(child, half, nodes, states, free, tables, frames, children, roots, counts)
        if known != child:
            release(child, nodes, free, counts)
            ask_child(nodes[known], node.goal, again)
            children[ply, best] = known
            continue
        # 7. Work on it until the second is easier, or until this node reaches its own limit.
        second = second_easiest(game, nodes, children[ply], keep_turns[ply], here.children, child)
        patience = second + 1 + int(epsilon * second)
        below = frames[ply + 1]
        below.node, below.children = child, 0
        no_limit = here.delta_limit - (node.delta - to_no(nodes[child], again))
        yes_limit = min(here.phi_limit, patience)
        below.phi_limit = yes_limit if again else no_limit
        below.delta_limit = no_limit if again else yes_limit
        here.move = out[ply, best]
        path[ply + 1] = play(game, path[ply], here.move)
        counts[PLY] += 1
        entering = True


# What came of it.


def read_node(game: Game, memory: ProofMemory, number: int) -> ProofNode:
    """A node as the readable search has it."""
    record = memory.nodes[number]
    return ProofNode(
        state=state_of(game, tuple(memory.states[number].tolist())),
        low=int(record["low"]),
        high=int(record["high"]),
        goal=int(record["goal"]),
        phi=int(record["phi"]),
        delta=int(record["delta"]),
        work=int(record["work"]),
    )


class Known:
    """What the arrays say, as the readable search would have it."""

    def __init__(self, game: Game, state: State, memory: ProofMemory) -> None:
        self.game, self.memory, self.root = game, memory, read_node(game, memory, 0)
        self.root.state = state
        found = memory.roots[: memory.counts[ROOTS]].tolist()
        self.root_moves: dict[Move, ProofNode] = {
            move: read_node(game, memory, number) for move, number in zip(game.moves(state), found, strict=False)
        }

    def recall(self, state: State, ply: int) -> ProofNode | None:
        number = recall_words(self.memory.states, self.memory.tables, self.memory.counts, state_words(self.game, state))
        return None if number < 0 else read_node(self.game, self.memory, number)


class ProofSwitches(Protocol):
    """What the compiled form uses of the readable searcher."""

    entries: int
    epsilon: float
    weak: bool


def search_proof(
    searcher: ProofSwitches, game: Game, state: State, limits: Limits, watcher: Watcher | None, stop: StopFlag | None
) -> SearchResult:
    memory, root = make_memory(game), state_words(game, state)
    options = searcher.entries // 2, float(searcher.epsilon), searcher.weak
    with Control(limits, stop) as control:
        cells = control.cells
        while True:
            prove(game, root, game.max_result, *options, control.max_nodes, cells, *memory)
            if cells[STOP] or memory.counts[PLY] < 0:
                break
            memory = enlarge(memory)
    stats = Stats(
        nodes=int(cells[NODES]),
        terminals=int(memory.counts[TERMINALS]),
        table_hits=int(memory.counts[HITS]),
        seconds=control.seconds(),
        memory=sum(array.nbytes for array in memory),
    )
    known = Known(game, state, memory)
    if watcher is not None:
        show_known(known, watcher)
    return make_answer(known, stats, control.stopped_by)
