"""Faults in how alpha and beta are passed on and updated."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULTS = (
    Fault(
        id="alpha-never-raised",
        sentence="Alpha is never raised at a Max node.",
        why="What Max has found is forgotten, so Min nodes below are never cut off.",
        right="alpha = max(alpha, best)",
        wrong="(missing)",
        bases=("alphabeta", "ordered"),
        costs_only=True,
        versions=((Edit("            alpha = max(alpha, best)\n", ""),),),
    ),
    Fault(
        id="alpha-overwritten",
        sentence="Alpha and beta are set to the value of the last child instead of the best so far.",
        why=(
            "A worse child widens the window again: less is cut off, and where alpha or beta is returned, it is "
            "the wrong value."
        ),
        right="alpha = max(alpha, value)",
        wrong="alpha = value",
        bases=("alphabeta", "negamax_alphabeta", "alphabeta_hard", "negamax_hard"),
        versions=(
            (
                Edit("alpha = max(alpha, best)", "alpha = value"),
                Edit("beta = min(beta, best)", "beta = value"),
            ),
            (Edit("alpha = max(alpha, best)", "alpha = value"),),
            (
                Edit("if value > alpha:\n                alpha, move = value, index", "alpha, move = value, index"),
                Edit("if value < beta:\n            beta, move = value, index", "beta, move = value, index"),
            ),
            (Edit("if value > alpha:\n            alpha, move = value, index", "alpha, move = value, index"),),
        ),
    ),
    Fault(
        id="alpha-shared-between-siblings",
        sentence="Alpha (at Max) or beta (at Min) of one node stays in force for its siblings.",
        why=(
            "The window is one changeable object that is handed down, so what a node changes is still changed "
            "when its sibling is searched."
        ),
        right="search(child, window.copy())",
        wrong="search(child, window)",
        bases=("alphabeta",),
        versions=(
            (
                Edit(
                    "    if depth == 0 or",
                    (
                        "    if node.ply == 0:\n"
                        "        shared.update(a=alpha, b=beta)\n"
                        "    alpha, beta = shared['a'], shared['b']\n"
                        "    if depth == 0 or"
                    ),
                ),
                Edit("alpha = max(alpha, best)", "shared['a'] = alpha = max(alpha, best)"),
                Edit("beta = min(beta, best)", "shared['b'] = beta = min(beta, best)"),
            ),
        ),
    ),
    Fault(
        id="beta-never-lowered",
        sentence="Beta is never lowered at a Min node.",
        why="What Min has found is forgotten, so Max nodes below are never cut off.",
        right="beta = min(beta, best)",
        wrong="(missing)",
        bases=("alphabeta", "ordered"),
        costs_only=True,
        versions=((Edit("            beta = min(beta, best)\n", ""),),),
    ),
    Fault(
        id="bound-of-other-side-not-passed",
        sentence="A node passes on only the bound of the other side, not its own.",
        why="What the node itself has found so far is not passed on, so its children cannot be cut off by it.",
        right="value = alphabeta(child, depth - 1, alpha, beta, …)",
        wrong="value = alphabeta(child, depth - 1, -infinity, beta, …)",
        bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
        costs_only=True,
        versions=(
            (
                Edit("depth - 1, alpha, beta, False", "depth - 1, -INFINITY, beta, False"),
                Edit("depth - 1, alpha, beta, True", "depth - 1, alpha, INFINITY, True"),
            ),
            (Edit("-beta, -alpha, -colour", "-beta, INFINITY, -colour"),),
        ),
    ),
    Fault(
        id="children-searched-by-minimax",
        sentence="Alpha-beta calls minimax for the children.",
        why=(
            "Only the root knows alpha and beta, and the root itself never cuts: as many leaves as minimax, for "
            "the same answer."
        ),
        right="value = alphabeta(child, depth - 1, alpha, beta, …)",
        wrong="value = minimax(child, depth - 1, …)",
        bases=("alphabeta",),
        costs_only=True,
        versions=((Edit("depth - 1, alpha, beta,", "depth - 1, -INFINITY, INFINITY,"),),),
    ),
    Fault(
        id="no-pruning-at-root",
        sentence="The root gives every child the full window.",
        why=(
            "What the first moves are worth is not passed on to the later ones, so they are searched as if "
            "nothing was known."
        ),
        right="at the root: value = alphabeta(child, depth - 1, alpha, beta, …)",
        wrong="at the root: value = alphabeta(child, depth - 1, -infinity, +infinity, …)",
        bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
        costs_only=True,
        versions=(
            (
                Edit("depth - 1, alpha, beta, False", "depth - 1, alpha if node.ply else -INFINITY, beta, False"),
                Edit("depth - 1, alpha, beta, True", "depth - 1, alpha, beta if node.ply else INFINITY, True"),
            ),
            (Edit("-beta, -alpha, -colour", "-beta, -alpha if node.ply else INFINITY, -colour"),),
        ),
    ),
    Fault(
        id="window-never-narrowed",
        sentence="Neither alpha nor beta is ever changed.",
        why="The window stays as wide as it was at the root, so nothing is ever cut off.",
        right="alpha = max(alpha, best)",
        wrong="(missing)",
        bases=("alphabeta", "negamax_alphabeta"),
        costs_only=True,
        versions=(
            (
                Edit("            alpha = max(alpha, best)\n", ""),
                Edit("            beta = min(beta, best)\n", ""),
            ),
            (Edit("        alpha = max(alpha, best)\n", ""),),
        ),
    ),
    Fault(
        id="window-not-negated",
        sentence="The window is passed to the child as it is, neither negated nor swapped.",
        why="In negamax the child's values belong to the other side, so the window has to be (-beta, -alpha).",
        right="value = -negamax(child, depth - 1, -beta, -alpha)",
        wrong="value = -negamax(child, depth - 1, alpha, beta)",
        bases=("negamax_alphabeta", "negamax_hard"),
        versions=((Edit("-beta, -alpha, -colour", "alpha, beta, -colour"),),),
    ),
    Fault(
        id="window-not-passed",
        sentence="The children are searched with the full window.",
        why="Alpha and beta are not passed on, so no node knows what was found above it, and nothing is ever cut off.",
        right="value = alphabeta(child, depth - 1, alpha, beta, …)",
        wrong="value = alphabeta(child, depth - 1, -infinity, +infinity, …)",
        bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
        costs_only=True,
        versions=(
            (Edit("depth - 1, alpha, beta,", "depth - 1, -INFINITY, INFINITY,"),),
            (Edit("-beta, -alpha, -colour", "-INFINITY, INFINITY, -colour"),),
        ),
    ),
    Fault(
        id="window-not-swapped",
        sentence="The window is negated for a child but not swapped.",
        why="For the other side alpha and beta change places. A window with alpha above beta cuts at the first child.",
        right="value = -negamax(child, depth - 1, -beta, -alpha)",
        wrong="value = -negamax(child, depth - 1, -alpha, -beta)",
        bases=("negamax_alphabeta", "negamax_hard"),
        versions=((Edit("-beta, -alpha, -colour", "-alpha, -beta, -colour"),),),
    ),
    Fault(
        id="window-shared-by-all-nodes",
        sentence="Alpha and beta are shared by all nodes: what one subtree found stays in force in the next.",
        why=(
            "A window holds only below the node that set it. As global variables, alpha and beta cut off what "
            "they should not."
        ),
        right="alpha, beta   # parameters of each call",
        wrong="global alpha, beta",
        bases=("alphabeta",),
        versions=(
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        shared.update(a=alpha, b=beta)\n    if depth == 0 or",
                ),
                Edit("alpha = max(alpha, best)", "shared['a'] = alpha = max(shared['a'], best)"),
                Edit("beta = min(beta, best)", "shared['b'] = beta = min(shared['b'], best)"),
                Edit("if alpha >= beta", "if alpha >= shared['b']"),
                Edit("if beta <= alpha", "if beta <= shared['a']"),
            ),
        ),
    ),
    Fault(
        id="window-starts-at-zero",
        sentence="The search starts with alpha or beta at 0 instead of infinity.",
        why=(
            "At the root nothing is known, so the window must be open. From 0, values on the other side of 0 are "
            "cut off."
        ),
        right="alphabeta(root, depth, -infinity, +infinity)",
        wrong="alphabeta(root, depth, 0, +infinity)",
        bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
        in_first_call="window",
        versions=(
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        alpha, beta = 0, INFINITY\n    if depth == 0 or",
                ),
            ),
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        alpha, beta = -INFINITY, 0\n    if depth == 0 or",
                ),
            ),
        ),
    ),
    Fault(
        id="window-starts-closed",
        sentence="The search starts with the window the wrong way round: alpha at plus and beta at minus infinity.",
        why="Alpha is above beta from the start, so every node stops after its first child.",
        right="alphabeta(root, depth, -infinity, +infinity)",
        wrong="alphabeta(root, depth, +infinity, -infinity)",
        bases=("alphabeta", "alphabeta_hard", "negamax_alphabeta", "negamax_hard"),
        in_first_call="window",
        versions=(
            (
                Edit(
                    "    if depth == 0 or",
                    "    if node.ply == 0:\n        alpha, beta = INFINITY, -INFINITY\n    if depth == 0 or",
                ),
            ),
        ),
    ),
    Fault(
        id="window-swapped-in-minimax",
        sentence="Alpha and beta change places in the call, as in negamax, where Max and Min have a branch each.",
        why="With a branch for each side all values are Max's, and the window is passed on as it is.",
        right="value = alphabeta(child, depth - 1, alpha, beta, …)",
        wrong="value = alphabeta(child, depth - 1, beta, alpha, …)",
        bases=("alphabeta", "alphabeta_hard"),
        versions=((Edit("depth - 1, alpha, beta,", "depth - 1, beta, alpha,"),),),
    ),
    Fault(
        id="window-swapped-not-negated",
        sentence="The window is swapped for a child but not negated.",
        why="In negamax the child's values belong to the other side, so the window has to be (-beta, -alpha).",
        right="value = -negamax(child, depth - 1, -beta, -alpha)",
        wrong="value = -negamax(child, depth - 1, beta, alpha)",
        bases=("negamax_alphabeta", "negamax_hard"),
        versions=((Edit("-beta, -alpha, -colour", "beta, alpha, -colour"),),),
    ),
    Fault(
        id="wrong-bound-updated",
        sentence="A Max node updates beta and a Min node alpha.",
        why="Alpha is what Max is sure of and beta what Min is sure of; each side changes its own.",
        right="if maximizing: alpha = max(alpha, best)",
        wrong="if maximizing: beta = max(beta, best)",
        bases=("alphabeta",),
        versions=(
            (
                Edit("alpha = max(alpha, best)", "beta = max(beta, best)"),
                Edit(
                    "            beta = min(beta, best)\n            if beta <= alpha",
                    "            alpha = min(alpha, best)\n            if beta <= alpha",
                ),
            ),
            (
                Edit("alpha = max(alpha, best)", "beta = min(beta, best)"),
                Edit(
                    "            beta = min(beta, best)\n            if beta <= alpha",
                    "            alpha = max(alpha, best)\n            if beta <= alpha",
                ),
            ),
        ),
    ),
)
