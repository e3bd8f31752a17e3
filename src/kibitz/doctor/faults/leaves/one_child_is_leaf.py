"""A node with a single child is taken for a leaf."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="one-child-is-leaf",
    sentence="A node with a single child is taken for a leaf.",
    why="A forced move, such as a pass, ends nothing: what follows it has to be searched.",
    right="if no children: return evaluate(node)",
    wrong="if at most one child: return evaluate(node)",
    bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
    versions=((Edit("or not node.children", "or len(node.children) <= 1"),),),
)
