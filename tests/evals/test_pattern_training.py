"""The training of Othello's patterns: what it keeps of games, and that stopping it changes nothing."""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz.evals.patterns as patterns
from helpers import naive
from helpers.paths import ROOT
from kibitz.core.evaluation import find_evaluator
from kibitz.core.limits import Limits
from kibitz.evals.patterns import DISC
from kibitz.games.othello import Othello
from kibitz.search.alphabeta import AlphaBeta

sys.path.insert(0, str(ROOT / "tools"))
games_tool: Any = importlib.import_module("pattern_games")
batches: Any = importlib.import_module("pattern_batches")
trainer: Any = importlib.import_module("train_othello_patterns")

OTHELLO = Othello(8)


def options(folder: Path) -> argparse.Namespace:
    return argparse.Namespace(
        work=folder,
        seed=1,
        rounds=["6:1:6:0", "4:2:6:20"],
        spread=1.5,
        steps=2,
        workers=1,
        cluster=None,
        out=folder / "out.bin",
    )


@pytest.mark.slow
def test_training_that_was_stopped_goes_on_and_makes_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trainer, "BATCH", 2)
    trainer.train(options(tmp_path / "whole"))
    play_batch, played = trainer.play_batch, []

    def stop_once(task: Any) -> Any:
        played.append(task.seed)
        if len(played) == 4:
            raise KeyboardInterrupt
        return play_batch(task)

    monkeypatch.setattr(trainer, "play_batch", stop_once)
    with pytest.raises(KeyboardInterrupt):
        trainer.train(options(tmp_path / "stopped"))
    trainer.train(options(tmp_path / "stopped"))
    assert len(played) == 6  # five batches, one of them begun twice
    assert (tmp_path / "stopped/out.bin").read_bytes() == (tmp_path / "whole/out.bin").read_bytes()


@pytest.mark.slow
def test_games_are_kept_as_moves_from_which_positions_and_exact_values_follow() -> None:
    how = games_tool.Play(1, 4, 30, fewest_random=8, most_random=40)
    games = batches.play_batch(batches.BatchTask(batches.make_first_table().tobytes(), how, 5, 3))
    own, other, black = games_tool.positions_of(games)
    solved = 0
    for game, (cells, values) in enumerate(games.tolist()):
        state = OTHELLO.initial()
        for ply, cell in enumerate(cells):
            if cell < 0:
                assert OTHELLO.result(state) is not None
                break
            if OTHELLO.moves(state) == [OTHELLO.pass_move]:
                state = OTHELLO.play(state, OTHELLO.pass_move)
            assert (own[game, ply], other[game, ply], black[game, ply]) == (state[0], state[1], 1 - 2 * state[2])
            if ply >= 56:
                exact = AlphaBeta().search(OTHELLO, state, Limits(), backend="reference").score
                assert values[ply] == exact.points * DISC
                solved += 1
            state = OTHELLO.play(state, cell)
    assert solved >= 8


@pytest.mark.slow
def test_a_table_is_not_off_where_positions_are_worth_what_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    errors, evaluator = importlib.import_module("pattern_errors"), find_evaluator("patterns", OTHELLO)
    states = [naive.random_position(OTHELLO, seed) for seed in range(20)]
    own, other = (np.array([state[side] for state in states], np.uint64) for side in (0, 1))
    worth = np.array([evaluator(state) for state in states])
    np.savez(tmp_path / "judged.npz", own=own, other=other, worth=worth)
    table = Path(patterns.__file__).with_name("patterns.bin")
    errors.measure(argparse.Namespace(judged=tmp_path / "judged.npz", tables=[table]))
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert sum(int(row[1]) for row in rows) == 20
    assert {row[2].rstrip(" |") for row in rows} <= {"0.00", ""}
