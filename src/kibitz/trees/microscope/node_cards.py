"""Nodes one by one, each with its board and everything the recording says about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz.core.errors import BadOption
from kibitz.core.game import Cell
from kibitz.core.limits import FULL_DEPTH
from kibitz.core.score import INFINITY
from kibitz.core.searching import NodeKind
from kibitz.drawing.board_svg import find_changed_cells
from kibitz.drawing.position_view import Texts, list_texts
from kibitz.trees.fault_marks import FaultMark
from kibitz.trees.find_nodes import check_node
from kibitz.trees.labels import estimate_text, proof_texts, value_text, verdict_text, window_text
from kibitz.trees.recording import Recording
from kibitz.trees.search_tree import NO_NODE
from kibitz.trees.tree_comparison import Alignment
from kibitz.trees.tree_statistics import estimate_ghost_cost

MAX_CARDS = 200


@dataclass(frozen=True)
class NodeCard:
    """A node. `alpha`, `beta` and `raw` are numbers for the side to move there, `value`, `window`, `proof` and
    `disproof` texts for the side `viewer`.

    Infinite numbers are None, "∞" as texts. `saved`: how many nodes the ghosts, moves never searched, would have cost.
    `mean`: of random games, from -1 to 1, for the side that moved there; `mean_text`: for the viewer. `cut`: whether
    moves were left out because one met beta; `meets_beta`: whether one did, be it the last. `born`: the step of the
    replay from which on the node is there. `only`: the other search of a comparison was never here. `faults`: those of
    a published program that act here.
    """

    node: int
    parent: int | None
    move: str
    by: int | None
    ply: int
    depth: int | None
    size: int
    kind: str
    to_move: int
    value: str
    window: str
    alpha: int | None
    beta: int | None
    raw: int | None
    bound: str
    verdict: str
    cut: bool
    meets_beta: bool
    research: bool
    principal: bool
    only: bool
    ghosts: tuple[str, ...]
    saved: int
    rows: tuple[str, ...]
    last: tuple[Cell, ...]
    winning: tuple[Cell, ...]
    visits: int | None
    mean: float | None
    mean_text: str
    proof: str | None
    disproof: str | None
    viewer: int
    born: int
    faults: tuple[FaultMark, ...] = ()
    texts: Texts = ()


@dataclass(frozen=True)
class NodeTexts:
    """What is said of a node for one side; see `NodeCard`."""

    value: str
    window: str
    proof: str | None
    disproof: str | None


def write_node_texts(recording: Recording, node: int, *, for_max: bool) -> NodeTexts:
    """What is said of a node for Max, or else for Min."""
    tree = recording.tree
    proof, disproof = proof_texts(tree, node, for_max=for_max) if "proof" in tree.notes else (None, None)
    window = window_text(tree, node, for_max=for_max) if recording.has_windows else ""
    return NodeTexts(value_text(tree, node, for_max=for_max), window, proof, disproof)


def describe_node(recording: Recording, node: int, other: Alignment | None = None, *, for_max: bool = True) -> NodeCard:
    """One node; `other`: how this tree compares with another. Texts are for Max, or else for Min."""
    tree, game = recording.tree, recording.tree.game
    check_node(tree, node)
    parent, state, ghosts = tree.parent[node], tree.state(node), tree.ghosts(node)
    view, to_move = tree.view(node), game.to_move(state)
    has_parent = parent != NO_NODE
    before = tree.view(parent) if has_parent else view
    notes = {name: column[node] for name, column in tree.notes.items()}
    shown = write_node_texts(recording, node, for_max=for_max)
    by = game.to_move(tree.state(parent)) if has_parent else None
    viewer = tree.max_side if for_max else 1 - tree.max_side
    mean = notes["mean"] / 1_000 if "mean" in notes else None
    return NodeCard(
        node=node,
        parent=parent if has_parent else None,
        move=game.move_name(tree.move[node]) if has_parent else "",
        by=by,
        ply=tree.ply[node],
        depth=None if tree.depth[node] == FULL_DEPTH - tree.ply[node] else tree.depth[node],
        size=tree.size[node],
        kind=NodeKind(tree.kind[node]).name.lower(),
        to_move=to_move,
        value=shown.value,
        window=shown.window,
        alpha=_finite(tree.alpha[node]),
        beta=_finite(tree.beta[node]),
        raw=None if tree.kind[node] == NodeKind.STOPPED else tree.value[node],
        bound=tree.bound(node).name.lower(),
        verdict=verdict_text(tree, node),
        cut=bool(ghosts) and tree.meets_beta(node),
        meets_beta=tree.meets_beta(node),
        research=tree.is_research(node),
        principal=node in recording.lines,
        only=other is not None and other.is_only_in_a(node),
        ghosts=tuple(map(game.move_name, ghosts)),
        saved=len(ghosts) * estimate_ghost_cost(tree, node) if ghosts else 0,
        rows=view.rows,
        last=tuple(sorted(find_changed_cells(before, view))),
        winning=tuple(sorted(game.winning_cells(state))) if tree.kind[node] == NodeKind.TERMINAL else (),
        visits=notes.get("visits"),
        mean=mean,
        mean_text=""
        if mean is None
        else estimate_text(mean if viewer == (1 - to_move if by is None else by) else -mean),
        proof=shown.proof,
        disproof=shown.disproof,
        viewer=viewer,
        born=recording.replay.entered(node),
        faults=recording.fault_marks.at(node),
        texts=list_texts(view),
    )


def describe_nodes(recording: Recording, nodes: Sequence[int], other: Alignment | None = None) -> tuple[NodeCard, ...]:
    """Several nodes."""
    if len(nodes) > MAX_CARDS:
        raise BadOption(f"{len(nodes)} nodes were requested at once; request {MAX_CARDS} at most.")
    return tuple(describe_node(recording, node, other) for node in nodes)


def _finite(number: int) -> int | None:
    return None if abs(number) == INFINITY else number
