"""A value is stored from one side's view and taken out from the other's."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

STORE, USE = "known[key] = (depth, bound, best, move)", "return value, move"
FOR_MAX = Edit(STORE, "known[key] = (depth, bound, colour * best, move)")

FAULT = Fault(
    id="table-stored-from-wrong-side",
    sentence="A value is stored from one side's view and taken out from the other's.",
    why="In negamax a value belongs to the side to move. What is put into the table has to come out as it was.",
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
)
