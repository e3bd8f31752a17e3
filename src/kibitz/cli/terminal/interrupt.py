"""The interrupt key, Ctrl-C: the work ends, what is known by then is shown, and the exit status is 130.

The work is done in a thread, and the main thread, to which Python gives the key, does nothing but wait for it. So the
key is never lost in the middle of an import or of the compiler, and a search hands over what it has found.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Generic, NoReturn, TypeVar

if TYPE_CHECKING:
    from kibitz.core.searching import StopFlag

__all__ = ["Interrupted", "leave", "run_stoppable"]

PATIENCE = 2.0  # seconds that work has to hand over what it has found
NOTHING_KNOWN = "stopped; nothing is known yet."
STACK_BYTES = 1 << 26  # as deep as the main thread can recurse, and deeper

T = TypeVar("T")


class Interrupted(KeyboardInterrupt, Generic[T]):
    """The key was pressed. `known`: what the work handed over, None if nothing; `sentence` is for the person."""

    def __init__(self, known: T | None = None, sentence: str = NOTHING_KNOWN) -> None:
        super().__init__(sentence)
        self.known, self.sentence = known, sentence


class _Task(Generic[T]):
    def __init__(self, work: Callable[[StopFlag], T], stop: StopFlag) -> None:
        self._work, self.stop = work, stop
        self.answer: T | None = None
        self.error: BaseException | None = None
        self.done = threading.Event()

    def run(self) -> None:
        if hasattr(signal, "pthread_sigmask"):  # processes that the work starts inherit this: the key is not for them
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            self.answer = self._work(self.stop)
        except BaseException as error:
            self.error = error
        self.done.set()


_abandoned: list[threading.Thread] = []  # threads that went on when the key was pressed


def run_stoppable(work: Callable[[StopFlag], T], *, stop: StopFlag | None = None, patience: float = PATIENCE) -> T:
    """Run work that heeds a flag. When the key is pressed, raises Interrupted with what the work returns by then.

    Work that does not return within the patience is left to itself; `leave` then ends the process without it.
    """
    from kibitz.core.errors import Unfinished
    from kibitz.core.searching import StopFlag

    task = _Task(work, stop or StopFlag())
    before = threading.stack_size(STACK_BYTES)
    thread = threading.Thread(target=task.run, name="kibitz-work", daemon=True)
    try:
        thread.start()
        threading.stack_size(before)
        while not task.done.wait(timeout=1.0):  # a wait without end is deaf to the key on some systems
            pass
    except KeyboardInterrupt:
        task.stop.up()
        with suppress(KeyboardInterrupt):  # pressed again: no more patience
            task.done.wait(timeout=patience)
        if not task.done.is_set():
            _abandoned.append(thread)
        sentence = f"{task.error}" if isinstance(task.error, Unfinished) else NOTHING_KNOWN
        raise Interrupted(task.answer, sentence) from None
    if task.error is not None:
        raise task.error
    return task.answer  # type: ignore[return-value]  # the work is done: it is what it returned


def leave(status: int | str | None) -> NoReturn:
    """End the process; what the key has left behind does not hold it up, and the key does nothing any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    eval("0")  # Python recalls a key that was pressed in code made from text, and would end by it; this it recalls last
    if _abandoned and isinstance(status, int):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)
