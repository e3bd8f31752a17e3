"""A process that can be ended, for work that may hang or crash: it is asked on its input and answers on its output.

here   ── a question ──▶   the other process, which runs `serve`
       ── a request to stop ──▶            which it may follow when it has saved its work
       ◀── progress, as often as there is any ──
       ◀── the answer, or the error that Kibitz raised ──
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.jobs.end_orphans import forget_group, guard_group
from kibitz.jobs.pipe import close_all_pipes

QUIT_TIME = 0.2  # seconds for the process to end by itself
ORPHAN_TIME = 2.0  # seconds for it to do so when this process was killed
# The interrupt key is for the process that asks; a terminal sends it to the whole group of processes in front.
OWN_GROUP = 0 if os.name == "posix" else None


class Process:
    """A process that answers one question after another. `command` starts one that runs `serve`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: queue.Queue[Any] = queue.Queue()

    def ask(self, question: object, *, stop: StopFlag | None = None) -> None:
        """Send a question; starts the process if there is none."""
        if self._process is None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=OWN_GROUP
            )
            guard_group(self._process.pid, seconds=ORPHAN_TIME)
            self._messages = queue.Queue()
            assert self._process.stdout is not None
            threading.Thread(target=_listen, args=(self._process.stdout, self._messages), daemon=True).start()
        if stop is not None:
            messages = self._messages
            stop.when_raised(lambda: messages.put(None))
        assert self._process.stdin is not None
        try:
            _send(question, self._process.stdin)
        except BrokenPipeError:
            self._messages.put(None)

    def receive(self, seconds: float | None = None) -> Any:
        """Its next message; None when it has ended or the flag is raised. Raises queue.Empty when it stays silent."""
        return self._messages.get(timeout=seconds)

    def request_stop(self) -> None:
        """Ask it to answer soon with what it has; what that means is for the other side to know."""
        process = self._process
        if process is not None and process.stdin is not None:
            with contextlib.suppress(OSError, ValueError):  # it has ended, or is being ended
                _send(StopRequest(), process.stdin)

    def how_it_ended(self) -> str:
        """How a process ended, as in "by SIGKILL"."""
        assert self._process is not None
        code = self._process.wait()
        return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"

    def end(self) -> None:
        """End the process; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()  # at which it ends the programs it has started
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(QUIT_TIME)
            process.kill()
            process.wait()
            forget_group(process.pid)


class StopRequest:
    """Comes among the questions and is none."""


def _send(message: object, pipe: BinaryIO | Any) -> None:
    pickle.dump(message, pipe)
    pipe.flush()


def _listen(pipe: Any, messages: queue.Queue[Any]) -> None:
    """Pass on the messages of the process; None when it has ended."""
    with pipe:
        try:
            while True:
                messages.put(pickle.load(pipe))
        except (EOFError, OSError, pickle.UnpicklingError):
            messages.put(None)


# In the other process.


def serve(
    answer: Callable[[Any, Callable[[object], None]], object], when_asked_to_stop: Callable[[], None] = lambda: None
) -> None:
    """Answer questions from standard input until it ends; only the answers go to standard output.

    `when_asked_to_stop` is called in another thread than `answer`.
    """
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints must not mix with the answers
    sys.stdout = sys.stderr
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
    reading = (sys.stdin.buffer, questions, when_asked_to_stop)
    threading.Thread(target=_read_questions, args=reading, daemon=True).start()
    while True:
        question = questions.get()
        try:
            try:
                _send(answer(question, lambda message: _send(message, answers)), answers)
            except KibitzError as error:
                _send(error, answers)
        except BrokenPipeError:
            _exit()


def _read_questions(pipe: BinaryIO, questions: queue.SimpleQueue[Any], when_asked_to_stop: Callable[[], None]) -> None:
    try:
        while True:
            question = pickle.load(pipe)
            if isinstance(question, StopRequest):
                when_asked_to_stop()
            else:
                questions.put(question)
    except (EOFError, OSError):
        _exit()
    except BaseException:  # a question that cannot be read here, as of a module that is not there
        traceback.print_exc()
        _exit(1)


def _exit(status: int = 0) -> None:
    """End this process at once: whoever asked has ended, perhaps during a long computation, or is to be told so."""
    close_all_pipes()
    os._exit(status)
