"""Faults in which move is returned."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

LATER = "(node.evaluate() - 0.001 * depth * ((node.static > 0) - (node.static < 0))), None"

FAULTS = (
    Fault(
        id="first-move-always",
        sentence="The first move is always returned.",
        why="The best value is kept, but the move that belongs to it is not.",
        right="if value > best: best, move = value, child",
        wrong="if value > best: best = value",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=((Edit("best, move = value, index", "best, move = value, 0"),),),
    ),
    Fault(
        id="last-move-returned",
        sentence="The last move looked at is returned, not the best one.",
        why="The move is stored for every child, not only where the value is better.",
        right="if value > best: best, move = value, child",
        wrong="move = child; if value > best: best = value",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=(
            (
                Edit(
                    "            if value > best:\n                best, move = value, index",
                    "            move = index\n            best = max(best, value)",
                ),
                Edit(
                    "            if value < best:\n                best, move = value, index",
                    "            move = index\n            best = min(best, value)",
                ),
            ),
            (
                Edit(
                    "        if value > best:\n            best, move = value, index",
                    "        move = index\n        best = max(best, value)",
                ),
            ),
        ),
    ),
    Fault(
        id="move-index-after-sorting",
        sentence="The move returned is the place in the sorted list, not the move.",
        why="The children were sorted before the loop, so the loop counter no longer says which move it is.",
        right="best_move = child.move",
        wrong="best_move = loop counter",
        bases=("ordered",),
        versions=(
            (
                Edit("for _, child in", "for index, child in"),
                Edit("best, move = value, child.place", "best, move = value, index"),
            ),
        ),
    ),
    Fault(
        id="move-of-child-returned",
        sentence="The move returned is that of a deeper level.",
        why="The recursive call returns a move as well, and it overwrites the one of this node.",
        right="value, _ = minimax(child, …)",
        wrong="value, move = minimax(child, …)",
        bases=("minimax", "alphabeta", "negamax", "negamax_alphabeta"),
        versions=(
            (Edit("value, _ = minimax(", "value, move = minimax("),),
            (Edit("value, _ = alphabeta(", "value, move = alphabeta("),),
            (
                Edit(
                    "value = -negamax(child, depth - 1, -colour)[0]", "value, move = negamax(child, depth - 1, -colour)"
                ),
                Edit("        if value > best", "        value = -value\n        if value > best"),
            ),
            (
                Edit(
                    "value = -negamax_alphabeta(child, depth - 1, -beta, -alpha, -colour)[0]",
                    "value, move = negamax_alphabeta(child, depth - 1, -beta, -alpha, -colour)",
                ),
                Edit("        if value > best", "        value = -value\n        if value > best"),
            ),
            (
                Edit(
                    (
                        "value, _ = minimax(child, depth - 1, False)\n"
                        "            if value > best:\n"
                        "                best, move = value, index"
                    ),
                    (
                        "value, deeper = minimax(child, depth - 1, False)\n"
                        "            if value > best:\n"
                        "                best, move = value, index if deeper is None else deeper"
                    ),
                ),
                Edit(
                    (
                        "value, _ = minimax(child, depth - 1, True)\n"
                        "            if value < best:\n"
                        "                best, move = value, index"
                    ),
                    (
                        "value, deeper = minimax(child, depth - 1, True)\n"
                        "            if value < best:\n"
                        "                best, move = value, index if deeper is None else deeper"
                    ),
                ),
            ),
            (
                Edit(
                    (
                        "value, _ = minimax(child, depth - 1, False)\n"
                        "            if value > best:\n"
                        "                best, move = value, index"
                    ),
                    "value, move = minimax(child, depth - 1, False)\n            best = max(best, value)",
                ),
                Edit(
                    (
                        "value, _ = minimax(child, depth - 1, True)\n"
                        "            if value < best:\n"
                        "                best, move = value, index"
                    ),
                    "value, move = minimax(child, depth - 1, True)\n            best = min(best, value)",
                ),
            ),
        ),
    ),
    Fault(
        id="sooner-win-not-preferred",
        sentence="Of two wins the later one is chosen.",
        why=(
            "Both are worth the same, but a program that postpones a win at every move never wins. The plies are "
            "counted with the wrong sign."
        ),
        right="value of a win = large number - plies to it",
        wrong="value of a win = large number + plies to it",
        bases=("minimax",),
        versions=(
            (
                Edit("node.evaluate(), None", LATER),
                Edit(
                    "    return best, move",
                    "    if node.ply == 0:\n        best = round(best, 1)\n    return best, move",
                ),
            ),
        ),
        is_among_equals=True,
    ),
    Fault(
        id="ties-from-bounds",
        sentence="A later move replaces the best one if its value is equal, although that value is only a bound.",
        why=(
            "Alpha-beta has not worked out a move that it refuted: it knows that the move is worth no more than "
            "the best, and the bound may equal the best although the move is worse."
        ),
        right="if value > best: move = child",
        wrong="if value >= best: move = child",
        bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard", "ordered", "pvs", "killer"),
        versions=(
            (
                Edit("if value > best", "if value >= best"),
                Edit("if value < best", "if value <= best"),
            ),
            (Edit("if value > best", "if value >= best"),),
            (
                Edit("if value > alpha", "if value >= alpha"),
                Edit("if value < beta", "if value <= beta"),
            ),
            (Edit("if value > alpha", "if value >= alpha"),),
            (Edit("value > best if maximizing else value < best", "value >= best if maximizing else value <= best"),),
        ),
    ),
    Fault(
        id="worst-move-returned",
        sentence="The value is right, but the move returned is the worst one.",
        why="The move is stored where the value is worse.",
        right="if value > best: move = child",
        wrong="if value < worst: move = child",
        bases=("minimax",),
        versions=(
            (
                Edit(
                    "    return best, move",
                    (
                        "    if node.ply == 0:\n"
                        "        return best, (min if maximizing else max)(range(len(node.children)), key=lambda i: "
                        "minimax(node.children[i], depth - 1, not maximizing)[0])\n"
                        "    return best, move"
                    ),
                ),
            ),
        ),
    ),
)
