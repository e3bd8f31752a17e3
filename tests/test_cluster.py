"""Every command whose work is many pieces: one worker, two, and a cluster that loses a worker give the same answer.

One cluster serves all: a scheduler and two workers, each a process of its own, and one worker is killed while the first
command is at work. What a clock has measured is left out.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.cluster import free_port, processes, scheduler, worker

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
LINES = ROOT / "tests" / "facts" / "connect_four" / "L3_R1.txt"
COMMANDS = {
    "grade": "grade tic-tac-toe random --positions 60 --json",
    "match": "match tic-tac-toe random alphabeta:depth=1 --games 20 --json",
    "lab run": "lab run S3-26 --quick --json",
    "lab ablate": "lab ablate tic-tac-toe alphabeta:depth=3 --positions 3 --switches table,centre,sooner --json",
    "solve": f"solve connect-four --table 8 --file {LINES}",
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a cluster whose first worker is killed a moment after the first task has been given to it."""
    place = f"tcp://127.0.0.1:{free_port()}"
    host, port = "127.0.0.1", int(place.rpartition(":")[2])
    with processes(scheduler(host, port), worker(place, host), worker(place, host)) as running:
        doomed.append(running[1])
        yield place


doomed: list[subprocess.Popen[bytes]] = []


def run(folder: Path, words: list[str], *, kill: bool = False) -> str:
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", *words], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    if kill and doomed:
        time.sleep(3)
        doomed.pop().kill()
    said, complaints = process.communicate(timeout=300)
    assert process.returncode == 0, complaints
    return said


def untimed(text: str) -> object:
    """An answer without what depends on the clock."""
    if not text.startswith(("{", "[")):
        return [line.split()[:3] for line in text.splitlines()]  # of `solve`: position, score, nodes
    return _without_seconds(json.loads(text))


def _without_seconds(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_seconds(one) for key, one in value.items() if not re.match(r"seconds|time", key)}
    return [_without_seconds(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", COMMANDS)
def test_the_answer_is_the_same_whoever_works(name: str, address: str, tmp_path: Path) -> None:
    answers = []
    for how in ([], ["--workers", "2"], ["--cluster", address]):
        folder = tmp_path / ("-".join(how[:1]) or "alone")
        folder.mkdir()
        answers.append(untimed(run(folder, [*COMMANDS[name].split(), *how], kill="--cluster" in how)))
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]
