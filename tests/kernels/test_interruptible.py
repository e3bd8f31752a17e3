"""The interrupt key while code is imported or compiled: whoever waits leaves at once, and the next call works."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from numba import njit

import kibitz.kernels.compiler.preparation  # noqa: F401  # which tells the compiler when to end
from kibitz.core.searching import StopFlag
from kibitz.kernels.interruptible import GivenUp, check_not_given_up, give_up_when, run_beside

# Presses the key as soon as the log says that code is being compiled, and asks again.
PRESSED_ONCE = """
import logging, os, signal, threading
import kibitz

class Press(logging.Handler):
    def emit(self, record):
        log.removeHandler(self)
        print(record.getMessage(), threading.current_thread() is threading.main_thread())
        os.kill(os.getpid(), signal.SIGINT)

log = logging.getLogger("kibitz")
log.setLevel(logging.INFO)
log.addHandler(Press())
position = kibitz.position("tic-tac-toe", moves="a1 b2 c1 c2 a3")
try:
    position.best("alphabeta:backend=compiled")
except KeyboardInterrupt:
    print("stopped")
print(position.best("alphabeta:backend=compiled").move)
"""


class _UpAfter(StopFlag):
    """A flag that goes up when it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    @property
    def raised(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@pytest.mark.slow
def test_a_call_that_the_key_ends_while_it_compiles_can_be_made_again(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_ONCE],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["compiling mnk for alphabeta … once False", "stopped", "a2"]


def test_a_compilation_can_be_given_up_anywhere_and_begun_again() -> None:
    def inner(number: int) -> int:
        return number * number

    def outer(number: int) -> int:
        return sum([called(number) for _ in range(2)])

    given_up = 0
    for looks in range(0, 80, 5):
        called: Any = njit(inner)
        compiled: Any = njit(outer)
        try:
            with give_up_when(_UpAfter(looks)):
                compiled(3)
        except GivenUp:
            given_up += 1
        assert compiled(3) == 18
    assert given_up > 5


def test_a_raised_flag_ends_the_waiting_and_then_the_work() -> None:
    stop, begun, ended = StopFlag(), threading.Event(), threading.Event()
    threads: list[threading.Thread] = []

    def work() -> None:
        threads.append(threading.current_thread())
        begun.set()
        try:
            while True:
                check_not_given_up()
        finally:
            ended.set()

    def raise_flag() -> None:
        begun.wait()
        stop.up()

    threading.Thread(target=raise_flag).start()
    with give_up_when(stop), pytest.raises(GivenUp):
        run_beside(work)
    assert ended.wait(60)
    assert threads != [threading.current_thread()]


def test_what_is_done_beside_returns_and_raises_like_a_call() -> None:
    assert run_beside(lambda: run_beside(lambda: 7)) == 7
    with pytest.raises(ZeroDivisionError):
        run_beside(lambda: 1 // 0)
