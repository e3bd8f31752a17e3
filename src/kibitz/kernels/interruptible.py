"""Compiled code and the interrupt key: a search ends when it is pressed, an import or a compilation is left to itself.

Python gives the key to the main thread, as a KeyboardInterrupt between any two of its steps. In the middle of an import
or of the compiler, that exception is lost in a callback, or leaves them half done. So the work is done in a thread
beside, and whoever needs it only waits.
"""

from __future__ import annotations

import contextvars
import functools
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from typing import Any, TypeVar

from kibitz.core.searching import StopFlag

T = TypeVar("T")

LOOK_FOR_INTERRUPT = 0.1  # seconds
THREAD_STACK = 1 << 26  # bytes: as deep as the main thread can recurse, and deeper


class GivenUp(BaseException):
    """Ends work that nobody waits for any more; no handler of ordinary errors catches it."""


class _OfThread(threading.local):
    flag: StopFlag | None = None  # when raised, nobody waits for what this thread does
    is_beside = False  # it imports or compiles for another one


_own = _OfThread()


@contextmanager
def give_up_when(stop: StopFlag | None) -> Iterator[None]:
    """In the block, this thread waits for no import and no compilation any more when the flag is raised."""
    before, _own.flag = _own.flag, stop
    try:
        yield
    finally:
        _own.flag = before


def check_not_given_up() -> None:
    """Raise GivenUp if nobody waits for what this thread does. The compiler calls it where it can end cleanly."""
    if _own.flag is not None and _own.flag.raised:
        raise GivenUp


class _Task:
    """Work for another thread; `done` is free when there is an answer or an error."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.left = StopFlag()  # raised when nobody waits for it any more
        self.answer: Any = None
        self.error: BaseException | None = None
        self.has_begun = self.is_over = False
        self.done = threading.Lock()
        self.done.acquire()

    def run(self) -> None:
        self.has_begun = True
        try:
            with give_up_when(self.left):
                check_not_given_up()
                self.answer = self.work()
        except BaseException as error:
            self.error = error
        self.is_over = True
        self.done.release()

    def run_beside(self) -> None:
        _own.is_beside = True
        self.run()

    def wait(self) -> None:
        while not self.is_over:  # the lock may have been had already when the key was pressed
            self.done.acquire(timeout=LOOK_FOR_INTERRUPT)
            check_not_given_up()

    def result(self) -> Any:
        if self.error is not None:
            raise self.error
        return self.answer


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
            task.run()
            del task  # and the answer with it, which nobody may want any more


_helper = functools.cache(_Helper)

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_helper.cache_clear)  # a forked process has the helper without its thread


def run_interruptible(work: Callable[[StopFlag | None], T], stop: StopFlag | None) -> T:
    """Run a kernel so that the interrupt key ends it: compiled code does not look at signals, but at the flag."""
    if threading.current_thread() is not threading.main_thread():
        return work(stop)
    flag = stop or StopFlag()
    task = _Task(functools.partial(work, flag))
    _helper().tasks.put(task)
    try:
        task.wait()
    except BaseException:
        task.left.up()
        flag.up()
        if task.has_begun:
            task.wait()
        raise
    found: T = task.result()
    return found


def run_beside(work: Callable[[], T]) -> T:
    """Import or compile so that the interrupt key, or the flag of `give_up_when`, ends the waiting for it at once.

    The work itself then ends at its next `check_not_given_up`; Python waits for that before it ends.
    """
    is_interrupted = threading.current_thread() is threading.main_thread() or _own.flag is not None
    if _own.is_beside or not is_interrupted:
        return work()
    task = _Task(functools.partial(contextvars.copy_context().run, work))
    try:
        before = threading.stack_size(THREAD_STACK)
        threading.Thread(target=task.run_beside, name="kibitz-compile", daemon=False).start()
        threading.stack_size(before)
        task.wait()
    except BaseException:
        task.left.up()
        raise
    found: T = task.result()
    return found
