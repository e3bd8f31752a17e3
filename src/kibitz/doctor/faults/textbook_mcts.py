"""The textbook's Monte Carlo tree search, into which faults are put as into the other searches (`textbook.py`).

Leaves are worth 1 if Max wins, -1 if Min wins, and 0 for a draw. One simulation has four steps: select, expand, play
out, back up. [Kocsis & Szepesvári, "Bandit based Monte-Carlo planning", 2006; Browne et al., "A survey of Monte Carlo
tree search methods", 2012.]
"""

from __future__ import annotations

from math import log, sqrt

from kibitz.core.rng import Rng
from kibitz.doctor.exam_tree import Node

EXPLORE = 1.4  # the weight of what is uncertain against what went well


class Branch:
    """A node of the tree that grows. `total`: the rewards of the side that chose to come here."""

    def __init__(self, node: Node, above: Branch | None, maximizing: bool) -> None:
        self.node, self.above, self.maximizing = node, above, maximizing
        self.visits, self.total = 0, 0.0
        self.children: list[Branch] = []
        self.untried = list(node.children)

    def bound(self) -> float:
        """The upper confidence bound, by which a child is selected (UCB1)."""
        assert self.above is not None
        return self.total / self.visits + EXPLORE * sqrt(log(self.above.visits) / self.visits)


def mcts(node: Node, simulations: int, maximizing: bool, rng: Rng) -> tuple[float, int | None]:
    """Monte Carlo tree search (UCT): the mean reward of the most visited child, and its place."""
    root = Branch(node, None, maximizing)
    for _ in range(simulations):
        branch: Branch | None = root
        assert branch is not None
        while not branch.untried and branch.children:
            branch = max(branch.children, key=lambda child: child.bound())
        if branch.untried:
            child = Branch(branch.untried.pop(0), branch, not branch.maximizing)
            branch.children.append(child)
            branch = child
        leaf = branch.node
        while leaf.children:
            leaf = rng.choice(leaf.children)
        value = leaf.evaluate()
        while branch is not None:
            reward = -value if branch.maximizing else value
            branch.total += (reward > 0) + (reward == 0) / 2
            branch.visits += 1
            branch = branch.above
    best = max(root.children, key=lambda child: child.visits)
    return best.total / best.visits, best.node.place
