"""S3's table (S3-21) once more: time and memory by depth, Connect Four 7x6, open windows, first move.

    python benchmarks/s3_tables.py [--rounds N]

S3 stored the whole tree and ran out of 4 GB at depth 9 (minimax) and 11 (alpha-beta). Here every search runs in a
process of its own, so that what it adds to the memory a process needs anyway can be read off: the peak after a search
to depth 1, which has everything loaded, against the peak after the search asked for.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys

from common import best_search, heading, print_table, searched, times

GAME = "connect-four"
# Milliseconds and memory as printed; None: it did not finish.
PRINTED: dict[str, dict[int, tuple[int | None, str]]] = {
    "minimax": {
        4: (9, "1 MB"),
        5: (70, "6 MB"),
        6: (530, "23 MB"),
        7: (3_900, "190 MB"),
        8: (27_490, "1.3 GB"),
        9: (None, "4 GB"),
    },
    "alphabeta": {
        4: (6, "1 MB"),
        5: (40, "4 MB"),
        6: (200, "14 MB"),
        7: (534, "30 MB"),
        8: (3_400, "150 MB"),
        9: (13_000, "540 MB"),
        10: (47_978, "2 GB"),
        11: (None, "4 GB"),
    },
    "engine": {10: (None, ""), 12: (None, ""), 14: (None, "")},
}
WANTED = {("minimax", 8): 1.0, ("alphabeta", 10): 1.0, ("engine", 10): 0.1}  # seconds


def peak_memory() -> int:
    """The most this process has held so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def measure(searcher: str, depth: int, rounds: int) -> dict[str, float]:
    """In this process: nodes, best time, and what the searches added to the peak of memory."""
    searched(GAME, f"{searcher}:depth=1,eval=windows")
    before = peak_memory()
    seconds, answer = best_search(GAME, f"{searcher}:depth={depth},eval=windows", rounds)
    return {"nodes": answer.stats.nodes, "seconds": seconds, "kib": peak_memory() - before}


def in_own_process(searcher: str, depth: int, rounds: int) -> dict[str, float]:
    command = [sys.executable, __file__, "--rounds", str(rounds), "--one", searcher, str(depth)]
    answer: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return answer


def row(searcher: str, depth: int, found: dict[str, float]) -> list[object]:
    milliseconds, memory = PRINTED[searcher][depth]
    wanted = WANTED.get((searcher, depth))
    printed = "did not finish" if memory and milliseconds is None else times(milliseconds / 1e3) if milliseconds else ""
    return [
        searcher,
        depth,
        f"{found['nodes']:,.0f}",
        printed,
        times(found["seconds"]),
        f"{milliseconds / 1e3 / found['seconds']:,.0f}" if milliseconds else "",
        f"below {times(wanted)}" if wanted else "",
        "" if wanted is None else "yes" if found["seconds"] < wanted else "no",
        memory,
        f"{found['kib'] / 1024:.1f} MiB",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", nargs=2, metavar=("SEARCHER", "DEPTH"), help="measure one here, answer in JSON")
    options = parser.parse_args()
    if options.one:
        searcher, depth = options.one
        print(json.dumps(measure(searcher, int(depth), options.rounds)))
        return
    rows = [
        row(searcher, depth, in_own_process(searcher, depth, options.rounds))
        for searcher, depths in PRINTED.items()
        for depth in depths
    ]
    heading(f"Time and memory by depth (S3-21), best of {options.rounds}")
    head = ("search", "depth", "nodes", "S3", "Kibitz", "ratio", "wanted", "reached", "S3's memory", "added memory")
    print_table(head, rows)


if __name__ == "__main__":
    main()
