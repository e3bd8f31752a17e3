"""Every command whose work is many pieces: one worker, two, and a cluster that loses a worker give the same answer.

One cluster serves all: a scheduler and two workers, each a process of its own, and one worker is killed as soon as the
first result has come. What a clock has measured is left out.
"""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers.cluster import free_port, processes, scheduler, worker
from helpers.cups import cup
from helpers.paths import EXAMPLES, ROOT
from kibitz.cli.main import kibitz
from kibitz.jobs import workers

LINES = ROOT / "tests" / "facts" / "connect_four" / "L3_R1.txt"
COMMANDS: tuple[str, ...] = (
    "tournament cup.toml --json",
    "grade tic-tac-toe random --positions 30 --json",
    "match tic-tac-toe random alphabeta:depth=1 --games 10 --json",
    f"lab run {EXAMPLES / 'growth.py'} --quick --json",
    "lab ablate tic-tac-toe alphabeta:depth=3 --positions 2 --switches table,centre --json",
    "lab strength tic-tac-toe alphabeta --depths 1-2 --games 4 --json",
    f"solve connect-four --table 8 --file {LINES}",
)
NETWORK = "learn hexapawn imitation:channels=32,blocks=1,batch=64,positions=300,round=100 --out net.kbm --json"
TUPLES = "learn hexapawn td:games=2000,round=100 --json --out"
if importlib.util.find_spec("torch") is not None:  # which trains networks
    COMMANDS += (NETWORK,)


def run(words: list[str]) -> object:
    """An answer without what depends on the clock."""
    done = CliRunner().invoke(kibitz, words)
    assert done.exit_code == 0, done.output
    if not done.stdout.startswith(("{", "[")):
        return [line.split()[:3] for line in done.stdout.splitlines()]  # of `solve`: position, score, nodes
    return _without_seconds(json.loads(done.stdout))


def _without_seconds(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_seconds(one) for key, one in value.items() if not re.match(r"seconds|time", key)}
    return [_without_seconds(one) for one in value] if isinstance(value, list) else value


@pytest.mark.slow
def test_the_answer_is_the_same_whoever_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host, port = "127.0.0.1", free_port()
    address, answers, killed = f"tcp://{host}:{port}", list[list[object]](), list[str]()
    with processes(scheduler(host, port), worker(address, host), worker(address, host)) as (_, doomed, _survivor):
        read = workers._read_cluster_result

        def kill_and_read(future: Any) -> Any:
            result = read(future)
            if not killed:
                killed.append(str(future))
                doomed.kill()
            return result

        monkeypatch.setattr(workers, "_read_cluster_result", kill_and_read)
        for number, how in enumerate(([], ["--workers", "2"], ["--cluster", address])):
            folder = tmp_path / str(number)  # where the lab keeps its results
            folder.mkdir()
            cup(folder)
            monkeypatch.chdir(folder)
            answers.append([run([*command.split(), *how]) for command in COMMANDS])
        rounds = [run([*TUPLES.split(), "mine.kbm", "--cluster", address])]  # as they are on a cluster alone
        monkeypatch.chdir(tmp_path)
        rounds.append(run([*TUPLES.split(), "mine.kbm", "--cluster", address]))
    assert killed
    assert rounds[0] == rounds[1]
    for command, alone, two, cluster in zip(COMMANDS, *answers, strict=True):
        assert alone == two == cluster, command
        assert alone, command
