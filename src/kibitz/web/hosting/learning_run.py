"""A training that a server does in the background. What it learns is in its file, and a later run goes on with it."""

from __future__ import annotations

from kibitz.jobs.background_run import TIME_LIMIT, BackgroundRun
from kibitz.web.hosting.training_process import run_training
from kibitz.web.hosting.training_task import STARTING, TrainingNews, TrainingTask


class LearningRun(BackgroundRun):
    """`news`: what was heard of it last, a value that does not change any more."""

    def __init__(self, task: TrainingTask, client: str = "", *, time_limit: float = TIME_LIMIT) -> None:
        super().__init__("a training", client, time_limit=time_limit)
        self.task = task
        self.news: TrainingNews | None = None

    @property
    def stage(self) -> str:
        """What is being done now, in words."""
        if self.is_stopping:
            return "stopping: saving the player first"
        return STARTING if self.news is None else self.news.stage

    def work(self) -> None:
        run_training(self.task, self._hear, self.stop_flag)

    def _hear(self, news: TrainingNews) -> None:
        self.news = news
