"""Running the app: a socket, a browser once the server answers, and an orderly end."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from urllib.parse import quote

import uvicorn

from kibitz.core.errors import BadOption
from kibitz.core.game import Game
from kibitz.jobs.compile_process import compile_in_children
from kibitz.lab.hosting.lab_host import LabHost
from kibitz.trees.microscope.recording_cache import RecordingCache
from kibitz.web.background_compiler import BackgroundCompiler
from kibitz.web.connections import MAX_CONNECTIONS, BoundedConnection
from kibitz.web.hosting.learning_host import LearningHost
from kibitz.web.hosting.tournament_host import TournamentHost
from kibitz.web.memory import DEFAULT_MIB, limit_process_memory
from kibitz.web.pool import Pool
from kibitz.web.safety import ANY_ADDRESS, LOOPBACK
from kibitz.web.server import create_app

FIRST_PORT = 8017  # tried first when no port is named
MEMORY_FOR_SEARCH = 96 << 20  # bytes, for a table and what is around it
MAX_OVERTIME = 16
CLOSING_SECONDS = 2  # that streams have to end when the server does


class Listening:
    """A socket that waits for the server, and the address at which a browser finds it."""

    def __init__(self, sock: socket.socket, host: str) -> None:
        self.socket, self.host = sock, host
        self.port: int = sock.getsockname()[1]

    @property
    def address(self) -> str:
        name = "127.0.0.1" if self.is_everywhere else f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{name}:{self.port}/"

    @property
    def is_everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::")

    @property
    def is_public(self) -> bool:
        """Whether other machines can reach it."""
        return not _is_loopback(self.host)

    @property
    def names(self) -> frozenset[str]:
        """What a request may call this server."""
        names = {*LOOPBACK, self.host, socket.gethostname()} if self.is_public else {*LOOPBACK, self.host}
        return frozenset(names | {ANY_ADDRESS} if self.is_everywhere else names)


def listen(host: str, port: int | None) -> Listening:
    """Take a port: the one asked for, or else the usual one, or else any that is free (as port 0 asks for)."""
    try:
        family, _, _, _, target = socket.getaddrinfo(host, port or 0, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise BadOption(f"--host {host} is no address of this machine; 127.0.0.1 is the usual one.") from None
    for candidate in (FIRST_PORT, 0) if port is None else (port,):
        # The protocol is named so that asyncio turns Nagle's delay off: 40 ms an answer otherwise.
        sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((target[0], candidate))
            sock.listen()
            return Listening(sock, host)
        except OSError as error:
            sock.close()
            reason = error.strerror
    raise BadOption(
        f"Port {port} of {host} cannot be had ({reason}); name another, or let --port 0 find one that is free."
    )


def make_server(
    listening: Listening,
    pool: Pool | None = None,
    recordings: RecordingCache | None = None,
    tournament_host: TournamentHost | None = None,
    lab_host: LabHost | None = None,
    learning_host: LearningHost | None = None,
    memory: int | None = None,
    compiler: BackgroundCompiler | None = None,
) -> uvicorn.Server:
    """The server for a socket; it serves when it is `run` with that socket, until `should_exit` is set."""
    config = uvicorn.Config(
        create_app(
            hosts=listening.names,
            pool=pool,
            recordings=recordings,
            tournament_host=tournament_host,
            lab_host=lab_host,
            learning_host=learning_host,
            memory=memory,
            compiler=compiler,
        ),
        http=BoundedConnection,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        limit_concurrency=MAX_CONNECTIONS,
    )
    return uvicorn.Server(config)


def run(
    listening: Listening,
    *,
    when_ready: Callable[[], None] = lambda: None,
    recordings: RecordingCache | None = None,
    memory_mib: int = DEFAULT_MIB,
    first: Game | None = None,
) -> None:
    """Serve until the interrupt key; `when_ready` is called, in a thread of its own, once the server answers.

    `first`: the game that will be played first, if one is known.
    """
    memory, compiler = memory_mib << 20, BackgroundCompiler()
    limit_process_memory(memory)
    server = make_server(listening, make_pool(memory), recordings, memory=memory, compiler=compiler)
    threading.Thread(target=_wait_until_ready, args=(listening, when_ready), daemon=True).start()
    # The key is raised again by the server when it has closed everything.
    with compile_in_children(), contextlib.suppress(KeyboardInterrupt):
        compiler.start(first)
        server.run(sockets=[listening.socket])


def make_pool(memory: int) -> Pool:
    """A pool with as many searches at once as there is memory for."""
    most = max(2, memory // MEMORY_FOR_SEARCH)
    places = min(os.cpu_count() or 1, most)
    return Pool(places=places, overtime=max(1, min(MAX_OVERTIME, most - places)))


def _wait_until_ready(listening: Listening, when_ready: Callable[[], None]) -> None:
    """The socket takes connections before the server does, so that one request tells when it is there.

    A server that ends before it has answered is ready for nobody.
    """
    host = "127.0.0.1" if listening.is_everywhere else listening.host
    with contextlib.suppress(OSError), socket.create_connection((host, listening.port), timeout=30) as connection:
        connection.sendall(b"GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        if connection.recv(1):
            when_ready()


def open_browser(address: str, game: str | None = None, *, page: str = "") -> bool:
    """Show a page, a game's if one is named; False if this machine has no browser to do it."""
    if game:
        page = f"play?game={quote(game)}"
    try:
        return webbrowser.open(address + page)
    except webbrowser.Error:
        return False


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
