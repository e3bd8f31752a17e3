"""Faults in when a node stops looking, and in what it returns then."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULTS = (
    Fault(
        id="bound-updated-after-test",
        sentence="The bound is updated after the test for a cut.",
        why="The test does not see the newest value, so the cut comes one child later, or not at all.",
        right="alpha = max(alpha, best); if alpha >= beta: break",
        wrong="if alpha >= beta: break; alpha = max(alpha, best)",
        bases=("alphabeta", "negamax_alphabeta"),
        costs_only=True,
        versions=(
            (
                Edit(
                    "            alpha = max(alpha, best)\n            if alpha >= beta:\n                break\n",
                    "            if alpha >= beta:\n                break\n            alpha = max(alpha, best)\n",
                ),
                Edit(
                    "            beta = min(beta, best)\n            if beta <= alpha:\n                break\n",
                    "            if beta <= alpha:\n                break\n            beta = min(beta, best)\n",
                ),
            ),
            (
                Edit(
                    "        alpha = max(alpha, best)\n        if alpha >= beta:\n            break\n",
                    "        if alpha >= beta:\n            break\n        alpha = max(alpha, best)\n",
                ),
            ),
        ),
    ),
    Fault(
        id="cut-against-own-bound",
        sentence="A node compares its value with its own bound: Max with alpha, Min with beta.",
        why="A Max node may stop when it reaches beta, which Min has elsewhere. Reaching alpha is no reason to stop.",
        right="if maximizing: if best >= beta: break",
        wrong="if maximizing: if best >= alpha: break",
        bases=("alphabeta",),
        versions=(
            (
                Edit(
                    "            alpha = max(alpha, best)\n            if alpha >= beta:",
                    "            if best >= alpha:",
                ),
                Edit(
                    "            beta = min(beta, best)\n            if beta <= alpha:",
                    "            if best <= beta:",
                ),
            ),
            (
                Edit(
                    "            alpha = max(alpha, best)\n            if alpha >= beta:",
                    "            alpha = max(alpha, best)\n            if best <= alpha:",
                ),
                Edit(
                    "            beta = min(beta, best)\n            if beta <= alpha:",
                    "            beta = min(beta, best)\n            if best >= beta:",
                ),
            ),
            (
                Edit(
                    "            alpha = max(alpha, best)\n            if alpha >= beta:\n                break",
                    "            if best <= alpha:\n                break\n            alpha = max(alpha, best)",
                ),
                Edit(
                    "            beta = min(beta, best)\n            if beta <= alpha:\n                break",
                    "            if best >= beta:\n                break\n            beta = min(beta, best)",
                ),
            ),
        ),
    ),
    Fault(
        id="cut-before-value-kept",
        sentence="A node is cut off before the value that caused the cut is kept.",
        why=(
            "The node returns the best value it had before. The level above then believes that the move is better"
            " for it than it is."
        ),
        right="best = max(best, value); if best >= beta: break",
        wrong="if value >= beta: break; best = max(best, value)",
        bases=("alphabeta", "negamax_alphabeta"),
        versions=(
            (
                Edit(
                    "            if value > best:\n",
                    "            if value >= beta:\n                break\n            if value > best:\n",
                ),
                Edit(
                    "            if value < best:\n",
                    "            if value <= alpha:\n                break\n            if value < best:\n",
                ),
            ),
            (
                Edit(
                    "        if value > best:\n",
                    "        if value >= beta:\n            break\n        if value > best:\n",
                ),
            ),
        ),
    ),
    Fault(
        id="cut-inverted",
        sentence="The test for a cut is the wrong way round: the node stops while the window is open.",
        why="With an open window alpha is below beta at once, so every node stops after its first child.",
        right="if alpha >= beta: break",
        wrong="if alpha <= beta: break",
        bases=("alphabeta", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
        versions=(
            (
                Edit("if alpha >= beta", "if alpha <= beta"),
                Edit("if beta <= alpha", "if beta >= alpha"),
            ),
            (Edit("if alpha >= beta", "if alpha <= beta"),),
            (
                Edit("if alpha >= beta", "if alpha < beta"),
                Edit("if beta <= alpha", "if beta > alpha"),
            ),
            (Edit("value >= beta", "value <= beta"),),
        ),
    ),
    Fault(
        id="cut-inverted-at-max",
        sentence="The test for a cut is the wrong way round at Max nodes.",
        why="A Max node stops while the window is open, so it looks at too few moves.",
        right="if maximizing: if alpha >= beta: break",
        wrong="if maximizing: if alpha <= beta: break",
        bases=("alphabeta", "alphabeta_hard"),
        versions=((Edit("if alpha >= beta", "if alpha <= beta"),),),
    ),
    Fault(
        id="cut-inverted-at-min",
        sentence="The test for a cut is the wrong way round at Min nodes.",
        why="A Min node stops while the window is open, so it looks at too few replies.",
        right="else: if beta <= alpha: break",
        wrong="else: if beta >= alpha: break",
        bases=("alphabeta", "alphabeta_hard"),
        versions=((Edit("if beta <= alpha", "if beta >= alpha"),),),
    ),
    Fault(
        id="cut-never-made",
        sentence="No cut is ever made.",
        why="The window is narrowed, but the search does not stop when it closes.",
        right="if alpha >= beta: break",
        wrong="(missing)",
        bases=("alphabeta", "negamax_alphabeta"),
        costs_only=True,
        versions=(
            (
                Edit("            if beta <= alpha:\n                break\n", ""),
                Edit("            if alpha >= beta:\n                break\n", ""),
            ),
            (Edit("        if alpha >= beta:\n            break\n", ""),),
        ),
    ),
    Fault(
        id="cut-only-beyond-window",
        sentence="A node is cut off only beyond the window, not at its edge: > where >= is right.",
        why="A value equal to the bound cannot change anything above either, so further search of the node is wasted.",
        right="if alpha >= beta: break",
        wrong="if alpha > beta: break",
        bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
        costs_only=True,
        versions=(
            (
                Edit("if alpha >= beta", "if alpha > beta"),
                Edit("if beta <= alpha", "if beta < alpha"),
            ),
            (Edit("if alpha >= beta", "if alpha > beta"),),
            (Edit("value >= beta", "value > beta"),),
        ),
    ),
    Fault(
        id="cut-returns-infinity",
        sentence="A node that is cut off returns infinity.",
        why="The value after a cut must be one that the node can really reach, or the window above is wrong.",
        right="if alpha >= beta: return best",
        wrong="if alpha >= beta: return infinity",
        bases=("alphabeta",),
        versions=(
            (
                Edit(
                    "if alpha >= beta:\n                break",
                    "if alpha >= beta:\n                return -INFINITY, move",
                ),
                Edit(
                    "if beta <= alpha:\n                break",
                    "if beta <= alpha:\n                return INFINITY, move",
                ),
            ),
        ),
    ),
    Fault(
        id="deep-cuts-missed",
        sentence="A node passes on only its own bound, so nothing is cut off two or more plies below.",
        why="What a node further up has found bounds all that lies below it, so the whole window has to be passed on.",
        right="value = alphabeta(child, depth - 1, alpha, beta, …)",
        wrong="value = alphabeta(child, depth - 1, alpha, infinity, …)",
        bases=("alphabeta", "negamax_alphabeta"),
        costs_only=True,
        versions=(
            (
                Edit("depth - 1, alpha, beta, False", "depth - 1, alpha, INFINITY, False"),
                Edit("depth - 1, alpha, beta, True", "depth - 1, -INFINITY, beta, True"),
            ),
            (Edit("-beta, -alpha, -colour", "-INFINITY, -alpha, -colour"),),
            (
                Edit("depth - 1, alpha, beta, False", "depth - 1, best, INFINITY, False"),
                Edit("depth - 1, alpha, beta, True", "depth - 1, -INFINITY, best, True"),
            ),
            (Edit("-beta, -alpha, -colour", "-INFINITY, -best, -colour"),),
        ),
    ),
    Fault(
        id="no-cut-at-max",
        sentence="A Max node is never cut off.",
        why="The test is missing in the Max branch, or is after its loop, where nothing is left to save.",
        right="if maximizing: if alpha >= beta: break",
        wrong="(missing, or behind the loop)",
        bases=("alphabeta", "alphabeta_hard", "ordered"),
        costs_only=True,
        versions=(
            (Edit("            if alpha >= beta:\n                break\n", ""),),
            (Edit("            if alpha >= beta:\n                return beta, move\n", ""),),
        ),
    ),
    Fault(
        id="no-cut-at-min",
        sentence="A Min node is never cut off.",
        why="The test is missing in the Min branch, or is after its loop, where nothing is left to save.",
        right="else: if beta <= alpha: break",
        wrong="(missing, or behind the loop)",
        bases=("alphabeta", "alphabeta_hard", "ordered"),
        costs_only=True,
        versions=(
            (Edit("            if beta <= alpha:\n                break\n", ""),),
            (Edit("        if beta <= alpha:\n            return alpha, move\n", ""),),
        ),
    ),
    Fault(
        id="own-bound-returned-on-cut",
        sentence="A node that is cut off returns its own old bound instead of the value that caused the cut.",
        why=(
            "Max must return at least beta after a cut. Less makes the level above believe that the move is "
            "better for it than it is."
        ),
        right="if alpha >= beta: return beta",
        wrong="if alpha >= beta: return alpha as it was",
        bases=("alphabeta_hard", "alphabeta"),
        versions=(
            (
                Edit(
                    "if alpha >= beta:\n                return beta, move",
                    "if alpha >= beta:\n                return 0, move",
                ),
                Edit(
                    "if beta <= alpha:\n            return alpha, move",
                    "if beta <= alpha:\n            return 0, move",
                ),
            ),
            (
                Edit(
                    "        for index, child in enumerate(node.children):",
                    "        low, high = alpha, beta\n        for index, child in enumerate(node.children):",
                ),
                Edit("if alpha >= beta:\n                break", "if alpha >= beta:\n                return low, move"),
                Edit(
                    "if beta <= alpha:\n                break", "if beta <= alpha:\n                return high, move"
                ),
            ),
        ),
    ),
    Fault(
        id="siblings-cut-too",
        sentence="A cut also ends the loop of the node above.",
        why=(
            "A refuted move is skipped; its siblings still have to be searched. Here the first refuted move ends "
            "the search of the parent."
        ),
        right="if alpha >= beta: break   # of this loop only",
        wrong="if alpha >= beta: break   # and in the parent too",
        bases=("alphabeta",),
        versions=(
            (
                Edit(
                    "if alpha >= beta:\n                break",
                    (
                        "if alpha >= beta:\n"
                        "                shared['cut'] = True\n"
                        "                break\n"
                        "            if shared.pop('cut', False):\n"
                        "                break"
                    ),
                ),
                Edit(
                    "if beta <= alpha:\n                break",
                    (
                        "if beta <= alpha:\n"
                        "                shared['cut'] = True\n"
                        "                break\n"
                        "            if shared.pop('cut', False):\n"
                        "                break"
                    ),
                ),
            ),
        ),
    ),
    Fault(
        id="wrong-bound-returned",
        sentence="A node returns the bound of the other side: Max returns beta, Min alpha.",
        why=(
            "Where a node was not cut off, its value is what it has found, which is in alpha for Max and in beta "
            "for Min."
        ),
        right="if maximizing: return alpha",
        wrong="if maximizing: return beta",
        bases=("alphabeta_hard", "alphabeta", "negamax_hard"),
        versions=(
            (
                Edit("        return alpha, move\n    for", "        return beta, move\n    for"),
                Edit("    return beta, move\n", "    return alpha, move\n"),
            ),
            (Edit("    return best, move", "    return (beta if maximizing else alpha), move"),),
            (Edit("    return alpha, move\n", "    return beta, move\n"),),
            (Edit("        return alpha, move\n    for", "        return beta, move\n    for"),),
            (Edit("\n    return beta, move\n", "\n    return alpha, move\n"),),
        ),
    ),
)
