"""Faults of the negamax form: signs, colours and points of view."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULTS = (
    Fault(
        id="both-branches-negated",
        sentence="Max and Min have a branch each, and the value of a child is negated as well.",
        why=(
            "Minimax with two branches and negamax are mixed: where Max and Min have a branch each, nothing is negated."
        ),
        right="value = minimax(child, …)",
        wrong="value = -minimax(child, …)",
        bases=("minimax", "alphabeta"),
        versions=(
            (
                Edit("value, _ = minimax(child, depth - 1, False)", "value = -minimax(child, depth - 1, False)[0]"),
                Edit("value, _ = minimax(child, depth - 1, True)", "value = -minimax(child, depth - 1, True)[0]"),
            ),
            (
                Edit(
                    "value, _ = alphabeta(child, depth - 1, alpha, beta, False)",
                    "value = -alphabeta(child, depth - 1, alpha, beta, False)[0]",
                ),
                Edit(
                    "value, _ = alphabeta(child, depth - 1, alpha, beta, True)",
                    "value = -alphabeta(child, depth - 1, alpha, beta, True)[0]",
                ),
            ),
        ),
    ),
    Fault(
        id="leaf-for-side-not-to-move",
        sentence="A leaf is judged for the side that has just moved.",
        why="Minimax compares all leaves from one side's view. Here the view changes with the parity of the depth.",
        right="return evaluate(node)",
        wrong="return -evaluate(node) if maximizing else evaluate(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=(
            (
                Edit(
                    "return node.evaluate(), None", "return (-node.evaluate() if maximizing else node.evaluate()), None"
                ),
            ),
        ),
    ),
    Fault(
        id="leaf-for-side-to-move",
        sentence="A leaf is evaluated for the side to move there, in a search where all values are Max's.",
        why="Minimax compares all leaves from one side's view. Here the view changes with the parity of the depth.",
        right="return evaluate(node)",
        wrong="return evaluate(node) if maximizing else -evaluate(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=(
            (
                Edit(
                    "return node.evaluate(), None", "return (node.evaluate() if maximizing else -node.evaluate()), None"
                ),
            ),
        ),
    ),
    Fault(
        id="negamax-colour-not-switched",
        sentence="The colour is not switched for the children.",
        why="All leaves are then evaluated from the root's side, whichever side is to move there.",
        right="value = -negamax(child, depth - 1, -colour)",
        wrong="value = -negamax(child, depth - 1, colour)",
        bases=("negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("-colour)", "colour)"),),),
    ),
    Fault(
        id="negamax-leaf-negated",
        sentence="A leaf is seen from the wrong side: its sign is the opposite of what it should be.",
        why="Negamax wants the value for the side to move at the leaf.",
        right="return colour * evaluate(node)",
        wrong="return -colour * evaluate(node)",
        bases=("negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("return colour * node", "return -colour * node"),),),
    ),
    Fault(
        id="negamax-leaf-without-colour",
        sentence="A leaf is not multiplied by the colour: its value is always Max's.",
        why="Negamax wants the value for the side to move at the leaf. At odd depths every leaf has the wrong sign.",
        right="return colour * evaluate(node)",
        wrong="return evaluate(node)",
        bases=("negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("return colour * node", "return node"),),),
    ),
    Fault(
        id="negamax-sign-lost",
        sentence="The value of a child is not negated.",
        why="A child's value belongs to the other side; without the minus sign both sides want the same.",
        right="value = -negamax(child, …)",
        wrong="value = negamax(child, …)",
        bases=("negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (Edit("value = -negamax", "value = negamax"),),
            (
                Edit("value = -", "value = (-1 if node.ply == 0 else 1) * "),
            ),  # the root, in a function of its own, negates
        ),
    ),
    Fault(
        id="negamax-sign-lost-at-root",
        sentence="The root does not negate the values of its children; the levels below do.",
        why=(
            "The values of the root's children belong to the opponent, so the program plays the move that is best"
            " for the opponent."
        ),
        right="at the root: value = -negamax(child, …)",
        wrong="at the root: value = negamax(child, …)",
        bases=("negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("value = -negamax", "value = (1 if node.ply == 0 else -1) * negamax"),),),
    ),
    Fault(
        id="negamax-takes-min",
        sentence="Negamax takes the smallest of the negated values.",
        why="Every level of negamax maximizes; the negation already accounts for the other side.",
        right="best = max(best, -value)",
        wrong="best = min(best, -value)",
        bases=("negamax", "negamax_alphabeta"),
        versions=(
            (
                Edit("if value > best:", "if value < best:"),
                Edit("best, move = -INFINITY", "best, move = INFINITY"),
            ),
        ),
    ),
    Fault(
        id="value-negated-at-max",
        sentence="A Max node negates the values of its children as negamax does, a Min node does not.",
        why=(
            "Minimax with two branches and negamax are mixed: where Max and Min have a branch each, nothing is negated."
        ),
        right="if maximizing: value = minimax(child, …)",
        wrong="if maximizing: value = -minimax(child, …)",
        bases=("minimax",),
        versions=(
            (Edit("value, _ = minimax(child, depth - 1, False)", "value = -minimax(child, depth - 1, False)[0]"),),
        ),
    ),
)
