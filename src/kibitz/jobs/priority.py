"""The lowest priority, for long work on a machine where somebody plays and analyses at the same time."""

from __future__ import annotations

import os
import threading
from contextlib import suppress

LOWEST = 19  # who has it gets what the others leave


def lower_process_priority() -> None:
    """Give this process the lowest priority, if the system has priorities."""
    if hasattr(os, "nice"):
        os.nice(LOWEST)


def lower_thread_priority(thread: threading.Thread | None = None) -> None:
    """Give a thread, or this one, the lowest priority, if the system allows that."""
    number = threading.get_native_id() if thread is None else thread.native_id
    if number is not None and hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, number, LOWEST)
