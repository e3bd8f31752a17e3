"""A recorded search for a page without a server: what the server would answer about every node, written beforehand.

What is said of a node for one side only is there twice, for Max and for Min. Explanations take longest to work out and
fill most of a page; those of a node of Min are written for Min as well, who may be asked from its own point of view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from kibitz.core.score import Score
from kibitz.core.searching import NodeKind
from kibitz.trees.explain_step import explain_step
from kibitz.trees.microscope.explanation_view import explain_node
from kibitz.trees.microscope.node_cards import NodeCard, NodeTexts, describe_node, write_node_texts
from kibitz.trees.microscope.node_merit import rate_node
from kibitz.trees.microscope.node_view import MAX_LOOKED_AT
from kibitz.trees.microscope.point_of_view import PointOfView
from kibitz.trees.recording import Recording
from kibitz.trees.replay import Replay
from kibitz.trees.search_tree import SearchTree
from kibitz.trees.tree_statistics import count_saved, estimate_ghost_cost

OF_A_TERM = ("name", "about", "amount", "weight", "value", "cells")  # what the page shows


@dataclass(frozen=True)
class EmbeddedNode:
    """A node: its card for Max, what else a card says for Min, and the numbers of a `NodeDetails` and a `NodeSummary`.

    `points`: the value for Max, as nodes are sought by it; None without a value.
    """

    card: NodeCard
    for_min: NodeTexts
    mean_text_for_min: str
    move_number: int
    merit: int | None
    done: int
    points: int | None
    leaves: int
    cutoffs: int
    cut_nodes: int | None
    ghosts_saved: tuple[int, ...]
    saved_exactly: bool


@dataclass(frozen=True)
class EmbeddedExplanations:
    """Why a node was entered, why it was cut off, and where its value comes from; empty where it cannot be asked.

    The terms of the heuristic are in the record of the leaf, for Max and Min alike.
    """

    enter: str
    cut: dict[str, Any] | None
    value: dict[str, Any]


def list_nodes(recording: Recording, *, exactly: bool) -> Iterable[EmbeddedNode]:
    """All nodes. What the moves never searched would have cost is counted, or else estimated."""
    tree, replay = recording.tree, recording.replay
    nodes = range(len(tree))
    leaves = _count_below(tree, list(map(tree.is_leaf, nodes)))
    cutoffs = _count_below(tree, list(map(tree.meets_beta, nodes)))
    cut_nodes = _count_below(tree, list(map(tree.is_cut, nodes)))
    for node in nodes:
        card = describe_node(recording, node)
        estimate = (estimate_ghost_cost(tree, node) if card.ghosts else 0,) * len(card.ghosts)
        saved, saved_exactly = count_saved(tree, node) if exactly else (estimate, not estimate)
        yield EmbeddedNode(
            card=card,
            for_min=write_node_texts(recording, node, for_max=False),
            mean_text_for_min=describe_node(recording, node, for_max=False).mean_text if tree.notes else "",
            move_number=tree.move[node],
            merit=rate_node(tree, node),
            done=replay.left(node),
            points=None if tree.kind[node] == NodeKind.STOPPED else Score(tree.value_for_max(node)).points,
            leaves=leaves[node],
            cutoffs=cutoffs[node],
            cut_nodes=cut_nodes[node] if tree.size[node] <= MAX_LOOKED_AT else None,
            ghosts_saved=saved,
            saved_exactly=saved_exactly,
        )


def _count_below(tree: SearchTree, counted: Sequence[bool]) -> list[int]:
    """For every node, how many of those in its subtree are counted."""
    before = [0, *accumulate(map(int, counted))]
    return [before[node + tree.size[node]] - before[node] for node in range(len(tree))]


def list_explanations(recording: Recording, pov: PointOfView) -> Iterable[EmbeddedExplanations | None]:
    """The explanations at every node; from the view of the movers only where these are on Min's side."""
    tree, replay = recording.tree, recording.replay
    for node in range(len(tree)):
        if pov == PointOfView.MOVER and tree.is_max(node):
            yield None
            continue
        for_max = pov.is_for_max(tree, node)
        entering = isinstance(replay, Replay)
        is_inner, has_terms = tree.kind[node] == NodeKind.INNER, tree.is_leaf(node) and pov == PointOfView.ROOT
        yield EmbeddedExplanations(
            enter=explain_step(tree, replay, replay.entered(node), for_max=for_max).sentence if entering else "",
            cut=_explain(recording, node, "cut", pov) if recording.has_windows and is_inner else None,
            value=_explain(recording, node, "value", pov, has_terms=has_terms),
        )


def _explain(
    recording: Recording, node: int, question: str, pov: PointOfView, *, has_terms: bool = False
) -> dict[str, Any]:
    found = vars(explain_node(recording, node, question, pov=pov, has_terms=has_terms))
    said = {name: value for name, value in found.items() if name not in ("question", "node", "refutation")}
    terms = [{name: getattr(term, name) for name in OF_A_TERM} for term in found["terms"]]
    return said | {"bound": found["bound"] and vars(found["bound"]), "terms": terms}
