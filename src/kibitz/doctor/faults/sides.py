"""Faults about whose turn it is: Max and Min confused."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULTS = (
    Fault(
        id="child-of-max-is-max",
        sentence="The children of a Max node are searched as Max nodes.",
        why="Only one of the two branches switches the side, so once Max has moved Min never moves again.",
        right="if maximizing: value = minimax(child, depth - 1, False)",
        wrong="if maximizing: value = minimax(child, depth - 1, True)",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=(
            (Edit("depth - 1, False)", "depth - 1, True)"),),
            (Edit("beta, False)", "beta, True)"),),
        ),
    ),
    Fault(
        id="child-of-min-is-min",
        sentence="The children of a Min node are searched as Min nodes.",
        why="Only one of the two branches switches the side, so once Min has moved Max never moves again.",
        right="else: value = minimax(child, depth - 1, True)",
        wrong="else: value = minimax(child, depth - 1, False)",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=(
            (Edit("depth - 1, True)", "depth - 1, False)"),),
            (Edit("beta, True)", "beta, False)"),),
        ),
    ),
    Fault(
        id="max-also-minimizes",
        sentence="Max takes the smallest value too.",
        why="Both sides are searched as if they wanted the same, so the value is far too low.",
        right="if maximizing: best = max(best, value)",
        wrong="if maximizing: best = min(best, value)",
        bases=("minimax", "alphabeta"),
        versions=(
            (
                Edit("if value > best:", "if value < best:"),
                Edit("best, move = -INFINITY", "best, move = INFINITY"),
            ),
            (Edit("if value > best:", "if value < best:", 0),),
        ),
    ),
    Fault(
        id="max-starts-at-infinity",
        sentence="Max starts from plus infinity, which no value is above.",
        why="A Max node has to start from minus infinity; from plus infinity its value never changes.",
        right="if maximizing: best = -infinity",
        wrong="if maximizing: best = +infinity",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=((Edit("best, move = -INFINITY", "best, move = INFINITY"),),),
    ),
    Fault(
        id="min-also-maximizes",
        sentence="Min takes the greatest value too.",
        why="Both sides are searched as if they wanted the same, so the value is far too high.",
        right="else: best = min(best, value)",
        wrong="else: best = max(best, value)",
        bases=("minimax", "alphabeta"),
        versions=(
            (
                Edit("if value < best:", "if value > best:"),
                Edit("best, move = INFINITY", "best, move = -INFINITY"),
            ),
            (
                Edit("if value < best:", "if value > best:"),
                Edit("best, move = INFINITY", "best, move = -INFINITY"),
                Edit("beta = min(beta, best)", "beta = max(beta, best)"),
            ),
            (Edit("if value < best:", "if value > best:"),),
        ),
    ),
    Fault(
        id="min-max-swapped",
        sentence="Max and Min are swapped: Max takes the smallest value and Min the greatest.",
        why="Every node chooses the best move for the other side, so the program plays for its opponent.",
        right="if maximizing: best = max(best, value)",
        wrong="if maximizing: best = min(best, value)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "ordered", "table", "killer", "negamax"),
        versions=(
            (
                Edit("    if maximizing:\n", "    if not maximizing:\n"),
                Edit("False)", "@@)"),
                Edit("True)", "False)"),
                Edit("@@)", "True)"),
            ),
            (
                Edit("if value > best:", "if value < best:"),
                Edit("best, move = -INFINITY", "best, move = INFINITY"),
            ),
            (
                Edit("-INFINITY, None) if maximizing else (INFINITY", "INFINITY, None) if maximizing else (-INFINITY"),
                Edit("value > best if maximizing else value < best", "value < best if maximizing else value > best"),
                Edit("if maximizing:\n            alpha", "if not maximizing:\n            alpha"),
            ),
        ),
    ),
    Fault(
        id="min-max-swapped-at-root",
        sentence="The root chooses for the wrong side; the levels below it are right.",
        why="The values of the children are right, but the root takes the one that is best for the opponent.",
        right="at the root: keep the child with the greatest value",
        wrong="at the root: keep the child with the smallest value",
        bases=("minimax", "negamax"),
        versions=(
            (
                Edit("    if maximizing:\n", "    if maximizing != (node.ply == 0):\n"),
                Edit("depth - 1, False)", "depth - 1, node.ply == 0)"),
                Edit("depth - 1, True)", "depth - 1, node.ply != 0)"),
            ),
            (
                Edit("            if value > best:", "            if value > best if node.ply else value < best:"),
                Edit("best, move = -INFINITY, None", "best, move = (-INFINITY if node.ply else INFINITY), None"),
                Edit("            if value < best:", "            if value < best if node.ply else value > best:"),
                Edit("best, move = INFINITY, None", "best, move = (INFINITY if node.ply else -INFINITY), None"),
            ),
            (
                Edit("if value > best:", "if value > best if node.ply else value < best:"),
                Edit("best, move = -INFINITY, None", "best, move = (-INFINITY if node.ply else INFINITY), None"),
            ),
        ),
    ),
    Fault(
        id="min-starts-at-minus-infinity",
        sentence="Min starts from minus infinity, which no value is below.",
        why="A Min node has to start from plus infinity; from minus infinity its value never changes.",
        right="else: best = +infinity",
        wrong="else: best = -infinity",
        bases=("minimax", "alphabeta"),
        versions=((Edit("best, move = INFINITY", "best, move = -INFINITY"),),),
    ),
    Fault(
        id="min-takes-mean",
        sentence="Min takes the mean of the values instead of the smallest.",
        why="That is expectimax: it is right against a player who moves at random, not against an opponent.",
        right="else: best = min(best, value)",
        wrong="else: best = mean of the values",
        bases=("minimax",),
        versions=(
            (
                Edit(
                    "if value < best:\n                best, move = value, index",
                    "best, move = (0 if index == 0 else best) + value / len(node.children), index",
                ),
            ),
        ),
    ),
    Fault(
        id="root-always-max",
        sentence="The root takes the greatest value, whichever side is to move.",
        why="Where Min is to move at the root, the program plays the move that is best for Max.",
        right="if maximizing: keep the greatest, else: keep the smallest",
        wrong="keep the greatest",
        bases=("minimax",),
        versions=(
            (
                Edit("            if value < best:", "            if value < best if node.ply else value > best:"),
                Edit("best, move = INFINITY, None", "best, move = (INFINITY if node.ply else -INFINITY), None"),
            ),
        ),
    ),
    Fault(
        id="root-calls-min",
        sentence="The search starts at Min although Max is to move, or the other way round.",
        why="The first call names the wrong side. Every level below is then the wrong side as well.",
        right="value = minimax(root, depth, maximizing=True)",
        wrong="value = minimax(root, depth, maximizing=False)",
        bases=("minimax", "alphabeta", "negamax"),
        in_first_call="side",
        versions=(
            (
                Edit(
                    "def minimax(node: Node, depth: int, maximizing: bool) -> Answer:",
                    (
                        "def minimax(node, depth, maximizing):\n"
                        "    return inner(node, depth, not maximizing)\n"
                        "\n"
                        "\n"
                        "def inner(node, depth, maximizing):"
                    ),
                ),
                Edit("value, _ = minimax(", "value, _ = inner("),
            ),
            (
                Edit(
                    "def alphabeta(node: Node, depth: int, alpha: float, beta: float, maximizing: bool) -> Answer:",
                    (
                        "def alphabeta(node, depth, alpha, beta, maximizing):\n"
                        "    return inner(node, depth, alpha, beta, not maximizing)\n"
                        "\n"
                        "\n"
                        "def inner(node, depth, alpha, beta, maximizing):"
                    ),
                ),
                Edit("value, _ = alphabeta(", "value, _ = inner("),
            ),
            (
                Edit(
                    "def negamax(node: Node, depth: int, colour: int) -> Answer:",
                    (
                        "def negamax(node, depth, colour):\n"
                        "    return inner(node, depth, -colour)\n"
                        "\n"
                        "\n"
                        "def inner(node, depth, colour):"
                    ),
                ),
                Edit("value = -negamax(", "value = -inner("),
            ),
        ),
    ),
    Fault(
        id="same-side-again",
        sentence="The tree below the root begins with the side that has just moved.",
        why=(
            "After the first move the same side moves again, so the search sees two of its own moves in a row and"
            " no reply to the first."
        ),
        right="value = minimax(child, depth - 1, not maximizing)",
        wrong="value = minimax(child, depth - 1, maximizing)   # at the root",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=(
            (
                Edit("depth - 1, False)", "depth - 1, node.ply == 0)"),
                Edit("depth - 1, True)", "depth - 1, node.ply != 0)"),
            ),
            (
                Edit("beta, False)", "beta, node.ply == 0)"),
                Edit("beta, True)", "beta, node.ply != 0)"),
            ),
        ),
    ),
    Fault(
        id="side-never-switched",
        sentence="The side to move is never switched: every level is searched for the side at the root.",
        why="The opponent is taken to play the program's moves for it, so the value is the best leaf of all.",
        right="value = minimax(child, depth - 1, not maximizing)",
        wrong="value = minimax(child, depth - 1, maximizing)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "table", "killer"),
        versions=(
            (
                Edit("depth - 1, False)", "depth - 1, True)"),
                Edit("depth - 1, True)", "depth - 1, False)", 1),
            ),
            (
                Edit("beta, False)", "beta, True)"),
                Edit("beta, True)", "beta, False)", 1),
            ),
            (Edit("not maximizing", "maximizing"),),
        ),
    ),
)
