"""Who may ask the web app, and what it tells browsers to allow."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import httpx
import pytest

from helpers.web_server import Server, running_server
from kibitz.web.safety import ANY_ADDRESS, HEADERS, MAX_QUERY_LENGTH, RequestFilter
from kibitz.web.server import create_app


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def status(server: Server, path: str, **headers: str) -> int:
    return server.client.get(
        path, headers={name.replace("_", "-"): value for name, value in headers.items()}
    ).status_code


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/static/index.html",
        "/api/games",
        "/api/position?game=nothing",
        "/api/think?game=othello&player=random",
        "/nothing",
        "/openapi.json",
    ],
)
def test_every_answer_carries_the_security_headers(server: Server, path: str) -> None:
    headers = server.client.get(path).headers
    assert {name: headers.get(name) for name in HEADERS} == HEADERS
    assert "server" not in headers


def test_the_content_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy


def test_answers_of_the_api_are_not_kept_and_files_are_asked_for_again(server: Server) -> None:
    assert server.get("/api/games").headers["cache-control"] == "no-store"
    page = server.get("/static/index.html")
    assert page.headers["cache-control"] == "no-cache"
    again = server.client.get("/static/index.html", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LocalHost:8017"])
def test_its_own_names_are_answered(server: Server, host: str) -> None:
    assert status(server, "/api/health", Host=host) == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "[", "10.0.0.1"])
def test_other_names_are_refused_so_that_none_can_be_rebound_here(server: Server, host: str) -> None:
    answer = server.client.get("/", headers={"Host": host})
    assert answer.status_code == 400
    assert answer.json()["error"].endswith("is not a name of this server; open it at the address it printed.")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_page_of_another_origin_may_not_ask(server: Server) -> None:
    here = httpx.URL(server.address)
    assert status(server, "/api/health", Origin=f"http://{here.host}:{here.port}") == 200
    assert status(server, "/api/health", Origin="http://evil.example") == 403
    assert status(server, "/api/health", Origin=f"http://{here.host}:1") == 403
    assert status(server, "/api/health", Origin="null") == 403


def test_a_page_of_another_site_may_link_here_but_not_start_a_search(server: Server) -> None:
    assert status(server, "/play?game=othello", Sec_Fetch_Site="cross-site") == 200
    assert status(server, "/api/think?game=othello&player=random", Sec_Fetch_Site="cross-site") == 403
    assert status(server, "/api/think?game=othello&player=random", Sec_Fetch_Site="same-site") == 403
    assert status(server, "/api/think?game=othello&player=random", Sec_Fetch_Site="same-origin") == 200
    assert status(server, "/api/health", Sec_Fetch_Site="none") == 200


def test_an_address_without_end_is_refused(server: Server) -> None:
    assert server.get("/api/position", game="othello", x="y" * MAX_QUERY_LENGTH).status_code == 400


def test_files_outside_the_static_folder_are_out_of_reach(server: Server) -> None:
    for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static/..%2fserver.py"):
        assert server.client.get(path).status_code == 404


def test_a_server_on_all_interfaces_goes_by_numbers_but_by_no_strange_name() -> None:
    safety = RequestFilter(create_app(), hosts=[ANY_ADDRESS, "box"])
    assert safety._is_ours("10.0.0.7:8017")
    assert safety._is_ours("[fe80::1]:8017")
    assert safety._is_ours("BOX")
    assert not safety._is_ours("evil.example")


def test_a_fault_of_our_own_is_answered_in_a_sentence_and_logged(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(game: object) -> str:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("kibitz.web.routes.questions.list_levels", broken)
    logging.getLogger("kibitz").propagate = True
    answer = server.get("/api/players", game="othello")
    assert answer.status_code == 500
    assert answer.json() == {"error": "Kibitz itself is at fault; the log of the server says why."}
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "ZeroDivisionError: secret" in caplog.text


def test_a_file_is_sent_once_and_known_by_its_mark_then(server: Server) -> None:
    first = server.get("/static/main.js")
    assert first.headers["content-type"].startswith("text/javascript")
    assert first.headers["cache-control"] == "no-cache"
    again = server.client.get("/static/main.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert server.client.head("/static/main.js").headers["content-length"] == str(len(first.content))


def test_only_files_of_the_page_are_sent(server: Server) -> None:
    for path in ("/static/", "/static/none.js", "/static/..%2fserver.py", "/static/%2e%2e/server.py"):
        assert server.get(path).status_code == 404
    assert server.client.post("/static/main.js").status_code == 405
