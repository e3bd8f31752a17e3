"""The trainings of a server: begun, continued and looked into; the rest is in `folder_host.py`.

A training is a folder (`learned/kept_trainings.py`) with what `learn/training.py` writes, and in `training.json` what
was asked for. So all of them are there again after a restart, and one that was stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from kibitz.core.loading import format_game_spec
from kibitz.jobs.hosted_runs import MAX_RUNNING
from kibitz.learned.kept_trainings import find_training_file, training_folder
from kibitz.web.hosting.folder_host import FolderHost, time_text
from kibitz.web.hosting.hosted_training import ABOUT, HostedTraining, TrainingAbout
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


class LearningHost(FolderHost[HostedTraining, TrainingOverview]):
    """`folder`: holds all trainings (default: the user's own). `max_running`: how many may run at once."""

    def __init__(self, folder: Path | None = None, *, max_running: int = MAX_RUNNING) -> None:
        super().__init__(
            folder or training_folder(),
            "training",
            HostedTraining,
            ABOUT,
            max_running=max_running,
            max_stored=MAX_STORED,
            max_bytes=MAX_BYTES,
        )
        self._models = ModelProcess()

    def list_all(self) -> list[TrainingOverview]:
        """All trainings, the latest first."""
        return [one.overview for one in self.latest_first()]

    def start(
        self, game: str, method: str, client: str, *, total: int | None = None, seed: int | None = None
    ) -> TrainingOverview:
        """Begin a training for a client, who may have one running at a time.

        Raises an InputError if the game, the method or a setting is not allowed here, or PyTorch or a GPU is missing.
        """
        found = find_game_within_limits(game)
        chosen = find_method_within_limits(method, found, total=total, seed=seed)
        self.check_allowed(client)
        self._models.ask(CheckQuestion(format_game_spec(found), chosen.spec()))
        about = TrainingAbout(str(found), chosen.spec(), time_text(), TRUTH_POSITIONS)
        return self.begin(client, partial(HostedTraining.create, about))

    def go_on(self, name: str, client: str, total: int | None = None) -> TrainingOverview:
        """Continue one that was stopped, or with a larger `total` one that has finished."""
        with self._lock:
            training = self.find(name)
            if training.is_running:
                return training.overview
            training.plan(total)
            return self.run(training, client)

    def curve(self, name: str) -> TrainingCurve:
        return TrainingCurve(self.find(name).news.curve)

    def mistakes(self, name: str, *, at: int = 0, first: int = 0, count: int = 12) -> Mistakes:
        """Positions that it gets wrong, the worst first; `at`: as it was after so many games."""
        training = self.find(name)
        positions = training.about.positions
        found: Mistakes = self._ask(
            training, at, lambda game, path: MistakesQuestion(game, path, positions, first, count)
        )
        return found

    def table(self, name: str, *, at: int = 0, first: int = 0, count: int = 20, moves: str | None = None) -> TablePage:
        """Rows of its table, the most visited first, or the row of the position that moves lead to."""
        found: TablePage = self._ask(
            self.find(name), at, lambda game, path: TableQuestion(game, path, first, count, moves)
        )
        return found

    def self_play(self, name: str, *, at: int = 0, seed: int = 0) -> SelfPlayGame:
        """A game that it plays against itself."""
        found: SelfPlayGame = self._ask(self.find(name), at, lambda game, path: SelfPlayQuestion(game, path, seed))
        return found

    def close(self) -> None:
        """Interrupt everything; what was learned is saved first."""
        super().close()
        self._models.close()

    def _ask(self, training: HostedTraining, at: int, make_question: Callable[[str, str], object]) -> Any:
        game = format_game_spec(training.find_game())
        path = find_training_file(training.name, at, self.folder)
        return self._models.ask(make_question(game, str(path)))
