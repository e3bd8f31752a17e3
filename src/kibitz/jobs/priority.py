"""The lowest priority, for long work on a machine where somebody plays and analyses at the same time."""

from __future__ import annotations

import os
import threading
from contextlib import suppress

LOW_PRIORITY = "--low"  # the argument that asks a worker process for it
LOWEST = 19  # such a process gets what the others leave


def lower_process_priority() -> None:
    """Give this process the lowest priority, if the system has priorities."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)


def lower_thread_priority() -> None:
    """Give this thread alone the lowest priority, if the system allows that."""
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOWEST)
