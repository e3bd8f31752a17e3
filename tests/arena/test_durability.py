"""Tournaments that are killed, and those that a cluster plays: no game is lost, none is played twice."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from helpers.cluster import free_port, processes, scheduler, worker
from helpers.cups import CUP, cup, games_of, run, table_of
from helpers.waiting import wait_until
from kibitz.arena.tournament import STORE
from kibitz.cli.main import kibitz as command

pytestmark = pytest.mark.slow

READABLE_CUP = """
game = "tic-tac-toe"
games = 24
openings = "0"
[[player]]
spec = "alphabeta:depth=5,backend=reference"
[[player]]
spec = "random"
"""
LONG_CUP = CUP.replace("games = 12", "games = 80")


# On this machine.


def stored(folder: Path) -> int:
    """How many games are in a store that somebody else is writing."""
    try:
        with sqlite3.connect(f"file:{folder / STORE}?mode=ro", uri=True) as file:
            count = file.execute("SELECT count(*) FROM games").fetchone()[0]
        file.close()
        return int(count)
    except sqlite3.Error:
        return 0


def start(*words: str, **options: bool) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "kibitz", *words], stdout=subprocess.DEVNULL, **options)  # type: ignore[call-overload, no-any-return]  # its overloads know no dict


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    run(cup(folder, LONG_CUP))
    return folder / "cup"


def test_a_killed_tournament_goes_on_as_if_nothing_had_happened(tmp_path: Path, undisturbed: Path) -> None:
    """Killed twice, the second time with all its processes; then resumed to the end."""
    file, folder, resume = cup(tmp_path, LONG_CUP), tmp_path / "cup", list[str]()
    for games in (20, 90):
        process = start("tournament", file, "--workers", "2", *resume, start_new_session=True)
        wait_until(lambda least=games: stored(folder) >= least, process)  # type: ignore[misc]  # no types for defaults
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        resume = ["--resume"]
        assert games <= stored(folder) < 240
    run(file, "--resume")
    assert games_of(folder) == games_of(undisturbed)
    assert table_of(folder) == table_of(undisturbed)


def test_a_killed_process_of_a_readable_player_costs_no_game(tmp_path: Path) -> None:
    """The process that plays is killed from outside; its game is played again in another one."""
    file = cup(tmp_path, READABLE_CUP)
    process = start("tournament", file, "--workers", "2")
    wait_until(lambda: stored(tmp_path / "cup") >= 2, process)
    words = ["pgrep", "-P", str(process.pid)]
    children = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    os.kill(int(children[0]), signal.SIGKILL)
    assert process.wait() == 0
    run(file, "--out", str(tmp_path / "undisturbed"))
    assert table_of(tmp_path / "cup") == table_of(tmp_path / "undisturbed")
    assert '"fault": ""' in (tmp_path / "cup" / "games.jsonl").read_text(encoding="utf-8")
    assert "crashed" not in (tmp_path / "cup" / "games.jsonl").read_text(encoding="utf-8")


# On a cluster.


def in_namespaces() -> Iterator[tuple[str, str]]:
    """Two network namespaces joined by a pair of interfaces, 10.231.7.1 in one and 10.231.7.2 in the other."""
    names = f"kibitz-a{os.getpid()}", f"kibitz-b{os.getpid()}"
    steps = [f"ip netns add {name}" for name in names]
    steps += [f"ip link add ka{os.getpid()} netns {names[0]} type veth peer name kb{os.getpid()} netns {names[1]}"]
    for name, interface, end in zip(names, ("ka", "kb"), ("1", "2"), strict=True):
        steps += [f"ip -n {name} addr add 10.231.7.{end}/24 dev {interface}{os.getpid()}"]
        steps += [f"ip -n {name} link set {interface}{os.getpid()} up", f"ip -n {name} link set lo up"]
    try:
        for step in steps:
            if not shutil.which("ip") or subprocess.run(step.split(), capture_output=True, check=False).returncode:
                pytest.skip(
                    "network namespaces can only be made by the superuser, with iproute2, where they are allowed"
                )
        yield names
    finally:
        for name in names if shutil.which("ip") else ():
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)


namespaces = pytest.fixture(in_namespaces)


def test_a_cluster_plays_the_same_games_across_two_networks(
    tmp_path: Path, undisturbed: Path, namespaces: tuple[str, str]
) -> None:
    """The scheduler and one worker in one network namespace, the tournament and the other worker in another."""
    here, there = (["ip", "netns", "exec", name] for name in namespaces)
    address = "tcp://10.231.7.1:8786"
    file, folder = cup(tmp_path, LONG_CUP), tmp_path / "cup"
    one, other = [*here, *worker(address, "10.231.7.1")], [*there, *worker(address, "10.231.7.2")]
    with processes([*here, *scheduler("10.231.7.1", 8786)], one, other):
        words = [sys.executable, "-m", "kibitz", "tournament", file, "--cluster", address]
        subprocess.run([*there, *words], stdout=subprocess.DEVNULL, check=True)
    assert games_of(folder) == games_of(undisturbed)


def test_a_scheduler_that_is_not_there_is_named(tmp_path: Path) -> None:
    address = f"tcp://127.0.0.1:{free_port()}"
    from kibitz.jobs import workers

    before, workers.CONNECTING = workers.CONNECTING, 1
    try:
        result = CliRunner().invoke(command, ["tournament", cup(tmp_path), "--cluster", address])
    finally:
        workers.CONNECTING = before
    assert result.exit_code == 2
    assert f"No Dask scheduler answers at '{address}'" in result.stderr
