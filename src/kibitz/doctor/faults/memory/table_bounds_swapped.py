"""Lower and upper bounds are confused in the table."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
    id="table-bounds-swapped",
    sentence="Lower and upper bounds are confused in the table.",
    why=("After a cut at Max the value is a lower bound; taken for an upper bound it closes windows that are open."),
    right='bound = "lower" if best >= beta',
    wrong='bound = "upper" if best >= beta',
    bases=("table", "negamax_table"),
    versions=((Edit('"upper" if best <= low else "lower"', '"lower" if best <= low else "upper"'),),),
)
