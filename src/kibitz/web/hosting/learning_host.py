"""The trainings of a server: begun, listed, stopped, continued, looked into and removed.

A training is a folder (`learned/kept_trainings.py`) with what `learn/training.py` writes, and in `training.json` what
was asked for. So all of them are there again after a restart, and one that was stopped goes on where it was.
"""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

from kibitz.core.errors import KibitzError
from kibitz.core.loading import format_game_spec
from kibitz.jobs.hosted_runs import MAX_RUNNING, HostedRuns, TooManyRuns
from kibitz.learned.kept_trainings import TRAINING_NAME, find_training_file, training_folder
from kibitz.web.hosting.hosted_training import ABOUT, HostedTraining, TrainingAbout
from kibitz.web.hosting.learning_run import LearningRun
from kibitz.web.hosting.model_process import ModelProcess
from kibitz.web.hosting.model_questions import (
    CheckQuestion,
    Mistakes,
    MistakesQuestion,
    SelfPlayGame,
    SelfPlayQuestion,
    TablePage,
    TableQuestion,
)
from kibitz.web.hosting.training_limits import find_method_within_limits
from kibitz.web.hosting.training_overview import TrainingCurve, TrainingOverview
from kibitz.web.server_limits import find_game_within_limits

MAX_STORED = 100
MAX_BYTES = 8 << 30  # of all trainings together
TRUTH_POSITIONS = 500  # that a player is measured by; a small game is taken whole


class NoTraining(KibitzError):
    """There is none of that name."""


class LearningHost:
    """`folder`: holds all trainings (default: the user's own). `max_running`: how many may run at once."""

    def __init__(self, folder: Path | None = None, *, max_running: int = MAX_RUNNING) -> None:
        self.folder = folder or training_folder()
        self._models = ModelProcess()
        self._runs: HostedRuns[str, LearningRun] = HostedRuns("trainings", max_running=max_running)
        self._lock = threading.RLock()
        self._trainings: dict[str, HostedTraining] = {}

    def list_all(self) -> list[TrainingOverview]:
        """All trainings, the latest first."""
        self._read_folder()
        with self._lock:
            latest_first = sorted(self._trainings.values(), key=lambda one: one.about.begun, reverse=True)
        return [one.overview for one in latest_first]

    def start(
        self, game: str, method: str, client: str, *, total: int | None = None, seed: int | None = None
    ) -> TrainingOverview:
        """Begin a training for a client, who may have one running at a time.

        Raises an InputError if the game, the method or a setting is not allowed here, or PyTorch or a GPU is missing.
        """
        found = find_game_within_limits(game)
        chosen = find_method_within_limits(method, found, total=total, seed=seed)
        self._runs.check_allowed(client)
        self._check_room()
        self._models.ask(CheckQuestion(format_game_spec(found), chosen.spec()))
        with self._lock:
            self._runs.check_allowed(client)
            name = uuid4().hex[:12]
            begun = datetime.now(UTC).isoformat(timespec="milliseconds")
            about = TrainingAbout(str(found), chosen.spec(), begun, TRUTH_POSITIONS)
            training = self._trainings[name] = HostedTraining.create(self.folder / name, about)
            return self._run(training, client)

    def go_on(self, name: str, client: str, total: int | None = None) -> TrainingOverview:
        """Continue one that was stopped, or with a larger `total` one that has finished."""
        with self._lock:
            training = self._find(name)
            if training.is_running:
                return training.overview
            training.plan(total)
            return self._run(training, client)

    def stop(self, name: str) -> TrainingOverview:
        """Interrupt one that runs; it saves what it has learned first."""
        training = self._find(name)
        self._runs.stop(name)
        return training.overview

    def remove(self, name: str) -> None:
        """Delete one, with all its players."""
        with self._lock:
            training = self._find(name)
            self._runs.stop(name)
            if self._runs.is_running(name):
                raise TooManyRuns("The training is still being stopped; try again in a few seconds.")
            self._runs.forget(name)
            del self._trainings[name]
            shutil.rmtree(training.folder, ignore_errors=True)

    def overview(self, name: str) -> TrainingOverview:
        return self._find(name).overview

    def curve(self, name: str) -> TrainingCurve:
        return TrainingCurve(self._find(name).news.curve)

    def mistakes(self, name: str, *, at: int = 0, first: int = 0, count: int = 12) -> Mistakes:
        """Positions that it gets wrong, the worst first; `at`: as it was after so many games."""
        training = self._find(name)
        positions = training.about.positions
        found: Mistakes = self._ask(
            training, at, lambda game, path: MistakesQuestion(game, path, positions, first, count)
        )
        return found

    def table(self, name: str, *, at: int = 0, first: int = 0, count: int = 20, moves: str | None = None) -> TablePage:
        """Rows of its table, the most visited first, or the row of the position that moves lead to."""
        found: TablePage = self._ask(
            self._find(name), at, lambda game, path: TableQuestion(game, path, first, count, moves)
        )
        return found

    def self_play(self, name: str, *, at: int = 0, seed: int = 0) -> SelfPlayGame:
        """A game that it plays against itself."""
        found: SelfPlayGame = self._ask(self._find(name), at, lambda game, path: SelfPlayQuestion(game, path, seed))
        return found

    def close(self) -> None:
        """Interrupt everything; what was learned is saved first."""
        self._runs.close()
        self._models.close()

    def _ask(self, training: HostedTraining, at: int, make_question: Callable[[str, str], object]) -> Any:
        game = format_game_spec(training.find_game())
        path = find_training_file(training.name, at, self.folder)
        return self._models.ask(make_question(game, str(path)))

    def _run(self, training: HostedTraining, client: str) -> TrainingOverview:
        training.run = self._runs.start(training.name, client, partial(training.new_run, client))
        return training.overview

    def _check_room(self) -> None:
        self._read_folder()
        if len(self._trainings) >= MAX_STORED:
            raise TooManyRuns(f"{MAX_STORED} trainings are stored already; remove one that you no longer need.")
        if sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file()) > MAX_BYTES:
            raise TooManyRuns(
                f"The trainings take more than {MAX_BYTES >> 30} GiB together; remove one that you no longer need."
            )

    def _find(self, name: str) -> HostedTraining:
        with self._lock:
            if name not in self._trainings:
                self._read_folder()
            if name not in self._trainings:
                raise NoTraining(f"There is no training '{name}'; it may have been removed.")
            return self._trainings[name]

    def _read_folder(self) -> None:
        """Find the trainings in the folder; what cannot be read is left alone."""
        with self._lock:
            for file in self.folder.glob(f"*/{ABOUT}"):
                name = file.parent.name
                if name not in self._trainings and re.fullmatch(TRAINING_NAME, name):
                    try:
                        self._trainings[name] = HostedTraining(file.parent)
                    except (OSError, KibitzError, KeyError, ValueError, TypeError):
                        continue  # not one of our files
