"""Faults in how the depth is counted."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

GLOBAL = "    if node.ply == 0:\n        shared['depth'] = depth\n"  # one variable for all nodes, never set back

FAULTS = (
    Fault(
        id="depth-decreased-twice",
        sentence="The depth is decreased twice on the way to a child.",
        why="The search looks half as far as it was asked to.",
        right="value = minimax(child, depth - 1, …)",
        wrong="depth = depth - 1; value = minimax(child, depth - 1, …)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (
                Edit("depth - 1", "depth - 2"),
                Edit("if depth == 0 or", "if depth <= 0 or"),
            ),
        ),
    ),
    Fault(
        id="depth-ignored",
        sentence="The depth is never tested.",
        why="The search goes to the leaves of the tree whatever depth it was asked for.",
        right="if depth == 0 or is_terminal(node)",
        wrong="if is_terminal(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("if depth == 0 or not", "if not"),),),
    ),
    Fault(
        id="depth-not-decreased",
        sentence="The depth is passed on unchanged.",
        why="The horizon is never reached: the search goes to the end of the tree, or without end where there is none.",
        right="value = minimax(child, depth - 1, …)",
        wrong="value = minimax(child, depth, …)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("depth - 1", "depth"),),),
    ),
    Fault(
        id="depth-not-decreased-at-max",
        sentence="The depth is decreased only where Min moves.",
        why="It counts moves of one side instead of plies, so the search goes about twice as deep.",
        right="if maximizing: value = minimax(child, depth - 1, False)",
        wrong="if maximizing: value = minimax(child, depth, False)",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=(
            (Edit("depth - 1, False)", "depth, False)"),),
            (Edit("depth - 1, alpha, beta, False)", "depth, alpha, beta, False)"),),
        ),
    ),
    Fault(
        id="depth-not-decreased-at-min",
        sentence="The depth is decreased only where Max moves.",
        why="It counts moves of one side instead of plies, so the search goes about twice as deep.",
        right="else: value = minimax(child, depth - 1, True)",
        wrong="else: value = minimax(child, depth, True)",
        bases=("minimax", "alphabeta", "alphabeta_hard"),
        versions=(
            (Edit("depth - 1, True)", "depth, True)"),),
            (Edit("depth - 1, alpha, beta, True)", "depth, alpha, beta, True)"),),
        ),
    ),
    Fault(
        id="depth-one-over",
        sentence="The search goes one ply too deep.",
        why="The horizon is tested below 0, so a depth of n looks n + 1 plies ahead.",
        right="if depth == 0: return evaluate(node)",
        wrong="if depth < 0: return evaluate(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=((Edit("if depth == 0 or", "if depth < 0 or"),),),
    ),
    Fault(
        id="depth-one-short",
        sentence="The search ends one ply too early.",
        why="The horizon is tested against 1, or the first call already takes one from the depth.",
        right="if depth == 0: return evaluate(node)",
        wrong="if depth == 1: return evaluate(node)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (Edit("if depth == 0 or", "if depth <= 1 or"),),
            (Edit("if depth == 0 or", "if depth == 1 or"),),
        ),
    ),
    Fault(
        id="depth-shared-by-siblings",
        sentence="The depth is decreased for every sibling, so each is searched less deep than the one before.",
        why="The variable is changed inside the loop, or is one for all nodes. It should be changed only in the call.",
        right="for child: value = minimax(child, depth - 1, …)",
        wrong="for child: depth = depth - 1; value = minimax(child, depth, …)",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (
                Edit("depth - 1", "depth - 1 - index"),
                Edit("if depth == 0 or", "if depth <= 0 or"),
            ),
            (Edit("depth - 1", "depth - 1 - index"),),
            (
                Edit("    if depth == 0 or", f"{GLOBAL}    if shared['depth'] == 0 or"),
                Edit("    best, move = -INFINITY", "    shared['depth'] -= 1\n    best, move = -INFINITY"),
                Edit("colour * node.evaluate()", "colour * node.evaluate()"),
            ),
            (
                Edit("    if depth == 0 or", f"{GLOBAL}    if shared['depth'] == 0 or"),
                Edit("    if maximizing:\n        best", "    shared['depth'] -= 1\n    if maximizing:\n        best"),
            ),
        ),
    ),
    Fault(
        id="horizon-worth-zero",
        sentence="A node at the horizon is worth 0 instead of its static value.",
        why=(
            "Where the search ends, the evaluation has to say what the position is worth; with 0, everything it "
            "cannot see to the end looks equal."
        ),
        right="if depth == 0: return evaluate(node)",
        wrong="if depth == 0: return 0",
        bases=("minimax", "alphabeta", "alphabeta_hard", "negamax", "negamax_alphabeta", "negamax_hard"),
        versions=(
            (
                Edit(
                    "    if depth == 0 or not",
                    "    if depth == 0 and node.children:\n        return 0, None\n    if depth == 0 or not",
                ),
            ),
            (Edit("    if depth == 0 or not", "    if depth == 0:\n        return 0, None\n    if depth == 0 or not"),),
        ),
    ),
)
