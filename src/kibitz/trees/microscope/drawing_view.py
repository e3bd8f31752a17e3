"""The top of a subtree drawn as in a textbook: where the cards of its nodes go, and the moves never searched."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.trees.drawing.layout import LayoutSizes, lay_out_tree
from kibitz.trees.drawing.truncated_tree import truncate
from kibitz.trees.find_nodes import check_node
from kibitz.trees.microscope.node_cards import NodeCard, NodeTexts, describe_node, write_node_texts
from kibitz.trees.recording import Recording
from kibitz.trees.tree_comparison import Alignment
from kibitz.trees.tree_statistics import estimate_ghost_cost

MAX_DRAWN = 300  # nodes


@dataclass(frozen=True)
class DrawnNode:
    """A card, and where its top left corner goes; its texts are for Max, and `for_min` has them for the other side.

    `hidden` counts the nodes below that are not drawn.
    """

    card: NodeCard
    for_min: NodeTexts
    x: float
    y: float
    hidden: int


@dataclass(frozen=True)
class DrawnGhost:
    """A move that was never searched, and about how many nodes it would have cost."""

    node: int
    move: str
    saved: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class TreeDrawing:
    root: int
    width: float
    height: float
    node_width: float
    node_height: float
    nodes: tuple[DrawnNode, ...]
    ghosts: tuple[DrawnGhost, ...]


def draw_subtree(
    recording: Recording,
    root: int,
    *,
    levels: int = 3,
    most: int = 150,
    node_width: float = 96,
    node_height: float = 120,
    other: Alignment | None = None,
) -> TreeDrawing:
    """The top of a subtree as a textbook draws it."""
    tree = recording.tree
    check_node(tree, root)
    small = truncate(tree, root, plies=levels, most=min(most, MAX_DRAWN))
    names = [tree.game.move_name(move) for node in range(len(small)) for move in small.ghosts(node)]
    sizes = LayoutSizes(
        node_width=node_width,
        node_height=node_height,
        ghost_width=10 + 7.0 * max(map(len, names), default=0),
        ghost_height=16,
        sibling_gap=14,
        cousin_gap=26,
        level_gap=100,
        ghost_drop=26,
        stack_gap=10,
        trunk=14,
    )
    layout = lay_out_tree(small, sizes)
    return TreeDrawing(
        root=root,
        width=round(layout.width, 1),
        height=round(layout.height, 1),
        node_width=node_width,
        node_height=node_height,
        nodes=tuple(
            DrawnNode(
                describe_node(recording, small.origin[node], other),
                write_node_texts(recording, small.origin[node], for_max=False),
                round(box.left, 1),
                round(box.top, 1),
                small.hidden[node],
            )
            for node, box in enumerate(layout.nodes)
        ),
        ghosts=tuple(
            DrawnGhost(
                node=small.origin[ghost.node],
                move=tree.game.move_name(ghost.move),
                saved=estimate_ghost_cost(tree, small.origin[ghost.node]),
                x=round(ghost.box.left, 1),
                y=round(ghost.box.top, 1),
                width=round(ghost.box.width, 1),
                height=round(ghost.box.height, 1),
            )
            for ghost in layout.ghosts
        ),
    )
