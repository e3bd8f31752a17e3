"""Raw nodes a second: our compiled alpha-beta on Connect Four beside the same search written by hand in C++.

    python benchmarks/raw_cpp.py [--depth 10] [--rounds 7]

Builds raw_cpp.cpp with the compiler that $CXX names, or g++, or clang++; says so and stops where there is none. Both
must visit the very same number of nodes and find the same value, or the comparison means nothing and fails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from common import heading, print_table, searched, times
from workshop import best_run

from kibitz.core.searching import SearchResult

HERE = Path(__file__).parent
WANTED = 0.8


def build() -> Path:
    """The program, built anew when its source has changed."""
    source, program = HERE / "raw_cpp.cpp", HERE / ".build" / "raw_cpp"
    if program.exists() and program.stat().st_mtime >= source.stat().st_mtime:
        return program
    candidates = (os.environ.get("CXX", ""), "g++", "clang++")
    compiler = next((found for name in candidates if name and (found := shutil.which(name))), None)
    if compiler is None:
        raise SystemExit("There is no C++ compiler here (looked for $CXX, g++, clang++); this benchmark needs one.")
    program.parent.mkdir(exist_ok=True)
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    return program


def ours_once(depth: int) -> SearchResult:
    return searched("connect-four", f"alphabeta:depth={depth},eval=columns")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    program = build()
    warm = ours_once(options.depth)
    theirs, ours = float("inf"), float("inf")
    nodes = value = 0
    for _ in range(options.rounds):
        answer = subprocess.run([program, str(options.depth)], check=True, capture_output=True, text=True).stdout
        words = answer.split()
        nodes, value, theirs = int(words[0]), int(words[1]), min(theirs, float(words[2]))
        ours = min(ours, best_run(lambda: ours_once(options.depth).stats.nodes).seconds)
    if (nodes, value) != (warm.stats.nodes, warm.score.value):
        raise SystemExit(
            f"The two searches are not the same: {nodes:,} nodes, value {value} in C++; "
            f"{warm.stats.nodes:,} nodes, value {warm.score.value} in Kibitz."
        )
    heading(f"Raw alpha-beta on Connect Four to depth {options.depth}: {nodes:,} nodes on both sides")
    ratio = theirs / ours
    speeds = [f"{nodes / seconds / 1e6:.1f}" for seconds in (theirs, ours)]
    print_table(
        ("", "time", "million nodes a second", "ratio", "wanted", "reached"),
        [
            ("C++ by hand", times(theirs), speeds[0], "1", "", ""),
            ("Kibitz", times(ours), speeds[1], f"{ratio:.2f}", WANTED, "yes" if ratio >= WANTED else "no"),
        ],
    )


if __name__ == "__main__":
    main()
