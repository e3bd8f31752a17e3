"""Players that learn, behind their page: trained, watched, stopped, continued, looked into, kept; what is refused."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from helpers.waiting import HANGS, wait_until
from helpers.web_server import Server, running_server
from kibitz.analysis.best_move import best_move
from kibitz.core.errors import BadFile, BadOption, Unfinished, Unsuited
from kibitz.core.game import find_game
from kibitz.core.searching import StopFlag
from kibitz.jobs import process
from kibitz.jobs.hosted_runs import TooManyRuns
from kibitz.learn.method import find_method
from kibitz.learn.training import TrainingRun
from kibitz.learned.action_table import ActionTable
from kibitz.learned.kept_trainings import find_training_file
from kibitz.learned.model_file import read_model
from kibitz.web.hosting.folder_host import FINISHED, RUNNING, STOPPED, NoSuchRun
from kibitz.web.hosting.learning_host import LearningHost
from kibitz.web.hosting.learning_run import LearningRun
from kibitz.web.hosting.training_limits import MAX_OPTIONS, find_method_within_limits, list_methods_within_limits
from kibitz.web.hosting.training_task import TrainingTask
from kibitz.web.pool import Pool
from kibitz.web.server_limits import find_player_within_limits, list_players_within_limits

GAME = "take-away:chips=9,take=3"  # few positions: all are there at once
TOTAL = 2_000
ENDLESS = 5_000_000  # it is stopped long before


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data") / "kept" / "learning"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with running_server(Pool(), learning_host=LearningHost(folder)) as running:
        yield running


@pytest.fixture(scope="module")
def trained(server: Server) -> str:
    """A training that has run to its end."""
    begun = post(server, "start", game="tic-tac-toe", method="q-learning:games=100", total=TOTAL, seed=3, client="one")
    assert (begun["state"], begun["total"], begun["unit"]) == (RUNNING, TOTAL, "games")
    name: str = begun["training"]
    told = server.events("/api/learn/watch", training=name)
    assert told[-1].name == "done"
    seen = [event.data for event in told if event.name == "overview"]
    assert [one["done"] for one in seen] == sorted(one["done"] for one in seen)
    assert any(one["stage"] == "generating the test positions" for one in seen)
    points = [event.data["points"] for event in told if event.name == "curve"]
    assert [len(one) for one in points] == sorted(len(one) for one in points)
    assert (seen[-1]["state"], seen[-1]["done"], seen[-1]["error"]) == (FINISHED, TOTAL, "")
    return name


def post(server: Server, path: str, status: int = 200, **query: Any) -> Any:
    answer = server.client.post(f"/api/learn/{path}", params=query)
    assert answer.status_code == status, answer.text
    return answer.json()


def wait_for_end(host: LearningHost, name: str) -> None:
    wait_until(lambda: host.overview(name).state != RUNNING)


def wait_until_learning(host: LearningHost, name: str) -> None:
    wait_until(lambda: host.overview(name).done >= 100)


def read_rows(path: Path, game: str) -> dict[Any, Any]:
    model = read_model(path, find_game(game))
    assert isinstance(model, ActionTable)
    return {state: (row.values, row.visits) for state, row in model.rows.items()}


def test_the_methods_say_what_they_need_and_what_is_allowed(server: Server) -> None:
    methods = {method["name"]: method for method in server.ask("/api/learn/methods")["methods"]}
    assert set(methods) == {info.name for info in list_methods_within_limits()} >= {"q-learning", "imitation"}
    assert (methods["q-learning"]["needs"], methods["q-learning"]["is_ready"]) == ("", True)
    assert methods["imitation"]["needs"].startswith("Needs PyTorch, which is ")
    states = next(one for one in methods["q-learning"]["options"] if one["name"] == "max_states")
    assert (states["default"], states["high"]) == (MAX_OPTIONS["max_states"],) * 2


def test_a_method_without_its_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    infos = {info.name: info for info in list_methods_within_limits()}
    assert not infos["imitation"].is_ready
    assert "pip install torch" in infos["imitation"].needs
    assert infos["sarsa"].is_ready


def test_a_training_has_a_curve_checkpoints_and_a_player(server: Server, trained: str, folder: Path) -> None:
    report = server.ask("/api/learn/training", training=trained)
    overview, points = report["overview"], report["curve"]["points"]
    assert overview["truth"].startswith("all 3,191 positions of the game")
    assert (points[0]["done"], points[-1]["done"]) == (0, TOTAL)
    assert points[0]["kept"] < points[-1]["kept"] == overview["kept"] < 1
    assert overview["checkpoints"] == [100, 200, 500, 1_000, 2_000]
    assert (overview["player"], overview["is_table"], overview["rate"] > 0) == (
        f"learned:training={trained}",
        True,
        True,
    )
    assert [one["training"] for one in server.ask("/api/learn/list")["trainings"]] == [trained]
    assert find_training_file(trained, 200, folder).name == "200.kbm"


def test_mistakes_come_worst_first_with_links_to_the_analysis(server: Server, trained: str) -> None:
    found = server.ask("/api/learn/mistakes", training=trained, count=5)
    losses = [mistake["loss"] for mistake in found["mistakes"]]
    assert losses == sorted(losses, reverse=True)
    assert len(losses) == 5 < found["wrong"]
    worst = found["mistakes"][0]
    assert worst["gives_away"] == "a win for a loss"
    assert worst["played"] not in worst["better"]
    query = parse_qs(urlsplit(worst["link"]).query)
    position = server.ask("/api/position", game=query["game"][0], moves=query["moves"][0])
    assert position["moves"][-1] == worst["played"]
    assert query["ply"] == [str(len(position["moves"]) - 1)]
    assert server.ask("/api/learn/mistakes", training=trained, at=100)["wrong"] > found["wrong"]
    following = server.ask("/api/learn/mistakes", training=trained, first=5, count=1)["mistakes"][0]
    assert following not in found["mistakes"]
    assert following["loss"] <= losses[-1]


def test_the_table_has_values_and_visits_of_every_move(server: Server, trained: str) -> None:
    page = server.ask("/api/learn/table", training=trained, count=3)
    assert len(page["rows"]) == 3 < page["size"]
    first = page["rows"][0]
    assert first["position"] == "--------- X"
    assert len(first["moves"]) == 9
    assert first["visits"] == sum(move["visits"] for move in first["moves"])
    found = server.ask("/api/learn/table", training=trained, moves=" ")["rows"]
    assert found[0]["moves"] == first["moves"]
    after = server.ask("/api/learn/table", training=trained, moves="b2 a1")["rows"][0]
    assert (after["to_move"], len(after["moves"])) == (0, 7)
    over = server.ask("/api/learn/table", training=trained, moves="a1a2b1b2c1")["rows"][0]
    assert (over["is_over"], over["is_known"], over["moves"]) == (True, False, [])


def test_it_plays_itself_differently_with_every_seed(server: Server, trained: str) -> None:
    games = [server.ask("/api/learn/selfplay", training=trained, seed=seed) for seed in range(6)]
    assert all(game["game"]["over"] and game["opening"] == 2 and game["done"] == TOTAL for game in games)
    assert len({game["game"]["moves_text"] for game in games}) > 3
    assert server.ask("/api/learn/selfplay", training=trained, seed=1, at=200)["done"] == 200


def test_what_cannot_be_is_refused_in_a_sentence(server: Server, trained: str) -> None:
    def refused(path: str, **query: Any) -> tuple[str, str]:
        answer = post(server, path, 422, **query)
        return answer["field"], answer["error"]

    field, said = refused("start", game="tic-tac-toe", method="q-lerning")
    assert field == "method"
    assert "did you mean q-learning?" in said
    assert refused("start", game="tic-tac-to", method="sarsa")[0] == "game"
    assert refused("start", game="mine.py:Mine", method="sarsa")[0] == "game"
    assert "names a file" in refused("start", game="tic-tac-toe", method="mine.py:learn")[1]
    assert "the maximum is" in refused("start", game="tic-tac-toe", method="sarsa:max_states=100000000")[1]
    assert refused("start", game="tic-tac-toe", method="sarsa", total=10**9)[0] == "total"
    assert "from 0.0 to 1.0" in refused("start", game="tic-tac-toe", method="sarsa:epsilon=2")[1]
    assert "already; ask for a larger total" in refused("go-on", training=trained)[1]
    assert refused("go-on", training=trained, total=10)[0] == "total"
    assert post(server, "stop", 404, training="0" * 12)["field"] == "training"
    assert post(server, "stop", 422, training="../../etc")["field"] == "training"
    assert server.refusal("/api/learn/mistakes", training=trained, at=7)[:2] == (
        422,
        f"The training {trained} has no checkpoint at=7; there are: 100, 200, 500, 1000, 2000.",
    )
    status, said, at_fault = server.refusal("/api/learn/table", training=trained, moves="z9")
    assert (status, at_fault) == (422, "moves")
    assert "Move 1" in said
    assert [one["training"] for one in server.ask("/api/learn/list")["trainings"]] == [trained]


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs PyTorch")
def test_a_gpu_that_is_not_there_is_refused_before_anything_begins(server: Server) -> None:
    import torch

    if torch.cuda.is_available():
        pytest.skip("there is one")
    before = server.ask("/api/learn/list")
    said = post(server, "start", 422, game="tic-tac-toe", method="imitation:device=cuda")
    assert "PyTorch finds no GPU here" in said["error"]
    assert server.ask("/api/learn/list") == before


def test_a_page_of_another_site_can_begin_nothing(server: Server) -> None:
    query = {"game": "tic-tac-toe", "method": "sarsa"}
    answer = server.client.post("/api/learn/start", params=query, headers={"Origin": "http://elsewhere.example"})
    assert answer.status_code == 403
    assert server.client.get("/api/learn/start", params=query).status_code == 405  # no link and no image can do it


def test_stopped_and_continued_it_learns_what_it_would_have_learned_at_once(tmp_path: Path) -> None:
    """Without `epsilon`, which falls towards the end: how far it comes before it is stopped is not known."""
    host = LearningHost(tmp_path / "here")
    try:
        name = host.start(GAME, "q-learning:epsilon=0", "one", total=ENDLESS).training
        wait_until_learning(host, name)
        host.stop(name)
        wait_for_end(host, name)
        stopped = host.overview(name)
        assert stopped.state == STOPPED
        assert 100 <= stopped.done < ENDLESS
        assert stopped.is_shown
    finally:
        host.close()

    host = LearningHost(tmp_path / "here")  # as after a restart of the server
    try:
        assert [one.training for one in host.list_all()] == [name]
        assert host.overview(name).done == stopped.done
        assert host.curve(name).points
        total = stopped.done + 1_000
        host.go_on(name, "two", total)
        wait_for_end(host, name)
        assert (host.overview(name).state, host.overview(name).done) == (FINISHED, total)
    finally:
        host.close()

    at_once = TrainingRun(
        find_game(GAME), find_method(f"q-learning:epsilon=0,games={total},max_states=200000"), tmp_path / "x.kbm"
    )
    for _ in at_once.run(StopFlag()):
        pass
    assert read_rows(tmp_path / "here" / name / "model.kbm", GAME) == read_rows(tmp_path / "x.kbm", GAME)


def test_a_client_trains_one_player_at_a_time_and_can_remove_it(tmp_path: Path) -> None:
    host = LearningHost(tmp_path / "here")
    try:
        name = host.start(GAME, "sarsa", "one", total=ENDLESS).training
        with pytest.raises(TooManyRuns, match="You are running a training already"):
            host.start(GAME, "sarsa", "one")
        wait_until_learning(host, name)
        host.remove(name)
        assert host.list_all() == []
        assert not (tmp_path / "here" / name).exists()
        with pytest.raises(NoSuchRun):
            host.overview(name)
    finally:
        host.close()


def test_an_hour_is_the_end_of_a_run(tmp_path: Path) -> None:
    run = LearningRun(TrainingTask(GAME, "sarsa:games=10000000", str(tmp_path / "model.kbm"), 100), time_limit=0.5)
    run.start()
    run.wait(HANGS)
    assert not run.is_running
    assert "press Go on" in run.error


def test_a_process_that_dies_leaves_what_it_had_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "COMMAND", ("python", "-c", "import sys; sys.exit(3)"))
    run = LearningRun(TrainingTask(GAME, "sarsa", str(tmp_path / "model.kbm"), 100))
    with pytest.raises(Unfinished, match="with exit status 3; is there enough memory"):
        run.work()


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "learning").write_text("a file where the folder should be")
    host = LearningHost(tmp_path / "learning")
    try:
        with pytest.raises(BadFile, match="cannot be made"):
            host.start(GAME, "sarsa", "one")
    finally:
        host.close()


def test_what_is_damaged_or_newer_is_told_and_left_alone(server: Server, folder: Path, trained: str) -> None:
    kept = folder / trained / "model.checkpoints" / "500.kbm"
    content = kept.read_bytes()
    try:
        kept.write_bytes(content[: len(content) // 2])
        status, said, _ = server.refusal("/api/learn/mistakes", training=trained, at=500)
        assert status == 422
        assert "is damaged" in said
    finally:
        kept.write_bytes(content)
    newer = folder / ("a" * 12)
    newer.mkdir()
    (newer / "training.json").write_text(json.dumps({"format": 99, "game": "tic-tac-toe"}))
    assert [one["training"] for one in server.ask("/api/learn/list")["trainings"]] == [trained]
    assert (newer / "training.json").exists()


def test_a_training_of_a_game_that_is_not_offered_is_listed_and_cannot_go_on(tmp_path: Path) -> None:
    folder = tmp_path / ("b" * 12)
    folder.mkdir()
    about = {"format": 1, "game": "examples/treblecross.py:Treblecross", "method": "sarsa", "begun": "", "positions": 9}
    (folder / "training.json").write_text(json.dumps(about))
    host = LearningHost(tmp_path)
    try:
        (listed,) = host.list_all()
        assert "is not offered by this server" in listed.obstacle
        with pytest.raises(BadOption):
            host.go_on(listed.training, "one")
    finally:
        host.close()


def test_the_player_of_a_training_can_be_named_but_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path))
    game, name = find_game(GAME), "c" * 12
    folder = tmp_path / "learning" / name
    folder.mkdir(parents=True)
    for _ in TrainingRun(game, find_method("q-learning:games=500"), folder / "model.kbm").run(StopFlag()):
        pass
    player = find_player_within_limits(f"learned:training={name},at=500", game)
    assert best_move(game, str(player)).move == "1"  # eight are left, a multiple of four
    with pytest.raises(BadOption, match="names a file"):
        find_player_within_limits(f"learned:file={folder / 'model.kbm'}", game)
    offered = next(info for info in list_players_within_limits() if info.name == "learned")
    assert "file" not in {option.name for option in offered.options} >= {"training", "at"}
    with pytest.raises(Unsuited, match="was learned on take-away"):
        best_move(find_game("tic-tac-toe"), f"learned:training={name}")
    for wrong in ("../../etc", "d" * 12):
        with pytest.raises((BadOption, BadFile)):
            best_move(game, f"learned:training={wrong}")


def test_no_request_names_a_network_to_begin_with() -> None:
    with pytest.raises(BadOption, match="imitation: start names a file; only the person at the machine may do that"):
        find_method_within_limits("imitation:start=/etc/passwd", find_game("tic-tac-toe"))
    offered = next(info for info in list_methods_within_limits() if info.name == "imitation")
    assert "start" not in {option.name for option in offered.options}


def test_a_default_beyond_a_limit_is_lowered() -> None:
    wide = find_game("mnk:width=15,height=15,k=5")
    assert find_method_within_limits("q-learning", wide).spec() != find_method("q-learning").spec()
    assert "max_states=8888" in find_method_within_limits("q-learning", wide).spec()


def test_who_has_learned_a_game_is_told(server: Server, trained: str) -> None:
    found = server.ask("/api/learn/players", game="tic-tac-toe")
    assert f"learned:training={trained}" in [one["player"] for one in found["players"]]
    assert all(one["about"].startswith("q-learning, 2,000 games, begun 20") for one in found["players"])
    shipped = server.ask("/api/learn/players", game="connect-four")["players"]
    assert [one["player"] for one in shipped] == ["learned"]
    assert shipped[0]["about"].startswith("comes with Kibitz: imitation, ")
    assert server.ask("/api/learn/players", game="nim")["players"] == []


def test_a_learned_network_says_what_it_expects_of_every_move(server: Server) -> None:
    told = server.events("/api/think", game="connect-four", player="learned:every_move=true")
    answer = next(event.data for event in told if event.name == "move")
    roots = answer["roots"]
    assert len(roots) == 7
    assert sum(root["share"] for root in roots) == pytest.approx(1)
    assert all(root["visits"] == 0 for root in roots), "without a search"
    assert answer["move"] == max(roots, key=lambda root: root["share"])["move"] == "4"
