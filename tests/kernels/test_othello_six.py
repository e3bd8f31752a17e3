"""The run that solves Othello from the start (`benchmarks/othello_six.py`), on 4x4 and in readable Python."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

from kibitz.core.game import State
from kibitz.games.othello import Othello

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

questions: Any = importlib.import_module("othello_questions")
six: Any = importlib.import_module("othello_six")

GAME = Othello(4)
SCORE = -10  # of 4x4 for Black, the free cells counted for White, as the solver and the readable search say
ASK_FROM = 6  # free cells


def exceeds(state: State, alpha: int) -> bool:
    result = GAME.result(state)
    if result is not None:
        return result > alpha
    return any(not exceeds(GAME.play(state, move), -alpha - 1) for move in GAME.moves(state))


class CountingSolver:
    """Readable, and stopped after so many answers."""

    def __init__(self, most: int = 10**9) -> None:
        self.most, self.asked = most, list[tuple[State, int]]()

    def ask(self, state: State, alpha: int) -> Any:
        if len(self.asked) == self.most:
            return None
        self.asked.append((state, alpha))
        return questions.Answer(exceeds(state, alpha), 7)


def run(file: Path, solver: CountingSolver, *, guess: int, workers: int = 1) -> tuple[int | None, Any]:
    answers = questions.Answers(file, GAME)

    def estimate(state: State) -> float:
        return len(GAME.moves(state)) - 2

    proof = questions.Proof(GAME, ASK_FROM, answers)
    return six.Run(proof, answers, solver.ask, estimate, workers).score_of_start(guess), answers


def test_the_score_of_the_start_does_not_depend_on_the_guess_or_the_workers(tmp_path: Path) -> None:
    for guess, workers in ((-4, 1), (-16, 2), (SCORE, 3)):
        assert run(tmp_path / f"{guess}", CountingSolver(), guess=guess, workers=workers)[0] == SCORE


def test_a_run_that_was_killed_goes_on_and_asks_nothing_twice(tmp_path: Path) -> None:
    whole = CountingSolver()
    run(tmp_path / "whole", whole, guess=SCORE)
    file, first, second = tmp_path / "killed", CountingSolver(most=len(whole.asked) // 2), CountingSolver()
    assert run(file, first, guess=SCORE)[0] is None
    with file.open("a") as text:
        text.write("----X-XX half a li")
    score, answers = run(file, second, guess=SCORE)
    assert score == SCORE
    assert len(first.asked) > 3
    assert first.asked + second.asked == whole.asked
    assert (len(answers), answers.nodes) == (len(whole.asked), 7 * len(whole.asked))
    lines = [line.split() for line in file.read_text().splitlines()]
    assert len(lines) == len(whole.asked)
    assert answers.seconds > 0
