"""What processes of the tests are asked to do; a module of its own, so that they can import it."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from kibitz.core.errors import BadOption
from kibitz.core.user_files import run_file
from kibitz.jobs.process import Caller

__all__ = ["call_user", "count", "die", "hang", "refuse", "tell_process", "wait_for_request"]


def count(number: int, caller: Caller) -> int:
    """Tells 0, 1, 2 … and returns the sum."""
    for one in range(number):
        caller.tell(one)
    return sum(range(number))


def tell_process(_: object, caller: Caller) -> int:
    return os.getpid()


def refuse(number: int, caller: Caller) -> int:
    raise BadOption(f"{number} is not allowed.")


def call_user(file: str, caller: Caller) -> object:
    return run_file(Path(file)).work()


def hang(what: str, caller: Caller) -> None:
    caller.tell(what, seconds=0.1)
    threading.Event().wait()


def die(mark: str, caller: Caller) -> None:
    """Says what it does, leaves a line in a file, and dies."""
    with Path(mark).open("a") as file:
        file.write("died\n")
    caller.tell("the last thing", seconds=100)
    os._exit(7)


def wait_for_request(_: object, caller: Caller) -> str:
    """Returns what it has when it is asked to stop."""
    asked = threading.Event()
    caller.stop.when_raised(asked.set)
    caller.tell("waiting")
    asked.wait()
    return "saved"
