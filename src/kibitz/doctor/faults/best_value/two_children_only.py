"""Only the first two children of a node are looked at."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="two-children-only",
    sentence="Only the first two children of a node are looked at.",
    why="The program takes for granted that every node has two children.",
    right="for child in children",
    wrong="for child in (children[0], children[1])",
    bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
    versions=((Edit("enumerate(node.children):", "list(enumerate(node.children))[:2]:"),),),
)
