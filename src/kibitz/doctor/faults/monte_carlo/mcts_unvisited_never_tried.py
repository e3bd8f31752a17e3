"""A child that was never visited is never selected."""

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

FAULT = Fault(
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
)
