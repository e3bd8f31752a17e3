"""A Dask cluster of processes on this machine: a scheduler, workers, and their end."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def processes(*commands: list[str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    running = [subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for words in commands]
    try:
        yield running
    finally:
        for process in running:
            process.kill()
            process.wait()


def scheduler(host: str, port: int) -> list[str]:
    words = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", host, "--port", str(port)]
    return [*words, "--no-dashboard"]


def worker(address: str, host: str) -> list[str]:
    words = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--host", host, "--nthreads", "1"]
    return [*words, "--no-nanny", "--no-dashboard", "--death-timeout", "120"]
