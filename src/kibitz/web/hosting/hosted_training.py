"""A training in its folder: what was asked for, how far it is, and what is heard of the run that does it now."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from kibitz.core.errors import BadFile, BadOption, KibitzError
from kibitz.core.files.safe_file import write_safely
from kibitz.core.game import Game
from kibitz.core.loading import format_game_spec
from kibitz.jobs.folders import make_folder
from kibitz.learn.method import find_method
from kibitz.learned.kept_trainings import MODEL, TRAINING_NAME, list_checkpoints
from kibitz.learned.model import Training
from kibitz.web.hosting.folder_host import FINISHED, RUNNING, STOPPED, HostedFolder
from kibitz.web.hosting.learning_run import LearningRun
from kibitz.web.hosting.training_limits import find_method_within_limits
from kibitz.web.hosting.training_overview import TrainingOverview
from kibitz.web.hosting.training_task import TrainingNews, TrainingTask
from kibitz.web.server_limits import find_game_within_limits

ABOUT = "training.json"
FORMAT = 1


@dataclass(frozen=True)
class TrainingAbout:
    """What was asked for, as it is kept: the specs of game and method, when, and how many positions measure it."""

    game: str
    method: str
    begun: str
    positions: int

    def write(self, file: Path) -> None:
        text = json.dumps({"format": FORMAT, **vars(self)}, indent=1)
        write_safely(file, lambda out: out.write(text.encode()))

    @classmethod
    def read(cls, file: Path) -> TrainingAbout:
        content = json.loads(file.read_text(encoding="utf-8"))
        if content.pop("format") != FORMAT:
            raise ValueError("it is of another format")
        about = cls(**content)
        if not all(isinstance(text, str) for text in (about.game, about.method, about.begun)):
            raise ValueError("its specs are not texts")
        return about


class HostedTraining(HostedFolder[LearningRun, TrainingOverview]):
    """A training in its folder.

    Raises an error of Kibitz's own, or one that comes of reading JSON, if the folder holds no such thing.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        if not re.fullmatch(TRAINING_NAME, self.name):
            raise BadFile(f"{folder} is not called as a training is.")
        self.model = folder / MODEL
        self.about = TrainingAbout.read(folder / ABOUT)
        self.begun, self.method = self.about.begun, find_method(self.about.method)
        self._saved = (0, Training())  # and when the file was written that it is from

    @classmethod
    def create(cls, about: TrainingAbout, folder: Path) -> HostedTraining:
        make_folder(folder)
        about.write(folder / ABOUT)
        return cls(folder)

    def find_game(self) -> Game:
        """The game, which must be offered here: a file is data, and names no program to run."""
        return find_game_within_limits(self.about.game)

    def plan(self, total: int | None) -> None:
        """Check that it may go on, to a larger `total` if there is one; refuses less than it has learned already."""
        method = find_method_within_limits(self.about.method, self.find_game(), total=total)
        done = self.read_saved().done
        if done >= method.total:
            raise BadOption(f"It has learned from {done:,} {method.total_option} already; ask for a larger total.")
        if total is not None:
            about = replace(self.about, method=method.spec())
            about.write(self.folder / ABOUT)
            self.about, self.method = about, method

    def new_run(self, client: str) -> LearningRun:
        """A run that goes on with what was learned."""
        game = format_game_spec(self.find_game())
        return LearningRun(TrainingTask(game, self.method.spec(), str(self.model), self.about.positions), client)

    def read_saved(self) -> Training:
        """What the file says that was learned; nothing if there is no file, or none that can be read."""
        from kibitz.learned.model_file import read_header

        try:
            changed = self.model.stat().st_mtime_ns
        except OSError:
            return Training()
        if self._saved[0] != changed:
            saved = Training()
            with suppress(BadFile):
                saved = read_header(self.model).training
            self._saved = changed, saved
        return self._saved[1]

    @property
    def news(self) -> TrainingNews:
        """How far it is, by what was heard of it while it runs, and by its file otherwise."""
        # Read first: a run that is over has saved everything, so that what is read after it is final.
        run, is_running = self.run, self.is_running
        if run is not None and is_running and run.news is not None:
            return replace(run.news, stage=run.stage)
        saved = self.read_saved()
        rate = saved.done / saved.seconds if saved.seconds and not is_running else 0.0
        stage = run.stage if run is not None and is_running else ""
        return TrainingNews(stage, saved.done, saved.seconds, rate, saved.truth, saved.curve)

    @property
    def overview(self) -> TrainingOverview:
        news, run, method = self.news, self.run, self.method
        obstacle, title, variant = "", self.about.game, ""
        try:
            game = self.find_game()
            title, variant = game.known_as, game.variant
        except KibitzError:
            obstacle = f"{title} is not offered by this server; `kibitz serve --game FILE.py:Class` offers your own."
        last = news.curve[-1] if news.curve else None
        checkpoints = tuple(int(path.stem) for path in list_checkpoints(self.model))
        return TrainingOverview(
            training=self.name,
            game=self.about.game,
            title=title,
            variant=variant,
            method=str(method),
            about=method.about,
            begun=self.begun,
            state=RUNNING if news.stage else FINISHED if news.done >= method.total else STOPPED,
            stage=news.stage,
            error=run.error if run is not None and not news.stage else "",
            unit=method.total_option,
            done=news.done,
            total=method.total,
            seconds=news.seconds,
            rate=news.rate,
            truth=news.truth,
            kept=None if last is None else last.kept,
            loss=None if last is None else last.loss,
            is_table=method.learns_table,
            is_shown=bool(checkpoints) or self.model.exists(),
            checkpoints=checkpoints,
            player=f"learned:training={self.name}",
            obstacle=obstacle,
        )
