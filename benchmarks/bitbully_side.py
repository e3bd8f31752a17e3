"""BitBully's side of benchmarks/connect_four.py: positions in, scores and what they cost out.

    request, one line       position position …, each a string of columns 1 to 7, or - for the empty board
    answer, one line        [[score, nodes, seconds of processor time], …]

The table is emptied before each position, outside the time.
"""

from __future__ import annotations

import json
import sys
import time

from bitbully import bitbully_core  # type: ignore[import-not-found]  # lives in the peers' environment


def solved(solver: bitbully_core.BitBullyCore, position: str) -> tuple[int, int, float]:
    board = bitbully_core.BoardCore()
    for column in position.strip("-"):
        board.play(int(column) - 1)
    solver.resetTranspositionTable()
    solver.resetNodeCounter()
    started = time.process_time()
    score = solver.mtdf(board, 0)
    return score, solver.getNodeCounter(), time.process_time() - started


def main() -> None:
    solver = bitbully_core.BitBullyCore()
    for line in sys.stdin:
        print(json.dumps([solved(solver, position) for position in line.split()]), flush=True)


if __name__ == "__main__":
    main()
