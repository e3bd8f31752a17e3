"""Long work that a server does in the background: it starts, can be stopped, expires, and says why it ended.

    start ──▶ work ──▶ the work is done ──────────────┐
                 │◀─── stop, by the user              ├──▶ `is_running` is False
                 │◀─── the time limit                 │
                 └───▶ an error, put into a sentence ─┘

A run keeps nothing of its own: the work stores each result as it is found, so that a new run resumes where the last
one ended, even if the process was killed. A subclass says what the work is and what there is to see meanwhile.
"""

from __future__ import annotations

import logging
import threading
from abc import ABC, abstractmethod

from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import describe_user_fault
from kibitz.jobs.process import WorkInterrupted

log = logging.getLogger("kibitz.jobs")

TIME_LIMIT = 3_600.0  # seconds; after that, somebody has to say that the work should continue
HOUR_OVER = "It ran for an hour and was stopped; press Go on to continue."
OUR_FAULT = "Kibitz itself is at fault; the log of the server says why."


class BackgroundRun(ABC):
    """One run of some work in a thread of its own, for a client.

    `title` is what the client calls it, as in "a tournament". `error` says why the run ended, if neither by itself nor
    by the user; it is final once `is_running` is False.
    """

    def __init__(self, title: str, client: str, *, time_limit: float = TIME_LIMIT) -> None:
        self.title, self.client, self.error = title, client, ""
        self.is_running = True
        self._is_asked_to_stop = False  # the flag alone does not say so: the work may raise it at its end
        self.stop_flag = StopFlag()
        self._timer = threading.Timer(time_limit, self._expire)
        self._timer.daemon = True
        self._thread = threading.Thread(target=self._run, name="kibitz-run", daemon=True)

    @abstractmethod
    def work(self) -> None:
        """Do the work; return, or raise WorkInterrupted, soon after `stop_flag` is raised."""

    @property
    def is_stopping(self) -> bool:
        return self.is_running and self._is_asked_to_stop

    def start(self) -> None:
        self._timer.start()
        self._thread.start()

    def stop(self, *, wait: float = 0.0) -> None:
        """End the run, and wait up to so many seconds for that. A new run does again what had not been finished."""
        self._is_asked_to_stop = True
        self.stop_flag.up()
        if wait:
            self.wait(wait)

    def wait(self, seconds: float) -> None:
        """Wait up to so many seconds for the end."""
        self._thread.join(seconds)

    def _run(self) -> None:
        try:
            self.work()
        except WorkInterrupted:
            pass
        except KibitzError as error:
            self.error = str(error)
        except Exception as error:
            fault = describe_user_fault(error)
            if fault is None:
                log.exception("%s failed", self.title)
            self.error = fault or OUR_FAULT
        finally:
            self._timer.cancel()
            self.is_running = False

    def _expire(self) -> None:
        self.error = HOUR_OVER
        self.stop()
