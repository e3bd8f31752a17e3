"""The attacks of tests/attack/ for as long as they are told: what was attacked, how often, and what came of it.

    python benchmarks/attack.py [--minutes 10] [--seed 1]

    commands         random command lines, odd files and inputs, the interrupt key at any moment: attacks/commands.py
    searches-proved  random searches of all games, stopped anywhere: what they call proven is so by plain minimax
    recordings       recordings that contradict themselves under a right checksum, opened and looked at over HTTP
    requests         random and malformed requests to every route of a server: a line each, never status 500
    files            every kind of file with flipped bits, cut short, zeroed and patched: read as it was, or refused
    connections      idle ones, those that never read, bodies of 100 MB: others are answered meanwhile
    crowd            one client with the largest limits, many requests at once; fifty others ask for a move: all get one
    engines          programs that write without end: they lose their game, and memory stays small
    places           files and folders that cannot be written, where even root may not: one sentence each
    searches         best, solve, perft, tree, grade and lab interrupted at random moments: 130 or 0, no traceback
    orphans          Kibitz killed while outside programs run: none of them outlives it
    interrupts       tournaments interrupted or killed at random moments and resumed, with one worker or two: one table

Goes on after a finding; prints the first of each kind with its seed, at the end how many there were, and ends with
status 1 if there were any.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx
from soak import resident, server

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from attacks.commands import attack_commands
from attacks.proofs import attack_proofs
from attacks.tally import Tally
from attacks.web import attack_recordings, attack_requests

from helpers.attacks import ATTACKED, attack_file
from helpers.cups import CUP, cup, games_of, table_of

MIB = 1 << 20


def attack_files(rng: random.Random, counts: Counter[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for attacked in ATTACKED:
            for outcome, times in attack_file(attacked, Path(folder) / attacked.name, rng, 50).items():
                counts[f"{attacked.name}: {outcome}"] += times


def attack_connections(rng: random.Random, counts: Counter[str]) -> None:
    with (
        tempfile.TemporaryFile() as log,
        server(1024, log) as (address, process),
        httpx.Client(base_url=address, timeout=90, trust_env=False) as client,
    ):
        place = (address.removeprefix("http://").split(":")[0], int(address.rpartition(":")[2]))
        idle = [socket.create_connection(place) for _ in range(520)]
        for connection in idle[:200]:
            connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * rng.choice((1, 1, 50)))
        slowest = 0.0
        for _ in range(20):
            began = time.monotonic()
            if client.get("/api/position", params={"game": "connect-four"}).status_code != 200:
                raise AssertionError("a request beside idle connections was not answered")
            slowest = max(slowest, time.monotonic() - began)
        counts["connections: idle or never reading"] += len(idle)
        counts["connections: answered beside them"] += 20
        counts["connections: slowest of these in ms"] = max(
            counts["connections: slowest of these in ms"], round(1000 * slowest)
        )
        for connection in idle:
            connection.close()
        with contextlib.suppress(httpx.HTTPError):  # it may hang up before all has been sent
            answer = client.post("/api/tree/open", content=(b"x" * MIB for _ in range(100)))
            counts[f"connections: 100 MB refused with {answer.status_code}"] += 1
        if resident(process) > 1024:
            raise AssertionError(f"the server uses {resident(process)} MiB")


GREEDY = (
    ("/api/think", {"player": "alphabeta:time=60,nodes=1000000000000"}),
    ("/api/think", {"player": "mcts:time=60"}),
    ("/api/analyse", {"time": "60"}),
    ("/api/tree/record", {"searcher": "minimax:depth=40,nodes=2000000"}),
)


def attack_crowd(rng: random.Random, counts: Counter[str]) -> None:
    with tempfile.TemporaryFile() as log, server(1024, log) as (address, process):
        asyncio.run(_crowd(address, rng, counts))
        if resident(process) > 1024:
            raise AssertionError(f"the server uses {resident(process)} MiB")


async def _crowd(address: str, rng: random.Random, counts: Counter[str]) -> None:
    limits = httpx.Limits(max_connections=200)
    async with httpx.AsyncClient(base_url=address, timeout=90, trust_env=False, limits=limits) as client:

        async def be_greedy() -> None:
            path, query = rng.choice(GREEDY)
            with contextlib.suppress(httpx.HTTPError):
                answer = await client.get(path, params={"game": "connect-four", "client": "greedy", **query})
                counts[f"crowd: the greedy one was answered with {answer.status_code}"] += 1

        async def ask(number: int) -> float:
            await asyncio.sleep(rng.random())
            began = time.monotonic()
            query = {"game": "tic-tac-toe", "player": "alphabeta:depth=3", "client": f"ordinary-{number}"}
            for _ in range(30):
                answer = await client.get("/api/think", params=query)
                if answer.status_code == 503:  # the page asks again after a second, too
                    await asyncio.sleep(1)
                    continue
                if answer.status_code == 200 and "event: move" in answer.text:
                    return time.monotonic() - began
                raise AssertionError(f"an ordinary client was answered with {answer.status_code} {answer.text[:200]}")
            raise AssertionError("an ordinary client waited 30 s without a move")

        greedy = [asyncio.create_task(be_greedy()) for _ in range(40)]
        await asyncio.sleep(1)
        waits = await asyncio.gather(*(ask(number) for number in range(50)))
        for task in greedy:
            task.cancel()
        await asyncio.gather(*greedy, return_exceptions=True)
        counts["crowd: ordinary clients that got their move"] += len(waits)
        counts["crowd: slowest of these in ms"] = max(counts["crowd: slowest of these in ms"], round(1000 * max(waits)))


ENDLESS = {
    "bytes": "import sys\nwhile True: sys.stdout.write('x' * 65536)\n",
    "lines": "while True: print('= rubbish')\n",
    "complaints": "import sys\nwhile True: sys.stderr.write('y' * 65536)\n",
    "empty lines": "while True: print()\n",
}


def attack_engines(rng: random.Random, counts: Counter[str]) -> None:
    kind, code = rng.choice(list(ENDLESS.items()))
    with tempfile.TemporaryDirectory() as folder:
        engine = Path(folder) / "endless.py"
        engine.write_text(code)
        player = f"{rng.choice(('gtp', 'ugi'))}:program={sys.executable} {engine},time=0.2"
        words = ["match", "tic-tac-toe", player, "random", "--games", "2", "--patience", "2", "--json"]
        running = subprocess.Popen(
            [sys.executable, "-m", "kibitz", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        most = 0
        while running.poll() is None:
            with contextlib.suppress(OSError, ValueError, IndexError):
                most = max(most, resident(running.pid))
            time.sleep(0.05)
        out, said = running.communicate()
        lost = json.loads(out)["forfeits"][0] if out else None
        counts[f"engines: endless {kind}, status {running.returncode}"] += 1
        counts["engines: largest memory in MiB"] = max(counts["engines: largest memory in MiB"], most)
        if (lost != 2 and running.returncode != 2) or "Traceback" in said or most > 500:
            raise AssertionError(f"endless {kind}: {lost} of 2 games lost, {most} MiB, {said[-300:]}")


def attack_places(rng: random.Random, counts: Counter[str]) -> None:
    """/proc takes no file from anybody."""
    with tempfile.TemporaryDirectory() as folder:
        file = cup(Path(folder), CUP)
        commands = (
            f"match tic-tac-toe random random --games 2 --out /proc/{rng.random()}.games",
            f"tournament {file} --out /proc/kibitz",
            "tree tic-tac-toe minimax:depth=2 --out /proc/tree.dot",
            "tree tic-tac-toe minimax:depth=2 --out /proc/tree.kbz",
            "lab complexity tic-tac-toe --depth 2 --plot /proc/growth.svg",
            "lab run S3-26 --quick --results /proc/lab.db",
            "lab report S3-26 --quick --out /proc/report",
        )
        for command in commands:
            words = [sys.executable, "-m", "kibitz", *command.split()]
            done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
            said = [line for line in done.stderr.splitlines() if line]
            counts[f"places: status {done.returncode}"] += 1
            if done.returncode != 2 or "Traceback" in done.stderr or "/proc" not in said[-1]:
                raise AssertionError(f"{command}: {done.returncode} {done.stderr[-300:]}")


SEARCHES = (
    "best connect-four alphabeta:depth=12",
    "best othello mcts:time=3",
    "solve connect-four --no-book --time 5",
    "perft othello 9",
    "tree connect-four minimax:depth=7 --out tree.dot",
    "grade connect-four:width=5,height=4 alphabeta:depth=3",
    "lab complexity connect-four --depth 9",
    "lab ablate connect-four alphabeta:depth=5",
    "lab strength connect-four alphabeta --depths 1-5",
    "lab run S3-26 --quick",
    "check connect-four",
)


def attack_searches(rng: random.Random, counts: Counter[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for command in SEARCHES:
            words = [sys.executable, "-m", "kibitz", *command.split()]
            running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder)
            time.sleep(rng.uniform(0.2, 4))
            running.send_signal(signal.SIGINT)
            _, said = running.communicate(timeout=60)
            counts[f"searches: interrupted, exit status {running.returncode}"] += 1
            if "Traceback" in said and "kibitz" not in said:
                counts["searches: before Python had come to Kibitz"] += 1
            elif "Traceback" in said or running.returncode not in (0, 130, -signal.SIGINT):
                raise AssertionError(f"{command}: {running.returncode} {said[-400:]}")


def attack_orphans(rng: random.Random, counts: Counter[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        engine, pids = Path(folder) / "engine.py", Path(folder) / "pids"
        engine.write_text(
            "import os, subprocess, sys, time\n"
            "child = subprocess.Popen([sys.executable, '-IS', '-c', 'import time; time.sleep(99)'])\n"
            f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}} {{child.pid}} ')\ntime.sleep(99)\n"
        )
        words = [sys.executable, "-IS", str(engine)]
        code = (
            f"import time\nfrom kibitz.jobs.pipe import Pipe\npipes = [Pipe({words!r}) for _ in '123']\ntime.sleep(99)"
        )
        running = subprocess.Popen([sys.executable, "-c", code])
        wait_until(lambda: pids.exists() and len(pids.read_text().split()) == 6)
        time.sleep(rng.random() / 5)
        running.kill()
        running.wait()
        started = pids.read_text().split()
        wait_until(lambda: not any(Path(f"/proc/{pid}/fd/0").exists() for pid in started))
        counts["orphans: Kibitz killed"] += 1
        counts["orphans: programs that ended with it"] += len(started)


def attack_interrupts(rng: random.Random, counts: Counter[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = cup(Path(folder), CUP.replace("games = 12", "games = 60"))
        words = [sys.executable, "-m", "kibitz", "tournament", file, "--workers", rng.choice("12")]
        subprocess.run([*words, "--out", f"{folder}/whole"], check=True, stdout=subprocess.DEVNULL)
        resume: list[str] = []
        for _ in range(8):
            how = rng.choice((signal.SIGINT, signal.SIGKILL))
            running = subprocess.Popen([*words, *resume], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            time.sleep(rng.uniform(0.3, 3))
            running.send_signal(how)
            said = running.communicate()[1]
            counts[f"interrupts: {how.name}, exit status {running.returncode}"] += 1
            if b"Traceback" in said and b"kibitz" not in said:
                counts["interrupts: before Python had come to Kibitz"] += 1
            elif b"Traceback" in said or running.returncode not in (0, 130, -signal.SIGKILL, -signal.SIGINT):
                raise AssertionError(f"{how.name}: {running.returncode} {said.decode()}")
            resume = ["--resume"] if os.path.exists(f"{folder}/cup/games.db") else []
        subprocess.run([*words, *resume], check=True, stdout=subprocess.DEVNULL)
        if (table_of(Path(folder, "cup")), games_of(Path(folder, "cup"))) != (
            table_of(Path(folder, "whole")),
            games_of(Path(folder, "whole")),
        ):
            raise AssertionError("an interrupted tournament has another table")
        counts["interrupts: tournaments with the same table"] += 1


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not happened():
        if time.monotonic() > deadline:
            raise AssertionError("it did not happen within 60 s")
        time.sleep(0.05)


ATTACKS = {
    "commands": attack_commands,
    "searches-proved": attack_proofs,
    "recordings": attack_recordings,
    "files": attack_files,
    "orphans": attack_orphans,
    "places": attack_places,
    "engines": attack_engines,
    "searches": attack_searches,
    "crowd": attack_crowd,
    "connections": attack_connections,
    "requests": attack_requests,
    "interrupts": attack_interrupts,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=ATTACKS, help="one kind of attack")
    given = parser.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell has started this in the background
    counts, until, seed = Tally(), time.monotonic() + 60 * given.minutes, given.seed
    while seed == given.seed or time.monotonic() < until:
        for name, attack in ATTACKS.items():
            if given.only in (None, name):
                again = f"python benchmarks/attack.py --minutes 0 --only {name} --seed {seed}"
                try:
                    attack(random.Random(f"{name} {seed}"), counts.during(again))
                except Exception as error:
                    counts.found(f"{name}: {type(error).__name__}: {error}")
        seed += 1
    for what in sorted(counts):
        print(f"{counts[what]:>9,}  {what}")
    for what, times in counts.findings.most_common():
        print(f"{times:>9,}  FOUND: {what}")
    print(f"seeds {given.seed} to {seed - 1}: {counts.findings.total()} findings of {len(counts.findings)} kinds")
    raise SystemExit(1 if counts.findings else 0)


if __name__ == "__main__":
    main()
