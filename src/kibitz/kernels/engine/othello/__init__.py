"""Othello's own search of the middle game: bitboards, pattern indices kept up to date move by move, Multi-ProbCut.

`engine` on 8x8 is this search (`deepening.py`), and the solver of endgames asks it where many cells are free.
"""
