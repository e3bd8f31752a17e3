"""An hour of mixed load: does the server's memory stay flat, and is it as quick at the end as at the beginning?

    python benchmarks/soak.py [--minutes 60] [--memory 1024] [--seed 1]

Starts a server of its own on the loopback interface. A few clients at a time play games, let players think, analyse,
record searches and look into the recordings, set up tournaments, and try odd boards that nobody else uses, which have
to be compiled. In between, the same few requests are timed again and again. Prints one line for each twelfth of the
time: the memory at its end and its peak, the median and the 95th percentile of the answers of one kind, and how many
requests were refused because memory or places were short.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import IO, TypeAlias

import httpx

Query: TypeAlias = dict[str, str] | list[tuple[str, str]]

PHASES = 12
CLIENTS = 6
PATIENCE = 60  # seconds for the last answers
ODD = ("connect-four:width={},height={},k={}", "mnk:width={},height={},k={}")
TIMED = {  # the same requests all the time
    "position": ("/api/position", {"game": "connect-four", "moves": "4455"}),
    "think": ("/api/think", {"game": "connect-four", "moves": "44", "player": "engine:depth=6,table_mib=16"}),
    "analyse": ("/api/analyse", {"game": "connect-four", "moves": "44444", "time": "1"}),
}


class Phase:
    """What was seen in one part of the time."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {kind: [] for kind in TIMED}
        self.memory: list[int] = []
        self.requests: Counter[str] = Counter()
        self.refused = 0
        self.wrong: Counter[str] = Counter()


class Load:
    """Clients that do this and that until the time is over."""

    def __init__(self, address: str, process: int, seconds: float, seed: int) -> None:
        self.address, self.process, self.seconds, self.seed = address, process, seconds, seed
        self.phases = [Phase() for _ in range(PHASES)]
        self.started = time.monotonic()
        self.late = 0  # clients that waited for an answer long after the end

    @property
    def share(self) -> float:
        return (time.monotonic() - self.started) / self.seconds

    @property
    def phase(self) -> Phase:
        return self.phases[min(PHASES - 1, int(self.share * PHASES))]

    async def get(self, client: httpx.AsyncClient, path: str, query: Query, *, post: bool = False) -> str:
        """The text of an answer; what is refused for lack of room is counted, anything else but 200 is wrong."""
        self.phase.requests[path] += 1
        try:
            answer = await client.request("POST" if post else "GET", path, params=query)
        except httpx.HTTPError as error:
            self.phase.wrong[f"{path} {type(error).__name__}"] += 1
            return ""
        if answer.status_code == 503:
            self.phase.refused += 1
        elif answer.status_code not in (200, 410):
            self.phase.wrong[f"{path} {answer.status_code} {answer.text[:100]}"] += 1
        return answer.text if answer.status_code == 200 else ""

    async def play(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        game = rng.choice(("connect-four", "tic-tac-toe", "othello", "othello:size=6", "take-away"))
        player = rng.choice(("engine:time=0.1", "alphabeta:depth=3", "mcts:simulations=500", "random", "pvs:depth=4"))
        moves: list[str] = []
        for _ in range(12):
            text = await self.get(client, "/api/position", {"game": game, "moves": " ".join(moves)})
            shown = json.loads(text or '{"over": true}')
            if shown["over"]:
                return
            moves.append(rng.choice(shown["legal"])["move"])
            query = {"game": game, "moves": " ".join(moves), "player": player}
            answer = await self.get(client, "/api/think", query)
            events = [part for part in answer.split("\n\n") if part.startswith("event: move\n")]
            if not events:
                return
            moves.append(json.loads(events[0].partition("data: ")[2])["move"] or "")
            if not moves[-1]:
                return

    async def analyse(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        game, moves = rng.choice((("connect-four", "4433221"), ("othello", "f5"), ("tic-tac-toe", "b2"), ("mnk", "a1")))
        await self.get(client, "/api/analyse", {"game": game, "moves": moves, "time": "0.5"})

    async def record(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        game = rng.choice(("connect-four", "othello", "tic-tac-toe"))
        search = f"{rng.choice(('alphabeta', 'minimax', 'pvs', 'mtd'))}:depth={rng.randint(2, 7)},nodes=300000"
        text = await self.get(client, "/api/tree/record", {"game": game, "searcher": search})
        for part in text.split("\n\n"):
            if part.startswith("event: recorded\n"):
                name = json.loads(part.partition("data: ")[2])["tree"]
                for path in ("about", "icicle", "statistics", "drawing"):
                    await self.get(client, f"/api/tree/{path}", {"tree": name})

    async def odd_board(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        game = rng.choice(ODD).format(rng.randint(3, 8), rng.randint(3, 7), rng.randint(3, 5))
        player = rng.choice(("engine:time=0.1", "alphabeta:depth=3", "mcts:simulations=200", "perfect:time=0.3"))
        await self.get(client, "/api/think", {"game": game, "player": player})

    async def tournament(self, client: httpx.AsyncClient, rng: random.Random) -> None:
        settings = {"game": "tic-tac-toe", "games": "4", "seed": str(rng.randrange(1000)), "client": "soak"}
        players = [("player", "alphabeta"), ("player", "random")]
        text = await self.get(client, "/api/arena/start", [*settings.items(), *players], post=True)
        if text:
            name = json.loads(text)["tournament"]
            await asyncio.sleep(5)
            await self.get(client, "/api/arena/remove", {"tournament": name}, post=True)

    async def one_client(self, number: int, client: httpx.AsyncClient) -> None:
        rng = random.Random(f"{self.seed} {number}")
        kinds: list[Callable[[httpx.AsyncClient, random.Random], Awaitable[None]]] = [
            self.play, self.play, self.analyse, self.record, self.odd_board,
        ]  # fmt: skip
        if number == 0:
            kinds.append(self.tournament)
        while self.share < 1:
            await rng.choice(kinds)(client, rng)
            await asyncio.sleep(rng.random() / 2)

    async def measure(self, client: httpx.AsyncClient) -> None:
        """Time the same requests, and look at the memory."""
        while self.share < 1:
            for kind, (path, query) in TIMED.items():
                began = time.perf_counter()
                if await self.get(client, path, query):
                    self.phase.times[kind].append(time.perf_counter() - began)
                self.phase.memory.append(resident(self.process))
                await asyncio.sleep(0.3)

    async def run(self) -> None:
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        async with httpx.AsyncClient(base_url=self.address, timeout=300, limits=limits, trust_env=False) as client:
            clients = [self.one_client(number, client) for number in range(CLIENTS)]
            tasks = [asyncio.create_task(work) for work in (*clients, self.measure(client))]
            _, late = await asyncio.wait(tasks, timeout=self.seconds + PATIENCE)
            for task in late:  # it waits for code that is being compiled
                task.cancel()
            self.late = len(late)

    def print(self, memory: int) -> None:
        minutes = self.seconds / 60 / PHASES
        print(f"\n{CLIENTS} clients for {self.seconds / 60:g} minutes; the server may use {memory} MiB\n")
        heads = "".join(f"{kind + ' median/95 %':>22}" for kind in TIMED)
        print(f"{'until':>9} {'memory':>9} {'peak':>8}{heads}{'requests':>10}{'refused':>8}")
        for number, phase in enumerate(self.phases, 1):
            times = "".join(f"{describe(phase.times[kind]):>22}" for kind in TIMED)
            now, peak = (phase.memory[-1], max(phase.memory)) if phase.memory else (0, 0)
            count = sum(phase.requests.values())
            print(f"{number * minutes:5.1f} min {now:5} MiB {peak:4} MiB{times}{count:>10}{phase.refused:>8}")
        wrong = sum((phase.wrong for phase in self.phases), Counter[str]())
        total = sum((phase.requests for phase in self.phases), Counter[str]())
        print(f"\n{sum(total.values()):,} requests: {dict(total)}")
        print(f"not answered as they should be: {dict(wrong) or 'none'}; not answered at the end: {self.late}")
        peak = max((max(phase.memory) for phase in self.phases if phase.memory), default=0)
        print(f"peak memory {peak} MiB of {memory} MiB: {'kept' if peak <= memory else 'NOT KEPT'}")


def describe(times: list[float]) -> str:
    if len(times) < 2:
        return "-"
    return f"{1000 * statistics.median(times):.0f}/{1000 * statistics.quantiles(times, n=20)[-1]:.0f} ms"


def resident(process: int) -> int:
    """MiB of a process in the machine's memory, as Linux tells it."""
    try:
        lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) >> 10 for line in lines if line.startswith("VmRSS:")), 0)


@contextlib.contextmanager
def server(memory: int, log: IO[bytes] | None = None) -> Iterator[tuple[str, int]]:
    """A server of one's own; its address and its process. What it complains of goes to standard error, or to `log`."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-m", "kibitz", "serve", "--no-browser", "--port", "0", "--memory", str(memory)]
        environment = {**os.environ, "KIBITZ_DATA": folder, "PYTHONUNBUFFERED": "1"}
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].rstrip("/"), process.pid
        finally:
            process.terminate()
            process.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--memory", type=int, default=1024, help="MiB")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with server(given.memory) as (address, process):
        load = Load(address, process, 60 * given.minutes, given.seed)
        asyncio.run(load.run())
        load.print(given.memory)


if __name__ == "__main__":
    main()
