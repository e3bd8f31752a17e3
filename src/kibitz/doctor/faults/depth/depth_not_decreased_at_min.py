"""The depth is decreased only where Max moves."""

from kibitz.doctor.faults.fault import Fault
from kibitz.doctor.faults.program import Edit

FAULT = Fault(
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
)
