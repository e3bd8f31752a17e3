"""`kibitz lab learn`: every variant learns from as much, with the same seeds, and is measured by the same truth."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kibitz.cli.main import kibitz
from kibitz.core.game import find_game
from kibitz.core.searching import StopFlag
from kibitz.lab.tools.intervals import estimate
from kibitz.lab.tools.learning import compare_learning
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import find_method
from kibitz.learn.truth import find_truth

GAME = find_game("tic-tac-toe")


def run(*words: str) -> Result:
    return CliRunner().invoke(kibitz, ["lab", "learn", *words])


def train(spec: str, seed: int, games: int) -> float:
    method = replace(find_method(spec).with_total(games), seed=seed)
    learner, truth = method.begin(GAME), find_truth(GAME)
    learner.learn(games, StopFlag())
    return truth.measure(choose_all(learner.make_model(), truth.states)).kept


def test_a_variant_is_what_its_trainings_alone_are() -> None:
    told: list[tuple[int, int]] = []
    found = compare_learning(
        GAME,
        ("q-learning", "sarsa:alpha=0.5"),
        total=400,
        runs=2,
        seed=7,
        tell=lambda done, planned, what: told.append((done, planned)) if what == "learning" else None,
    )
    alone = [train("q-learning", seed, 400) for seed in (7, 8)]
    other = [train("sarsa:alpha=0.5", seed, 400) for seed in (7, 8)]
    first, second = found.variants
    assert (first.method, second.method, first.done) == ("q-learning", "sarsa:alpha=0.5", 400)
    assert (first.kept, first.kept_low, first.kept_high) == estimate(alone)
    assert first.gain is None
    gains = estimate([b - a for a, b in zip(alone, other, strict=True)])
    assert (second.gain, second.gain_low, second.gain_high) == gains
    assert told == [(number, 4) for number in range(5)]


def test_more_games_learn_more_and_the_table_shows_it(tmp_path: Path) -> None:
    picture = tmp_path / "learning.svg"
    words = ("tic-tac-toe", "q-learning", "q-learning:epsilon=0", "--games", "2000", "--runs", "2")
    said = run(*words, "--plot", str(picture))
    assert said.exit_code == 0, said.output
    first, truth, headings, *rows = said.stdout.splitlines()
    assert first == "mnk:width=3,height=3,k=3: 2,000 games or positions a training, 2 trainings each"
    assert truth == f"truth   {find_truth(GAME).about}"
    assert headings.split()[:3] == ["method", "kept", "95"]
    assert [row.split()[0] for row in rows[:2]] == ["q-learning", "q-learning:epsilon=0"]
    answer = json.loads(run(*words, "--json").stdout)
    assert rows[0].split()[1] == f"{100 * answer['variants'][0]['kept']:.1f}"
    assert "<svg" in picture.read_text(encoding="utf-8")
    few = json.loads(run(*words[:3], "--games", "100", "--runs", "1", "--json").stdout)["variants"]
    assert few[0]["kept"] < answer["variants"][0]["kept"]
    assert few[0]["kept_low"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("q-learning",), "The number of methods to compare is 1; give 2 to 32."),
        (("q-learning", "q-learning"), "q-learning is given twice"),
        (("q-learning:games=5", "sarsa"), "leave that out, because it is the same for all here"),
        (("q-learning", "chess"), "There is no learning method called 'chess'"),
        (("q-learning", "sarsa", "--runs", "0"), "runs=0 is not allowed; choose 1 to 100."),
        (("q-learning", "sarsa", "--plot", "x.png"), "drawn as .svg"),
    ],
)
def test_what_cannot_be_compared_is_refused(words: tuple[str, ...], sentence: str) -> None:
    result = run("tic-tac-toe", *words)
    assert result.exit_code == 2
    assert sentence in result.output


def test_several_workers_find_the_same() -> None:
    one, two = (
        compare_learning(GAME, ("q-learning", "sarsa"), total=200, runs=1, workers=workers) for workers in (1, 2)
    )
    assert [v.kept for v in one.variants] == [v.kept for v in two.variants]
