"""Variations in the API: read, bounded, refused in a sentence, and written to a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helpers.web_server import Server, running_server
from kibitz.core.game import find_game
from kibitz.play.files.game_files import read_games
from kibitz.web.server_limits import MAX_VARIATIONS

BRANCHED = "4 4 5 (3 5 (6 1) 3) 5"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def test_a_game_comes_with_its_variations(server: Server) -> None:
    shown = server.ask("/api/variations", game="connect-four", moves="445(35(61)3)5")
    assert shown["moves_text"] == BRANCHED
    assert shown["moves"][3] == {"parent": 1, "move": "3", "side": 0}
    assert server.ask("/api/position", game="connect-four", moves=BRANCHED)["moves_text"] == "4455"  # the main line


def test_the_file_of_a_game_reads_back(server: Server) -> None:
    answer = server.get("/api/record", game="connect-four", moves=BRANCHED, first="human", second='"\\', resigned=1)
    assert answer.headers["content-disposition"] == 'attachment; filename="connect-four.games"'
    (saved,) = read_games(answer.text, ".games", load=find_game)
    assert saved.record.players == ("human", '"\\')
    assert len(saved.variations[0].variations) == 1
    assert saved.headers["Result"] == "X wins by resignation"


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("4 (4) 4", "begins with 4, the move it should replace"),
        ("4 4 (3 9) 5", "Variation 1, move 3: '9' is not a move"),
        ("1" + "(2)" * (MAX_VARIATIONS + 1), f"up to {MAX_VARIATIONS} are allowed"),
        ("1 2 " * 1_001, "at most 4000 characters"),
    ],
)
def test_what_cannot_be_read_is_refused(server: Server, moves: str, words: str) -> None:
    status, sentence, field = server.refusal("/api/variations", game="connect-four", moves=moves)
    assert (status, field) == (422, "moves")
    assert words in sentence
