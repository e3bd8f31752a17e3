"""A process that can be ended, for work that may hang or crash: asked on its standard input, answering on its output.

here   ── a question ──▶   the other process, whose program is `serve`
       ◀── whatever it has to tell meanwhile ──
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
from collections.abc import Callable, Sequence
from typing import Any, BinaryIO

from kibitz.core.errors import KibitzError
from kibitz.core.searching import StopFlag
from kibitz.jobs.pipe import close_all_pipes

__all__ = ["Process", "serve"]

FAREWELL = 0.2  # seconds for the process to end by itself
# The interrupt key is the business of whoever asks; a terminal sends it to the group of processes in front.
OWN_GROUP = 0 if os.name == "posix" else None


class Process:
    """A process that answers one question after another. `command` starts one whose program is `serve`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._said: queue.Queue[Any] = queue.Queue()

    def ask(self, question: object, *, stop: StopFlag | None = None) -> None:
        """Put a question, starting the process if there is none."""
        if self._process is None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=OWN_GROUP
            )
            self._said = queue.Queue()
            assert self._process.stdout is not None
            threading.Thread(target=_listen, args=(self._process.stdout, self._said), daemon=True).start()
        if stop is not None:
            said = self._said
            stop.when_raised(lambda: said.put(None))
        assert self._process.stdin is not None
        try:
            _send(question, self._process.stdin)
        except BrokenPipeError:
            self._said.put(None)

    def hear(self, seconds: float | None = None) -> Any:
        """What it says next; None when it is gone or the flag is up. Raises queue.Empty when it stays silent."""
        return self._said.get(timeout=seconds)

    def how_it_ended(self) -> str:
        """Of a process that is gone, as in "by SIGKILL"."""
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
                process.wait(FAREWELL)
            process.kill()
            process.wait()


def _send(message: object, pipe: BinaryIO | Any) -> None:
    pickle.dump(message, pipe)
    pipe.flush()


def _listen(pipe: Any, said: queue.Queue[Any]) -> None:
    """Hand on what the process says; None when it is gone."""
    with pipe:
        try:
            while True:
                said.put(pickle.load(pipe))
        except (EOFError, OSError, pickle.UnpicklingError):
            said.put(None)


# In the other process.


def serve(answer: Callable[[Any, Callable[[object], None]], object]) -> None:
    """Answer what is asked on standard input until its end; on standard output, and keep others off it."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints must not mix with the answers
    sys.stdout = sys.stderr
    questions: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        question = questions.get()
        try:
            try:
                _send(answer(question, lambda told: _send(told, answers)), answers)
            except KibitzError as error:
                _send(error, answers)
        except BrokenPipeError:
            _leave()


def _receive(pipe: BinaryIO, questions: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            questions.put(pickle.load(pipe))
    except (EOFError, OSError):
        _leave()


def _leave() -> None:
    """Whoever asked is gone, perhaps in the middle of a long thought."""
    close_all_pipes()
    os._exit(0)
