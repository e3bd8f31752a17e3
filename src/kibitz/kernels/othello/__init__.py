"""Othello solved exactly, on 4x4, 6x6 and 8x8.

`board.py` moves, turned and safe discs, `table.py` what is remembered, `last.py` the last four free cells, `search.py`
one yes or no, `driver.py` from there to a score, `solver.py` what others use.
"""
