"""Othello solved exactly, on 4x4, 6x6 and 8x8.

`bitboard.py` moves, turned and safe discs, `table.py` what is remembered, `last_cells.py` the last four free cells,
`move_order.py` which move to try first, `search.py` one yes or no, `driver.py` from there to a score, `solver.py` what
others use; `game_solver.py` registers it, `perft.py` counts games. What each idea is worth in nodes
stands in docs/search/othello.md.
"""
