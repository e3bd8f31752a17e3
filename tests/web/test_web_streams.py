"""The streams of the web API: what they tell, and that a search ends when its page goes away."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helpers.example_runner import registries_restored
from helpers.paths import TREBLECROSS
from helpers.web_server import Server, StreamEvent, running_server
from kibitz.core.game import Game, State
from kibitz.core.loading import load_game
from kibitz.play.variations import GameWithVariations
from kibitz.web.pool import Pool
from kibitz.web.server_limits import parse_tree_within_limits

LONG = "alphabeta:depth=40,backend=reference"  # for hours


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running_server() as running:
        yield running


def names(told: list[StreamEvent]) -> list[str]:
    """What happened, in order; how often there was progress, or what was compiled, differs from run to run."""
    return [event.name for event in told if event.name not in ("progress", "compiling", "queued")]


def test_a_player_answers_with_its_move_and_what_it_cost(server: Server) -> None:
    told = server.events("/api/think", game="tic-tac-toe", player="minimax:backend=reference,depth=4")
    assert names(told) == ["move", "done"]
    move = told[-2].data
    assert move["player"] == "minimax:depth=4,backend=reference"
    assert move["nodes"] == 3610  # 1 + 9 + 9 * 8 + 9 * 8 * 7 + 9 * 8 * 7 * 6
    assert move["boards_evaluated"] == 9 * 8 * 7 * 6
    assert move["line"][0] == move["move"]
    assert move["after"] == server.ask("/api/position", game="tic-tac-toe", moves=move["move"])


def test_a_click_reads_the_game_once_for_all_its_questions(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def parse_counted(game: Game, moves: str, start: State | None) -> GameWithVariations:
        read.append(moves)
        return parse_tree_within_limits(game, moves, start)

    monkeypatch.setattr("kibitz.web.models.parse_tree_within_limits", parse_counted)
    game = {"game": "tic-tac-toe", "moves": "a1b2c3a3"}
    server.ask("/api/position", **game)
    server.ask("/api/variations", **game)
    server.events("/api/think", **game, player="random")
    assert len(read) == 1


def test_a_finished_game_has_no_move(server: Server) -> None:
    told = server.events("/api/think", game="tic-tac-toe", moves="a1b1a2b2a3", player="random")
    assert told[-2].data["move"] is None
    assert told[-2].data["after"] is None
    assert told[-2].data["result"] == "X wins"


def test_lots_are_drawn_by_the_seed_of_the_address(server: Server) -> None:
    def move(seed: int) -> str:
        told = server.events("/api/think", game="othello", player="random", seed=seed)
        return str(told[-2].data["move"])

    assert move(1) == move(1)
    assert len({move(seed) for seed in range(20)}) > 1


def test_progress_is_read_from_a_running_kernel(server: Server) -> None:
    with server.open("/api/think", game="connect-four", player="engine:time=50") as told:
        seen = next(event.data for event in told if event.name == "progress" and event.data["depth"] > 3)
    assert seen["nodes"] > 0
    assert seen["line"]
    assert isinstance(seen["score"], int)
    server.wait_until_idle()  # the kernel was stopped, as nobody listens any more


def test_a_readable_search_ends_when_its_page_goes_away(server: Server) -> None:
    with server.open("/api/think", game="othello", player=LONG) as told:
        progress = next(event for event in told if event.name == "progress")
        assert progress.data["nodes"] > 0
    server.wait_until_idle()


def test_a_search_that_cannot_be_done_says_why(server: Server) -> None:
    # A board that no other test has worked out: a table that is whole already answers.
    told = server.events("/api/think", game="mnk:width=4,height=3,k=3", player="strong:max_positions=100")
    assert names(told) == ["failed"]
    assert "has more than 100 positions" in told[-1].data["error"]


def test_the_queue_is_told_and_others_answers_come_meanwhile() -> None:
    with running_server(Pool(places=1, share=1e6)) as server:
        with server.open("/api/think", game="othello", player=LONG, client="first") as first:
            next(first)
            with server.open("/api/think", game="othello", player="random", client="second") as second:
                assert next(second) == StreamEvent("queued", {"place": 1})
                assert server.ask("/api/position", game="othello")["to_move"] == 0, "the server answers all the while"
        server.wait_until_idle()


def test_a_server_with_too_much_to_do_says_so() -> None:
    with running_server(Pool(max_waiting=0)) as server:
        answer = server.get("/api/think", game="othello", player="random")
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert answer.json()["error"].endswith("try again in a few seconds.")


# Analysis.


def test_small_games_are_judged_exactly(server: Server) -> None:
    told = server.events("/api/analyse", game="tic-tac-toe", moves="a1")
    assert names(told) == ["scores", "done"]
    scores = told[-2].data
    assert scores["exact"]
    assert scores["source"] == "solver"
    # The answer to a corner is the centre; everything else loses.
    assert {move: score["score"] for move, score in scores["scores"].items()} == {
        "b1": -1, "c1": -1, "a2": -1, "b2": 0, "c2": -1, "a3": -1, "b3": -1, "c3": -1,
    }  # fmt: skip
    assert scores["best"] == scores["line"][0] == "b2"
    assert len(scores["line"]) == 8


def test_other_games_are_searched_deeper_and_deeper(server: Server) -> None:
    told = server.events("/api/analyse", game="othello", player="alphabeta:depth=3,backend=reference")
    steps = [event.data for event in told if event.name == "scores"]
    assert [step["depth"] for step in steps] == [1, 2, 3]
    assert all(step["source"] == "search" and not step["exact"] for step in steps)
    for step in steps:  # the four first moves are images of each other
        assert len({score["score"] for score in step["scores"].values()}) == 1
    assert len(steps[-1]["line"]) == 3


def test_a_search_that_sees_the_end_is_exact(server: Server) -> None:
    told = server.events("/api/analyse", game="tic-tac-toe", moves="a1b2c1", player="alphabeta:backend=reference")
    scores = told[-2].data
    assert scores["source"] == "search"
    assert scores["exact"]
    assert scores["scores"]["b1"]["text"] == "draw"
    assert {score["text"] for move, score in scores["scores"].items() if move != "b1"} == {"lost"}


def test_monte_carlo_tells_what_it_thinks_of_each_move(server: Server) -> None:
    told = server.events("/api/analyse", game="tic-tac-toe", player="mcts:simulations=200,backend=reference")
    assert len(told[-2].data["scores"]) == 9


def test_nothing_is_said_about_a_finished_game(server: Server) -> None:
    assert names(server.events("/api/analyse", game="tic-tac-toe", moves="a1b1a2b2a3")) == ["done"]


def test_a_review_marks_the_move_that_lost(server: Server) -> None:
    plies = [event.data for event in server.events("/api/review", game="tic-tac-toe", moves="a1b1a2b2a3")][:-1]
    plies = [ply for ply in plies if "ply" in ply]
    assert [ply["ply"] for ply in plies] == [0, 1, 2, 3, 4, 5]
    assert [ply["score"] for ply in plies] == [0, 0, 1, 1, 1, 1]
    assert [ply["mistake"] for ply in plies] == ["", "", "blunder", "", "mistake", ""]
    assert (plies[2]["best"], plies[2]["lost"]) == ("b2", 1)
    assert all(ply["exact"] for ply in plies)


def test_a_review_ends_with_accuracy_and_turning_points(server: Server) -> None:
    told = server.events("/api/review", game="tic-tac-toe", moves="a1b1a2b2a3")
    summary = told[-2].data
    assert told[-2].name == "summary"
    assert [side["blunders"] for side in summary["sides"]] == [0, 1]
    assert summary["sides"][0]["accuracy"] == 100
    assert "100 %" in summary["definition"]
    (point,) = summary["turning_points"]
    assert (point["ply"], point["why"]["move"], point["why"]["best"]) == (2, "b1", "b2")


def test_the_coach_speaks_of_bad_moves_alone(server: Server) -> None:
    good, bad = (server.events("/api/coach", game="tic-tac-toe", moves="a1", move=move) for move in ("b2", "b1"))
    assert names(good) == names(bad) == ["advice", "done"]
    assert (good[-2].data["mark"], good[-2].data["sentence"]) == ("", "")
    assert bad[-2].data["mark"] == "??"
    assert bad[-2].data["sentence"].startswith("b1 turned a draw into a loss: X's answer ")
    assert bad[-2].data["proven"]
    status, sentence, field = server.refusal("/api/coach", game="tic-tac-toe", moves="a1", move="a1")
    assert (status, field) == (422, "move")
    assert sentence.startswith("a1 is not legal here")


def test_why_has_the_line_that_refutes_a_move(server: Server) -> None:
    told = server.events("/api/why", game="tic-tac-toe", moves="a1", move="b1")
    assert names(told) == ["why", "done"]
    why = told[-2].data
    assert why["line"][0]["move"] == "b1"
    assert why["line"][-1]["kind"] == "double_threat"
    assert len(why["line"][-1]["cells"]) == 2
    assert why["better"][0]["move"] == "b2"


def test_two_searches_are_compared_one_after_the_other(server: Server) -> None:
    one, other = "minimax:depth=3,backend=reference", "alphabeta:depth=3,backend=reference"
    told = server.events("/api/compare", game="connect-four", a=one, b=other)
    assert names(told) == ["result", "result", "done"]
    a, b = (event.data for event in told if event.name == "result")
    assert (a["side"], b["side"]) == ("a", "b")
    assert a["score"] == b["score"]
    assert a["nodes"] == 400  # 1 + 7 + 49 + 343
    assert b["nodes"] < a["nodes"]
    assert sum(b["cutoffs"]) > 0


def test_the_side_that_fails_is_named(server: Server) -> None:
    told = server.events("/api/compare", game="take-away:chips=151", a="strong:max_positions=100", b="random")
    assert names(told) == ["failed", "result", "done"]
    assert [event.data["side"] for event in told if event.name in ("failed", "result")] == ["a", "b"]


# A game of one's own that goes wrong.


def test_the_fault_in_a_game_of_ones_own_is_named_with_its_line(server: Server, tmp_path: Path) -> None:
    source = TREBLECROSS.read_text(encoding="utf-8")
    broken = source.replace("return (state[0] | 1 << move, 1 - state[1])", "return (state[0] | 1 << move, 1 / 0)")
    assert broken != source
    file = tmp_path / "broken.py"
    file.write_text(broken, encoding="utf-8")
    with registries_restored():
        load_game(str(file))
        status, sentence, _ = server.refusal("/api/position", game="treblecross")
        assert status == 422
        assert "broken.py, line 26, in play: ZeroDivisionError" in sentence
        told = server.events("/api/think", game="treblecross", player="alphabeta:backend=reference")
        assert "broken.py, line 26, in play" in told[-1].data["error"]
