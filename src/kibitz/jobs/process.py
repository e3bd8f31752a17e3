"""Work in other processes, which may hang or crash there: asked, followed, given up, done again, ended.

    here   ── a function of a module, and its task ──▶   the other process, which calls it
           ◀── progress, and how long it may be silent after it ──
           ── a request to stop ──▶    at which it may save its work
           ◀── the result, or the error that Kibitz raised ──

A process that dies may have been killed from outside, so its task is done once more in a new one.

    python -m kibitz.jobs.process [--low] [FILE.py …]

is the other process. With --low it has the lowest priority; the files define games of the user's own.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeAlias, TypeVar

from kibitz.core.errors import BadFile, KibitzError, Unfinished
from kibitz.core.searching import StopFlag
from kibitz.core.user_files import convert_user_faults, run_file
from kibitz.jobs.child import Child, end_all_children
from kibitz.jobs.priority import lower_process_priority

T = TypeVar("T")
R = TypeVar("R")

COMMAND = (sys.executable, "-m", "kibitz.jobs.process")
LOW_PRIORITY = "--low"
ATTEMPTS = 2
QUIT_TIME = 0.2  # seconds for a process to end by itself
# The interrupt key is for the process that asks; a terminal sends it to the whole group of processes in front.
OWN_GROUP = 0 if os.name == "posix" else None


class WorkInterrupted(Unfinished):
    """Somebody has asked for the end of the work."""

    def __init__(self) -> None:
        super().__init__("The work was stopped before it had ended.")


class ProcessDied(Unfinished):
    """The process has ended, `how` as in "by SIGKILL", and what it was `doing`, if it had said so."""

    def __init__(self, how: str, doing: Any, attempts: int) -> None:
        again = ", twice with the same task" if attempts > 1 else ""
        super().__init__(f"The process of a worker ended {how}{again}; is there enough memory?")
        self.how, self.doing = how, doing


class NoAnswer(Unfinished):
    """The process was silent for longer than the `seconds` it had and was ended; what it was `doing`, if it said so."""

    def __init__(self, seconds: float, doing: Any) -> None:
        super().__init__(f"A worker gave no answer within {seconds:g} seconds.")
        self.seconds, self.doing = seconds, doing


@dataclass(frozen=True)
class Caller:
    """What a function in another process knows of the one who has called it; `stop` is raised on request."""

    send: Callable[[object], None]
    stop: StopFlag = field(default_factory=StopFlag)

    def tell(self, what: object, *, seconds: float | None = None) -> None:
        """Tell how far the work is. With `seconds`, `what` is done next, and the next word comes within that time."""
        self.send(_Told(what, seconds))


Work: TypeAlias = Callable[[T, Caller], R]


class _Told(NamedTuple):
    what: object
    seconds: float | None


class _Result(NamedTuple):
    value: Any


class _StopRequest:
    """Asks the function that is at work to end; it comes the same way as the tasks."""


class TaskProcess:
    """A process that does one task after another, started with the first one. To leave its block ends it.

    `quiet`: what it writes to standard error is lost. `files` are of the user's own; it runs those that it can.
    """

    def __init__(self, *, low_priority: bool = False, quiet: bool = False, files: Iterable[Path] = ()) -> None:
        self._arguments = [*([LOW_PRIORITY] if low_priority else []), *map(str, files)]
        self._quiet = quiet
        self._child: Child | None = None
        self._messages: queue.Queue[Any] = queue.Queue()

    def __enter__(self) -> TaskProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def run(self, work: Work[T, R], task: T, *, tell: Callable[[Any], object] = lambda what: None, **limits: Any) -> R:
        """The result of a function of a module, given the task. `tell` hears of progress; limits as in `follow`."""
        following = self.follow(work, task, **limits)
        while True:
            try:
                tell(next(following))
            except StopIteration as end:
                result: R = end.value
                return result

    def follow(
        self,
        work: Work[T, R],
        task: T,
        *,
        stop: StopFlag | None = None,
        patience: float = 0.0,
        seconds: float | None = None,
        attempts: int = ATTEMPTS,
    ) -> Generator[Any, None, R]:
        """Yield what the function tells, and return its result; raises the error that Kibitz raised there.

        `stop`, when raised, ends the process, which raises WorkInterrupted; with `patience`, the function is asked to
        return and has so many seconds for that. `seconds`: how long it may be silent at the beginning, then as it
        tells; NoAnswer is raised after that. ProcessDied is raised if the process has died in all `attempts`.
        To leave the loop early ends the process.
        """
        stop = StopFlag() if stop is None else stop
        for attempt in range(1, attempts):
            try:
                return (yield from self._follow_once(work, task, stop, patience, seconds, attempt))
            except ProcessDied:
                pass
        return (yield from self._follow_once(work, task, stop, patience, seconds, attempts))

    def _follow_once(
        self, work: Work[T, R], task: T, stop: StopFlag, patience: float, seconds: float | None, attempt: int
    ) -> Generator[Any, None, R]:
        if stop.raised:
            raise WorkInterrupted
        child, messages = self._start()
        self._send((work, task))

        def pass_on() -> None:
            messages.put(stop)

        stop.when_raised(pass_on)
        doing, until, is_stopping, is_answered = None, _Deadline(seconds), False, False
        try:
            while True:
                try:
                    message = messages.get(timeout=until.left)
                except queue.Empty:
                    raise NoAnswer(until.seconds or 0.0, doing) from None
                if isinstance(message, _Result):
                    is_answered = True
                    result: R = message.value
                    return result
                if isinstance(message, KibitzError):
                    is_answered = True
                    raise message
                if message is None:
                    raise ProcessDied(child.how_it_ended(), doing, attempt)
                if message is stop:
                    if not patience:
                        raise WorkInterrupted
                    until, is_stopping = _Deadline(patience), True
                    self._send(_StopRequest())
                elif isinstance(message, _Told):
                    yield message.what
                    if message.seconds is not None:
                        doing = message.what
                        until = until if is_stopping else _Deadline(message.seconds)
        finally:
            stop.forget(pass_on)
            if is_stopping or not is_answered:
                self.end()

    def end(self) -> None:
        """End the process; the next task starts another."""
        child, self._child = self._child, None
        if child is not None:
            child.end()

    def _start(self) -> tuple[Child, queue.Queue[Any]]:
        if self._child is None:
            self._child = Child(
                [*COMMAND, *self._arguments],
                seconds=QUIT_TIME,
                process_group=OWN_GROUP,
                stderr=subprocess.DEVNULL if self._quiet else None,
            )
            self._messages = queue.Queue()
            reading = (self._child.process.stdout, self._messages)
            threading.Thread(target=_listen, args=reading, daemon=True).start()
        return self._child, self._messages

    def _send(self, message: object) -> None:
        assert self._child is not None
        with suppress(OSError, ValueError):  # that it has ended is heard where its answers come from
            _write(message, self._child.process.stdin)


class _Deadline:
    def __init__(self, seconds: float | None) -> None:
        self.seconds, self._began = seconds, time.monotonic()

    @property
    def left(self) -> float | None:
        return None if self.seconds is None else max(0.0, self._began + self.seconds - time.monotonic())


class ProcessPool:
    """Processes for several threads: as many as have a task at a time. To leave its block ends them."""

    def __init__(self, **options: Any) -> None:
        self._options = options  # of each process
        self._idle: queue.SimpleQueue[TaskProcess] = queue.SimpleQueue()
        self._all: list[TaskProcess] = []

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def run(self, work: Work[T, R], task: T, **how: Any) -> R:
        """As `TaskProcess.run`, in any of the processes."""
        try:
            process = self._idle.get_nowait()
        except queue.Empty:
            process = TaskProcess(**self._options)
            self._all.append(process)
        try:
            return process.run(work, task, **how)
        finally:
            self._idle.put(process)

    def end(self) -> None:
        """End all processes; the next task starts another."""
        for process in self._all:
            process.end()


def _write(message: object, pipe: BinaryIO | Any) -> None:
    pickle.dump(message, pipe)
    pipe.flush()


def _listen(pipe: Any, messages: queue.Queue[Any]) -> None:
    """Pass on the messages of the process; None when it has ended."""
    with pipe:
        try:
            while True:
                messages.put(pickle.load(pipe))
        except (EOFError, OSError, pickle.UnpicklingError):
            pass
        finally:
            messages.put(None)


# In the other process.


def serve() -> None:
    """Do tasks from standard input until it ends; only the answers go to standard output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the interrupt key is for whoever asked, who ends this process
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a player prints must not mix with the answers
    sys.stdout = sys.stderr
    _follow_arguments(sys.argv[1:])
    caller = Caller(lambda message: _write(message, answers))
    tasks: queue.SimpleQueue[tuple[Work[Any, Any], Any]] = queue.SimpleQueue()
    threading.Thread(target=_read_tasks, args=(sys.stdin.buffer, tasks, caller.stop), daemon=True).start()
    while True:
        work, task = tasks.get()
        try:
            try:
                with convert_user_faults():  # after any other fault the process ends with its traceback
                    caller.send(_Result(work(task, caller)))
            except KibitzError as error:
                caller.send(error)
        except BrokenPipeError:
            _exit()


def _follow_arguments(arguments: list[str]) -> None:
    if LOW_PRIORITY in arguments:
        arguments.remove(LOW_PRIORITY)
        lower_process_priority()
    for file in arguments:
        with suppress(BadFile):  # gone or changed since; a game that needs it says so
            run_file(Path(file))


def _read_tasks(pipe: BinaryIO, tasks: queue.SimpleQueue[Any], stop: StopFlag) -> None:
    try:
        while True:
            task = pickle.load(pipe)
            if isinstance(task, _StopRequest):
                stop.up()
            else:
                tasks.put(task)
    except (EOFError, OSError):
        _exit()
    except BaseException:  # a task that cannot be read here, as of a module that is not there
        traceback.print_exc()
        _exit(1)


def _exit(status: int = 0) -> None:
    """End this process at once: whoever asked has ended, perhaps during a long computation, or is to be told so."""
    end_all_children()
    os._exit(status)


if __name__ == "__main__":
    from kibitz.jobs.process import serve as serve_as_known  # the module by its name, as the other side knows it

    serve_as_known()
