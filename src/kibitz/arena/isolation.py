"""Games in a process of their own, for players that may hang or crash: the process can be ended, this one goes on.

    here   ── Task ──▶   the other process, which plays it
           ◀── Turn ──   before every turn: who is asked, and how long that may take
           ◀── Finished ──

A process that dies may have been killed from outside, so that the game is played once more in a new one; if that
dies too, the player whose turn it was has crashed.
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

from kibitz.arena.bouts import Finished, Interrupted, Task, Turn, forfeited
from kibitz.arena.outside.pipe import end_all
from kibitz.core.errors import KibitzError, Unfinished
from kibitz.core.game import Game
from kibitz.core.searching import StopFlag

__all__ = ["Child", "serve"]

GRACE = 1.0  # seconds beyond its time before a player that says nothing is ended
FAREWELL = 0.2  # seconds for the process to end by itself
SETTING_UP = 300.0  # seconds for starting, loading and compiling


class Child:
    """A process that plays games one after another. `command` starts one whose program is `serve`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[bytes] | None = None
        self._said: queue.Queue[Any] = queue.Queue()

    def play(
        self, task: Task, game: Game, *, tell: Callable[[Turn], None] = lambda turn: None, stop: StopFlag | None = None
    ) -> Finished:
        """What came of a game; raises the error of a game or player that cannot be set up.

        `tell` hears of every turn before it begins; `stop` ends the game at once.
        """
        turn: Turn | None = None
        ended = ""
        for _ in range(2):
            turn, ended = None, ""
            process = self._started(task, stop)
            while not ended:
                try:
                    said = self._said.get(timeout=SETTING_UP if turn is None else turn.seconds + GRACE)
                except queue.Empty:
                    self.end()
                    if turn is None:
                        raise Unfinished(f"Game {task.number} could not be set up within {SETTING_UP:g} s.") from None
                    return forfeited(task, game, turn, f"hung: no move within {turn.seconds:g} s")
                if stop is not None and stop.raised:
                    self.end()
                    raise Interrupted("The games were stopped before they had ended.")
                if isinstance(said, Turn):
                    turn = said
                    tell(turn)
                elif isinstance(said, Finished):
                    return said
                elif isinstance(said, KibitzError):
                    raise said
                else:
                    ended = _how(process.wait())
            self.end()
        if turn is None:
            raise Unfinished(f"The process for game {task.number} ended {ended} before the game began, twice.")
        return forfeited(task, game, turn, f"crashed: its process ended {ended}")

    def _started(self, task: Task, stop: StopFlag | None) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self._said = queue.Queue()
            assert self._process.stdout is not None
            threading.Thread(target=_listen, args=(self._process.stdout, self._said), daemon=True).start()
        if stop is not None:
            stop.when_raised(lambda: self._said.put(None))
        assert self._process.stdin is not None
        try:
            _send(task, self._process.stdin)
        except BrokenPipeError:
            self._said.put(None)
        return self._process

    def end(self) -> None:
        """End the process; the next game starts another."""
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


def _how(code: int) -> str:
    return f"by {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"


# In the other process.


def serve(play: Callable[[Task, Callable[[Turn], None]], Finished]) -> None:
    """Play what is asked for on standard input until its end; answer on standard output, and keep others off it."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints must not mix with the answers
    sys.stdout = sys.stderr
    tasks: queue.SimpleQueue[Task] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, tasks), daemon=True).start()
    while True:
        task = tasks.get()
        try:
            _send(play(task, lambda turn: _send(turn, answers)), answers)
        except KibitzError as error:
            _send(error, answers)


def _receive(pipe: BinaryIO, tasks: queue.SimpleQueue[Task]) -> None:
    try:
        while True:
            tasks.put(pickle.load(pipe))
    except (EOFError, OSError):
        end_all()
        os._exit(0)  # whoever asked is gone, and a player may be in the middle of a long thought
