"""Programs that would outlive Kibitz are ended, even if Kibitz itself is killed without a chance to do so.

    Kibitz ── a pipe: "+ 4711 0.0" when a program has started, "- 4711" when it has ended ──▶ the guardian
    Kibitz is killed: the system closes the pipe ──▶ the guardian kills what has started and not ended, then ends too

The guardian is a process of its own, started with the first program, in a session of its own, so that no signal meant
for Kibitz reaches it. It kills whole process groups: what a program has started goes with it, unless that has left
the group. It runs this file without the rest of Kibitz, so that it starts in a few milliseconds and stays small.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable

QUIT_TIME = 0.2  # seconds for the guardian to end


class _Guardian:
    """This process's end of the pipe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._groups: dict[int, float] = {}  # the seconds that each has to end by itself
        self._process: subprocess.Popen[str] | None = None

    def add(self, group: int, seconds: float) -> None:
        with self._lock:
            self._groups[group] = seconds
            self._tell(f"+ {group} {seconds}")

    def remove(self, group: int) -> None:
        with self._lock:
            if self._groups.pop(group, None) is not None:
                self._tell(f"- {group}")

    def close(self) -> None:
        """Let the guardian end; it kills what is left."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(QUIT_TIME)

    def _tell(self, line: str) -> None:
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                print(line, file=self._process.stdin, flush=True)
                return
        self.close()  # one that was killed
        if self._groups:
            self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-IS", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        )
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            for group, seconds in self._groups.items():
                print(f"+ {group} {seconds}", file=self._process.stdin, flush=True)


_guardian = _Guardian()
atexit.register(_guardian.close)


def guard_group(group: int, *, seconds: float = 0.0) -> None:
    """Have a process group killed if this process ends before it; it has so many seconds to end by itself."""
    if os.name == "posix":
        _guardian.add(group, seconds)


def forget_group(group: int) -> None:
    """The group has ended."""
    _guardian.remove(group)


# In the guardian.


def outlive(lines: Iterable[str]) -> None:
    """Read what starts and ends until nobody writes any more; then kill what is left."""
    groups: dict[int, float] = {}
    for line in lines:
        sign, number, *seconds = line.split()
        if sign == "+":
            groups[int(number)] = float(seconds[0])
        else:
            groups.pop(int(number), None)
    began = time.monotonic()
    for group, patience in sorted(groups.items(), key=lambda item: item[1]):
        time.sleep(max(0.0, began + patience - time.monotonic()))
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    outlive(sys.stdin)
