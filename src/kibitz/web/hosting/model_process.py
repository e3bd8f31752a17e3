"""Questions about models, answered in a process of their own: a large table there does not slow a server down.

    here   ── MistakesQuestion, TableQuestion … ──▶   the other process, which reads the model
           ◀── Mistakes, TablePage … ──

    python -m kibitz.web.hosting.model_process

is the other process. It is started with the first question and ended when it has been silent for too long.
"""

from __future__ import annotations

import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from kibitz.core.errors import KibitzError
from kibitz.core.user_files import convert_user_faults
from kibitz.jobs.hosted_runs import TooManyRuns
from kibitz.jobs.process import Process, serve

COMMAND = (sys.executable, "-m", "kibitz.web.hosting.model_process")
WAIT = 20.0  # seconds for the questions of others
SECONDS = 60.0  # for an answer; code may have to be compiled for it


class ModelProcess:
    """Answers one question after another, whoever asks."""

    def __init__(self) -> None:
        self._process, self._lock = Process(COMMAND), threading.Lock()

    def ask(self, question: object) -> Any:
        """The answer; raises the error if there is none, and TooManyRuns if it takes too long."""
        if not self._lock.acquire(timeout=WAIT):
            raise TooManyRuns("Other questions about trained players are being answered; try again in a few seconds.")
        try:
            self._process.ask(question)
            answer = self._process.receive(SECONDS)
            if answer is None:
                ended = self._process.how_it_ended()
                self._process.end()
                raise TooManyRuns(f"The process that examines players ended {ended}; is there enough memory?")
        except queue.Empty:
            self._process.end()
            raise TooManyRuns(f"There was no answer within {SECONDS:g} seconds; the player is too large.") from None
        finally:
            self._lock.release()
        if isinstance(answer, KibitzError):
            raise answer
        return answer

    def close(self) -> None:
        self._process.end()


# In the other process.


def _answer(question: object, tell: Callable[[object], None]) -> object:
    from kibitz.web.hosting.model_answers import answer_question

    with convert_user_faults():  # after any other fault the process ends with its traceback
        return answer_question(question)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt key is for the server, which ends this process
    serve(_answer)
