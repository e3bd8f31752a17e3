"""How much memory there is for a table; to ask takes no compiler."""

from __future__ import annotations

import sys
from pathlib import Path

from kibitz.core.errors import BadOption

__all__ = ["check_table_size", "free_memory"]


def free_memory() -> int:
    """Bytes that may still be taken; where the system does not tell, no limit is known."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return sys.maxsize
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:")), sys.maxsize)


def check_table_size(table_mib: int) -> None:
    """Refuse a table that the machine has no room for."""
    free = free_memory()
    if table_mib < 1 or table_mib << 20 > free:
        raise BadOption(
            f"table_mib={table_mib} is not allowed; give a number of MiB from 1 to {free >> 20}, what is free here."
        )
