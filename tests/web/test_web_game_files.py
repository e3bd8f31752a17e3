"""Reading games from texts in the API: files, numbered moves and bare moves, with their limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from helpers.web_server import Server, running_server

OWN = """[Game "connect-four"]
[First "human"]
[Second "level:3"]
[Given "0"]
[Result "not over"]

4 4 (3 5) 5

[Game "othello"]
[First "Emma"]
[Second "engine"]
[Given "0"]

1. f5 2. d6
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def _read(server: Server, text: str, **query: str) -> tuple[int, Any]:
    answer = server.client.post("/api/games/read", content=text, params=query)
    return answer.status_code, answer.json()


def test_a_file_of_games_is_read_with_its_players_and_variations(server: Server) -> None:
    status, games = _read(server, OWN, name="mine.games")
    assert status == 200
    assert [(game["moves"], game["first"], game["second"]) for game in games] == [
        ("4 4 (3 5) 5", "human", "level:3"),
        ("f5d6", "human", "engine"),
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("4453", ""),
        ("1. 4 4 2. 5 3", "game.pgn"),
        ('[Event "Club"]\n[White "A"]\n\n1. 4 {centre} 4 2. 5 3 1-0\n', "game.pgn"),
        ("4 4 5 3 *", "moves.txt"),
    ],
)
def test_moves_are_read_with_numbers_and_without(server: Server, text: str, name: str) -> None:
    status, games = _read(server, text, name=name, game="connect-four")
    assert (status, [game["moves"] for game in games]) == (200, ["4453"])


@pytest.mark.parametrize(
    ("text", "game", "status", "words"),
    [
        ("4453", "", 422, "does not name"),
        ("hello", "connect-four", 422, "'hello' is not a move"),
        ("", "connect-four", 422, "no moves"),
        ('[Game "mine.py:Mine"]\n1', "", 422, "names a file"),
        ("4" * (257 << 10), "connect-four", 413, "at most 256 KiB"),
    ],
)
def test_what_cannot_be_read_is_refused(server: Server, text: str, game: str, status: int, words: str) -> None:
    found, answer = _read(server, text, game=game)
    assert found == status
    assert words in answer["error"]
