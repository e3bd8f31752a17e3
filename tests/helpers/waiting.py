"""Waiting for what another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["HANG", "wait_until"]

HANG = 900.0  # seconds: ends a test that hangs, and decides nothing else


def wait_until(is_so: Callable[[], object]) -> None:
    """Return when it is so."""
    deadline = time.monotonic() + HANG
    while not is_so():
        assert time.monotonic() < deadline, "this has not happened"
        time.sleep(0.01)
