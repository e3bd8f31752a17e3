"""The top of a subtree as a small tree of its own, so that the surroundings of a node can be drawn."""

from __future__ import annotations

from kibitz.core.game import Move
from kibitz.core.searching import NodeKind
from kibitz.trees.search_tree import NO_MOVE, NO_NODE, SearchTree


class TruncatedTree(SearchTree):
    """`origin[node]` is the node in the whole tree; `hidden[node]` counts the nodes below that were left out."""

    def __init__(self, whole: SearchTree, root: int) -> None:
        super().__init__(whole.game, whole.state(root), whole.searcher)
        self.whole = whole
        self.origin: list[int] = []
        self.hidden: list[int] = []

    def is_cut(self, node: int) -> bool:
        """As in the whole tree, also where what is below is left out."""
        return self.whole.is_cut(self.origin[node])

    def ghosts(self, node: int) -> tuple[Move, ...]:
        """Those of the whole tree, where the moves that were searched are shown as well."""
        return () if self.hidden[node] else self.whole.ghosts(self.origin[node])


def truncate(tree: SearchTree, root: int, *, plies: int, most: int) -> TruncatedTree:
    """A node and what is below it, ply by ply, down to so many plies and at most so many nodes."""
    shown, level = {root}, [root]
    for _ in range(plies):
        following: list[int] = []
        for node in level:
            children = tree.children(node)
            if len(shown) + len(children) <= most:
                shown.update(children)
                following += children
        level = following
    small = TruncatedTree(tree, root)
    number: dict[int, int] = {}
    for node in sorted(shown):
        parent = NO_NODE if node == root else number[tree.parent[node]]
        move = NO_MOVE if node == root else tree.move[node]
        number[node] = small.add(parent, move, tree.depth[node], tree.alpha[node], tree.beta[node])
        small.close(number[node], tree.value[node], NodeKind(tree.kind[node]))
        small.origin.append(node)
        is_closed = tree.size[node] > 1 and node + 1 not in shown
        small.hidden.append(tree.size[node] - 1 if is_closed else 0)
    return small
