"""A training that a server does in the background. What it learns is in its file, and a later run goes on with it."""

from __future__ import annotations

from kibitz.core.errors import Unfinished
from kibitz.jobs.background_run import TIME_LIMIT, BackgroundRun
from kibitz.jobs.process import NoAnswer, ProcessDied, TaskProcess
from kibitz.web.hosting.training_task import STARTING, TrainingNews, TrainingTask, train

SAVE_SECONDS = 300.0  # seconds to come to the end of a round and save, when asked to stop


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
        with TaskProcess(low_priority=True) as process:
            try:
                process.run(train, self.task, tell=self._hear, stop=self.stop_flag, patience=SAVE_SECONDS, attempts=1)
            except NoAnswer:
                raise Unfinished(
                    f"It did not stop within {SAVE_SECONDS:g} seconds and was ended; the last saved state is kept."
                ) from None
            except ProcessDied as died:
                raise Unfinished(
                    f"The process of the training ended {died.how}; is there enough memory? "
                    "The last saved state is kept; press Go on to continue."
                ) from None

    def _hear(self, news: TrainingNews) -> None:
        self.news = news
