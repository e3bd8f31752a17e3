"""Tournaments: who meets whom, what is written, and that nothing is lost whatever happens."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.app.tournaments import STORE, Tournament, read_plan
from kibitz.arena.bouts import Finished
from kibitz.arena.export import EXPORTS
from kibitz.arena.plan import Entrant, Plan, parse_plan
from kibitz.arena.records import Effort
from kibitz.arena.store import Store
from kibitz.arena.tournament import Pairing, rounds, standings
from kibitz.cli.main import kibitz as command
from kibitz.core.errors import BadFile, BadOption

NOTHING = Effort(0, 0, 0, 0, None, 0.0)
CUP = """
game = "tic-tac-toe"
games = 12
seed = 4
openings = "1"

[[player]]
spec = "alphabeta"

[[player]]
name = "short-sighted"
spec = "alphabeta"
depth = 1

[[player]]
spec = "random"
"""


def finished(number: int, points: float) -> Finished:
    return Finished(number, points, "", "", str(number), (NOTHING, NOTHING), f"text of {number}")


def plan_of(count: int, kind: str = "round-robin", games: int = 2) -> Plan:
    return Plan("tic-tac-toe", tuple(Entrant(f"p{i}", "random") for i in range(count)), kind, games)


def cup(folder: Path, text: str = CUP) -> str:
    file = folder / "cup.toml"
    file.write_text(text, encoding="utf-8")
    return str(file)


def table_of(folder: Path) -> list[tuple[str, ...]]:
    """The final table without what a clock has measured."""
    with (folder / "table.csv").open(encoding="utf-8") as file:
        return [tuple(value for key, value in line.items() if key != "seconds") for line in csv.DictReader(file)]


def games_of(folder: Path) -> list[tuple[object, ...]]:
    lines = map(json.loads, (folder / "games.jsonl").read_text(encoding="utf-8").splitlines())
    return [(line["number"], line["first"], line["moves"], line["points"]) for line in lines]


def run(*words: str) -> None:
    result = CliRunner().invoke(command, ["tournament", *words])
    assert result.exit_code == 0, result.output


# The plan.


def test_a_plan_says_who_plays_what() -> None:
    plan = parse_plan(CUP)
    assert plan.players[1] == Entrant("short-sighted", "alphabeta:depth=1")
    assert (plan.kind, plan.games, plan.seed) == ("round-robin", 12, 4)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("games = 12", "games = "), "no TOML"),
        (("games = 12", "gmaes = 12"), "did you mean games"),
        (("games = 12", 'games = "12"'), "a whole number"),
        (("games = 12", "games = 0"), "at least 1"),
        (("games = 12", 'kind = "cup"'), "round-robin, gauntlet, swiss"),
        (('game = "tic-tac-toe"', ""), "what is played"),
        (('spec = "random"', 'name = "random"'), "Player 3 has no spec"),
        (('spec = "random"', 'spec = "alphabeta"'), "Two players are called 'alphabeta'"),
        (("depth = 1", "depth = [1]"), "an option is"),
        (("seed = 4", "patience = 0"), "seconds above 0"),
    ],
)
def test_a_plan_that_will_not_do_is_refused_in_a_sentence(tmp_path: Path, change: tuple[str, str], words: str) -> None:
    with pytest.raises(BadFile, match=re.escape(words)):
        read_plan(cup(tmp_path, CUP.replace(*change)))


# Who meets whom.


def met(pairings: list[Pairing]) -> list[tuple[int, int]]:
    return [(pairing.one, pairing.other) for pairing in pairings]


def test_round_robin_and_gauntlet() -> None:
    assert [met(now) for now in rounds(plan_of(4), {})] == [[(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]]
    assert [met(now) for now in rounds(plan_of(4, "gauntlet"), {})] == [[(0, 1), (0, 2), (0, 3)]]


@pytest.mark.parametrize("players", [2, 5, 8, 9])
def test_swiss_pairs_equals_that_have_not_met(players: int) -> None:
    """The lower number always wins: whoever has won everything meets another who has, and nobody meets twice."""
    plan, played, seen, rested = plan_of(players, "swiss"), dict[int, Finished](), set[tuple[int, int]](), list[int]()
    for number, now in enumerate(rounds(plan, played)):
        assert not seen & set(met(now))
        seen |= set(met(now))
        here = {player for pair in met(now) for player in pair}
        assert len(here) == players - players % 2
        rested += set(range(players)) - here
        assert number or met(now)[0] == (0, 1)
        for pairing in now:
            won = 1.0 if pairing.one < pairing.other else 0.0
            played[pairing.number * 2], played[pairing.number * 2 + 1] = finished(0, won), finished(1, 1 - won)
    assert len(set(rested)) == len(rested)
    assert number + 1 == max(1, (players - 1).bit_length())


def test_the_table_adds_up() -> None:
    plan = plan_of(3)
    (pairings,) = rounds(plan, {})
    played = {number: finished(number, points) for number, points in enumerate([1, 0, 0.5, 0.5, 0, 1])}
    table = standings(plan, pairings, played)
    assert [(line.name, line.points, line.wins, line.draws, line.losses) for line in table.players] == [
        ("p0", 3.0, 2, 2, 0),
        ("p2", 3.0, 2, 2, 0),
        ("p1", 0.0, 0, 0, 4),
    ]
    assert table.players[2].against == ((0.0, 2), (0.0, 2), None)
    assert table.players[0].elo == pytest.approx(table.players[1].elo)


# The store.


def test_a_game_cannot_be_stored_twice(tmp_path: Path) -> None:
    with Store(tmp_path / STORE) as store:
        store.add([finished(1, 1.0)])
        with pytest.raises(BadFile, match="is there already"):
            store.add([finished(2, 1.0), finished(1, 0.0)])
        assert store.games() == {1: finished(1, 1.0)}


def fill(store: Store) -> None:
    for number in range(1000):
        store.add([finished(number, 1.0)])


def test_a_full_disk_is_reported_and_nothing_stored_is_damaged(tmp_path: Path) -> None:
    with Store(tmp_path / STORE) as store:
        pages = store._file.execute("PRAGMA page_count").fetchone()[0]
        store._file.execute(f"PRAGMA max_page_count = {pages + 4}")  # SQLite then answers as if the disk were full
        with pytest.raises(BadFile, match="the disk is full; every game stored before is safe"):
            fill(store)
        stored = len(store.games())
        assert stored > 10
    with Store(tmp_path / STORE) as store:
        assert store._file.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        assert list(store.games()) == list(range(stored))
        store.add([finished(stored, 1.0)])


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(words, check=False).returncode:
        pytest.skip("a small file system can only be mounted by the superuser of this machine")
    try:
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_tournament_on_a_full_disk_goes_on_when_there_is_room(tmp_path: Path) -> None:
    file, disk = cup(tmp_path), tmp_path / "disk"
    with small_disk(disk, "128k"):
        ballast = disk / "ballast"
        ballast.write_bytes(b"." * 40_000)
        words = ["tournament", file, "--out", str(disk / "cup")]
        full = CliRunner().invoke(command, words)
        assert full.exit_code == 2
        assert "the disk is full" in full.stderr
        ballast.unlink()
        shutil.copytree(disk / "cup", tmp_path / "moved")  # to a place with room for everything
    run(file, "--out", str(tmp_path / "moved"), "--resume")
    run(file, "--out", str(tmp_path / "undisturbed"))
    assert table_of(tmp_path / "moved") == table_of(tmp_path / "undisturbed")


# Whole tournaments.


def test_everything_is_written_and_agrees(tmp_path: Path) -> None:
    file = cup(tmp_path)
    run(file, "--workers", "2")
    folder = tmp_path / "cup"
    assert {path.name for path in folder.iterdir()} == {STORE, *(export.name for export in EXPORTS)}
    table = table_of(folder)
    assert [line[1] for line in table][-1] == "random"
    assert len(games_of(folder)) == 36
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert page.count("/play?game=tic-tac-toe&amp;") == 36
    assert "<script" not in page
    assert not re.search(r'(src|href)="(?!http://127.0.0.1:8017/play|#)', page)
    assert (folder / "ratings.svg").read_text(encoding="utf-8").startswith("<?xml")
    again = CliRunner().invoke(command, ["tournament", file])
    assert again.exit_code == 2
    assert "--resume" in again.stderr
    run(file, "--resume")
    assert table_of(folder) == table


def test_another_plan_is_not_mixed_in(tmp_path: Path) -> None:
    run(cup(tmp_path))
    changed = cup(tmp_path, CUP.replace("seed = 4", "seed = 5"))
    refused = CliRunner().invoke(command, ["tournament", changed, "--resume"])
    assert refused.exit_code == 2
    assert "another tournament" in refused.stderr
    with pytest.raises(BadOption, match="nothing in"):
        next(Tournament(read_plan(changed), tmp_path / "new").play(resume=True))


def stored(folder: Path) -> int:
    """How many games are in a store that somebody else is writing."""
    try:
        with sqlite3.connect(f"file:{folder / STORE}?mode=ro", uri=True) as file:
            count = file.execute("SELECT count(*) FROM games").fetchone()[0]
        file.close()
        return int(count)
    except sqlite3.Error:
        return 0


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert process.poll() is None, "it was over before it could be disturbed"
        assert time.monotonic() < deadline
        time.sleep(0.005)


def start(*words: str, **options: bool) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-m", "kibitz", *words], stdout=subprocess.DEVNULL, **options)  # type: ignore[call-overload, no-any-return]  # its overloads know no dict


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


def test_a_cluster_plays_the_same_games_though_a_worker_is_killed(tmp_path: Path, undisturbed: Path) -> None:
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    file, folder = cup(tmp_path, LONG_CUP), tmp_path / "cup"
    one, other = worker(address, "127.0.0.1"), worker(address, "127.0.0.1")
    with processes(scheduler("127.0.0.1", port), one, other) as running:
        process = start("tournament", file, "--cluster", address)
        wait_until(lambda: stored(folder) >= 20, process)
        running[1].kill()
        assert process.wait() == 0
    assert games_of(folder) == games_of(undisturbed)
    assert table_of(folder) == table_of(undisturbed)


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
    from kibitz.arena import workers

    before, workers.CONNECTING = workers.CONNECTING, 1
    try:
        result = CliRunner().invoke(command, ["tournament", cup(tmp_path), "--cluster", address])
    finally:
        workers.CONNECTING = before
    assert result.exit_code == 2
    assert f"No Dask scheduler answers at '{address}'" in result.stderr
