"""A training as another process does it, since learning in Python would keep a server from answering.

The task and the news are plain values. When the server ends, the process ends too; what it saved last is kept.
"""

from __future__ import annotations

import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from kibitz.core.errors import BadOption
from kibitz.core.loading import load_game
from kibitz.jobs.process import Caller
from kibitz.kernels.compiler.compile_events import on_compiling
from kibitz.learn.method import find_method
from kibitz.learned.model import TruthPoint

STARTING, LEARNING = "starting", "learning"
BETWEEN_NEWS = 0.1  # seconds at least


@dataclass(frozen=True)
class TrainingTask:
    """Learn a game by a method, into the file at `path`.

    `game` and `method` are specs that any process understands. `positions`: how many it is measured by.
    """

    game: str
    method: str
    path: str
    positions: int


@dataclass(frozen=True)
class TrainingNews:
    """How far a training is. `stage`: what is being done now, in words. `truth`: what it is measured by, once known."""

    stage: str
    done: int = 0
    seconds: float = 0.0
    rate: float = 0.0
    truth: str = ""
    curve: tuple[TruthPoint, ...] = ()


def train(task: TrainingTask, caller: Caller) -> None:
    """Learn, measure and save, with news a few times a second.

    On request, it ends after the game or the round that is under way; all that was learned is in the file.
    """
    from kibitz.learn.training import TrainingRun, lock_training
    from kibitz.learn.truth import find_truth

    path = Path(task.path)
    with lock_training(path):
        run = TrainingRun(load_game(task.game), find_method(task.method), path)
        truth, last_told = "", 0.0

        def say(stage: str, rate: float = 0.0, *, at_once: bool = True) -> None:
            nonlocal last_told
            if at_once or time.monotonic() - last_told >= BETWEEN_NEWS:
                last_told = time.monotonic()
                caller.tell(TrainingNews(stage, run.done, run.seconds, rate, truth, tuple(run.curve)))

        def say_solved(made: int, wanted: int) -> None:
            say(f"generating the test positions: {made:,} of {wanted:,} positions are solved", at_once=False)

        say("generating the test positions")
        with on_compiling(lambda compiling: say(f"compiling {compiling.what}, once")):
            with suppress(BadOption):  # where every move is as good as any other, there is nothing to measure it by
                run.truth = find_truth(run.game, task.positions, tell=say_solved, stop=caller.stop)
                truth = run.truth.about
            if caller.stop.raised:  # a truth set that was not finished measures something else
                return
            say("preparing")
            with closing(run.run(caller.stop)) as steps:
                for step in steps:
                    say(LEARNING, step.rate, at_once=step.is_measured or step.done >= step.total)
