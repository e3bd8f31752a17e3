"""Perfect Connect Four, on every board of at most 64 bits.

`board.py` bits and proofs by pattern, `table.py` what is remembered, `search.py` one yes or no, `driver.py` from there
to a score, `solver.py` what others use.
"""

from kibitz.kernels.connect_four.solver import Solved, Solver

__all__ = ["Solved", "Solver"]
