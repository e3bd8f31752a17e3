"""Runs a command with limits on memory, processor time and files: python run_limited.py COMMAND …

It runs without the rest of Kibitz, so that it starts in a few milliseconds. The limit on memory is on what a program
writes to, since Java and JavaScript reserve far more than they use.
"""

from __future__ import annotations

import contextlib
import os
import sys

MEMORY_BYTES = 4 << 30
PROCESSOR_SECONDS = 120
FILE_BYTES = 16 << 20

if __name__ == "__main__":
    if sys.platform != "win32":
        import resource

        for what, most in (
            (resource.RLIMIT_DATA, MEMORY_BYTES),
            (resource.RLIMIT_CPU, PROCESSOR_SECONDS),
            (resource.RLIMIT_FSIZE, FILE_BYTES),
            (resource.RLIMIT_CORE, 0),
        ):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(what, (most, resource.getrlimit(what)[1]))
    os.execvp(sys.argv[1], sys.argv[1:])
