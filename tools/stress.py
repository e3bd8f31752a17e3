"""Runs the tests several times in random order on a busy machine, and prints which of them differed between the runs.

    scripts/test --stress 5                          the whole suite, five times
    python tools/stress.py 20 tests/web -n 2         some of it; further arguments go to pytest

Two busy loops and a program that writes to the disk run meanwhile. A test that passes in one run and fails in another
depends on chance, on the order of the tests or on how fast the machine is. Every run prints the seed of its order;
`pytest --shuffle SEED` repeats it. Ends with status 1 if a test failed or differed.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

BUSY_LOOP = "while True: pass"
DISK_WRITER = """
import os, tempfile
with tempfile.TemporaryFile() as file:
    while True:
        file.seek(0)
        file.write(os.urandom(1 << 25))
        os.fsync(file.fileno())
"""


@contextmanager
def busy_machine() -> Iterator[None]:
    """In the block, two busy loops and a disk writer run."""
    programs = [subprocess.Popen([sys.executable, "-c", code]) for code in (BUSY_LOOP, BUSY_LOOP, DISK_WRITER)]
    try:
        yield
    finally:
        for program in programs:
            program.kill()
            program.wait()


def outcomes(report: Path) -> dict[str, str]:
    """What became of each test, from the report in JUnit's format."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        child = next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "passed")
        found[f"{case.get('classname')}::{case.get('name')}"] = child
    return found


def main(runs: int, arguments: list[str]) -> int:
    results: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory() as folder, busy_machine():
        for number in range(1, runs + 1):
            seed, report, began = random.randrange(1_000_000), Path(folder) / f"{number}.xml", time.monotonic()
            print(f"== run {number} of {runs}, order {seed}", flush=True)
            command = [sys.executable, "-m", "pytest", "--shuffle", str(seed), f"--junitxml={report}", *arguments]
            subprocess.run(command, check=False)
            results.append(outcomes(report) if report.exists() else {})
            summary = ", ".join(f"{count:,} {outcome}" for outcome, count in Counter(results[-1].values()).items())
            print(f"== run {number} of {runs}: {summary or 'no report'}, {time.monotonic() - began:.0f} s", flush=True)
    differing = failing = 0
    for test in sorted(set().union(*results)):
        seen = [result.get(test, "missing") for result in results]
        if len(set(seen)) > 1:
            differing += 1
            print(f"differs  {test}: {' '.join(seen)}")
        elif seen[0] in ("failure", "error"):
            failing += 1
            print(f"fails    {test}")
    print(f"{runs} runs: {differing} tests differed between runs, {failing} failed in every run")
    return 1 if differing or failing or not all(results) else 0


if __name__ == "__main__":
    if len(sys.argv) < 2 or not sys.argv[1].isdigit() or sys.argv[1] == "0":
        sys.exit("usage: scripts/test --stress RUNS [PYTEST ARGUMENTS], with RUNS 1 or more")
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
