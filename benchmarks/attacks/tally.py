"""What came of the attacks: how often each thing happened, and every distinct finding with a way to see it again."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections import Counter

IDLE_SECONDS = 0.1  # that `kibitz --version` takes on an idle machine


class Tally(Counter[str]):
    """Counts, and the findings: the first example of each, and how many there were."""

    def __init__(self) -> None:
        super().__init__()
        self.findings: Counter[str] = Counter()
        self._again = ""

    def during(self, again: str) -> Tally:
        """The same, after noting the command that repeats what is done now."""
        self._again = again
        return self

    def found(self, what: str, example: str = "") -> None:
        """Count a finding, and print the first of its kind; those that differ in numbers and names only are one."""
        what = what.encode(errors="backslashreplace").decode()
        kind = re.sub(r"\d+", "N", re.sub(r"'[^']*'|0x[0-9a-f]+", "…", what))[:200]
        self.findings[kind] += 1
        if self.findings[kind] == 1:
            example = example.encode(errors="backslashreplace").decode()
            print("\n       ".join(filter(None, (f"FOUND  {what[:1000]}", example, self._again))), flush=True)


def measure_pace() -> float:
    """How many times as long as on an idle machine everything takes just now, the median of three; at least 1."""
    times = []
    for _ in range(3):
        began = time.monotonic()
        subprocess.run([sys.executable, "-m", "kibitz", "--version"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.monotonic() - began)
    return max(1.0, statistics.median(times) / IDLE_SECONDS)
