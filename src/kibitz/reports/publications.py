"""The five reports: the short name that ids begin with, what people call it, and what it was."""

from __future__ import annotations

from kibitz.core.publications import add_publication

S0 = add_publication(
    "S0",
    "Four in a Row",
    "AI Principles & Techniques, 2021 (Java): N in a row on any board, minimax and alpha-beta over explicit trees, "
    "evaluations counted",
)
S1 = add_publication(
    "S1",
    "Othello bots",
    "CS312, Lab 7: a minimax bot and an alpha-beta bot with two seconds a move, two heuristics, logs of the move tree",
)
S2 = add_publication(
    "S2",
    "Connect-4 agents",
    "CSC361, 2022 (Java): a minimax agent and an alpha-beta agent for Connect Four, games timed at several depths",
)
S3 = add_publication(
    "S3",
    "console games",
    "COMP717, 2021 (C#): Tic-tac-toe, Take-Away and Connect 4 in one console program, trees stored in memory, time and "
    "memory by depth",
)
S4 = add_publication(
    "S4",
    "graphical tic-tac-toe",
    "“Adversarial searching algorithm” (Python): tic-tac-toe on 3x3 and 5x5 in a window, sooner wins preferred, moves "
    "ordered and shuffled",
)
