"""A training as a user runs it: measured as it learns, killed and resumed, its file a player, errors in sentences."""

from __future__ import annotations

import concurrent.futures
import json
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from helpers.waiting import HANGS, wait_until
from kibitz.cli.main import kibitz
from kibitz.cli.terminal.formatting import format_share
from kibitz.cli.terminal.interrupt import Interrupted, StoppableWork, run_stoppable
from kibitz.core.errors import BadFile, BadOption
from kibitz.core.game import find_game
from kibitz.core.searching import StopFlag
from kibitz.learn.method import find_method
from kibitz.learn.training import Progress, TrainingRun
from kibitz.learn.truth import TruthSet, find_truth
from kibitz.learned.action_table import ActionTable
from kibitz.learned.kept_trainings import list_checkpoints
from kibitz.learned.model_file import read_model

GAME = find_game("tic-tac-toe")
METHOD = find_method("q-learning:games=3000,seed=5")


def train(
    path: Path,
    spec: str = "q-learning:games=3000,seed=5",
    *,
    stop_at: int = 10**9,
    find_its_truth: Callable[[], TruthSet | None] = lambda: find_truth(GAME),
) -> list[Progress]:
    run, stop = TrainingRun(GAME, find_method(spec), path), StopFlag()
    run.truth = find_its_truth()
    seen = []
    for progress in run.run(stop):
        seen.append(progress)
        if progress.done >= stop_at:
            stop.up()
    return seen


def rows(path: Path) -> dict[Any, Any]:
    model = read_model(path, GAME)
    assert isinstance(model, ActionTable)
    return {state: (row.values, row.visits) for state, row in model.rows.items()}


def command(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(kibitz, ["learn", *words])
    assert result.exit_code == status, result.output
    return result.stdout if status == 0 else result.stderr


def test_the_curve_rises_and_the_file_is_a_player(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    seen = train(path)
    measured = [progress.point for progress in seen if progress.is_measured and progress.point is not None]
    assert measured[0].done == 0
    assert measured[0].kept + 0.1 < measured[-1].kept
    assert (measured[-1].done, seen[-1].done) == (3_000, 3_000)
    training = read_model(path, GAME).training
    assert training.curve == tuple(measured)
    assert (training.done, training.unit) == (3_000, "games")
    assert "all 3,191 positions" in training.truth
    assert find_method(training.method) == METHOD
    answer = json.loads(CliRunner().invoke(kibitz, ["best", "tic-tac-toe", f"learned:file={path}", "--json"]).stdout)
    assert answer["move"] in {f"{column}{row}" for column in "abc" for row in "123"}
    assert len(answer["roots"]) == 9


def test_checkpoints_are_players_of_their_time(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    train(path)
    checkpoints = list_checkpoints(path)
    assert [one.stem for one in checkpoints] == ["100", "200", "500", "1000", "2000"]
    for checkpoint in checkpoints:
        model = read_model(checkpoint, GAME)
        assert model.training.done == int(checkpoint.stem)
        assert all(point.done <= model.training.done for point in model.training.curve)


def test_a_training_that_was_stopped_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    train(tmp_path / "whole.kbm")
    train(tmp_path / "parts.kbm", stop_at=700)
    kept = read_model(tmp_path / "parts.kbm", GAME).training
    assert 700 <= kept.done < 3_000
    train(tmp_path / "parts.kbm")
    assert rows(tmp_path / "parts.kbm") == rows(tmp_path / "whole.kbm")
    curve = read_model(tmp_path / "parts.kbm", GAME).training.curve
    assert [point.done for point in curve] == sorted({point.done for point in curve})


@pytest.mark.slow
def test_a_training_that_was_killed_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    """Killed outright, in the middle of whatever it does."""
    method = "q-learning:epsilon=0,seed=2"  # which learns the same whatever the number of games it is to learn from
    environment = {**os.environ, "KIBITZ_DATA": str(tmp_path)}
    quick = [
        sys.executable,
        "-c",
        "import kibitz.learn.training as t; t.SAVE_EVERY = 0.2; from kibitz.cli.main import main; main()",
    ]

    def learn(name: str, games: int) -> list[str]:
        words = ["learn", "tic-tac-toe", f"{method},games={games}", "--truth", "0"]
        return [*quick, *words, "--out", str(tmp_path / f"{name}.kbm")]

    with subprocess.Popen(learn("killed", 10**9), env=environment) as process:
        wait_until((tmp_path / "killed.kbm").exists, process)
        process.send_signal(signal.SIGKILL)
    done = read_model(tmp_path / "killed.kbm", GAME).training.done
    assert done > 0
    for name in ("killed", "whole"):
        subprocess.run(learn(name, done + 10_000), env=environment, check=True, capture_output=True)
    assert rows(tmp_path / "killed.kbm") == rows(tmp_path / "whole.kbm")
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_a_curve_has_one_truth(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    train(path, "q-learning:games=300", stop_at=100)
    before = read_model(path, GAME).training
    assert before.curve
    train(path, "q-learning:games=300", find_its_truth=lambda: None)
    unmeasured = read_model(path, GAME).training
    assert (unmeasured.truth, unmeasured.curve) == (before.truth, before.curve)
    whole = find_truth(GAME)
    fifty = replace(whole, positions=whole.positions[:50], is_whole=False)
    train(path, "q-learning:games=400", find_its_truth=lambda: fifty)
    after = read_model(path, GAME).training
    assert after.truth.startswith("50 positions")
    assert after.curve
    assert all(point.done >= 300 for point in after.curve), "measured on others, the old points say nothing beside them"


def test_more_games_go_on_from_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    train(path, "q-learning:games=500")
    train(path, "q-learning:games=800")
    assert read_model(path, GAME).training.done == 800


@pytest.mark.parametrize(
    ("game", "method", "sentence"),
    [
        ("tic-tac-toe", "sarsa", "was started with q-learning:games=300, and this is sarsa"),
        (
            "tic-tac-toe",
            "q-learning:alpha=0.1",
            "was started with q-learning:games=300, and this is q-learning:alpha=0.1",
        ),
        ("take-away", "q-learning", "is a training on mnk:width=3,height=3,k=3, and this is take-away"),
    ],
)
def test_another_training_does_not_go_on_from_it(tmp_path: Path, game: str, method: str, sentence: str) -> None:
    path = tmp_path / "one.kbm"
    train(path, "q-learning:games=300")
    before = path.read_bytes()
    with pytest.raises(BadOption) as refused:
        TrainingRun(find_game(game), find_method(method), path)
    assert sentence in str(refused.value)
    assert path.read_bytes() == before


def test_files_that_cannot_be_gone_on_from_are_refused_and_left(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    train(path, "q-learning:games=300")
    state = path.with_suffix(".learning")
    content = state.read_bytes()
    state.write_bytes(content[: len(content) // 2])
    with pytest.raises(BadFile, match="damaged"):
        TrainingRun(GAME, find_method("q-learning"), path)
    state.unlink()
    with pytest.raises(BadOption, match=r"exists already, without one\.learning to resume from"):
        TrainingRun(GAME, find_method("q-learning"), path)
    with pytest.raises(BadOption, match=rf"the file of a model ends in \.kbm; name it {path}, for example"):
        TrainingRun(GAME, find_method("q-learning"), tmp_path / "one.pt")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """Before anything is learned: also where there would be a checkpoint first, with a folder of its own."""
    for games in (50, 500):
        said = command("tic-tac-toe", f"q-learning:games={games}", "--out", str(tmp_path / "no" / "one.kbm"), status=2)
        assert "cannot be written: there is no folder" in said
    assert list(tmp_path.iterdir()) == []


def test_fewer_games_than_it_has_learned_from_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    train(path, "q-learning:games=500")
    before = path.read_bytes()
    with pytest.raises(BadOption, match="has learned from 500 games already, and games=300 asks for fewer"):
        TrainingRun(GAME, find_method("q-learning:games=300"), path)
    assert path.read_bytes() == before


def test_a_key_pressed_while_the_truth_is_made_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A curve must not begin with a point that was measured on a part of the positions."""
    monkeypatch.setenv("KIBITZ_DATA", str(tmp_path / "data"))

    def press(work: StoppableWork[bool], stop: StopFlag, **_: object) -> None:
        stop.up()
        raise Interrupted(work(stop=stop))

    monkeypatch.setattr("kibitz.cli.terminal.interrupt.run_stoppable", press)
    # No position at all is found by then, which says nothing about the game.
    words = ["learn", "connect-four:width=4,height=4", "q-learning", "--out", str(tmp_path / "one.kbm")]
    result = CliRunner().invoke(kibitz, words)
    assert "nothing is learned yet" in result.output
    assert not list(tmp_path.glob("one*"))


def is_waited_for() -> bool:
    """Whether the main thread waits for the result of work in another thread."""
    frames = traceback.walk_stack(sys._current_frames()[threading.main_thread().ident or 0])
    return any(frame.f_code is concurrent.futures.wait.__code__ for frame, _ in frames)


def test_what_cannot_be_saved_when_the_key_is_pressed_is_said() -> None:
    def save(*, stop: StopFlag) -> None:
        raised = threading.Event()
        stop.when_raised(raised.set)
        wait_until(is_waited_for)
        os.kill(os.getpid(), signal.SIGINT)
        assert raised.wait(HANGS)
        raise BadFile("one.kbm cannot be written (No space left on device).")

    with pytest.raises(BadFile, match="No space left"):
        run_stoppable(save, StopFlag())


def test_workers_that_a_method_has_no_use_for_are_said(tmp_path: Path) -> None:
    words = ["learn", "tic-tac-toe", "sarsa:games=20", "--truth", "0", "--out", str(tmp_path / "one.kbm")]
    result = CliRunner().invoke(kibitz, [*words, "--workers", "3"])
    assert result.exit_code == 0
    assert "sarsa learns from one game after the other, here; --workers 3 is not used." in result.stderr


def test_a_share_is_whole_only_if_it_is() -> None:
    assert [format_share(share) for share in (1.0, 3190 / 3191, 0.9989, 0.5, 0.0)] == [
        "100.0 %",
        "99.9 %",
        "99.9 %",
        "50.0 %",
        "0.0 %",
    ]


def test_the_command_prints_the_curve_and_how_to_play(tmp_path: Path) -> None:
    path = tmp_path / "one.kbm"
    said = command("tic-tac-toe", "q-learning", "--games", "2000", "--seed", "3", "--out", str(path))
    assert "q-learning:seed=3,games=2000 on tic-tac-toe: 2,000 games in" in said
    assert "truth   all 3,191 positions of the game" in said
    assert f"kibitz play tic-tac-toe --second learned:file={path}" in said
    again = json.loads(command("tic-tac-toe", "q-learning:seed=3", "--games", "2000", "--out", str(path), "--json"))
    assert (again["done"], again["unit"]) == (2_000, "games")
    assert again["curve"][-1]["kept"] > again["curve"][0]["kept"] + 0.05


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tic-tac-toe", "deep-thought"), "There is no learning method called 'deep-thought'"),
        (("tic-tac-toe", "q-learning:alpha=2"), "alpha=2.0 is not allowed; alpha is a number from 1e-06 to 1.0"),
        (("chess", "q-learning"), "There is no game called 'chess'"),
    ],
)
def test_what_cannot_be_learned_is_refused(tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in command(*words, "--out", str(tmp_path / "one.kbm"), status=2)
    assert list(tmp_path.iterdir()) == []
