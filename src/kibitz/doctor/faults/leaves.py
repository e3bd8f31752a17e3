"""Faults in what a leaf is, and in what it is worth."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

UNKNOWN = (
    Edit("best, move = -INFINITY, None", "best, move = None, None"),
    Edit("if value > best:", "if not best or value > best:"),
)  # where the best value is not yet known

FAULTS = (
    Fault(
        id="depth-added-to-leaf",
        sentence="The depth is added to the value of a leaf.",
        why=(
            "Sooner wins are preferred by a change of the value, which must be made for finished games only, and "
            "from the winner's side."
        ),
        right="return evaluate(node)",
        wrong="return evaluate(node) + depth",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (Edit("node.evaluate(), None", "(node.evaluate() + depth), None"),),
            (Edit("node.evaluate(), None", "(node.evaluate() - depth), None"),),
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or",
                ),
                Edit("node.evaluate(), None", "(node.evaluate() + shared['depth'] - depth), None"),
            ),
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or",
                ),
                Edit("node.evaluate(), None", "(node.evaluate() - shared['depth'] + depth), None"),
            ),
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or",
                ),
                Edit(
                    "node.evaluate(), None",
                    "(node.evaluate() - (shared['depth'] - depth) * (1 if node.static > 0 else -1)), None",
                ),
            ),
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or",
                ),
                Edit(
                    "node.evaluate(), None",
                    "(node.evaluate() - (shared['depth'] - depth) * ((node.static > 0) - (node.static < 0))), None",
                ),
            ),
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        shared['depth'] = depth\n    if depth == 0 or",
                ),
                Edit(
                    "node.evaluate(), None", "(node.evaluate() + depth * ((node.static > 0) - (node.static < 0))), None"
                ),
            ),
        ),
    ),
    Fault(
        id="leaf-capped",
        sentence="Leaf values are reduced to win, draw and loss.",
        why="How much a position is worth is lost, so moves of different value look equal.",
        right="return evaluate(node)",
        wrong="return sign(evaluate(node))",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("node.evaluate(), None", "((lambda v: (v > 0) - (v < 0))(node.evaluate())), None"),),),
    ),
    Fault(
        id="leaf-negated",
        sentence="Every leaf has the wrong sign.",
        why="All values are those of the other side, so the program plays for its opponent.",
        right="return evaluate(node)",
        wrong="return -evaluate(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=((Edit("return node.evaluate(), None", "return -node.evaluate(), None"),),),
    ),
    Fault(
        id="leaf-sign-dropped",
        sentence="The sign of a leaf is dropped.",
        why="A loss is then as good as a win.",
        right="return evaluate(node)",
        wrong="return abs(evaluate(node))",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("node.evaluate(), None", "abs(node.evaluate()), None"),),),
    ),
    Fault(
        id="one-child-is-leaf",
        sentence="A node with a single child is taken for a leaf.",
        why="A forced move, such as a pass, does not end the game: the moves after it have to be searched.",
        right="if no children: return evaluate(node)",
        wrong="if at most one child: return evaluate(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("or not node.children", "or len(node.children) <= 1"),),),
    ),
    Fault(
        id="terminal-not-seen",
        sentence="Only the depth ends the recursion: a finished game is searched on.",
        why=(
            "Where there is no move the loop is empty, and the node keeps the infinity it started from, or the "
            "program fails."
        ),
        right="if depth == 0 or is_terminal(node): return evaluate(node)",
        wrong="if depth == 0: return evaluate(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (Edit("if depth == 0 or not node.children", "if depth == 0"),),
            (
                Edit(
                    "if depth == 0 or not node.children:",
                    "if depth > 0 and not node.children:\n        raise ValueError\n    if depth == 0:",
                ),
            ),
        ),
    ),
    Fault(
        id="terminal-worth-zero",
        sentence="A game that is over before the horizon is worth 0.",
        why="The end of a game is the one thing that is known for certain, and it has to be evaluated as such.",
        right="if is_terminal(node): return evaluate(node)",
        wrong="if is_terminal(node): return 0",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (
                Edit(
                    "    if depth == 0 or not",
                    "    if depth > 0 and not node.children:\n        return 0, None\n    if depth == 0 or not",
                ),
            ),
        ),
    ),
    Fault(
        id="zero-is-not-a-value",
        sentence="A value of 0 is taken for one that is missing.",
        why="The test `if value`, or `if not best`, makes no difference between 0 and a missing value.",
        right="if value is not None: return value",
        wrong="if value: return value",
        bases=("minimax", "alphabeta", "negamax"),
        versions=(
            (
                *UNKNOWN,
                Edit("best, move = INFINITY, None", "best, move = None, None"),
                Edit("if value < best:", "if not best or value < best:"),
            ),
            (*UNKNOWN, Edit("colour * node.evaluate()", "colour * node.evaluate()")),
            (
                Edit(
                    "    if depth == 0 or not",
                    "    if not node.children and node.static == 0:\n        raise TypeError\n    if depth == 0 or not",
                ),
            ),
            (
                Edit(
                    "    if depth == 0 or not",
                    (
                        "    if not node.children and node.static == 0:\n"
                        "        return (-INFINITY if maximizing else INFINITY), None\n"
                        "    if depth == 0 or not"
                    ),
                ),
            ),
        ),
    ),
)
