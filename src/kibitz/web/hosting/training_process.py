"""A training in a process of the lowest priority, since learning in Python would keep a server from answering.

    here   ── TrainingTask ──▶      the other process, which learns
           ◀── TrainingNews ──      a few times a second
           ── a request to stop ──▶
           ◀── TrainingEnd ──       when everything is in the file

    python -m kibitz.web.hosting.training_process

is the other process. When this one ends, it ends too; what it saved last is kept.
"""

from __future__ import annotations

import queue
import signal
import sys
import time
from collections.abc import Callable

from kibitz.core.errors import KibitzError, Unfinished
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import convert_user_faults
from kibitz.jobs.priority import lower_process_priority
from kibitz.jobs.process import Process, serve
from kibitz.web.hosting.training_task import LEARNING, TrainingEnd, TrainingNews, TrainingTask

COMMAND = (sys.executable, "-m", "kibitz.web.hosting.training_process")
SAVE_SECONDS = 300.0  # seconds to come to the end of a round and save, when asked to stop
POLL = 1.0  # seconds between two looks at how long that has taken
BETWEEN_NEWS = 0.1  # seconds at least


def run_training(task: TrainingTask, tell: Callable[[TrainingNews], None], stop: StopFlag) -> None:
    """Have a training done, to its end or until the flag is raised; either way it saves what it has learned.

    Raises the error that ended it, as a full disk does.
    """
    process = Process(COMMAND)
    stopped_at: list[float] = []

    def ask_to_stop() -> None:
        stopped_at.append(time.monotonic())
        process.request_stop()

    try:
        process.ask(task)
        stop.when_raised(ask_to_stop)
        while True:
            try:
                message = process.receive(POLL)
            except queue.Empty:
                if stopped_at and time.monotonic() > stopped_at[0] + SAVE_SECONDS:
                    raise Unfinished(
                        f"It did not stop within {SAVE_SECONDS:g} seconds and was ended; the last saved state is kept."
                    ) from None
                continue
            if isinstance(message, TrainingNews):
                tell(message)
            elif isinstance(message, TrainingEnd):
                return
            elif isinstance(message, KibitzError):
                raise message
            else:
                raise Unfinished(
                    f"The process of the training ended {process.how_it_ended()}; is there enough memory? "
                    "The last saved state is kept; press Go on to continue."
                )
    finally:
        process.end()


# In the other process.


def train(task: TrainingTask, tell: Callable[[object], None], stop: StopFlag) -> TrainingEnd:
    """Learn, measure and save; the flag ends it after the game or the round that is under way."""
    from contextlib import closing, suppress
    from pathlib import Path

    from kibitz.core.errors import BadOption
    from kibitz.core.loading import load_game
    from kibitz.kernels.compiler.compile_events import on_compiling
    from kibitz.learn.method import find_method
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
                tell(TrainingNews(stage, run.done, run.seconds, rate, truth, tuple(run.curve)))

        def say_solved(made: int, wanted: int) -> None:
            say(f"generating the test positions: {made:,} of {wanted:,} positions are solved", at_once=False)

        say("generating the test positions")
        with on_compiling(lambda compiling: say(f"compiling {compiling.what}, once")):
            with suppress(BadOption):  # where every move is as good as any other, there is nothing to measure it by
                run.truth = find_truth(run.game, task.positions, tell=say_solved, stop=stop)
                truth = run.truth.about
            if stop.raised:  # a truth set that was not finished measures something else
                return TrainingEnd()
            say("preparing")
            with closing(run.run(stop)) as steps:
                for step in steps:
                    say(LEARNING, step.rate, at_once=step.is_measured or step.done >= step.total)
    return TrainingEnd()


def _answer(task: TrainingTask, tell: Callable[[object], None]) -> TrainingEnd:
    with convert_user_faults():  # after any other fault the process ends with its traceback
        return train(task, tell, _asked_to_stop)


_asked_to_stop = StopFlag()

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt key is for the server, which asks this process to stop
    lower_process_priority()
    serve(_answer, _asked_to_stop.up)
