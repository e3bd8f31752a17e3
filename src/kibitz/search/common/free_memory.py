"""How much memory there is for a table, and how much this process uses; to ask takes no compiler."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from kibitz.core.errors import BadOption

TABLE_PART = 16  # of the memory that a process may use, at most one such part is the table of one search


class MemoryLimit:
    """What this process may use in all, in bytes; None if it may use what the machine has."""

    bytes: int | None = None


def memory_in_use() -> int:
    """Bytes of this process that lie in the machine's memory; 0 where the system does not tell."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def free_memory() -> int:
    """Bytes that may still be taken; where the system does not tell, no limit is known."""
    free = _free_on_machine()
    if MemoryLimit.bytes is None:
        return free
    return max(0, min(free, MemoryLimit.bytes - memory_in_use()))


def _free_on_machine() -> int:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return sys.maxsize
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:")), sys.maxsize)


def share_table_mib(mib: int, least: int = 1) -> int:
    """The MiB of a table that shares what this process may use with others: a part of it, but what is needed."""
    share = mib if MemoryLimit.bytes is None else min(mib, (MemoryLimit.bytes >> 20) // TABLE_PART)
    return max(share, least)


def check_table_size(table_mib: int) -> None:
    """Refuse a table that the machine has no room for."""
    free = free_memory()
    if table_mib < 1 or table_mib << 20 > free:
        raise BadOption(
            f"table_mib={table_mib} is not allowed; give a number of MiB from 1 to {free >> 20}, the free memory here."
        )
