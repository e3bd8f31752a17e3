"""Faults of a table of known positions."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

STORE, USE = "known[key] = (depth, bound, best, move)", "return value, move"

FOR_MAX = Edit(STORE, "known[key] = (depth, bound, colour * best, move)")

FAULTS = (
    Fault(
        id="table-bound-and-depth-ignored",
        sentence="A value from the table is used whatever its depth and whatever kind of bound it is.",
        why="An entry helps only if it was searched deep enough, and if it is exact or its bound closes the window.",
        right="if entry.depth >= depth and entry is exact: return entry.value",
        wrong="if position in table: return entry.value",
        bases=("table", "negamax_table"),
        versions=(
            (
                Edit("if deep >= depth:", "if True:"),
                Edit(
                    (
                        'if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= '
                        "alpha):"
                    ),
                    "if True:",
                ),
            ),
        ),
    ),
    Fault(
        id="table-bound-ignored",
        sentence="A value from the table is taken for exact although it is only a bound.",
        why="Where a node was cut off, only a bound is known. In another window that is not its value.",
        right="if entry is exact, or its bound closes the window: return entry.value",
        wrong="return entry.value",
        bases=("table", "negamax_table"),
        versions=(
            (
                Edit(
                    (
                        'if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= '
                        "alpha):"
                    ),
                    "if True:",
                ),
            ),
            (
                Edit(
                    (
                        'if bound == "exact" or (bound == "lower" and value >= beta) or (bound == "upper" and value <= '
                        "alpha):"
                    ),
                    "if True:",
                ),
                Edit("if deep >= depth:", "if deep == depth:"),
            ),
        ),
    ),
    Fault(
        id="table-bounds-swapped",
        sentence="Lower and upper bounds are confused in the table.",
        why="After a cut at Max the value is a lower bound; taken for an upper bound it closes windows that are open.",
        right='bound = "lower" if best >= beta',
        wrong='bound = "upper" if best >= beta',
        bases=("table", "negamax_table"),
        versions=((Edit('"upper" if best <= low else "lower"', '"lower" if best <= low else "upper"'),),),
    ),
    Fault(
        id="table-depth-ignored",
        sentence="A value from the table is used although it comes from a search that was less deep.",
        why="An entry helps only if it was searched at least as deep as is asked for now.",
        right="if entry.depth >= depth: return entry.value",
        wrong="return entry.value",
        bases=("table", "negamax_table", "memo"),
        versions=(
            (Edit("if deep >= depth:", "if True:"),),
            (Edit("if deep >= depth:", "if deep <= depth:"),),
        ),
    ),
    Fault(
        id="table-side-ignored",
        sentence="The table does not distinguish who is to move.",
        why="The same position with the other side to move has another value.",
        right="key = (position, side to move)",
        wrong="key = position",
        bases=("table", "negamax_table", "memo"),
        versions=(
            (Edit("key = (node.number, maximizing)", "key = (node.number, True)"),),
            (Edit("key = (node.number, colour)", "key = (node.number, 1)"),),
        ),
    ),
    Fault(
        id="table-stored-from-wrong-side",
        sentence="A value is stored from one side's view and taken out from the other's.",
        why="In negamax a value belongs to the side to move. A value must come out of the table as it was stored.",
        right="table[position] = value for the side to move",
        wrong="table[position] = value for Max",
        bases=("negamax_table", "table", "memo"),
        versions=(
            (FOR_MAX,),
            (Edit(STORE, "known[key] = (depth, bound, -best, move)"),),
            (Edit(STORE, "known[key] = (depth, bound, best if maximizing else -best, move)"),),
            (Edit(USE, "return -value, move"),),
            (FOR_MAX, Edit("(node.number, colour)", "(node.number, 1)")),
            (Edit("known[key] = (depth, best, move)", "known[key] = (depth, -best, move)"),),
        ),
    ),
)
