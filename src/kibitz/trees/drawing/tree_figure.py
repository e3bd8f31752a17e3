"""A small tree as a figure: what stands in its nodes and below them. `figure_svg.py` draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class TreeNode:
    """A node of a drawn tree.

    `id`: what the node is called, a letter for an inner node and a number for a leaf. `side`: "max" or "min", or
    empty where nobody is to move. `text`: what stands in it. `note`: what stands below it, in smaller print.
    `position`: of the game of the figure, if a board is drawn in place of the text.
    """

    id: str
    parent: str = ""
    side: str = ""
    text: str = ""
    note: str = ""
    position: str = ""
    edge: str = ""  # what stands beside the line to its parent: a move


@dataclass(frozen=True)
class TreeFigure:
    """A tree. Its nodes come in reading order, parents first.

    `marked`: those that a question points at. `cut`: those whose branch a search left out, crossed out in the drawing.
    """

    nodes: tuple[TreeNode, ...]
    game: str = ""
    marked: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    caption: str = ""
    form: Literal["tree"] = "tree"


def label_node(node_id: str) -> str:
    """What a node is called in a sentence: the number of a leaf alone could be taken for its value."""
    return f"leaf {node_id}" if node_id.isdecimal() else node_id
