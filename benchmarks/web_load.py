"""Many people playing at once: is everybody answered, and does nobody wait behind another's long search?

    python benchmarks/web_load.py [--clients 50] [--seconds 20] [--long 4] [--player engine:depth=6,table_mib=16]

Starts a server of its own on the loopback interface. Every client plays Connect Four: a move of its own at random, then
one by the program, each a request for the position and one for the player's answer, and a short rest as people take.
The same is measured again while a few others let the engine think for as long as the measurement lasts.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import socket
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator

import httpx

GAME = "connect-four"
REST = 0.3  # seconds a client rests between two moves
PATIENCE = 60  # seconds after which a request has failed


class Figures:
    """How long the answers took, by kind, and what went wrong."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {"position": [], "think": []}
        self.wrong: Counter[str] = Counter()
        self.games = 0

    def print(self, title: str) -> None:
        print(
            f"\n{title}: {self.games} games begun, {sum(self.wrong.values())} requests not answered {dict(self.wrong)}"
        )
        for kind, times in self.times.items():
            if len(times) < 2:
                continue
            cuts = statistics.quantiles(times, n=100)
            shown = "  ".join(f"{name} {1000 * value:.0f} ms" for name, value in (
                ("median", cuts[49]), ("95 %", cuts[94]), ("99 %", cuts[98]), ("longest", max(times)),
            ))  # fmt: skip
            print(f"  {kind:<9}{len(times):>6} answers   {shown}")


async def play(client: httpx.AsyncClient, name: str, player: str, until: float, figures: Figures) -> None:
    """One client, game after game."""
    rng, moves = random.Random(name), list[str]()
    figures.games += 1
    while time.monotonic() < until:
        started = time.perf_counter()
        shown = (await client.get("/api/position", params={"game": GAME, "moves": "".join(moves)})).json()
        figures.times["position"].append(time.perf_counter() - started)
        if shown["over"]:
            moves.clear()
            figures.games += 1
            continue
        moves.append(rng.choice(shown["legal"])["move"])
        started = time.perf_counter()
        answer = await ask(client, "".join(moves), player, name)
        if answer is None:
            figures.wrong["think"] += 1
            moves.clear()
            continue
        figures.times["think"].append(time.perf_counter() - started)
        if answer:
            moves.append(answer)
        await asyncio.sleep(REST)


async def ask(client: httpx.AsyncClient, moves: str, player: str, name: str) -> str | None:
    """The program's move; empty when the game is over, None if there was no answer."""
    query = {"game": GAME, "moves": moves, "player": player, "client": name}
    try:
        answer = await client.get("/api/think", params=query)
    except httpx.HTTPError:
        return None
    if answer.status_code != 200:
        return None
    for event in answer.text.split("\n\n"):
        if event.startswith("event: move\n"):
            return json.loads(event.partition("data: ")[2])["move"] or ""
    return None


async def think_long(client: httpx.AsyncClient, name: str, until: float) -> None:
    """Somebody who lets the engine think, again and again."""
    while (left := until - time.monotonic()) > 1:
        await ask(client, "", f"engine:time={min(left, 50):.1f}", name)


async def measure(client: httpx.AsyncClient, clients: int, long: int, seconds: float, player: str) -> Figures:
    figures, until = Figures(), time.monotonic() + seconds
    playing = [play(client, f"client-{number}", player, until, figures) for number in range(clients)]
    thinking = [think_long(client, f"thinker-{number}", until) for number in range(long)]
    await asyncio.gather(*playing, *thinking)
    return figures


@contextlib.contextmanager
def server() -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "kibitz", "serve", "--no-browser", "--port", str(port)])
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@contextlib.asynccontextmanager
async def connected(address: str, player: str) -> AsyncIterator[httpx.AsyncClient]:
    """As many connections as are asked for, when the server answers and what the player needs is compiled."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=5 * PATIENCE, limits=limits, trust_env=False) as client:
        for _ in range(200):
            with contextlib.suppress(httpx.HTTPError):
                await client.get("/api/health")
                break
            await asyncio.sleep(0.1)
        await ask(client, "", player, "first")
        yield client


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50, choices=range(1, 201), metavar="N")
    parser.add_argument("--long", type=int, default=4, choices=range(17), metavar="N")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--player", default="engine:depth=6,table_mib=16")
    given = parser.parse_args()
    seconds = min(given.seconds, 120)
    with server() as address:
        async with connected(address, given.player) as client:
            alone = await measure(client, given.clients, 0, seconds, given.player)
            alone.print(f"{given.clients} clients against {given.player}")
            beside = await measure(client, given.clients, given.long, seconds, given.player)
            beside.print(f"The same beside {given.long} searches without end")


if __name__ == "__main__":
    asyncio.run(main())
