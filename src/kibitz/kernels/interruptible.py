"""Compiled code and the interrupt key: a search ends when it is pressed, an import is not cut in half by it."""

from __future__ import annotations

import functools
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, TypeVar

from kibitz.core.searching import StopFlag

__all__ = ["defer_interrupts", "run_interruptible"]

T = TypeVar("T")

LOOK_FOR_INTERRUPT = 0.1  # seconds


@contextmanager
def defer_interrupts() -> Iterator[None]:
    """Let the interrupt key wait for the end of the block: an import that it hits may lose it, or be left half done."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


class _Task:
    """Work for the helper thread; `done` is free when there is an answer or an error."""

    def __init__(self, work: Callable[[StopFlag | None], Any], stop: StopFlag) -> None:
        self.work, self.stop = work, stop
        self.answer: Any = None
        self.error: BaseException | None = None
        self.is_over = False
        self.done = threading.Lock()
        self.done.acquire()


class _Helper:
    """A thread that stays for the next search: to start one takes as long as a search of tic-tac-toe.

    A pool of the standard library does the same, but a call of it costs 10 microseconds more.
    """

    def __init__(self) -> None:
        self.tasks: SimpleQueue[_Task] = SimpleQueue()
        threading.Thread(target=self._serve, name="kibitz-search", daemon=True).start()

    def _serve(self) -> None:
        while True:
            task = self.tasks.get()
            try:
                task.answer = task.work(task.stop)
            except BaseException as error:
                task.error = error
            task.is_over = True
            task.done.release()
            del task  # and the answer with it, which nobody may want any more


_helper = functools.cache(_Helper)

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helper.cache_clear)  # a forked process has the helper without its thread


def run_interruptible(work: Callable[[StopFlag | None], T], stop: StopFlag | None) -> T:
    """Run a kernel so that the interrupt key ends it: compiled code does not look at signals, but at the flag."""
    if threading.current_thread() is not threading.main_thread():
        return work(stop)
    task = _Task(work, stop or StopFlag())
    _helper().tasks.put(task)
    try:
        while not task.is_over:
            task.done.acquire(timeout=LOOK_FOR_INTERRUPT)
    except BaseException:
        task.stop.up()
        while not task.is_over:  # the lock may have been had already when the key was pressed
            task.done.acquire(timeout=LOOK_FOR_INTERRUPT)
        raise
    if task.error is not None:
        raise task.error
    answer: T = task.answer
    return answer
