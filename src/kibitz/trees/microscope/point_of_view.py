"""For which side a panel gives its values."""

from __future__ import annotations

import enum

from kibitz.trees.search_tree import SearchTree


class PointOfView(enum.StrEnum):
    """One side for everything, or the side to move at the node that a panel is about."""

    ROOT = "root"
    MOVER = "mover"

    def is_for_max(self, tree: SearchTree, node: int) -> bool:
        """Whether values at a node are for Max, the side to move at the root."""
        return self == PointOfView.ROOT or tree.is_max(node)
