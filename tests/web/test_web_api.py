"""The web API: what each question answers, and how wrong ones are refused."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.example_runner import registries_restored
from helpers.paths import ROOT
from helpers.web_server import Server, running_server
from kibitz.core.game import GAMES, find_game
from kibitz.core.loading import load_game


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


# What there is.


def test_every_game_comes_with_variants_heuristics_and_a_picture(server: Server) -> None:
    shipped = {name for name, cls in GAMES.classes.items() if cls.shipped}  # other tests may have registered more
    games = {game["name"]: game for game in server.ask("/api/games")["games"] if game["name"] in shipped}
    assert games.keys() == shipped
    for game in games.values():
        assert game["title"]
        assert game["about"].endswith(".")
        assert game["look"]
        assert game["evaluator"] in [evaluator["name"] for evaluator in game["evaluators"]]
        assert game["picture"]["moves"]
        assert not game["picture"]["over"]
        for preset in game["presets"]:
            assert str(find_game(preset["spec"])) == preset["spec"]
    titles = [preset["title"] for name in ("mnk", "connect-four") for preset in games[name]["presets"]]
    assert {"3 × 3, 3 in a row", "5 × 5, 4 in a row", "7 × 6, 4 in a row", "4 × 2, 4 in a row"} <= set(titles)


@pytest.mark.slow
def test_a_game_of_ones_own_appears_and_plays(server: Server, tmp_path: Path) -> None:
    # A copy: a file that another test of this process has loaded already is not run, and so not registered, again.
    file = Path(shutil.copy(ROOT / "examples" / "treblecross.py", tmp_path))
    with registries_restored():
        load_game(str(file))
        assert "treblecross" in [game["name"] for game in server.ask("/api/games")["games"]]
        shown = server.ask("/api/position", game="treblecross", moves="4 1")
        assert shown["board"]["rows"] == ["X..X..."]
        assert shown["position"] is None
        levels = server.ask("/api/players", game="treblecross")["levels"]
        assert levels[-1]["title"] == "Perfect"
        told = server.events("/api/think", game="treblecross", player="alphabeta:backend=reference")
        assert told[-2].data["move"] == "4"


def test_a_table_gets_all_it_needs_in_one_answer(server: Server) -> None:
    setup = server.ask("/api/setup", game="othello:size=4", moves="b1")
    assert setup["position"] == server.ask("/api/position", game="othello:size=4", moves="b1")
    assert setup["players"] == server.ask("/api/players", game="othello:size=4")
    games = server.ask("/api/games")
    assert games["start"] == server.ask("/api/setup", game=games["games"][0]["presets"][0]["spec"])


def test_players_are_offered_in_plain_words(server: Server) -> None:
    offered = server.ask("/api/players", game="connect-four")
    titles = [level["title"] for level in offered["levels"]]
    assert titles[:2] == ["A person", "Level 1, beginner"]
    assert {"Rolls dice", "Looks 6 moves ahead", "2 seconds a move"} <= set(titles)
    assert "engine" in [player["name"] for player in offered["players"]]
    assert offered["hint"]


def test_perfection_is_offered_where_it_can_be_had(server: Server) -> None:
    def titles(game: str) -> list[str]:
        return [level["title"] for level in server.ask("/api/players", game=game)["levels"]]

    assert "Perfect" in titles("tic-tac-toe")
    assert "Perfect" in titles("take-away:chips=21")
    assert "Perfect" not in titles("othello")


# Positions.


def test_a_position_says_all_that_a_page_needs(server: Server) -> None:
    shown = server.ask("/api/position", game="othello", moves="F5 d6")
    assert shown["game"] == "othello:size=8"
    assert shown["moves"] == ["f5", "d6"]
    assert shown["moves_text"] == "f5d6"
    assert shown["players"] == ["Black", "White"]
    assert shown["to_move"] == 0
    assert shown["board"]["rows"][3:6] == ["...OX...", "...OXX..", "...O...."]
    assert shown["position"].endswith(" X")
    assert shown["last"] == {"move": "d6", "cells": [[5, 3]], "path": []}
    assert shown["legal"][0]["move"] == "c3"
    assert shown["legal"][0]["cells"] == [[2, 2]]
    assert shown["legal"][0]["after"][2] == "..X....."
    assert [played["move"] for played in shown["history"]] == [None, "f5", "d6"]
    assert not shown["over"]
    assert shown["result"] is shown["why"] is shown["winner"] is None


def test_a_finished_game_says_who_won_why_and_where(server: Server) -> None:
    shown = server.ask("/api/position", game="tic-tac-toe", moves="a1 b1 a2 b2 a3")
    assert shown["over"]
    assert (shown["result"], shown["why"], shown["winner"]) == ("X wins", "X has 3 in a row.", 0)
    assert shown["winning"] == [[0, 0], [1, 0], [2, 0]]
    assert shown["legal"] == []


@pytest.mark.parametrize(
    ("game", "moves", "why"),
    [
        ("tic-tac-toe", "a1b1c1b2a2c2b3a3c3", "The board is full, without 3 in a row."),
        ("take-away", "3333", "Second took the last chip."),
        ("othello", "e6f4e3f6g5d6e7f5c5", "13 discs to 0; the 51 empty cells count for the winner."),
    ],
)
def test_the_reason_is_given_in_the_words_of_the_game(server: Server, game: str, moves: str, why: str) -> None:
    assert server.ask("/api/position", game=game, moves=moves)["why"].endswith(why)


def test_a_position_written_out_can_be_played_on(server: Server) -> None:
    start = "XXO" + "O--" + "---"
    shown = server.ask("/api/position", game="tic-tac-toe", position=f"{start} X", moves="c2")
    assert shown["start"] == f"{start} X"
    assert shown["board"]["rows"] == ["XXO", "O.X", "..."]
    assert shown["history"][0]["rows"] == ["XXO", "O..", "..."]
    assert shown["board"]["marks"] == "XO"


def test_the_board_a_page_edits_is_read_by_every_game_with_marks(server: Server) -> None:
    pictures = [game["picture"] for game in server.ask("/api/games")["games"]]
    marked = [shown for shown in pictures if shown["board"]["marks"]]
    assert len(marked) >= 3
    for shown in marked:
        cells = "".join(shown["board"]["rows"]).replace(".", "-")
        text = f"{cells} {shown['players'][shown['to_move']]}"
        again = server.ask("/api/position", game=shown["game"], position=text)
        assert again["board"]["rows"] == shown["board"]["rows"]
        assert again["to_move"] == shown["to_move"]


def test_a_pass_is_announced_before_and_after_it(server: Server) -> None:
    cannot_move = "-" * 56 + "XO------" + " O"  # White has nothing to enclose
    shown = server.ask("/api/position", game="othello", position=cannot_move)
    assert shown["passed"] == "White has no move and must pass."
    rows = shown["board"]["rows"]
    assert shown["legal"] == [{"move": "pass", "cells": [], "after": rows, "steps": [], "texts": [], "path": []}]
    after = server.ask("/api/position", game="othello", position=cannot_move, moves="pass")
    assert after["passed"] is None
    assert after["history"][1]["passed"] == "White had no move and passed."


# Refusals.


@pytest.mark.parametrize(
    ("path", "query", "field", "said"),
    [
        ("position", {}, "game", "game: field required."),
        ("position", {"game": "chess"}, "game", "There is no game called 'chess'"),
        ("position", {"game": "othello:size=5"}, "game", "size is an even number from 4 to 16"),
        ("position", {"game": "take-away:chips=1000"}, "game", "has 1000 cells; up to 676 are allowed here"),
        ("position", {"game": "examples/treblecross.py"}, "game", "names a file"),
        ("position", {"game": "connect-four", "moves": "9"}, "moves", "Move 1: '9' is not a move of Connect Four"),
        ("position", {"game": "connect-four", "moves": "1111111"}, "moves", "Move 7: 1 is not legal here"),
        ("position", {"game": "connect-four", "moves": "1" * 4001}, "moves", "at most 4000 characters"),
        ("position", {"game": "tic-tac-toe", "position": "XX"}, "position", "is 9 characters of X, O and -"),
        ("players", {"game": ""}, "game", "at least 1 character"),
        ("explain", {"game": "othello", "eval": "windows"}, "eval", "is not for othello"),
        ("explain", {"game": "connect-four", "eval": "windows:two=much"}, "eval", "two is a whole number"),
        ("think", {"game": "othello", "player": "human"}, "player", "'human' cannot be asked here"),
        ("think", {"game": "othello", "player": "engine:time=61"}, "player", "the maximum is 60"),
        ("think", {"game": "othello", "player": "engine:table_mib=65"}, "player", "the maximum is 64"),
        ("think", {"game": "othello", "player": "alphabeta:nodes=10000000000"}, "player", "the maximum is 1000000000"),
        ("think", {"game": "othello", "player": "alphabeta:depth=101"}, "player", "the maximum is 100"),
        ("think", {"game": "othello", "player": "alphabeta:entries=1000000"}, "player", "the maximum is 262144"),
        ("think", {"game": "othello", "player": "alphabeta:eval=windows"}, "player", "is not for othello"),
        ("think", {"game": "othello", "player": "engine", "seed": -1}, "seed", "greater than or equal to 0"),
        ("think", {"game": "othello", "player": "engine", "client": "<b>"}, "client", "should match pattern"),
        ("think", {"game": "othello", "player": "engine", "client": "a\nb"}, "client", "'a\\nb' is not allowed"),
        ("analyse", {"game": "othello", "player": "random"}, "player", "does not search"),
        ("analyse", {"game": "othello", "time": 61}, "time", "less than or equal to 60"),
        ("review", {"game": "othello", "time": 0}, "time", "greater than or equal to 0.05"),
        ("compare", {"game": "othello", "a": "engine", "b": "nobody"}, "b", "There is no player called 'nobody'"),
    ],
)
def test_wrong_parameters_are_refused_in_a_sentence(
    server: Server, path: str, query: dict[str, object], field: str, said: str
) -> None:
    status, sentence, at_fault = server.refusal(f"/api/{path}", **query)
    assert (status, at_fault) == (422, field)
    assert said in sentence
    assert "\n" not in sentence


def test_an_unknown_address_is_answered_in_a_sentence(server: Server) -> None:
    assert server.refusal("/api/nothing") == (404, "There is nothing at /api/nothing.", None)
    assert server.refusal("/static/nothing.js")[0] == 404
    assert server.client.post("/api/games").status_code == 405


# Explanations.


def test_a_heuristic_is_explained_with_its_places(server: Server) -> None:
    told = server.ask("/api/explain", game="connect-four", moves="4", eval="windows:one=3")
    assert told["eval"] == "windows:one=3,two=2,three=3,four=4"
    one = told["terms"][0]
    # A stone at the bottom of the middle column is in 4 rows, 1 column and 2 diagonals of four.
    assert (one["amount"], one["weight"], one["value"]) == (-7, 3, -21)
    assert len(one["features"]) == 7
    assert [5, 3, -7] in one["cells"]
    assert told["total"] == sum(term["value"] for term in told["terms"]) == -21


# What holds for all.


def test_the_server_keeps_no_game(server: Server) -> None:
    """The same question gives the same answer, whatever was asked in between and however often."""
    question = {"game": "connect-four", "moves": "4455"}
    first = server.get("/api/position", **question)
    server.ask("/api/position", game="connect-four", moves="1234567")
    again = server.get("/api/position", **question)
    assert first.content == again.content
    assert "set-cookie" not in {name.lower() for answer in (first, again) for name in answer.headers}


def test_the_page_is_served_at_each_of_its_addresses(server: Server) -> None:
    pages = {server.get(path).text for path in ("/", "/play", "/analyse", "/play?game=othello&moves=f5")}
    assert len(pages) == 1
    assert next(iter(pages)).startswith("<!doctype html>")


def test_the_api_is_described_for_people_and_for_programs(server: Server) -> None:
    paths = server.ask("/openapi.json")["paths"]
    assert {"/api/games", "/api/setup", "/api/think", "/api/analyse", "/api/tree/record"} <= paths.keys()
    page = server.get("/api").text
    assert all(path in page for path in paths)
    assert 'aria-label="Pages"' in page  # the frame of the app
    assert not re.findall(r'(?:src|href)="(?!/|#)', page)  # nothing is loaded from elsewhere
