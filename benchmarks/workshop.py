"""A worker that does named pieces of work on request and says how long each took.

Both sides of a comparison run one, each in its own process and environment, so that a benchmark can ask them in turn
and whatever else the machine does meets both alike. Seconds are processor time of the whole process, all its threads
together, so that waiting for a busy machine is not counted. Standard library only: the peers' environment knows no
Kibitz.

    request, one line       the name of a piece of work
    answer, one line        {"seconds": best time of one run, "amount": nodes, games or simulations in it}
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

Work: TypeAlias = Callable[[], int]  # does it once and says how much there was to do

LONG_ENOUGH = 0.1  # seconds of work an answer rests on, so that short pieces are run often


class Done(NamedTuple):
    seconds: float
    amount: int

    @property
    def rate(self) -> float:
        """How much was done in a second."""
        return self.amount / self.seconds


def best_run(work: Work, long_enough: float = LONG_ENOUGH) -> Done:
    """The quickest of as many runs as fit into the time; at least one."""
    best, spent = Done(float("inf"), 0), 0.0
    while spent < long_enough:
        started = time.process_time()
        amount = work()
        seconds = time.process_time() - started
        best = min(best, Done(seconds, amount))
        spent += seconds
    return best


def serve(works: Mapping[str, Work]) -> None:
    """Answer requests until there are none; what a name is asked for the first time is done once untimed before."""
    warm: set[str] = set()
    for line in sys.stdin:
        name = line.strip()
        if name not in warm:
            works[name]()
            warm.add(name)
        print(json.dumps(best_run(works[name])._asdict()), flush=True)


class Worker:
    """The other end: a process that runs a script which calls `serve`."""

    def __init__(self, python: Path, script: Path, *arguments: str) -> None:
        self._script = script
        self._process = subprocess.Popen(
            [python, script, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, request: str) -> Any:
        """What it answers to one line, read as JSON."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(request, file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"{self._script.name} ended while it did '{request}'; what it said stands above.")
        return json.loads(answer)

    def do(self, name: str) -> Done:
        return Done(**self.ask(name))

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def environment(folder: Path, requirements: Sequence[str], without_dependencies: Sequence[str] = ()) -> Path:
    """The interpreter of an environment with these packages, made and filled on first use."""
    python = folder / "bin" / "python"
    stamp = folder / "installed"
    wanted = "\n".join((*requirements, *without_dependencies))
    if not stamp.exists() or stamp.read_text() != wanted:
        print(f"Installing the peers into {folder.name}/ (once) …", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*install, *requirements], check=True)
        if without_dependencies:
            subprocess.run([*install, "--no-deps", *without_dependencies], check=True)
        stamp.write_text(wanted)
    return python
