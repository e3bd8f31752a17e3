"""Perfect Connect Four, on every board.

`words.py` the words of a board, one or several of 64 bits, `bitboard.py` bits and proofs by pattern, `table.py` what is
remembered, in entries with exact keys (`exact_table.py`) or hashed ones (`large_table.py`), `search.py` one yes or no,
`driver.py` from there to a score, `solver.py` what others use; `game_solver.py` registers it, and with `book.py`
answers early positions without a compiler.

What each idea is worth: nodes a position with everything, and without that one, over L2_R2, L1_R1 and the first thirty
of L1_R2 (tests/facts/connect_four).

| without | L2_R2 | L1_R1 | L1_R2 |
|---|---|---|---|
| (everything in place) | 8,414 | 558 | 193,363 |
| forced replies followed at once (`settle`) | 14,445 | 2,057 | 302,634 |
| answer-on-top bounds, both kinds (`following`) | 20,064 | 681 | 316,919 |
| … those of an even number of free cells | 16,422 | 610 | 255,658 |
| … those of an odd number: a threat in the right row | 11,275 | 627 | 250,009 |
| … the leader's lines above the follower's wins left out | 10,029 | 593 | 213,968 |
| … the follower's lines that lack several cells | 8,950 | 558 | 193,382 |
| children looked up before any is searched | 10,020 | 674 | 257,945 |
| any order but from the centre | 16,046 | 4,362 | 597,569 |
| order by more than the number of threats | 8,842 | 688 | 207,261 |
| … forced moves first | 9,602 | 1,337 | 210,485 |
| the best move of the table first | 8,430 | 561 | 194,116 |
| draw when nobody can complete a line | 9,285 | 558 | 193,850 |
| stones without a future folded in the key | 8,489 | 558 | 197,153 |
| questions far from 0 first (asking about 0 first instead) | 6,411 | 7,930 | 210,306 |

Counted with a model of this search in C++ whose table is somewhat different; the kernel itself visits 8,550, 595 and
192,731 nodes, and the row of the forced replies is its own.

Folding counts for more the longer a search is: 1 to 2 % of the nodes here, 5 % in L1_R3, 13 % from the empty board (47
instead of 54 million). Mirror images count near the empty board only.

Tried and left out: a history of moves that cut (a quarter more nodes), the other side's threats in the order (4 % more
nodes), and letting the leader take only one of two paired cells (0.7 % fewer nodes in L2_R2, less elsewhere, for one
more test of every position).
"""
