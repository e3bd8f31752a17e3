"""The nodes that a text means, as a list to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from kibitz.trees.find_nodes import find_nodes
from kibitz.trees.labels import value_text
from kibitz.trees.recording import Recording

MAX_FOUND = 50


@dataclass(frozen=True)
class FoundNode:
    node: int
    moves: tuple[str, ...]
    ply: int
    value: str


@dataclass(frozen=True)
class FoundNodes:
    """The first nodes that fit, and whether there are more."""

    found: tuple[FoundNode, ...]
    more: bool


def list_found_nodes(recording: Recording, text: str) -> FoundNodes:
    """Nodes by number, moves or value; see `find_nodes`."""
    tree = recording.tree
    nodes = list(islice(find_nodes(tree, text, recording.root), MAX_FOUND + 1))
    shown = tuple(
        FoundNode(node, tuple(map(tree.game.move_name, tree.moves_to(node))), tree.ply[node], value_text(tree, node))
        for node in nodes[:MAX_FOUND]
    )
    return FoundNodes(shown, len(nodes) > MAX_FOUND)
