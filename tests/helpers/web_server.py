"""A real server on a free port of the loopback interface, for tests; and its streams, taken apart."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import httpx

from helpers.waiting import HANGS, wait_until
from kibitz.lab.hosting.lab_host import LabHost
from kibitz.web.hosting.learning_host import LearningHost
from kibitz.web.hosting.tournament_host import TournamentHost
from kibitz.web.pool import Pool
from kibitz.web.running import listen, make_server


class StreamEvent(NamedTuple):
    """One event of a stream."""

    name: str
    data: dict[str, Any]


class Server:
    """A client of a running server, and the pool behind it."""

    def __init__(self, address: str, pool: Pool) -> None:
        self.address, self.pool = address, pool
        self.client = httpx.Client(base_url=address, timeout=HANGS)

    def get(self, path: str, **query: object) -> httpx.Response:
        """The answer to a question; a parameter whose value is a list is repeated."""
        lists = {key: value if isinstance(value, list) else [value] for key, value in query.items()}
        return self.client.get(path, params=[(key, str(one)) for key, values in lists.items() for one in values])

    def ask(self, path: str, **query: object) -> Any:
        """The JSON of an answer that must be a good one."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refusal(self, path: str, **query: object) -> tuple[int, str, str | None]:
        """The status, the sentence and the parameter at fault."""
        answer = self.get(path, **query)
        said = answer.json()
        return answer.status_code, said["error"], said.get("field")

    def events(self, path: str, **query: object) -> list[StreamEvent]:
        """The whole of a stream."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/event-stream")
        return list(parse_events(answer.text))

    @contextmanager
    def open(self, path: str, **query: object) -> Iterator[Iterator[StreamEvent]]:
        """A stream that is read event by event, and left when the block ends."""
        params = {key: str(value) for key, value in query.items()}
        with self.client.stream("GET", path, params=params) as answer:
            assert answer.status_code == 200
            yield _read_events(answer.iter_lines())

    def wait_until_idle(self) -> None:
        """Return when no search runs and none waits."""
        wait_until(lambda: (health := self.ask("/api/health"))["running"] == health["waiting"] == 0)


PLENTY = 64 << 30  # bytes: the process of the tests holds more than a server


@contextmanager
def running_server(
    pool: Pool | None = None,
    tournament_host: TournamentHost | None = None,
    lab_host: LabHost | None = None,
    learning_host: LearningHost | None = None,
) -> Iterator[Server]:
    listening, searching = listen("127.0.0.1", 0), pool or Pool()
    server = make_server(
        listening,
        searching,
        tournament_host=tournament_host,
        lab_host=lab_host,
        learning_host=learning_host,
        memory=PLENTY,
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening.socket]})
    thread.start()
    client = Server(listening.address, searching)
    try:
        wait_until(lambda: server.started or not thread.is_alive())
        assert server.started, "the server has not started"
        yield client
    finally:
        client.client.close()
        server.should_exit = True
        thread.join()
        listening.socket.close()


def parse_events(text: str) -> Iterator[StreamEvent]:
    return _read_events(iter(text.split("\n")))


def _read_events(lines: Iterator[str]) -> Iterator[StreamEvent]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield StreamEvent(name, json.loads(line.removeprefix("data: ")))
