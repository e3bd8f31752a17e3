"""The interrupt key, Ctrl-C: the work ends, what is known by then is shown, and the exit status is 130.

The work is done in a thread, and the main thread, to which Python gives the key, does nothing but wait for it. So the
key is never lost in the middle of an import or of the compiler, and a search hands over what it has found.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, NoReturn, Protocol, TypeVar

from kibitz.cli.terminal.common import INTERRUPTED
from kibitz.cli.terminal.progress_bar import print_above_line

if TYPE_CHECKING:
    from kibitz.core.searching import StopFlag


PATIENCE = 2.0  # seconds that work has to hand over what it has found
SAVING = "kibitz: saving the results so far; press Ctrl-C again to stop without saving."
NOTHING_KNOWN = "stopped; nothing is known yet."

T = TypeVar("T")
Found = TypeVar("Found", covariant=True)


class Interrupted(KeyboardInterrupt, Generic[T]):
    """The key was pressed. `known`: what the work handed over, None if nothing; `sentence` is for the person."""

    def __init__(self, known: T | None = None, sentence: str = NOTHING_KNOWN) -> None:
        super().__init__(sentence)
        self.known, self.sentence = known, sentence


class StoppableWork(Protocol[Found]):
    """Work that heeds a flag, and returns what it has found when the flag is raised."""

    def __call__(self, *, stop: StopFlag) -> Found: ...


_begun: list[Future[Any]] = []  # of which some may go on when the key was pressed


def run_stoppable(work: StoppableWork[T], stop: StopFlag, *, patience: float = PATIENCE, heeds_stop: bool = True) -> T:
    """Run work in a thread. When the key is pressed, raises Interrupted with what the work returns by then.

    Work that does not return within the patience is left to itself; `leave` then ends the process without it. Work that
    does not look at the flag runs in this thread, so that the key ends it all the same.
    """
    from kibitz.core.errors import BadFile, Unfinished
    from kibitz.kernels.interruptible import THREAD_STACK, give_up_when

    if not heeds_stop:
        return work(stop=stop)
    before = threading.stack_size(THREAD_STACK)
    pool = ThreadPoolExecutor(1, "kibitz-work")
    running = pool.submit(give_up_when(stop)(work), stop=stop)
    _begun[:] = [*(earlier for earlier in _begun if not earlier.done()), running]
    try:
        threading.stack_size(before)
        while not running.done():
            wait([running], timeout=1.0)  # a wait without end is deaf to the key on some systems
    except KeyboardInterrupt:
        stop.up()
        with suppress(KeyboardInterrupt):  # pressed again: no more patience
            if patience > PATIENCE and wait([running], timeout=PATIENCE / 2).not_done:
                print_above_line(SAVING)
            wait([running], timeout=patience)
        if not running.done():
            raise Interrupted from None
        error = running.exception()
        if error is None:
            raise Interrupted(running.result()) from None
        if isinstance(error, BadFile):  # what it meant to hand over could not be written: that must not pass in silence
            raise error from None
        raise (Interrupted(None, str(error)) if isinstance(error, Unfinished) else Interrupted()) from None
    finally:
        pool.shutdown(wait=False)
    return running.result()


def leave(status: int | str | None) -> NoReturn:
    """End the process; what the key has left behind does not hold it up, and the key does nothing any more.

    Processes that were started notice that this one has ended, and end too (`jobs/process.py`, `jobs/child.py`).
    """
    atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)
    eval("0")  # Python recalls a key that was pressed in code made from text, and would end by it; this it recalls last
    if isinstance(status, int) and (status == INTERRUPTED or not all(work.done() for work in _begun)):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # nobody reads it any more
                stream.flush()
        os._exit(status)
    sys.exit(status)
