"""A tree in which positions that are images of each other are one node, as textbooks draw the tree of tic-tac-toe.

Of the moves of a node that lead to the same position, rotated or mirrored, the one searched first stays, with all below
it and with how many there are of its kind. The others are worth the same, so that nothing is lost but repetition; only
the windows they were searched in may have differed.
"""

from __future__ import annotations

from kibitz.core.errors import Unsuited
from kibitz.core.game import Move
from kibitz.core.searching import NodeKind
from kibitz.trees.search_tree import NO_MOVE, NO_NODE, SearchTree


class MergedTree(SearchTree):
    """`origin[node]` is the node in the whole tree, `alike[node]` the number of moves that it stands for."""

    def __init__(self, whole: SearchTree, root: int) -> None:
        super().__init__(whole.game, whole.state(root), whole.searcher)
        self.whole = whole
        self.origin: list[int] = []
        self.alike: list[int] = []

    def stands_for(self, node: int) -> int:
        return self.alike[node]

    def ghosts(self, node: int) -> tuple[Move, ...]:
        """Moves never searched, one of each kind, and none that leads to a position searched after another move."""
        state, game = self.state(node), self.game
        seen = {game.canonical(self.state(child)) for child in self.children(node)}
        kept = []
        for move in self.whole.ghosts(self.origin[node]):
            position = game.canonical(game.play(state, move))
            if position not in seen:
                seen.add(position)
                kept.append(move)
        return tuple(kept)


def merge_symmetric(tree: SearchTree, root: int) -> MergedTree:
    """The tree below a node with one node for positions that are images of each other."""
    if not tree.is_depth_first:
        raise Unsuited(
            f"The tree of {tree.searcher} cannot be merged: its nodes have their own visits or proof numbers."
        )
    merged = MergedTree(tree, root)
    todo = [(root, NO_NODE, 1)]
    while todo:
        node, parent, alike = todo.pop()
        move = NO_MOVE if node == root else tree.move[node]
        number = merged.add(parent, move, tree.depth[node], tree.alpha[node], tree.beta[node])
        merged.close(number, tree.value[node], NodeKind(tree.kind[node]))
        merged.origin.append(node)
        merged.alike.append(alike)
        groups: dict[object, list[int]] = {}
        for child in tree.children(node):
            groups.setdefault(tree.game.canonical(tree.state(child)), []).append(child)
        kinds = [(group[0], number, len({tree.move[child] for child in group})) for group in groups.values()]
        todo += reversed(kinds)
    return merged
