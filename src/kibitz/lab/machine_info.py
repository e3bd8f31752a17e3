"""The machine that measures, as far as figures depend on it: no names of machines, users or folders."""

from __future__ import annotations

import functools
import json
import os
import platform
from importlib import metadata
from pathlib import Path

CPU_INFO = Path("/proc/cpuinfo")


@functools.cache
def machine_text(workers: int) -> str:
    """As JSON; `workers` cells were measured at a time, which shows in their seconds."""
    about = {
        "cpu": _cpu(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": metadata.version("numba"),
        "workers": workers,
    }
    return json.dumps(about)


def _cpu() -> str:
    try:
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:  # only Linux has this file
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()
