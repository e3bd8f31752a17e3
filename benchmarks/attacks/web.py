"""Requests drawn from the server's own description of its routes, and recordings that only their checksums call right.

Every answer is a good one, a refusal in one line, or 503; it comes within PATIENCE times the pace of the machine,
and nothing goes on searching afterwards.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from pathlib import Path
from typing import IO, Any

import httpx
from soak import resident, server

from attacks.tally import Tally, measure_pace
from helpers.trees import SEARCHES, searched
from kibitz.trees.formats.json_tree import write_json
from kibitz.trees.formats.kbz import read_kbz, write_kbz
from kibitz.trees.replay import CONDITIONS
from kibitz.trees.search_tree import COLUMNS, SearchTree

MEMORY_MIB = 1024
PATIENCE = {"requests": 90.0, "recordings": 10.0}  # searches may be asked for a minute
REQUESTS, RECORDINGS, ASKED = 150, 12, 40  # a round; ASKED of every recording
MORE_SEARCHES = (("tic-tac-toe", "a1 b2", "mcts:simulations=60,seed=1"), ("tic-tac-toe", "a1 b2 c3", "proof"))
WORDS = (
    *("connect-four", "mnk:width=26,height=26,k=5", "othello:size=9", "connect-four:width=1,height=26,k=26", "x" * 400),
    *("\x00", "a\nb", "..", "evil.py", "4455", "[[[[", "-1", "1e999", "99999999999999999999", "engine:time=0.01", "#0"),
    *("strong:time=0.05", "alphabeta:depth=2", "mcts:simulations=9", "gtp:program=ls", "", "☃", "tic-tac-toe", "nan"),
)
NUMBERS = (-1, 0, 1, 2, 3, 7, 127, 2**31 - 1, -(2**31))
LEAVES = (None, -1, 0, 1, 10**6, 2**31, 2**63, 1.5, True, "", "x", "tic-tac-toe", [], {}, float("nan"), float("inf"))


class Client:
    """Asks a server, and notes every answer that should not be."""

    def __init__(self, address: str, log: IO[bytes], counts: Tally, rng: random.Random, kind: str) -> None:
        self.log, self.counts, self.rng, self.kind = log, counts, rng, kind
        self.patience = PATIENCE[kind] * measure_pace()
        self.http = httpx.Client(base_url=address, timeout=self.patience, trust_env=False)
        description = self.http.get("/openapi.json").json()
        self.schemas = description["components"]["schemas"]
        self.routes = [(m.upper(), path, route) for path, of in description["paths"].items() for m, route in of.items()]

    def ask(self, method: str, path: str, query: dict[str, Any], body: bytes | None = None, about: str = "") -> Any:
        """The JSON of a good answer, None for a refusal; RuntimeError if none comes, after which the server is lost."""
        try:
            answer = self.http.request(method, path, params=query, content=body)
        except httpx.TimeoutException:
            self.counts.found(f"{self.kind}: {path} not answered in {self.patience:.0f} s", f"{query} {about}")
            raise RuntimeError from None
        self.counts[f"{self.kind}: {answer.status_code}"] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            fault = Path(self.log.name).read_text(encoding="utf-8").splitlines()[-3:]
            self.counts.found(f"{self.kind}: status {answer.status_code}: {' '.join(fault)}", f"{path} {query} {about}")
        is_json = answer.headers.get("content-type", "").startswith("application/json")
        said = json.loads(answer.text) if is_json else None
        if answer.status_code >= 400 and not str(said and said.get("error", "")).isprintable():
            self.counts.found(f"{self.kind}: a refusal that is not one line", f"{path} {query} {about}: {said}")
        return said if answer.status_code == 200 else None

    def draw_query(self, route: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
        """Parameters as the description allows, or not; `known` ones have the value given, mostly."""
        return {
            p["name"]: known[p["name"]]
            if p["name"] in known and self.rng.random() < 0.97
            else self._draw_value(p["schema"])
            for p in route.get("parameters", ())
            if self.rng.random() < (0.95 if p.get("required") else 0.4)
        }

    def _draw_value(self, schema: dict[str, Any]) -> Any:
        schema = next((part for part in schema.get("anyOf", ()) if part.get("type") != "null"), schema)
        if self.rng.random() < 0.1:
            return self.rng.choice(WORDS)
        if "$ref" in schema:
            schema = self.schemas[schema["$ref"].rpartition("/")[2]]
        if "enum" in schema:
            return self.rng.choice(schema["enum"])
        if schema["type"] == "array":
            return [self._draw_value(schema["items"]) for _ in range(self.rng.randrange(4))]
        if schema["type"] in ("integer", "number"):
            return self.rng.choice((*NUMBERS, schema.get("minimum", 0), schema.get("maximum", 9), 0.5))
        return self.rng.choice((*WORDS, *schema.get("examples", ()), *schema.get("description", "x").split()))

    def check_idle(self, about: str) -> None:
        """Whether all that was begun ends."""
        until = time.monotonic() + self.patience
        while any((self.ask("GET", "/api/health", {}) or {}).get(key) for key in ("running", "waiting")):
            if time.monotonic() > until:
                self.counts.found(f"{self.kind}: a search goes on for {self.patience:.0f} s", about)
                raise RuntimeError
            time.sleep(0.1)


def attack_requests(rng: random.Random, counts: Tally) -> None:
    with tempfile.NamedTemporaryFile() as log, server(MEMORY_MIB, log) as (address, process):
        client = Client(address, log, counts, rng, "requests")
        try:
            for _ in range(REQUESTS):
                method, path, route = rng.choice(client.routes)
                method = rng.choice((method,) * 9 + ("DELETE",))
                body = rng.choice((b"", b"[" * 100_000, rng.randbytes(1000))) if method == "POST" else None
                if not path.endswith("/watch"):  # which lasts as long as what is watched
                    client.ask(method, path, client.draw_query(route, {"client": "attack"}), body)
            client.check_idle("after all requests")
        except RuntimeError:  # it is among the findings
            pass
        _check_memory(process, counts, "requests")


def attack_recordings(rng: random.Random, counts: Tally) -> None:
    with tempfile.NamedTemporaryFile() as log, server(MEMORY_MIB, log) as (address, process):
        client = Client(address, log, counts, rng, "recordings")
        routes = [route for route in client.routes if route[1].startswith("/api/tree/") and route[0] == "GET"]
        for _ in range(RECORDINGS):
            tree = searched(*rng.choice((*SEARCHES, *MORE_SEARCHES)))[1]
            suffix = rng.choice((".kbz", ".kbz", ".json"))
            data, about = _corrupt_columns(tree, rng) if suffix == ".kbz" else _corrupt_json(tree, rng)
            about = f"{tree.game} {tree.searcher} as {suffix}: {about}"
            try:
                opened = client.ask("POST", "/api/tree/open", {"name": f"a{suffix}"}, data, about)
                counts[f"recordings: {'opened' if opened else 'refused'}"] += 1
                if opened:
                    known = dict.fromkeys(("tree", "a", "b", "other"), opened["tree"])
                    for _ in range(ASKED):
                        method, path, route = rng.choice(routes)
                        place = {key: rng.randrange(2 * len(tree)) for key in ("node", "step", "root", "from")}
                        more = {"for": rng.choice(list(CONDITIONS)), "what": "1", "ids": "0,1,2"}
                        client.ask(method, path, client.draw_query(route, known | place | more), about=about)
                    client.check_idle(about)
            except RuntimeError:  # it is among the findings, and this server is lost
                return
        _check_memory(process, counts, "recordings")


def _corrupt_columns(tree: SearchTree, rng: random.Random) -> tuple[bytes, str]:
    """A .kbz file of the tree with a few numbers changed, and which."""
    sound = write_kbz(tree)
    while True:
        tree, changes = read_kbz(sound), []
        columns = {name: getattr(tree, name) for name in (*COLUMNS, "size")} | tree.notes | tree.order
        for _ in range(rng.randint(1, 3)):
            name = rng.choice(("parent", "parent", "size", "ply", *columns, "roots"))
            column: Any = columns.get(name, tree.roots)
            place = rng.randrange(len(column) or 1)
            number = rng.choice((*NUMBERS, place, len(tree) - 1, len(tree)))
            places = rng.choice(([place], range(len(column))))
            changes.append(f"{name}[{place if len(places) == 1 else ':'}] = {number}")
            for where in places:
                if where < len(column) and (name != "kind" or -128 <= number < 128):
                    column[where] = number
        try:
            return write_kbz(tree), ", ".join(changes)
        except OverflowError:
            continue


def _corrupt_json(tree: SearchTree, rng: random.Random) -> tuple[bytes, str]:
    """A .json file of the tree with a few entries changed, and which."""
    data, changes = json.loads(write_json(tree)), []
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(data["nodes"]))
        entry, where = rng.choice(((data, ""), *(((data["nodes"][place], f"nodes[{place}]."),) * 4)))
        key = rng.choice([key for key in entry if key != "nodes"])
        entry[key] = rng.choice((*LEAVES, place, len(data["nodes"])))
        changes.append(f"{where}{key} = {entry[key]!r}")
    return json.dumps(data).encode(), ", ".join(changes)


def _check_memory(process: int, counts: Tally, kind: str) -> None:
    used = resident(process)
    counts[f"{kind}: largest memory in MiB"] = max(counts[f"{kind}: largest memory in MiB"], used)
    if used > MEMORY_MIB:
        counts.found(f"{kind}: the server uses {used} MiB")
