"""A server under attack through its socket: nobody can keep the others out, and every refusal is a sentence."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from helpers.waiting import HANGS, wait_until
from helpers.web_server import Server, running_server
from kibitz.web import connections, safety

MIB = 1 << 20


@pytest.fixture
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def connect(server: Server) -> socket.socket:
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    return socket.create_connection((host, int(port)), timeout=HANGS)


def is_closed(connection: socket.socket) -> bool:
    """Whether the other side hangs up, now or within the timeout."""
    try:
        while connection.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True
    return True


def test_whether_a_connection_is_closed_can_be_told() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.settimeout(0.01)
        theirs.sendall(b"x")
        assert not is_closed(ours)
        theirs.close()
        assert is_closed(ours)


def test_more_idle_connections_than_are_allowed_keep_nobody_out(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MAX_CONNECTIONS", 60)
    idle = [connect(server) for _ in range(120)]
    for _ in range(5):
        assert server.ask("/api/health")["ok"]
    open_still = 0
    for connection in idle:
        connection.setblocking(False)
        try:
            open_still += connection.recv(1) != b""
        except BlockingIOError:
            open_still += 1
        except ConnectionResetError:
            pass
        connection.close()
    assert 0 < open_still <= 60


@pytest.mark.parametrize("sent", [b"", b"GET /api/health HTTP/1.1\r\nHost: loc", b"GET / HTTP/1.1\r\nX: " + b"y" * 999])
def test_who_never_finishes_a_request_is_disconnected(
    server: Server, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.2)
    with connect(server) as connection:
        connection.sendall(sent)
        assert is_closed(connection)


def is_broken(connection: socket.socket) -> bool:
    """Whether the server has broken off a connection of which nothing is read, which only shows when one sends."""
    try:
        connection.sendall(b"x")
    except (ConnectionResetError, BrokenPipeError):
        return True
    return False


def test_who_never_reads_is_disconnected_and_the_search_stopped(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.2)
    with connect(server) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = b"GET /docs/screenshots/play-light.png HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.sendall(request * 200)  # more than all buffers on the way hold
        assert server.ask("/api/health")["ok"]
        wait_until(lambda: is_broken(connection))
    server.wait_until_idle()


def test_a_body_of_a_hundred_megabytes_is_refused_before_it_has_arrived(server: Server) -> None:
    sent = 0

    def body() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(100):
            sent += MIB
            yield b"x" * MIB

    answer = server.client.post("/api/tree/open", params={"name": "tree.kbz"}, content=body())
    assert answer.status_code == 413
    assert answer.json()["error"] == "A file may have at most 64 MiB here."


def test_many_files_at_once_may_take_only_so_much_memory(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "MAX_ARRIVING", 1000)
    answer = server.client.post("/api/tree/open", content=b"x" * 2000)
    assert answer.status_code == 503
    assert "try again in a few seconds" in answer.json()["error"]
    assert server.client.post("/api/tree/open", content=b"x" * 500).status_code == 422


def test_a_file_that_trickles_in_is_given_up(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety, "UPLOAD_SECONDS", 0.3)
    with connect(server) as connection:
        connection.sendall(b"POST /api/tree/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx")
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_json_without_a_bottom_is_refused(server: Server, opening: str) -> None:
    answer = server.client.post("/api/tree/open", params={"name": "deep.json"}, content=opening * 200_000)
    assert answer.status_code == 422
    assert answer.json()["error"].isprintable()


def test_a_body_that_nobody_asked_for_does_no_harm(server: Server) -> None:
    for method in ("GET", "POST", "PUT", "DELETE"):
        answer = server.client.request(method, "/api/health", content=b"[" * MIB)
        assert answer.status_code in (200, 405)
    assert server.ask("/api/health")["ok"]
