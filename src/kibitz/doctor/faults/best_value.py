"""Faults in how a node keeps the best value of its children."""

from collections.abc import Iterator

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

NEGAMAX_ONLY = Edit("colour * node.evaluate()", "colour * node.evaluate()")  # the other forms have a branch for Min

NUMBERS = (10, 20, 50, 99, 100, 500, 999, 1000, 9999, 10_000, 99_999, 100_000)  # that people write


def _versions() -> Iterator[tuple[Edit, ...]]:
    for number in NUMBERS:
        low, high = (
            Edit("best, move = -INFINITY", f"best, move = -{number}"),
            Edit("best, move = INFINITY", f"best, move = {number}"),
        )
        window = Edit(
            "    if depth == 0 or",
            f"    if node.ply == 0:\n        alpha, beta = -{number}, {number}\n    if depth == 0 or",
        )
        yield from ((low, high), (low,), (window,), (window, low, high), (window, low))


FAULTS = (
    Fault(
        id="best-shared-by-all-nodes",
        sentence="The best value is kept in one variable that all nodes share.",
        why=(
            "A node must start from its own worst value. A global variable carries what was found in other parts "
            "of the tree into it."
        ),
        right="best = -infinity   # a local variable",
        wrong="global best",
        bases=("minimax",),
        versions=(
            (
                Edit("best, move = -INFINITY, None", "move = None"),
                Edit("best, move = INFINITY, None", "move = None"),
                Edit(
                    "if value > best:\n                best, move = value, index",
                    (
                        "if value > shared.get('max', -INFINITY):\n"
                        "                shared['max'], move = value, index\n"
                        "        best = shared.get('max', -INFINITY)"
                    ),
                ),
                Edit(
                    "if value < best:\n                best, move = value, index",
                    (
                        "if value < shared.get('min', INFINITY):\n"
                        "                shared['min'], move = value, index\n"
                        "        best = shared.get('min', INFINITY)"
                    ),
                ),
            ),
        ),
    ),
    Fault(
        id="best-starts-at-zero",
        sentence="The best value starts at 0 instead of minus or plus infinity.",
        why=(
            "A node all of whose children are worth less than 0 to Max (or more to Min) is given the value 0, "
            "which no child has."
        ),
        right="best = -infinity",
        wrong="best = 0",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=(
            (
                Edit("best, move = -INFINITY", "best, move = 0"),
                Edit("best, move = INFINITY", "best, move = 0"),
            ),
            (Edit("best, move = -INFINITY", "best, move = 0"), NEGAMAX_ONLY),
        ),
    ),
    Fault(
        id="child-not-searched",
        sentence="The children are evaluated where they are searched: the program looks one move ahead.",
        why="The result of the recursion is not used, so the value of a child is its static value.",
        right="value = minimax(child, depth - 1, not maximizing)",
        wrong="value = evaluate(child)",
        bases=("minimax",),
        versions=(
            (
                Edit("minimax(child, depth - 1, False)", "child.evaluate(), None"),
                Edit("minimax(child, depth - 1, True)", "child.evaluate(), None"),
            ),
        ),
    ),
    Fault(
        id="first-child-skipped",
        sentence="The first child of a node is never looked at.",
        why="The loop starts at the second child.",
        right="for i in range(0, n)",
        wrong="for i in range(1, n)",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
        versions=(
            (Edit("enumerate(node.children):", "list(enumerate(node.children))[1:]:"),),
            (
                Edit(
                    "enumerate(node.children):", "list(enumerate(node.children))[1:] or list(enumerate(node.children)):"
                ),
            ),
            (Edit("enumerate(node.children):", "list(enumerate(node.children))[1:]:", 1),),
            (Edit("enumerate(node.children):", "list(enumerate(node.children))[1:]:", 0),),
        ),
    ),
    Fault(
        id="infinity-too-small",
        sentence="The number used for infinity is smaller than some leaf values.",
        why=(
            "A leaf beyond it can never become the best value, so the answer is that number or comes from another"
            " child."
        ),
        right="best = -infinity",
        wrong="best = -1000",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=tuple(_versions()),
    ),
    Fault(
        id="last-child-kept",
        sentence="The value of the last child is kept, not the best one.",
        why="Every child overwrites the value of the one before without a comparison.",
        right="best = max(best, value)",
        wrong="best = value",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=(
            (
                Edit("if value > best:\n                best, move = value, index", "best, move = value, index"),
                Edit("if value < best:\n                best, move = value, index", "best, move = value, index"),
            ),
            (Edit("if value > best:\n            best, move = value, index", "best, move = value, index"),),
        ),
    ),
    Fault(
        id="last-child-skipped",
        sentence="The last child of a node is never looked at.",
        why="The loop ends one child too early.",
        right="for i in range(0, n)",
        wrong="for i in range(0, n - 1)",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
        versions=(
            (Edit("enumerate(node.children):", "list(enumerate(node.children))[:-1]:"),),
            (
                Edit(
                    "enumerate(node.children):",
                    "list(enumerate(node.children))[:-1] or list(enumerate(node.children)):",
                ),
            ),
            (Edit("enumerate(node.children):", "list(enumerate(node.children))[:-1]:", 1),),
            (Edit("enumerate(node.children):", "list(enumerate(node.children))[:-1]:", 0),),
        ),
    ),
    Fault(
        id="max-starts-at-zero",
        sentence="The best value of a Max node starts at 0.",
        why="A Max node all of whose children are negative is given the value 0, which no child has.",
        right="if maximizing: best = -infinity",
        wrong="if maximizing: best = 0",
        bases=("minimax", "alphabeta"),
        versions=((Edit("best, move = -INFINITY", "best, move = 0"),),),
    ),
    Fault(
        id="min-starts-at-zero",
        sentence="The best value of a Min node starts at 0.",
        why="A Min node all of whose children are positive is given the value 0, which no child has.",
        right="else: best = +infinity",
        wrong="else: best = 0",
        bases=("minimax", "alphabeta"),
        versions=((Edit("best, move = INFINITY", "best, move = 0"),),),
    ),
    Fault(
        id="positive-infinity-mixed",
        sentence="The best value starts from the smallest positive number instead of minus infinity.",
        why=(
            "In Java, Double.MIN_VALUE is the smallest positive number and not the most negative one; "
            "-Double.MAX_VALUE is meant."
        ),
        right="best = -Double.MAX_VALUE",
        wrong="best = Double.MIN_VALUE",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=((Edit("best, move = -INFINITY", "best, move = 5e-324"),),),
    ),
    Fault(
        id="returns-in-loop",
        sentence="The function returns inside the loop, after the first child.",
        why="The return statement is indented one level too far, so the other children are never looked at.",
        right="for child in children: … then: return best",
        wrong="for child in children: …; return best",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=(
            (
                Edit("if value > best:\n                best, move = value, index", "return value, index"),
                Edit("if value < best:\n                best, move = value, index", "return value, index"),
            ),
            (Edit("if value > best:\n            best, move = value, index", "return value, index"),),
            (
                Edit(
                    "                best, move = value, index\n            alpha = max",
                    "                best, move = value, index\n            break\n            alpha = max",
                ),
                Edit(
                    "                best, move = value, index\n            beta = min",
                    "                best, move = value, index\n            break\n            beta = min",
                ),
            ),
        ),
    ),
    Fault(
        id="returns-in-loop-at-max",
        sentence="A Max node returns after its first child.",
        why="The return statement of the Max branch is inside the loop, so the other moves are never looked at.",
        right="for child in children: … then: return best",
        wrong="for child in children: …; return best   # at Max",
        bases=("minimax", "alphabeta"),
        versions=((Edit("if value > best:\n                best, move = value, index", "return value, index"),),),
    ),
    Fault(
        id="returns-in-loop-at-min",
        sentence="A Min node returns after its first child.",
        why="The return statement of the Min branch is inside the loop, so the other replies are never looked at.",
        right="for child in children: … then: return best",
        wrong="for child in children: …; return best   # at Min",
        bases=("minimax", "alphabeta"),
        versions=((Edit("if value < best:\n                best, move = value, index", "return value, index"),),),
    ),
    Fault(
        id="two-children-only",
        sentence="Only the first two children of a node are looked at.",
        why="The program assumes that every node has two children.",
        right="for child in children",
        wrong="for child in (children[0], children[1])",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
        versions=((Edit("enumerate(node.children):", "list(enumerate(node.children))[:2]:"),),),
    ),
    Fault(
        id="values-added",
        sentence="The values of the children are added up instead of compared.",
        why="The value of a node is that of its best child, not the sum of all.",
        right="best = max(best, value)",
        wrong="best = best + value",
        bases=("minimax",),
        versions=(
            (
                Edit("best, move = -INFINITY", "best, move = 0"),
                Edit("best, move = INFINITY", "best, move = 0"),
                Edit("if value > best:\n                best, move = value, index", "best, move = best + value, index"),
                Edit("if value < best:\n                best, move = value, index", "best, move = best + value, index"),
            ),
        ),
    ),
)
