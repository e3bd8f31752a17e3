"""Faults of Monte Carlo tree search."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

EXPAND = """\
            child = Branch(branch.untried.pop(0), branch, not branch.maximizing)
            branch.children.append(child)
            branch = child"""

EXPAND_ALL = """\
            branch.children = [Branch(node, branch, not branch.maximizing) for node in branch.untried]
            branch.untried = []
            branch = branch.children[0]"""

BOUND = "        return self.total / self.visits +"

FAULTS = (
    Fault(
        id="mcts-backup-sign-lost",
        sentence="The result is backed up with the same sign at all levels.",
        why="A win for one side is a loss for the other. Without the change of sign the opponent seems to play for us.",
        right="reward = -reward at every step up",
        wrong="reward added as it is",
        bases=("mcts",),
        versions=(
            (Edit("reward = -value if branch.maximizing else value", "reward = value if root.maximizing else -value"),),
        ),
    ),
    Fault(
        id="mcts-backup-wrong-side",
        sentence="The result is backed up from the view of the wrong side.",
        why=(
            "A node counts the wins of the side that chose to come here, since that side compares it with its siblings."
        ),
        right="node.wins += result for the side that moved to node",
        wrong="node.wins += result for the side to move at node",
        bases=("mcts",),
        versions=(
            (
                Edit(
                    "reward = -value if branch.maximizing else value", "reward = value if branch.maximizing else -value"
                ),
            ),
        ),
    ),
    Fault(
        id="mcts-best-mean-returned",
        sentence="The move with the best mean is returned, not the one that was visited most.",
        why=(
            "A move that was tried a few times may have a high mean by luck. What was visited most has been "
            "tested most."
        ),
        right="return the child of most visits",
        wrong="return the child of best mean",
        bases=("mcts",),
        versions=(
            (
                Edit(
                    "best = max(root.children, key=lambda child: child.visits)",
                    "best = max(root.children, key=lambda child: child.total / child.visits)",
                ),
            ),
        ),
    ),
    Fault(
        id="mcts-draw-counted-as-loss",
        sentence="A draw counts as a loss.",
        why="A sure draw then looks as bad as a sure loss, and is given up for any hope.",
        right="reward = 1, 0.5 or 0",
        wrong="reward = 1 if won else 0",
        bases=("mcts",),
        versions=(
            (Edit("(reward > 0) + (reward == 0) / 2", "(reward > 0)"),),
            (Edit("(reward > 0) + (reward == 0) / 2", "(reward > 0) - (reward <= 0)"),),
        ),
    ),
    Fault(
        id="mcts-draw-counted-as-win",
        sentence="A draw counts as a win.",
        why="A sure draw then looks as good as a win, which is given up for it.",
        right="reward = 1, 0.5 or 0",
        wrong="reward = 0 if lost else 1",
        bases=("mcts",),
        versions=(
            (Edit("(reward > 0) + (reward == 0) / 2", "(reward >= 0)"),),
            (Edit("(reward > 0) + (reward == 0) / 2", "(reward >= 0) - (reward < 0)"),),
        ),
    ),
    Fault(
        id="mcts-exploration-subtracted",
        sentence="The exploration term is subtracted.",
        why="What was tried seldom gets a lower bound than what was tried often, so it is never tried again.",
        right="mean + c * sqrt(ln(parent.visits) / child.visits)",
        wrong="mean - c * sqrt(ln(parent.visits) / child.visits)",
        bases=("mcts",),
        versions=((Edit("/ self.visits + EXPLORE", "/ self.visits - EXPLORE"),),),
    ),
    Fault(
        id="mcts-least-visited-returned",
        sentence="The move that was visited least is returned.",
        why="Visits are given to what goes well, so the least visited move is the worst.",
        right="return the child of most visits",
        wrong="return the child of fewest visits",
        bases=("mcts",),
        versions=((Edit("best = max(root.children,", "best = min(root.children,"),),),
    ),
    Fault(
        id="mcts-most-visited-selected",
        sentence="In the tree the child with most visits is selected.",
        why=(
            "Visits decide which move is played in the end. While the tree grows, they only repeat what was done "
            "before."
        ),
        right="select the child of largest mean + c * sqrt(ln(parent.visits) / child.visits)",
        wrong="select the child of most visits",
        bases=("mcts",),
        versions=((Edit("key=lambda child: child.bound()", "key=lambda child: child.visits"),),),
    ),
    Fault(
        id="mcts-no-exploration",
        sentence="The uncertain is not explored: only the mean decides which child is selected.",
        why="A good move whose first play-outs were lost is never tried again.",
        right="mean + c * sqrt(ln(parent.visits) / child.visits)",
        wrong="mean",
        bases=("mcts",),
        versions=((Edit("EXPLORE * sqrt(log(self.above.visits) / self.visits)", "0"),),),
    ),
    Fault(
        id="mcts-parent-visits-not-counted",
        sentence="The exploration term takes the visits of the child in place of those of its parent.",
        why=(
            "It has to grow while the siblings are visited. This one does not, so a child that began badly is given up."
        ),
        right="sqrt(ln(parent.visits) / child.visits)",
        wrong="sqrt(ln(child.visits) / child.visits)",
        bases=("mcts",),
        versions=((Edit("log(self.above.visits)", "log(self.visits)"),),),
    ),
    Fault(
        id="mcts-root-not-updated",
        sentence="The visit is not counted at the root.",
        why="The logarithm of the visits of the root is needed to select one of its children, and ln(0) fails.",
        right="while node is not None: node.visits += 1; node = node.parent",
        wrong="while node.parent is not None: node.visits += 1; node = node.parent",
        bases=("mcts",),
        versions=((Edit("while branch is not None:", "while branch.above is not None:"),),),
    ),
    Fault(
        id="mcts-tree-never-grows",
        sentence="Only the moves of the root are nodes: the tree never grows.",
        why="Below them both sides play at random, so a move with one refutation among many bad replies looks good.",
        right="expand the node that was selected",
        wrong="expand the root only",
        bases=("mcts",),
        versions=((Edit("if branch.untried:", "if branch.untried and branch is root:"),),),
    ),
    Fault(
        id="mcts-unvisited-never-tried",
        sentence="A child that was never visited is never selected.",
        why="Its bound has to count as infinite. With 0 the children that were tried first stay ahead for ever.",
        right="if child.visits == 0: bound = infinity",
        wrong="if child.visits == 0: bound = 0",
        bases=("mcts",),
        versions=(
            (Edit("while not branch.untried and branch.children:", "while branch.children:"),),
            (
                Edit(EXPAND, EXPAND_ALL),
                Edit(BOUND, f"        if self.visits == 0:\n            return 0.0\n{BOUND}"),
                Edit("(reward > 0) + (reward == 0) / 2", "(reward > 0) - (reward < 0)"),
            ),
        ),
    ),
)
