"""A process that Kibitz starts. It ends when nothing refers to it any more, with Kibitz, and if Kibitz is killed."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import weakref
from collections.abc import Sequence
from typing import Any

from kibitz.jobs.end_orphans import forget_group, guard_group

ORPHAN_TIME = 2.0  # seconds for a child to end by itself when this process was killed, if it has any time for that

_running: weakref.WeakSet[Child] = weakref.WeakSet()


class Child:
    """A process with pipes to its input and output, in a group or a session of its own (`options`, as for Popen).

    `seconds`: to end by itself once its input is closed; then its whole group is killed.
    """

    def __init__(self, words: Sequence[str], *, seconds: float = 0.0, **options: Any) -> None:
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options
        )
        guard_group(self.process.pid, seconds=ORPHAN_TIME if seconds else 0.0)
        self.end = weakref.finalize(self, _end, self.process, seconds)
        _running.add(self)

    def how_it_ended(self, seconds: float | None = None) -> str:
        """How it ended, as in "by SIGKILL", waiting up to so long for that."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        code = self.process.returncode
        if code is None:
            return "its output, but keeps running"
        return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"


def _end(process: subprocess.Popen[bytes], seconds: float) -> None:
    if seconds:
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    forget_group(process.pid)


def end_all_children() -> None:
    """End every child; for a process that is about to exit at once."""
    for child in tuple(_running):
        child.end()
