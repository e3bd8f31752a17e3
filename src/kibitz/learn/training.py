"""A training from the first game to the last: learn, measure, keep; killed at any time, it goes on where it was.

    FILE.kbm                what was learned so far, a player at any time
    FILE.learning           all that is needed to go on
    FILE.checkpoints/       what was learned after 100, 200, 500, 1,000 … games, each a player too

The model and what is needed to go on are written every minute, when somebody stops the training, and at the end.
Measuring changes nothing: how often it is done depends on how long it takes.
"""

from __future__ import annotations

import re
import time
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kibitz import __version__
from kibitz.core.errors import BadFile, BadOption, KibitzError
from kibitz.core.files.file_lock import lock_file
from kibitz.core.files.named_file import check_output, exists
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag
from kibitz.jobs.folders import check_writable, make_folder
from kibitz.learn.measuring import choose_all
from kibitz.learn.method import Learner, Method, Team, find_method
from kibitz.learn.truth import TruthSet
from kibitz.learned.kept_trainings import CHECKPOINTS, SUFFIX
from kibitz.learned.model import Model, Training, TruthPoint
from kibitz.learned.model_file import read_archive, write_archive, write_model

LEARNING = ".learning"
STEP = 0.4  # seconds of learning between two looks at how far it is
SAVE_EVERY = 60.0  # seconds
FIRST_POINT = 10  # games of the first point of the curve after the one at 0
GROWTH = 1.15  # games from one point of the curve to the next, as a factor
MEASURE_SHARE = 0.1  # of the time that goes to measuring at most
FREE = 3.0  # seconds of measuring at the beginning, where much happens in little time
FIRST_CHECKPOINT = 100


@dataclass(frozen=True)
class Progress:
    """How far a training is. `rate`: games, or positions, a second. `point`: the last of the curve."""

    done: int
    total: int
    unit: str
    seconds: float
    rate: float
    point: TruthPoint | None
    is_measured: bool = False  # just now


def lock_training(path: Path) -> AbstractContextManager[None]:
    """In the block, which a run is made and ends in, no other process may train the player in this file."""
    return lock_file(path, "trains the player in")


def name_model_file(game: str, method: Method) -> Path:
    """The file in this folder for a player that is not given one: the same for the same game, method and settings.

    How much is learned from is not in the name, since a training can go on.
    """
    setup = f"{Path(game).name}-{method.with_total(type(method)().total)}".lower().replace(".py", "")
    return Path(re.sub(r"[^a-z0-9.]+", "-", setup).strip("-") + SUFFIX)


class TrainingRun:
    """One training into one file, to be locked before. If the file is there, from the same game and method, it goes on.

    `truth`: what it is measured by, if anything; to be set before it runs. A curve has one truth: where a training goes
    on with another, the curve begins anew.

    Raises BadOption if the file holds something else or has learned from more already, and BadFile if it cannot be read
    or written.
    """

    def __init__(self, game: Game, method: Method, path: Path, team: Team = Team()) -> None:
        check_output(path)
        if path.suffix != SUFFIX:
            raise BadOption(
                f"{path}: the file of a model ends in {SUFFIX}; name it {path.with_suffix(SUFFIX)}, for example."
            )
        method.check(game)
        self.game, self.method, self.path, self.team = game, method, path, team
        self.truth: TruthSet | None = None
        self.seconds, self.curve, self._kept_truth = 0.0, list[TruthPoint](), ""
        self._kept = self._read_kept()
        check_writable(path)
        self._learner: Learner | None = None

    @property
    def learner(self) -> Learner:
        """Made when it is first needed, since that may take seconds."""
        if self._learner is None:
            self._learner = self.method.begin(self.game, self.team)
            if self._kept is not None:
                try:
                    self._learner.restore(self._kept[1])
                except (KeyError, ValueError, TypeError, IndexError, RuntimeError) as error:
                    raise BadFile(f"{self._state_path} is damaged ({error}); remove it to start anew.") from None
        return self._learner

    @property
    def is_resumed(self) -> bool:
        return self._kept is not None

    @property
    def done(self) -> int:
        if self._learner is not None:
            return self._learner.done
        return 0 if self._kept is None else int(self._kept[0]["done"])

    def run(self, stop: StopFlag) -> Generator[Progress, None, None]:
        """Learn to the end, or until the flag is raised; what was learned is in the file then."""
        if self.truth is not None and self.truth.about != self._kept_truth:
            self.curve, self._kept_truth = [], self.truth.about
        learner, total, rate = self.learner, self.method.total, 0.0
        next_point, measuring, began = learner.done, 0.0, time.perf_counter()
        saved_at = began
        try:
            while True:
                is_over = learner.done >= total or stop.raised
                now = time.perf_counter()
                is_due = learner.done >= next_point and measuring <= max(FREE, MEASURE_SHARE * (now - began))
                if self.truth is not None and (is_due or is_over) and self._is_new(learner.done):
                    self._measure(learner)
                    measuring += time.perf_counter() - now
                    next_point = max(FIRST_POINT, learner.done + 1, round(GROWTH * learner.done))
                    yield self._progress(rate, is_measured=True)
                if is_over:
                    break
                if now - saved_at >= SAVE_EVERY:
                    self.save(learner)
                    saved_at = time.perf_counter()
                until = min(total, self._next_checkpoint(learner.done), learner.done + max(1, round(STEP * rate)))
                if next_point > learner.done:
                    until = min(until, next_point)
                started, before = time.perf_counter(), learner.done
                learner.learn(until, stop)
                took = time.perf_counter() - started
                self.seconds += took
                if learner.done > before:
                    rate = (learner.done - before) / max(took, 1e-9)
                if learner.done in _checkpoints(before, learner.done):
                    self._keep_checkpoint(learner)
                yield self._progress(rate)
        finally:
            learner.close()
            self.save(learner)

    def save(self, learner: Learner) -> None:
        """Keep the model, and all that is needed to go on."""
        header = {
            "kind": "learning",
            "game": self.game.spec(),
            "method": self.method.spec(),
            "done": learner.done,
            "seconds": self.seconds,
            "truth": self._kept_truth,
            "curve": [asdict(point) for point in self.curve],
        }
        write_archive(self._state_path, header, learner.keep())
        write_model(self.path, self._signed(learner))

    @property
    def training(self) -> Training:
        """Its history so far."""
        return Training(
            method=self.method.spec(),
            unit=self.method.total_option,
            done=self.done,
            seconds=round(self.seconds, 3),
            version=__version__,
            truth=self._kept_truth,
            curve=tuple(self.curve),
        )

    def _signed(self, learner: Learner) -> Model:
        model = learner.make_model()
        model.training = self.training
        return model

    def _measure(self, learner: Learner) -> None:
        assert self.truth is not None, "only asked where there is one"
        found = self.truth.measure(choose_all(learner.make_model(), self.truth.states))
        self.curve.append(TruthPoint(learner.done, round(self.seconds, 3), found.kept, found.loss))

    def _is_new(self, done: int) -> bool:
        return not self.curve or self.curve[-1].done != done

    def _progress(self, rate: float, *, is_measured: bool = False) -> Progress:
        point = self.curve[-1] if self.curve else None
        unit = self.method.total_option
        return Progress(self.done, self.method.total, unit, self.seconds, rate, point, is_measured)

    def _next_checkpoint(self, done: int) -> int:
        return next(number for number in _round_numbers() if number > done)

    def _keep_checkpoint(self, learner: Learner) -> None:
        folder = self.path.with_suffix(CHECKPOINTS)
        make_folder(folder)
        write_model(folder / f"{learner.done}{SUFFIX}", self._signed(learner))

    # What an earlier run has left.

    @property
    def _state_path(self) -> Path:
        return self.path.with_suffix(LEARNING)

    def _read_kept(self) -> tuple[dict[str, Any], dict[str, Any]] | None:
        if not exists(self._state_path):
            if exists(self.path):
                raise BadOption(
                    f"{self.path} exists already, without {self._state_path.name} to resume from; name another file."
                )
            return None
        header, arrays = read_archive(self._state_path)
        try:
            game, method = header["game"], find_method(header["method"])
            self.seconds = float(header["seconds"])
            self.curve = [TruthPoint(**point) for point in header["curve"]]
            self._kept_truth = str(header["truth"])
            done = int(header["done"])
        except (KeyError, ValueError, TypeError, KibitzError) as error:
            raise BadFile(f"{self._state_path} is damaged ({error}); remove it to start anew.") from None
        if game != self.game.spec():
            raise BadOption(f"{self.path} is a training on {game}, and this is {self.game.spec()}; name another file.")
        if method.with_total(self.method.total) != self.method:
            raise BadOption(
                f"{self.path} was started with {method}, and this is {self.method}; name another file, or that method."
            )
        if self.method.total < min(done, method.total):
            unit = self.method.total_option
            raise BadOption(
                f"{self.path} has learned from {done:,} {unit} already, and {unit}={self.method.total} asks for fewer; "
                "ask for more, or name another file."
            )
        return header, arrays


def _round_numbers() -> Iterator[int]:
    """1, 2 and 5 with more and more zeros."""
    number = FIRST_CHECKPOINT
    while True:
        yield from (number, 2 * number, 5 * number)
        number *= 10


def _checkpoints(before: int, done: int) -> set[int]:
    """`done` if a round number lies between the two: where learning goes in rounds, the first after it counts."""
    number = next(number for number in _round_numbers() if number > before)
    return {done} if number <= done else set()
