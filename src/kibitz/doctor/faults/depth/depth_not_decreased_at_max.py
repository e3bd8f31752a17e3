"""The depth is decreased only where Min moves."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
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
)
