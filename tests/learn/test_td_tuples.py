"""TD(λ) on n-tuples: the compiled learner does what a plain one does, goes on where it stopped, and learns games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import pytest

from helpers.naive_td import NaiveTD
from helpers.paths import ROOT
from helpers.wordless import Wordless
from kibitz.core.errors import BadOption, Unsuited
from kibitz.core.game import find_game
from kibitz.core.loading import load_game
from kibitz.core.searching import StopFlag
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import Team, find_method
from kibitz.learn.methods import td_tuples
from kibitz.learn.methods.td_tuples import TDLearner, TDTuples
from kibitz.learn.truth import find_truth

QUICK = TDTuples(games=20_000, tuples=30)


def share_kept(learner: TDLearner) -> float:
    truth = find_truth(learner.game, 200)
    return truth.measure(choose_all(learner.make_model(), truth.states)).kept


def learn(learner: TDLearner, until: int) -> TDLearner:
    learner.learn(until, StopFlag())
    assert learner.done >= until
    return learner


@pytest.mark.parametrize(
    ("spec", "method", "games"),
    [
        ("tic-tac-toe", TDTuples(games=60, tuples=5, length=5, epsilon=0.3), 40),
        ("tic-tac-toe", TDTuples(games=60, tuples=5, length=4, tcl=False, alpha=0.2, sides=False, trace=1.0), 40),
        ("six-mens-morris", TDTuples(games=12, tuples=3, length=4), 12),  # moves again, and repeats
        ("mnk:width=9,height=8,k=3", TDTuples(games=9, tuples=3, length=4, openings=4), 9),  # more than a word a side
    ],
)
def test_the_kernel_learns_what_a_plain_learner_does(spec: str, method: TDTuples, games: int) -> None:
    game = find_game(spec)
    learner = learn(method.begin(game), games)
    plain = NaiveTD(game, method, learner.layout, learner.settings.openings)
    plain.learn(games)
    assert np.count_nonzero(plain.weights) > 50
    np.testing.assert_allclose(learner.learned.weights, plain.weights, atol=1e-5)


def test_who_was_stopped_and_goes_on_ends_with_the_same_numbers() -> None:
    game, method = find_game("tic-tac-toe"), TDTuples(games=600, tuples=5)
    whole = learn(method.begin(game), 600)
    stopped = learn(method.begin(game), 217)
    other = method.begin(game)
    other.restore(stopped.keep())
    learn(other, 600)
    assert np.array_equal(whole.learned.weights, other.learned.weights)
    assert np.array_equal(whole.learned.changes, other.learned.changes)
    assert not np.array_equal(whole.learned.weights, stopped.learned.weights)


def test_a_raised_flag_ends_it_between_two_games() -> None:
    learner, stop = QUICK.begin(find_game("tic-tac-toe")), StopFlag()
    stop.up()
    learner.learn(1_000, stop)
    assert learner.done == 0
    assert not learner.learned.weights.any()


@pytest.mark.parametrize("workers", [1, 3])
def test_it_learns_tic_tac_toe(workers: int) -> None:
    assert share_kept(learn(QUICK.begin(find_game("tic-tac-toe"), Team(workers)), 20_000)) > 0.98


def test_it_learns_a_game_of_ones_own() -> None:
    game = load_game(f"{ROOT / 'examples' / 'treblecross.py'}:Treblecross")
    before = QUICK.begin(game)
    assert share_kept(learn(QUICK.begin(game), 5_000)) > 0.95 > share_kept(before)


def test_rounds_on_a_cluster_learn_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the cluster is this very process; the tasks and what is made of them are the same."""

    def run(tasks: Iterable[object], work: Callable[..., object], _workers: int, cluster: str) -> Iterator[object]:
        assert cluster == "tcp://nowhere:1"
        yield from map(work, tasks)

    monkeypatch.setattr(td_tuples, "run_in_order", run)
    game, method = find_game("tic-tac-toe"), TDTuples(games=24_000, tuples=30, round=500)
    first, second = (learn(method.begin(game, Team(cluster="tcp://nowhere:1")), 24_000) for _ in range(2))
    assert first.done == 24_000
    assert share_kept(first) > 0.95
    assert np.array_equal(first.learned.weights, second.learned.weights)


def test_its_settings_go_by_the_names_of_the_field() -> None:
    assert find_method("td-lambda:lambda=0.5") == TDTuples(trace=0.5)


def test_more_weights_than_there_is_room_for_are_refused() -> None:
    with pytest.raises(BadOption, match="fewer or shorter"):
        TDTuples(tuples=2_000, length=10).begin(find_game("connect-four"))


def test_a_game_that_does_not_fit_into_words_is_refused() -> None:
    with pytest.raises(Unsuited, match="take q-learning"):
        TDTuples().check(Wordless())


def test_rules_that_do_not_compile_are_refused_with_the_reason(tmp_path: Path) -> None:
    text = (ROOT / "examples" / "treblecross.py").read_text()
    path = tmp_path / "not_compiled.py"
    path.write_text(text.replace("1 << move", "eval('1 << move')"))
    with pytest.raises(Unsuited, match="td cannot learn"):
        QUICK.begin(load_game(f"{path}:Treblecross"))
