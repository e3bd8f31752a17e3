"""Questions about models, answered in a process of their own: a large table there does not slow a server down."""

from __future__ import annotations

import threading
from typing import Any

from kibitz.jobs.hosted_runs import TooManyRuns
from kibitz.jobs.process import Caller, NoAnswer, ProcessDied, TaskProcess

WAIT = 20.0  # seconds for the questions of others
SECONDS = 60.0  # for an answer; code may have to be compiled for it


class ModelProcess:
    """Answers one question after another (`model_questions.py`), whoever asks."""

    def __init__(self) -> None:
        self._process, self._lock = TaskProcess(), threading.Lock()

    def ask(self, question: object) -> Any:
        """The answer; raises the error if there is none, and TooManyRuns if it takes too long."""
        if not self._lock.acquire(timeout=WAIT):
            raise TooManyRuns("Other questions about trained players are being answered; try again in a few seconds.")
        try:
            return self._process.run(_answer, question, seconds=SECONDS, attempts=1)
        except NoAnswer:
            raise TooManyRuns(f"There was no answer within {SECONDS:g} seconds; the player is too large.") from None
        except ProcessDied as died:
            raise TooManyRuns(f"The process that examines players ended {died.how}; is there enough memory?") from None
        finally:
            self._lock.release()

    def close(self) -> None:
        self._process.end()


def _answer(question: object, _: Caller) -> Any:
    from kibitz.web.hosting.model_answers import answer_question  # in the other process only

    return answer_question(question)
